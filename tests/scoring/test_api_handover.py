"""A game's entries carried by another phone: the pass of the phone that wrote them decides."""

import json
import uuid
from typing import Any

import pytest
from django.core import signing
from django.test import Client
from django.utils import timezone

from scoring.games.access.handover import AGE, SALT, pass_for
from scoring.games.access.links import revoke_link, still_opens
from scoring.games.actions.deleting import delete_game
from scoring.games.actions.starting import start_game
from scoring.games.permissions import OWNER, SCORER, game_for
from scoring.games.queries import table_of
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import Device, Entry, Game, GameEvent, Grant, Link
from scoring.rules import RuleSet
from tests.requests import Response
from tests.scoring.tables import (
    PLAIN,
    SWEEP,
    Phone,
    an_entry,
    choose,
    correct,
    phone_of,
    record_on,
    stop,
    table,
    told,
    totals,
    unchanged,
    write,
)

pytestmark = pytest.mark.django_db


def hand_over(
    game: Game,
    carried: str,
    *entries: dict[str, Any],
    client: Client | None = None,
    takes: bool | None = None,
    **more: Any,
) -> Response:
    body: dict[str, Any] = {"game": str(game.pk), "pass": carried, "entries": entries} | more
    if takes is not None:
        body["takes"] = takes
    return (client or Client()).post(
        "/api/v1/handover/", json.dumps(body), content_type="application/json"
    )


def test_a_phone_that_nobody_knows_sends_what_another_one_wrote(beat, game):
    entries = [an_entry(1, PLAIN), an_entry(2, SWEEP)]
    answer = hand_over(game, pass_for(game, beat.device), *entries)
    assert answer.status_code == 200
    assert answer.json() == {
        "game": str(game.pk),
        "entries": [{"id": entry["id"], "outcome": "counted"} for entry in entries],
        "next": None,
    }
    assert totals(game) == (265, 35)
    assert {entry.device for entry in Entry.objects.all()} == {beat.device}


# The right to go on writing
# -------------------------------------------------------------------------------------


@pytest.mark.any_database
@pytest.mark.parametrize("giver", ["the owner", "a phone that was let in"])
def test_a_phone_that_takes_a_game_over_goes_on_writing_it(beat, game, giver):
    carla = phone_of("Carla")
    giving = game.device if giver == "the owner" else beat.device
    answer = hand_over(
        game, pass_for(game, giving), an_entry(1, PLAIN), client=carla.client, takes=True
    )
    assert answer.json()["next"] == 2
    assert carla.write(game, 2, SWEEP).status_code == 201
    assert totals(game) == (265, 35)
    assert game_for(carla.device.pk, game.pk)[1] == SCORER
    assert GameEvent.objects.get(game=game, action="handed_over").device == carla.device
    assert "Handed to another phone" in carla.get("game", game).content.decode()


def test_taking_it_twice_is_taking_it_once_and_the_giver_keeps_what_it_may(beat, game):
    carla, carried = phone_of("Carla"), pass_for(game, beat.device)
    for _ in range(2):
        hand_over(game, carried, client=carla.client, takes=True)
    assert Grant.objects.filter(game=game, device=carla.device).count() == 1
    assert GameEvent.objects.filter(game=game, action="handed_over").count() == 1
    assert hand_over(game, carried, client=beat.client, takes=True).json()["next"] == 1
    owner = Client()
    assert game_for(game.device.pk, game.pk)[1] == OWNER
    hand_over(game, pass_for(game, game.device), client=owner, takes=True)
    assert Link.objects.filter(game=game, role="scorer", revoked_at__isnull=True).count() == 1


def test_where_the_owner_has_no_link_one_is_made_and_with_it_the_right_ends(anna):
    game, carla = table(anna), phone_of("Carla")
    hand_over(game, pass_for(game, anna.device), client=carla.client, takes=True)
    assert carla.write(game, 1, PLAIN).status_code == 201
    revoke_link("scorer", game.device, game=game)
    assert carla.write(game, 2, PLAIN).status_code == 404


def test_a_browser_that_was_no_phone_is_one_from_then_on(game):
    client = Client()
    answer = hand_over(
        game, pass_for(game, game.device), an_entry(1, PLAIN), client=client, takes=True
    )
    assert answer.json()["next"] == 2
    assert client.get(f"/games/{game.pk}/score/").status_code == 200


def test_a_pass_that_is_none_lets_nobody_write_and_makes_no_phone(beat, game):
    for kind, carried in forged(game, beat).items():
        devices, client = Device.objects.count(), Client()
        assert hand_over(game, carried, client=client, takes=True).status_code == 404, kind
        assert (Device.objects.count(), Grant.objects.filter(game=game).count()) == (devices, 1), (
            kind
        )
        assert client.get(f"/games/{game.pk}/score/").status_code == 404, kind


def test_of_a_match_and_of_a_game_that_was_deleted_no_right_goes_along(anna, game):
    carla = phone_of("Carla")
    match = start_game(
        anna.device, RuleSet.of("nanking"), ["Anna", "Beat", "Carla", "Dino"], of_match=True
    )
    deleted = table(anna, names=["Anna", "Beat", "Eva", "Finn"])
    passes = {each.pk: pass_for(each, anna.device) for each in (match, deleted)}
    delete_game(deleted, anna.device)
    for each in (match, deleted):
        assert (
            hand_over(each, passes[each.pk], client=carla.client, takes=True).json()["next"] is None
        )
        assert not Grant.objects.filter(game=each).exists()


def test_a_game_that_is_over_is_handed_over_and_written_no_more(anna, beat, game):
    write(game, PLAIN)
    stop(game)
    carla = phone_of("Carla")
    assert (
        hand_over(game, pass_for(game, beat.device), client=carla.client, takes=True).json()["next"]
        is None
    )
    assert carla.get("game", game).status_code == 200


@pytest.mark.any_database
def test_everything_that_a_phone_knows_is_answered_as_the_first_time_whoever_wrote_it(
    anna, beat, game
):
    """With a round of another phone, a correction, a version that was chosen: as the table's screen
    tells them.
    """
    write(game, PLAIN, PLAIN, PLAIN)
    correct(game, 1, SWEEP)
    choose(game, 2, record_on(beat, game, 2, SWEEP))
    player_rounds = anna.get("table_state", game).json()["rounds"]
    assert [each["kind"] for each in player_rounds] == ["correction", "choice", "round"]
    keys = ("id", "kind", "number", "sides", "replaces", "about")
    carried = [
        {key: each.get(key) for key in keys}
        | ({} if each["kind"] == "choice" else {"round": each["data"]})
        for each in player_rounds
    ]
    with unchanged(game):
        answer = hand_over(game, pass_for(game, anna.device), *carried)
    assert [one.get("outcome") for one in answer.json()["entries"]] == ["counted"] * 3, (
        answer.json()
    )


# How much is recorded
# -------------------------------------------------------------------------------------------


def depth(recording: str) -> dict[str, str]:
    return {"id": str(uuid.uuid4()), "recording": recording}


def set_on(phone: Phone, game: Game, told: dict[str, str]) -> Any:
    """Set at the table: how its script sends it."""
    return phone.send(
        "table_settings", game, {"recording": told["recording"], "recording_id": told["id"]}
    )


@pytest.mark.any_database
def test_how_much_is_recorded_comes_along_once_whoever_brings_it(beat, game):
    """What was set since, on the phone that has the game now, is not set back by one that brings
    the older word.
    """
    carried, points = pass_for(game, beat.device), depth("points")
    answer = hand_over(game, carried, an_entry(1, PLAIN), depth=points)
    assert "depth_errors" not in answer.json()
    event = GameEvent.objects.get(game=game, action="put_right")
    assert (event.device, event.data["after"]) == (
        beat.device,
        {"settings": {"recording": "points"}},
    )
    assert table_of(Game.objects.get()).rules.recording == "points"
    set_on(beat, game, depth("first"))
    with unchanged(game):
        hand_over(game, carried, depth=points)
        set_on(beat, game, points)
    assert table_of(Game.objects.get()).rules.recording == "first"


def test_entries_a_depth_and_the_first_link_of_a_game_come_in_one_request_and_make_one_chain(anna):
    game, carla = table(anna), phone_of("Carla")
    carried = pass_for(game, anna.device)
    answer = hand_over(
        game, carried, an_entry(1, PLAIN), client=carla.client, takes=True, depth=depth("points")
    )
    assert (answer.status_code, answer.json()["next"]) == (200, 2)
    actions = (
        GameEvent.objects.filter(game=game).order_by("position").values_list("action", flat=True)
    )
    assert list(actions) == ["put_right", "link_scorer", "handed_over"]
    assert list(differences_in_games(Counts())) == []


def test_how_much_is_recorded_is_not_the_word_of_one_phone_for_the_game_of_another(beat, game):
    other, points = table(phone_of("Carla")), depth("points")
    hand_over(game, pass_for(game, beat.device), depth=points)
    hand_over(other, pass_for(other, other.device), depth=points)
    assert {each.settings["recording"] for each in Game.objects.all()} == {"points"}


def test_in_a_match_the_tournament_says_how_much_is_recorded(anna):
    match = start_game(
        anna.device, RuleSet.of("nanking"), ["Anna", "Beat", "Carla", "Dino"], of_match=True
    )
    answer = hand_over(match, pass_for(match, anna.device), depth=depth("points")).json()
    assert [each["code"] for each in answer["depth_errors"]] == ["rules_of_match"]
    assert Game.objects.get().settings == {}


def test_a_depth_that_this_game_does_not_have_is_refused_and_the_rounds_are_taken(anna):
    game = table(anna, "wu_wang")
    played = an_entry(1, {"out": [0, 1, 2], "card_points": [65, 35]})
    answer = hand_over(game, pass_for(game, anna.device), played, depth=depth("points")).json()
    assert [each["outcome"] for each in answer["entries"]] == ["counted"]
    assert [each["code"] for each in answer["depth_errors"]] == ["bad_setting"]


def test_an_id_of_a_setting_that_is_none_changes_nothing(beat, game):
    with unchanged(game):
        answer = beat.send("table_settings", game, {"recording": "points", "recording_id": "x"})
    assert answer.status_code == 422


def test_a_phone_that_only_carries_gains_nothing_by_it(beat, game):
    carla = phone_of("Carla")
    devices = Device.objects.count()
    hand_over(game, pass_for(game, beat.device), an_entry(1, PLAIN), client=carla.client)
    assert Device.objects.count() == devices
    assert carla.get("api_game", game).status_code == 404
    assert carla.write(game, 2, PLAIN).status_code == 404


def test_entries_that_came_by_themselves_meanwhile_are_answered_and_not_doubled(beat, game):
    entries = [an_entry(1, PLAIN), an_entry(2, SWEEP)]
    beat.post("api_entries", game, entries[0])
    carried = pass_for(game, beat.device)
    first = hand_over(game, carried, *entries)
    with unchanged(game):
        again = hand_over(game, carried, *entries)
    assert first.content == again.content
    assert [one["outcome"] for one in again.json()["entries"]] == ["counted", "counted"]
    assert Entry.objects.count() == 2


def test_one_that_is_refused_in_the_middle_keeps_back_no_other(beat, game):
    wrong = an_entry(2, {**PLAIN, "card_points": [65, 30]})
    entries = [
        an_entry(1, PLAIN),
        wrong,
        an_entry(2, SWEEP),
        an_entry(9, PLAIN),
        an_entry(1, SWEEP),
    ]
    answer = hand_over(game, pass_for(game, beat.device), *entries)
    assert answer.status_code == 200
    handed = answer.json()["entries"]
    assert [one["id"] for one in handed] == [entry["id"] for entry in entries]
    assert [one.get("outcome") for one in handed] == ["counted", None, "counted", None, "rival"]
    assert [error["code"] for one in handed for error in one.get("errors", ())] == [
        "points_sum",
        "round_out_of_turn",
    ]
    assert len(table_of(game).entries) == 2


def test_one_that_is_no_entry_at_all_makes_the_whole_be_sent_anew(beat, game):
    with unchanged(game):
        answer = hand_over(
            game,
            pass_for(game, beat.device),
            an_entry(1, PLAIN),
            {"id": "x", "number": 2, "round": {}},
        )
    assert (answer.status_code, told(answer)) == (422, [("invalid", "entries.1.id")])


def forged(game: Game, beat: Phone) -> dict[str, str]:
    other = table(phone_of("Carla"))
    good = pass_for(game, beat.device)
    with_age = signing.TimestampSigner(salt=SALT)
    return {
        "nothing": "x",
        "tampered with": good[:-1] + ("A" if good[-1] != "A" else "B"),
        "of another phone by hand": good.replace(
            good.split(":")[0], signing.b64_encode(b"[1,2]").decode()
        ),
        "another game's": pass_for(other, other.device),
        "of the same phone, for another game of its own": pass_for(table(beat), beat.device),
        "of a stranger": pass_for(game, phone_of("Dino").device),
        "of a phone that is gone": signing.dumps([game.pk.hex, 10**9], salt=SALT),
        "of another salt": signing.dumps([game.pk.hex, beat.device.pk]),
        "of another shape": signing.dumps([game.pk.hex], salt=SALT),
        "a number": signing.dumps(7, salt=SALT),
        "letters of other scripts": "ا:ب:ج",
        "signed otherwise": with_age.sign("x"),
    }


def test_a_pass_that_is_none_opens_nothing(beat, game):
    for kind, carried in forged(game, beat).items():
        with unchanged(game):
            answer = hand_over(game, carried, an_entry(1, PLAIN))
        assert (answer.status_code, told(answer)) == (404, [("not_open", "")]), kind
        assert "Show a new one" in answer.json()["errors"][0]["message"]


def test_a_pass_grows_old(beat, game, monkeypatch):
    carried, now = pass_for(game, beat.device), timezone.now().timestamp()
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + AGE + 60)
    assert hand_over(game, carried, an_entry(1, PLAIN)).status_code == 404
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + AGE - 60)
    assert hand_over(game, carried, an_entry(1, PLAIN)).status_code == 200


def test_a_pass_of_a_phone_whose_link_was_revoked_opens_nothing(beat, game):
    carried = pass_for(game, beat.device)
    revoke_link("scorer", game.device, game=game)
    assert hand_over(game, carried, an_entry(1, PLAIN)).status_code == 404
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "mistake"),
    [
        ({"pass": None}, ("null", "pass")),
        ({"pass": 7}, ("invalid", "pass")),
        ({"pass": "x" * 401}, ("max_length", "pass")),
        ({"pass": "\0"}, ("null_characters_not_allowed", "pass")),
        ({"pass": "\ud83d"}, ("surrogate_characters_not_allowed", "pass")),
        ({"game": 1}, ("invalid", "game")),
        ({"takes": "perhaps"}, ("invalid", "takes")),
        ({"entries": {}}, ("not_a_list", "entries")),
        ({"entries": [7] * 21}, ("max_length", "entries")),
        ({"entries": [7] * 20_000}, ("max_length", "entries")),
        ({"entries": [[]]}, ("invalid", "entries.0")),
        ({"depth": 7}, ("invalid", "depth")),
        ({"depth": {"recording": "points"}}, ("required", "depth.id")),
        (
            {"depth": {"id": str(uuid.UUID(int=1)), "recording": "none"}},
            ("invalid_choice", "depth.recording"),
        ),
    ],
)
def test_what_is_no_handover_is_refused(game, wrong, mistake):
    body = {"game": str(game.pk), "pass": pass_for(game, game.device), "entries": []} | wrong
    answer = Client().post("/api/v1/handover/", json.dumps(body), content_type="application/json")
    assert (answer.status_code, told(answer)) == (422, [mistake])


def test_an_empty_handover_is_answered_with_nothing(game):
    assert hand_over(game, pass_for(game, game.device)).json() == {
        "game": str(game.pk),
        "entries": [],
        "next": None,
    }


def test_a_game_that_is_not_there_is_not_opened(game):
    nowhere = Game(pk=uuid.uuid4())
    assert hand_over(nowhere, pass_for(nowhere, game.device)).status_code == 404


def test_of_hundreds_of_mistakes_twenty_are_told_and_the_last_says_how_many_there_are_besides(game):
    wrong = {"id": 1, "number": "x", "kind": 3, "round": 7, "sides": [[0, "x"]], "about": 1}
    answer = hand_over(game, pass_for(game, game.device), *[wrong] * 20)
    errors = answer.json()["errors"]
    assert (answer.status_code, len(errors), errors[-1]["code"]) == (422, 20, "more_mistakes")
    assert errors[-1]["message"] == "There are 81 more mistakes. Correct these first."


# A game of which the server has never heard
# ---------------------------------------------------------------------


def begun_offline(**other: Any) -> dict[str, Any]:
    """What a phone starts a game with that began without a network and was shown as a code."""
    names = ["Anna", "Beat", "Carla", "Dino"]
    made = {"id": str(uuid.uuid4()), "variant": "nanking", "players": names, "waited": 60}
    return made | {"handover_key": str(uuid.uuid4())} | other


def start(client: Client, begun: dict[str, Any]) -> Response:
    return client.post("/api/v1/games/", json.dumps(begun), content_type="application/json")


@pytest.mark.any_database
@pytest.mark.parametrize("first", ["the phone that began it", "the phone that read its code"])
def test_whichever_of_two_phones_comes_first_it_is_one_game_in_which_both_write(anna, first):
    carla, begun = phone_of("Carla"), begun_offline()
    early, late = (anna, carla) if first == "the phone that began it" else (carla, anna)
    carried = [an_entry(1, PLAIN), an_entry(2, SWEEP)]
    assert start(early.client, begun).json()["role"] == OWNER
    game = Game.objects.get()
    for entry in carried:
        assert early.post("api_entries", game, entry).status_code == 201
    # The other one brings the same rounds, as often as it likes; names that were put right are no
    # other game.
    for _ in range(2):
        answer = start(late.client, begun | {"players": ["Anna", "", "Carla", "Dino"]})
        assert (answer.status_code, answer.json()["role"]) == (201, SCORER)
    with unchanged(game):
        for entry in carried:
            assert late.post("api_entries", game, entry).json()["outcome"] == "counted"
    assert late.write(game, 3, PLAIN).status_code == 201
    assert early.write(game, 4, PLAIN).status_code == 201
    assert Game.objects.count() == 1
    assert totals(game) == (395, 105)
    assert GameEvent.objects.filter(game=game, action="handed_over").count() == 1


def test_the_phone_that_read_the_code_is_let_in_where_the_answer_to_the_start_was_lost(anna):
    """The server has heard of the start alone, and not yet that the code was shown."""
    begun = begun_offline()
    assert start(anna.client, begun).status_code == 201
    game = Game.objects.get()
    # The key alone is no link that the owner would have to know of
    assert not Link.objects.exists()
    assert start(phone_of("Carla").client, begun).json()["role"] == SCORER
    assert start(phone_of("Dino").client, begun).json()["role"] == SCORER
    assert Link.objects.filter(game=game).count() == 1
    assert start(anna.client, begun).json()["role"] == OWNER


def test_without_the_key_or_with_another_the_game_of_another_phone_is_not_opened(anna):
    begun, carla = begun_offline(), phone_of("Carla")
    start(anna.client, begun)
    game = Game.objects.get()
    for wrong in (
        {"handover_key": str(uuid.uuid4())},
        {"handover_key": str(game.pk)},
        {"handover_key": None},
    ):
        tried = {name: what for name, what in (begun | wrong).items() if what is not None}
        assert told(start(carla.client, tried)) == [("id_used", "start_id")]
    assert told(start(carla.client, begun | {"handover_key": "x"})) == [("invalid", "handover_key")]
    # The key of one game opens no other.
    assert start(carla.client, begun | {"id": str(uuid.uuid4())}).json()["role"] == OWNER
    assert carla.get("api_game", game).status_code == 404
    assert not Grant.objects.exists()


def test_the_owner_ends_the_right_that_came_by_the_key(anna):
    begun, carla = begun_offline(), phone_of("Carla")
    start(anna.client, begun)
    start(carla.client, begun)
    game = Game.objects.get()
    assert still_opens(Link.objects.get(game=game))  # a link as any other, which can be shown
    revoke_link("scorer", anna.device, game=game)
    assert carla.write(game, 1, PLAIN).status_code == 404
    assert told(start(carla.client, begun)) == [("id_used", "start_id")]
