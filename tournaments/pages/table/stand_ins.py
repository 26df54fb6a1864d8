"""Stand-ins in a match, named at its table before the first hand."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from scoring.pages.share.views import kept_secret
from tournaments.pages.stand_ins import StandIns
from tournaments.pages.table.views import back, gone, opened


@require_http_methods(["GET", "HEAD", "POST"])
def match_stand_ins(request: HttpRequest, token: str) -> HttpResponse:
    """Show who stands in for whom, name somebody, or take that back."""
    row = opened(token)
    if row is None:
        return gone(request)
    shown = StandIns(row, request, None)
    if request.method == "POST" and shown.save():
        return back(token)
    context = {
        "token": token,
        "match": row,
        "tournament": row.session_round.stage.tournament,
        "stand_ins": shown,
    }
    page = render(request, "tournaments/table/stand_ins.html", context, status=shown.status)
    return kept_secret(page)
