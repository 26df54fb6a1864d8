"""Addresses of seasons: what the club's people see, and what its directors set up."""

from django.urls import URLPattern, path

from tournaments.pages.season.views import person, season, setting

S = "desk/seasons/<uuid:season_id>/"

urlpatterns: list[URLPattern] = [
    path("seasons/", season.seasons, name="seasons"),
    path("seasons/<uuid:season_id>/", season.season, name="season"),
    path("seasons/<uuid:season_id>/figures/<str:figure>/", season.figure, name="season_figure"),
    path("seasons/<uuid:season_id>/people/<int:player_id>/", person.person, name="season_person"),
    path(
        "seasons/<uuid:season_id>/people/<int:player_id>/rounds/<str:figure>/",
        person.rounds,
        name="season_person_rounds",
    ),
    path(
        "seasons/<uuid:season_id>/people/<int:player_id>/games/<str:figure>/",
        person.games,
        name="season_person_games",
    ),
    path("desk/clubs/<int:club_id>/seasons/", setting.seasons, name="desk_seasons"),
    path(f"{S}", setting.setup, name="desk_season"),
    path(f"{S}events/", setting.events, name="desk_season_events"),
    path(f"{S}show/", setting.show, name="desk_season_show"),
    path(f"{S}delete/", setting.delete, name="desk_season_delete"),
]
