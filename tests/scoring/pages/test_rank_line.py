"""The line of somebody's rank."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scoring.pages.rank_line import HEIGHT, LEFT, MOST_FIGURES, WIDTH, rank_line


def test_a_line_climbs_to_rank_one_and_goes_on_to_the_round_that_is_played() -> None:
    line = rank_line([10, 7, 5, 3], 12, 5)
    assert line is not None
    assert [point.text for point in line.points] == ["10", "7", "5", "3"]
    assert [point.last for point in line.points] == [False, False, False, True]
    assert [rank for _, rank in line.grid] == [1, 5, 8, 12]
    assert all(one.y > other.y and one.x < other.x for one, other in pairwise(line.points))
    assert line.ahead is not None
    assert line.ahead[0] == line.end.x < line.ahead[1]


def test_there_is_no_line_without_a_rank_and_none_ahead_of_the_last_round() -> None:
    assert rank_line([], 12, 3) is rank_line([None, None], 12, 3) is None
    alone = rank_line([1], 1, 1)
    assert alone is not None
    assert (alone.ahead, [rank for _, rank in alone.grid]) == (None, [1])


@given(st.integers(1, 300), st.data())
def test_every_point_lies_in_the_field_by_its_rank_and_its_round(
    of: int, data: st.DataObject
) -> None:
    ranks = data.draw(st.lists(st.none() | st.integers(1, of), max_size=40))
    line = rank_line(ranks, of, len(ranks))
    told = [(number, rank) for number, rank in enumerate(ranks) if rank is not None]
    assert (line is None) == (not told)
    if line is None:
        return
    assert len(line.points) == len(told)
    width = (WIDTH - LEFT) / len(ranks)
    for point, (number, rank) in zip(line.points, told, strict=True):
        assert LEFT + number * width - 9 <= point.x <= LEFT + (number + 1) * width
        assert 0 < point.y < HEIGHT
        for other, (_, beside) in zip(line.points, told, strict=True):
            assert (point.y < other.y) <= (rank < beside)
    figures = [point.text for point in line.points if point.text]
    assert (
        figures == [str(rank) for _, rank in told]
        if len(ranks) <= MOST_FIGURES
        else figures == [str(told[-1][1])]
    )
