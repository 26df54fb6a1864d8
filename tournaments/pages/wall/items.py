"""The items of a venue screen, read for the public: without results kept for the prize-giving.

Lists are cut into pages that fill a screen: see `screen_fit`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Max
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.games.access.links import qr_svg
from scoring.games.round_words import MINUS
from tournaments import clock as clocks
from tournaments.actions.drawing import total_rounds
from tournaments.models import Match, Screen, SessionRound, Tournament
from tournaments.names import BETWEEN, names_at_table, side_names
from tournaments.pages.public.session_round import TableShown, table_shown
from tournaments.pages.round_names import round_name
from tournaments.pages.seat_list import ABSENT, WhereLine, where_lines
from tournaments.pages.viewer import Viewer
from tournaments.pages.waiting import playing_order, wait_words
from tournaments.pages.wall import ranks
from tournaments.pages.wall.screen_fit import Content, Fit, Name, fit, paginate, people_of
from tournaments.pairing.formats import FORMATS
from tournaments.stage import frozen_results
from tournaments.stage.history import RoundRows, rows_of

LATEST = 6  # results
ALL_ROUNDS = 20  # a segment each
ALL_TABLES = 12  # up to so many unfinished tables are listed by number


@dataclass(frozen=True)
class TableLine:
    """A table: its number and the names of its sides; and their scores, if shown."""

    number: int
    sides: Sequence["SideLine"]
    done: bool = False
    wait: str = ""  # what it waits for, if no table is free for it yet
    label: str = ""  # the number of the table; a dash if it has none yet


@dataclass(frozen=True)
class SideLine:
    """A side of a table, its name in lines; `won` if that is shown."""

    name: Name
    figure: str = ""
    won: bool = False


@dataclass(frozen=True)
class NameLine:
    """A person, the name in lines, and where they sit: see `WhereLine`."""

    name: Name
    given: Name
    where: WhereLine


@dataclass(frozen=True)
class ClockFace:
    """A round clock for the page: seconds left, end, and a state of `tournaments.clock`."""

    state: str
    left: int | None
    ends_at: datetime | None

    @property
    def digits(self) -> str:
        """Format it like a clock: 7:05, 75:00; with a minus after the end."""
        if self.left is None:
            return ""
        minutes, seconds = divmod(abs(self.left), 60)
        return f"{MINUS if self.left < 0 else ''}{minutes}:{seconds:02}"

    @property
    def paused(self) -> bool:
        return self.state == clocks.PAUSED


def content_of(
    show: str, screen: Screen, seen: Viewer, now: datetime, address: str
) -> Content | None:
    """Return the content of an item, None if there is nothing to show."""
    if show == "code":
        return code(seen, address)
    if show == "words":
        return Content("", [[screen.text]]) if screen.text else None
    if show == "reveal":
        return ranks.reveal(seen)
    if show == "standings":
        return ranks.standings(seen)
    readers: dict[str, Callable[[Viewer, SessionRound, datetime], Content | None]] = {
        "tables": tables,
        "names": names,
        "clock": clock,
        "latest": latest,
    }
    now_on = round_now(seen)
    return None if now_on is None else readers[show](seen, now_on, now)


def _bye_note(rows: RoundRows, names: Mapping[int, str]) -> str:
    byes = ", ".join(names.get(who, f"#{who}") for who in sorted(rows.byes))
    return _("Bye: %(names)s") % {"names": byes} if byes else ""


def round_now(seen: Viewer) -> SessionRound | None:
    """Return the hall's current session round: the last published one of the last stage that has
    begun.
    """
    rounds = SessionRound.objects.filter(stage__tournament=seen.tournament).exclude(
        state=SessionRound.State.DRAFT
    )
    found = rounds.select_related("stage").order_by("-stage__number", "-number").first()
    if found is not None:
        found.stage.tournament = seen.tournament
    return found


def clock_face(session_round: SessionRound | None, now: datetime) -> ClockFace | None:
    """Return the clock of a session round, None if it was not started or the round is closed.

    In a queue the time of the first tables being up is no news for those called later.
    """
    if session_round is None or session_round.state == SessionRound.State.CLOSED:
        return None
    found = clocks.clock_of(session_round)
    if found.started_at is None:
        return None
    tournament = session_round.stage.tournament
    queue = tournament.tables is not None and tournament.room_plan == Tournament.RoomPlan.QUEUE
    if queue and clocks.state(found, now) == clocks.OVER:
        return None
    return ClockFace(
        clocks.state(found, now), clocks.remaining(found, now), clocks.ends_at(found, now)
    )


# Pairings
# ------------------------------------------------------------------------------------------------


def tables(seen: Viewer, session_round: SessionRound, now: datetime) -> Content | None:
    """Return the tables by number, then who is next, then the byes."""
    (rows,) = rows_of([session_round])
    called = seen.names()
    told = seen.shows_results(session_round.stage, session_round.number)
    matches = [seated.match for seated in rows.seated]
    places, waits = playing_order(matches), wait_words(matches, now)
    lines = [
        TableLine(
            seated.match.number,
            [SideLine(people_of(name)) for name in side_names(seated.sides, called)],
            told and seated.match.settled,
            waits.get(seated.match.pk, ""),
            seated.match.table_label,
        )
        for seated in sorted(rows.seated, key=lambda seated: places[seated.match.pk])
    ]
    found = fit("tables", len(lines), [side.name for line in lines for side in line.sides])
    note = _bye_note(rows, called)
    shown = [_fitted(line, found) for line in lines]
    about = {"hundreds": any(line.number > 99 for line in lines)}
    return Content(round_name(rows), paginate(shown, found), found, note, about) if lines else None


def _fitted(table: TableLine, found: Fit) -> TableLine:
    return replace(
        table, sides=[replace(side, name=found.broken(side.name)) for side in table.sides]
    )


def names(seen: Viewer, session_round: SessionRound, _now: datetime) -> Content | None:
    """Return every person by name with their table; people not shown by name under their
    entrant's.
    """
    (rows,) = rows_of([session_round])
    lines = [line for line in where_lines(seen.tournament, rows) if line.free != ABSENT]
    found = fit(
        "names",
        len(lines),
        [(line.name, line.given) if line.given else (line.name,) for line in lines],
    )
    heading = _("%(round)s: who sits where") % {"round": round_name(rows)}
    shown = [
        NameLine(found.broken([line.name]), found.broken([line.given] if line.given else []), line)
        for line in lines
    ]
    about = {"hundreds": any((line.table or 0) > 99 for line in lines)}
    return Content(heading, paginate(shown, found), found, about=about) if lines else None


# Current round
# -------------------------------------------------------------------------------------------------


def clock(_seen: Viewer, session_round: SessionRound, now: datetime) -> Content | None:
    """Return the time left and the unfinished tables. Finished tables do not reveal who won."""
    (rows,) = rows_of([session_round])
    format_ = FORMATS[session_round.stage.format]
    # For a bracket or a full schedule, computing the number takes a draw.
    total = (
        None if format_.whole_stage or format_.ranks_itself else total_rounds(session_round.stage)
    )
    open_ones = [seated.match for seated in rows.seated if not seated.match.settled]
    playing = sorted(match.number for match in open_ones if not match.waits)
    about = {
        "going": clock_face(session_round, now),
        "playing": playing if len(playing) <= ALL_TABLES else [],
        "done": len(rows.seated) - len(open_ones),
        "of": len(rows.seated),
        "closed": session_round.state == SessionRound.State.CLOSED,
        "rounds": _segments(session_round, total, rows),
    }
    heading = round_name(rows)
    if total:
        heading = _("Round %(number)s of %(rounds)s") % {
            "number": session_round.number,
            "rounds": total,
        }
    return Content(heading, [[about]], about=about) if rows.seated else None


def _segments(
    session_round: SessionRound, total: int | None, rows: RoundRows
) -> list[tuple[int, int]]:
    """Return (finished, all) tables for each session round of the stage, with one for the other
    rounds.

    Empty if the number of rounds is unknown, or too large to draw.
    """
    if not total or total > ALL_ROUNDS:
        return []
    here = session_round.number
    done = sum(seated.match.settled for seated in rows.seated)
    return [
        (done, len(rows.seated)) if number == here else (int(number < here), 1)
        for number in range(1, total + 1)
    ]


def latest(seen: Viewer, session_round: SessionRound, _now: datetime) -> Content | None:
    """Return the latest results, newest first, without disputed ones."""
    if not seen.shows_results(session_round.stage, session_round.number):
        return None
    (rows,) = rows_of([session_round])
    moved = dict(
        Match.objects.filter(session_round=session_round, done=True)
        .order_by()
        .annotate(moved=Max("games__game__seals__position"))
        .values_list("pk", "moved")
    )
    (rows,) = frozen_results.without_waiting(seen.tournament, [rows])
    done = [
        seated
        for seated in rows.seated
        if seated.match.pk in moved and seated.match.settled and seated.match.result
    ]
    done.sort(
        key=lambda seated: (moved[seated.match.pk] is not None, moved[seated.match.pk] or 0),
        reverse=True,
    )
    called = seen.names()
    lines = [
        _result(table_shown(seated, names_at_table(seated, called, public=not seen.whole)))
        for seated in done[:LATEST]
    ]
    found = fit("latest", len(lines), [side.name for line in lines for side in line.sides])
    heading = _("%(round)s: latest results") % {"round": round_name(rows)}
    return Content(heading, [[_fitted(line, found) for line in lines]], found) if lines else None


def _result(table: TableShown) -> TableLine:
    sides = [
        SideLine(
            people_of(BETWEEN.join(name for _id, name in side.who)),
            side.score or side.points,
            side.won,
        )
        for side in table.sides
    ]
    return TableLine(table.number, sides, label=table.label)


# The code
# --------------------------------------------------------------------------------------------------


def code(seen: Viewer, address: str) -> Content:
    """Return the QR code of the tournament's public page."""
    drawn: SafeString | None = qr_svg(address) if address else None
    return Content(seen.tournament.name, [[address]], about={"qr": drawn, "address": address})
