"""Addresses of the API, under /api/v1/."""

from django.urls import path

from scoring.api import views

urlpatterns = [
    path("games/", views.Games.as_view(), name="api_games"),
    path("games/<uuid:game_id>/", views.OneGame.as_view(), name="api_game"),
    path("games/<uuid:game_id>/record/", views.Record.as_view(), name="api_record"),
    path("games/<uuid:game_id>/entries/", views.Entries.as_view(), name="api_entries"),
    path("games/<uuid:game_id>/unknown/", views.Unknown.as_view(), name="api_unknown"),
    path("score/", views.Score.as_view(), name="api_score"),
    path("session/", views.Session.as_view(), name="api_session"),
    path("handover/", views.TakeOver.as_view(), name="api_handover"),
    path("schema/", views.Schema.as_view(http_method_names=["get", "head"]), name="api_schema"),
]
