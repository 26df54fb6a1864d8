"""What the items of a screen show, read for the public: nothing that is kept for the prize-giving.

Lists come cut into pages that fill a screen, in columns that are read from ten metres: the more there is, the more
columns, down to a size that can still be read.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import Max
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.links import qr_svg
from scoring.names import alphabetical
from scoring.wording import MINUS, figure
from tournaments import clock as clocks
from tournaments.models import Entrant, Match, Screen, SessionRound, Stage, Tournament
from tournaments.names import members_of, names_then, side_names
from tournaments.pages.public.queries.criteria import columns_of
from tournaments.pages.public.queries.session_round import table_shown
from tournaments.pages.seen import Seen, entrants_of, is_shielded
from tournaments.stage import freezing
from tournaments.stage.history import rows_of
from tournaments.stage.ranking import Ranked, ranked

FEW, SOME, MANY = "few", "some", "many"
# Up to how many lines a list is set how densely, and how many lines then fill the screen: see screen.css.
FITS: dict[str, tuple[tuple[int, str, int], ...]] = {
    "tables": ((6, FEW, 6), (24, SOME, 12), (10**6, MANY, 21)),
    "names": ((20, FEW, 20), (108, SOME, 36), (10**6, MANY, 60)),
    "standings": ((10, FEW, 10), (96, SOME, 24), (10**6, MANY, 45)),
}
LATEST = 6  # results
TOLD = 5  # ranks of the prize-giving that stand under the newest
BEST = 10  # ranks on the screen once all is told
COLUMNS = 2  # figures beside a name


@dataclass(frozen=True)
class Content:
    """What an item shows: a heading, and its lines page by page. `set_` tells how densely they stand."""

    heading: str
    pages: Sequence[Sequence[Any]]
    set_: str = FEW
    note: str = ""
    about: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TableLine:
    """A table: its number and the names of its sides."""

    number: int
    sides: Sequence[str]
    done: bool = False


@dataclass(frozen=True)
class NameLine:
    """Somebody, and the number of the table; without one who has a bye."""

    name: str
    number: int | None


@dataclass(frozen=True)
class RankLine:
    """A place in the standings; without a name what the prize-giving has not told yet. `first`: of the first three."""

    rank: int
    name: str
    figures: Sequence[str]
    first: bool = False
    last_told: bool = False


@dataclass(frozen=True)
class ClockFace:
    """A round clock for the page: how long, in seconds; until when; which of the states of `tournaments.clock`."""

    state: str
    left: int | None
    ends_at: datetime | None

    @property
    def digits(self) -> str:
        """As people read a clock: 7:05, 75:00; after the end with a minus."""
        if self.left is None:
            return ""
        minutes, seconds = divmod(abs(self.left), 60)
        return f"{MINUS if self.left < 0 else ''}{minutes}:{seconds:02}"

    @property
    def paused(self) -> bool:
        return self.state == clocks.PAUSED


def content_of(show: str, screen: Screen, seen: Seen, now: datetime, address: str) -> Content | None:
    """What an item shows now, None where there is nothing of it to show."""
    if show == "code":
        return code(seen, address)
    if show == "words":
        return Content("", [[screen.text]]) if screen.text else None
    if show == "reveal":
        return reveal(seen)
    if show == "standings":
        return standings(seen)
    readers: dict[str, Callable[[Seen, SessionRound, datetime], Content | None]] = {
        "tables": tables,
        "names": names,
        "clock": clock,
        "latest": latest,
    }
    now_on = round_now(seen)
    return None if now_on is None else readers[show](seen, now_on, now)


def round_now(seen: Seen) -> SessionRound | None:
    """The session round that the hall looks at: the last that is published, of the last stage that has begun."""
    rounds = SessionRound.objects.filter(stage__tournament=seen.tournament).exclude(state=SessionRound.State.DRAFT)
    found = rounds.select_related("stage").order_by("-stage__number", "-number").first()
    if found is not None:
        found.stage.tournament = seen.tournament
    return found


def clock_face(session_round: SessionRound | None, now: datetime) -> ClockFace | None:
    """The clock of a session round, None where nobody started it, or the director has closed the round."""
    if session_round is None or session_round.state == SessionRound.State.CLOSED:
        return None
    found = clocks.clock_of(session_round)
    if found.started_at is None:
        return None
    return ClockFace(clocks.state(found, now), clocks.remaining(found, now), clocks.ends_at(found, now))


def _paged(kind: str, rows: Sequence[Any]) -> tuple[list[Sequence[Any]], str]:
    """Lines cut into pages of even length, and how densely they stand."""
    _most, set_, room = next(fit for fit in FITS[kind] if len(rows) <= fit[0])
    return [rows[start : start + room] for start in range(0, len(rows), room)], set_


def _round_name(session_round: SessionRound) -> str:
    return pgettext("tournament", "Round %(number)s") % {"number": session_round.number}


# Who plays where ------------------------------------------------------------------------------------------------


def tables(seen: Seen, session_round: SessionRound, _now: datetime) -> Content | None:
    """The tables in order of their numbers, then who has a bye."""
    (rows,) = rows_of([session_round])
    called = seen.names()
    told = seen.tells(session_round.stage, session_round.number)
    lines = [
        TableLine(seated.match.number, side_names(seated.sides, called), told and seated.match.done)
        for seated in sorted(rows.seated, key=lambda seated: seated.match.number)
    ]
    byes = ", ".join(called.get(who, f"#{who}") for who in sorted(rows.byes))
    pages, set_ = _paged("tables", lines)
    note = _("Bye: %(names)s") % {"names": byes} if byes else ""
    return Content(_round_name(session_round), pages, set_, note) if lines else None


def names(seen: Seen, session_round: SessionRound, _now: datetime) -> Content | None:
    """Every person by name with the table; who is not shown by name by what the entrant is called."""
    (rows,) = rows_of([session_round])
    at = {who: seated.match.number for seated in rows.seated for who in seated.everybody} | dict.fromkeys(rows.byes)
    entrants = list(Entrant.objects.filter(tournament=seen.tournament, pk__in=at))
    called, members = seen.names(entrants), members_of(entrants)
    lines = [
        NameLine(name, at[entrant.pk])
        for entrant in entrants
        for name in ([] if is_shielded(entrant) else members.get(entrant.pk, [])) or [called[entrant.pk]]
    ]
    lines.sort(key=lambda line: (alphabetical(line.name), line.number or 0))
    pages, set_ = _paged("names", lines)
    return Content(_round_name(session_round), pages, set_) if lines else None


# What is played -------------------------------------------------------------------------------------------------


def clock(seen: Seen, session_round: SessionRound, now: datetime) -> Content | None:
    """How long is left, and which tables still play. Which tables are done says nothing of who won."""
    (rows,) = rows_of([session_round])
    playing = sorted(seated.match.number for seated in rows.seated if not seated.match.done)
    about = {
        "going": clock_face(session_round, now),
        "playing": playing,
        "done": len(rows.seated) - len(playing),
        "of": len(rows.seated),
        "closed": session_round.state == SessionRound.State.CLOSED,
        "last_hand_minutes": seen.tournament.last_hand_minutes,
    }
    return Content(_round_name(session_round), [[about]], about=about) if rows.seated else None


def latest(seen: Seen, session_round: SessionRound, _now: datetime) -> Content | None:
    """The results that came in last, the newest first."""
    if not seen.tells(session_round.stage, session_round.number):
        return None
    (rows,) = rows_of([session_round])
    moved = dict(
        Match.objects.filter(session_round=session_round, done=True)
        .order_by()
        .annotate(moved=Max("games__game__seals__position"))
        .values_list("pk", "moved")
    )
    (rows,) = freezing.without_waiting(seen.tournament, [rows])
    done = [seated for seated in rows.seated if seated.match.pk in moved and seated.match.result]
    done.sort(key=lambda seated: (moved[seated.match.pk] is not None, moved[seated.match.pk] or 0), reverse=True)
    called = seen.names()
    lines = [table_shown(seated, names_then(seated, called, public=not seen.whole)) for seated in done[:LATEST]]
    return Content(_round_name(session_round), [lines]) if lines else None


# Standings ------------------------------------------------------------------------------------------------------


def standings(seen: Seen) -> Content | None:
    """The standings as the public may see them; while the prize-giving is on, what it has told."""
    stage = seen.stage(seen.stage_now)
    history = seen.history(stage)
    if not history.rounds:
        return None
    rows = ranked(history)
    called = seen.names(entrants_of(history))
    columns = columns_of(stage.criteria)[:COLUMNS]
    keys = [column.key for column in columns]
    if seen.tournament.revealed is not None and seen.tournament.frozen_stage == stage.number:
        rows = ranked(Seen(seen.tournament, whole=True).history(stage))
        found = freezing.steps(rows)
        told = {row.id for level in found[: freezing.told(found, seen.tournament.revealed)] for row in level}
    else:
        told = {row.id for row in rows}
    pages: list[Sequence[RankLine]] = []
    groups: list[str] = []
    _most, set_, room = next(fit for fit in FITS["standings"] if len(rows) <= fit[0])
    for group, own in groupby(rows, key=lambda row: row.group):
        lines = [_line(row, called, keys, told=row.id in told) for row in own]
        cut = [lines[start : start + room] for start in range(0, len(lines), room)]
        pages += cut
        groups += [group] * len(cut)
    until = seen.told_until(stage)
    note = ""
    if until is not None and seen.tournament.revealed is None:
        note = _("Frozen after round %(number)s: the prize-giving will tell.") % {"number": until}
    about = {"groups": groups, "columns": columns}
    return Content(_("Standings"), pages, set_, note, about)


def _line(row: Ranked, called: dict[int, str], keys: Sequence[str], *, told: bool) -> RankLine:
    if not told:
        return RankLine(row.rank, "", ["\N{EM DASH}"] * len(keys))
    return RankLine(row.rank, called[row.id], [figure(row.values[key]) for key in keys], row.rank <= freezing.ALONE)


# The prize-giving -----------------------------------------------------------------------------------------------


def reveal(seen: Seen) -> Content | None:
    """What the prize-giving has told, the newest first; once all is told, the first of all.

    Before it begins, only that it will be; nothing while the tournament is played.
    """
    tournament = seen.tournament
    stage = list(seen.stages)[-1]
    if stage.state == Stage.State.WAITING:
        return None
    frozen = freezing.is_frozen(tournament)
    if frozen and tournament.revealed is None:
        return Content(_("Prize-giving"), [[]], about={"soon": True})
    over = tournament.state == Tournament.State.FINISHED or stage.state == Stage.State.FINISHED
    if not frozen and not over and not _all_closed(stage):
        return None
    history = Seen(tournament, whole=True).history(stage)
    rows, called = ranked(history), seen.names(entrants_of(history))
    keys = [column.key for column in columns_of(stage.criteria)[:1]]
    if not frozen:
        best = [_line(row, called, keys, told=True) for row in rows if row.rank <= BEST]
        return Content(_("Prize-giving"), [best[:BEST]], about={"all": True}) if best else None
    found = freezing.steps(rows)
    done = found[: freezing.told(found, tournament.revealed or 0)]
    newest = [_line(row, called, keys, told=True) for row in done[-1]] if done else []
    before = [_line(row, called, keys, told=True) for level in reversed(done[:-1]) for row in level]
    # Where many are level they have the screen to themselves.
    about = {"newest": newest[:TOLD], "more": len(newest[TOLD:]), "before": before[:TOLD] if len(newest) < 3 else []}
    return Content(_("Prize-giving"), [newest], about=about)


def _all_closed(stage: Stage) -> bool:
    states = list(SessionRound.objects.filter(stage=stage).values_list("state", flat=True))
    return bool(states) and all(state == SessionRound.State.CLOSED for state in states)


# The code -------------------------------------------------------------------------------------------------------


def code(seen: Seen, address: str) -> Content:
    """The tournament's public page, to be followed on the own phone."""
    drawn: SafeString | None = qr_svg(address) if address else None
    return Content(seen.tournament.name, [[address]], about={"qr": drawn, "address": address})
