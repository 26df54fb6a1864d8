"""What the session rounds so far say about everybody: partners, opponents, byes, tables of five."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.pairing.values import SessionRound, pairs_met

FIVE = 5


@dataclass(frozen=True)
class History:
    """How often each two were partners or opponents, and how often each had a bye, sat at a five,
    was there.
    """

    partners: Mapping[frozenset[int], int]
    opponents: Mapping[frozenset[int], int]
    byes: Mapping[int, int]
    fives: Mapping[int, int]
    present: Mapping[int, int]

    def turn(self, id_: int, times: Mapping[int, int]) -> tuple[bool, Fraction]:
        """Whose turn it is for something nobody wants, such as a bye; the smallest comes first.

        First those who never had it, then those who had it least for the rounds that they were
        there.
        """
        had = times.get(id_, 0)
        return had > 0, Fraction(had + 1, self.present.get(id_, 0) + 1)


def history(past: Sequence[SessionRound]) -> History:
    """Read the session rounds, oldest first."""
    partners, opponents = pairs_met(
        [table for session_round in past for table in session_round.tables]
    )
    byes: Counter[int] = Counter()
    fives: Counter[int] = Counter()
    present: Counter[int] = Counter()
    for session_round in past:
        byes.update(session_round.byes)
        present.update(session_round.byes)
        for table in session_round.tables:
            present.update(table.everybody)
            if len(table.everybody) == FIVE:
                fives.update(table.everybody)
    return History(partners, opponents, byes, fives, present)
