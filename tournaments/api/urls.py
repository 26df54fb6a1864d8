"""API addresses of clubs, people and tournaments, under /api/v1/.

Access to each is listed in `tournaments.permissions` or `scoring.games.permissions`.
"""

from django.urls import path

from tournaments.api import clubs, people, seasons, views

C, P = "clubs/<int:club_id>/", "people/<int:person_id>/"

urlpatterns = [
    path("clubs/", clubs.Clubs.as_view(), name="api_clubs"),
    path(C, clubs.OneClub.as_view(), name="api_club"),
    path(f"{C}evenings/", clubs.ClubEvenings.as_view(), name="api_club_evenings"),
    path(f"{C}evenings/<str:night>/", clubs.ClubEvening.as_view(), name="api_club_evening"),
    path(f"{C}people/", clubs.ClubPeople.as_view(), name="api_club_people"),
    path(f"{C}years/<int:year>/", clubs.ClubYear.as_view(), name="api_club_year"),
    path(
        f"{C}years/<int:year>/people/", clubs.ClubYearPeople.as_view(), name="api_club_year_people"
    ),
    path(f"{C}all-time/", clubs.ClubAllTime.as_view(), name="api_club_all_time"),
    path(f"{C}records/", clubs.ClubRecords.as_view(), name="api_club_records"),
    path(f"{C}ratings/<str:family>/", clubs.ClubRatings.as_view(), name="api_club_ratings"),
    path(P, people.OnePerson.as_view(), name="api_person"),
    path(f"{P}statistics/", people.PersonStatistics.as_view(), name="api_person_statistics"),
    path(f"{P}years/<int:year>/", people.PersonYear.as_view(), name="api_person_year"),
    path(f"{P}with/<int:partner_id>/", people.PersonWith.as_view(), name="api_person_with"),
    path(
        f"{P}with/<int:partner_id>/against/<int:third_id>/<int:fourth_id>/",
        people.PersonAgainst.as_view(),
        name="api_person_against",
    ),
    path(f"{P}ratings/<str:family>/", people.PersonRatings.as_view(), name="api_person_ratings"),
    path("chance/", people.Chance.as_view(), name="api_chance"),
    path("tournaments/", views.Tournaments.as_view(), name="api_tournaments"),
    path("tournaments/<uuid:tournament_id>/", views.OneTournament.as_view(), name="api_tournament"),
    path("tournaments/<uuid:tournament_id>/rounds/", views.Rounds.as_view(), name="api_rounds"),
    path(
        "tournaments/<uuid:tournament_id>/rounds/<int:stage>/<int:number>/",
        views.OneRound.as_view(),
        name="api_round",
    ),
    path(
        "tournaments/<uuid:tournament_id>/results/<int:stage>/<int:number>/",
        views.Results.as_view(),
        name="api_results",
    ),
    path(
        "tournaments/<uuid:tournament_id>/standings/<int:stage>/",
        views.Standings.as_view(),
        name="api_standings",
    ),
    path(
        "tournaments/<uuid:tournament_id>/boards/<int:stage>/",
        views.Boards.as_view(),
        name="api_boards",
    ),
    path("seasons/", seasons.Seasons.as_view(), name="api_seasons"),
    path("seasons/<uuid:season_id>/", seasons.OneSeason.as_view(), name="api_season"),
    path("seasons/<uuid:season_id>/table/", seasons.Table.as_view(), name="api_season_table"),
]
