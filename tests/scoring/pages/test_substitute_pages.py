"""The page on which others take seats from a round on, and what the pages of a game show of it."""

import json
import uuid
from typing import Any

import pytest

from scoring.games.actions import substitutions
from scoring.games.actions.game_state import finish_early
from scoring.games.queries import table_of
from scoring.models import Game, GameEvent, Player
from scoring.pages.table.script import seat_changes
from scoring.people.actions.erasing import erase
from tests.scoring.tables import (
    PEOPLE,
    PLAIN,
    SWEEP,
    Phone,
    let_in,
    phone_of,
    record,
    seat_from,
    table,
)

ANNA, BEAT, CARLA, DINO, ELIF = PEOPLE[:5]


def fields(game: Game, *people: str, number: int = 2, **more: Any) -> dict[str, Any]:
    """The form as a browser without script sends it."""
    was = table_of(game).people
    return {
        "id": uuid.uuid4(),
        "number": number,
        **{f"name_{seat}": name for seat, name in enumerate([*people, *was[len(people) :]])},
        **{f"was_{seat}": name for seat, name in enumerate(was)},
        **more,
    }


@pytest.mark.django_db
def test_others_are_seated_by_the_form_and_it_is_taken_back(anna: Phone) -> None:
    game = table(anna)
    record(game, 1)
    assert "Who plays from round 2 on?" in anna.get("substitute", game).content.decode()
    assert anna.send("substitute", game, fields(game, ELIF)).status_code == 302
    assert table_of(game).people == [ELIF, BEAT, CARLA, DINO]
    sheet = anna.get("game", game).content.decode()
    assert ("Undo seats" in sheet, "Undo round 1" in sheet) == (True, False)
    change = GameEvent.objects.get(game=game, action="substitute")
    assert change.data
    back = {"id": uuid.uuid4(), "about": change.data["set"]}
    assert anna.send("substitute_back", game, back).status_code == 302
    assert table_of(game).people == PEOPLE[:4]
    assert "Undo round 1" in anna.get("game", game).content.decode()


@pytest.mark.django_db
def test_each_of_two_changes_before_a_round_is_taken_back_to_those_before_it(anna: Phone) -> None:
    game = table(anna)
    record(game, 1)
    keys = [seat_from(game, 2, name) for name in (ELIF, "Fritz")]
    for key, left in zip(reversed(keys), ([ELIF], [ANNA]), strict=True):
        last = seat_changes(table_of(game))[-1]
        assert (last["id"], last["people"]) == (str(key), table_of(game).people)
        substitutions.take_back_seats(game, uuid.uuid4(), key, game.device)
        assert last["before"] == table_of(game).people == [*left, BEAT, CARLA, DINO]
    assert seat_changes(table_of(game)) == []


@pytest.mark.django_db
def test_what_was_typed_stays_beside_its_mistake(anna: Phone) -> None:
    game = table(anna)
    record(game, 1)
    answer = anna.send("substitute", game, fields(game, BEAT))
    assert (answer.status_code, "aria-invalid" in answer.content.decode()) == (422, True)
    nothing = anna.send("substitute", game, fields(game, ELIF, id="no id"))
    assert nothing.status_code == 422
    assert table_of(game).people == PEOPLE[:4]


@pytest.mark.django_db
def test_the_page_is_closed_to_others_and_open_to_those_who_write(anna: Phone, beat: Phone) -> None:
    game, carla = table(anna), phone_of("Carla")
    record(game, 1)
    assert beat.get("substitute", game).status_code == 404
    assert beat.send("substitute", game, fields(game, ELIF)).status_code == 404
    assert beat.send("substitute_back", game, {}).status_code == 404
    let_in(carla, game, "scorer")
    assert carla.send("substitute", game, fields(game, ELIF)).status_code == 302
    assert anna.get("substitute_back", game).status_code == 405


@pytest.mark.django_db
def test_the_sheet_names_who_played_each_round(anna: Phone) -> None:
    game = table(anna)
    record(game, 1, {**PLAIN, "calls": {"0": "tichu"}})
    seat_from(game, 2, ELIF)
    record(game, 2, {**PLAIN, "calls": {"0": "grand"}})
    sheet = anna.get("game", game).content.decode()
    assert "Anna to round 1" in sheet
    first, second = sheet.index('id="round-1"'), sheet.index('id="round-2"')
    between = sheet[first:second]
    assert "From round 2:" in between
    assert "<bdi>Elif</bdi>" in between
    assert "Anna" in between
    assert "Elif" in sheet[second:]
    paper = anna.get("game_print", game).content.decode()
    assert "From round 2:" in paper
    history = anna.get("round_history", game, number=1).content.decode()
    assert "Anna" in history
    assert "Elif" not in history
    board = anna.get("correct_round", game, number=1).content.decode()
    assert "Anna" in board
    assert "Elif" not in board
    finish_early(game, game.device, reason="")
    assert "with a substitute" in anna.get("game", game).content.decode()
    assert "with a substitute" in anna.get("score", game).content.decode()


@pytest.mark.django_db
def test_two_who_change_seats_are_one_line(anna: Phone) -> None:
    game = table(anna)
    record(game, 1)
    seat_from(game, 2, BEAT, ANNA)
    record(game, 2, SWEEP)
    sheet = anna.get("game", game).content.decode()
    assert sheet.count("From round 2:") == 1
    assert "change seats" in sheet


@pytest.mark.django_db
def test_a_phone_sends_a_change_among_its_rounds(anna: Phone) -> None:
    game = table(anna)
    record(game, 1)
    key = str(uuid.uuid4())
    change = {"id": key, "kind": "seats", "number": 2, "people": [ELIF, "", "", ""]}
    change["names"] = PEOPLE[:4]
    for _again in range(2):
        answer = anna.post("api_entries", game, change)
        said = json.loads(answer.content)
        assert (answer.status_code, said["id"], said["outcome"]) == (201, key, "counted")
    people = [ELIF, BEAT, CARLA, DINO]
    assert anna.write(game, 2, SWEEP, names=people).status_code == 201
    shown = anna.read(game)
    assert shown["players"] == people
    assert shown["seat_changes"] == [{"seat": 0, "name": ANNA, "first": 1, "last": 1}]
    refused = anna.get("api_record", game)
    assert (refused.status_code, json.loads(refused.content)["errors"][0]["code"]) == (
        409,
        "seats_exchanged",
    )
    undo = {"id": str(uuid.uuid4()), "kind": "undo_seats", "number": 2, "about": key}
    assert anna.post("api_entries", game, undo).status_code == 409
    assert anna.post("api_entries", game, {**change, "people": None}).status_code == 422
    stale = {**change, "id": str(uuid.uuid4()), "number": 3, "names": [BEAT, ELIF, CARLA, DINO]}
    answer = anna.post("api_entries", game, stale)
    assert (answer.status_code, json.loads(answer.content)["errors"][0]["code"]) == (
        409,
        "seats_moved",
    )


@pytest.mark.django_db
def test_an_erased_name_does_not_come_back_with_a_change_that_waited(anna: Phone) -> None:
    seated = table(anna, names=[ELIF, *PEOPLE[5:8]])
    record(seated, 1)
    game = table(anna)
    record(game, 1)
    erase(Player.objects.get(name=ELIF), anna.device)
    change = {"id": str(uuid.uuid4()), "kind": "seats", "number": 2, "waited": 60}
    change["people"] = [ELIF, "Zoë", "", ""]
    assert anna.post("api_entries", game, change).status_code == 201
    assert table_of(game).people == ["", "Zoë", CARLA, DINO]
    assert not Player.objects.filter(name=ELIF).exists()


@pytest.mark.django_db
def test_seats_do_not_change_without_end(anna: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(substitutions, "MOST_CHANGES", 2)
    game = table(anna)
    record(game, 1)
    for name in (ELIF, "Zoë"):
        seat_from(game, 2, name)
    answer = anna.send("substitute", game, fields(game, "Yann"))
    assert (answer.status_code, table_of(game).people[0]) == (409, "Zoë")
