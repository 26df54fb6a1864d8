"""The desk's addresses of session rounds, matches and penalties."""

from django.urls import URLPattern, path

from tournaments.views import matches, penalties, rounds

urlpatterns: list[URLPattern] = [
    path("<uuid:tournament_id>/rounds/", rounds.draw, name="desk_draw"),
    path("<uuid:tournament_id>/stages/<int:stage>/<slug:action>/", rounds.stage_do, name="desk_stage_do"),
    path("<uuid:tournament_id>/rounds/<int:stage>/<int:number>/", rounds.session_round, name="desk_round"),
    path("<uuid:tournament_id>/rounds/<int:stage>/<int:number>/swap/", rounds.swap, name="desk_swap"),
    path("<uuid:tournament_id>/rounds/<int:stage>/<int:number>/<slug:action>/", rounds.round_do, name="desk_round_do"),
    path("<uuid:tournament_id>/matches/<int:match_id>/", matches.match, name="desk_match"),
    path("<uuid:tournament_id>/matches/<int:match_id>/<slug:action>/", matches.match_do, name="desk_match_do"),
    path("<uuid:tournament_id>/penalties/", penalties.penalties, name="desk_penalties"),
    path("<uuid:tournament_id>/penalties/<int:ruling_id>/undo/", penalties.undo, name="desk_penalty_undo"),
]
