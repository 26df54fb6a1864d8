"""Standings counted again, the slow and plain way, from everybody's lines alone: Fractions, one
entrant at a time.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

from tests.tournaments.events.playing import Event
from tournaments.standings.lines import Entered, Line
from tournaments.standings.ranking import rank

ZERO = Fraction(0)
LOWER = frozenset({"score_against", "mean_place", "fewest_penalties"})
# Criteria whose numbers are looked at; `head_to_head` separates only those who are level, and is
# counted apart.
KEYS = (
    *(
        "points",
        "score",
        "score_against",
        "difference",
        "wins",
        "wins_played",
        "games_won",
        "games_difference",
    ),
    *(
        "buchholz",
        "buchholz_cut_1",
        "buchholz_cut_2",
        "buchholz_median",
        "opponents_average",
        "sonneborn_berger",
    ),
    *(
        "progressive",
        "best_round",
        "without_worst_round",
        "points_per_round",
        "points_per_hand",
        "mean_place",
    ),
    *("sweeps", "calls", "fewest_penalties", "head_to_head"),
)


class Recount:
    """`unplayed` is "zero" or "own_points"."""

    def __init__(
        self, entered: Sequence[Entered], *, unplayed: str = "zero", worst_dropped: bool = False
    ) -> None:
        self.lines = {one.id: sorted(one.lines, key=lambda line: line.round) for one in entered}
        self.seeds = {one.id: one.seed for one in entered}
        self.unplayed = unplayed
        self.worst_dropped = worst_dropped
        self.totals = {
            who: sum((Fraction(line.points) for line in self.kept(who)), ZERO) + self.penalties(who)
            for who in self.lines
        }
        self.whole = self.whole_match()

    def kept(self, who: int) -> list[Line]:
        """The rounds that count for points and score."""
        lines = list(self.lines[who])
        if self.worst_dropped and len(lines) > 1:
            worst = lines[0]
            for line in lines:
                if (line.points, line.score) <= (worst.points, worst.score):
                    worst = line
            lines.remove(worst)
        return lines

    def penalties(self, who: int) -> Fraction:
        """All penalties and bonuses in ranking points,
        also those of a round that does not count.
        """
        return self.of(who, lambda line: line.penalty_points)

    def score_adjusted(self, who: int) -> Fraction:
        """The same in Tichu points."""
        return self.of(who, lambda line: line.penalty_score)

    def points(self, who: int) -> Fraction:
        return self.totals[who]

    def of(self, who: int, number: Callable[[Line], object]) -> Fraction:
        return sum((Fraction(str(number(line))) for line in self.lines[who]), ZERO)

    def mean_of(self, ids: Sequence[int]) -> Fraction:
        return sum((self.points(one) for one in ids), ZERO) / len(ids) if ids else ZERO

    def whole_match(self) -> Fraction:
        """What most matches gave both sides together."""
        lines = [line for found in self.lines.values() for line in found]
        sums = Counter(
            Fraction(line.points) + Fraction(line.points_against)
            for line in lines
            if line.opponents
        )
        del sums[ZERO]
        if sums:
            return max(whole for whole, times in sums.items() if times == max(sums.values()))
        return max((Fraction(line.points) for line in lines if line.kind == "bye"), default=ZERO)

    def met(self, who: int) -> list[tuple[Fraction, Fraction]]:
        """For each round: the points of who was met (their mean),
        and the own share of the match.
        """
        found = []
        for line in self.lines[who]:
            if line.opponents:
                whole = Fraction(line.points) + Fraction(line.points_against)
                found.append(
                    (self.mean_of(line.opponents), Fraction(line.points) / whole if whole else ZERO)
                )
            elif self.unplayed == "zero":
                found.append((ZERO, ZERO))
            else:
                whole = self.whole
                own = min(max(Fraction(line.points), ZERO), whole)
                found.append((self.points(who), own / whole if whole else ZERO))
        return found

    def buchholz(self, who: int, low: int, high: int) -> Fraction:
        found = sorted(points for points, _ in self.met(who))[low:]
        return sum(found[: len(found) - high] if high else found, ZERO)

    def value(self, key: str, who: int) -> Fraction:
        lines = self.lines[who]
        there = [line for line in self.kept(who) if line.kind != "absent"]
        hands = sum(line.hands for line in self.kept(who))
        played = [line for line in lines if line.kind == "played" and line.opponents]
        places = [Fraction(place) for line in lines for place in line.places]
        ways: dict[str, Callable[[], Fraction]] = {
            "points": lambda: self.points(who),
            "score": lambda: sum(
                (Fraction(line.score) for line in self.kept(who)), self.score_adjusted(who)
            ),
            "score_against": lambda: sum(
                (Fraction(line.score_against) for line in self.kept(who)), ZERO
            ),
            "difference": lambda: sum(
                (Fraction(line.score - line.score_against) for line in self.kept(who)),
                self.score_adjusted(who),
            ),
            "wins": lambda: Fraction(sum(line.points > line.points_against for line in played)),
            "wins_played": lambda: Fraction(
                sum(line.points > line.points_against for line in played)
            ),
            "games_won": lambda: self.of(who, lambda line: line.games_won),
            "games_difference": lambda: self.of(who, lambda line: line.games_won - line.games_lost),
            "buchholz": lambda: self.buchholz(who, 0, 0),
            "buchholz_cut_1": lambda: self.buchholz(who, 1, 0),
            "buchholz_cut_2": lambda: self.buchholz(who, 2, 0),
            "buchholz_median": lambda: self.buchholz(who, 1, 1),
            "opponents_average": lambda: (
                sum((self.mean_of(line.opponents) for line in played), ZERO) / len(played)
                if played
                else ZERO
            ),
            "sonneborn_berger": lambda: sum(
                (points * share for points, share in self.met(who)), ZERO
            ),
            "progressive": lambda: (
                sum(
                    (Fraction(line.points) + line.penalty_points) * (len(lines) - place)
                    for place, line in enumerate(lines)
                )
                + ZERO
            ),
            "best_round": lambda: max((Fraction(line.points) for line in lines), default=ZERO),
            "without_worst_round": lambda: (
                self.of(who, lambda line: line.points)
                - min((Fraction(line.points) for line in lines), default=ZERO)
                + self.penalties(who)
            ),
            "points_per_round": lambda: (
                sum((Fraction(line.points) for line in there), self.penalties(who)) / len(there)
                if there
                else ZERO
            ),
            "points_per_hand": lambda: (
                sum(
                    (Fraction(line.points) for line in self.kept(who) if line.hands),
                    self.penalties(who),
                )
                / hands
                if hands
                else ZERO
            ),
            "mean_place": lambda: sum(places, ZERO) / len(places) if places else ZERO,
            "sweeps": lambda: self.of(who, lambda line: line.sweeps),
            "calls": lambda: self.of(who, lambda line: line.calls_made - line.calls_failed),
            "fewest_penalties": lambda: self.of(who, lambda line: line.penalties),
        }
        return ways[key]()

    def compared(self, key: str, who: int) -> tuple[Fraction, ...]:
        """What is compared, more being better."""
        value = self.value(key, who)
        if key == "best_round":
            scores = [Fraction(line.score) for line in self.lines[who] if line.points == value]
            return value, max(scores, default=ZERO)
        if key == "mean_place":
            return Fraction(any(line.places for line in self.lines[who])), -value
        return (-value if key in LOWER else value,)

    def among(self, level: Sequence[int], who: int) -> Fraction:
        """Points from matches with the others of these."""
        return sum(
            (
                Fraction(line.points)
                for line in self.lines[who]
                if {*level} - {who} & set(line.opponents)
            ),
            ZERO,
        )

    def all_met(self, level: Sequence[int]) -> bool:
        return all(
            {*level} - {one} <= {other for line in self.lines[one] for other in line.opponents}
            for one in level
        )

    def by_matches(self, level: list[int]) -> list[list[int]]:
        """Level ones by their matches with each other, again among those who are still level."""
        if len(level) < 2 or not self.all_met(level):
            return [level]
        points = {who: self.among(level, who) for who in level}
        groups = [
            [who for who in level if points[who] == value]
            for value in sorted(set(points.values()), reverse=True)
        ]
        return (
            groups
            if len(groups) == 1
            else [still for group in groups for still in self.by_matches(group)]
        )

    def standings(self, criteria: Sequence[str]) -> list[tuple[int, int]]:
        """Rank and id, best first; who is level in the order of the seeds."""
        groups = [sorted(self.lines, key=self.seeds.__getitem__)] if self.lines else []
        for key in criteria:
            if key == "head_to_head":
                groups = [still for group in groups for still in self.by_matches(group)]
                continue
            now = []
            for group in groups:
                by_value: dict[tuple[Fraction, ...], list[int]] = {}
                for who in group:
                    by_value.setdefault(self.compared(key, who), []).append(who)
                now += [by_value[value] for value in sorted(by_value, reverse=True)]
            groups = now
        ranks, found = 1, []
        for group in groups:
            found += [(ranks, who) for who in group]
            ranks += len(group)
        return found


def wrong_standings(event: Event) -> list[str]:
    """Where the standings by some criteria differ from those that were counted again."""
    lot = random.Random(f"standings {event.number}")
    criteria = lot.sample(KEYS, lot.randrange(2, 6))
    unplayed, dropped = lot.choice(["zero", "own_points"]), lot.random() < 0.2
    found = rank(event.entered, criteria, unplayed=unplayed, worst_dropped=dropped)
    recount = Recount(event.entered, unplayed=unplayed, worst_dropped=dropped)
    wrong = [
        f"{key} of {one.id} is {one.values[key]}, counted again {recount.value(key, one.id)}"
        for one in found
        for key in criteria
        if key != "head_to_head" and Fraction(one.values[key]) != recount.value(key, one.id)
    ]
    expected = recount.standings(criteria)
    if [(one.rank, one.id) for one in found] != expected:
        wrong.append(
            f"ranks by {criteria} are {[(one.rank, one.id) for one in found]}, counted again "
            f"{expected}"
        )
    return wrong
