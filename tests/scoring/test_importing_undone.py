"""An import is undone: all is as before, and what others rely on stays."""

import uuid

import pytest
from django.core.management import call_command
from django.utils import timezone

from scoring.games.actions.correcting import correct_round
from scoring.games.actions.deleting import delete_game
from scoring.games.actions.setup_changes import Setup, put_right
from scoring.games.queries import table_of
from scoring.models import Device, Game, Import, ImportedGame, Player, Team
from scoring.people.actions.merging import merge
from scoring.people.actions.people_list import add_person
from scoring.people.rated.queries import rating_of
from tests.scoring.games import NANKING, TWO_ROUNDS, a_file, a_game, a_record
from tests.scoring.importing import club_of, codes, everything, imported, planned, said_of
from tests.tournaments.refusing import refused
from tournaments.clubs.actions.imports import make_import, preview_undo, undo_import

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

OF_THE_IMPORT = {"Import", "ImportedGame"}


def rate_all(device: Device) -> None:
    for player in Player.listed.filter(club=device.club):
        rating_of(player, "teams")


def test_undone_everything_is_as_before_and_what_is_counted_again_in_between_agrees(
    phone: Device,
) -> None:
    # Anna and Beat are in games; Carla was added by hand, and nothing goes by her yet
    a_game(names=("Anna", "Beat", "Eva", "Franz"), device=phone, rounds=TWO_ROUNDS)
    add_person(club_of(phone), "Carla")
    add_person(club_of(phone), "Ida Schwarz")
    rate_all(phone)
    before = everything(besides=OF_THE_IMPORT)
    said = said_of(phone)
    call_command("verify")
    records = [a_record(seed=seed) for seed in range(3)] + [
        a_record(("Ida S.", "Gül", "Anna", "Hans"), 8)
    ]
    made = imported(
        phone, a_file(*records, at=timezone.now().isoformat()), same={"Ida S.\tIda Schwarz"}
    )
    people = make_import(
        planned(phone, "Name;Other names\nZoe;Zoë Z.\nAnna;Anni\n".encode()), phone
    )
    rate_all(phone)
    assert said_of(phone) != said
    call_command("verify")
    found = preview_undo(made)
    assert (found.games, found.rounds, found.people, found.stay, found.changed) == (
        4,
        20,
        3,
        (),
        (),
    )
    for one in (people, made, made):  # a double tap
        undo_import(one, phone)
    call_command("verify")
    rate_all(phone)
    assert said_of(phone) == said
    assert everything(besides=OF_THE_IMPORT) == before
    assert not Import.objects.filter(undone_at=None).exists()
    assert not ImportedGame.objects.exists()
    assert codes(planned(phone, a_file(*records))) == []


@pytest.mark.parametrize("change", ["corrected", "put right"])
def test_what_somebody_changed_since_stands_in_the_way_until_it_is_deleted(
    phone: Device, change: str
) -> None:
    made = imported(phone, a_file(a_record(), a_record(seed=2)))
    game = Game.objects.order_by("started_at").last()
    assert game is not None
    if change == "corrected":
        (entry, *_more) = table_of(game).entries
        new = {"out": [0, 2], "calls": {}}
        correct_round(game, uuid.uuid4(), 1, new, phone, replaces=entry.pk)
    else:
        put_right(game, phone, Setup(NANKING, ["Anna", "Beat", "Carla", "Emil"]))
    assert preview_undo(made).changed == (game,)
    with refused("games_changed"):
        undo_import(made, phone)
    assert Game.objects.count() == 2
    delete_game(Game.objects.get(pk=game.pk), phone)
    undo_import(made, phone)
    assert not Game.objects.exists()
    call_command("verify")


def test_whom_somebody_relies_on_stays_and_who_was_merged_goes_with_the_game(phone: Device) -> None:
    made = imported(phone, a_file(a_record()))
    a_game(names=("Anna", "Eva", "Franz", "Gül"), device=phone, rounds=TWO_ROUNDS)
    beat, carla = (Player.objects.get(name=name) for name in ("Beat", "Carla"))
    eva = Player.objects.get(name="Eva")
    merge(carla, eva, phone)
    found = preview_undo(made)
    assert (found.changed, sorted(found.stay)) == ((), ["Anna"])
    undo_import(made, phone)
    names = set(Player.listed.filter(club=phone.club).values_list("name", flat=True))
    assert names == {"Anna", "Eva", "Franz", "Gül"}
    assert not Player.objects.filter(pk=beat.pk).exists()
    assert Game.objects.count() == 1
    call_command("verify")


def test_a_name_that_others_go_by_as_well_is_kept(phone: Device) -> None:
    made = imported(phone, b"Name\nAnna\nBeat\n")
    anna, beat = (Player.objects.get(name=name) for name in ("Anna", "Beat"))
    old = add_person(club_of(phone), "Annabelle")
    merge(old, anna, phone)
    undo_import(made, phone)
    assert list(Player.objects.filter(pk__in=(anna.pk, beat.pk, old.pk)).order_by("pk")) == [
        anna,
        old,
    ]


def test_teams_that_others_play_in_are_kept(phone: Device) -> None:
    made = imported(phone, a_file(a_record()))
    a_game(names=("Anna", "Eva", "Carla", "Franz"), device=phone, rounds=TWO_ROUNDS)
    undo_import(made, phone)
    assert Team.objects.count() == 2
    call_command("verify")
