"""Addresses of the score sheet, on screen and on paper."""

from django.urls import URLPattern, path

from scoring.pages.sheet import views

urlpatterns: list[URLPattern] = [
    path("sheets/<slug:variant>/", views.empty_sheet, name="empty_sheet"),
    path("example/", views.example_game, name="example_game"),
    path("games/<uuid:game_id>/", views.game, name="game"),
    path("games/<uuid:game_id>/print/", views.game_print, name="game_print"),
    path("games/<uuid:game_id>/pause/", views.pause, name="pause"),
    path("games/<uuid:game_id>/resume/", views.resume, name="resume"),
    path("games/<uuid:game_id>/finish/", views.finish, name="finish_early"),
    path("games/<uuid:game_id>/reopen/", views.reopen, name="reopen"),
    path("games/<uuid:game_id>/rematch/", views.play_rematch, name="rematch"),
    path("games/<uuid:game_id>/rounds/<int:number>/", views.round_history, name="round_history"),
]
