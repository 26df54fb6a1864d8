"""The strip at the top of the board: the progress of a session round in segments, and the primary
button; and the tables below it as tiles.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.clock import NOT_STARTED, ends_at, state
from tournaments.models import SessionRound, Tournament
from tournaments.pages import rendering
from tournaments.pages.clock_panel import (
    ClockButton,
    buttons_of,
    face_of,
    minutes_to_set,
    over_since,
)
from tournaments.pages.hall.queries import Hall
from tournaments.pages.hall.tables import (
    DECIDED,
    DONE,
    LATE,
    NO_TABLE,
    NOT_BEGUN,
    PLAYING,
    HallRound,
    HallTable,
)
from tournaments.pages.next_action import Now
from tournaments.pages.rendering import Tile, TileSide
from tournaments.pages.round_steps import Step
from tournaments.pages.waiting import early_shift

WAITS = frozenset({"results", "confirm"})  # steps that lead here anyway, or can wait
CLOSES = frozenset({"close", "close_only"})
MOST_SEGMENTS = 40  # tables with a segment each; with more, each state has one
MOST_DOTS = 12  # session rounds of a stage with a dot each
WIDE, APART = 10, 2  # of a segment and the gap after it, in units of the drawing
KINDS = DONE_SEGMENT, NEEDS_SEGMENT, PLAYING_SEGMENT, OPEN_SEGMENT = (
    "done",
    "needs",
    "playing",
    "not_begun",
)


@dataclass(frozen=True)
class Segment:
    """A segment: the state of its tables, its start and its width."""

    kind: str
    x: int
    width: int


@dataclass(frozen=True)
class Bar:
    """All tables of a session round in a row, the finished ones first. `width` is the total."""

    width: int
    segments: Sequence[Segment]


def bar_of(tables: Iterable[HallTable]) -> Bar:
    """Return a segment for each table; in a large hall one for each state, as wide as it has
    tables.
    """
    kinds = sorted((_kind(table) for table in tables), key=KINDS.index)
    if len(kinds) > MOST_SEGMENTS:
        whole = [(kind, kinds.index(kind), kinds.count(kind)) for kind in KINDS if kind in kinds]
        return Bar(len(kinds), [Segment(*one) for one in whole])
    step = WIDE + APART
    return Bar(
        max(len(kinds) * step - APART, 0),
        [Segment(kind, index * step, WIDE) for index, kind in enumerate(kinds)],
    )


def _kind(table: HallTable) -> str:
    if table.needs_me:
        return NEEDS_SEGMENT
    if table.state in {DONE, DECIDED}:
        return DONE_SEGMENT
    return OPEN_SEGMENT if table.state in {NOT_BEGUN, NO_TABLE} else PLAYING_SEGMENT


def strip_of(hall: Hall, row: HallRound, *, first: bool) -> dict[str, Any]:
    """Return the context of a session round with its clock.

    `first` if its strip has the primary button.
    """
    playing = row.count(PLAYING, LATE)
    lead = primary_step(hall) if first else None
    return {
        "round": row,
        "row": row.row,
        "first": first,
        "total": total_of(hall.now, row.row),
        "dots": dots_of(hall.now, row.row),
        "face": face_of(row.clock, hall.at),
        "over_since": over_since(row.clock, hall.at),
        "buttons": other_buttons(buttons_of(row.clock, hall.at, playing=playing), lead),
        "bar": bar_of(row.tables),
        "open": sum(table.open for table in row.tables),
        "left": len(row.tables) - row.done,
        "minutes": minutes_to_set(row.clock, hall.at),
        # What its field does
        "sets": "minutes" if state(row.clock, hall.at) == NOT_STARTED else "left",
        "extended": extended(row, hall.at),
        "following": _following(hall, row.row),
        "early_shift": early_shift([table.match for table in row.tables], hall.tournament),
    }


def _following(hall: Hall, row: SessionRound) -> int | None:
    """Return the number of the next session round, if the stage has one and gives it minutes."""
    total = total_of(hall.now, row)
    return row.number + 1 if total and row.number < total and row.stage.minutes else None


def total_of(now: Now, row: SessionRound) -> int | None:
    """Return how many session rounds the stage has; None if its course decides."""
    return next((line.total for line in now.stages if line.row.pk == row.stage_id), None)


def dots_of(now: Now, row: SessionRound) -> list[str]:
    """Return a word for each session round of a stage: "closed", "published", "draft", or "" for
    later ones.
    """
    line = next((line for line in now.stages if line.row.pk == row.stage_id), None)
    if line is None or not line.total or line.total > MOST_DOTS:
        return []
    states: dict[int, str] = {one.row.number: one.row.state for one in line.rounds}
    return [states.get(number, "") for number in range(1, line.total + 1)]


def primary_step(hall: Hall) -> Step | None:
    """Return the step of the primary button during play; None if there is nothing to do but wait.

    The longest waiting request comes first, except phones, which are let in at their request.
    """
    step = hall.now.step
    if step is not None and step.key not in WAITS:
        return step
    ask = next((one for one in hall.asks if one.kind != "phone"), None)
    if ask is None or not hall.rounds:
        return None
    label = _("Go to table %(table)s") % {"table": ask.match.number}
    return Step("go", label, reverse("desk_match", args=[hall.tournament.pk, ask.match.pk]))


@dataclass(frozen=True)
class Extended:
    """A table with more time than the others: the minutes, and until when; None before the clock
    started.
    """

    number: int
    minutes: int
    ends: datetime | None


def extended(row: HallRound, now: datetime) -> list[Extended]:
    """Return the tables of a session round that were given more time and still play."""
    tables = [(table.number, table.match.extra_minutes) for table in row.tables if table.open]
    return [
        Extended(number, more, ends_at(row.clock, now, more)) for number, more in tables if more
    ]


def other_buttons(buttons: Sequence[ClockButton], lead: Step | None) -> list[ClockButton]:
    """Return the clock's buttons without the one that is the next step already."""
    return [one for one in buttons if lead is None or (lead.key, one.action) != ("clock", "start")]


# The empty board ---------------------------------------------------------------------------

PICTURES = {  # illustration for the next step
    **dict.fromkeys(("enter", "confirm"), "list"),
    **dict.fromkeys(("prizes", "standings", "finish", "finish_stage"), "wall"),
}
DRAFT = SessionRound.State.DRAFT


def empty_of(now: Now) -> dict[str, Any]:
    """Return the context of a board without tables: the illustration and its text, by the next
    step.
    """
    step = now.step
    key = step.key if step else ""
    drafts = [
        one.row.number for line in now.stages for one in line.rounds if one.row.state == DRAFT
    ]
    begun = any(line.rounds for line in now.stages)
    return {
        "picture": PICTURES.get(key, "table"),
        "about": "draft" if drafts else "begins" if not begun and key in {"open", "draw"} else key,
        "draft": min(drafts, default=0),
    }


def tiles_of(tournament: Tournament, tables: list[HallTable]) -> SafeString:
    """Draw each table with its number, state, tags, and sides with their scores."""
    address = reverse("desk_match", args=[tournament.pk, 0]).removesuffix("0/")
    return rendering.tiles(_tile(table, address) for table in tables)


def _tile(table: HallTable, address: str) -> Tile:
    return Tile(
        id=table.match.pk,
        address=f"{address}{table.match.pk}/",
        number=table.match.table_label,
        state=table.state,
        needs_me=table.needs_me,
        icon=table.icon,
        word=table.word,
        tags=table.tags,
        pace=table.pace,
        sides=[
            TileSide(side.name, side.score, side.won, side.index if table.two_sides else None)
            for side in table.sides
        ],
    )
