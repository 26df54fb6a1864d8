"""Ways of rating: who wins gains, against the odds more; the same bytes everywhere; the scale of
pages.
"""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.people.ratings import MODEL, Model, Played, Replay, Result, Skill, in_a_hundred, shown
from scoring.people.ratings.elo import Elo
from tests.openskill_models import KINDS, WengLin

WON, LOST, LEVEL = (
    Result([1, 2], [1000, 400]),
    Result([2, 1], [400, 1000]),
    Result([1, 1], [500, 500]),
)
MODELS = [
    MODEL,
    Elo(),
    Elo(margin=200),
    *(WengLin(kind) for kind in KINDS),
    WengLin("bradley-terry", margin=100),
]
every = pytest.mark.parametrize("model", MODELS, ids=str)
skills = st.builds(Skill, st.floats(0, 50), st.floats(0.5, 9))
pairs = st.lists(st.lists(skills, min_size=2, max_size=2), min_size=2, max_size=2)


def newcomers(model: Model) -> list[list[Skill]]:
    return [[model.start] * 2, [model.start] * 2]


@pytest.mark.parametrize(
    ("sides", "result", "after"),
    [
        ("new against new", WON, [[(26.459881, 8.204885)] * 2, [(23.540119, 8.204885)] * 2]),
        ("new against new", LEVEL, [[(25.0, 8.204885)] * 2] * 2),
        (
            "sure beside new",
            WON,
            [[(25.089566, 1.999731), (26.55242, 8.18788)], [(23.44758, 8.18788)] * 2],
        ),
    ],
)
def test_what_the_model_makes_of_a_game(
    sides: str, result: Result, after: list[list[tuple[float, float]]]
) -> None:
    start = newcomers(MODEL)
    if sides == "sure beside new":
        start[0][0] = Skill(25.0, 2.0)
    assert MODEL.rate(start, result) == after


@given(
    sides=st.lists(st.lists(skills, min_size=1, max_size=3), min_size=2, max_size=6),
    places=st.lists(st.integers(1, 4), min_size=6, max_size=6),
)
def test_the_library_makes_the_same_of_any_game(
    sides: list[list[Skill]], places: list[int]
) -> None:
    library = WengLin("bradley-terry", beta=12.0, damped=False)
    result = Result(places[: len(sides)])
    for own, other in zip(MODEL.rate(sides, result), library.rate(sides, result), strict=True):
        assert [tuple(one) for one in own] == [pytest.approx(one, abs=2e-6) for one in other]
    assert MODEL.chances(sides) == pytest.approx(library.chances(sides))


@every
def test_who_wins_gains_and_who_loses_loses(model: Model) -> None:
    (winner, partner), (loser, _) = model.rate(newcomers(model), WON)
    assert winner == partner
    assert winner.mu > model.start.mu > loser.mu
    turned = model.rate(newcomers(model), LOST)
    assert (turned[0][0], turned[1][0]) == (loser, winner)
    assert model.rate(newcomers(model), LEVEL)[0][0].mu == model.start.mu


@every
def test_a_win_against_the_odds_brings_more(model: Model) -> None:
    step = model.ten_to_one / 4
    strong = Skill(model.start.mu + step, model.start.sigma)
    sides = [[strong] * 2, [model.start] * 2]
    assert model.chances(sides)[0] > 0.5
    expected = model.rate(sides, Result([1, 2]))[0][0].mu - strong.mu
    against = model.rate(sides, Result([2, 1]))[1][0].mu - model.start.mu
    assert against > expected > 0


@every
def test_of_three_and_more_the_order_of_places_is_the_order_of_gains(model: Model) -> None:
    after = model.rate([[model.start]] * 4, Result([3, 1, 4, 2]))
    assert [one[0].mu for one in (after[1], after[3], after[0], after[2])] == sorted(
        (side[0].mu for side in after), reverse=True
    )
    assert model.chances([[model.start]] * 4) == pytest.approx([0.25] * 4)


@pytest.mark.parametrize("kind", KINDS)
@given(sides=pairs)
def test_chances_add_up_and_turn_with_the_sides(kind: str, sides: list[list[Skill]]) -> None:
    model = WengLin(kind)
    one, other = model.chances(sides)
    assert one + other == pytest.approx(1)
    assert model.chances(sides[::-1]) == pytest.approx([other, one])


@given(sides=pairs, place=st.sampled_from([WON, LOST, LEVEL]))
def test_what_is_kept_has_six_digits_and_rates_on_from_there(
    sides: list[list[Skill]], place: Result
) -> None:
    for side in MODEL.rate(sides, place):
        for skill in side:
            assert skill == Skill(float(f"{skill.mu:.6f}"), float(f"{skill.sigma:.6f}"))
            assert skill.sigma > 0


@pytest.mark.parametrize(
    "model", [MODEL, WengLin("plackett-luce"), WengLin("bradley-terry")], ids=str
)
def test_four_hundred_more_on_average_win_ten_games_for_one(model: Model) -> None:
    sure = Skill(model.start.mu, 0.0)
    better = Skill(sure.mu + model.ten_to_one, 0.0)
    assert (shown(model, better).rating, shown(model, sure).rating) == (1900, 1500)
    assert model.chances([[better] * 2, [sure] * 2])[0] == pytest.approx(10 / 11)
    apart = [[Skill(sure.mu + 2 * model.ten_to_one, 0.0), sure], [sure] * 2]
    assert model.chances(apart)[0] == pytest.approx(10 / 11)  # the average counts, not who has it


def test_the_band_holds_nineteen_of_twenty() -> None:
    assert shown(MODEL, Skill(MODEL.start.mu, MODEL.ten_to_one)).band == 784
    assert shown(MODEL, MODEL.start).rating == 1500


def test_more_than_95_of_a_hundred_is_said_of_nobody() -> None:
    assert [in_a_hundred(chance) for chance in (0.5, 0.584, 0.951, 0.999, 0.001, 0.0)] == [
        50,
        58,
        95,
        95,
        5,
        5,
    ]


def test_margins_move_elo_by_their_logarithm() -> None:
    model = Elo(k=20, margin=200)
    moved = model.rate(newcomers(model), WON)[0][0].mu - 1500
    assert moved == pytest.approx(10 * math.log1p(600 / 200), abs=1e-6)


def test_games_in_their_order_leave_standings_and_say_what_each_changed() -> None:
    replay = Replay(MODEL)
    first, second = Played("a", [[1, 2], [3, 4]], WON), Played("b", [[1, 3], [2, 5]], LOST)
    told = dict(
        zip("ab", (changes for _game, changes in replay.through([first, second])), strict=True)
    )
    assert [change.player for change in told["b"]] == [1, 3, 2, 5]
    assert told["b"][0].before == told["a"][0].after
    assert told["a"][0].chance == 0.5
    assert (replay.of(1).games, replay.of(5).games, replay.of(9).games) == (2, 1, 0)
    assert replay.of(1) == told["b"][0].after
    assert told["b"][0].chance == pytest.approx(1 - told["b"][2].chance, abs=1e-6)
