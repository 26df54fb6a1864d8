"""Movements for duplicate: who plays whom in each round, where, and on which boards."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any

from scoring.rules import Mistake, RuleError, shown
from scoring.rules.words import gettext_noop
from tournaments.pairing.duplicate.designs import seatings
from tournaments.pairing.duplicate.development import Seating
from tournaments.pairing.duplicate.order_of_play import in_order_of_play, shared_boards

FEWEST_PAIRS, MOST_PAIRS = 4, 40
USUAL_BOARDS, MOST_BOARDS = 3, 4  # a round
MOST_TO_MEET_ALL = 20  # pairs that meet everybody unless another number of rounds is asked for
USUAL_ROUNDS = 9  # with more pairs
TEXTS = {
    "pairs": gettext_noop("The number of pairs must be from %(least)s to %(most)s, not %(value)s."),
    "boards_a_round": gettext_noop(
        "The number of boards a round must be from %(least)s to %(most)s, not %(value)s."
    ),
    "rounds": gettext_noop(
        "The number of rounds must be from %(least)s to %(most)s, not %(value)s. After that, "
        "everybody has met everybody."
    ),
}


@dataclass(frozen=True)
class Table:
    """A table in one round. `numbers` are those of north-south, then of east-west: two pairs, or
    four people whose partners change. The boards are in the order of play.
    """

    table: int
    numbers: tuple[int, ...]
    boards: tuple[int, ...]

    @property
    def sides(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The numbers of north-south, and of east-west."""
        half = len(self.numbers) // 2
        return self.numbers[:half], self.numbers[half:]


@dataclass(frozen=True)
class Comparisons:
    """How often two pairs play the same board in the same direction, at least and at most.

    `bound` is the most that the two who are compared least could have.
    """

    least: int
    most: int
    bound: int

    @property
    def unevenness(self) -> tuple[int, int]:
        """Lower is more level."""
        return self.most - self.least, -self.least


@dataclass(frozen=True)
class Movement:
    """All rounds of a movement for `size` pairs, or people. They, tables and boards are numbered
    from 1.
    """

    size: int
    boards_a_round: int
    rounds: tuple[tuple[Table, ...], ...]

    @cached_property
    def boards(self) -> int:
        """The number of the last board."""
        every = (board for tables in self.rounds for one in tables for board in one.boards)
        return max(len(self.rounds) * self.boards_a_round, *every)

    @property
    def sit_out(self) -> list[list[int]]:
        """Who has no table, for each round."""
        everybody = frozenset(range(1, self.size + 1))
        return [
            sorted(everybody.difference(*(one.numbers for one in tables))) for tables in self.rounds
        ]

    @property
    def shared(self) -> list[list[dict[str, list[int]]]]:
        """The boards that several tables need, with these tables, for each round."""
        return [shared_boards({one.table: one.boards for one in tables}) for tables in self.rounds]

    @cached_property
    def comparisons(self) -> Comparisons:
        """How even the movement is."""
        sides: defaultdict[tuple[int, int], list[tuple[int, ...]]] = defaultdict(list)
        for one in (one for tables in self.rounds for one in tables):
            for board, (direction, side) in product(one.boards, enumerate(one.sides)):
                sides[board, direction].append(side)
        compared: Counter[frozenset[int]] = Counter()
        for same in sides.values():
            for one_side, other in combinations(same, 2):
                compared.update(map(frozenset, product(one_side, other)))
        every = combinations(range(1, self.size + 1), 2)
        each = [compared[frozenset(two)] for two in every]
        return Comparisons(min(each), max(each), self._bound())

    def _bound(self) -> int:
        """Share all comparisons evenly, then those of who plays least; the smaller one."""
        side = len(self.rounds[0][0].sides[0])
        tables, others = self.size // (2 * side), self.size - 1
        seats = 2 * side * tables * len(self.rounds)
        a_round = self.boards_a_round * side * (tables - 1)
        return min(seats * a_round // (self.size * others), seats // self.size * a_round // others)

    def answer(self) -> dict[str, Any]:
        """Return the movement of pairs in the format of `manage.py duplicate --movement`."""
        return {
            "ok": True,
            "pairs": self.size,
            "boards": self.boards,
            "rounds": [
                [
                    {
                        "table": one.table,
                        **dict(zip(("ns", "ew"), one.numbers, strict=True)),
                        "boards": list(one.boards),
                    }
                    for one in tables
                ]
                for tables in self.rounds
            ],
            "sit_out": self.sit_out,
            "shared": self.shared,
            "comparisons": vars(self.comparisons),
        }


def movement(
    pairs: int,
    boards_a_round: int = USUAL_BOARDS,
    rounds: int | None = None,
    levelled: bool = False,
) -> Movement:
    """Return the most level movement known. The boards of a round stay together, or with `levelled`
    each takes its own way, unless that is less level.

    Raises RuleError (`bad_movement`) if there is none.
    """
    _check("pairs", pairs, FEWEST_PAIRS, MOST_PAIRS)
    _check("boards_a_round", boards_a_round, 1, MOST_BOARDS)
    until_all_met = pairs - 1 + pairs % 2
    if rounds is None:
        rounds = until_all_met if pairs <= MOST_TO_MEET_ALL else USUAL_ROUNDS
    _check("rounds", rounds, 1, until_all_met)
    ways = dict.fromkeys((levelled, False))
    found = (seatings(pairs, rounds, boards_a_round, way) for way in ways)
    known = (Movement(pairs, boards_a_round, tuple(map(tables_of, one))) for one in found)
    return min(known, key=lambda one: one.comparisons.unevenness)


def movement_answer(options: Mapping[str, object]) -> dict[str, Any]:
    """Return the answer to `manage.py duplicate --movement` with these options. Never raises."""
    pairs, boards, rounds = (
        _number(options.get(key)) for key in ("movement", "boards_a_round", "rounds")
    )
    try:
        return movement(
            pairs, USUAL_BOARDS if boards is None else boards, rounds, bool(options.get("levelled"))
        ).answer()
    except RuleError as error:
        return {
            "ok": False,
            "errors": [
                {"code": one.code, "field": one.field, "message": one.message}
                for one in error.mistakes
            ],
        }


def _number(value: object) -> Any:
    """Return a number that was typed as text; `movement` refuses what is none."""
    text = str(value)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else value


def _check(field: str, value: object, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        params = {"least": least, "most": most, "value": shown(value)}
        raise RuleError([Mistake("bad_movement", field, TEXTS[field], params)])


def tables_of(round_: Sequence[Seating]) -> tuple[Table, ...]:
    """Return the tables of a round, with boards of their sets in the order of play."""
    boards = in_order_of_play(
        [
            [len(one.sets) * (number - 1) + place for place, number in enumerate(one.sets, start=1)]
            for one in round_
        ]
    )
    return tuple(
        Table(number, one.numbers, played)
        for number, (one, played) in enumerate(zip(round_, boards, strict=True), start=1)
    )
