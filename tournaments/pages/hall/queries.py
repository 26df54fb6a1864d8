"""The director's board: all tables of the rounds being played, and what needs attention.

The number of queries does not depend on the number of tables and rounds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.rules.words import gettext_noop
from tournaments.models import Entrant, LogLine, SessionRound, Tournament
from tournaments.names import names_of
from tournaments.pages.hall.asks import Ask, ask_to_decide, asks_of
from tournaments.pages.hall.tables import DECIDE, PUBLISHED, HallRound, HallTable, rows_for
from tournaments.pages.next_action import Now, current_state
from tournaments.pages.waiting import playing_order
from tournaments.stage.unplayed import NOTHING_UNPLAYED, Unplayed


@dataclass
class Hall:
    """The whole board. `now` is the tournament's state, with the next step."""

    tournament: Tournament
    at: datetime
    now: Now
    rounds: list[HallRound]
    asks: list[Ask]
    # Who withdrew on their own page since the last draw, by name
    left: list[tuple[LogLine, str]]

    @property
    def tables(self) -> list[HallTable]:
        return [table for one in self.rounds for table in one.tables]

    @property
    def absent(self) -> int:
        """Return how many entrants are not checked in; 0 if nobody is: check-in is not used
        then.
        """
        return self.now.entered - self.now.here if self.now.here else 0


def hall_of(
    tournament: Tournament,
    at: datetime | None = None,
    row: SessionRound | None = None,
    unplayed: Unplayed = NOTHING_UNPLAYED,
) -> Hall:
    """Read the board: fifteen queries, fewer if nothing is being played.

    `row` is a session round, with its stage loaded, to read even if the board would leave it out.
    `unplayed` are boards whose scores the caller may not see.
    """
    at = at or timezone.now()
    now = current_state(tournament)
    rounds = _on_the_board(now)
    if row is not None and row not in rounds:
        rounds.append(row)
    rows = rows_for(tournament, rounds, at, unplayed) if rounds else []
    numbers = {table.match.pk: table for one in rows for table in one.tables}
    asks = asks_of(tournament, numbers)
    _label_tables(numbers, asks)
    for one in rows:
        places = playing_order(table.match for table in one.tables)
        # In any case: no table moves, unless there are more matches than tables
        one.tables.sort(key=lambda table: places[table.match.pk])
    asks += [ask_to_decide(table) for table in numbers.values() if table.state == DECIDE]
    asks.sort(key=lambda ask: (ask.since, ask.match.number))
    return Hall(tournament, at, now, rows, asks, _left_by_themselves(now))


def _left_by_themselves(now: Now) -> list[tuple[LogLine, str]]:
    """Return who withdrew without the desk since the last draw, and is still withdrawn: two
    queries, none if nobody has withdrawn.
    """
    if not now.withdrawn:
        return []
    drawn = max((one.row.drawn_at for line in now.stages for one in line.rounds), default=None)
    lines = LogLine.objects.filter(tournament=now.tournament, action="withdrawn", by=None)
    if drawn is not None:
        lines = lines.filter(at__gt=drawn)
    latest = {line.params["entrant"]: line for line in lines.order_by("pk")}
    gone = Entrant.objects.filter(pk__in=latest, state=Entrant.State.WITHDRAWN)
    names = names_of(now.tournament, public=False, entrants=gone) if latest else {}
    return [(latest[who], name) for who, name in names.items()]


# Labels of requests on a tile; a dispute is a state instead.
ASKING = {
    "call": gettext_noop("calls you"),
    "late": gettext_noop("late hand"),
    "objection": gettext_noop("objection"),
    "phone": gettext_noop("another phone"),
    "withdrawn": gettext_noop("withdrawn"),
}


def _label_tables(tables: Mapping[int, HallTable], asks: Iterable[Ask]) -> None:
    for ask in asks:
        table = tables.get(ask.match.pk)
        if table is not None and ask.kind in ASKING:
            table.asks.append(_(ASKING[ask.kind]))


def _on_the_board(now: Now) -> list[SessionRound]:
    """Return the session rounds being played: of each stage the first published one with unfinished
    tables, else the last published; and those whose clock is running.
    """
    found = []
    for line in now.stages:
        published = [one for one in line.rounds if one.row.state == PUBLISHED]
        first = next((one for one in published if one.left), published[-1] if published else None)
        for one in published:
            if one is first or _is_clock_running(one.row):
                one.row.stage = line.row
                found.append(one.row)
    return found


def _is_clock_running(row: SessionRound) -> bool:
    return row.clock_started_at is not None and row.clock_ended_at is None
