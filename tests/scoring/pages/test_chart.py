"""The geometry of the charts, in figures."""

from itertools import pairwise

import pytest

from scoring.pages.chart import DASHES, LARGE, MARKERS, Chart, Marked, places, race, sample, small


def points(chart: Chart, index: int) -> list[tuple[float, float]]:
    pairs = (pair.split(",") for pair in chart.curves[index].line.split())
    return [(float(x), float(y)) for x, y in pairs]


@pytest.mark.parametrize(
    ("totals", "target", "expected"),
    [
        ([[165], [-65]], 1000, ["0", "500", "1000"]),
        ([[50], [50]], 500, ["0", "250", "500"]),
        ([[50], [50]], 800, ["0", "500", "800"]),
        ([[50], [50]], 1050, ["0", "500", "1050"]),
        ([[], []], None, ["0", "50", "100"]),
        ([[20], [80]], None, ["0", "50", "100"]),
        ([[1015], [480]], 1000, ["0", "500", "1000"]),
        ([[900], [1200]], 2000, ["0", "500", "1000", "1500", "2000"]),
        ([[-900], [-1200]], 1000, ["−1000", "−500", "0", "500", "1000"]),
        ([[31_000], [-9_000]], None, ["0", "10000", "20000", "30000"]),
    ],
)
def test_the_figures_at_the_side_are_round_and_few(
    totals: list[list[int]], target: int | None, expected: list[str]
) -> None:
    chart = race(totals, target=target)
    assert [tick.text for tick in chart.rows] == expected


def test_every_line_of_a_race_begins_at_zero_and_has_a_point_for_each_round() -> None:
    chart = race([[165, 365], [-65, 335]], target=1000)
    assert [len(points(chart, index)) for index in (0, 1)] == [3, 3]
    assert points(chart, 0)[0] == points(chart, 1)[0] == (chart.left, chart.zero)


def test_more_points_are_further_up_and_later_rounds_further_right() -> None:
    chart = race([[100, 300, 200]], target=1000)
    xs, ys = zip(*points(chart, 0), strict=True)
    assert list(xs) == sorted(set(xs))
    assert ys[2] < ys[3] < ys[1] < ys[0]


def test_equal_points_are_equal_distances() -> None:
    ys = [y for _, y in points(race([[100, 200, 300, 400]], target=400), 0)]
    steps = [before - after for before, after in pairwise(ys)]
    assert max(steps) - min(steps) <= 0.2  # rounded to a tenth


def test_the_target_is_a_line_at_its_own_height() -> None:
    chart = race([[1000], [200]], target=1000)
    assert chart.goal == points(chart, 0)[-1][1]


def test_without_a_target_there_is_no_line_for_it() -> None:
    assert race([[100], [0]]).goal is None


def test_the_line_of_zero_is_drawn_only_where_somebody_is_below() -> None:
    assert race([[100], [0]]).zero is None
    assert race([[100], [-5]]).zero is not None


def test_the_field_is_as_long_as_the_rounds_that_there_will_be() -> None:
    chart = race([[200, 0]], rounds=9)
    assert chart.columns[-1].text == "9"
    assert chart.columns[-1].at == chart.right
    assert points(chart, 0)[-1][0] < chart.right


@pytest.mark.parametrize(
    "chart",
    [
        race([[], []], target=1000),
        race([[-25] * 60, [125 * n for n in range(60)]], target=1000),
        race([[0], [0], [0], [0]], rounds=9),
        race([[1_000_000], [-1_000_000]]),
        places([[1], [2], [3], [4], [5]]),
        places([[1 + (seat + number) % 12 for number in range(60)] for seat in range(12)]),
    ],
)
def test_everything_lies_within_the_picture(chart: Chart) -> None:
    assert chart.curves
    for index, _ in enumerate(chart.curves):
        for x, y in points(chart, index):
            assert chart.left <= x <= chart.right <= chart.width
            assert chart.top <= y <= chart.bottom <= chart.height
    for tick in chart.columns:
        assert chart.left <= tick.at <= chart.right
    for tick in chart.rows:
        assert chart.top <= tick.at <= chart.bottom
    assert len(chart.columns) <= chart.width / 20


def test_long_games_have_few_markers_and_always_one_at_the_end() -> None:
    curve = race([list(range(0, 600, 10))]).curves[0]
    assert 0 < curve.marks.count("z") <= LARGE.marks
    assert curve.marks.startswith(f"M{curve.x - 3.2:g} {curve.y:g}")


def test_a_thumbnail_has_a_marker_at_each_end_alone() -> None:
    chart = small([[165, 365, 1010], [-65, 335, 490]], target=1000)
    assert [curve.marks.count("z") for curve in chart.curves] == [1, 1]
    assert chart.goal is not None
    assert 0 < chart.goal < chart.height


def test_a_marked_round_is_a_band_from_the_round_before_to_it() -> None:
    columns = [[100, 500], [0, 0]]
    band = race(columns, marked=Marked(2, 0, "+400")).band
    assert band is not None
    ends = [x for x, _ in points(race(columns), 0)]
    assert (band.x, round(band.x + band.width, 1)) == (ends[1], ends[2])
    assert band.x < band.text_x < band.x + band.width


@pytest.mark.parametrize(("number", "anchor"), [(4, "start"), (20, "end"), (30, "end")])
def test_the_figure_of_a_band_too_narrow_for_it_stands_beside_it_above_the_target(
    number: int, anchor: str
) -> None:
    chart = race([[33 * n for n in range(1, 31)]], target=1000, marked=Marked(number, 0, "+400"))
    band = chart.band
    assert band is not None
    assert chart.goal is not None
    assert band.anchor == anchor
    assert band.text_x > band.x + band.width if anchor == "start" else band.text_x < band.x
    assert chart.top <= band.text_y - 22
    assert band.text_y <= chart.goal
    assert race([[33 * n for n in range(1, 31)]], target=1000).goal < chart.goal - 20  # type: ignore[operator]


@pytest.mark.parametrize(
    ("rounds", "numbers", "few"),
    [
        (3, [1, 2, 3], []),
        (9, list(range(1, 10)), []),
        (10, [2, 4, 6, 8, 10], [3, 6, 9]),
        (13, [2, 4, 6, 8, 10, 12], [3, 6, 9, 12]),
        (24, list(range(2, 25, 2)), list(range(3, 25, 3))),
        (40, [5, 10, 15, 20, 25, 30, 35, 40], [5, 10, 15, 20, 25, 30, 35, 40]),
    ],
)
def test_from_ten_rounds_on_every_second_has_its_number_on_the_narrowest_screen_every_third(
    rounds: int, numbers: list[int], few: list[int]
) -> None:
    chart = race([[0] * rounds, [100] * rounds])
    assert [int(tick.text) for tick in chart.columns] == numbers
    assert [int(tick.text) for tick in chart.few_columns] == few


def test_the_line_of_nothing_never_goes_through_the_figure_of_a_band() -> None:
    """That figure is some 12 units high and stands some 7 above its foot."""
    for low in (0, -5, -65, -200, -600):
        chart = race([[300, 1005], [0, low]], target=1000, marked=Marked(1, 0, "+300"))
        assert chart.band is not None
        assert chart.zero is None or not 5 < chart.band.text_y - chart.zero < 22
        assert chart.band.text_y <= chart.bottom


@pytest.mark.parametrize(
    ("columns", "number"),
    [
        ([[60, 60, 60, 60], [140, 540, 940, 1340]], 4),  # low beside it
        ([[-100, -40, -40], [200, 240, 640]], 3),  # beside and below nothing
        ([[100, 200, 1000], [0, 0, 0]], 3),
        ([[0] * 40, [25 * n for n in range(1, 41)]], 30),  # before a narrow one
    ],
)
def test_no_line_goes_through_the_figure_of_a_band(columns: list[list[int]], number: int) -> None:
    chart = race(columns, target=1000, marked=Marked(number, 1, "+400"))
    band = chart.band
    assert band is not None
    left = band.text_x - {"middle": 17, "start": 0, "end": 34}[band.anchor]
    for index in range(2):
        line = points(chart, index)
        for step in range(0, 35, 2):  # along the figure
            at = left + step
            before, after = next(one for one in pairwise(line) if one[0][0] <= at <= one[1][0])
            y = before[1] + (after[1] - before[1]) * (at - before[0]) / (after[0] - before[0])
            assert not band.text_y - 19 < y < band.text_y - 5, (index, at)
    assert chart.top <= band.text_y - 22 < band.text_y <= chart.bottom


def test_two_lines_are_whole_and_differ_by_their_markers() -> None:
    assert [curve.dash for curve in race([[1], [2]]).curves] == ["none", "none"]
    assert [curve.dash for curve in race([[1], [2], [3]]).curves] == list(DASHES[:3])


def test_twelve_lines_differ_in_dash_and_marker_without_looking_at_colour() -> None:
    looks = {(sample(index).dash, sample(index).marks) for index in range(12)}
    assert len(looks) == 12
    assert len({DASHES[index] for index in range(5)}) == 5
    assert len(set(MARKERS)) == 4


def test_the_first_place_is_on_top_and_people_end_one_below_the_other() -> None:
    chart = places([[2, 1], [1, 2], [3, 3]])
    assert [curve.y for curve in chart.curves] == [tick.at for tick in chart.rows]
    assert points(chart, 0)[0][1] == points(chart, 1)[1][1]


def test_few_people_have_more_room_between_their_lines() -> None:
    few, many = (places([[place] for place in range(1, people + 1)]).rows for people in (8, 9))
    assert (few[1].at - few[0].at, many[1].at - many[0].at) == (38, 30)


def test_a_chart_of_places_grows_with_the_rounds() -> None:
    short, long = (places([[1] * rounds, [2] * rounds]) for rounds in (5, 60))
    assert short.width == 290  # with the edges of the page the smallest phone
    assert long.width > 1200
    xs = [x for x, _ in points(long, 0)]
    assert min(after - before for before, after in pairwise(xs)) >= 19.9


def test_before_the_first_round_there_are_no_places_to_draw() -> None:
    chart = places([(), (), (), (), ()])
    assert [curve.line for curve in chart.curves] == [""] * 5
