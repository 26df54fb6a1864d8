"""Addresses of printed pages."""

from django.urls import URLPattern, path

from tournaments.pages.printed import views

T = "desk/<uuid:tournament_id>/"

urlpatterns: list[URLPattern] = [
    path(f"{T}print/", views.print_hub, name="desk_print"),
    path(f"{T}print/<slug:what>/", views.print_page, name="desk_print_page"),
    path(f"{T}print/cards/<int:number>/", views.card, name="desk_card"),
]
