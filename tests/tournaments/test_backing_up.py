"""Back-ups: whole files or none, the newest kept, and from a file the same tournament again."""

import io
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from tests.tournaments import desks
from tests.tournaments.asking import owner_of, path
from tichu_site.backups import Backups
from tournaments.actions import backing_up, making
from tournaments.actions.backing_up import GAMES, KEPT, KEPT_DATABASES, back_up, back_up_changed, write_whole
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import document, text_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

START = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)


@pytest.fixture
def cup() -> Tournament:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    cup.refresh_from_db()
    return cup


def at(monkeypatch: pytest.MonkeyPatch, minutes: int) -> None:
    monkeypatch.setattr(timezone, "now", lambda: START + timedelta(minutes=minutes))


def names(folder: Path, ending: str = ".json") -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.name.endswith(ending))


@pytest.mark.any_database
def test_a_back_up_is_the_document_of_each_open_tournament_and_comes_back_the_same(
    cup: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desks.a_tournament(entrants=2, opened=False)
    at(monkeypatch, 0)
    version = cup.version
    back_up(tmp_path)
    (name,) = names(tmp_path)
    assert name == f"autumn-cup-{cup.pk.hex}-2026-11-21T19-30-00Z.json"
    assert (tmp_path / name).read_text("ascii") == text_of(cup)
    assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    cup.refresh_from_db()
    assert (cup.backed_up_at, cup.version) == (START, version)
    copy = import_tournament(desks.a_desk("Ben", "Another club").club, None, (tmp_path / name).read_bytes())
    assert document(copy) == document(cup)


def test_on_sqlite_the_whole_database_comes_along_and_can_be_opened(tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        assert backing_up.back_up_database(tmp_path, START) is None
        return
    copied = backing_up.back_up_database(tmp_path, START)
    assert copied == tmp_path / "tichu-2026-11-21T19-30-00Z.sqlite3"
    with closing(sqlite3.connect(copied)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("SELECT count(*) FROM tournaments_tournament").fetchone() is not None
    assert [file.name for file in tmp_path.iterdir()] == [copied.name]


@pytest.mark.parametrize("call", ["fsync", "replace", "write"])
def test_a_disk_that_refuses_in_the_middle_leaves_what_was_there_and_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    place = tmp_path / "cup.json"
    place.write_text("before")

    def fails(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    def write(part: Path) -> None:
        part.write_text("half" if call == "write" else "whole")
        if call == "write":
            fails()

    if call == "fsync":
        monkeypatch.setattr(os, "fsync", fails)
    if call == "replace":
        monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(OSError, match="No space left"):
        write_whole(place, write)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("cup.json", "before")]


def test_nothing_has_its_name_before_all_of_it_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []
    fsync = os.fsync

    def watched(handle: int) -> None:
        seen.append(names(tmp_path, ""))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", watched)
    write_whole(tmp_path / "cup.json", lambda part: part.touch())
    ((part,), there) = seen  # the file, then its folder
    assert part.startswith(".cup.json.")
    assert there == ["cup.json"]


def test_what_a_killed_program_left_half_written_goes_once_nobody_can_be_writing_it(tmp_path: Path) -> None:
    old, new = tmp_path / ".cup.json.1234.part", tmp_path / ".cup.json.5678.part"
    for file in (old, new):
        file.write_text("half")
    os.utime(old, (0, 0))
    back_up_changed({}, tmp_path)
    assert (old.exists(), new.exists()) == (False, True)


@pytest.mark.any_database
def test_only_what_has_changed_is_written_again_and_the_rest_is_as_new(
    cup: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = desks.a_tournament(entrants=2)
    at(monkeypatch, 0)
    seen: dict[Any, int] = {}
    back_up_changed(seen, tmp_path)
    assert seen.keys() == {cup.pk, other.pk, GAMES}
    at(monkeypatch, 10)
    assert back_up_changed(seen, tmp_path) == []
    cup.refresh_from_db()
    assert cup.backed_up_at == START + timedelta(minutes=10)
    making.change_tournament(other, None, place="Harbour")
    at(monkeypatch, 20)
    written = back_up_changed(seen, tmp_path)
    assert [file.name for file in written if file.suffix == ".json"] == [
        f"autumn-cup-{other.pk.hex}-2026-11-21T19-50-00Z.json"
    ]
    making.finish_tournament(cup, None)
    at(monkeypatch, 30)
    written = back_up_changed(seen, tmp_path)
    assert [cup.pk.hex in file.name for file in written if file.suffix == ".json"] == [True]  # once more, at its end
    assert seen.keys() == {other.pk, GAMES}
    assert back_up_changed(seen, tmp_path) == []


def test_where_no_tournament_is_open_the_database_is_copied_the_first_time_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[Any, int] = {}
    at(monkeypatch, 0)
    first = back_up_changed(seen, tmp_path, first=True)
    at(monkeypatch, 10)
    assert back_up_changed(seen, tmp_path) == []
    copies = ["tichu-2026-11-21T19-30-00Z.sqlite3"] if connection.vendor == "sqlite" else []
    assert ([file.name for file in first], names(tmp_path, "")) == (copies, copies)


def test_the_thread_copies_the_database_at_its_start_and_then_what_has_changed(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUP_DIR = tmp_path
    monkeypatch.setattr("tichu_site.backups.connections.close_all", lambda: None)  # the test's own is still needed
    backups = Backups()
    for minutes in (0, 10, 20):
        at(monkeypatch, minutes)
        backups.once()
    assert names(tmp_path, "") == (["tichu-2026-11-21T19-30-00Z.sqlite3"] if connection.vendor == "sqlite" else [])


def test_a_tournament_that_cannot_be_written_stops_neither_the_others_nor_the_database(
    cup: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    others = {desks.a_tournament(entrants=2).pk for _ in range(2)}

    def fails_for_one(tournament: Tournament) -> str:
        return str(1 / 0) if tournament.pk == cup.pk else text_of(tournament)

    monkeypatch.setattr(backing_up, "text_of", fails_for_one)
    seen: dict[Any, int] = {}
    at(monkeypatch, 0)
    with pytest.raises(ZeroDivisionError):
        back_up_changed(seen, tmp_path)
    assert f"The tournament {cup.pk} could not be written." in caplog.text
    assert ({*seen} - {GAMES}, len(names(tmp_path))) == (others, 2)
    assert len(names(tmp_path, ".sqlite3")) == (connection.vendor == "sqlite")
    monkeypatch.setattr(backing_up, "text_of", text_of)
    at(monkeypatch, 10)
    written = [file.name for file in back_up_changed(seen, tmp_path) if file.suffix == ".json"]
    assert written == [f"autumn-cup-{cup.pk.hex}-2026-11-21T19-40-00Z.json"]


def test_of_the_copies_of_the_database_the_newest_stay_and_one_of_each_day_before(tmp_path: Path) -> None:
    for day in range(1, 21):
        for hour in range(8, 20):
            (tmp_path / f"tichu-2026-11-{day:02}T{hour:02}-00-00Z.sqlite3").touch()
    (tmp_path / "tichu-2026-11-21T09-00-00Z.sqlite3").touch()
    backing_up.keep_newest(tmp_path.glob("tichu-*"), 3, days=4)
    assert [name[len("tichu-2026-11-") : -len("-00-00Z.sqlite3")] for name in names(tmp_path, "")] == [
        *("18T19", "19T19", "20T18", "20T19", "21T09"),
    ]
    assert (KEPT_DATABASES, backing_up.KEPT_DAYS) == (12, 14)


def test_the_newest_of_each_are_kept(cup: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backing_up, "text_of", lambda _cup: "{}")
    stranger = tmp_path / "tichu-holiday.txt"
    stranger.touch()
    for minutes in range(KEPT + 2):
        backing_up.back_up_tournament(cup, tmp_path, START + timedelta(minutes=minutes))
    kept = names(tmp_path)
    assert len(kept) == KEPT
    assert kept[0].endswith("T19-32-00Z.json")
    for minutes in range(KEPT_DATABASES + 2):
        backing_up.back_up_database(tmp_path, START + timedelta(minutes=minutes))
    if connection.vendor == "sqlite":
        copies = names(tmp_path, ".sqlite3")
        assert (len(copies), copies[0]) == (KEPT_DATABASES, "tichu-2026-11-21T19-32-00Z.sqlite3")
    assert stranger.exists()


@pytest.mark.any_database
def test_the_command_says_what_it_wrote_and_where(
    cup: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = io.StringIO()
    call_command("backup", "--folder", str(tmp_path / "here"), stdout=out)
    database = " and the database" if connection.vendor == "sqlite" else ""
    assert out.getvalue() == f"1 tournament{database}: in {tmp_path / 'here'}.\n"
    assert [cup.pk.hex in name for name in names(tmp_path / "here")] == [True]
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match=r"Nothing more can be written to .*/file/there: Not a directory\."):
        call_command("backup", "--folder", str(tmp_path / "file" / "there"))


@pytest.mark.any_database
def test_the_server_s_thread_writes_and_an_error_is_logged_and_ends_nothing(
    cup: Tournament, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.BACKUP_DIR = tmp_path
    monkeypatch.setattr("tichu_site.backups.connections.close_all", lambda: None)  # the test's own is still needed
    backups = Backups()
    monkeypatch.setattr(backing_up, "text_of", lambda _cup: 1 / 0)
    backups.once()
    assert "A back-up could not be written: it is tried again in 10 minutes." in caplog.text
    assert "ZeroDivisionError" in caplog.text
    monkeypatch.undo()
    settings.BACKUP_DIR = tmp_path
    monkeypatch.setattr("tichu_site.backups.connections.close_all", lambda: None)
    backups.once()
    assert [cup.pk.hex in name for name in names(tmp_path)] == [True]
    assert backups.seen.keys() == {cup.pk, GAMES}


def test_the_thread_waits_and_ends_when_it_is_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    backups = Backups(first_after=0, every=3600)

    def once() -> None:
        done.append("written")
        backups.stop()

    monkeypatch.setattr(backups, "once", once)
    backups.start()
    backups.join(10)
    assert (backups.is_alive(), done) == (False, ["written"])


@pytest.mark.any_database
def test_a_download_at_the_desk_is_a_back_up_too(cup: Tournament) -> None:
    before, version = timezone.now(), cup.version
    assert owner_of(cup).get(path("desk_export", cup)).status_code == 200
    cup.refresh_from_db()
    assert cup.backed_up_at is not None
    assert cup.backed_up_at >= before
    assert cup.version == version
