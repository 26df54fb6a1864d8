"""Partners, opponents, byes and tables of five in the session rounds so far."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.pairing.values import SessionRound, pairs_met

FIVE = 5


@dataclass(frozen=True)
class History:
    """Counts per pair (partners, opponents) and per person (byes, fives, rounds present)."""

    partners: Mapping[frozenset[int], int]
    opponents: Mapping[frozenset[int], int]
    byes: Mapping[int, int]
    fives: Mapping[int, int]
    present: Mapping[int, int]

    def turn(self, id_: int, times: Mapping[int, int]) -> tuple[bool, Fraction]:
        """Return a sort key for giving out an unwanted slot such as a bye; the smallest comes
        first.

        Persons who never had it come first, then those who had it least per round they were
        present.
        """
        had = times.get(id_, 0)
        return had > 0, Fraction(had + 1, self.present.get(id_, 0) + 1)


def history(past: Sequence[SessionRound]) -> History:
    """Count the session rounds, oldest first."""
    partners, opponents = pairs_met(
        [table for session_round in past for table in session_round.tables]
    )
    byes: Counter[int] = Counter()
    fives: Counter[int] = Counter()
    present: Counter[int] = Counter()
    for session_round in past:
        byes.update(session_round.had_bye)
        present.update(session_round.byes)
        for table in session_round.tables:
            present.update(table.everybody)
            if len(table.everybody) == FIVE:
                fives.update(table.everybody)
    return History(partners, opponents, byes, fives, present)
