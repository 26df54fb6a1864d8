"""Penalties and bonuses as everybody may read them, with their reasons."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.wording import figure
from tournaments.models import Ruling
from tournaments.standings.numbers import load


@dataclass(frozen=True)
class RulingShown:
    """`round` is None where it belongs to no round. `points` and `score` are signed, and empty where there are none."""

    stage: int
    kind: str
    round: int | None
    points: str
    score: str
    reason: str


def rulings_of(entrant: int) -> Sequence[RulingShown]:
    """The penalties and bonuses of an entrant that stand, the oldest first: one query."""
    return [
        RulingShown(
            stage=ruling.stage_id,
            kind=ruling.get_kind_display(),
            round=ruling.round_number,
            points=figure(points) if (points := load(ruling.points)) else "",
            score=figure(ruling.score) if ruling.score else "",
            reason=ruling.reason,
        )
        for ruling in Ruling.objects.filter(entrant=entrant, undone_at__isnull=True)
    ]
