"""Bombs, in the rounds in which the table noted them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Q

from scoring.models import Round, Score
from scoring.people.statistics.games import in_round
from scoring.rules import VARIANTS

NOTED = Q(entry__data__has_key="bombs")


@dataclass(frozen=True)
class Bombs:
    """Bombs, and the rounds in which they were noted."""

    bombs: int = 0
    rounds: int = 0

    @property
    def in_hundred(self) -> Fraction | None:
        """Bombs in a hundred rounds; None if none were noted."""
        return Fraction(100 * self.bombs, self.rounds) if self.rounds else None


def bombs_of(players: Sequence[int], rounds: Q) -> Bombs:
    """Count a person's own bombs in these rounds (a condition on `Round`), without those that they
    sat out. One query, two if somebody sat out.
    """
    theirs = Round.objects.filter(
        rounds, NOTED, in_round("game__seats__", "number"), game__seats__player__in=players
    )
    columns = ("pk", "game__variant", "game__seats__number", "entry__data__bombs")
    rows = list(theirs.values_list(*columns))
    turns = [pk for pk, variant, _seat, _bombs in rows if VARIANTS[variant].turns]
    scored = Score.objects.filter(round__in=turns).values_list("round", "column")
    played = set(scored) if turns else set()
    own = [
        sum(bomb[0] == seat for bomb in bombs)
        for pk, variant, seat, bombs in rows
        if not VARIANTS[variant].turns or (pk, VARIANTS[variant].column_of(seat)) in played
    ]
    return Bombs(sum(own), len(own))


def bombs_in(rounds: Q) -> Bombs:
    """Count everybody's bombs in these rounds. One query."""
    rows = Round.objects.filter(rounds, NOTED).values_list("entry__data__bombs", flat=True)
    noted = [len(bombs) for bombs in rows]
    return Bombs(sum(noted), len(noted))
