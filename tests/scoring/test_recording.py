"""How much is recorded changes during the game, from the next round on: each round stays as it was
written.
"""

import uuid
from typing import Any

import pytest

from scoring.games.actions.correcting import correct_round
from scoring.games.actions.setup_changes import change_table_settings
from scoring.games.actions.writing import record_round
from scoring.games.queries import table_of
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import Entry, Game, Place
from scoring.people.statistics.shares import Share
from scoring.people.statistics.team_rounds import team_rounds
from scoring.rules import RuleError, recording_of
from scoring.rules.record import answer, write_record
from tests.rule_errors import codes_of
from tests.scoring import recount
from tests.scoring.games import words
from tests.scoring.tables import (
    ANNA,
    BEAT,
    CARLA,
    PLAIN,
    ROUNDS,
    Phone,
    choose,
    correct,
    let_in,
    phone_of,
    record,
    record_on,
    refused,
    stop,
    table,
    totals,
    undo,
)

pytestmark = pytest.mark.django_db

FIRST = {"out": [BEAT], "card_points": [40, 60]}
POINTS = {"card_points": [20, 80]}


def set_to(game: Game, recording: str) -> None:
    change_table_settings(
        game, game.device, saving=game.saving, recording=recording, direction=game.direction
    )
    game.refresh_from_db()


def recordings(game: Game) -> list[str]:
    return [recording_of(played) for played in table_of(game).played]


def differences() -> list[Any]:
    return list(differences_in_games(Counts()))


def test_rounds_of_all_forms_stand_side_by_side(game: Game) -> None:
    record(game, 1, PLAIN)
    set_to(game, "first")
    record(game, 2, FIRST)
    set_to(game, "points")
    record(game, 3, POINTS)
    set_to(game, "full")
    record(game, 4, {"out": [CARLA, ANNA]})
    assert recordings(game) == ["full", "first", "points", "full"]
    assert totals(game) == (65 + 40 + 20 + 200, 35 + 60 + 80)
    table = table_of(game)
    assert recount.kept(game) == recount.counted(game, table.played, table.result)
    assert list(Place.objects.values_list("round__number").order_by("round__number", "place")) == [
        (number,) for number in (1, 1, 1, 1, 2, 4, 4)
    ]  # no place in the round of which the points alone are known
    assert differences() == []


def test_the_last_round_is_taken_back_and_written_in_another_form(game: Game) -> None:
    record(game, 1, PLAIN)
    set_to(game, "first")
    record(game, 2, FIRST)
    undo(game, 2)
    set_to(game, "full")
    with refused(game, ("order_incomplete", "out")):
        record(game, 2, FIRST)
    record(game, 2, PLAIN)
    assert recordings(game) == ["full", "full"]
    assert [
        entry.data for entry in Entry.objects.filter(number=2, kind="round").order_by("position")
    ] == [FIRST, PLAIN]
    assert differences() == []


def test_a_round_that_was_begun_before_the_change_comes_in_its_own_form(
    game: Game, beat: Phone
) -> None:
    """A phone without a network taps on as it was told;
    each entry says what its screen asked for.
    """
    set_to(game, "points")
    with refused(game, ("unknown_key", "out")):
        record(game, 1, PLAIN)
    record_on(beat, game, 1, PLAIN, recording="full")
    record_on(beat, game, 2, FIRST, recording="first")
    assert recordings(game) == ["full", "first"]
    # What its screen asked for is what it has to say.
    with refused(game, ("order_incomplete", "out")):
        record_on(beat, game, 3, FIRST, recording="full")


def test_two_phones_that_recorded_a_round_differently_are_asked_which_counts(
    game: Game, beat: Phone
) -> None:
    record(game, 1, PLAIN)
    rival = record_on(beat, game, 1, FIRST, recording="first")
    assert rival.outcome == "rival"
    choose(game, 1, rival)
    assert (recordings(game), totals(game)) == (["first"], (40, 60))
    assert differences() == []


def test_a_correction_keeps_the_form_of_its_round_and_may_say_more(game: Game) -> None:
    record(game, 1, PLAIN)
    set_to(game, "points")
    record(game, 2, POINTS)
    with refused(game, ("order_incomplete", "out")):
        correct(game, 1, POINTS)
    correct(game, 1, {"out": [CARLA, BEAT, ANNA], "card_points": [50, 50]})
    seen = table_of(game).entries[1].pk
    correct_round(game, uuid.uuid4(), 2, FIRST, game.device, replaces=seen, recording="first")
    assert (recordings(game), totals(game)) == (["full", "first"], (90, 110))
    assert differences() == []


def test_a_round_that_a_wish_stopped_is_corrected_as_the_table_records_now(game: Game) -> None:
    set_to(game, "points")
    record(game, 1, {"wish_violation": ANNA})
    correct(game, 1, POINTS)
    assert recordings(game) == ["points"]


@pytest.mark.parametrize(("variant", "recording"), [("wu_wang", "points"), ("nanking", "most")])
def test_a_form_that_the_game_does_not_know_is_refused(
    anna: Phone, variant: str, recording: str
) -> None:
    game = table(anna, variant)
    with refused(game, ("bad_setting", "recording")):
        record_on(anna, game, 1, POINTS, recording=recording)


def test_a_game_of_ranks_has_one_form(anna: Phone) -> None:
    game = table(anna, "always_last")
    record_on(anna, game, 1, ROUNDS["always_last", "full"], recording="points")
    with pytest.raises(RuleError):
        record_on(anna, game, 2, POINTS, recording="points")


def test_in_a_match_the_director_says_how_much_is_recorded(game: Game) -> None:
    Game.objects.update(of_match=True)
    game.refresh_from_db()
    assert codes_of(set_to, game, "first") == ["rules_of_match"]
    with refused(game, ("order_incomplete", "out")):
        record_round(game, uuid.uuid4(), 1, FIRST, game.device, recording="first")


def test_a_record_holds_what_is_known_of_every_round(game: Game) -> None:
    record(game, 1, {"out": [ANNA, CARLA], "calls": {"0": "grand", "1": "tichu"}})
    set_to(game, "first")
    record(game, 2, FIRST)
    table = table_of(game)
    found = write_record(table.names, table.rules, table.played)
    assert found["settings"] == {"recording": "first"}
    assert found["rounds"][0] == {
        "out": ["Anna"],
        "calls": {"Anna": "grand", "Beat": "tichu"},
        "sweep": 0,
    }
    set_to(game, "points")
    record(game, 3, POINTS)
    table = table_of(game)
    found = write_record(table.names, table.rules, table.played)
    assert found["settings"] == {"recording": "points"}
    assert found["rounds"][:2] == [
        {"calls": {"Anna": "grand", "Beat": "tichu"}, "sweep": 0, "made": "Anna"},
        {"card_points": [40, 60]},
    ]
    assert answer(found)["totals"] == list(totals(game)) == [460, 40]


def test_only_the_next_round_hears_of_it_in_a_record(game: Game) -> None:
    record(game, 1, PLAIN)
    set_to(game, "points")
    table = table_of(game)
    assert "settings" not in write_record(table.names, table.rules, table.played)


def test_statistics_count_the_rounds_of_which_something_is_known(anna: Phone, game: Game) -> None:
    """Anna was first in one of three rounds whose first out is known; of one more nothing is."""
    record(game, 1, PLAIN)
    set_to(game, "first")
    record(game, 2, FIRST)
    set_to(game, "points")
    record(game, 3, POINTS)
    set_to(game, "full")
    record(game, 4, {"out": [BEAT, ANNA, CARLA], "card_points": [50, 50]})
    stop(game)
    person = table_of(game).seats[ANNA].player
    out, _sums = team_rounds([person.pk])
    assert (out.rounds, out.first.hits, out.first.of, out.first_unknown) == (4, 1, 3, 1)
    assert (out.placed, out.unplaced, out.mean_place) == (2, 2, (1 + 2) / 2)
    assert (out.first_in_order, out.first_alone) == (Share(1, 2), Share(0, 1))
    text = words(anna.client, "person_rounds", person.pk, "first")
    assert "Full order 1 of 2 50% First out only 0 of 1 0% Points only 1 round not recorded" in text


def test_the_api_tells_of_every_round_how_much_is_recorded(anna: Phone, game: Game) -> None:
    assert anna.write(game, 1, PLAIN).status_code == 201
    set_to(game, "first")
    assert anna.write(game, 2, FIRST).status_code == 201
    assert anna.write(game, 3, POINTS, recording="points").status_code == 201
    assert anna.write(game, 4, POINTS, recording="nothing").status_code == 422
    assert anna.write(game, 4, POINTS).status_code == 422
    shown = anna.read(game)
    assert shown["settings"] == {"recording": "first"}
    assert [one["recording"] for one in shown["rounds"]] == ["full", "first", "points"]


def test_a_phone_that_carries_a_game_sends_every_round_in_its_form(anna: Phone, game: Game) -> None:
    set_to(game, "points")
    carries = phone_of("Carla")
    let_in(carries, game, "scorer")
    for number, (data, recording) in enumerate(
        [(PLAIN, "full"), (FIRST, "first"), (POINTS, "points")], start=1
    ):
        assert carries.write(game, number, data, recording=recording).status_code == 201
    assert recordings(game) == ["full", "first", "points"]
