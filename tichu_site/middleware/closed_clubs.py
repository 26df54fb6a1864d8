"""Answer requests for anything of a closed club with 410, and name its new address."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.games.access.devices import known_device
from scoring.games.content_negotiation import asks_for_json
from scoring.games.permissions import rights_in
from scoring.pages.common import ClubClosedError, turned_away


class ClosedClubsMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, ClubClosedError):
            return None
        if asks_for_json(request):
            return turned_away(request, "club_closed", exception.message, 410)
        club = exception.club
        context = {"club": club, "rights": rights_in(club, known_device(request), request.user)}
        response = render(request, "tournaments/club/closed.html", context, status=410)
        response["Cache-Control"] = "no-store"
        return response
