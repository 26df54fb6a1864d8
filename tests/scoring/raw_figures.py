"""Every figure of people, pairs, clubs and years, counted from `raw_games` alone, the slow and
plain way. A share is (hits, drawn, of), and what pages write is written here once more.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from fractions import Fraction
from math import floor, sqrt
from typing import Any

from tests.scoring.raw_games import RANKS, Hand, Sitting

Share = tuple[int, int, int]
STOOD = {1: "leading", 0: "level", -1: "trailing"}
Cases = Counter[tuple[str, str, bool]]  # what was called, how the caller stood, whether it was made


def half_up(value: Fraction, digits: int = 0) -> str:
    whole = floor(abs(value) * 10**digits + Fraction(1, 2))
    text = f"{whole // 10**digits}" + (f".{whole % 10**digits:0{digits}}" if digits else "")
    return f"\N{MINUS SIGN}{text}" if value < 0 and whole else text


def percent(share: Share) -> int:
    return int(half_up(Fraction(100 * share[0], share[2]))) if share[2] else 50


def doubt(share: Share) -> tuple[int, int]:
    """Wilson's interval, by its formula in books."""
    hits, _drawn, n = share
    if not n:
        return 0, 100
    z, p = 1.959964, hits / n
    root = z * sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    low, high = ((p + z**2 / (2 * n) + sign * root) / (1 + z**2 / n) for sign in (-1, 1))
    return floor(100 * max(low, 0) + 0.5), floor(100 * min(high, 1) + 0.5)


def share(ends: Iterable[str]) -> Share:
    marks = "".join(ends)
    return marks.count("w"), marks.count("d"), len(marks)


class Somebody:
    """One person, or two and four of whom each sat in a place of their own, in some games. `seat`
    is the first's.
    """

    def __init__(
        self,
        games: Sequence[Sitting],
        person: int,
        among: Callable[[Sitting, int], bool] | None = None,
    ):
        self.person = person
        sat = [(game, game.people.index(person)) for game in games if person in game.people]
        self.sat = [(game, seat) for game, seat in sat if among is None or among(game, seat)]
        self.teams = [(game, seat) for game, seat in self.sat if game.teams]
        self.decided = [(game, seat) for game, seat in self.teams if game.over]
        self.rounds = [(game, seat, hand) for game, seat in self.teams for hand in game.hands]

    # Games

    @property
    def ends(self) -> str:
        return "".join(game.end(seat) for game, seat in self.decided)

    @property
    def alone(self) -> Share:
        return share(
            game.end(seat)
            for game, seat in self.sat
            if game.over and not game.teams and game.variant not in RANKS
        )

    @property
    def longest_run(self) -> int:
        longest = max(len(run) for run in self.ends.replace("d", "l").split("l"))
        return longest if longest > 1 else 0

    @property
    def comeback(self) -> int:
        """By how much the game was won that was won from furthest behind."""
        won = [(game, game.column(seat)) for game, seat in self.decided if game.end(seat) == "w"]
        return max([0, *(-game.ahead(hand.after, own) for game, own in won for hand in game.hands)])

    @property
    def close(self) -> int:
        return len([1 for game, seat in self.decided if abs(game.margin(seat)) <= 20])

    @property
    def closest(self) -> int | None:
        return min((abs(game.margin(seat)) for game, seat in self.decided), default=None)

    @property
    def partners(self) -> dict[int, Share]:
        ends: dict[int, list[str]] = {}
        for game, seat in self.decided:
            for other in game.people[seat % 2 :: 2]:
                if other not in (None, self.person):
                    ends.setdefault(other, []).append(game.end(seat))
        return {other: share(found) for other, found in ends.items()}

    @property
    def rivals(self) -> dict[tuple[int, ...], Share]:
        """Two people who sat against them."""
        ends: dict[tuple[int, ...], list[str]] = {}
        for game, seat in self.decided:
            others = sorted(other for other in game.people[1 - seat % 2 :: 2] if other)
            if len(others) == 2:
                ends.setdefault(tuple(others), []).append(game.end(seat))
        return {others: share(found) for others, found in ends.items()}

    # Rounds

    @property
    def first_out(self) -> Share:
        """Of the rounds whose first out was written down."""
        firsts = [hand.out[0] == seat for _game, seat, hand in self.rounds if hand.out]
        return sum(firsts), 0, len(firsts)

    @property
    def places(self) -> list[Fraction]:
        """Of the rounds in which everybody's place follows from what was written down."""
        found = []
        for game, seat, hand in self.rounds:
            n = len(game.people)
            if hand.swept and len(hand.out) >= n // 2:
                found.append(
                    Fraction(n // 2 + 1 + n, 2)
                    if seat in hand.swept
                    else Fraction(hand.out.index(seat) + 1)
                )
            elif len(hand.out) >= n - 1:
                found.append(Fraction(game.order(hand).index(seat) + 1))
        return found

    @property
    def points(self) -> tuple[int, int]:
        """Their side's, and the others'."""
        pairs = [
            (hand.points[seat % 2], hand.points[1 - seat % 2]) for _game, seat, hand in self.rounds
        ]
        return sum(own for own, _ in pairs), sum(other for _, other in pairs)

    @property
    def sweeps(self) -> tuple[int, int]:
        swept = [seat in hand.swept for _game, seat, hand in self.rounds if hand.swept]
        return len(swept) - sum(swept), sum(swept)

    def called(self, whose: Callable[[Sitting, int, int], bool]) -> Cases:
        """Calls of the seats that are meant: game, own seat, the caller's."""
        found: Cases = Counter()
        for game, seat in self.sat:
            for hand in game.hands:
                for caller in hand.calls:
                    if whose(game, seat, caller):
                        found[case(game, hand, caller)] += 1
        return found

    @property
    def calls(self) -> Cases:
        return self.called(lambda _game, own, caller: own == caller)

    @property
    def against(self) -> Cases:
        return self.called(lambda game, own, caller: game.teams and (own + caller) % 2 == 1)

    @property
    def ranks(self) -> dict[str, Any] | None:
        """Games without points; ranks of larger tables as at a table of five."""
        own = [(game, seat) for game, seat in self.sat if game.variant in RANKS]
        lines = [
            [(game.order(hand).index(seat) + 1, len(game.people)) for hand in game.hands]
            for game, seat in own
        ]
        every = [one for line in lines for one in line]
        if not every:
            return None
        first = [run for line in lines for run in runs(place == 1 for place, _ in line)]
        last = [run for line in lines for run in runs(place == of for place, of in line)]
        mean = sum(Fraction(1) + 4 * Fraction(place - 1, of - 1) for place, of in every) / len(
            every
        )
        return {
            "rounds": len(every),
            "mean": half_up(mean, 1),
            "reigns": len(first),
            "longest": (max(first, default=0), max(last, default=0)),
        }


def runs(held: Iterable[bool]) -> list[int]:
    return [len(run) for run in "".join("x" if one else " " for one in held).split()]


def case(game: Sitting, hand: Hand, caller: int) -> tuple[str, str, bool]:
    ahead = game.ahead(hand.before, game.column(caller))
    return hand.calls[caller], STOOD[(ahead > 0) - (ahead < 0)], caller == hand.first


def made(cases: Cases, call: str, stood: Iterable[str] = STOOD.values()) -> Share:
    of = sum(cases[call, one, how] for one in stood for how in (True, False))
    return sum(cases[call, one, True] for one in stood), 0, of


def all_calls(games: Iterable[Sitting]) -> Cases:
    """Of people with names and without."""
    return Counter(
        case(game, hand, caller) for game in games for hand in game.hands for caller in hand.calls
    )


def calls_of_people(games: Iterable[Sitting]) -> Cases:
    return Counter(
        case(game, hand, caller)
        for game in games
        for hand in game.hands
        for caller in hand.calls
        if caller < len(game.people) and game.people[caller] is not None
    )


def swept_rounds(games: Iterable[Sitting]) -> int:
    return len([1 for game in games for hand in game.hands if hand.swept])


def standings(games: Iterable[Sitting]) -> list[tuple[int, int, Share]]:
    """People of some games by how many they won, then by how many points they were ahead: rank,
    who, share. Of games for ranks alone by their mean place, from 0 for the first to 1 for the
    last.
    """
    ends: dict[int, str] = {}
    ahead: Counter[int] = Counter()
    places: dict[int, list[Fraction]] = {}
    games = list(games)
    for game in games:
        for seat, person in enumerate(game.people):
            if game.over and person is not None:
                ends[person] = ends.get(person, "") + game.end(seat)
                ahead[person] += 0 if game.variant in RANKS else game.margin(seat)
                places.setdefault(person, []).append(
                    Fraction(game.place(seat) - 1, len(game.people) - 1)
                )
    keys: dict[int, tuple[Any, ...]] = {
        who: (-marks.count("w"), -ahead[who]) for who, marks in ends.items()
    }
    if all(game.variant in RANKS for game in games if game.over):
        keys = {who: (sum(own) / len(own),) for who, own in places.items()}
    return sorted(
        (1 + sum(key < keys[who] for key in keys.values()), who, share(ends[who])) for who in keys
    )


def evening(games: Iterable[Sitting]) -> dict[int, tuple[int, int]]:
    """In a season: place and victory points of everybody who was at home tables on one evening."""
    return {who: (rank, 2 * won + drawn) for rank, who, (won, drawn, _of) in standings(games)}


def nights(games: Iterable[Sitting]) -> dict[date, list[Sitting]]:
    found: dict[date, list[Sitting]] = {}
    for game in games:
        found.setdefault(game.night, []).append(game)
    return found
