"""How a table writes: saving, depth of recording, direction of play."""

import re

import pytest

from scoring.games.queries import table_of
from scoring.models import Game
from tests.scoring.tables import (
    PLAIN,
    at,
    finish,
    pause,
    stop,
    table,
    typed,
    unchanged,
    write,
)

pytestmark = pytest.mark.django_db


def settings_of(game: Game) -> tuple[str, str, str]:
    now = Game.objects.get(pk=game.pk)
    return now.saving, now.direction, table_of(now).rules.recording


def test_the_ways_of_saving_and_the_direction_are_changed_one_by_one(anna, game):
    version = game.version
    assert settings_of(game) == ("itself", "right", "full")
    answer = anna.send("table_settings", game, {"saving": "asks"})
    assert (answer.status_code, answer["Location"]) == (302, at("score", game))
    assert settings_of(game) == ("asks", "right", "full")
    anna.send("table_settings", game, {"direction": "left"})
    assert settings_of(game) == ("asks", "left", "full")
    anna.send("table_settings", game, {})
    assert settings_of(game) == ("asks", "left", "full")
    assert Game.objects.get().version > version


@pytest.mark.parametrize("then", [lambda game: write(game, PLAIN), pause, stop, finish])
def test_how_a_table_saves_may_change_at_any_time(anna, game, then):
    then(game)
    assert anna.send("table_settings", game, {"saving": "asks"}).status_code == 302
    assert settings_of(game)[0] == "asks"


@pytest.mark.parametrize("depth", ["first", "points", "full"])
@pytest.mark.parametrize("rounds", [(), (PLAIN,)])
def test_the_depth_of_recording_is_chosen_before_any_round(anna, game, depth, rounds):
    for played in rounds:
        write(game, played)
    assert anna.send("table_settings", game, {"recording": depth}).status_code == 302
    assert settings_of(game)[2] == depth
    assert [entry.data for entry in table_of(game).entries] == list(rounds)


def test_other_house_rules_outlast_a_change_of_depth(anna):
    game = table(anna, target_score=500, extra_calls={"blind": 400})
    before = table_of(game).rules
    anna.send("table_settings", game, {"recording": "first"})
    anna.send("table_settings", game, {"recording": "full"})
    assert table_of(Game.objects.get()).rules == before


def test_the_form_without_script_asks_for_what_is_recorded_and_says_so_with_the_round(anna, game):
    write(game, PLAIN)
    anna.send("table_settings", game, {"recording": "points"})
    page = anna.get("score", game).content.decode()
    assert '<input type="hidden" name="recording" value="points">' in page
    assert 'name="place_0"' not in page
    # A page that was drawn before the change sends its round as it was asked for; what is wrong
    # with it is shown there.
    early = typed(PLAIN, 2, recording="full")
    answer = anna.send("record_round", game, early | {"place_2": ""})
    assert answer.status_code == 422
    assert 'name="place_0"' in answer.content.decode()
    assert anna.send("record_round", game, early).status_code == 302
    assert (
        anna.send(
            "record_round", game, typed({"card_points": [30, 70]}, 3, recording="points")
        ).status_code
        == 302
    )
    assert table_of(game).result.totals == (65 + 65 + 30, 35 + 35 + 70)


FORGED = {
    "saving": ["", "never", "ASKS", "itself\0", "x" * 50_000],
    "direction": ["", "up", "left;right"],
    "recording": ["everything", "full\0", "[]", "x" * 50_000],
}


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, values in FORGED.items() for value in values]
)
def test_a_forged_value_is_refused_at_its_field(anna, game, field, value):
    with unchanged(game):
        answer = anna.send("table_settings", game, {field: value})
    assert answer.status_code == 422
    assert len(answer.content) < 100_000
    assert list(answer.context["errors"]) == [field]


@pytest.mark.parametrize(("variant", "depth"), [("wu_wang", "points"), ("grand_seigneur", "first")])
def test_a_depth_that_the_game_does_not_know_is_refused(anna, variant, depth):
    game = table(anna, variant)
    with unchanged(game):
        assert anna.send("table_settings", game, {"recording": depth}).status_code == 422


@pytest.mark.parametrize(
    ("variant", "offered"), [("nanking", 3), ("tientsin", 3), ("wu_wang", 2), ("always_last", 0)]
)
def test_only_depths_that_the_game_knows_are_offered(anna, variant, offered):
    page = anna.get("score", table(anna, variant)).content.decode()
    # And in the form without script
    assert page.count('name="recording" value="') == offered + bool(offered)
    assert re.findall(r'name="recording" value="(\w+)" aria-pressed="true"', page) == [
        "full"
    ] * bool(offered)


def test_the_menu_says_how_the_table_saves_and_what_it_records(anna, game):
    write(game, PLAIN)
    page = anna.get("score", game).content.decode()
    assert re.findall(r'name="recording" value="(\w+)" aria-pressed="(\w+)"', page) == [
        ("points", "false"),
        ("first", "false"),
        ("full", "true"),
    ]
    assert "from round 2 on" in page
    assert "Taps a round: 1, 2 or 4." in page
    assert 'name="saving" role="switch" value="asks" aria-checked="true"' in page
    anna.send("table_settings", game, {"saving": "asks"})
    page = anna.get("score", game).content.decode()
    assert 'name="saving" role="switch" value="itself" aria-checked="false"' in page
