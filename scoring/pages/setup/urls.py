"""Addresses for correcting a game's setup, restarting and deleting it."""

from django.urls import URLPattern, path

from scoring.pages.setup import views

urlpatterns: list[URLPattern] = [
    path("games/<uuid:game_id>/setup/", views.put_right, name="put_right"),
    path("games/<uuid:game_id>/setup/back/", views.put_back, name="put_back"),
    path("games/<uuid:game_id>/again/", views.start_again, name="start_again"),
    path("games/<uuid:game_id>/delete/", views.delete_game, name="delete_game"),
    path("games/<uuid:game_id>/restore/", views.restore_game, name="restore_game"),
]
