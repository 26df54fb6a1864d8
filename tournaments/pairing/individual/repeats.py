"""What an event of individuals costs in partners who come again: known before its first draw."""

from dataclasses import dataclass

from tournaments.pairing.individual.fives import FIVE, FOUR, sizes
from tournaments.pairing.individual.precomputed import repeats, schedule_for

# Where every schedule there is was looked at (the tests do it again), because counting says less:
# persons, rounds.
TRIED = {(9, 2): 3, (9, 3): 6, (9, 4): 14, (10, 3): 18}


@dataclass(frozen=True)
class Forecast:
    """How often two will be partners again, over all rounds, with nobody coming or going.

    `fives` is what a draw by lot at tables of five comes to (None: not known beforehand),
    `at_least` what no draw can go below, `byes` what no draw with byes can go below: with those a
    draw by lot comes to it.
    """

    persons: int
    rounds: int
    fives: int | None
    at_least: int
    byes: int

    @property
    def proven(self) -> bool:
        """Whether no draw at tables of five has fewer."""
        return self.fives == self.at_least


def forecast(persons: int, rounds: int) -> Forecast | None:
    """For so many persons; None where nobody need sit at a table of five or have a bye, or no table
    of five helps.
    """
    if persons % FOUR == 0 or not sizes(persons, "fives").fives or rounds < 1:
        return None
    at_least = fewest_with_fives(persons, rounds)
    known = None
    if persons == FIVE:
        known = at_least  # everybody with everybody, in every round
    elif schedule := schedule_for(persons, rounds):
        known = repeats(schedule[:rounds])
    return Forecast(persons, rounds, known, at_least, fewest_with_byes(persons, rounds))


def fewest_with_fives(persons: int, rounds: int) -> int:
    """A number of repeated partnerships that no draw with tables of five goes below, by counting in
    two ways.
    """
    return max(
        _by_persons(persons, rounds), _by_tables(persons, rounds), TRIED.get((persons, rounds), 0)
    )


def fewest_with_byes(persons: int, rounds: int) -> int:
    """The same with byes: more partnerships than there are pairs."""
    return max(0, rounds * (persons // FOUR) * 2 - persons * (persons - 1) // 2)


def _by_persons(persons: int, rounds: int) -> int:
    """Who sits at a table of five k times has 3k + rounds partnerships, with no more than persons -
    1 partners.

    All together the seats at tables of five are given; least comes again where they are spread
    evenly.
    """
    often, more = divmod(FIVE * (persons % FOUR) * rounds, persons)

    def again(times: int) -> int:
        return max(0, 3 * times + rounds - (persons - 1))

    return -(-((persons - more) * again(often) + more * again(often + 1)) // 2)


def _by_tables(persons: int, rounds: int) -> int:
    """Two tables of five of different rounds with x persons in common have x (x - 1) / 2 pairs in
    common.

    Who sits at k of them is common to k (k - 1) / 2 pairs of tables, so it is known what all x come
    to at least, and least pairs are common where they are spread evenly. Two who are partners m
    times at tables of five are counted m (m - 1) / 2 times: at most half of the rounds for each of
    the m - 1 times that they come again.
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
