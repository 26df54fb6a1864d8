"""The prize-giving: which results are kept for it, and announcing the ranks in any order."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.games.parsing import whole_of
from scoring.rules import RuleError
from tournaments.actions import revealing
from tournaments.models import Match, SessionRound, Stage, Tournament
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament
from tournaments.pages.figures import points_of
from tournaments.pages.public.criteria import column, figure_in
from tournaments.pages.public.standing import others_of
from tournaments.pages.round_names import name_by_number, numbered
from tournaments.pages.viewer import Viewer, entrants_of
from tournaments.pairing.formats import FORMATS
from tournaments.stage import frozen_results
from tournaments.stage.prize_lists import prize_lists, winners
from tournaments.stage.ranking import ranked

STEPS = {revealing.NEXT, revealing.FIVE, revealing.EVERYBODY}


@dataclass(frozen=True)
class RankLine:
    """A place of the final ranking as the director sees it. `next_` if it is announced next.

    `step` identifies what is announced together; only its first line has it, the others 0.
    """

    rank: int
    name: str
    points: str
    told: bool
    next_: bool
    step: int = 0


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def reveal(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show what is kept, and the prize-giving's buttons; POST carries out `do`."""
    if request.method != "POST":
        return _page(request, tournament)
    try:
        _do(request, tournament)
    except RuleError as error:
        return _page(request, tournament, error)
    screen = whole_of(request.POST.get("screen", ""), None, digits=18)
    there = (
        ("desk_reveal", tournament.pk) if screen is None else ("desk_screen", tournament.pk, screen)
    )
    answer = redirect(reverse(there[0], args=there[1:]))
    answer.status_code = 303
    return answer


def _do(request: SignedInRequest, tournament: Tournament) -> None:
    """Carry out an action. Raises Http404 for an unknown one."""
    what, user = request.POST.get("do", ""), request.user
    if what == "freeze":
        first, _dash, second = request.POST.get("from", "").partition("-")
        stage, number = (whole_of(part, None, digits=4) for part in (first, second))
        if stage is None or number is None:
            raise Http404
        revealing.freeze(tournament, user, stage, number)
    elif what == "unfreeze":
        revealing.unfreeze(tournament, user)
    elif what in STEPS:
        revealing.reveal(
            tournament, user, what, whole_of(request.POST.get("one_by_one", ""), None, digits=2)
        )
    elif what == "back":
        revealing.hide_step(tournament, user)
    else:
        _do_in_any_order(request, tournament)


def _do_in_any_order(request: SignedInRequest, tournament: Tournament) -> None:
    """Carry out what a line's own button does, `tell-3` or `hide-3`, or choose the order."""
    what, _dash, text = request.POST.get("do", "").partition("-")
    step = whole_of(text, None, digits=5)
    if what == "order":
        revealing.choose_order(tournament, text)
    elif what == "tell" and step is not None:
        revealing.reveal_step(tournament, request.user, step)
    elif what == "hide" and step is not None:
        revealing.hide_step(tournament, request.user, step)
    else:
        raise Http404


def _page(
    request: SignedInRequest, tournament: Tournament, error: RuleError | None = None
) -> HttpResponse:
    tournament.refresh_from_db()
    stage = Stage.objects.filter(tournament=tournament).order_by("-number").first()
    if stage is None:
        raise Http404
    stage.tournament = tournament
    frozen = frozen_results.is_frozen(tournament)
    ours = tournament.frozen_stage == stage.number
    here = frozen and ours
    context = {
        "tournament": tournament,
        "tab": "reveal",
        "stage": stage,
        "frozen": frozen,
        "over": not frozen and revealing.ended_prize_giving(tournament) is not None,
        "orders": [
            (value, label, value == tournament.giving_order)
            for value, label in Tournament.GivingOrder.choices
        ],
        "from_round": numbered(stage, tournament.frozen_round or 0),
        "ours": ours,
        "choices": [] if frozen else _choices(stage),
        "knock_out": FORMATS[stage.format].ranks_itself,
        "one_by_one": _single_announcements(tournament, stage),
        "lines": _lines(tournament, stage) if here else [],
        "prizes": _prizes(tournament, stage) if here else [],
        "not_yet": _obstacles(tournament, stage) if here else [],
        "errors": messages_of(error) if error else [],
    }
    return render(request, "tournaments/wall/revealing.html", context, status=409 if error else 200)


def giving_of(tournament: Tournament) -> dict[str, Any]:
    """Return the context of the prize-giving's buttons on the remote control of a screen; `giving`
    is false if nothing can be announced now. Two queries outside of a prize-giving.
    """
    stage = Stage.objects.filter(tournament=tournament).order_by("-number").first()
    kept = frozen_results.is_frozen(tournament)
    if stage is None or not kept or tournament.frozen_stage != stage.number:
        return {"giving": False}
    stage.tournament = tournament
    not_yet = _obstacles(tournament, stage)
    lines = [] if not_yet else _lines(tournament, stage)
    return {
        "giving": not not_yet,
        "not_yet": not_yet,
        "one_by_one": _single_announcements(tournament, stage),
        "coming": next((line for line in lines if line.next_), None),
    }


def _single_announcements(tournament: Tournament, stage: Stage) -> list[tuple[int, bool]]:
    """Return how many of a cup's top may be announced one by one, and which is chosen; empty once
    it has begun.
    """
    if not FORMATS[stage.format].ranks_itself or tournament.revealed:
        return []
    found = revealing.one_by_one_choices(stage)
    return [(number, number == min(tournament.one_by_one, found[-1])) for number in found]


def _obstacles(tournament: Tournament, stage: Stage) -> list[str]:
    """Return why nothing can be announced yet; empty if all results are in."""
    try:
        revealing.check_results(tournament, stage)
    except RuleError as error:
        return messages_of(error)
    return []


def _choices(stage: Stage) -> list[tuple[str, str, bool]]:
    """Return the session rounds from which the last stage can be kept, newest first: value, name,
    whether it is chosen.

    The next round to publish is one of them. It is the default if all results of the newest are
    public; otherwise the newest is.
    """
    published = (
        SessionRound.objects.filter(stage=stage)
        .exclude(state=SessionRound.State.DRAFT)
        .order_by("number")
    )
    numbers = list(published.values_list("number", flat=True))
    newest = numbers[-1] if numbers else 0
    first = newest if FORMATS[stage.format].ranks_itself and newest else 1
    last = revealing.last_to_keep(stage, newest)
    seen = (
        newest
        and not Match.objects.filter(
            session_round__in=published.filter(number=newest), done=False
        ).exists()
    )
    chosen = last if seen else max(newest, 1)
    later = _("not published yet")
    return [
        (
            f"{stage.number}-{number}",
            name_by_number(stage, number) + ("" if number <= newest else f" ({later})"),
            number == chosen,
        )
        for number in range(last, first - 1, -1)
    ]


def _lines(tournament: Tournament, stage: Stage) -> list[RankLine]:
    """Return the final ranking over all stages, for the director only, with what is announced."""
    seen = Viewer(tournament, whole=True)
    history = seen.history(stage)
    others, left = others_of(seen, stage)
    names = seen.names([*entrants_of(history), *left])
    found = frozen_results.steps_of(tournament, stage, ranked(history), others)
    done = frozen_results.announced(tournament, found)
    coming = frozen_results.to_announce(found, done, tournament.giving_order)[:1]
    counts = frozen_results.counts(found)
    by_points = not FORMATS[stage.format].ranks_itself
    below = {one.row.id for one in others}
    return [
        RankLine(
            row.rank,
            names[row.id],
            points_of(stage, row) if by_points and row.id not in below else "",
            number in done,
            number in coming,
            0 if at else counts[number],
        )
        for number, step in reversed(list(enumerate(found)))
        for at, row in enumerate(sorted(step, key=lambda row: row.rank))
    ]


def _prizes(tournament: Tournament, stage: Stage) -> list[tuple[str, list[RankLine]]]:
    """Return the name and the first three of each prize list, to be called up by the director."""
    seen = Viewer(tournament, whole=True)
    history = seen.history(stage)
    found = winners(prize_lists(history))
    names = seen.names(entrants_of(history)) if found else {}
    return [
        (
            column(key).name,
            [
                RankLine(row.rank, names[row.id], figure_in(row, key), told=False, next_=False)
                for row in rows
            ],
        )
        for key, rows in found.items()
    ]
