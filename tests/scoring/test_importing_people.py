"""Imports of people and games that the club has already: who is who, and nothing comes twice."""

import json
from typing import Any

import pytest
from django.core.management import call_command

from scoring.games.actions.deleting import delete_game
from scoring.games.actions.setup_changes import Setup, put_right
from scoring.games.queries import table_of
from scoring.models import Device, Game, Import, Player
from scoring.people.actions.erasing import erase
from scoring.people.actions.merging import merge
from scoring.people.actions.people_list import add_person
from scoring.rules.record import write_record
from tests.scoring.games import NANKING, TWO_ROUNDS, a_file, a_game, a_record, believable
from tests.scoring.importing import club_of, codes, everything, imported, planned
from tests.tournaments.refusing import refused
from tournaments.clubs.actions.imports import execution as the_making
from tournaments.clubs.actions.imports import make_import, undo_import

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


# People
# --------------------------------------------------------------------------------------------------


def test_people_come_with_their_other_names_and_those_who_are_there_stay_who_they_are(
    phone: Device,
) -> None:
    beat = add_person(club_of(phone), "Beat")
    plan = planned(phone, b"Name;Other names;Guest\nAnna;Anni;x\nbeat;Beatus;x\nCarla;;\n")
    assert (plan.names.new, plan.names.found) == (["anna", "carla"], {beat.pk})
    made = make_import(plan, phone)
    listed = Player.listed.filter(club=phone.club).order_by("name")
    assert list(listed.values_list("name", "guest")) == [
        ("Anna", True),
        ("Beat", False),
        ("Carla", False),
    ]
    assert made.people == 2
    game = a_game(names=("Anni", "Beatus", "Carla", "Dino"), device=phone, rounds=TWO_ROUNDS)
    assert table_of(game).names == ["Anna", "Beat", "Carla", "Dino"]
    call_command("verify")


def test_a_further_name_that_is_somebody_s_is_not_taken_from_them(phone: Device) -> None:
    add_person(club_of(phone), "Anni")
    plan = planned(phone, b"Name;Other names\nAnna;Anni\nBeat;Carla\nCarla;\n")
    assert [(one.line, one.mistake.code) for one in plan.refused] == [
        (2, "name_taken"),
        (3, "name_taken"),
    ]
    assert plan.names.alias_targets == []


def test_names_that_may_be_one_person_s_are_asked_about_and_an_answer_is_kept(
    phone: Device,
) -> None:
    ida = add_person(club_of(phone), "Ida Schwarz")
    content = a_file(a_record(("Ida S.", "Beat", "Carla", "Dino")))
    (asked,) = planned(phone, content).names.questions
    assert (asked.goes, asked.stays, asked.there) == ("Ida S.", "Ida Schwarz", True)
    imported(phone, content, same={asked.key})
    assert ida.name in table_of(Game.objects.get()).names
    assert (
        planned(phone, a_file(a_record(("Ida S.", "Beat", "Carla", "Dino"), 2))).names.questions
        == []
    )
    call_command("verify")


def test_two_who_sit_at_one_table_are_not_asked_about_and_cannot_be_one(phone: Device) -> None:
    content = a_file(a_record(("Ida S.", "Beat", "Ida Schwarz", "Dino")))
    assert planned(phone, content).names.questions == []
    with refused("list_changed"):
        planned(phone, content, same={"Ida S.\tIda Schwarz"})
    ida, other = (add_person(club_of(phone), name) for name in ("Ida S.", "Ida Schwarz"))
    merge(ida, other, phone)
    assert codes(planned(phone, content)) == ["two_people"]


def test_whoever_is_called_like_somebody_of_the_list_is_asked_about(phone: Device) -> None:
    anna = add_person(club_of(phone), "Anna")
    content = a_file(a_record(), a_record(("anna", "Beat", "Eva", "Fritz"), 2))
    plan = planned(phone, content)
    assert plan.names.asked_of == {"anna": anna.pk}
    other = planned(phone, content, other_people={"anna"})
    assert other.names.found == set()
    assert "anna (2)" in other.names.new
    make_import(other, phone)
    new = Player.listed.get(club=phone.club, name="Anna (2)")
    assert new.seats.count() == 2  # in both games of the file the same person
    assert not anna.seats.exists()
    made = Import.objects.get()
    undo_import(made, phone)
    assert not Player.objects.filter(pk=new.pk).exists()
    call_command("verify")


def test_an_answer_about_a_name_that_is_nobody_s_is_refused(phone: Device) -> None:
    add_person(club_of(phone), "Anna")
    for nonsense in ("beat", "nobody"):
        with refused("list_changed"):
            planned(phone, a_file(a_record()), other_people={nonsense})


def test_people_of_a_list_may_be_others_too_with_their_further_names(phone: Device) -> None:
    anna = add_person(club_of(phone), "Anna")
    plan = planned(phone, b"Name;Other names;Guest\nAnna;Anni;x\n", other_people={"anna"})
    make_import(plan, phone)
    new = Player.listed.get(club=phone.club, name="Anna (2)")
    assert new.guest
    assert Player.objects.get(name="Anni").merged_into == new
    assert not Player.objects.get(pk=anna.pk).guest


# What is there already
# ------------------------------------------------------------------------------------------


def test_the_same_game_is_not_imported_twice_whatever_became_of_it(phone: Device) -> None:
    content = a_file(a_record(), a_record(seed=2))
    imported(phone, content)
    put_right(Game.objects.first(), phone, Setup(NANKING, ["Anna", "Beat", "Carla", "Emil"]))
    assert codes(planned(phone, content)) == ["imported_before", "imported_before"]
    assert codes(planned(phone, a_file(a_record(seed=3), a_record(seed=3)))) == ["twice"]


def test_a_game_that_a_table_of_the_club_wrote_down_is_recognised(phone: Device) -> None:
    people = ("Anna", "Beat", "Carla", "Dino")
    rounds = believable(NANKING, 4, 5, 7)
    game = a_game(names=people, device=phone, rounds=rounds)
    record = write_record(people, NANKING, rounds)
    assert codes(planned(phone, a_file(record, at=game.started_at.isoformat()))) == [
        "written_already"
    ]
    assert codes(planned(phone, json.dumps(record).encode())) == ["written_already"]
    assert codes(planned(phone, a_file(record))) == []  # as if on another evening
    assert (
        codes(
            planned(
                phone,
                a_file(record | {"rounds": record["rounds"][:-1]}, at=game.started_at.isoformat()),
            )
        )
        == []
    )
    both = b"\n".join([a_file(record), a_file(a_record(seed=9), at=game.started_at.isoformat())])
    assert codes(planned(phone, both)) == []  # two evenings in one file
    delete_game(game, phone)
    assert codes(planned(phone, json.dumps(record).encode())) == []


def test_whoever_presses_twice_imports_once(phone: Device) -> None:
    first, second = (planned(phone, a_file(a_record())) for _ in range(2))
    make_import(first, phone)
    before = everything()
    with refused("list_changed"):
        make_import(second, phone)
    third = planned(phone, a_file(a_record(seed=2)))
    fourth = planned(phone, a_file(a_record(seed=2)))
    make_import(third, phone)
    with refused("imported_before"):
        make_import(fourth, phone)
    assert len(everything()["Game"]) == len(before["Game"]) + 1


@pytest.mark.parametrize("leaves", ["merged", "erased"])
def test_who_leaves_the_list_between_two_parts_sits_in_no_game_of_the_second(
    phone: Device, leaves: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, zoe = (add_person(club_of(phone), name) for name in ("Anna", "Zoe"))
    ready, parts = the_making._ready, []

    def then_leaves(*given: Any) -> Any:
        parts.append(ready(*given))
        if len(parts) == 2:
            merge(anna, zoe, phone) if leaves == "merged" else erase(anna, phone)
        return parts[-1]

    monkeypatch.setattr(the_making, "A_PART", 1)
    monkeypatch.setattr(the_making, "_ready", then_leaves)
    with refused("list_changed"):
        imported(phone, a_file(a_record(seed=1), a_record(seed=2)))
    assert Game.objects.count() == 1
    call_command("verify")
    undo_import(Import.objects.get(), phone)
    assert not Game.objects.exists()
