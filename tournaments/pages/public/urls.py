"""Addresses of a tournament's public pages."""

from django.urls import URLPattern, path

from tournaments.pages.public.views import downloads, registration, standings, tournament

T = "tournaments/<uuid:tournament_id>/"

urlpatterns: list[URLPattern] = [
    path("tournaments/", tournament.tournaments, name="tournaments"),
    path(T, tournament.tournament, name="tournament"),
    path(f"{T}picture/", tournament.tournament_picture, name="tournament_picture"),
    path(f"{T}rounds/", tournament.tournament_rounds, name="tournament_rounds"),
    path(
        f"{T}rounds/<int:stage>/<int:number>/", tournament.tournament_round, name="tournament_round"
    ),
    path(f"{T}matches/<int:match_id>/", tournament.tournament_match, name="tournament_match"),
    path(f"{T}entrants/<int:entrant_id>/", tournament.entrant, name="entrant"),
    path(f"{T}standings/<int:stage>/", standings.standings, name="standings"),
    path(f"{T}standings/<int:stage>/standings.csv", downloads.standings_csv, name="standings_csv"),
    path(
        f"{T}standings/<int:stage>/<int:entrant_id>/<slug:criterion>/",
        standings.standings_value,
        name="standings_value",
    ),
    path(f"{T}bracket/<int:stage>/", standings.bracket, name="bracket"),
    path(f"{T}cross-table/<int:stage>/", standings.cross_table, name="cross_table"),
    path(f"{T}register/", registration.register, name="register"),
    path(f"{T}register/row/", registration.register_row, name="register_row"),
    path(f"{T}results.csv", downloads.results_csv, name="results_csv"),
]
