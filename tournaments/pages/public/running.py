"""The session rounds being played, with their progress and clocks: for a tournament's first page,
and below the navigation of every page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.clock import Clock, clock_of, ends_at, is_running
from tournaments.models import Match, SessionRound, Stage
from tournaments.models.rounds import Place
from tournaments.pages.clock_panel import ClockFace, face_of
from tournaments.pages.public.page_cache import cached
from tournaments.pages.public.session_round import known_rounds
from tournaments.pages.round_names import has_names, own_name
from tournaments.pages.viewer import Viewer
from tournaments.room import shifts_needed
from tournaments.stage import frozen_results
from tournaments.stage.history import rows_of

BESIDE = 12  # tables of a round shown beside the standings
MOST_SEGMENTS = 15
AHEAD = timedelta(minutes=5)  # an estimated time is rounded up to this


@dataclass(frozen=True)
class Running:
    """A session round being played, `done` of its `of` tables; None while its results are kept.

    `segments` are (done, of) for each round of its stage; empty if there are too many to draw.
    """

    pk: int
    stage: Stage
    number: int
    total: int | None
    done: int | None
    of: int
    segments: Sequence[tuple[int, int]]
    clock: Clock
    called: str = ""  # the text to translate, if the round has a name of its own
    shifts_left: int = 0  # after the one that plays, in a room with too few tables

    @property
    def last(self) -> bool:
        return self.number == self.total

    @property
    def few(self) -> bool:
        """Whether its tables fit beside the standings."""
        return self.of <= BESIDE

    def face(self, now: datetime) -> ClockFace | None:
        """Return its clock; None without minutes."""
        return face_of(self.clock, now) if self.clock.minutes or self.clock.started_at else None

    def next_at(self, now: datetime) -> datetime | None:
        """Return when the next round begins by its clock; None if there is none, or it is not
        running.
        """
        end = ends_at(self.clock, now) if is_running(self.clock) else None
        if self.last or end is None or end < now:
            return None
        if self.shifts_left:
            end += timedelta(minutes=self.clock.minutes or 0) * self.shifts_left
        return end + (datetime.min.replace(tzinfo=end.tzinfo) - end) % AHEAD


class OnNow(NamedTuple):
    """A session round being played, its clock at this moment, and when the next round begins."""

    round: Running
    face: ClockFace | None
    next: datetime | None


def running(seen: Viewer) -> Sequence[Running]:
    """Return a tournament's rounds being played, by publication: one query for each version."""
    return cached(seen, "running", lambda: _read(seen))


def on_now(seen: Viewer, now: datetime) -> list[OnNow]:
    """Return them at this moment."""
    return [OnNow(one, one.face(now), one.next_at(now)) for one in running(seen)]


def _read(seen: Viewer) -> list[Running]:
    of_stages = {stage.pk: stage for stage in seen.stages}
    matches = Match.objects.filter(session_round=OuterRef("pk"))
    waiting = {Match.Agreement.DISPUTED}
    if frozen_results.keeps_blind(seen.tournament) and not seen.whole:
        waiting |= set(frozen_results.KEPT_BLIND)
    rows = (
        SessionRound.objects.filter(stage__in=of_stages)
        .exclude(state=SessionRound.State.DRAFT)
        .annotate(
            tables=_count(matches),
            done=_count(matches.filter(done=True).exclude(agreement__in=waiting)),
            to_come=_count(matches.filter(waiting=True, done=False, ruling__isnull=True)),
            seats=_count(Place.objects.filter(session_round=OuterRef("pk"))),
        )
    )
    found = sorted(rows, key=lambda row: (of_stages[row.stage_id].number, row.number))
    for row in found:
        row.stage = of_stages[row.stage_id]
    return [
        _running(seen, row, found) for row in found if row.state == SessionRound.State.PUBLISHED
    ]


def _count(rows: "QuerySet[Any]") -> Coalesce:
    counted = rows.order_by().values("session_round").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)


def _running(seen: Viewer, row: Any, rows: Sequence[Any]) -> Running:
    total = known_rounds(row.stage, row.seats)
    # Progress is hidden while results are kept for the prize-giving.
    done = row.done if seen.shows_results(row.stage, row.number) else None
    last = max(total or 0, row.number)
    return Running(
        pk=row.pk,
        stage=row.stage,
        number=row.number,
        total=total,
        done=done,
        of=row.tables,
        segments=_segments(row, rows, done or 0, last) if last <= MOST_SEGMENTS else (),
        clock=clock_of(row),
        called=own_name(*rows_of([row])) if has_names(row.stage) else "",
        shifts_left=shifts_needed(row.to_come, seen.tournament.tables) if row.to_come else 0,
    )


def _segments(row: Any, rows: Sequence[Any], done: int, last: int) -> list[tuple[int, int]]:
    """Return how many are done of how many, for each round of a stage: tables of the round that is
    played, 1 of 1 for the closed ones before it.
    """
    over = {
        one.number
        for one in rows
        if one.stage_id == row.stage_id and one.state == SessionRound.State.CLOSED
    }
    before = [(int(number in over), 1) for number in range(1, row.number)]
    after = [(0, 1)] * (last - row.number)
    return [*before, (done, row.tables), *after]
