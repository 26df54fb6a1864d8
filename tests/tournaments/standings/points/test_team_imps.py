"""Teams of four: the boards of two tables compared, against a count of its own."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import strategies as st

from tests.lengths import examples
from tests.tournaments.standings.duplicate.second_count import imps_by_hand, points_by_hand
from tests.tournaments.standings.points.matches import A, B, awards, game, points, sums_are_right
from tournaments.standings.lines import Played
from tournaments.standings.points import SCORING_SYSTEMS
from tournaments.standings.points.team_imps import boards_in, victory_points

Scores = Sequence[tuple[int, int]]
SCORES = st.tuples(st.integers(-60, 80), st.integers(-60, 80)).map(
    lambda pair: (5 * pair[0], 5 * pair[1])
)


def tables(first: Scores, second: Scores, boards: int = 4) -> tuple[Played, Played]:
    """Both tables in order of play, scores as A : B; at the second B sits north-south."""
    return (
        game(*first, boards=tuple(boards_in(1, boards))),
        game(
            *((other, own) for own, other in second),
            sides=((B,), (A,)),
            boards=tuple(boards_in(2, boards)),
        ),
    )


@pytest.mark.parametrize(
    ("room", "boards", "expected"),
    [
        (1, 4, [1, 2, 3, 4]),
        (2, 4, [3, 4, 1, 2]),
        (2, 2, [2, 1]),
        (2, 16, [*range(9, 17), *range(1, 9)]),
    ],
)
def test_each_table_begins_with_a_half_of_its_own(
    room: int, boards: int, expected: list[int]
) -> None:
    assert boards_in(room, boards) == expected


def test_a_board_is_worth_both_margins_together() -> None:
    # Board by board: +200 and -160 is 40, level, +25 and 0, -300 and +100
    first = [(200, 0), (50, 50), (60, 35), (0, 300)]
    second = [(50, 50), (200, 100), (20, 180), (65, 65)]  # boards 3, 4, 1, 2
    found = awards("team_imps", *tables(first, second))
    assert (found[A].line.imps, found[B].line.imps) == (2 + 0 + 2 - 9, 9 - 4)
    text, params, _ = found[A].parts[0]
    assert text % params == "IMPs 4 : 9 over 4 boards, 5 behind"
    assert float(found[B].line.points) == pytest.approx(points_by_hand(5, 4), abs=0.011)
    assert found[A].line.points + found[B].line.points == 20
    assert (found[A].line.score, found[A].line.score_against) == (645, 780)
    assert (found[A].line.games_won, found[B].line.games_won) == (0, 1)
    assert sums_are_right(found)


def test_only_boards_that_both_tables_have_played_count() -> None:
    # The second table has played board 3, the first boards 1 to 3
    first, second = tables([(300, 0), (300, 0), (100, 0)], [(0, 100)])
    found = awards("team_imps", first, second)
    assert points(found) == {A: 10, B: 10}
    assert found[A].parts[0][1]["boards"] == 1
    assert (found[A].line.score, found[A].line.score_against) == (100, 100)
    assert awards("team_imps", first) == {}
    assert awards("team_imps", *tables([(300, 0)], [(0, 100)])) == {}


def test_the_directors_averages_are_imps_for_each_side_apart() -> None:
    averages = {1: {A: "avg+", B: "avg"}, 2: {A: "avg--", B: "avg++"}}
    first, second = tables([(200, 0), (200, 0)], [(50, 50), (50, 50)])
    found = awards("team_imps", replace(first, averages=averages), second)
    assert (found[A].line.imps, found[B].line.imps) == (3 - 9, 0 + 9)
    assert points(found) == {A: victory_points(-6, 2), B: victory_points(9, 2)}
    assert sums_are_right(found)


def test_a_match_is_not_won_before_it_is_over() -> None:
    first, second = tables([(200, 0)] * 4, [(50, 50)] * 4)
    going = awards("team_imps", first, replace(second, running=True))
    assert going[A].line.games_won == 0
    assert awards("team_imps", first, second)[A].line.games_won == 1


def test_a_clear_win_is_all_and_a_level_match_half_of_the_points() -> None:
    system = SCORING_SYSTEMS["team_imps"]
    assert system.full({}, hands=4, players=2) == 20 == 2 * system.level({}, hands=4, players=2)
    assert victory_points(1000, 4) == 20
    assert victory_points(-1000, 4) == 0
    assert system.needs_hands({})


@examples(
    30,
    1000,
    st.sampled_from([2, 4, 6, 16]).flatmap(
        lambda boards: st.tuples(
            st.lists(SCORES, min_size=boards, max_size=boards),
            st.lists(SCORES, max_size=boards),
        )
    ),
)
def test_any_match_is_as_counted_by_hand(played: tuple[list[tuple[int, int]], ...]) -> None:
    first, second = played
    boards = len(first)
    half = boards // 2
    order = [*range(half, boards), *range(half)]
    gains = [
        imps_by_hand(first[at][0] - first[at][1] + own - other)
        for at, (own, other) in zip(order, second, strict=False)
    ]
    found = awards("team_imps", *tables(first, second, boards))
    if not gains:
        assert found == {}
        return
    assert found[A].line.imps == sum(gains) == -found[B].line.imps
    assert float(found[A].line.points) == pytest.approx(
        points_by_hand(sum(gains), len(gains)), abs=0.021
    )
    assert found[A].line.points + found[B].line.points == 20
    assert found[A].line.points * 100 == Fraction(int(found[A].line.points * 100))
    swapped = awards("team_imps", *reversed(tables(first, second, boards)))
    assert swapped[A].line.points == found[A].line.points
    assert sums_are_right(found)
