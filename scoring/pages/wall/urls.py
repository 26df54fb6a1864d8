"""Addresses of a game's wall screen."""

from django.urls import URLPattern, path

from scoring.pages.wall import views

urlpatterns: list[URLPattern] = [
    path("games/<uuid:game_id>/wall/", views.wall, name="wall"),
    path("look/<str:token>/wall/", views.look_wall, name="look_wall"),
]
