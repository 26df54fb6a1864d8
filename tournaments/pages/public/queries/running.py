"""The session rounds that are being played: how far each of them is, and its clock. On the first
page of a tournament, and at the foot of the places at the side of every page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.clock import Clock, clock_of, ends_at, is_going
from tournaments.models import Match, SessionRound, Stage
from tournaments.models.rounds import Place
from tournaments.pages.clock_panel import ClockFace, face_of
from tournaments.pages.public.page_cache import kept
from tournaments.pages.public.queries.session_round import known_rounds
from tournaments.pages.round_names import has_names, own_name
from tournaments.pages.viewer import Viewer
from tournaments.stage import frozen_results
from tournaments.stage.history import rows_of

BESIDE = 12  # tables of a round that stand beside the standings
MOST_SEGMENTS = 15
AHEAD = timedelta(minutes=5)  # a time that is foretold is rounded up to this


@dataclass(frozen=True)
class Running:
    """A session round that is being played, `done` of its tables `of` so many.

    `segments`: of all rounds of its stage (done, of so many) each; empty where there are too many
    to draw.
    """

    pk: int
    stage: Stage
    number: int
    total: int | None
    done: int
    of: int
    segments: Sequence[tuple[int, int]]
    clock: Clock
    called: str = ""  # the text to translate where it has a name of its own

    @property
    def last(self) -> bool:
        return self.number == self.total

    @property
    def few(self) -> bool:
        """Whether its tables stand beside the standings."""
        return self.of <= BESIDE

    def face(self, now: datetime) -> ClockFace | None:
        """Its clock; None where nobody gave it any minutes."""
        return face_of(self.clock, now) if self.clock.minutes or self.clock.started_at else None

    def next_at(self, now: datetime) -> datetime | None:
        """When the round after this one begins, by its clock; None where there is none, or it does
        not run.
        """
        end = ends_at(self.clock, now) if is_going(self.clock) else None
        if self.last or end is None or end < now:
            return None
        return end + (datetime.min.replace(tzinfo=end.tzinfo) - end) % AHEAD


class OnNow(NamedTuple):
    """A session round that is being played, its clock as it stands now, and when the next one
    begins.
    """

    round: Running
    face: ClockFace | None
    next: datetime | None


def running(seen: Viewer) -> Sequence[Running]:
    """Those of a tournament, in the order in which they were published: one query for a version of
    it.
    """
    return kept(seen, "running", lambda: _read(seen))


def on_now(seen: Viewer, now: datetime) -> list[OnNow]:
    """The same as they stand now."""
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
    # Of what is kept for the prize-giving nobody is told how far it is.
    done = row.done if seen.tells(row.stage, row.number) else 0
    over = {
        one.number
        for one in rows
        if one.stage_id == row.stage_id and one.state == SessionRound.State.CLOSED
    }
    last = max(total or 0, row.number)
    segments = [
        (done, row.tables)
        if number == row.number
        else (int(number in over and number < row.number), 1)
        for number in range(1, last + 1)
    ]
    return Running(
        pk=row.pk,
        stage=row.stage,
        number=row.number,
        total=total,
        done=done,
        of=row.tables,
        segments=segments if last <= MOST_SEGMENTS else (),
        clock=clock_of(row),
        called=own_name(*rows_of([row])) if has_names(row.stage) else "",
    )
