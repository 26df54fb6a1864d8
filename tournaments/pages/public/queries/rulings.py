"""Penalties and bonuses with their reasons, as the public sees them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from scoring.games.round_words import figure, plural
from tournaments.models import Ruling
from tournaments.standings.numbers import load


@dataclass(frozen=True)
class RulingShown:
    """A penalty or bonus.

    `round` is None without one. `points` have a sign, `score` is in words; both empty for none.
    """

    stage: int
    kind: str
    round: int | None
    points: str
    score: str
    reason: str


def tichu_points(score: int, shown: str) -> str:
    """Format Tichu points: "1 Tichu point", "-50 Tichu points"."""
    return ngettext("%(points)s Tichu point", "%(points)s Tichu points", plural(score)) % {
        "points": shown
    }


def rulings_of(entrant: int) -> Sequence[RulingShown]:
    """Return an entrant's valid penalties and bonuses, oldest first: one query."""
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
