"""Addresses of tournaments in the API, under /api/v1/. Each has its row in `tournaments.permissions`."""

from django.urls import path

from tournaments.api import seasons, views

urlpatterns = [
    path("tournaments/", views.Tournaments.as_view(), name="api_tournaments"),
    path("tournaments/<uuid:tournament_id>/", views.OneTournament.as_view(), name="api_tournament"),
    path("tournaments/<uuid:tournament_id>/rounds/", views.Rounds.as_view(), name="api_rounds"),
    path(
        "tournaments/<uuid:tournament_id>/rounds/<int:stage>/<int:number>/", views.OneRound.as_view(), name="api_round"
    ),
    path(
        "tournaments/<uuid:tournament_id>/results/<int:stage>/<int:number>/",
        views.Results.as_view(),
        name="api_results",
    ),
    path("tournaments/<uuid:tournament_id>/standings/<int:stage>/", views.Standings.as_view(), name="api_standings"),
    path("seasons/", seasons.Seasons.as_view(), name="api_seasons"),
    path("seasons/<uuid:season_id>/", seasons.OneSeason.as_view(), name="api_season"),
    path("seasons/<uuid:season_id>/table/", seasons.Table.as_view(), name="api_season_table"),
]
