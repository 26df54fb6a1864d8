"""Bombs in what is kept: figures of people and clubs, the sheet, the end card, forms without
script, and two phones of which one notes them.
"""

import json
import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from scoring.games.nights import night_of
from scoring.models import Entry, Game, Player, Round
from scoring.people.statistics.bombs import Bombs
from scoring.people.statistics.club import numbers_of, seats_of
from scoring.people.statistics.person import Person
from scoring.rules import Round as Played
from tests.scoring.clubs import a_club
from tests.scoring.games import a_client, a_device, a_game, said, words
from tests.scoring.tables import (
    PLAIN,
    SWEEP,
    Phone,
    let_in,
    phone_of,
    record,
    seat_from,
    table,
    told,
    typed,
    write,
)

pytestmark = pytest.mark.django_db

# Anna has three bombs in four rounds with bombs noted, and one more round was played without.
ROUNDS = (
    Played(out=(0, 2), bombs=[(0, 4, 13), (0,), (1, 6, 10)]),
    Played(out=(0, 1, 2, 3), card_points=(65, 35), bombs=[]),
    Played(out=(1, 3)),
    Played(out=(0, 1, 2, 3), card_points=(50, 50), bombs=[(0, 5)]),
    Played(out=(0, 1, 2, 3), card_points=(50, 50), bombs=[(2,)]),
)


def in_hundred(name: str) -> Bombs:
    return Person(Player.listed.get(name=name)).bombs


@pytest.mark.postgres
def test_a_person_s_bombs_are_known_for_the_rounds_in_which_they_were_noted() -> None:
    a_game(rounds=ROUNDS)
    assert {name: in_hundred(name) for name in ("Anna", "Beat", "Carla", "Dino")} == {
        "Anna": Bombs(3, 4),
        "Beat": Bombs(1, 4),
        "Carla": Bombs(1, 4),
        "Dino": Bombs(0, 4),
    }
    page = words(a_client(), "person", Player.listed.get(name="Anna").pk)
    assert "75.0 bombs in a hundred rounds noted: 3 in 4 rounds" in page
    call_command("verify", verbosity=0)  # raises CommandError with the first difference


def test_bombs_stay_with_those_who_sat_there(anna: Phone) -> None:
    game = table(anna)
    record(game, 1, {**PLAIN, "bombs": [[0, 0, 0], [0, 0, 0]]})
    seat_from(game, 2, "Elif", "", "", "")
    record(game, 2, {**PLAIN, "bombs": [[0, 0, 0]]})
    found = {name: in_hundred(name) for name in ("Anna", "Elif", "Carla")}
    assert found == {"Anna": Bombs(2, 1), "Elif": Bombs(1, 1), "Carla": Bombs(0, 2)}


def test_nothing_is_shown_where_none_were_noted() -> None:
    a_game(rounds=ROUNDS[2:3])
    assert in_hundred("Anna") == Bombs()
    assert "hundred" not in words(a_client(), "person", Player.listed.get(name="Anna").pk)


def test_a_deleted_game_does_not_count() -> None:
    game = a_game(rounds=ROUNDS)
    Game.objects.filter(pk=game.pk).update(deleted_at=timezone.now())
    assert in_hundred("Anna") == Bombs()


@pytest.mark.postgres
def test_a_club_has_everybody_s_bombs_of_its_year() -> None:
    club = a_club(a_device())
    a_game(rounds=ROUNDS)
    now = timezone.now()
    seats = seats_of(club, now - timedelta(days=1), now + timedelta(days=1))
    assert numbers_of(club, night_of(now).year, seats).bombs == Bombs(5, 4)
    assert "125.0 bombs in a hundred rounds" in words(a_client(), "club_home", club.pk)


def test_trichu_s_table_may_have_one_that_is_nobody_s() -> None:
    a_game("trichu", rounds=[Played(out=(3, 1, 0), card_points=(70, 30), bombs=[(3,), (1,)])])
    assert (in_hundred("Anna"), in_hundred("Beat")) == (Bombs(0, 1), Bombs(1, 1))


@pytest.mark.parametrize(
    ("variant", "played", "own"),
    [
        ("nanking_five", [(0, 1, 2, 3), (1, 2, 3, 4)], {"Anna": (2, 1), "Eva": (1, 1)}),
        ("nanking_pairs", [(0, 1, 3, 4), (1, 2, 4, 5)], {"Anna": (2, 1), "Franz": (0, 1)}),
    ],
)
def test_rounds_sat_out_are_no_rounds_without_a_bomb(
    variant: str, played: list[tuple[int, ...]], own: dict[str, tuple[int, int]]
) -> None:
    noted = ([(0,), (0,)], [(4,), (1,)])
    rounds = [
        Played(out=out, card_points=(50, 50), bombs=bombs)
        for out, bombs in zip(played, noted, strict=True)
    ]
    a_game(variant, rounds=rounds)
    assert in_hundred("Beat") == Bombs(1, 2)
    assert {name: in_hundred(name) for name in own} == {
        name: Bombs(*found) for name, found in own.items()
    }


def test_the_sheet_its_paper_and_the_end_card_name_them() -> None:
    game = a_game(rounds=[*ROUNDS, *[Played(out=(0, 2))] * 4])
    client = a_client()
    assert Game.objects.get().state == Game.State.FINISHED
    page = words(client, "score", game.pk)
    assert "Bombs Anna 3 Beat 1 Carla 1" in page
    sheet, paper = (words(client, name, game.pk) for name in ("game", "game_print"))
    for said_there in ("Anna: bomb 4 × K", "Beat: bomb 5–10", "Anna: bomb (5)"):
        assert said_there in sheet
        assert said_there in paper


# Without script
# --------------------------------------------------------------------------------------------------


def test_the_form_without_script_counts_bombs_or_says_nothing_of_them() -> None:
    anna = phone_of("Anna")
    game = table(anna)
    anna.send("record_round", game, typed(PLAIN, 1))
    anna.send("record_round", game, typed(PLAIN, 2) | {"bombs_0": "0"})
    anna.send("record_round", game, typed(PLAIN, 3) | {"bombs_3": "2", "bombs_1": "1"})
    found = [entry.data.get("bombs") for entry in Entry.objects.order_by("number")]
    assert found == [None, [], [[1, 0, 0], [3, 0, 0], [3, 0, 0]]]


@pytest.mark.parametrize("text", ["6", "-1", "many", "1.5"])
def test_a_number_of_bombs_that_cannot_be_is_refused(text: str) -> None:
    anna = phone_of("Anna")
    game = table(anna)
    answer = anna.send("record_round", game, typed(PLAIN, 1) | {"bombs_0": text})
    assert answer.status_code == 422
    assert "Write how many bombs there were" in said(answer.content.decode())
    assert not Entry.objects.exists()


def test_a_correction_without_script_keeps_what_was_known_of_them() -> None:
    anna = phone_of("Anna")
    game = table(anna)
    (entry,) = write(game, {**PLAIN, "bombs": [[0, 4, 14], [0, 6, 0], [2, 0, 0]]})
    page = anna.get("correct_round", game, number=1).content.decode()
    assert 'name="bombs_0" inputmode="numeric" value="2"' in " ".join(page.split())
    fields = typed(PLAIN, 1, replaces=entry.pk) | {
        "bombs": json.dumps(entry.data["bombs"]),
        "bombs_0": "1",
        "bombs_1": "1",
        "bombs_2": "1",
    }
    assert anna.send("correct_round", game, fields, number=1).status_code == 302
    assert Round.objects.get().entry.data["bombs"] == [[0, 4, 14], [1, 0, 0], [2, 0, 0]]


def test_a_correction_without_script_keeps_who_sat_out_and_that_there_was_none() -> None:
    anna = phone_of("Anna")
    game = table(anna, "nanking_five", who_sits_out="tapped")
    (entry,) = write(
        game, {"out": [1, 2, 3, 4], "card_points": [60, 40], "sits_out": 0, "bombs": []}
    )
    page = anna.get("correct_round", game, number=1).content.decode()
    found = re.findall(r'<input[^>]*? name="(\w+)"[^>]*? value="([^"]*)"', page, re.DOTALL)
    fields = dict(found) | {"points": "70"}
    assert "bombs_0" not in fields  # the first in the list sits out
    assert anna.send("correct_round", game, fields, number=1).status_code == 302
    assert Round.objects.get().entry.data == {**entry.data, "card_points": [70, 30]}


# Two phones
# --------------------------------------------------------------------------------------------------


def test_a_phone_that_notes_no_bombs_agrees_with_one_that_does() -> None:
    anna, beat = phone_of("Anna"), phone_of("Beat")
    game = table(anna)
    let_in(beat, game, "scorer")
    assert anna.write(game, 1, {**PLAIN, "bombs": [[0, 0, 0]]}).status_code == 201
    assert beat.write(game, 1, PLAIN).status_code == 201
    assert Entry.objects.latest("position").outcome == Entry.Outcome.SAME


def test_two_phones_that_note_different_bombs_have_two_versions_that_differ_to_see() -> None:
    anna, beat = phone_of("Anna"), phone_of("Beat")
    game = table(anna)
    let_in(beat, game, "scorer")
    anna.write(game, 1, {**SWEEP, "bombs": [[0, 0, 0]]})
    beat.write(game, 1, {**SWEEP, "bombs": [[1, 4, 2]]})
    assert Entry.objects.latest("position").outcome == Entry.Outcome.RIVAL
    page = said(anna.get("score", game).content.decode())
    assert "Anna: bomb" in page
    assert "Beat: bomb" in page


def test_a_game_without_points_takes_none() -> None:
    anna = phone_of("Anna")
    game = table(anna, "grand_seigneur")
    answer = anna.write(game, 1, {"out": [5, 4, 3, 2, 1], "bombs": []})
    assert ("unknown_key", "bombs") in told(answer)


def test_the_record_for_others_leaves_them_out() -> None:
    game = a_game(rounds=ROUNDS[:1])
    answer = a_client().get(reverse("api_record", args=[game.pk]))
    assert "bombs" not in answer.content.decode()
    assert answer.status_code == 200
