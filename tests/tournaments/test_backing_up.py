"""Documents of open tournaments: whole files or none, in the order of writing, and from a file the
same tournament.
"""

import os
import random
import time
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, owner_of
from tournaments.actions import backing_up, creating
from tournaments.actions.backing_up import DOCUMENTS_KEPT, back_up_tournaments
from tournaments.backup_files import (
    copied,
    copies_in,
    keep_newest,
    new_path,
    remove_half_written,
    write_whole,
)
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import document, text_of
from tournaments.models import Tournament

START = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
in_database = pytest.mark.django_db


@pytest.fixture
def cup(db: None) -> Tournament:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    cup.refresh_from_db()
    return cup


def clock_at(monkeypatch: pytest.MonkeyPatch, minutes: int) -> None:
    monkeypatch.setattr(timezone, "now", lambda: START + timedelta(minutes=minutes))


def names(folder: Path, ending: str = ".json") -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.name.endswith(ending))


# Documents
# --------------------------------------------------------------------------------------------------


@in_database
def test_a_back_up_is_the_document_of_each_open_tournament_and_comes_back_the_same(
    cup: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desks.a_tournament(entrants=2, opened=False)
    clock_at(monkeypatch, 0)
    version = cup.version
    back_up_tournaments({}, tmp_path)
    (name,) = names(tmp_path)
    assert name == f"autumn-cup-{cup.pk.hex}-000001-2026-11-21T19-30-00Z.json"
    assert (tmp_path / name).read_text("ascii") == text_of(cup)
    assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    cup.refresh_from_db()
    assert (cup.backed_up_at, cup.version) == (START, version)
    copy = import_tournament(
        desks.a_desk("Ben", "Another club").club, None, (tmp_path / name).read_bytes()
    )
    assert document(copy) == document(cup)


@in_database
def test_only_what_has_changed_is_written_again_and_the_rest_is_as_new(
    cup: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = desks.a_tournament(entrants=2)
    clock_at(monkeypatch, 0)
    seen: dict[Any, int] = {}
    back_up_tournaments(seen, tmp_path)
    assert seen.keys() == {cup.pk, other.pk}
    clock_at(monkeypatch, 10)
    assert back_up_tournaments(seen, tmp_path).files == []
    cup.refresh_from_db()
    assert cup.backed_up_at == START + timedelta(minutes=10)
    creating.change_tournament(other, None, place="Harbour")
    clock_at(monkeypatch, 20)
    assert [file.name for file in back_up_tournaments(seen, tmp_path).files] == [
        f"autumn-cup-{other.pk.hex}-000003-2026-11-21T19-50-00Z.json"
    ]
    creating.finish_tournament(cup, None)
    clock_at(monkeypatch, 30)
    written = back_up_tournaments(seen, tmp_path).files
    assert [cup.pk.hex in file.name for file in written] == [True]  # once more, at its end
    assert seen.keys() == {other.pk}
    assert back_up_tournaments(seen, tmp_path).files == []


@in_database
def test_a_tournament_that_cannot_be_written_does_not_stop_the_others(
    cup: Tournament,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    others = {desks.a_tournament(entrants=2).pk for _ in range(2)}

    def fails_for_one(tournament: Tournament) -> str:
        return str(1 / 0) if tournament.pk == cup.pk else text_of(tournament)

    monkeypatch.setattr(backing_up, "text_of", fails_for_one)
    seen: dict[Any, int] = {}
    written = back_up_tournaments(seen, tmp_path)
    assert [type(error) for error in written.failed] == [ZeroDivisionError]
    assert f"The tournament {cup.pk} could not be written." in caplog.text
    assert ({*seen}, len(names(tmp_path))) == (others, 2)
    monkeypatch.setattr(backing_up, "text_of", text_of)
    assert [cup.pk.hex in file.name for file in back_up_tournaments(seen, tmp_path).files] == [True]


@in_database
def test_the_newest_of_each_are_kept_also_where_it_was_renamed(
    cup: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backing_up, "text_of", lambda _cup: "{}")
    stranger = tmp_path / "tichu-holiday.txt"
    stranger.touch()
    for minutes in range(DOCUMENTS_KEPT + 2):
        cup.name = "Autumn cup" if minutes % 2 else "Winter cup"
        backing_up.back_up_tournament(cup, tmp_path, START + timedelta(minutes=minutes))
    assert len(names(tmp_path)) == DOCUMENTS_KEPT
    assert min(one.number for one in copies_in(tmp_path)) == 3
    assert stranger.exists()


@in_database
def test_a_download_at_the_desk_is_a_back_up_too(cup: Tournament) -> None:
    before, version = timezone.now(), cup.version
    assert owner_of(cup).get(at("desk_export", cup)).status_code == 200
    cup.refresh_from_db()
    assert cup.backed_up_at is not None
    assert cup.backed_up_at >= before
    assert cup.version == version


# Files
# --------------------------------------------------------------------------------------------------


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
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [
        ("cup.json", "before")
    ]


def test_nothing_has_its_name_before_all_of_it_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_what_a_killed_program_left_half_written_goes_once_nobody_can_be_writing_it(
    tmp_path: Path,
) -> None:
    begun = {
        tmp_path / f".cup.json.{name}.part": name for name in ("old", "new", "from the future")
    }
    for file, name in begun.items():
        file.write_text("half")
        written = {"old": 0, "new": time.time(), "from the future": 4e9}[name]
        os.utime(file, (written, written))
    remove_half_written(tmp_path)
    assert [name for file, name in begun.items() if file.exists()] == ["new"]


# The order of writing
# ---------------------------------------------------------------------------------------------


def written_at(folder: Path, times: Iterable[datetime], what: str = "tichu") -> list[Path]:
    """Empty copies, one after the other, by a clock that shows these times."""
    made = []
    for now in times:
        made.append(new_path(folder, what, "sqlite3", now))
        made[-1].touch()
    return made


def kept(folder: Path, most: int, days: int = 0) -> list[int]:
    """The numbers of the copies that stay."""
    keep_newest(copies_in(folder), most, days=days)
    return sorted(one.number for one in copies_in(folder))


def test_of_the_copies_the_newest_stay_and_the_last_of_each_day_before(tmp_path: Path) -> None:
    morning = datetime(2026, 11, 1, 8, tzinfo=UTC)
    hours = [morning + timedelta(days=day, hours=hour) for day in range(20) for hour in range(12)]
    written_at(tmp_path, [*hours, morning + timedelta(days=20)])
    # Twelve a day, from 1 on: 216 is the last of the 18th day, 240 of the 20th.
    assert kept(tmp_path, 3, days=4) == [216, 228, 239, 240, 241]


@pytest.mark.parametrize(
    "wrong",
    [timedelta(days=365 * 30), timedelta(days=-365 * 50), timedelta(days=1)],
    ids=["thirty years ahead", "1976", "a day ahead"],
)
def test_a_copy_with_a_wrong_time_is_neither_kept_for_ever_nor_the_first_to_go(
    tmp_path: Path, wrong: timedelta
) -> None:
    (bad,) = written_at(tmp_path, [START + wrong])
    assert kept(tmp_path, 3) == [1]
    written_at(tmp_path, [START + timedelta(minutes=10 * minutes) for minutes in range(2)])
    assert kept(tmp_path, 3) == [1, 2, 3]
    written_at(tmp_path, [START + timedelta(minutes=30)])
    assert kept(tmp_path, 3) == [2, 3, 4]
    assert not bad.exists()


def test_with_days_it_stays_as_long_as_any_other_day(tmp_path: Path) -> None:
    written_at(tmp_path, [START + timedelta(days=365 * 30)])
    written_at(tmp_path, [START + timedelta(days=day) for day in range(3)])
    assert kept(tmp_path, 1, days=4) == [1, 2, 3, 4]
    written_at(tmp_path, [START + timedelta(days=3)])
    assert kept(tmp_path, 1, days=4) == [2, 3, 4, 5]


@pytest.mark.parametrize("seed", range(3))
def test_whatever_the_clock_shows_the_newest_are_those_that_were_written_last(
    tmp_path: Path, seed: int
) -> None:
    lot = random.Random(seed)
    written_at(
        tmp_path, [START + timedelta(minutes=lot.randrange(-(10**7), 10**7)) for _ in range(30)]
    )
    assert [one.number for one in copies_in(tmp_path)] == list(range(30, 0, -1))
    assert kept(tmp_path, 12) == list(range(19, 31))


def test_copies_of_an_older_version_without_a_number_are_the_oldest_by_their_times(
    tmp_path: Path,
) -> None:
    for day in (3, 1, 2):
        (tmp_path / f"tichu-2026-11-0{day}T08-00-00Z.sqlite3").touch()
    written_at(tmp_path, [datetime(1970, 1, 1, tzinfo=UTC)])
    found = copies_in(tmp_path)
    assert [one.number for one in found] == [1, 0, 0, 0]
    assert [one.time[8:10] for one in found[1:]] == ["03", "02", "01"]
    keep_newest(found, 2)
    assert [one.time[:10] for one in copies_in(tmp_path)] == ["1970-01-01", "2026-11-03"]


def test_what_is_no_copy_of_ours_has_no_place_among_them(tmp_path: Path) -> None:
    for name in (
        "tichu-holiday.txt",
        "tichu.sqlite3",
        ".tichu-000001-2026-11-21T19-30-00Z.sqlite3.part",
        "newest.json",
    ):
        (tmp_path / name).touch()
    assert copies_in(tmp_path) == []
    one = copied(Path("tichu-before-update-000012-2026-11-21T19-30-00Z.jsonl.gz"))
    assert one is not None
    assert (one.what, one.number, one.at) == ("tichu-before-update", 12, START)
