"""Repeated partnerships of an individual event, computed before its first draw."""

from dataclasses import dataclass

from tournaments.pairing.individual.fives import FIVE, FOUR, sizes
from tournaments.pairing.individual.precomputed import repeats, schedule_for

# Minimum found by trying every schedule (repeated by the tests), because counting gives a lower
# bound: (persons, rounds).
TRIED = {(9, 2): 3, (9, 3): 6, (9, 4): 14, (10, 3): 18}


@dataclass(frozen=True)
class Forecast:
    """Repeated partnerships over all rounds if nobody joins or leaves.

    `fives` is the result of a draw by lot with tables of five (None: not known beforehand),
    `at_least` a lower bound for any draw, `byes` the minimum with byes instead, which a draw by lot
    reaches.
    """

    persons: int
    rounds: int
    fives: int | None
    at_least: int
    byes: int

    @property
    def proven(self) -> bool:
        """Whether no draw with tables of five has fewer."""
        return self.fives == self.at_least


def forecast(persons: int, rounds: int) -> Forecast | None:
    """Return the forecast; None without tables of five or byes, or if no five helps."""
    if persons % FOUR == 0 or not sizes(persons, "fives").fives or rounds < 1:
        return None
    at_least = fewest_with_fives(persons, rounds)
    known = None
    if persons == FIVE:
        known = at_least  # each with each, in every round
    elif schedule := schedule_for(persons, rounds):
        known = repeats(schedule[:rounds])
    return Forecast(persons, rounds, known, at_least, fewest_with_byes(persons, rounds))


def fewest_with_fives(persons: int, rounds: int) -> int:
    """Return a lower bound of repeated partnerships with fives, counted in two ways."""
    return max(
        _by_persons(persons, rounds), _by_tables(persons, rounds), TRIED.get((persons, rounds), 0)
    )


def fewest_with_byes(persons: int, rounds: int) -> int:
    """Return the minimum with byes: more partnerships than there are pairs."""
    return max(0, rounds * (persons // FOUR) * 2 - persons * (persons - 1) // 2)


def _by_persons(persons: int, rounds: int) -> int:
    """Count by persons: k tables of five give 3k + rounds partnerships, with at most persons - 1
    partners.

    The total number of seats at tables of five is given; fewest partnerships repeat if they are
    spread evenly.
    """
    often, more = divmod(FIVE * (persons % FOUR) * rounds, persons)

    def again(times: int) -> int:
        return max(0, 3 * times + rounds - (persons - 1))

    return -(-((persons - more) * again(often) + more * again(often + 1)) // 2)


def _by_tables(persons: int, rounds: int) -> int:
    """Count by tables: two of different rounds with x persons in common share x (x - 1) / 2 pairs.

    A person at k tables of five is common to k (k - 1) / 2 pairs of tables, which gives a minimum
    for the sum of all x; fewest pairs are shared if they are spread evenly. Two who are partners m
    times at tables of five are counted m (m - 1) / 2 times: at most half of the rounds for each of
    their m - 1 repetitions.
    """
    tables = persons % FOUR
    often, more = divmod(FIVE * tables * rounds, persons)
    common = (persons - more) * _pairs(often) + more * _pairs(often + 1)
    two_tables = tables * tables * _pairs(rounds)
    if not two_tables:
        return 0
    each, rest = divmod(common, two_tables)
    counted = (two_tables - rest) * _pairs(each) + rest * _pairs(each + 1)
    return -(-2 * counted // rounds)


def _pairs(of: int) -> int:
    return of * (of - 1) // 2
