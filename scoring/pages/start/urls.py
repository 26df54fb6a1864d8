"""The front page, and starting a game."""

from django.urls import URLPattern, path

from scoring.pages.start import kit, views

urlpatterns: list[URLPattern] = [
    path("", views.front, name="front"),
    path("new/", views.new_game, name="new_game"),
    path("again/<uuid:game_id>/", views.play_again, name="play_again"),
    path("new/kit/", kit.start_kit, name="start_kit"),
]
