"""A file read into a club: what it would bring, what it brings, and that undoing it leaves nothing
behind.
"""

import json
import uuid
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.games.actions.correcting import correct_round
from scoring.games.actions.deleting import delete_game
from scoring.games.actions.setup_changes import Setup, put_right
from scoring.games.nights import night_of
from scoring.games.queries import table_of
from scoring.models import Club, Device, Game, Import, ImportedGame, Player, Seat, Team
from scoring.people.actions.erasing import erase
from scoring.people.actions.merging import merge
from scoring.people.actions.people_list import add_person
from scoring.people.rated.queries import rating_of
from scoring.people.statistics.person import Person
from scoring.rules import RuleSet
from scoring.rules.record import write_record
from tests.scoring.clubs import a_club
from tests.scoring.games import NANKING, TWO_ROUNDS, a_device, a_file, a_game, a_record, believable
from tests.tournaments.refusing import refused
from tournaments.clubs.actions.imports import execution as the_making
from tournaments.clubs.actions.imports import make_import, preview_import, preview_undo, undo_import
from tournaments.clubs.actions.imports.preview import Plan
from tournaments.clubs.imports import read

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
DATA = Path(__file__).parents[2].parent / "shared" / "data"
GAMES = DATA / "real-games.jsonl"
OF_THE_IMPORT = {"Import", "ImportedGame"}
# What whoever asks next takes away, or makes anew.
MARKS = {"RatingMark", "RatingList", "Use"}


@pytest.fixture
def phone() -> Device:
    device = a_device()
    a_club(device)
    return device


def club_of(device: Device) -> Club:
    assert device.club is not None
    return device.club


def planned(device: Device, content: bytes, **more: Any) -> Plan:
    return preview_import(club_of(device), read(content), **more)


def imported(device: Device, content: bytes, **more: Any) -> Import:
    return make_import(planned(device, content, **more), device)


def everything(*, besides: Iterable[str] = ()) -> dict[str, list[Any]]:
    """All that is kept of games and people, table by table, but for marks that whoever rates takes
    away.
    """
    left_out = MARKS | set(besides)
    models = [
        model
        for model in apps.get_app_config("scoring").get_models()
        if model.__name__ not in left_out
    ]
    return {
        model.__name__: sorted(map(repr, model._base_manager.values_list())) for model in models
    }


def rate_all(device: Device) -> None:
    for player in Player.listed.filter(club=device.club):
        rating_of(player, "teams")


def codes(plan: Plan) -> list[str]:
    return [one.mistake.code for one in plan.refused]


# What it brings
# -------------------------------------------------------------------------------------------------


def test_a_game_comes_as_if_its_table_had_written_it_on_its_evening(phone: Device) -> None:
    made = imported(phone, a_file(a_record()))
    (game,) = Game.objects.all()
    table = table_of(game)
    assert (game.club, game.state, night_of(game.started_at)) == (
        phone.club,
        Game.State.STOPPED,
        date(2024, 5, 3),
    )
    assert write_record(table.names, table.rules, table.played) == a_record()
    assert (made.people, made.games, made.rounds) == (4, 1, 5)
    assert all(seat.team_id and seat.place for seat in Seat.objects.all())
    call_command("verify")


def test_what_would_come_of_it_writes_nothing(phone: Device) -> None:
    before = everything()
    plan = planned(phone, a_file(a_record(), a_record(seed=2)))
    assert (len(plan.games), plan.names.new, plan.needs_day) == (
        2,
        ["anna", "beat", "carla", "dino"],
        False,
    )
    assert everything() == before


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.tuples(
            st.permutations(["Anna", "Beat", "Carla", "Dino", "Eva", "Franz"]),
            st.sampled_from(["nanking", "trichu", "wu_wang", "tientsin", "grand_seigneur"]),
            st.integers(1, 99),
        ),
        min_size=1,
        max_size=4,
        unique_by=lambda one: one[2],
    )
)
def test_games_that_go_out_as_records_come_back_with_all_that_follows_from_them(
    phone: Device, games: list[tuple[list[str], str, int]]
) -> None:
    """Into a second club: totals, statistics and ratings are the same."""
    with transaction.atomic():
        records, many = (
            [],
            {"nanking": 4, "trichu": 3, "wu_wang": 3, "tientsin": 6, "grand_seigneur": 6},
        )
        for names, variant, seed in games:
            rules = RuleSet.of(
                variant, {} if variant == "grand_seigneur" else {"target_score": 300}
            )
            people = names[: many[variant]]
            played = believable(rules, len(people), 12, seed)
            game = a_game(
                variant, names=people, device=phone, rounds=played, settings=rules.settings()
            )
            if game.state == Game.State.FINISHED:
                records.append((game, write_record(people, rules, played)))
            else:
                Game.objects.filter(pk=game.pk).update(deleted_at=timezone.now())
        if records:
            other = a_device("another phone")
            a_club(other, name="Another club")
            lines = [
                {"started_at": game.started_at.isoformat(), "record": record}
                for game, record in records
            ]
            imported(other, "\n".join(map(json.dumps, lines)).encode())
            assert said_of(other) == said_of(phone)
        transaction.set_rollback(True)


def said_of(device: Device) -> dict[str, Any]:
    """What is said of everybody in a club who has played, by names; and where each game ended."""
    played = Player.listed.filter(club=device.club, seats__game__deleted_at__isnull=True).distinct()
    found: dict[str, Any] = {}
    for player in played:
        of, rated = Person(player), rating_of(player, "teams")
        ends = Seat.objects.filter(player=player, game__deleted_at__isnull=True).order_by(
            "game__started_at"
        )
        found[player.name] = (
            list(ends.values_list("game__variant", "number", "place", "total")),
            (of.won, of.out, of.sums, of.calls.cases, of.against.cases),
            rated and (rated.shown, rated.games),
        )
    return found


@pytest.mark.skipif(not GAMES.exists(), reason="the real games are not beside the project")
def test_real_games_are_imported_whole_and_come_to_what_their_players_wrote_down(
    phone: Device,
) -> None:
    expected = [
        json.loads(line)
        for line in (DATA / "real-games.expected.jsonl").read_text("utf-8").splitlines()
    ]
    plan = preview_import(club_of(phone), read(GAMES.read_bytes()), day=date(2012, 3, 2))
    played = [one["totals"] for one in expected if one["scores"]]
    empty = [line for line, one in enumerate(expected, start=1) if not one["scores"]]
    assert [(one.line, one.mistake.code) for one in plan.refused] == [
        (line, "no_rounds") for line in empty
    ]
    assert (plan.needs_day, len(plan.games), len(empty)) == (True, 71, 3)
    make_import(plan, phone)
    games = Game.objects.order_by("started_at")
    assert [list(table_of(game).result.totals) for game in games] == played
    assert {night_of(game.started_at) for game in games} == {date(2012, 3, 2)}
    call_command("verify")
    again = preview_import(club_of(phone), read(GAMES.read_bytes()), day=date(2012, 3, 2))
    assert (again.games, set(codes(again))) == ([], {"imported_before", "no_rounds"})


def test_more_games_than_fit_one_transaction_come_in_several(
    phone: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(the_making, "A_PART", 2)
    made = imported(phone, a_file(*(a_record(seed=seed) for seed in range(5))))
    assert (made.games, Game.objects.count(), ImportedGame.objects.count()) == (5, 5, 5)
    before = Import.objects.get().made
    assert len(before["teams"]) == 2
    call_command("verify")
    undo_import(made, phone)
    assert not Game.objects.exists()


def test_games_of_one_day_keep_their_order_and_none_is_later_than_now(phone: Device) -> None:
    tonight = night_of(timezone.now())
    lines = "\n".join(json.dumps(a_record(seed=seed)) for seed in range(4)).encode()
    plan = planned(phone, lines)
    at = [game.at for game in plan.games]
    assert at == sorted(at)
    assert len(set(at)) == 4
    assert at[-1] <= timezone.now()
    assert {night_of(one) for one in at} <= {tonight, tonight - timedelta(days=1)}
    later = planned(phone, lines, day=tonight + timedelta(days=2))
    assert (later.games, set(codes(later))) == ([], {"bad_date"})


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"rounds": []}, "no_rounds"),
        (
            {"players": ["Anna", "anna", "Carla", "Dino"], "rounds": [{"out": ["Anna", "Carla"]}]},
            "duplicate_player",
        ),
        (
            {"players": ["Anna", "Beat", "C" * 81, "Dino"], "rounds": [{"out": ["Beat", "Dino"]}]},
            "name_too_long",
        ),
        (
            {"players": ["Anna", "Beat", "Dummy", "Dino"], "rounds": [{"out": ["Beat", "Dino"]}]},
            "reserved_name",
        ),
        (
            {"players": ["Anna", "Beat", "\u200b", "Dino"], "rounds": [{"out": ["Beat", "Dino"]}]},
            "empty_name",
        ),
    ],
)
def test_a_game_that_no_table_could_begin_is_refused_at_its_line(
    phone: Device, more: dict[str, Any], code: str
) -> None:
    plan = planned(phone, a_file(a_record(), a_record() | more))
    assert [(one.line, one.mistake.code) for one in plan.refused] == [(2, code)]
    assert len(plan.games) == 1


def test_too_much_at_once_is_refused_as_a_whole(phone: Device) -> None:
    with refused("too_many"):
        planned(phone, a_file(a_record(), a_record(seed=2)), most=1)
    with refused("nothing"):
        imported(phone, b"Name\n")


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


# Undoing
# --------------------------------------------------------------------------------------------------


def a_club_that_has_played(device: Device) -> None:
    """Anna and Beat are in games; Carla was added by hand, and nothing goes by her yet."""
    a_game(names=("Anna", "Beat", "Eva", "Franz"), device=device, rounds=TWO_ROUNDS)
    add_person(club_of(device), "Carla")
    add_person(club_of(device), "Ida Schwarz")
    rate_all(device)


def test_undone_everything_is_as_before_and_what_is_counted_again_in_between_agrees(
    phone: Device,
) -> None:
    a_club_that_has_played(phone)
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


# The command
# --------------------------------------------------------------------------------------------------


def test_the_command_looks_makes_and_takes_away(
    phone: Device, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(a_file(a_record(), a_record(seed=2), a_record(rounds=[])))
    before = everything()
    call_command("import_games", file, "--club", "Tichu Bern", "--dry-run")
    out, told = capsys.readouterr()
    assert "2 games, 10 rounds would be imported" in out
    assert "Line 3: rounds: This game has no rounds" in told
    assert everything() == before
    call_command("import_games", file, "--club", "Tichu Bern")
    made = Import.objects.get()
    assert (made.games, made.by_account) == (2, None)
    call_command("import_games", "--club", "Tichu Bern", "--undo", str(made.pk), "--dry-run")
    assert Game.objects.count() == 2
    call_command("import_games", "--club", str(club_of(phone).pk), "--undo", str(made.pk))
    assert not Game.objects.exists()
    call_command("import_games", "--club", "Tichu Bern", "--undo", str(made.pk))
    assert "already undone" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["no such file", "--club", "Tichu Bern"], "Cannot read"),
        (["--club", "Tichu Bern"], "Give a file"),
        (["x", "--club", "Nowhere"], "Which club is Nowhere"),
        (["--club", "Tichu Bern", "--undo", "7"], "There is no import 7"),
        ([__file__, "--club", "Tichu Bern"], "This format is unknown"),
    ],
)
def test_the_command_says_what_it_cannot_do(phone: Device, asked: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("import_games", *asked)
    assert not Import.objects.filter(club=phone.club).exists()
