"""The desk's addresses of what is printed."""

from django.urls import URLPattern, path

from tournaments.views import paper

urlpatterns: list[URLPattern] = [
    path("<uuid:tournament_id>/print/", paper.print_hub, name="desk_print"),
    path("<uuid:tournament_id>/print/<slug:what>/", paper.print_page, name="desk_print_page"),
]
