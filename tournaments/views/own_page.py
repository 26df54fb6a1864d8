"""The entrant's own page, by a link and without an account: am I in, where do I sit, how do I stand."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.rules import RuleError
from scoring.views.sharing import kept_secret
from tournaments import lifecycle
from tournaments.actions import entering
from tournaments.history import History, RoundRows, history_of
from tournaments.models import Entrant, SessionRound, Stage, Tournament
from tournaments.names import BETWEEN, members_of, names_of, shown_name
from tournaments.played import has_two_sides
from tournaments.ranking import entered_of, ranked
from tournaments.standings.lines import ABSENT, BYE, Entered
from tournaments.tokens import entrant_of, token_of
from tournaments.views.common import messages_of
from tournaments.views.entrants import status_of
from tournaments.words import number_words as shown
from tournaments.words import stage_name

P = ParamSpec("P")
Names = dict[int, str]


def by_own_link(
    view: Callable[Concatenate[HttpRequest, Entrant, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A view of an entrant's own, by the token in the address; one that opens nothing gets a plain sentence."""

    @wraps(view)
    def looked_up(request: HttpRequest, token: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        entrant = entrant_of(token)
        if entrant is not None:
            return kept_secret(view(request, entrant, *args, **kwargs))
        gone = _("This link opens no page any more: it was made anew since, or it is not complete. Ask a director.")
        return kept_secret(render(request, "404.html", {"exception": gone}, status=404))

    return looked_up


# What it shows ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OwnTable:
    """A table at which an entrant is to play: with whom, against whom, and the link to write what was played."""

    stage: str
    round: int
    number: int
    partners: str
    opponents: str
    address: str


@dataclass(frozen=True)
class OwnLine:
    """What an entrant has from one session round. `kind` as in `tournaments.standings.lines`, or "playing"."""

    round: int
    kind: str
    table: int = 0
    partners: str = ""
    opponents: str = ""
    points: str = ""
    score: str = ""


@dataclass(frozen=True)
class OwnStage:
    """How an entrant did in a stage: rank among so many (of the own group), points, and each session round."""

    number: int
    name: str
    lines: list[OwnLine]
    rank: int = 0
    among: int = 0
    group: str = ""
    points: str = ""


def own_stages(entrant: Entrant, names: Names) -> tuple[list[OwnStage], list[OwnTable]]:
    """The stages an entrant is part of, the newest first, and the tables that wait for them. Drafts are not shown.

    A few queries for each stage, whatever was played.
    """
    stages = Stage.objects.filter(tournament=entrant.tournament, participations__entrant=entrant).order_by("-number")
    found: list[OwnStage] = []
    tables: list[OwnTable] = []
    for stage in stages:
        stage.tournament = entrant.tournament
        history = history_of(stage, drafts=False)
        found.append(_own_stage(history, entrant.pk, names))
        if stage.state == Stage.State.RUNNING:
            tables += _own_tables(history, entrant.pk, names)
    return found, tables


def _own_stage(history: History, who: int, names: Names) -> OwnStage:
    entered = entered_of(history)
    (own,) = (one for one in entered if one.id == who)
    lines = _lines(history, own, names)
    name = stage_name(history.stage)
    if not any(line.kind != "playing" for line in lines):
        return OwnStage(history.stage.number, name, lines)
    standings = ranked(history, entered)
    (row,) = (row for row in standings if row.id == who)
    group = [other for other in standings if other.group == row.group]
    return OwnStage(
        number=history.stage.number,
        name=name,
        lines=lines,
        rank=1 + sum(other.rank < row.rank for other in group),
        among=len(group),
        group=row.group,
        points=shown(row.points),
    )


def _lines(history: History, own: Entered, names: Names) -> list[OwnLine]:
    results = {line.round: line for line in own.lines}
    two_sides = has_two_sides(history.stage.variant)
    lines = []
    for rows in history.rounds:
        number = rows.session_round.number
        table, partners, opponents = _met(rows, own.id, names)
        line = results.get(number)
        if line is None:
            lines.append(OwnLine(number, "playing", table, partners, opponents))
            continue
        score = ""
        if table and line.kind not in {BYE, ABSENT}:
            score = f"{shown(line.score)} : {shown(line.score_against)}" if two_sides else shown(line.score)
        lines.append(OwnLine(number, line.kind, table, partners, opponents, shown(line.total_points), score))
    return lines


def _met(rows: RoundRows, who: int, names: Names) -> tuple[int, str, str]:
    """The table where somebody sits in a session round, the partners and the opponents there; 0 where they do not."""
    for seated in rows.seated:
        for side in seated.sides:
            if who in side:
                partners = [one for one in side if one != who]
                return (
                    seated.match.number,
                    _named(partners, names),
                    _named((one for one in seated.everybody if one not in side), names),
                )
    return 0, "", ""


def _named(who: Iterable[int], names: Names) -> str:
    return BETWEEN.join(names.get(one, f"#{one}") for one in who)


def _own_tables(history: History, who: int, names: Names) -> list[OwnTable]:
    tables = []
    for rows in history.rounds:
        if rows.session_round.state != SessionRound.State.PUBLISHED:
            continue
        for seated in rows.seated:
            if who in seated.everybody and not seated.match.done:
                _number, partners, opponents = _met(rows, who, names)
                address = reverse("match", args=[token_of(seated.match)])
                tables.append(
                    OwnTable(
                        stage_name(history.stage),
                        rows.session_round.number,
                        seated.match.number,
                        partners,
                        opponents,
                        address,
                    )
                )
    return tables


# The page ---------------------------------------------------------------------------------------------------------


@require_safe
@by_own_link
def own_page(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """All that an entrant wants to know; with `?new=1` for who has just asked to play."""
    return _page(request, entrant)


@require_POST
@by_own_link
def own_check_in(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """I am here (`here` is 1), or not after all."""
    try:
        entering.check_in(entrant, None, here=request.POST.get("here") == "1")
    except RuleError as error:
        return _page(request, entrant, error)
    return redirect("own_page", token_of(entrant))


def _page(request: HttpRequest, entrant: Entrant, error: RuleError | None = None) -> HttpResponse:
    tournament: Tournament = entrant.tournament
    members = members_of([entrant]).get(entrant.pk, []) or entrant.asked_names
    stages, tables = own_stages(entrant, names_of(tournament))
    may_check_in = entrant.state == Entrant.State.ENTERED and tournament.state in lifecycle.TOURNAMENT["check_in"]
    context: dict[str, Any] = {
        "tournament": tournament,
        "entrant": entrant,
        "token": token_of(entrant),
        "name": shown_name(entrant, members, public=False),
        "members": members if entrant.label else [],
        "in_public": shown_name(entrant, members) if entrant.alias or entrant.hidden else "",
        "may_check_in": may_check_in,
        "stages": stages,
        "table": tables[0] if tables else None,
        "later": tables[1:],
        "address": request.build_absolute_uri(reverse("own_page", args=[token_of(entrant)])),
        "new": request.GET.get("new") == "1",
        "errors": messages_of(error) if error else [],
        "is_public": tournament.state != Tournament.State.DRAFT,
        "this_page": reverse("own_page", args=[token_of(entrant)]),
    }
    return render(request, "entering/own.html", context, status=status_of(error.mistakes) if error else 200)
