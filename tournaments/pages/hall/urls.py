"""Addresses of the desk during play: the board, clocks, the double-check list, how the evening is
run.
"""

from django.urls import URLPattern, path

from tournaments.pages.hall.views import board, checks, evening

T = "desk/<uuid:tournament_id>/"

urlpatterns: list[URLPattern] = [
    path(f"{T}board/", board.board, name="desk_board"),
    path(
        f"{T}rounds/<int:stage>/<int:number>/clock/<slug:action>/", board.clock, name="desk_clock"
    ),
    path(f"{T}matches/<int:match_id>/extra/", board.extra, name="desk_extra"),
    path(f"{T}remarks/<int:remark_id>/call/", board.call, name="desk_call"),
    path(f"{T}phones/<int:phone_id>/", board.phone, name="desk_phone"),
    path(f"{T}checks/", checks.checks, name="desk_checks"),
    path(f"{T}checks/<int:match_id>/", checks.check, name="desk_check"),
    path(f"{T}evening/", evening.evening, name="desk_evening"),
]
