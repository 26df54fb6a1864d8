"""Back-ups of everything: whole, looked into, with all that is there, on both databases."""

import gzip
import hashlib
import io
import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from scoring.games.access.links import renew_link
from scoring.models import Club, Device, Entry, Evening, Game, Link, Player
from scoring.people.actions.claiming import make_link, revoke_link
from scoring.people.actions.merging import keep_apart
from scoring.people.actions.name_visibility import show_person
from scoring.people.actions.people_list import add_person
from tests.scoring.games import TWO_ROUNDS, a_device, a_game
from tests.tournaments import desks
from tichu_site.backups import backup_folder, postgres
from tichu_site.backups.backup_folder import (
    NEWEST_KEPT,
    STATE,
    back_up_site,
    newest_good,
    newest_in,
)
from tichu_site.backups.file_types import BadCopyError, Kind, kind_of
from tichu_site.backups.signature import (
    AMONG,
    COUNTED,
    LEFT_OUT,
    MOVES_WITH,
    PASSING,
    columns_read,
    signature,
)
from tichu_site.backups.site_document import check_site, read_site, table_layout, write_site
from tichu_site.backups.sqlite_file import Facts, check_file
from tichu_site.housekeeping import AT_LEAST, Backups
from tichu_site.models import User
from tournaments.clubs.actions.evenings import Plan, change_evening, plan_evenings, record_answer
from tournaments.clubs.actions.seasons import make_season
from tournaments.models import Role, Screen, Tournament
from tournaments.seasons.formula import Formula

pytestmark = pytest.mark.django_db

START = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
ON_SQLITE = "sqlite3"


@pytest.fixture
def site() -> None:
    """A game at home, a club with its owner, an open tournament."""
    a_game(rounds=TWO_ROUNDS)
    desks.a_tournament("pairs_swiss", 4)


def in_document(path: Path) -> dict[str, int]:
    """How many rows of each table a document has."""
    with gzip.open(path, "rb") as file:
        return dict(json.loads(file.readlines()[-1])["rows"])


def endings(folder: Path) -> list[str]:
    return sorted(path.name.partition(".")[2] for path in folder.iterdir() if path.name != STATE)


def test_the_document_holds_every_row_of_every_table(site: None, tmp_path: Path) -> None:
    path = tmp_path / "site.jsonl.gz"
    facts = write_site(path, START)
    rows = in_document(path)
    counted = {
        model._meta.db_table: model._base_manager.count()
        for model in (Game, Entry, Device, Club, Player, User, Role, Tournament, Session)
    }
    assert counted == {name: rows[name] for name in counted}
    assert all(
        counted[model._meta.db_table] for model in (Game, Entry, Club, User, Role, Tournament)
    )
    assert facts == Facts(Game.objects.count(), Entry.objects.count(), Tournament.objects.count())
    head, told = check_site(path)
    assert (told, head.written_at) == (facts, START.isoformat())
    assert ("scoring", "0001_initial") in head.migrations
    tables = set(connection.introspection.table_names())
    assert {table.name for table in head.tables} == tables - {"django_migrations", "tichu_cache"}


def test_the_document_is_the_same_from_either_database(tmp_path: Path) -> None:
    """What SQLite and PostgreSQL give for the same rows is the same line; the kinds of their
    columns are alike.
    """
    path = tmp_path / "site.jsonl.gz"
    write_site(path, START)
    (head,) = (one for one in read_site(path) if hasattr(one, "migrations"))
    kinds = {table.name: dict(table.columns) for table in head.tables}  # type: ignore[union-attr]
    assert kinds["scoring_entry"] == {
        **dict.fromkeys(("id", "game_id", "replaces_id", "about_id", "settled_by_id"), "uuid"),
        **dict.fromkeys(("number", "device_id", "position", "by_device"), "int"),
        **dict.fromkeys(("kind", "outcome"), "text"),
        **dict.fromkeys(("data", "sides"), "json"),
        "created_at": "moment",
        "link": "bytes",
    }
    assert kinds["tournaments_tournament"]["starts_on"] == "day"
    assert kinds["tichu_site_user"]["is_active"] == "bool"


def damage(path: Path, how: str) -> None:
    with gzip.open(path, "rb") as file:
        lines = file.readlines()
    if how == "cut off":
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
        return
    if how == "a flipped bit":
        text = bytearray(path.read_bytes())
        text[len(text) // 2] ^= 4
        path.write_bytes(bytes(text))
        return
    if how == "a changed row":
        lines = [line.replace(b"Autumn cup", b"Winter cup") for line in lines]
    elif how == "a row less":
        del lines[next(n for n, line in enumerate(lines) if line.startswith(b"[") and n > 40)]
    elif how == "no end":
        del lines[-1]
    elif how == "a newer format":
        lines[0] = lines[0].replace(b'"version":1', b'"version":2')
    elif how == "another program's":
        lines[0] = b'{"format":"recipes"}\n'
    elif how == "no json":
        lines[3] = b"{{{\n"
    elif how == "more behind the end":
        lines.append(b"[]\n")
    if how == "a row less, counted anew":
        del lines[next(n for n, line in enumerate(lines) if line.startswith(b"[") and n > 40)]
        end = json.loads(lines[-1])
        end["sha256"] = hashlib.sha256(b"".join(lines[:-1])).hexdigest()
        lines[-1] = json.dumps(end).encode() + b"\n"
    with gzip.open(path, "wb") as file:
        file.writelines(lines)


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("cut off", "is damaged or truncated"),
        ("a flipped bit", "is damaged"),
        ("a changed row", "its checksum does not match"),
        ("a row less", "its checksum does not match"),
        ("a row less, counted anew", "its checksum does not match"),
        ("no end", "its end is missing"),
        ("a newer format", "made by a newer version"),
        ("another program's", "is not a copy of a site of this program"),
        ("no json", "a line is not valid JSON"),
        ("more behind the end", "continues after its end"),
    ],
)
def test_a_document_that_is_not_whole_is_refused_with_a_sentence(
    site: None, tmp_path: Path, how: str, why: str
) -> None:
    path = tmp_path / "site.jsonl.gz"
    write_site(path, START)
    damage(path, how)
    with pytest.raises(BadCopyError, match=why) as refused:
        check_site(path)
    assert str(refused.value).startswith(str(path))
    assert str(refused.value).endswith(".")


# Written by itself
# ------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)  # SQLite copies what stands
def test_a_copy_is_looked_into_and_says_what_it_holds(site: None, tmp_path: Path) -> None:
    kept = back_up_site(tmp_path)
    assert kept.facts == Facts(1, 2, 1)
    assert kept.path.name.startswith("tichu-000001-20")
    assert f"{kept.path} (1 game, 2 entries, 1 tournament, " in str(kept)
    assert kind_of(kept.path) == (Kind.DATABASE if connection.vendor == "sqlite" else Kind.SITE)
    assert kept.path.stat().st_mode & 0o777 == 0o600
    assert newest_good(tmp_path) == kept.path
    newest = newest_in(tmp_path)
    assert newest is not None
    assert (newest.file, newest.signature) == (kept.path.name, signature())
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(kept.path)) as database:
            assert database.execute("PRAGMA journal_mode").fetchone() == ("delete",)
            assert database.execute("SELECT count(*) FROM tichu_site_user").fetchone() == (1,)


def test_a_copy_that_cannot_be_read_back_is_no_copy_and_takes_no_other_s_place(
    site: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up_site(tmp_path)
    before = sorted(tmp_path.iterdir())

    def torn(*arguments: Any) -> Facts:
        arguments[-1].write_bytes(
            b"SQLite format 3\x00 and then nothing"
        ) if connection.vendor == "sqlite" else None
        return Facts(1000, 1, 1)

    monkeypatch.setattr(backup_folder, "copy_database", torn)
    monkeypatch.setattr(
        backup_folder, "write_site", lambda part, now: (write_site(part, now), Facts(1000, 1, 1))[1]
    )
    monkeypatch.setattr(backup_folder, "NEWEST_KEPT", 1)
    with pytest.raises(BadCopyError):
        back_up_site(tmp_path)
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.any_database
def test_the_newest_good_copy_is_not_the_newest_that_is_damaged(site: None, tmp_path: Path) -> None:
    first = back_up_site(tmp_path).path
    second = back_up_site(tmp_path, kind=Kind.SITE).path
    third = back_up_site(tmp_path).path
    third.write_bytes(third.read_bytes()[:5000])
    assert newest_good(tmp_path) == second
    damage(second, "a flipped bit")
    assert newest_good(tmp_path) == first
    first.write_bytes(b"")
    assert newest_good(tmp_path) is None
    assert newest_good(tmp_path / "nowhere") is None


@pytest.mark.any_database
def test_a_flipped_bit_is_told_wherever_it_is(site: None, tmp_path: Path) -> None:
    """In the packed text it may ask for what was never there,
    which is no error of reading a file.
    """
    whole = back_up_site(tmp_path, kind=Kind.SITE).path
    packed = whole.read_bytes()
    harmless = 0
    for at in range(0, len(packed), max(1, len(packed) // 200)):
        flipped = bytearray(packed)
        flipped[at] ^= 4
        whole.write_bytes(bytes(flipped))
        try:
            check_site(whole)
        except BadCopyError:
            continue
        harmless += 1
    assert harmless <= 2  # the head of a gzip file says when it was made, and by what


@pytest.mark.any_database
def test_the_newest_copies_of_everything_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert NEWEST_KEPT == 12
    monkeypatch.setattr(backup_folder, "NEWEST_KEPT", 2)
    for _ in range(4):
        back_up_site(tmp_path, kind=Kind.SITE)
    (tmp_path / "tichu-000001-2026-11-21T19-30-00Z.txt").touch()
    assert endings(tmp_path) == ["jsonl.gz"] * 2 + ["txt"]


@pytest.mark.any_database
def test_what_is_written_changes_the_signature_and_a_clock_does_not(
    site: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, soon = signature(), (START - timedelta(days=390)).date()
    monkeypatch.setattr(timezone, "now", lambda: START - timedelta(days=400))
    assert signature() == before
    for change in (
        lambda: a_game(rounds=TWO_ROUNDS[:1]),
        lambda: desks.enter(Tournament.objects.get(), 1, first=50),
        lambda: desks.a_user("Nora"),
        lambda: Club.objects.create(name="Another"),
        lambda: Club.objects.filter(name="Another").update(public=True),
        lambda: plan_evenings(Club.objects.get(name="Another"), Plan(soon, time(19, 30))),
        lambda: change_evening(Evening.objects.get(), Plan(soon, time(20, 0))),
        lambda: add_person(Club.objects.get(name="Another"), "Zoë"),
        lambda: record_answer(Evening.objects.get(), Player.objects.get(name="Zoë"), coming=True),
        lambda: record_answer(Evening.objects.get(), Player.objects.get(name="Zoë"), coming=False),
        lambda: show_person(Player.objects.get(name="Zoë"), "hidden"),
        lambda: make_season(Club.objects.get(name="Another"), None, "A year", Formula(), 10, 2026),
        lambda: User.objects.update(password="another"),
        # What a list by hand had forgotten
        lambda: Authenticator.objects.create(
            user=User.objects.get(name="Nora"), type="webauthn", data={"credential": "1"}
        ),
        lambda: Authenticator.objects.update(data={"credential": "1", "name": "Key"}),
        lambda: Authenticator.objects.all().delete(),
        lambda: keep_apart(*Player.listed.order_by("pk")[:2]),
        lambda: make_link(Player.objects.get(name="Zoë"), a_device()),
        lambda: revoke_link(Player.objects.get(name="Zoë")),
        lambda: Screen.objects.create(
            tournament=Tournament.objects.get(), name="Hall", playlist=[]
        ),
        lambda: Screen.objects.update(text="Welcome"),
        lambda: renew_link("member", None, club=Club.objects.get(name="Another")),
        lambda: renew_link("member", None, club=Club.objects.get(name="Another")),
        lambda: Link.objects.filter(revoked_at=None).update(revoked_at=START),
        lambda: Role.objects.update(name="director"),
    ):
        change()
        assert signature() != before
        before = signature()


@pytest.mark.any_database
def test_what_passes_is_no_reason_for_a_back_up(site: None) -> None:
    before = signature()
    User.objects.update(last_login=START)
    Player.objects.update(last_played_at=START)
    a_device("a phone that has only looked")
    assert signature() == before


def test_every_table_is_in_the_signature_or_left_out_with_its_reason() -> None:
    everything = {model._meta.label: model for model in apps.get_models(include_auto_created=True)}
    lists = (COUNTED, MOVES_WITH.keys(), LEFT_OUT.keys())
    assert sum(map(len, lists)) == len(set().union(*lists))  # each in one of them
    assert set().union(*lists, PASSING, AMONG) <= everything.keys()
    assert all(len(why) > 10 for why in LEFT_OUT.values())
    assert set(MOVES_WITH.values()) <= everything.keys() - MOVES_WITH.keys() - LEFT_OUT.keys()
    for label, passing in PASSING.items():
        columns = {field.attname for field in everything[label]._meta.concrete_fields}
        assert set(columns_read(everything[label])) | passing == columns
    # No table of a back-up of everything belongs to no model.
    assert {table.name for table in table_layout()} <= {
        m._meta.db_table for m in everything.values()
    } | {"django_migrations"}
    looked_at = {
        "mfa.Authenticator",
        "scoring.TwoPeople",
        "scoring.ClaimLink",
        "tournaments.Screen",
        "scoring.Link",
    }
    assert not looked_at & LEFT_OUT.keys()


def test_a_table_that_nothing_is_said_of_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "scoring.Evening" in signature()
    monkeypatch.setitem(LEFT_OUT, "scoring.Evening", "for this test")
    assert "scoring.Evening" not in signature()


@pytest.fixture
def backups(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Backups:
    settings.BACKUP_DIR = tmp_path
    # The test's own is still needed
    monkeypatch.setattr("tichu_site.housekeeping.connections.close_all", lambda: None)
    return Backups()


def copies(folder: Path) -> int:
    return sum(ending in {"sqlite3", "jsonl.gz"} for ending in endings(folder))


def test_the_thread_copies_everything_at_its_start_and_then_what_has_changed(
    site: None, backups: Backups, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = [0.0]
    monkeypatch.setattr("tichu_site.housekeeping.time.monotonic", lambda: 5000 + 3600 * hours[0])
    counts = []
    for passed, change in (
        (0.0, None),
        (0.2, None),
        (0.4, a_game),
        (2.0, a_game),
        (3.0, None),
        (30.0, None),
    ):
        hours[0] = passed
        if change:
            change(rounds=TWO_ROUNDS)
        backups.run_once()
        counts.append(copies(tmp_path))
    # Once an hour where the copy goes through this program, and once a day in any case.
    assert counts == ([1, 1, 2, 3, 3, 4] if connection.vendor == "sqlite" else [1, 1, 1, 2, 2, 3])
    assert AT_LEAST < 30 * 3600


def test_a_large_site_on_postgresql_is_copied_as_seldom_as_its_host_says(
    site: None,
    backups: Backups,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
) -> None:
    settings.BACKUP_HOURS = 48
    hours = [0.0]
    monkeypatch.setattr("tichu_site.housekeeping.time.monotonic", lambda: 5000 + 3600 * hours[0])
    counts = []
    for passed in (0.0, 30.0, 47.0, 48.0):
        hours[0] = passed
        a_game(rounds=TWO_ROUNDS)
        backups.run_once()
        counts.append(copies(tmp_path))
    assert counts == ([1, 2, 3, 4] if connection.vendor == "sqlite" else [1, 1, 1, 2])


@pytest.mark.any_database
def test_an_error_is_logged_and_ends_nothing(
    site: None,
    backups: Backups,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("tichu_site.backups.backup_folder.new_path", lambda *_: 1 / 0)
        backups.run_once()
    assert "A back-up could not be written: it is tried again in 10 minutes." in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert endings(tmp_path) == ["json"]  # the tournament's document is there all the same
    backups.run_once()
    assert copies(tmp_path) == 1


@pytest.mark.any_database
def test_the_thread_waits_and_ends_when_it_is_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    backups = Backups(first_after=0, every=3600)

    def run_once() -> None:
        done.append("written")
        backups.stop()

    monkeypatch.setattr(backups, "run_once", run_once)
    backups.start()
    backups.join(10)
    assert (backups.is_alive(), done) == (False, ["written"])


# By the command
# --------------------------------------------------------------------------------------------------


def backup(**options: Any) -> str:
    out = io.StringIO()
    call_command("backup", stdout=out, **options)
    return out.getvalue()


@pytest.mark.django_db(transaction=True)
def test_the_command_says_what_is_really_there(site: None, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    said = backup(folder=folder).splitlines()
    ending = "sqlite3" if connection.vendor == "sqlite" else "jsonl.gz"
    assert endings(folder) == sorted(["json", ending])
    assert said[0].startswith(f"Everything: {folder / 'tichu-000001-'}")
    assert "(1 game, 2 entries, 1 tournament, " in said[0]
    assert said[1].startswith(f"1 open tournament as documents in {folder} (")
    portable = backup(folder=folder, portable=True)
    assert ".jsonl.gz (1 game, 2 entries, 1 tournament, " in portable
    there = [
        re.fullmatch(r"  (tichu-00000\d-.+) \(\d+\.\d [kM]B\)", line)
        for line in portable.splitlines()[-2:]
    ]
    assert [one and one[1].partition("-2")[0] for one in there] == ["tichu-000003", "tichu-000001"]
    assert all((folder / one[1]).is_file() for one in there if one)


@pytest.mark.any_database
def test_a_folder_that_is_none_ends_the_command_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match=r"Cannot write to .*/file/there: Not a directory\."):
        backup(folder=tmp_path / "file" / "there")


@pytest.mark.any_database
def test_a_full_disk_ends_the_command_with_a_sentence_and_leaves_no_half_copy(
    site: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup(folder=tmp_path)
    before = sorted(tmp_path.iterdir())
    ways = [
        full_while_bringing_to_the_disk,
        *([full_while_copying] if connection.vendor == "sqlite" else []),
    ]
    for full in ways:
        with monkeypatch.context() as patched:
            full(patched)
            with pytest.raises(CommandError) as refused:
                backup(folder=tmp_path)
        assert "Cannot write to" in str(refused.value)
        assert str(refused.value).count("\n") == 0
        assert sorted(tmp_path.iterdir()) == before


def full_while_copying(patched: pytest.MonkeyPatch) -> None:
    class Full(sqlite3.Connection):
        def backup(self, *_: Any, **__: Any) -> None:
            raise sqlite3.OperationalError("database or disk is full")

    connect: Callable[..., Any] = sqlite3.connect
    patched.setattr(
        "tichu_site.backups.sqlite_file.sqlite3.connect",
        lambda *a, **k: connect(*a, **{**k, "factory": Full}),
    )


def full_while_bringing_to_the_disk(patched: pytest.MonkeyPatch) -> None:
    def refuses(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    patched.setattr("os.fsync", refuses)


def test_pg_dump_is_for_postgresql_and_said_to_be_missing_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres.shutil, "which", lambda _name: None)
    why = (
        "pg_dump requires PostgreSQL"
        if connection.vendor == "sqlite"
        else "pg_dump is not installed"
    )
    with pytest.raises(CommandError, match=why):
        backup(folder=tmp_path, pg_dump=True)
    assert [path for path in tmp_path.iterdir() if path.name != STATE] == []


# What a file is
# --------------------------------------------------------------------------------------------------


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("content", "why"),
    [(b"", "is empty"), (b"\x89PNG\r\n", "is not a back-up"), (b"hello", "is not a back-up")],
)
def test_a_file_that_is_none_of_ours_is_named(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(BadCopyError, match=why):
        kind_of(path)
    with pytest.raises(BadCopyError, match="cannot be read: No such file or directory"):
        kind_of(tmp_path / "nowhere")


@pytest.mark.any_database
def test_a_database_of_another_program_or_of_a_newer_version_is_named(tmp_path: Path) -> None:
    path = tmp_path / "recipes.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE cake (name)")
    with pytest.raises(BadCopyError, match=r"belongs to another program \(it has cake \.\.\.\)"):
        check_file(path)
    with closing(sqlite3.connect(path)) as database:
        for table in ("scoring_game", "scoring_entry"):
            database.execute(f"CREATE TABLE {table} (id)")
        database.execute("CREATE TABLE django_migrations (app, name)")
        database.execute("INSERT INTO django_migrations VALUES ('scoring', '0999_cards_that_talk')")
        database.commit()
    with pytest.raises(
        BadCopyError,
        match=r"newer version of this program \(it knows scoring 0999_cards_that_talk\)",
    ):
        check_file(path)
