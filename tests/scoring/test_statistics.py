"""What the rows say of people: single figures. All of them are counted once more in
`tests/tournaments/test_every_figure.py`.
"""

from datetime import datetime
from fractions import Fraction
from math import isclose, sqrt

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.actions.game_state import finish_early
from scoring.models import Game, Player
from scoring.people.statistics.calls import Counted, position_rows
from scoring.people.statistics.club import by_person, seats_in
from scoring.people.statistics.drilldown import player_rounds, rounds_of_figure
from scoring.people.statistics.games import share_of
from scoring.people.statistics.person import Person, best_of, longest_run, ranks_of
from scoring.people.statistics.shares import Share, Z, half_up
from scoring.people.statistics.together import Pair, Versus
from scoring.rules import VARIANTS, Round
from tests.scoring.games import PEOPLE, TWO_ROUNDS, a_device, a_game

# Shares
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),  # after the table of examples of any book on the score interval
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (8, 10, 0.4902, 0.9433),
        (87, 148, 0.5073, 0.6639),
    ],
)
def test_a_share_has_its_doubt(hits: int, of: int, low: float, high: float) -> None:
    assert Share(hits, of).range == pytest.approx((low, high), abs=1e-4)


@given(st.integers(1, 500).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_at_its_ends_what_was_seen_is_just_believable(case: tuple[int, int]) -> None:
    hits, of = case
    for end in Share(hits, of).range:
        # There the distance is as large as chance makes it in 95 of 100 cases
        if 1e-9 < end < 1 - 1e-9:
            assert isclose(abs(hits / of - end), Z * sqrt(end * (1 - end) / of), abs_tol=1e-9)


def test_no_case_says_nothing() -> None:
    assert Share(0, 0).range == (0.0, 1.0)
    assert Share(0, 0).percent == 50


def test_a_half_of_a_percent_is_rounded_up_always() -> None:
    """As floats 57.5 and 28.5 are a little less: 100 * (23 / 40) is 57.49999999999999."""
    halves = [
        Share(hits, of)
        for of in (8, 40, 200, 1000)
        for hits in range(of)
        if 200 * hits % (2 * of) == of
    ]
    assert Share(23, 40) in halves
    assert [share.percent for share in halves] == [
        (100 * share.hits) // share.of + 1 for share in halves
    ]
    assert [half_up(Fraction(number, 2)) for number in (-5, -1, 1, 3, 5)] == [-3, -1, 1, 2, 3]


def test_won_drawn_and_lost_are_all() -> None:
    assert Share(12, 20, 3).missed == 5


# Single figures
# --------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_games_of_matches_are_not_told_before_their_host_says_so() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    anna = Player.objects.get(name="Anna")
    assert Person(anna).sums.rounds == 2
    Game.objects.filter(pk=game.pk).update(of_match=True)
    assert Person(anna).sums.rounds == 0


@pytest.mark.django_db
def test_the_rounds_of_one_person_in_two_lists_are_taken_together() -> None:
    a_game(rounds=TWO_ROUNDS)
    # On Anna's side of the table
    a_game(names=("X", "Y", "Mama", "Z"), device=a_device("home"), rounds=TWO_ROUNDS)
    one = [Player.objects.get(name=name) for name in ("Anna", "Mama")]
    both = [player.pk for player in one]
    for figure in ("rounds", "first", "sweeps", "swept", "tichu", "grand", "against-tichu"):
        alone = [rounds_of_figure([player], figure) for player in both]
        together = rounds_of_figure(both, figure)
        assert together is not None
        told = player_rounds(both, together)
        assert len(told) == sum(rounds.count() for rounds in alone if rounds is not None)
        assert {one_round.own for one_round in told} <= {0}
    together = rounds_of_figure(both, "rounds")
    assert together is not None
    assert {name for one_round in player_rounds(both, together) for name in one_round.beside} == {
        "Carla",
        "X",
    }


def test_best_is_who_has_enough_games_and_the_largest_share() -> None:
    class One:
        def __init__(self, hits: int, of: int) -> None:
            self.share = Share(hits, of)
            self.enough = of >= 20

    few, good, worse, equal = One(8, 12), One(34, 52), One(19, 38), One(17, 26)
    assert best_of([few, good, worse]) is good  # type: ignore[list-item]
    assert best_of([few, good, worse], worst=True) is worse  # type: ignore[list-item]
    assert best_of([few, good]) is None  # type: ignore[list-item]  (with one there is nobody to be better than)
    assert best_of([good, equal, worse]) is None  # type: ignore[list-item]


def test_the_longest_run_is_the_latest_of_its_length() -> None:
    class Played:
        def __init__(self, won: bool) -> None:
            self.won = won

    games = [Played(mark == "w") for mark in "wwlwlwwl"]
    run = longest_run(games)  # type: ignore[arg-type]
    assert run is not None
    assert (run.games, games.index(run.last)) == (2, 6)  # type: ignore[arg-type]
    assert longest_run(games[2:5]) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cases", "rows"),
    [
        ((44, 12, 47), [("leading",), ("level",), ("trailing",)]),
        ((9, 3, 16), [("leading", "level"), ("trailing",)]),
        ((3, 9, 16), [("leading", "level"), ("trailing",)]),
        ((2, 1, 1), []),
        ((9, 0, 0), []),
        ((0, 0, 0), []),
    ],
)
def test_few_cases_join_their_neighbours(
    cases: tuple[int, int, int], rows: list[tuple[str, ...]]
) -> None:
    counted = {
        ("tichu", stood, True): n
        for stood, n in zip(("leading", "level", "trailing"), cases, strict=True)
    }
    assert position_rows(Counted(counted), "tichu") == rows


def test_reigns_and_the_time_at_the_bottom_end_with_their_game() -> None:
    ranks = [
        ("one", 1, 5),
        ("one", 1, 5),
        ("two", 1, 5),
        ("two", 5, 5),
        ("two", 5, 5),
        ("two", 3, 5),
    ]
    said = ranks_of(ranks)
    assert said is not None
    assert (said.reigns, said.longest_reign, said.longest_last) == (2, 2, 2)
    assert said.mean == pytest.approx(16 / 6)


@pytest.mark.django_db
@pytest.mark.parametrize("variant", ["nanking", "trichu"])
def test_a_game_that_ends_level_is_won_by_nobody(variant: str) -> None:
    names = PEOPLE[: VARIANTS[variant].min_players]
    game = a_game(variant, rounds=[Round(out=(0, 1, 2, 3), card_points=(50, 50))], names=names)
    finish_early(game, a_device())
    for name in names:
        (played,) = Person(Player.objects.get(name=name)).games
        assert (played.place, played.won, played.drawn) == (1, False, True)
    anna = Person(Player.objects.get(name="Anna"))
    assert share_of(anna.games) == Share(0, 1, 1)
    assert (anna.longest_run, anna.comeback) == (None, None)
    assert [(row.rank, row.share) for row in by_person(seats_in([game.pk]))] == [
        (1, Share(0, 1, 1))
    ] * len(names)


@pytest.mark.django_db
def test_who_is_level_with_the_dummy_in_front_has_not_won() -> None:
    """Seat 1 plays with the Table and has what it has."""
    game = a_game("trichu", rounds=[Round(out=(0, 1, 2, 3), card_points=(80, 20))])
    finish_early(game, a_device())
    anna, beat = (Person(Player.objects.get(name=name)) for name in ("Anna", "Beat"))
    assert [(one.place, one.won, one.drawn) for one in anna.games] == [(1, False, True)]
    assert [(one.place, one.won, one.drawn) for one in beat.games] == [(3, False, False)]


@pytest.mark.django_db
def test_first_out_counts_every_round_whose_first_is_known() -> None:
    """Lost by a double victory too; where points alone are written down a made call is no share of
    going out.
    """
    whole = [
        Round(out=(1, 3)),
        Round(out=(0, 1, 2, 3), card_points=(50, 50)),
        Round(out=(1, 0, 3), card_points=(0, 100)),
    ]
    a_game(rounds=whole)
    first = [
        Round(out=(0,), card_points=(50, 50)),
        Round(out=(2,), sweep=0),
        Round(out=(3,), card_points=(50, 50)),
    ]
    a_game(rounds=first, settings={"recording": "first"})
    points = [Round(calls={0: "tichu"}, made=0, card_points=(50, 50))]
    a_game(rounds=points * 2, settings={"recording": "points"})
    out = {name: Person(Player.objects.get(name=name)).out for name in PEOPLE[:4]}
    assert {name: one.first.hits for name, one in out.items()} == {
        "Anna": 2,
        "Beat": 2,
        "Carla": 1,
        "Dino": 1,
    }
    assert {(one.rounds, one.first.of, one.placed) for one in out.values()} == {(8, 6, 3)}
    assert {name: one.first_alone for name, one in out.items()} == {
        "Anna": Share(1, 3),
        "Beat": Share(0, 3),
        "Carla": Share(1, 3),
        "Dino": Share(1, 3),
    }
    assert out["Beat"].first_in_order == Share(2, 3)
    assert all(one.is_mixed for one in out.values())
    assert [one.places for one in out.values()] == [
        Fraction(7, 2) + 1 + 2,
        1 + 2 + 1,
        Fraction(7, 2) + 3 + 4,
        2 + 4 + 3,
    ]


@pytest.mark.django_db
def test_of_six_those_swept_share_the_last_three_places() -> None:
    a_game("tientsin", rounds=[Round(out=(0, 2, 4)), Round(out=(0, 2, 4))])
    means = [Person(Player.objects.get(name=name)).out.mean_place for name in PEOPLE[:6]]
    assert means == [1, 5, 2, 5, 3, 5]


# Pairs
# --------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_pair_has_the_games_and_rounds_that_both_played_on_one_side() -> None:
    a_game(rounds=TWO_ROUNDS)
    a_game(names=("Beat", "Carla", "Dino", "Anna"), rounds=TWO_ROUNDS)
    a_game(names=("Anna", "Carla", "Beat", "Dino"), rounds=TWO_ROUNDS)  # against each other
    a_game("tientsin", names=("Anna", "Beat", "Carla", "Dino", "Eva", "Franz"))
    anna, beat, carla, dino = (
        Player.objects.get(name=name) for name in ("Anna", "Beat", "Carla", "Dino")
    )
    pair = Pair(anna, carla)
    assert len(pair.games) == 3
    assert (pair.sums.rounds, pair.sums.own_points, pair.sums.points_of_others) == (4, 200, 200)
    assert (pair.sums.sweeps, pair.sums.sweeps_of_others) == (1, 1)
    assert pair.called == {(anna.pk, "tichu", True): 1, (carla.pk, "grand", False): 1}
    assert pair.first_places == {anna.pk: 1, carla.pk: 1}
    versus = Versus(anna, carla, [dino, beat])
    assert len(versus.games) == 2
    assert versus.sums == pair.sums
    assert versus.called[beat.pk, "tichu", True] == 1
    assert len(Versus(anna, beat, [carla, dino]).games) == 1
    assert Versus(anna, dino, [carla, beat]).games == []


@pytest.mark.django_db
def test_the_best_evening_is_that_with_the_most_games_won_more_than_lost() -> None:
    days = {1: "wl", 2: "ww", 3: "www", 4: "wwwl", 5: "w"}
    minute = 0
    for day, results in days.items():
        for mark in results:
            minute += 1
            calls = {0: "grand"} if mark == "w" else {1: "grand"}
            out = (0, 2) if mark == "w" else (1, 3)
            game = a_game(rounds=[Round(out=out, calls=calls)] * 3)
            at = datetime(2026, 3, day, 20, minute, tzinfo=timezone.get_current_timezone())
            Game.objects.filter(pk=game.pk).update(started_at=at)
    anna, carla = (Player.objects.get(name=name) for name in ("Anna", "Carla"))
    best = Pair(anna, carla).best_evening
    assert best is not None
    assert (best.day.day, best.won, best.margin) == (3, Share(3, 3), 3 * 3 * 400)
