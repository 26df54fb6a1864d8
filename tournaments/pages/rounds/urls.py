"""Addresses of the desk: session rounds, matches, penalties; changes after publication, settling,
undoing.
"""

from django.urls import URLPattern, path

from tournaments.pages.rounds.views import (
    changes,
    disputes,
    hands,
    match,
    paper_results,
    papers,
    penalties,
    rounds,
    seats,
)

T = "desk/<uuid:tournament_id>/"

urlpatterns: list[URLPattern] = [
    path(f"{T}log/<int:line_id>/undo/", changes.undo_line, name="desk_undo"),
    path(f"{T}rounds/<int:stage>/<int:number>/places/", changes.places, name="desk_places"),
    path(f"{T}matches/<int:match_id>/move/", changes.move, name="desk_move_result"),
    path(f"{T}matches/<int:match_id>/paper/", paper_results.paper, name="desk_paper"),
    path(f"{T}rounds/<int:stage>/<int:number>/papers/", papers.papers, name="desk_papers"),
    path(f"{T}matches/<int:match_id>/correct/", paper_results.correct, name="desk_correct"),
    path(f"{T}matches/<int:match_id>/settle/", disputes.settle, name="desk_settle"),
    path(f"{T}matches/<int:match_id>/late/<uuid:entry_id>/", disputes.late, name="desk_late"),
    path(
        f"{T}matches/<int:match_id>/games/<int:game>/hands/<int:number>/",
        hands.hand,
        name="desk_hand",
    ),
    path(f"{T}matches/<int:match_id>/seats/", seats.seats, name="desk_seats"),
    path(f"{T}remarks/<int:remark_id>/answer/", disputes.answer, name="desk_answer"),
    # Last: a match's address ends in any word.
    path(f"{T}rounds/", rounds.draw, name="desk_draw"),
    path(f"{T}stages/<int:stage>/<slug:action>/", rounds.stage_do, name="desk_stage_do"),
    path(f"{T}rounds/<int:stage>/<int:number>/", rounds.session_round, name="desk_round"),
    path(f"{T}rounds/<int:stage>/<int:number>/swap/", rounds.swap, name="desk_swap"),
    path(
        f"{T}rounds/<int:stage>/<int:number>/<slug:action>/", rounds.round_do, name="desk_round_do"
    ),
    path(f"{T}matches/<int:match_id>/", match.match, name="desk_match"),
    path(f"{T}matches/<int:match_id>/<slug:action>/", match.match_do, name="desk_match_do"),
    path(f"{T}penalties/", penalties.penalties, name="desk_penalties"),
    path(f"{T}penalties/<int:ruling_id>/undo/", penalties.undo, name="desk_penalty_undo"),
]
