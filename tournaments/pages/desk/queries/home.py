"""What is played now, for the first page of the desk: the tournament that needs somebody soonest, as a strip."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from tournaments.clock import clock_of
from tournaments.models import SessionRound, Tournament
from tournaments.pages.clock_panel import ClockFace, face_of
from tournaments.pages.hall.queries.strip import MOST_DOTS
from tournaments.pages.now import now_of
from tournaments.pages.steps import RoundLine


@dataclass(frozen=True)
class Running:
    """A tournament that is played: the session round that is on, of how many, its clock; `dots` as on the board."""

    tournament: Tournament
    line: RoundLine
    total: int | None
    dots: Sequence[str]
    face: ClockFace


def running_of(tournaments: Sequence[Tournament]) -> Running | None:
    """The first of these in which a round is played; None where none is. One query, seven more where one is."""
    published = SessionRound.objects.filter(
        stage__tournament__in=[one.pk for one in tournaments], state=SessionRound.State.PUBLISHED
    )
    played = set(published.values_list("stage__tournament", flat=True))
    tournament = next((one for one in tournaments if one.pk in played), None)
    if tournament is None:
        return None
    for stage in now_of(tournament).stages:
        open_ones = [one for one in stage.rounds if one.row.state == SessionRound.State.PUBLISHED]
        line = next((one for one in open_ones if one.left), open_ones[-1] if open_ones else None)
        if line is not None:
            states: dict[int, str] = {one.row.number: one.row.state for one in stage.rounds}
            dots = range(1, (stage.total or 0) + 1)
            return Running(
                tournament=tournament,
                line=line,
                total=stage.total,
                dots=[states.get(number, "") for number in dots] if len(dots) <= MOST_DOTS else [],
                face=face_of(clock_of(line.row), timezone.now()),
            )
    return None
