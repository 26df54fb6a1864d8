"""Places: in a finished tournament, and at a club's tables on an evening."""

import datetime
from collections.abc import Iterable, Mapping
from functools import lru_cache
from uuid import UUID

from scoring.people.statistics.club import SeatedPlayer, by_night, by_person
from tournaments.models import Stage
from tournaments.pairing.formats import FORMATS
from tournaments.seasons.table import Result
from tournaments.stage.history import history_of
from tournaments.stage.outcomes import outcomes_of
from tournaments.stage.ranking import entered_of, ranked
from tournaments.standings.lines import ABSENT, Entered, Number

MOST_KEPT = 500  # tournaments
A_WIN, A_LEVEL_GAME = 2, 1  # victory points of an evening at home tables


@lru_cache(maxsize=MOST_KEPT)
def places_in(tournament: UUID, version: int) -> Mapping[int, Result]:  # noqa: ARG001 - as it is at this version
    """Return the result of every entrant who took part, by id, over all stages: cached by version
    of the tournament.

    Those who reached a later stage come before all who did not. The latter are ranked by their last
    stage and share a place with the same rank of other groups; but all of a division come before
    the next one.
    """
    reached: dict[int, tuple[int, int, str, int]] = {}
    victory: dict[int, Number] = {}
    present: set[int] = set()
    for stage in Stage.objects.filter(tournament=tournament).select_related("tournament"):
        history = history_of(stage, drafts=False)
        entered = entered_of(history, outcomes_of(history))
        carried = {one.id: one.carried_points for one in entered}
        present |= {one.id for one in entered if _took_part(one)}
        for row in ranked(history, entered):
            division = row.group if FORMATS[stage.format].has_divisions else ""
            reached[row.id] = (-stage.number, len(division), division, row.rank)
            victory[row.id] = victory.get(row.id, 0) + row.points - carried[row.id]
    order = sorted(reached[who] for who in present)
    first = {key: at for at, key in reversed(list(enumerate(order, start=1)))}
    return {who: Result(first[reached[who]], victory[who]) for who in present}


def _took_part(one: Entered) -> bool:
    return any(line.kind != ABSENT for line in one.lines)


def evenings(seats: Iterable[SeatedPlayer]) -> dict[datetime.date, dict[int, Result]]:
    """Return everybody's result by night, for named people at home tables: ranked as on the
    evening's page. Pure.
    """
    found = {
        night: {
            one.player: Result(one.rank, A_WIN * one.share.hits + A_LEVEL_GAME * one.share.drawn)
            for one in by_person(of_night)
        }
        for night, of_night in by_night(seats).items()
    }
    return {night: places for night, places in found.items() if places}
