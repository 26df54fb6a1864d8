"""Addresses for starting a game."""

from django.urls import URLPattern, path

from scoring.pages.start.views import kit, start

urlpatterns: list[URLPattern] = [
    path("games/", start.games, name="all_games"),
    path("new/", start.new_game, name="new_game"),
    path("again/<uuid:game_id>/", start.play_again, name="play_again"),
    path("new/kit/", kit.start_kit, name="start_kit"),
]
