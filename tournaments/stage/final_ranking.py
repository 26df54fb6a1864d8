"""One ranking of everybody over several stages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Stage
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import history_of
from tournaments.stage.ranking import Ranked, ranked


@dataclass(frozen=True)
class Placed:
    """An entrant's place among all, and the row of the last stage that they reached."""

    place: int
    stage: Stage
    row: Ranked


def placed(stages: Iterable[tuple[Stage, Sequence[Ranked]]]) -> list[Placed]:
    """Return everybody's place over these stages with their standings, best first.

    Those who reached a later stage come before all who did not. The latter are ranked by their last
    stage and share a place with the same rank of other groups; but all of a division come before
    the next one, and the unranked of a stage after all others of it.
    """
    reached: dict[int, tuple[tuple[int, bool, int, str, int], Stage, Ranked]] = {}
    for stage, rows in stages:
        for row in rows:
            division = row.group if FORMATS[stage.format].has_divisions else ""
            key = (-stage.number, row.unranked, len(division), division, row.rank)
            reached[row.id] = key, stage, row
    found: list[Placed] = []
    last = None
    for at, (key, stage, row) in enumerate(sorted(reached.values(), key=lambda one: one[0]), 1):
        found.append(Placed(found[-1].place if key == last else at, stage, row))
        last = key
    return found


def below(stage: Stage) -> list[Placed]:
    """Return those who did not reach a stage, with their places in the final ranking. Drafts do
    not count. Seven queries for each earlier stage.
    """
    earlier = Stage.objects.filter(tournament=stage.tournament_id, number__lte=stage.number)
    if stage.number == 1:
        return []
    rows = [
        (one, ranked(history_of(one, drafts=False)))
        for one in earlier.select_related("tournament").order_by("number")
    ]
    return [one for one in placed(rows) if one.stage.number != stage.number]
