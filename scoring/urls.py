"""Addresses of games, clubs and links."""

from django.urls import path

from scoring.views import app, club, handover, kit, putting_right, sharing, sheet, start, table, wall

urlpatterns = [
    path("", start.front, name="front"),
    path("sw.js", app.service_worker, name="service_worker"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("offline/", app.offline, name="offline"),
    path("here/", app.here, name="here"),
    path("handover/", handover.handover, name="handover"),
    path("new/", start.new_game, name="new_game"),
    path("new/kit/", kit.start_kit, name="start_kit"),
    path("again/<uuid:game_id>/", start.play_again, name="play_again"),
    path("sheets/<slug:variant>/", sheet.empty_sheet, name="empty_sheet"),
    # One game
    path("games/<uuid:game_id>/", sheet.game, name="game"),
    path("games/<uuid:game_id>/print/", sheet.game_print, name="game_print"),
    path("games/<uuid:game_id>/wall/", wall.wall, name="wall"),
    path("games/<uuid:game_id>/pause/", sheet.pause, name="pause"),
    path("games/<uuid:game_id>/resume/", sheet.resume, name="resume"),
    path("games/<uuid:game_id>/finish/", sheet.finish, name="finish_early"),
    path("games/<uuid:game_id>/reopen/", sheet.reopen, name="reopen"),
    path("games/<uuid:game_id>/rematch/", sheet.play_rematch, name="rematch"),
    path("games/<uuid:game_id>/rounds/<int:number>/", sheet.round_history, name="round_history"),
    path("games/<uuid:game_id>/rounds/<int:number>/correct/", table.correct, name="correct_round"),
    # The table's phone
    path("games/<uuid:game_id>/score/", table.score, name="score"),
    path("games/<uuid:game_id>/rounds/", table.record, name="record_round"),
    path("games/<uuid:game_id>/state/", table.state, name="table_state"),
    path("games/<uuid:game_id>/seen/", table.seen, name="seen"),
    path("games/<uuid:game_id>/rounds/<int:number>/choose/", table.choose, name="choose_version"),
    path("games/<uuid:game_id>/agree/", table.agree, name="agree"),
    path("games/<uuid:game_id>/chair/", table.chair, name="choose_chair"),
    path("games/<uuid:game_id>/undo/", table.undo, name="undo_round"),
    path("games/<uuid:game_id>/settings/", table.table_settings, name="table_settings"),
    # Putting it right
    path("games/<uuid:game_id>/setup/", putting_right.put_right, name="put_right"),
    path("games/<uuid:game_id>/setup/back/", putting_right.put_back, name="put_back"),
    path("games/<uuid:game_id>/again/", putting_right.start_again, name="start_again"),
    path("games/<uuid:game_id>/delete/", putting_right.delete_game, name="delete_game"),
    path("games/<uuid:game_id>/restore/", putting_right.restore_game, name="restore_game"),
    # Links
    path("games/<uuid:game_id>/share/", sharing.share, name="share"),
    path("games/<uuid:game_id>/share/<slug:role>/renew/", sharing.renew, name="renew_link"),
    path("games/<uuid:game_id>/share/<slug:role>/revoke/", sharing.revoke, name="revoke_link"),
    path("look/<str:token>/", sharing.look, name="look"),
    path("look/<str:token>/seen/", sharing.look_seen, name="look_seen"),
    path("look/<str:token>/wall/", wall.look_wall, name="look_wall"),
    path("join/<str:token>/", sharing.join, name="join"),
    # A club's names
    path("club/", club.club, name="club"),
    path("club/start/", club.start, name="club_start"),
    path("club/leave/", club.leave, name="club_leave"),
    path("club/link/", club.link, name="club_link"),
    path("club/join/<str:token>/", club.join, name="club_join"),
]
