"""Penalties and bonuses as everybody may read them, with their reasons."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from scoring.games.round_words import figure, plural
from tournaments.models import Ruling
from tournaments.standings.numbers import load


@dataclass(frozen=True)
class RulingShown:
    """`round` is None without a round. `points` is signed, `score` in words;
    both empty for none.
    """

    stage: int
    kind: str
    round: int | None
    points: str
    score: str
    reason: str


def tichu_points(score: int, shown: str) -> str:
    """Tichu points in words: "1 Tichu point", "-50 Tichu points"."""
    return ngettext("%(points)s Tichu point", "%(points)s Tichu points", plural(score)) % {
        "points": shown
    }


def rulings_of(entrant: int) -> Sequence[RulingShown]:
    """The penalties and bonuses of an entrant that stand, the oldest first: one query."""
    return [
        RulingShown(
            stage=ruling.stage_id,
            kind=ruling.get_kind_display(),
            round=ruling.round_number,
            points=figure(points) if (points := load(ruling.points)) else "",
            score=tichu_points(ruling.score, figure(ruling.score)) if ruling.score else "",
            reason=ruling.reason,
        )
        for ruling in Ruling.objects.filter(entrant=entrant, undone_at__isnull=True)
    ]
