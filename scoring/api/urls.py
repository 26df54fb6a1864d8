"""Addresses of the API, under /api/v1/."""

from django.urls import path

from scoring.api import clubs, people, views

C, P = "clubs/<int:club_id>/", "people/<int:person_id>/"

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
    path("clubs/", clubs.Clubs.as_view(), name="api_clubs"),
    path(C, clubs.OneClub.as_view(), name="api_club"),
    path(f"{C}evenings/", clubs.ClubEvenings.as_view(), name="api_club_evenings"),
    path(f"{C}evenings/<str:night>/", clubs.ClubEvening.as_view(), name="api_club_evening"),
    path(f"{C}people/", clubs.ClubPeople.as_view(), name="api_club_people"),
    path(f"{C}years/<int:year>/", clubs.ClubYear.as_view(), name="api_club_year"),
    path(f"{C}years/<int:year>/people/", clubs.ClubYearPeople.as_view(), name="api_club_year_people"),
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
]
