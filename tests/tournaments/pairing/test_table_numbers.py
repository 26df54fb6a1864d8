"""Numbers for tables: by rank, fixed tables kept, and whoever misses out is named."""

from tournaments.pairing.tables import number_tables
from tournaments.pairing.values import Id, Table


def table(*sides: int) -> Table:
    return Table(tuple((id_,) for id_ in sides))


def numbers(tables: list[Table], fixed: dict[int, int]) -> list[tuple[int, tuple[int, ...]]]:
    return [(one.number, one.everybody) for one in number_tables(tables, fixed)]


def said(tables: list[Table], fixed: dict[int, int]) -> list[tuple[list[str], list[str]]]:
    """The reasons and the warnings of each table, names in them."""
    return [
        (
            [note.text % note.params for note in one.reasons],
            [note.text % note.params for note in one.warnings],
        )
        for one in number_tables(tables, fixed)
    ]


def test_tables_are_numbered_from_1_in_the_order_they_come() -> None:
    tables = [table(5, 6), table(1, 2), table(3, 4)]
    assert numbers(tables, {}) == [(1, (5, 6)), (2, (1, 2)), (3, (3, 4))]
    assert said(tables, {}) == [([], [])] * 3


def test_a_fixed_table_is_kept_and_the_others_fill_the_lowest_numbers() -> None:
    tables = [table(1, 2), table(3, 4), table(5, 6)]
    assert numbers(tables, {6: 1}) == [(1, (5, 6)), (2, (1, 2)), (3, (3, 4))]
    assert said(tables, {6: 1}) == [(["Fixed table of #6: 1."], []), ([], []), ([], [])]


def test_a_fixed_table_may_lie_beyond_the_number_of_tables() -> None:
    assert numbers([table(1, 2), table(3, 4)], {1: 9}) == [(1, (3, 4)), (9, (1, 2))]


def test_where_two_at_a_table_need_different_ones_the_better_placed_is_heard() -> None:
    tables = [table(1, 2), table(3, 4)]
    assert numbers(tables, {1: 5, 2: 7}) == [(1, (3, 4)), (5, (1, 2))]
    assert said(tables, {1: 5, 2: 7}) == [
        ([], []),
        (["Fixed table of #1: 5."], ["Table needed by #2: 7."]),
    ]


def test_the_second_of_a_table_is_heard_where_the_table_of_the_first_is_taken() -> None:
    tables = [table(1, 2), table(3, 4)]
    assert numbers(tables, {1: 5, 3: 5, 4: 7}) == [(5, (1, 2)), (7, (3, 4))]
    assert said(tables, {1: 5, 3: 5, 4: 7}) == [
        (["Fixed table of #1: 5."], []),
        (["Fixed table of #4: 7."], ["Table needed by #3: 5."]),
    ]


def test_where_two_tables_need_the_same_number_the_first_has_it() -> None:
    tables = [table(1, 2), table(3, 4), table(5, 6)]
    assert numbers(tables, {2: 1, 3: 1, 5: 1}) == [(1, (1, 2)), (2, (3, 4)), (3, (5, 6))]
    assert [one[1] for one in said(tables, {2: 1, 3: 1, 5: 1})] == [
        [],
        ["Table needed by #3: 1."],
        ["Table needed by #5: 1."],
    ]


def test_two_at_one_table_may_need_the_same_one() -> None:
    assert numbers([table(1, 2), table(3, 4)], {3: 1, 4: 1}) == [(1, (3, 4)), (2, (1, 2))]
    assert [one[1] for one in said([table(1, 2), table(3, 4)], {3: 1, 4: 1})] == [[], []]


def test_a_fixed_table_of_somebody_who_is_not_here_keeps_no_number_free() -> None:
    assert numbers([table(1, 2)], {7: 1}) == [(1, (1, 2))]


def test_a_table_number_below_1_is_no_table_and_is_said_to_be_missed() -> None:
    (only,) = number_tables([table(1, 2)], {1: 0})
    assert (only.number, [note.params for note in only.warnings]) == (
        1,
        [{"who": Id(1), "fixed": 0}],
    )


def test_the_notes_a_table_came_with_stay() -> None:
    (first,) = number_tables([table(1, 2)], {1: 4})
    (again,) = number_tables([first], {1: 4, 2: 5})
    assert [note.code for note in again.reasons + again.warnings] == [
        "fixed_table",
        "fixed_table",
        "fixed_table_missed",
    ]
