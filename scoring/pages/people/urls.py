"""Addresses of the people that a phone knows, and of their statistics."""

from django.urls import URLPattern, path

from scoring.pages.people.views import claiming, merging, people

urlpatterns: list[URLPattern] = [
    path("people/", people.people, name="people"),
    path("people/<int:player_id>/", people.person, name="person"),
    path("people/<int:player_id>/name/", people.seen_name, name="person_name"),
    path("people/<int:player_id>/rename/", people.rename_person, name="person_rename"),
    path("people/<int:player_id>/data/", people.data, name="person_data"),
    path("people/<int:player_id>/data.json", people.data_file, name="person_file"),
    path("people/<int:player_id>/erase/", people.erase_person, name="person_erase"),
    path("people/<int:player_id>/merge/", merging.choose, name="person_merge"),
    path("people/<int:player_id>/merge/<int:other_id>/", merging.merging, name="person_merge_with"),
    path("people/<int:player_id>/apart/<int:other_id>/", merging.apart, name="person_apart"),
    path("people/<int:player_id>/part/<int:merge_id>/", merging.parting, name="person_part"),
    path("people/<int:player_id>/claim/", claiming.claim_page, name="person_claim"),
    path("people/<int:player_id>/claim/link/", claiming.make, name="person_claim_link"),
    path("people/<int:player_id>/claim/revoke/", claiming.revoke, name="person_claim_revoke"),
    path("people/<int:player_id>/claim/say/", claiming.request_claim, name="person_claim_say"),
    path(
        "people/<int:player_id>/claim/<int:claim_id>/answer/",
        claiming.answer,
        name="person_claim_answer",
    ),
    path(
        "people/<int:player_id>/claim/<int:claim_id>/end/",
        claiming.give_back,
        name="person_claim_end",
    ),
    path("claim/<str:token>/", claiming.claim, name="claim"),
    path("people/<int:player_id>/rounds/<str:figure>/", people.rounds, name="person_rounds"),
    path("people/<int:player_id>/games/<str:figure>/", people.games, name="person_games"),
    path("people/<int:player_id>/with/<int:partner_id>/", people.pair, name="person_with"),
    path(
        "people/<int:player_id>/with/<int:partner_id>/against/<int:third_id>/<int:fourth_id>/",
        people.versus,
        name="person_against",
    ),
    path("people/<int:player_id>/year/<int:year>/", people.year, name="year"),
    path(
        "people/<int:player_id>/year/<int:year>/picture.png",
        people.year_picture,
        name="year_picture",
    ),
    path("ratings/", people.ratings, name="ratings"),
    path("ratings/<str:family>/", people.ratings, name="ratings_of"),
]
