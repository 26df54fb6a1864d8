"""The record as rows: teams, calls, places and scores, beside the entries that say the same."""

import uuid
from io import StringIO

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.actions.correcting import correct_round
from scoring.games.actions.deleting import erase_games
from scoring.games.actions.game_state import finish_early, reopen_game
from scoring.games.actions.record_rows import write_games
from scoring.games.actions.starting import start_game
from scoring.games.queries import table_of
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.games.verifying.rebuilding import rebuild
from scoring.models import Call, Game, Place, Player, Score, Seat, Team
from scoring.rules import VARIANTS, Round, RuleSet, play
from scoring.rules.breakdown import breakdown_of
from tests.scoring.games import TWO_ROUNDS, a_device, a_game, believable, write
from tests.scoring.recount import counted, ends, kept

pytestmark = pytest.mark.django_db
SETTINGS = {
    "nanking": {"target_score": 300},
    "tientsin": {},
    "trichu": {"round_limit": 6},
    "wu_wang": {"round_limit": 5},
    "grand_seigneur": {"round_limit": 4},
    "always_last": {"round_limit": 4},
    "nanking_five": {"round_limit": 6},
    "nanking_pairs": {"round_limit": 5},
}


def is_right(game: Game) -> bool:
    """Whether the rows of a game are those that follow from it, by a second way of counting and by
    `verify`.
    """
    table = table_of(game)
    assert kept(game) == counted(game, table.played, table.result)
    assert list(game.seats.values_list("place", "total")) == ends(game, table.result)
    assert [str(one) for one in differences_in_games(Counts())] == []
    return True


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_game_leaves_its_rows(variant: str) -> None:
    game = a_game(variant, settings=SETTINGS[variant])
    table = table_of(game)
    for played in believable(table.rules, table.n_players, 12, seed=3):
        write(game, [played])
        assert is_right(game)
    assert Call.objects.exists() != VARIANTS[variant].is_rank_game
    assert Place.objects.exists()


def test_the_same_people_are_one_team_in_every_game() -> None:
    first = a_game(rounds=TWO_ROUNDS)
    turned = a_game(names=("Beat", "Carla", "Dino", "Anna"), rounds=TWO_ROUNDS[:1])
    a_game("trichu")
    assert Team.objects.count() == 2
    anna = Player.objects.get(name="Anna")
    (team,) = anna.teams.all()
    assert {seat.game_id for seat in team.seats.all()} == {first.pk, turned.pk}
    assert list(
        team.scores.order_by("pk").values_list("card_points", "calls", "sweep", "points", "total")
    ) == [
        (65, 100, 0, 165, 165),
        (0, -200, 0, -200, -35),
        (35, 0, 0, 35, 35),
    ]


def test_a_seat_without_a_name_has_no_team_and_its_rounds_are_nobody_s() -> None:
    game = start_game(a_device(), RuleSet.of("nanking", {}), ["Anna", "", "Carla", "Dino"])
    write(game, TWO_ROUNDS)
    assert [bool(seat.team_id) for seat in game.seats.all()] == [True, False, True, False]
    assert Score.objects.filter(round__game=game, team__isnull=True, column=1).count() == 2
    assert Place.objects.filter(round__game=game, player__isnull=True).count() == 2
    assert [str(one) for one in differences_in_games(Counts())] == []


def test_a_correction_carries_the_totals_on_and_an_end_ranks_the_seats() -> None:
    game = a_game(rounds=TWO_ROUNDS, settings={"target_score": None})
    entry = table_of(game).entries[0]
    other = Round(out=(1, 3), calls={0: "grand"})
    correct_round(game, uuid.uuid4(), 1, other.to_data(), a_device(), replaces=entry.pk)
    assert is_right(game)
    finish_early(game, a_device(), "last tram")
    game.refresh_from_db()
    assert is_right(game)
    assert [seat.place for seat in game.seats.all()] == [2, 1, 2, 1]
    reopen_game(game, a_device())
    game.refresh_from_db()
    assert is_right(game)


def test_verify_names_the_rows_that_do_not_follow() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    for change, word in (
        (lambda: Call.objects.update(margin=7), "calls"),
        (lambda: Place.objects.filter(place=2).delete(), "places"),
        (lambda: Score.objects.filter(column=0).update(total=1), "scores"),
        (lambda: Seat.objects.filter(number=0).update(team=None), "teams"),
        (lambda: Seat.objects.filter(number=0).update(place=1), "places at its end"),
    ):
        change()
        (found,) = differences_in_games(Counts())
        assert found.what.startswith(f"{word} are kept")
        write_games([Game.objects.get(pk=game.pk)])
        assert is_right(game)


def test_a_game_deleted_for_good_takes_its_rows_and_the_team_of_those_who_go() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    erase_games(Game.objects.filter(pk=game.pk))
    assert [model.objects.count() for model in (Call, Place, Score, Team, Player)] == [0] * 5


POINTS = st.integers(0, 40).map(lambda tens: 10 * tens)
HOUSE_RULES = st.fixed_dictionaries(
    {
        "target_score": st.none(),
        "round_limit": st.just(9),
        "tichu_value": POINTS,
        "sweep_value": POINTS,
        "wish_penalty": POINTS,
        "failed_call_pays_opponents": st.booleans(),
        "extra_calls": st.sampled_from([{}, {"blind": 400}]),
    }
)


def test_all_rows_can_be_rebuilt() -> None:
    games = [
        a_game("always_last", rounds=[Round(out=(0, 1, 2, 3, 4))]),
        a_game(rounds=TWO_ROUNDS),
        a_game("tientsin"),
    ]
    wanted = [kept(game) for game in games]
    for model in (Call, Place, Score, Team):
        model.objects.all().delete()
    assert rebuild(Game.objects.all()) == len(games)
    assert [kept(game) for game in games] == wanted
    Score.objects.update(total=0)
    Seat.objects.update(place=9)
    call_command("rebuild_record", stdout=StringIO(), stderr=StringIO())
    assert all(is_right(game) for game in games)


@given(
    variant=st.sampled_from([key for key, variant in VARIANTS.items() if not variant.is_rank_game]),
    house_rules=HOUSE_RULES,
    seed=st.integers(0, 1000),
    wish=st.one_of(st.none(), st.integers(0, 2)),
)
def test_the_parts_of_a_score_add_up_under_any_house_rules(
    variant: str, house_rules: dict[str, object], seed: int, wish: int | None
) -> None:
    rules, players = RuleSet.of(variant, house_rules), VARIANTS[variant].min_players
    rounds = believable(rules, players, 8, seed)
    if wish is not None:  # the last round is stopped: a wish was not fulfilled
        before = play(rules, players, rounds[:-1]).position
        left = [seat for seat in sorted(sum(before.sides, ())) if seat < players]
        rounds[-1] = Round(
            out=rounds[-1].out[:1], calls=rounds[-1].calls, wish_violation=left[wish]
        )
    result = play(rules, players, rounds)
    for told, brought in zip(breakdown_of(rounds, result), result.rounds, strict=True):
        here = [one.column for one in told.scores]
        assert [one.points for one in told.scores] == [brought.scores[column] for column in here]
        assert [one.total for one in told.scores] == [brought.totals[column] for column in here]
        playing = sum(brought.sides, ())
        assert here == [at for at, seats in enumerate(result.columns) if seats[0] in playing]
        for one in told.scores:
            assert one.card_points + one.calls + one.sweep + one.penalty == one.points
