"""Addresses of games, people and links. Each is listed in `scoring.games.permissions`."""

from django.urls import path

from scoring.pages import app, handover, setup, substitutes, wall
from scoring.pages.people import (
    claiming,
    drilldown,
    erasing,
    merging,
    name_visibility,
    pairs,
    personal_data,
    rated_pages,
    views,
    year,
)
from scoring.pages.phones import views as phones
from scoring.pages.share import views as share
from scoring.pages.sheet import views as sheet
from scoring.pages.start.views import kit, start
from scoring.pages.table import views as table

urlpatterns = [
    # The installable app: manifest, service worker, offline pages.
    path("sw.js", app.service_worker, name="service_worker"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("offline/", app.offline, name="offline"),
    path("here/", app.here, name="here"),
    # Starting a game.
    path("games/", start.games, name="all_games"),
    path("new/", start.new_game, name="new_game"),
    path("again/<uuid:game_id>/", start.play_again, name="play_again"),
    path("new/kit/", kit.start_kit, name="start_kit"),
    # Correcting a game's setup, restarting and deleting it.
    path("games/<uuid:game_id>/setup/", setup.put_right, name="put_right"),
    path("games/<uuid:game_id>/setup/back/", setup.put_back, name="put_back"),
    path("games/<uuid:game_id>/players/", substitutes.substitute, name="substitute"),
    path("games/<uuid:game_id>/players/back/", substitutes.substitute_back, name="substitute_back"),
    path("games/<uuid:game_id>/again/", setup.start_again, name="start_again"),
    path("games/<uuid:game_id>/delete/", setup.delete_game, name="delete_game"),
    path("games/<uuid:game_id>/restore/", setup.restore_game, name="restore_game"),
    # The phone on the table.
    path("games/<uuid:game_id>/rounds/<int:number>/correct/", table.correct, name="correct_round"),
    path("games/<uuid:game_id>/score/", table.score, name="score"),
    path("games/<uuid:game_id>/rounds/", table.record, name="record_round"),
    path("games/<uuid:game_id>/state/", table.state, name="table_state"),
    path("games/<uuid:game_id>/seen/", table.seen, name="seen"),
    path("games/<uuid:game_id>/rounds/<int:number>/choose/", table.choose, name="choose_version"),
    path("games/<uuid:game_id>/agree/", table.agree, name="agree"),
    path("games/<uuid:game_id>/chair/", table.chair, name="choose_chair"),
    path("games/<uuid:game_id>/undo/", table.undo, name="undo_round"),
    path("games/<uuid:game_id>/settings/", table.table_settings, name="table_settings"),
    # The score sheet, on screen and on paper.
    path("sheets/<slug:variant>/", sheet.empty_sheet, name="empty_sheet"),
    path("example/", sheet.example_game, name="example_game"),
    path("games/<uuid:game_id>/", sheet.game, name="game"),
    path("games/<uuid:game_id>/print/", sheet.game_print, name="game_print"),
    path("games/<uuid:game_id>/pause/", sheet.pause, name="pause"),
    path("games/<uuid:game_id>/resume/", sheet.resume, name="resume"),
    path("games/<uuid:game_id>/finish/", sheet.finish, name="finish_early"),
    path("games/<uuid:game_id>/reopen/", sheet.reopen, name="reopen"),
    path("games/<uuid:game_id>/rematch/", sheet.play_rematch, name="rematch"),
    path("games/<uuid:game_id>/rounds/<int:number>/", sheet.round_history, name="round_history"),
    # A game's wall screen.
    path("games/<uuid:game_id>/wall/", wall.wall, name="wall"),
    path("look/<str:token>/wall/", wall.look_wall, name="look_wall"),
    # Viewing and scoring links.
    path("games/<uuid:game_id>/share/", share.share, name="share"),
    path("games/<uuid:game_id>/share/<slug:role>/renew/", share.renew, name="renew_link"),
    path("games/<uuid:game_id>/share/<slug:role>/revoke/", share.revoke, name="revoke_link"),
    path("games/<uuid:game_id>/picture/", share.picture, name="game_picture"),
    path("look/<str:token>/", share.look, name="look"),
    path("look/<str:token>/picture/", share.look_picture, name="look_picture"),
    path("look/<str:token>/seen/", share.look_seen, name="look_seen"),
    path("join/<str:token>/", share.join, name="join"),
    # The people that a phone knows, and their statistics.
    path("people/", views.people, name="people"),
    path("people/<int:player_id>/", views.person, name="person"),
    path("people/<int:player_id>/name/", name_visibility.seen_name, name="person_name"),
    path("people/<int:player_id>/rename/", name_visibility.rename_person, name="person_rename"),
    path("people/<int:player_id>/data/", personal_data.data, name="person_data"),
    path("people/<int:player_id>/data.json", personal_data.data_file, name="person_file"),
    path("people/<int:player_id>/erase/", erasing.erase_person, name="person_erase"),
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
    path("people/<int:player_id>/rounds/<str:figure>/", drilldown.rounds, name="person_rounds"),
    path("people/<int:player_id>/games/<str:figure>/", drilldown.games, name="person_games"),
    path("people/<int:player_id>/with/<int:partner_id>/", pairs.pair, name="person_with"),
    path(
        "people/<int:player_id>/with/<int:partner_id>/against/<int:third_id>/<int:fourth_id>/",
        pairs.versus,
        name="person_against",
    ),
    path("people/<int:player_id>/year/<int:year>/", year.year, name="year"),
    path(
        "people/<int:player_id>/year/<int:year>/picture.png",
        year.year_picture,
        name="year_picture",
    ),
    path("ratings/", rated_pages.ratings, name="ratings"),
    path("ratings/<str:family>/", rated_pages.ratings, name="ratings_of"),
    # Phones that have the same games.
    path("phones/", phones.my_phones, name="my_phones"),
    path("phones/code/", phones.make_code, name="my_phones_code"),
    path("phones/code/revoke/", phones.revoke_code, name="my_phones_revoke"),
    path("phones/code/print/", phones.printed_code, name="my_phones_print"),
    path("phones/qr/", phones.make_qr, name="my_phones_qr"),
    path("phones/<int:number>/remove/", phones.remove_phone, name="my_phones_remove"),
    path("phones/noted/", phones.note_phones, name="my_phones_noted"),
    path("bring/", phones.bring_games, name="bring_games"),
    path("bring/<str:token>/", phones.bring_link, name="bring_link"),
    path("brought/", phones.brought, name="brought"),
    # Reading in what another phone recorded.
    path("handover/", handover.handover, name="handover"),
]
