"""Addresses of venue screens, their remote control, and the prize-giving."""

from django.urls import URLPattern, path

from tournaments.pages.wall.views import prize_giving, screens

T = "desk/<uuid:tournament_id>/"

urlpatterns: list[URLPattern] = [
    path("screen/<str:token>/", screens.screen, name="screen"),
    path(f"{T}screens/", screens.screens, name="desk_screens"),
    path(f"{T}screens/<int:screen_id>/", screens.screen_desk, name="desk_screen"),
    path(f"{T}screens/<int:screen_id>/<slug:action>/", screens.screen_do, name="desk_screen_do"),
    path(f"{T}hang/", screens.hang, name="desk_hang"),
    path(f"{T}reveal/", prize_giving.reveal, name="desk_reveal"),
]
