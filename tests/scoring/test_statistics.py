"""What the rows say of people, and the same counted once more straight from the rounds that tables wrote."""

import uuid
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from math import isclose, sqrt
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.actions import finish_early, start_game, undo_round
from scoring.actions.deleting import delete_game
from scoring.models import Game, Player
from scoring.queries import Table, table_of
from scoring.rules import VARIANTS, Round, RuleSet
from scoring.statistics.behind import rounds_behind, told_rounds
from scoring.statistics.calls import Counted, standings_of
from scoring.statistics.person import Person, best_of, longest_run, ranks_of
from scoring.statistics.shares import Share, Z
from scoring.statistics.together import Pair, Versus
from tests.scoring.games import PEOPLE, TWO_ROUNDS, a_device, a_game, believable, write
from tests.scoring.recount import ends

LIMITS = {variant: {} if kind.has_teams else {"round_limit": 4} for variant, kind in VARIANTS.items()}
TEAMS = {"nanking", "tientsin"}
RANKS = {"grand_seigneur", "always_last"}


# Shares ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),  # after the table of examples of any book on the score interval
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (8, 10, 0.4902, 0.9433), (87, 148, 0.5073, 0.6639)],
)
def test_a_share_has_its_doubt(hits: int, of: int, low: float, high: float) -> None:
    assert Share(hits, of).range == pytest.approx((low, high), abs=1e-4)


@given(st.integers(1, 500).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_at_its_ends_what_was_seen_is_just_believable(case: tuple[int, int]) -> None:
    hits, of = case
    for end in Share(hits, of).range:
        if 1e-9 < end < 1 - 1e-9:  # there the distance is as large as chance makes it in 95 of 100 cases
            assert isclose(abs(hits / of - end), Z * sqrt(end * (1 - end) / of), abs_tol=1e-9)


def test_no_case_says_nothing() -> None:
    assert Share(0, 0).range == (0.0, 1.0)


# Counting once more ---------------------------------------------------------------------------------------------------


def seated(game: Game) -> list[int | None]:
    return list(game.seats.order_by("number").values_list("player", flat=True))


def recounted(person: int, tables: Iterable[Table]) -> dict[str, Any]:
    """What there is to say of somebody, out of the rounds of games in the order in which they were started."""
    found: dict[str, Any] = {
        "won": [], "partners": {}, "calls": Counter(), "against": Counter(), "places": Counter(), "ranks": [],
        "rounds": 0, "points": 0, "others": 0, "sweeps": 0, "swept": 0, "behind": [], "close": 0, "against_in": set(),
    }  # fmt: skip
    for table in tables:
        seats = seated(table.game)
        if person not in seats:
            continue
        me, variant = seats.index(person), table.game.variant
        in_teams = variant in TEAMS
        totals = [0] * len(table.result.columns)
        least = 0
        for played, brought in zip(table.played, table.result.rounds, strict=True):
            own = me % 2 if in_teams else me
            for seat, call in played.calls:
                side = seat % 2 if in_teams else next(i for i, s in enumerate(table.result.columns) if seat in s)
                lead = totals[side] - max(total for at, total in enumerate(totals) if at != side)
                stood = "leading" if lead > 0 else "trailing" if lead < 0 else "level"
                made = seat == (played.out[0] if played.out else played.made)
                if seat == me:
                    found["calls"][call, stood, made] += 1
                elif in_teams and side != own:
                    found["against"][call, stood, made] += 1
                    found["against_in"].add((table.game.pk, id(played), call))
            everybody = len(seats) + (variant in {"trichu", "wu_wang"})
            left = [seat for seat in range(everybody) if seat not in played.out]
            order = [*played.out, *(left if len(left) == 1 else [])]
            if me in order and in_teams:
                found["places"][order.index(me) + 1] += 1
            if me in order and variant in RANKS:
                found["ranks"].append((table.game.pk, order.index(me) + 1, len(seats)))
            totals = [total + score for total, score in zip(totals, brought.scores, strict=True)]
            if totals:
                least = min(least, totals[own] - max(total for at, total in enumerate(totals) if at != own))
            if in_teams:
                found["rounds"] += 1
                found["points"] += brought.scores[own]
                found["others"] += brought.scores[1 - own]
                swept = len(played.out) >= len(seats) // 2 and len({seat % 2 for seat in played.out[: len(seats) // 2]})
                if swept == 1 and played.card_points is None:
                    found["sweeps" if played.out[0] % 2 == own else "swept"] += 1
        place = ends(table.game, table.result)[me][0]
        if place is not None and variant not in RANKS:
            if place == 1:
                found["behind"].append(-least)
            if in_teams:
                found["won"].append(place == 1)
                found["close"] += abs(totals[0] - totals[1]) <= 20
                for seat in range(me % 2, len(seats), 2):
                    if seat != me and seats[seat]:
                        won, of = found["partners"].get(seats[seat], (0, 0))
                        found["partners"][seats[seat]] = (won + (place == 1), of + 1)
    return found


def said_of(person: Person) -> dict[str, Any]:
    """The same by the code under test."""
    sums = person.sums
    return {
        "won": [game.won for game in person.decided],
        "partners": {one.player: (one.share.hits, one.share.of) for one in person.partners},
        "calls": Counter(person.calls.cases),
        "against": Counter(person.against.cases),
        "places": person.places,
        "ranks": person.ranks,
        "rounds": sums.rounds,
        "points": sums.own_points,
        "others": sums.points_of_others,
        "sweeps": sums.sweeps,
        "swept": sums.sweeps_of_others,
        "behind": person.comeback.behind if person.comeback else 0,
        "close": person.close,
    }


def is_right(people: Iterable[Player]) -> bool:
    """Whether everybody's figures are those that follow from the rounds, and each figure has its rounds behind it."""
    games = Game.objects.filter(deleted_at__isnull=True, of_match=False).order_by("started_at", "pk")
    tables = [table_of(game) for game in games]
    for player in people:
        person = Person(player)
        wanted, said = recounted(player.pk, tables), said_of(person)
        wanted["behind"] = max([0, *wanted["behind"]])
        against = Counter(call for _game, _round, call in wanted.pop("against_in"))
        wanted["ranks"] = ranks_of(wanted["ranks"])
        assert said == wanted
        behind = {
            "rounds": wanted["rounds"],
            "first": wanted["places"][1],
            "places": wanted["places"].total(),
            "sweeps": wanted["sweeps"],
            "swept": wanted["swept"],
            "ranks": wanted["ranks"].rounds if wanted["ranks"] else 0,
            "against-tichu": against["tichu"],
            "against-grand": against["grand"],
            "tichu": sum(times for (call, _, _), times in wanted["calls"].items() if call == "tichu"),
            "grand-leading-level": sum(
                times for (call, stood, _), times in wanted["calls"].items() if call == "grand" and stood != "trailing"
            ),
        }
        for figure, number in behind.items():
            rounds = rounds_behind([player.pk], figure)
            assert rounds is not None
            assert rounds.count() == number
            told = told_rounds([player.pk], rounds)
            assert len(told) == number
            assert all(one.place == 1 for one in told if figure == "first")
    return True


@st.composite
def evenings(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Games of six people who know each other, some of them left without a name, undone in part or deleted."""
    found = []
    for _ in range(draw(st.integers(1, 5))):
        variant = draw(st.sampled_from(["nanking", "nanking", "nanking", "tientsin", "trichu", "wu_wang", *RANKS]))
        names = draw(st.permutations(PEOPLE[:7]))[: VARIANTS[variant].min_players]
        if draw(st.booleans()) and variant == "nanking":
            names[draw(st.integers(0, 3))] = ""
        found.append(
            {
                "variant": variant,
                "names": names,
                "seed": draw(st.integers(0, 10_000)),
                "rounds": draw(st.integers(0, 14)),
                "then": draw(st.sampled_from(["", "", "undo", "finish", "delete"])),
            }
        )
    return found


def played(evening: list[dict[str, Any]]) -> None:
    device = a_device()
    for one in evening:
        rules = RuleSet.of(one["variant"], LIMITS[one["variant"]])
        game = start_game(device, rules, one["names"])
        rounds = believable(rules, len(one["names"]), one["rounds"], one["seed"])
        write(game, rounds, device)
        if one["then"] == "undo" and rounds:
            undo_round(game, uuid.uuid4(), game.rounds.count(), device)
        elif one["then"] == "finish" and game.state == Game.State.RUNNING and rounds:
            finish_early(game, device)
        elif one["then"] == "delete":
            delete_game(game, device)


RECOUNT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]}


@pytest.mark.django_db
@settings(max_examples=6, **RECOUNT)
@given(evenings())
def test_people_s_figures_are_those_of_a_recount(evening: list[dict[str, Any]]) -> None:
    played(evening)
    assert is_right(Player.objects.all())


@pytest.mark.slow
@pytest.mark.django_db
@settings(max_examples=200, **RECOUNT)
@given(evenings())
def test_people_s_figures_are_those_of_a_recount_in_200_clubs(evening: list[dict[str, Any]]) -> None:
    played(evening)
    assert is_right(Player.objects.all())


# Single figures -------------------------------------------------------------------------------------------------------


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
    a_game(names=("X", "Y", "Mama", "Z"), device=a_device("home"), rounds=TWO_ROUNDS)  # on Anna's side of the table
    one = [Player.objects.get(name=name) for name in ("Anna", "Mama")]
    both = [player.pk for player in one]
    for figure in ("rounds", "first", "sweeps", "swept", "tichu", "grand", "against-tichu"):
        alone = [rounds_behind([player], figure) for player in both]
        together = rounds_behind(both, figure)
        assert together is not None
        told = told_rounds(both, together)
        assert len(told) == sum(rounds.count() for rounds in alone if rounds is not None)
        assert {one_round.own for one_round in told} <= {0}
    together = rounds_behind(both, "rounds")
    assert together is not None
    assert {name for one_round in told_rounds(both, together) for name in one_round.beside} == {"Carla", "X"}


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
def test_few_cases_join_their_neighbours(cases: tuple[int, int, int], rows: list[tuple[str, ...]]) -> None:
    counted = {("tichu", stood, True): n for stood, n in zip(("leading", "level", "trailing"), cases, strict=True)}
    assert standings_of(Counted(counted), "tichu") == rows


def test_reigns_and_the_time_at_the_bottom_end_with_their_game() -> None:
    ranks = [("one", 1, 5), ("one", 1, 5), ("two", 1, 5), ("two", 5, 5), ("two", 5, 5), ("two", 3, 5)]
    said = ranks_of(ranks)
    assert said is not None
    assert (said.reigns, said.longest_reign, said.longest_last) == (2, 2, 2)
    assert said.mean == pytest.approx(16 / 6)


# Pairs ----------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_pair_has_the_games_and_rounds_that_both_played_on_one_side() -> None:
    a_game(rounds=TWO_ROUNDS)
    a_game(names=("Beat", "Carla", "Dino", "Anna"), rounds=TWO_ROUNDS)
    a_game(names=("Anna", "Carla", "Beat", "Dino"), rounds=TWO_ROUNDS)  # against each other
    a_game("tientsin", names=("Anna", "Beat", "Carla", "Dino", "Eva", "Franz"))
    anna, beat, carla, dino = (Player.objects.get(name=name) for name in ("Anna", "Beat", "Carla", "Dino"))
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
    hour = 0
    for day, results in days.items():
        for mark in results:
            hour += 1
            calls = {0: "grand"} if mark == "w" else {1: "grand"}
            out = (0, 2) if mark == "w" else (1, 3)
            game = a_game(rounds=[Round(out=out, calls=calls)] * 3)
            Game.objects.filter(pk=game.pk).update(started_at=datetime(2026, 3, day, hour, tzinfo=UTC))
    anna, carla = (Player.objects.get(name=name) for name in ("Anna", "Carla"))
    best = Pair(anna, carla).best_evening
    assert best is not None
    assert (best.day.day, best.won, best.margin) == (3, Share(3, 3), 3 * 3 * 400)
