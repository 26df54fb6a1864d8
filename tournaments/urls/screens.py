"""The desk's addresses of screens on the wall, and what the public sees of the standings."""

from django.urls import URLPattern, path

from tournaments.views import revealing, screens

T = "<uuid:tournament_id>/"

urlpatterns: list[URLPattern] = [
    path(f"{T}screens/", screens.screens, name="desk_screens"),
    path(f"{T}screens/<int:screen_id>/", screens.screen_desk, name="desk_screen"),
    path(f"{T}screens/<int:screen_id>/<slug:action>/", screens.screen_do, name="desk_screen_do"),
    path(f"{T}hang/", screens.hang, name="desk_hang"),
    path(f"{T}reveal/", revealing.reveal, name="desk_reveal"),
]
