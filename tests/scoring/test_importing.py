"""A file read into a club: what it would bring, what it brings, and that undoing it leaves nothing
behind.
"""

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.games.nights import night_of
from scoring.games.queries import table_of
from scoring.models import Device, Game, Import, ImportedGame, Player, Seat
from scoring.people.statistics.person import Person
from scoring.people.statistics.shares import Share
from scoring.rules import Round, RuleSet
from scoring.rules.record import write_record
from tests.scoring.clubs import a_club
from tests.scoring.games import a_device, a_file, a_game, a_record, believable
from tests.scoring.importing import club_of, codes, everything, imported, planned, said_of
from tests.tournaments.refusing import refused
from tournaments.clubs.actions.imports import execution as the_making
from tournaments.clubs.actions.imports import make_import, preview_import, undo_import
from tournaments.clubs.imports import read

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
DATA = Path(__file__).parents[2].parent / "shared" / "data"
FOUR = ("Anna", "Beat", "Carla", "Dino")
GAMES = DATA / "real-games.jsonl"


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


LEVEL = Round(out=(0, 1, 2, 3), card_points=(50, 50))
AHEAD = Round(out=(0, 1, 2, 3), card_points=(65, 35))


@pytest.mark.parametrize(
    ("rounds", "state", "won"),
    [
        ([AHEAD], Game.State.STOPPED, Share(1, 1)),
        ([LEVEL], Game.State.RUNNING, Share(0, 0)),
        ([AHEAD, Round(out=(1, 0, 2, 3), card_points=(35, 65))], Game.State.RUNNING, Share(0, 0)),
    ],
)
def test_an_unfinished_game_that_is_level_is_no_draw(
    phone: Device, rounds: list[Round], state: str, won: Share
) -> None:
    """Nobody knows how it went on. Its rounds count, and whoever holds the phone can finish it."""
    before = everything(besides=["Import"])
    made = imported(phone, a_file(write_record(FOUR, RuleSet.of("nanking"), rounds)))
    assert Game.objects.get().state == state
    anna = Person(Player.objects.get(name="Anna"))
    assert (anna.won, anna.sums.rounds) == (won, len(rounds))
    call_command("verify")
    undo_import(made, phone)
    assert everything(besides=["Import"]) == before


def test_a_game_whose_rules_end_it_level_is_a_draw(phone: Device) -> None:
    rules = RuleSet.of("nanking", {"target_score": None, "round_limit": 1})
    imported(phone, a_file(write_record(FOUR, rules, [LEVEL])))
    assert Game.objects.get().state == Game.State.FINISHED
    assert Person(Player.objects.get(name="Anna")).won == Share(0, 1, 1)


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
