"""A database put in the place of another: killed at any step the old or the new is there, and the
other is kept.

These are files of SQLite alone; the site's own database is not touched.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tichu_site.backups.file_replacement import (
    ASIDE,
    NOTE,
    STAGED,
    copy_in,
    finish,
    remove_stages,
    replace_database,
)

NOW = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
STEPS = ((os, "fsync"), (Path, "replace"), (Path, "unlink"), (Path, "mkdir"), (shutil, "rmtree"))


class PowerCutError(BaseException):
    """Nothing after it happens: no exception of Python, so that nothing tidies up behind it."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder after a crash: what was written last stands in the journal alone."""
    with closing(sqlite3.connect(tmp_path / "alive.sqlite3")) as alive:
        alive.execute("PRAGMA journal_mode=WAL")
        alive.execute("CREATE TABLE hand (points)")
        alive.commit()
        alive.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        alive.executemany("INSERT INTO hand VALUES (?)", [(1,), (2,), (3,)])
        alive.commit()
        data = tmp_path / "data"
        data.mkdir()
        for ending in ("", "-wal", "-shm"):
            shutil.copyfile(tmp_path / f"alive.sqlite3{ending}", data / f"tichu.sqlite3{ending}")
    return data


def ready(folder: Path) -> Path:
    """Another database, made ready beside it."""
    stage = folder / f"{STAGED}1234"
    stage.mkdir()
    with closing(sqlite3.connect(stage / "tichu.sqlite3")) as database:
        database.execute("CREATE TABLE hand (points)")
        database.executemany("INSERT INTO hand VALUES (?)", [(10,), (20,)])
        database.commit()
    return stage / "tichu.sqlite3"


def hands(path: Path) -> list[int]:
    """What a database holds, with its journal; looked at in a copy, which changes nothing."""
    look = path.parent.parent / f"look-{path.parent.name}"
    look.mkdir(exist_ok=True)
    for ending in ("", "-wal"):
        if path.with_name(path.name + ending).exists():
            shutil.copyfile(path.with_name(path.name + ending), look / f"looked.sqlite3{ending}")
    with closing(sqlite3.connect(look / "looked.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found = [
            points for (points,) in database.execute("SELECT points FROM hand ORDER BY points")
        ]
    shutil.rmtree(look)
    return found


OLD, NEW = [1, 2, 3], [10, 20]


def test_the_new_one_stands_in_its_place_and_the_old_one_with_its_journals_aside(
    folder: Path,
) -> None:
    place = folder / "tichu.sqlite3"
    aside = replace_database(ready(folder), place, NOW)
    assert aside == folder / ASIDE / "2026-11-21T19-30-00Z"
    assert sorted(path.name for path in folder.iterdir()) == [ASIDE, "tichu.sqlite3"]
    assert {path.name for path in aside.iterdir()} == {
        f"tichu.sqlite3{ending}" for ending in ("", "-wal", "-shm")
    }
    assert (hands(place), hands(aside / place.name)) == (NEW, OLD)


def test_without_anything_there_nothing_is_set_aside(tmp_path: Path) -> None:
    place = tmp_path / "tichu.sqlite3"
    assert replace_database(ready(tmp_path), place, NOW) is None
    assert [path.name for path in tmp_path.iterdir()] == ["tichu.sqlite3"]
    assert hands(place) == NEW


def test_what_was_set_aside_once_is_never_written_over(folder: Path) -> None:
    place = folder / "tichu.sqlite3"
    first = replace_database(ready(folder), place, NOW)
    second = replace_database(ready(folder), place, NOW)
    assert first is not None
    assert second == first.with_name(f"{first.name}-2")
    assert hands(first / place.name) == OLD


def test_a_copy_laid_over_the_file_meets_the_old_journal(folder: Path) -> None:
    """The control: the way of before, and what came of it."""
    shutil.copyfile(ready(folder), folder / "tichu.sqlite3")
    try:
        found = hands(folder / "tichu.sqlite3")
    except (AssertionError, sqlite3.DatabaseError):
        found = []
    assert found != NEW


def killed_at(step: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Let the power go at the given step of what is done to files;
    gives what was done until then.
    """
    done: list[str] = []

    def counted(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            if len(done) == step:
                raise PowerCutError(name)
            done.append(name)
            return real(*arguments, **options)

        return call

    with monkeypatch.context() as cut:
        for where, name in STEPS:
            cut.setattr(where, name, counted(name, getattr(where, name)))
        yield done


def test_killed_at_any_step_the_old_or_the_new_is_there_and_nothing_is_lost(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pristine = tmp_path / "pristine"
    shutil.copytree(folder, pristine)
    step, states = 0, []
    while True:
        shutil.rmtree(folder)
        shutil.copytree(pristine, folder)
        place, staged = folder / "tichu.sqlite3", ready(folder)
        for _done in killed_at(step, monkeypatch):
            try:
                replace_database(staged, place, NOW)
                cut = False
            except PowerCutError:
                cut = True
        # Whoever starts next finishes it, and takes away what is left where there is nothing to
        # finish.
        finish(place)
        remove_stages(place)
        found = hands(place)
        states.append(found)
        assert found in (OLD, NEW), step
        asides = list((folder / ASIDE).glob("*")) if (folder / ASIDE).exists() else []
        if found == NEW:
            (aside,) = asides
            assert hands(aside / place.name) == OLD, step
            assert not place.with_name("tichu.sqlite3-wal").exists(), step
        else:
            assert [path for aside in asides for path in aside.iterdir()] == [], step
        assert not (folder / NOTE).exists()
        assert not list(folder.glob(f"{STAGED}*"))
        if not cut:
            break
        step += 1
    assert step > 10
    assert states[0] == OLD
    assert states[-1] == NEW
    assert states == sorted(states), "once it is the new one, it stays the new one"


def test_killed_again_while_it_is_finished_it_is_finished_the_next_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, staged = folder / "tichu.sqlite3", ready(folder)
    for _done in killed_at(9, monkeypatch):
        with pytest.raises(PowerCutError):
            replace_database(staged, place, NOW)
    assert (folder / NOTE).exists()
    for _ in range(4):
        for _done in killed_at(1, monkeypatch):
            with pytest.raises(PowerCutError):
                finish(place)
    assert finish(place) == folder / ASIDE / "2026-11-21T19-30-00Z"
    assert hands(place) == NEW
    assert hands(folder / ASIDE / "2026-11-21T19-30-00Z" / place.name) == OLD
    assert finish(place) is None


def test_a_copy_comes_with_what_its_journal_holds(folder: Path, tmp_path: Path) -> None:
    stage = tmp_path / "stage"
    stage.mkdir()
    staged = copy_in(folder / "tichu.sqlite3", stage, "tichu.sqlite3")
    assert hands(staged) == OLD
    assert staged.stat().st_mode & 0o777 == 0o600


def test_the_folder_may_be_moved_before_it_is_finished(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, staged = folder / "tichu.sqlite3", ready(folder)
    for _done in killed_at(9, monkeypatch):
        with pytest.raises(PowerCutError):
            replace_database(staged, place, NOW)
    elsewhere = folder.with_name("elsewhere")
    folder.rename(elsewhere)
    assert finish(elsewhere / "tichu.sqlite3") == elsewhere / ASIDE / "2026-11-21T19-30-00Z"
    assert hands(elsewhere / "tichu.sqlite3") == NEW
