"""Games put straight into their rows stand there as a table's scorer would have left them."""

import uuid
from typing import Any

import pytest
from django.core.management import call_command

from scoring.games.actions.starting import start_game
from scoring.games.actions.writing import record_round
from scoring.models import Call, Game, Place, Score
from scoring.rules import VARIANTS, RuleSet
from tests.scoring.games import PEOPLE, a_device, a_game, believable

NO_KEYS = {"id", "pk", "game_id", "round_id", "entry_id", "game", "round"}


def what_stands(game: Game) -> list[Any]:
    """All that the rows of a game say, save their keys and times."""
    return [
        (game.variant, game.settings, game.state, game.version),
        list(
            game.seats.order_by("number").values_list(
                "number", "player__name", "team__key", "place", "total"
            )
        ),
        list(
            game.rounds.order_by("number").values_list(
                "number", "entry__data", "entry__sides", "entry__number"
            )
        ),
        *(
            sorted(
                str(sorted((field, value) for field, value in row.items() if field not in NO_KEYS))
                for row in rows
            )
            for rows in (
                model.objects.filter(round__game=game).values() for model in (Call, Place, Score)
            )
        ),
    ]


@pytest.mark.django_db
def test_a_game_put_straight_stands_as_one_written_round_by_round(
    capsys: pytest.CaptureFixture[str],
) -> None:
    device = a_device()
    for name, variant in VARIANTS.items():
        rules, names = RuleSet.of(name, {}), PEOPLE[: variant.min_players]
        rounds = believable(rules, len(names), 40)
        tapped = start_game(device, rules, names)
        for number, played in enumerate(rounds, start=1):
            record_round(tapped, uuid.uuid4(), number, played.to_data(), device)
        tapped.refresh_from_db()
        assert what_stands(a_game(name, rounds=rounds)) == what_stands(tapped), name
    call_command("verify")
    assert f"{2 * len(VARIANTS)} games" in capsys.readouterr().out
