"""An independent check of a movement: counts in the answer, and nothing of the code under test."""

from collections import Counter, defaultdict
from itertools import combinations, permutations
from typing import Any

Answer = dict[str, Any]


def check_legal(answer: Answer, pairs: int, boards: int, rounds: int) -> None:
    """Everything that the contract promises for every movement."""
    assert answer["ok"] is True
    assert (answer["pairs"], answer["boards"]) == (pairs, boards * rounds)
    assert len(answer["rounds"]) == len(answer["sit_out"]) == len(answer["shared"]) == rounds
    met: set[frozenset[int]] = set()
    played: set[tuple[int, int]] = set()
    for tables, sit_out, shared in zip(
        answer["rounds"], answer["sit_out"], answer["shared"], strict=True
    ):
        assert [one["table"] for one in tables] == list(range(1, pairs // 2 + 1))
        seated = [pair for one in tables for pair in (one["ns"], one["ew"])]
        assert sorted(seated + sit_out) == list(range(1, pairs + 1))
        assert len(sit_out) == pairs % 2
        for one in tables:
            assert len(set(one["boards"])) == boards
            opponents = frozenset((one["ns"], one["ew"]))
            assert opponents not in met, "met twice"
            met.add(opponents)
            for side in opponents:
                for board in one["boards"]:
                    assert 1 <= board <= answer["boards"]
                    assert (side, board) not in played, "played twice"
                    played.add((side, board))
        assert {board: numbers for one in shared for board, numbers in named(one)} == {
            board: numbers for board, numbers in needed(tables).items() if len(numbers) > 1
        }
    rests = Counter(pair for one in answer["sit_out"] for pair in one)
    assert max(rests.values(), default=0) - min(rests[one] for one in range(1, pairs + 1)) <= 1
    assert {board for _, board in played} == set(range(1, answer["boards"] + 1))
    assert answer["comparisons"] == {
        **dict(zip(("least", "most"), extremes(compared(answer)), strict=True)),
        "bound": bound(pairs, boards, rounds),
    }


def named(shared: Answer) -> list[tuple[int, list[int]]]:
    assert len(shared["tables"]) > 1
    return [(board, shared["tables"]) for board in shared["boards"]]


def needed(tables: list[Answer]) -> dict[int, list[int]]:
    """The tables that need a board in one round."""
    found = defaultdict(list)
    for one in tables:
        for board in one["boards"]:
            found[board].append(one["table"])
    return dict(found)


def bound(pairs: int, boards: int, rounds: int) -> int:
    """The formula of the contract, letter by letter."""
    h = tables = pairs // 2
    f = 2 * rounds * tables // pairs
    return min(
        2 * rounds * tables * boards * (h - 1) // (pairs * (pairs - 1)),
        f * boards * (h - 1) // (pairs - 1),
    )


def by_board(answer: Answer) -> dict[int, list[tuple[int, int]]]:
    found = defaultdict(list)
    for tables in answer["rounds"]:
        for one in tables:
            for board in one["boards"]:
                found[board].append((one["ns"], one["ew"]))
    return dict(found)


def compared(answer: Answer) -> list[int]:
    """How often each two pairs play the same board in the same direction."""
    together = Counter(
        frozenset(two)
        for results in by_board(answer).values()
        for side in zip(*results, strict=True)
        for two in combinations(side, 2)
    )
    return [together[frozenset(two)] for two in twos(answer)]


def competition(answer: Answer) -> list[int]:
    """Manning's measure for each two pairs: same direction + 1 a board, opposite directions at
    different tables - 1, at the same table one less than the results of the board.
    """
    weight: Counter[frozenset[int]] = Counter()
    for results in by_board(answer).values():
        for here, there in permutations(results, 2):
            for side in (0, 1):
                weight[frozenset((here[side], there[side]))] += 1
                weight[frozenset((here[side], there[1 - side]))] -= 1
        for two in results:
            weight[frozenset(two)] += 2 * (len(results) - 1)
    assert all(one % 2 == 0 for one in weight.values())  # each two counted from both sides
    return [weight[frozenset(two)] // 2 for two in twos(answer)]


def twos(answer: Answer) -> list[tuple[int, int]]:
    return list(combinations(range(1, answer["pairs"] + 1), 2))


def extremes(counts: list[int]) -> tuple[int, int]:
    return min(counts), max(counts)


def shared_boards(answer: Answer) -> int:
    """How many boards are needed at several tables at once, over all rounds."""
    return sum(len(one["boards"]) for shared in answer["shared"] for one in shared)


def clashes(answer: Answer) -> int:
    """How often a board is due at several tables in the same place of their orders."""
    return sum(
        at_once > 1
        for tables in answer["rounds"]
        for at_once in Counter(at for one in tables for at in enumerate(one["boards"])).values()
    )
