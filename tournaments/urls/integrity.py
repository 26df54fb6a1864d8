"""The desk's addresses of changing what others rely on: places, wrong tables and seats, disputes settled, undoing."""

from django.urls import URLPattern, path

from tournaments.views import changes, paper_results, seats, settling

urlpatterns: list[URLPattern] = [
    path("<uuid:tournament_id>/log/<int:line_id>/undo/", changes.undo_line, name="desk_undo"),
    path("<uuid:tournament_id>/rounds/<int:stage>/<int:number>/places/", changes.places, name="desk_places"),
    path("<uuid:tournament_id>/matches/<int:match_id>/move/", changes.move, name="desk_move_result"),
    path("<uuid:tournament_id>/matches/<int:match_id>/paper/", paper_results.paper, name="desk_paper"),
    path("<uuid:tournament_id>/matches/<int:match_id>/correct/", paper_results.correct, name="desk_correct"),
    path("<uuid:tournament_id>/matches/<int:match_id>/settle/", settling.settle, name="desk_settle"),
    path("<uuid:tournament_id>/matches/<int:match_id>/late/<uuid:entry_id>/", settling.late, name="desk_late"),
    path("<uuid:tournament_id>/matches/<int:match_id>/seats/", seats.seats, name="desk_seats"),
    path("<uuid:tournament_id>/remarks/<int:remark_id>/answer/", settling.answer, name="desk_answer"),
]
