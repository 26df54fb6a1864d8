"""Putting a game right: names, seats, rules; what rounds do not bear; one lock, one event, an undo
on the spot.
"""

import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from scoring.games.actions.setup_changes import Setup, SetupChange, put_back, put_right
from scoring.games.actions.setups import setup_hash
from scoring.games.actions.starting import start_game
from scoring.games.queries import table_of
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import Club, Device, Game, GameEvent, Player, Seat
from scoring.people.actions.merging import merge
from scoring.rules import RuleSet
from tests.scoring.tables import (
    GRAND_SWEEP,
    PLAIN,
    SWEEP,
    Phone,
    finish,
    pause,
    phone_of,
    record,
    record_on,
    refused,
    state,
    stop,
    table,
    totals,
    undo,
    write,
)

pytestmark = pytest.mark.django_db

FOUR = ["Anna", "Beat", "Carla", "Dino"]


def right(
    game: Game,
    phone: Phone | None = None,
    *,
    names: Sequence[str] | None = None,
    rules: RuleSet | None = None,
    **more: Any,
) -> SetupChange:
    """Put these things right, and leave the others as they are."""
    game.refresh_from_db()
    now = table_of(game)
    how = {key: more.pop(key) for key in ("seen", "ends", "everywhere") if key in more}
    fields = {
        key: more.get(key, getattr(game, key))
        for key in ("preset", "table_name", "direction", "saving")
    }
    setup = Setup(rules or now.rules, now.people if names is None else names, **fields)
    done = put_right(game, phone.device if phone else game.device, setup, **how)
    game.refresh_from_db()
    return done


def back(game: Game, event: GameEvent, names: dict[int, str] | None = None) -> None:
    put_back(game, event.pk, game.device, names or {})
    game.refresh_from_db()


def house(**settings: Any) -> RuleSet:
    return RuleSet.of("nanking", settings)


def people(game: Game) -> list[str]:
    return table_of(game).people


def events(game: Game) -> list[str]:
    found = GameEvent.objects.filter(game=game, data__isnull=False).order_by("position")
    return list(found.values_list("action", flat=True))


# Before the first round
# -------------------------------------------------------------------------------------------


def test_before_the_first_round_all_of_it_can_be_changed(game: Game) -> None:
    version = game.version
    rules = RuleSet.of("trichu", {"deal_passes": "right", "recording": "first"})
    done = right(
        game,
        rules=rules,
        names=["Dino", "", "Eva"],
        preset="",
        table_name=" Stove ",
        direction="left",
        saving="asks",
    )
    game = Game.objects.get()
    kept = table_of(game)
    assert (kept.rules, kept.people) == (rules, ["Dino", "", "Eva"])
    assert (game.table_name, game.direction, game.saving, game.version) == (
        "Stove",
        "left",
        "asks",
        version + 1,
    )
    assert done.event
    assert done.event.data
    assert done.event.data["before"]["variant"] == "nanking"
    assert done.event.data["after"] == {
        "variant": "trichu",
        "settings": {"deal_passes": "right", "recording": "first"},
        "table_name": "Stove",
        "direction": "left",
        "saving": "asks",
        "seats": [Player.objects.get(name="Dino").pk, None, Player.objects.get(name="Eva").pk],
    }
    record(
        game,
        1,
        {
            "out": [
                3,
            ],
            "card_points": [70, 30],
        },
    )


def test_what_is_as_it_was_is_no_event(game: Game) -> None:
    version = game.version
    assert right(game).event is None
    assert (events(game), Game.objects.get().version) == ([], version)


def test_a_game_that_had_a_round_taken_back_keeps_its_seats(game: Game) -> None:
    write(game, PLAIN)
    undo(game, 1)
    with refused(game, ("seats_fixed", "names")):
        right(game, rules=RuleSet.of("trichu"), names=FOUR[:3])
    right(game, rules=house(recording="first", target_score=500))


# Names
# --------------------------------------------------------------------------------------------------


def test_a_seat_is_named_at_any_time_also_when_the_game_is_over(anna: Phone) -> None:
    game = table(anna, names=["Anna", "", "", ""])
    write(game, PLAIN)
    right(game, names=["Anna", "Beat", "", ""])
    finish(game)
    right(game, names=["Anna", "Beat", "Carla", "Dino"])
    assert (people(game), state(game)) == (FOUR, "finished")


def test_somebody_of_the_list_sits_down_instead_and_the_list_has_nobody_twice(
    anna: Phone, game: Game
) -> None:
    table(anna, names=["Eva", "Finn", "Gina", "Hans"])
    right(game, names=["Anna", "Eva", "Carla", "Dino"])
    assert people(game) == ["Anna", "Eva", "Carla", "Dino"]
    assert Player.objects.count() == 8


def test_who_plays_here_alone_is_spelled_anew_and_leaves_no_second_name(game: Game) -> None:
    done = right(game, names=["Ana", *FOUR[1:]])
    assert people(game) == ["Ana", *FOUR[1:]]
    assert sorted(player.name for player in Player.objects.all()) == [
        "Ana",
        "Beat",
        "Carla",
        "Dino",
    ]
    assert done.event
    assert done.event.data == {"before": {}, "after": {}, "renamed": [*done.renamed]}
    assert list(done.renamed.values()) == ["Anna"]


def test_another_name_for_somebody_of_other_games_is_another_person_in_this_game_only(
    anna: Phone, game: Game
) -> None:
    other = table(anna)
    right(game, names=["Ana", *FOUR[1:]])
    assert (people(game)[0], people(other)[0]) == ("Ana", "Anna")


def test_with_a_tick_the_spelling_is_mended_in_all_games(anna: Phone, game: Game) -> None:
    other = table(anna)
    right(game, names=["Ana", *FOUR[1:]], everywhere=True)
    assert (people(game)[0], people(other)[0]) == ("Ana", "Ana")
    assert Player.objects.count() == 4


def test_a_spelling_makes_nobody_somebody_else_of_the_list(anna: Phone, game: Game) -> None:
    table(anna, names=["Ana", "Finn", "Gina", "Hans"])
    with refused(game, ("name_taken", "name_0")):
        right(game, names=["Ana", *FOUR[1:]], everywhere=True)
    assert Player.objects.filter(name="Anna").exists()


def test_the_spelling_is_mended_by_phones_of_the_list_alone(
    anna: Phone, beat: Phone, game: Game
) -> None:
    table(anna)
    with refused(game, ("not_your_list", "name_0")):
        right(game, beat, names=["Ana", *FOUR[1:]], everywhere=True)
    club = Club.objects.create(name="Tichu Bern")
    Device.objects.filter(pk__in=[anna.device.pk, beat.device.pk]).update(club=club)
    anna.device.refresh_from_db()
    beat.device.refresh_from_db()
    shared = table(anna)
    right(shared, beat, names=["Ana", *FOUR[1:]], everywhere=True)
    assert people(shared)[0] == "Ana"


def test_names_that_no_table_may_have_are_refused_by_their_seat(game: Game) -> None:
    with refused(game, ("duplicate_player", "name_1")):
        right(game, names=["Anna", "anna", "Carla", "Dino"])
    with refused(game, ("name_too_long", "name_3")):
        right(game, names=[*FOUR[:3], "x" * 81])
    with refused(game, ("player_count", "names")):
        right(game, names=FOUR[:3])


# Seats
# --------------------------------------------------------------------------------------------------


def test_who_changes_seats_takes_the_points_of_the_seat_along(game: Game) -> None:
    write(game, PLAIN, SWEEP)
    right(game, names=["Anna", "Carla", "Beat", "Dino"])
    assert people(game) == ["Anna", "Carla", "Beat", "Dino"]
    assert totals(game) == (265, 35)  # now of Anna and Beat
    assert [seat.number for seat in Seat.objects.filter(game=game)] == [0, 1, 2, 3]


def test_a_round_that_was_tapped_under_other_seats_is_refused_and_one_under_other_names_is_not(
    anna: Phone, beat: Phone, game: Game
) -> None:
    """It would be scored for the wrong people; whoever was only named since has not moved."""
    write(game, PLAIN)
    right(game, names=["Anna", "Carla", "Beat", "Dino"])
    for kind in ({}, {"kind": "correction", "replaces": str(table_of(game).entries[0].pk)}):
        number = 1 if kind else 2
        answer = beat.write(game, number, SWEEP, names=FOUR, **kind)
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (409, "seats_moved")
    assert totals(game) == (65, 35)
    assert beat.write(game, 2, SWEEP, names=["Anna", "Carla", "", "Dino"]).status_code == 201
    assert beat.write(game, 3, SWEEP, names=["Anna", "Carla", "Südost", "Eva"]).status_code == 201


def test_the_same_round_of_another_phone_counts_as_agreed_also_after_people_moved(
    beat: Phone, game: Game
) -> None:
    write(game, PLAIN)
    right(game, names=["Anna", "Carla", "Beat", "Dino"])
    assert beat.write(game, 1, PLAIN, names=FOUR).json()["outcome"] == "same"
    assert beat.write(game, 1, SWEEP, names=FOUR).status_code == 409


def test_a_round_that_was_taken_before_people_moved_gets_its_answer_again(
    anna: Phone, game: Game
) -> None:
    entry = str(uuid.uuid4())
    first = anna.post(
        "api_entries", game, {"id": entry, "number": 1, "round": PLAIN, "names": FOUR}
    )
    right(game, names=["Anna", "Carla", "Beat", "Dino"])
    again = anna.post(
        "api_entries", game, {"id": entry, "number": 1, "round": PLAIN, "names": FOUR}
    )
    assert (first.status_code, again.status_code, again.content) == (201, 201, first.content)


def test_names_that_no_phone_of_ours_would_send_are_refused(anna: Phone, game: Game) -> None:
    for names in ("Anna", [1], ["x"] * 20, ["x" * 500] * 4):
        assert anna.write(game, 1, PLAIN, names=names).status_code == 422


def test_a_compass_without_names_does_not_turn_once_a_round_is_written(anna: Phone) -> None:
    game = table(anna, names=["", "", "", ""])
    right(game, direction="left")
    write(game, PLAIN)
    with refused(game, ("direction_fixed", "direction")):
        right(game, direction="right")
    right(game, direction="right", names=["", "Beat", "", "Dino"])


# Rules
# --------------------------------------------------------------------------------------------------


def test_rules_hold_for_all_rounds_also_those_that_are_written(game: Game) -> None:
    write(game, PLAIN, GRAND_SWEEP)
    right(game, rules=house(grand_value=300, target_score=2000))
    assert (totals(game), state(game)) == ((565, 35), "running")


def test_a_rule_that_a_round_stands_against_is_refused_with_the_round(game: Game) -> None:
    write(game, PLAIN, GRAND_SWEEP, PLAIN)
    with refused(game, ("ended_before", "target_score"), ("round_against", "grand_allowed")):
        right(game, rules=house(grand_allowed=False, target_score=400))


def test_how_much_is_recorded_changes_for_the_rounds_to_come_alone(game: Game) -> None:
    write(game, PLAIN, GRAND_SWEEP)
    right(game, rules=house(recording="first"))
    assert (totals(game), state(game)) == ((465, 35), "running")
    write(game, {"out": [1], "card_points": [50, 50]})
    right(game, rules=house(recording="points", grand_value=100))
    assert totals(game) == (415, 85)


def test_a_game_ends_by_other_rules_only_where_somebody_says_so_and_may_go_on_again(
    game: Game,
) -> None:
    write(game, GRAND_SWEEP)
    with refused(game, ("ends_now", "ends")):
        right(game, rules=house(target_score=400))
    right(game, rules=house(target_score=400), ends=True)
    assert state(game) == "finished"
    right(game, rules=house(target_score=1000))
    assert state(game) == "running"


def test_a_paused_game_stays_paused_and_a_stopped_one_stopped(game: Game) -> None:
    write(game, PLAIN)
    pause(game)
    right(game, rules=house(tichu_value=200))
    assert state(game) == "paused"
    stop(game)
    right(game, rules=house(tichu_value=150))
    assert state(game) == "stopped"


def test_rules_wait_until_a_version_of_a_round_is_chosen_and_names_do_not(
    beat: Phone, game: Game
) -> None:
    write(game, PLAIN)
    record_on(beat, game, 1, SWEEP)
    with refused(game, ("round_disputed", "number")):
        right(game, rules=house(target_score=500))
    right(game, names=["Eva", *FOUR[1:]])


def test_a_waiting_round_that_the_new_rules_do_not_know_is_refused_and_never_scored(
    beat: Phone, game: Game
) -> None:
    right(game, rules=house(grand_allowed=False))
    assert (
        beat.write(game, 1, GRAND_SWEEP, names=FOUR).json()["errors"][0]["code"]
        == "call_not_allowed"
    )
    right(game, rules=RuleSet.of("tientsin"), names=[*FOUR, "Eva", "Finn"])
    sides = [[0, 2], [1, 3]]
    assert beat.write(game, 1, PLAIN, sides=sides).status_code == 409


# Matches, two phones, undo
# ----------------------------------------------------------------------------------------


def test_a_game_of_a_match_is_put_right_at_the_match(anna: Phone) -> None:
    game = start_game(anna.device, RuleSet.of("nanking"), FOUR, of_match=True)
    with refused(game, ("rules_of_match", "game")):
        right(game, names=["Eva", *FOUR[1:]])


def test_who_saw_it_as_it_was_before_another_phone_is_told_so(beat: Phone, game: Game) -> None:
    seen = setup_hash(table_of(game))
    right(game, beat, names=["Eva", *FOUR[1:]])
    with refused(game, ("setup_changed", "game")):
        right(game, rules=house(target_score=500), seen=seen)
    write(game, PLAIN)  # a round is no such change
    right(game, rules=house(target_score=500), seen=setup_hash(table_of(game)))


@pytest.mark.django_db(transaction=True)
def test_of_two_phones_at_once_one_puts_it_right_and_the_other_looks_again(
    beat: Phone, game: Game
) -> None:
    seen = setup_hash(table_of(game))

    def one(name: str) -> str:
        try:
            right(game, beat, names=[name, *FOUR[1:]], seen=seen)
        except Exception as error:  # noqa: BLE001
            return str(getattr(error, "mistakes", [error])[0])
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(4) as phones:
        answers = list(phones.map(one, ["Eva", "Finn", "Gina", "Hans"]))
    assert sorted(answer == "done" for answer in answers) == [False, False, False, True]
    assert all("setup_changed" in answer for answer in answers if answer != "done")
    assert events(game) == ["put_right"]
    assert Seat.objects.filter(game=game).count() == 4


def test_the_last_change_is_undone_and_that_is_an_event_too(game: Game) -> None:
    write(game, PLAIN)
    done = right(game, names=["Anna", "Carla", "Beat", "Dino"], rules=house(target_score=500))
    assert done.event
    back(game, done.event)
    assert (people(game), table_of(game).rules, events(game)) == (
        FOUR,
        house(),
        ["put_right", "put_back"],
    )


def test_a_spelling_is_undone_with_what_the_page_still_knows(game: Game) -> None:
    done = right(game, names=["Ana", *FOUR[1:]], rules=house(target_score=500))
    assert done.event
    stranger = Player.objects.create(name="Zoe", device=phone_of("Zoe").device)
    back(game, done.event, {**done.renamed, stranger.pk: "Eva"})
    assert (people(game), table_of(game).rules) == (FOUR, house())
    stranger.refresh_from_db()
    assert stranger.name == "Zoe"


def test_an_undo_after_another_change_is_refused(game: Game) -> None:
    first = right(game, rules=house(target_score=500)).event
    second = right(game, rules=house(target_score=700)).event
    assert first
    assert second
    with refused(game, ("setup_changed", "game")):
        back(game, first)
    back(game, second)
    with refused(game, ("setup_changed", "game")):
        back(game, second)
    assert table_of(game).rules == house(target_score=500)


def test_an_undo_that_the_rounds_do_not_bear_any_more_says_so(game: Game) -> None:
    write(game, GRAND_SWEEP)
    done = right(game, rules=house(target_score=2000)).event
    write(game, GRAND_SWEEP, GRAND_SWEEP, PLAIN)
    assert done
    with refused(game, ("ended_before", "target_score")):
        back(game, done)


def test_a_start_that_comes_again_after_a_change_is_the_same_start_still(anna: Phone) -> None:
    game_id = uuid.uuid4()

    def start(names: list[str] = FOUR) -> Game:
        return start_game(anna.device, house(), names, game_id=game_id)

    game = start()
    right(
        game,
        rules=house(target_score=500),
        names=["Anna", "Carla", "Beat", "Eva"],
        table_name="Stove",
    )
    right(game, names=["Anna", "Carla", "Beat", "Ewa"])
    assert start() == game
    with refused(game, ("id_used", "start_id")):
        start(["Zoe", *FOUR[1:]])


def test_a_correction_put_back_after_a_merge_seats_the_person_who_stays(anna: Phone) -> None:
    game = table(anna, names=FOUR)
    record(game, 1)
    table(anna, names=["Anna", "Eva", "Franz", "Gabi"])  # so that she is not only spelled otherwise
    done = right(game, names=["Elif", *FOUR[1:]])
    assert done.event
    stays = Player.objects.create(name="Anni", device=anna.device)
    merge(Player.objects.get(name="Anna"), stays, anna.device)
    put_back(game, done.event.pk, anna.device, {})
    assert table_of(game).people == ["Anni", *FOUR[1:]]
    assert [*differences_in_games(Counts())] == []
