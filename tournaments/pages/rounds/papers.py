"""Entering paper results of a whole hall: a line for each table, with the sums of its games or the
stored result.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scoring.pages.common import by_field, status_of
from scoring.rules import RuleError
from tournaments.match import paper_sheet
from tournaments.match.reasons import PAPER_SHEET
from tournaments.models import Match, MatchGame, SessionRound, Tournament
from tournaments.names import names_of, side_names
from tournaments.pages.common import SignedInRequest, of_tournament, stage_or_404
from tournaments.pages.next_action import current_state
from tournaments.pages.round_names import name_by_number
from tournaments.pages.round_tables import SideLine, is_level, side_lines
from tournaments.pages.rounds.double_entry import Typed, typed_of
from tournaments.pages.rounds.round_page import round_or_404
from tournaments.stage.history import RoundRows, Seated, rows_of
from tournaments.standings.points import SCORING_SYSTEMS


@dataclass(frozen=True)
class SumField:
    """The field of a side in a game: its name, its text, and the side's name."""

    name: str
    text: str
    side: str
    index: int
    wrong: bool = False


@dataclass(frozen=True)
class PaperLine:
    """A table of the hall.

    `games` has the fields of each of its games; `typed` if its sheet was typed and waits for a
    second person, or for a choice; `doubt` is what speaks against the stored result.
    `cursor` if typing continues here. `sheet` if sums are not enough, so that the whole sheet is
    typed on its own page.
    """

    match: Match
    sides: Sequence[SideLine]
    games: Sequence[Sequence[SumField]]
    done: bool
    sheet: bool = False
    doubt: str = ""
    errors: Sequence[str] = field(default_factory=tuple)
    cursor: bool = False
    typed: Typed | None = None

    @property
    def two_sides(self) -> bool:
        return len(self.sides) == 2


@dataclass(frozen=True)
class Refused:
    """A rejected line: what was typed, and the errors by field."""

    match: int
    typed: Mapping[str, str]
    wrong: Mapping[str, str]


def paper_lines(
    session_round: SessionRound,
    after: str = "",
    refused: Refused | None = None,
    by: int | None = None,
) -> list[PaperLine]:
    """Return every table in order, with the cursor in the first after the one with the anchor
    `after` that the account `by` has not typed.

    Six queries, seven if sheets are typed twice.
    """
    stage = session_round.stage
    rows = rows_of([session_round])[0]
    names = names_of(stage.tournament, public=False)
    games = MatchGame.objects.order_by("number")
    found = Match.objects.filter(session_round=session_round).prefetch_related(
        Prefetch("games", queryset=games)
    )
    of_match = {match.pk: list(match.games.all()) for match in found}
    system = SCORING_SYSTEMS[stage.points]
    sums_will_do = not system.needs_hands(system.read(stage.points_settings))
    twice = typed_of([seated.match for seated in rows.seated], by)
    done = {pk for pk, one in twice.items() if one.own or one.rows}
    at = _next_open(rows, after, done) if refused is None else refused.match

    def line(seated: Seated) -> PaperLine:
        match, games = seated.match, of_match[seated.match.pk]
        typed_here = sums_will_do and not match.done
        return PaperLine(
            match,
            side_lines(seated, names),
            _fields(games, names, refused, match) if typed_here else [],
            match.settled,
            sheet=not sums_will_do,
            doubt=_disputed(match) or _level(match) or _doubt(match, games),
            errors=_errors(refused, match),
            cursor=match.pk == at,
            typed=twice.get(match.pk),
        )

    return [line(seated) for seated in sorted(rows.seated, key=_in_turn)]


def _in_turn(seated: Seated) -> tuple[bool, int, int]:
    return seated.match.waiting, seated.match.turn, seated.match.number


def _fields(
    games: Sequence[MatchGame], names: Mapping[int, str], refused: Refused | None, match: Match
) -> list[list[SumField]]:
    typed: Mapping[str, str] = refused.typed if refused and refused.match == match.pk else {}
    wrong: Mapping[str, str] = refused.wrong if refused and refused.match == match.pk else {}
    found = []
    for game in games:
        line = []
        for index, side in enumerate(side_names(game.sides, names)):
            name = f"sum_{game.number}_{index}"
            line.append(SumField(name, typed.get(name, ""), side, index, name in wrong))
        found.append(line)
    return found


def _next_open(rows: RoundRows, after: str, typed: Collection[int] = ()) -> int:
    """Return the id of the first match without a result after the one with this anchor, starting
    over after the last; 0 for none. Leaves out those already `typed`.
    """
    matches = [seated.match for seated in rows.seated]  # in the order of the page
    start = next((at for at, match in enumerate(matches, 1) if match.anchor == after), 0)
    in_turn = matches[start:] + matches[:start]
    return next((match.pk for match in in_turn if not match.done and match.pk not in typed), 0)


def _errors(refused: Refused | None, match: Match) -> Sequence[str]:
    if refused is None or refused.match != match.pk:
        return ()
    return list(dict.fromkeys(refused.wrong.values()))


def _doubt(match: Match, games: Sequence[MatchGame]) -> str:
    """Return what is odd about a typed result; empty once somebody has checked it."""
    if match.checked_at is not None:
        return ""
    return paper_sheet.doubt_about(match.ruling, games, match.session_round)


def _disputed(match: Match) -> str:
    return _("disputed") if match.done and not match.settled else ""


def _level(match: Match) -> str:
    """Return a warning if a match lacks the winner that it needs."""
    if not is_level(match):
        return ""
    return _("Table %(table)s ended level, and somebody has to go on.") % {"table": match.number}


HALL = "hall"  # the field that marks a sheet as a line of this page


@require_GET
@of_tournament
def papers(
    request: SignedInRequest, tournament: Tournament, stage: int, number: int
) -> HttpResponse:
    """Show all tables of a session round, a line each; `?after=` is the anchor of the last one
    entered.
    """
    row = round_or_404(tournament, stage_or_404(tournament, stage), number)
    return _page(request, row, request.GET.get("after", ""))


def refused_line(request: SignedInRequest, match: Match, error: RuleError) -> HttpResponse:
    """Render the page again, with the errors of the line that was sent."""
    found = Refused(match.pk, request.POST.dict(), by_field(error.mistakes))
    return _page(request, match.session_round, match.anchor, found, status_of(error))


def address_after(match: Match) -> str:
    """Return where typing continues after this table."""
    row = match.session_round
    address = reverse("desk_papers", args=[row.stage.tournament_id, row.stage.number, row.number])
    return f"{address}?after={match.anchor}"


def _page(
    request: SignedInRequest,
    row: SessionRound,
    after: str,
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    lines = paper_lines(row, after, refused, request.user.pk)
    done = sum(line.done for line in lines)
    now = (
        current_state(row.stage.tournament)
        if done == len(lines) and row.state == SessionRound.State.PUBLISHED
        else None
    )
    context: Mapping[str, Any] = {
        "now": now,
        "steps": now.steps_of(row)[:1] if now else [],
        "tournament": row.stage.tournament,
        "tab": "rounds",
        "stage": row.stage,
        "round": row,
        "name": name_by_number(row.stage, row.number),
        "lines": lines,
        "typed": any(line.games for line in lines),
        "done": done,
        "draft": row.state == SessionRound.State.DRAFT,
        "reason": _(PAPER_SHEET),
        "this_page": reverse(
            "desk_papers", args=[row.stage.tournament_id, row.stage.number, row.number]
        ),
    }
    return render(request, "tournaments/rounds/papers.html", context, status=status)
