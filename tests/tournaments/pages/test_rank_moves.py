"""The drawing of ranks before and after a change: who moves where, and why."""

from collections.abc import Sequence

from tournaments.actions.consequences import RankChange, StandingsChange
from tournaments.pages.rank_moves import MOST_DRAWN, RankMoves, rank_moves, reasons_of
from tournaments.stage.ranking import Ranked

Given = tuple[int, int, int]  # who, points, Buchholz; the order of a list is that of the ranks


def rows(given: Sequence[Given]) -> list[Ranked]:
    keys = [(points, buchholz) for _, points, buchholz in given]
    return [
        Ranked(
            1 + keys.index((points, buchholz)),
            who,
            "",
            points,
            {"points": points, "buchholz": buchholz},
        )
        for who, points, buchholz in given
    ]


def stage(before: Sequence[Given], after: Sequence[Given]) -> StandingsChange:
    old, new = ({row.id: row for row in rows(given)} for given in (before, after))
    everybody = {**new, **old}
    moved = [
        RankChange(who, old.get(who), new.get(who))
        for who in everybody
        if stands(old, who) != stands(new, who)
    ]
    return StandingsChange(
        1, moved, len(everybody) - len(moved), list(old.values()), list(new.values())
    )


def stands(known: dict[int, Ranked], who: int) -> tuple[int, object] | None:
    return (known[who].rank, known[who].points) if who in known else None


def drawn(found: StandingsChange, concerned: set[int] | None = None) -> RankMoves:
    return rank_moves(found, concerned or set(), reasons_of(found), lambda who: f"Pair {who}")


BEFORE = [(1, 6, 9), (2, 4, 8), (3, 4, 7), (4, 2, 6), (5, 2, 5)]


def test_who_moves_is_drawn_over_the_others_with_a_line_from_rank_to_rank() -> None:
    found = drawn(stage(BEFORE, [(1, 6, 9), (3, 4, 7), (4, 4, 6), (2, 2, 8), (5, 2, 5)]), {2, 4})
    assert [
        (row.name, row.rank, row.to, row.up, row.points, row.moves, row.concerned)
        for row in found.rows
    ] == [
        ("Pair 1", 1, 1, 0, "6", False, False),
        ("Pair 5", 5, 5, 0, "2", False, False),
        ("Pair 2", 2, 4, -2, "4 → 2", True, True),
        ("Pair 3", 3, 2, 1, "4", True, False),
        ("Pair 4", 4, 3, 1, "2 → 4", True, True),
    ]
    assert found.height == 5
    assert [(row.start, row.end) for row in found.rows if row.start != row.end] == [
        (1, 3),
        (2, 1),
        (3, 2),
    ]
    assert found.rows[2].line == "M0,1.5C.5,1.5 .5,3.5 1,3.5"
    assert [
        (before and before.rank, after and after.to, before and before.name)
        for before, after in found.beside
    ] == [
        (1, 1, "Pair 1"),
        (2, 2, "Pair 2"),
        (3, 3, "Pair 3"),
        (4, 4, "Pair 4"),
        (5, 5, "Pair 5"),
    ]


def test_the_reason_is_the_points_or_else_the_tie_break_and_none_for_whom_others_pushed() -> None:
    assert reasons_of(stage(BEFORE, [(1, 6, 9), (3, 4, 7), (4, 4, 6), (2, 2, 8), (5, 2, 5)])) == {
        2: "points",
        4: "points",
    }
    assert reasons_of(stage(BEFORE, [(1, 6, 9), (3, 4, 9), (2, 4, 8), (4, 2, 6), (5, 2, 5)])) == {
        3: "Buchholz"
    }
    # 5 gains in Buchholz too and passes nobody by it: 4 goes by the points, and 5 is left one rank
    # higher.
    assert reasons_of(stage(BEFORE, [(1, 6, 9), (2, 4, 8), (3, 4, 7), (5, 2, 5), (4, 0, 6)])) == {
        4: "points"
    }


def test_points_that_move_nobody_give_no_reason() -> None:
    found = stage(BEFORE, [(1, 8, 9), *BEFORE[1:]])
    assert reasons_of(found) == {}
    assert [(row.name, row.points) for row in drawn(found).rows if row.moves] == [
        ("Pair 1", "6 → 8")
    ]


def test_who_comes_in_or_goes_has_one_rank_and_no_line() -> None:
    found = drawn(stage(BEFORE, [*BEFORE[:4], (6, 1, 1)]))
    told = {row.name: (row.rank, row.to, row.line, row.up) for row in found.rows if row.moves}
    assert told == {"Pair 5": (5, None, "", 0), "Pair 6": (None, 5, "", 0)}
    assert [(before.name, after.name) for before, after in found.beside if before and after][
        -1
    ] == ("Pair 5", "Pair 6")


def test_of_many_only_who_moves_is_drawn_with_a_neighbour_as_far_as_a_page_has_room() -> None:
    many = [(who, 200 - who, 0) for who in range(1, 31)]
    moved = [*many[:9], (11, 191, 0), (10, 190, 0), *many[11:]]
    found = drawn(stage(many, moved))
    assert sorted(row.name for row in found.rows) == ["Pair 10", "Pair 11", "Pair 12", "Pair 9"]
    assert found.height == 4
    everybody = [(who, 200 - who, 0) for who in range(1, 101)]
    assert (
        len(drawn(stage(everybody, [(who, 0, who) for who in range(100, 0, -1)])).rows)
        == MOST_DRAWN
    )
