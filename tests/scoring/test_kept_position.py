"""The position that is kept with a game: rounds are recorded from it, and the whole game is not
played again.
"""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.games.actions.correcting import correct_round
from scoring.games.actions.game_state import finish_early, reopen_game
from scoring.games.actions.writing import record_round, undo_round
from scoring.games.queries import CountingEntries, table_of, table_to_write_in
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import Game
from scoring.rules import VARIANTS, Round
from scoring.rules.point_game import PointGame
from tests.scoring.games import a_device, a_game, believable, write

pytestmark = pytest.mark.django_db


def record(game: Game, number: int, played: Round) -> None:
    record_round(game, uuid.uuid4(), number, played.to_data(), a_device())


def is_kept(game: Game) -> bool:
    """Whether the position is kept; it is that of the whole game in any case."""
    game = Game.objects.get(pk=game.pk)
    played, written = table_of(game), table_to_write_in(game)
    assert written.position == played.position
    assert written.last_number == played.last_number
    assert list(written.entries) == played.entries
    assert [str(one) for one in differences_in_games(Counts())] == []
    return isinstance(written.entries, CountingEntries)


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_round_leaves_the_position_for_the_next(variant: str) -> None:
    settings = {"who_sits_out": "last_out"} if "who_sits_out" in VARIANTS[variant].settings else {}
    game = a_game(variant, settings={"round_limit": 7, **settings})
    assert not is_kept(game)
    table = table_of(game)
    rounds = believable(table.rules, table.n_players, 7, seed=5)
    for number, played in enumerate(rounds, start=1):
        record(game, number, played)
        assert is_kept(game)


def test_what_changes_a_game_is_followed_by_the_next_round() -> None:
    game = a_game()
    first, *others = believable(table_of(game).rules, 4, 6)
    write(game, [first, *others])
    entry = table_of(game).entries[2]
    correct_round(game, uuid.uuid4(), 3, first.to_data(), a_device(), replaces=entry.pk)
    assert not is_kept(game)
    record(game, 7, first)
    assert is_kept(game)
    undo_round(game, uuid.uuid4(), 7, a_device())
    finish_early(game, a_device())
    reopen_game(game, a_device())
    assert not is_kept(game)
    record(game, 7, first)
    assert is_kept(game)


def test_a_round_costs_the_same_however_long_the_game_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = 0
    settle = PointGame.settle

    def counted(self: PointGame, *given: Any) -> Any:
        nonlocal played
        played += 1
        return settle(self, *given)

    monkeypatch.setattr(PointGame, "settle", counted)
    game = a_game(settings={"target_score": None})
    level = Round(out=(0, 1, 2, 3), card_points=(50, 50))
    costs = []
    for number in range(1, 31):
        played = 0
        with CaptureQueriesContext(connection) as queries:
            record(game, number, level)
        costs.append((played, len(queries)))
    assert set(costs[1:]) == {(1, costs[1][1])}


Change = Callable[[dict[str, Any]], dict[str, Any]]


@pytest.mark.parametrize(
    "change",
    [
        lambda kept: kept | {"totals": [kept["totals"][1], kept["totals"][0]]},
        lambda kept: kept | {"finished": True},
        lambda kept: {name: value for name, value in kept.items() if name != "leader"},
        lambda kept: kept | {"pushes": [[0, 1]]},
        lambda kept: kept | {"totals": None},
    ],
)
def test_verify_finds_a_position_that_was_changed(change: Change) -> None:
    game = write(a_game(), [Round(out=(0, 1, 2, 3), card_points=(65, 35))])
    game.kept = change(game.kept)
    game.save(update_fields=["kept"])
    (found,) = differences_in_games(Counts())
    assert "totals or people to play are kept that do not follow from its rounds" in str(found)


def test_a_position_that_an_older_version_left_behind_is_not_read_and_no_difference() -> None:
    """While both serve, the older one writes rounds and leaves the position of before."""
    played = Round(out=(0, 1, 2, 3), card_points=(65, 35))
    game = write(a_game(), [played])
    game.kept |= {"after": "00" * 32, "totals": [1000, 0], "number": 9}
    game.save(update_fields=["kept"])
    assert list(differences_in_games(Counts())) == []
    record(game, 2, played)
    game.refresh_from_db()
    assert game.kept["totals"] == [130, 70]
    assert list(differences_in_games(Counts())) == []
