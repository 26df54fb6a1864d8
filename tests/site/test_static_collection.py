"""Static files are collected anew when they have changed, and only then."""

import os
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from tichu_site import static_files
from tichu_site.static_files import FILE, collect


@pytest.fixture
def sources(settings: Settings, tmp_path: Path) -> Path:
    """The one folder from which files are collected into another."""
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "base.css").write_text("a { color: red }")
    (folder / "app.js").write_text("export {};")
    settings.DATA_DIR = tmp_path
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS = [folder]
    return folder


def test_what_was_collected_stays_until_a_source_changes_in_whatever_way(
    sources: Path, settings: Settings
) -> None:
    there = settings.STATIC_ROOT / "base.css"
    assert [collect(), collect()] == [True, False]
    assert there.read_text() == "a { color: red }"
    # Of the same size and the same time, as where a package gives all of its files one.
    before = (sources / "base.css").stat()
    (sources / "base.css").write_text("a { color: tan }")
    os.utime(sources / "base.css", ns=(before.st_atime_ns, before.st_mtime_ns))
    os.utime(there, ns=(0, 0))
    assert [collect(), collect()] == [True, False]
    assert there.read_text() == "a { color: tan }"
    (sources / "new.js").write_text("")
    assert [collect(), collect()] == [True, False]
    (sources / "new.js").unlink()
    assert [collect(), collect()] == [True, False]


def test_what_is_missing_or_cut_off_is_collected_again(sources: Path, settings: Settings) -> None:
    there = settings.STATIC_ROOT / "base.css"
    collect()
    there.unlink()
    assert [collect(), collect()] == [True, False]
    there.write_text("a {")
    os.utime(there, ns=(0, 0))
    assert [collect(), collect()] == [True, False]
    assert there.read_text() == "a { color: red }"


def test_another_version_of_who_makes_the_files_makes_them_anew(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collect()
    monkeypatch.setattr(static_files, "version", lambda name: f"{name} of tomorrow")
    assert [collect(), collect()] == [True, False]


def test_an_interruption_leaves_nothing_that_says_all_is_there(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collect()
    (sources / "app.js").write_text("export const more = 1;")

    def cut_off(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(static_files, "call_command", cut_off)
        with pytest.raises(KeyboardInterrupt):
            collect()
    assert not (tmp_path / FILE).exists()
    (tmp_path / FILE).write_bytes(b"\xff" * 40)
    assert [collect(), collect()] == [True, False]
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
