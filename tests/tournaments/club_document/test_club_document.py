"""A whole club out and in: equal bytes on the other side,
and everything there as it was written.
"""

import gzip
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoAssertNumQueries

from scoring.models import Club, Device, Entry, Evening, Game, Link, Merge, Player, Round, Score
from scoring.people.actions.merging import separate
from scoring.rules import RuleError
from tests.databases import database_under_test, fresh_database
from tests.prepared import fill
from tests.processes import ROOT, clean_environment
from tests.tournaments.club_document.a_club import (
    ERASED,
    Written,
    club,
    document_of,
    figures_of,
    rows,
)
from tests.tournaments.tampering import found
from tournaments.clubs.club_document.reading import import_club, inspect_document
from tournaments.models import LogLine, Season, Tournament

__all__ = ["club"]  # a fixture
pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("club document")]
only_postgres = pytest.mark.skipif(
    database_under_test() != "postgres", reason="both kinds of database are there"
)


def read_in(document: bytes) -> Club:
    return import_club(io.BytesIO(document))


def test_out_and_in_and_out_again_are_equal_bytes_and_nothing_is_found_wrong(club: Written) -> None:
    made = read_in(club.document)
    assert document_of(made) == club.document
    assert found() is None
    assert figures_of(made) == club.figures


def test_everything_of_the_club_is_there(club: Written) -> None:
    made = read_in(gzip.compress(club.document))
    kinds = {line[0] for line in club.lines[1:-1]}
    assert kinds == {
        *(
            "phone",
            "person",
            "erasure",
            "two_people",
            "evening",
            "answer",
            "game",
            "entry",
            "event",
            "round",
        ),
        *(
            "tournament",
            "stage",
            "entrant",
            "member",
            "participation",
            "absence",
            "ruling",
            "session_round",
            "match",
            "place",
        ),
        *("match_game", "remark", "line", "season", "season_event", "merge"),
    }
    entries = rows(club.lines, "entry")
    assert {one["kind"] for one in entries} == set(Entry.Kind.values)
    assert {one["outcome"] for one in entries} == set(Entry.Outcome.values)
    assert sorted(Player.listed.filter(club=made).values_list("name", flat=True)) == sorted(
        club.names
    )
    with_vera = Game.objects.filter(seats__player__name="Vera", events__action="seats")
    assert set(Merge.objects.get(club=made).rows["scoring.Game"]) == set(
        map(str, with_vera.values_list("pk", flat=True))
    )
    assert Evening.objects.filter(club=made).count() == 3
    assert Season.objects.get(club=made).events.count() == 3
    assert Score.objects.filter(round__game__club=made).count() == 2 * Round.objects.count()
    assert Tournament.objects.filter(club=made, state="open").count() == 2
    assert set(
        LogLine.objects.filter(action="imported").values_list("tournament__name", flat=True)
    ) == {"Autumn cup"}


def test_no_secret_no_account_and_no_erased_name_travels(club: Written) -> None:
    keys = {key for line in club.lines[1:-1] if isinstance(line[1], dict) for key in line[1]}
    assert keys.isdisjoint(
        {"key", "key_hash", "token_hash", "salt", "mark", "by_account", "created_by", "chain_head"}
    )
    assert ERASED.encode() not in club.document
    made = read_in(club.document)
    assert Link.objects.count() == 0
    assert set(Device.objects.exclude(tournament__isnull=False).values_list("club", flat=True)) == {
        None
    }
    assert made.roles.count() == 0
    assert Player.objects.filter(club=made, erased_at__isnull=False, name="").count() == 1


def test_a_merge_is_parted_where_it_was_read_in(club: Written) -> None:
    made = read_in(club.document)
    merge = Merge.objects.get(club=made)
    separate(merge, Device.objects.first())  # type: ignore[arg-type]
    assert Game.objects.filter(seats__player__name="Vera Braun").count() == 3
    assert found() is None


def test_a_look_says_what_is_in_it_and_writes_nothing(
    club: Written, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(8):
        looked = inspect_document(io.BytesIO(club.document))
    assert (looked.name, looked.same_name, looked.tournament, looked.person) == (
        "Tichu club",
        False,
        2,
        len(rows(club.lines, "person")),
    )
    assert not Club.objects.exists()
    Club.objects.create(name="Tichu club")
    assert inspect_document(io.BytesIO(club.document)).same_name


def test_what_was_tampered_with_is_not_handed_on(club: Written) -> None:
    made = read_in(club.document)
    entry = Entry.objects.filter(game__of_match=False, kind="round").first()
    assert entry is not None
    Entry.objects.filter(pk=entry.pk).update(data={"out": [1, 3]})
    with pytest.raises(RuleError, match=f"game {entry.game_id}.*not as it was written"):
        document_of(made)


def test_the_commands_say_what_they_did(club: Written, tmp_path: Path) -> None:
    file = tmp_path / "club.jsonl"
    file.write_bytes(club.document)
    said = io.StringIO()
    call_command("import_club", str(file), "--dry-run", stdout=said)
    assert "can be imported. Nothing was saved." in said.getvalue()
    assert not Club.objects.exists()
    file.write_bytes(club.document[:-200])
    with pytest.raises(CommandError, match="Nothing was imported"):
        call_command("import_club", str(file))
    with pytest.raises(CommandError, match="There is no club Nobody"):
        call_command("export_club", "Nobody")
    with pytest.raises(CommandError, match="There is no account"):
        call_command("import_club", str(file), "--owner", "nobody@example.org")


# Between the two kinds of database
# ----------------------------------------------------------------------------------


CARRIED = """
import sys
from django.core.management import call_command
call_command("import_club", {file!r})
with open({file!r}, "w") as sys.stdout:
    call_command("export_club", "Tichu club")
sys.stdout = sys.__stdout__
call_command("verify")
"""


def carried(data: Path, url: str, file: Path) -> str:
    """What `verify` says once the club of a file was read in and written again: in a process, on
    another database.
    """
    settings = {"DATA_DIR": str(data)} | ({"DATABASE_URL": url} if url else {})
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", CARRIED.format(file=str(file))],
        cwd=ROOT,
        env=clean_environment(**settings),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@only_postgres
def test_from_postgresql_to_sqlite_and_back_all_bytes_are_equal(
    club: Written, tmp_path: Path
) -> None:
    data, file = tmp_path / "data", tmp_path / "club.jsonl"
    file.write_bytes(club.document)
    fill(data, database=True)
    name = f"test_club_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
    with fresh_database(os.environ["TEST_DATABASE_URL"], name) as url:
        for place in ("", url):
            assert "as written." in carried(data, place, file)
            assert file.read_bytes() == club.document
