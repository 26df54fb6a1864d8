"""The desk's addresses of the evening: the board, the clock, calls, results off paper, the double-check list."""

from django.urls import URLPattern, path

from tournaments.views import board, checks, evening

T = "<uuid:tournament_id>/"

urlpatterns: list[URLPattern] = [
    path(f"{T}board/", board.board, name="desk_board"),
    path(f"{T}rounds/<int:stage>/<int:number>/clock/<slug:action>/", board.clock, name="desk_clock"),
    path(f"{T}matches/<int:match_id>/extra/", board.extra, name="desk_extra"),
    path(f"{T}remarks/<int:remark_id>/call/", board.call, name="desk_call"),
    path(f"{T}phones/<int:phone_id>/", board.phone, name="desk_phone"),
    path(f"{T}checks/", checks.checks, name="desk_checks"),
    path(f"{T}checks/<int:match_id>/", checks.check, name="desk_check"),
    path(f"{T}evening/", evening.evening, name="desk_evening"),
]
