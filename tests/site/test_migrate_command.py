"""`manage.py migrate`: everything is copied before a step, and how far it is stands there line by
line.
"""

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from tests.tournaments.tampering import at_home
from tichu_site.backups.backup_folder import KEPT_BEFORE_UPDATES
from tichu_site.management.commands import migrate

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.BACKUP_DIR = tmp_path
    return tmp_path


def migrated(*arguments: str, **options: Any) -> list[str]:
    out = io.StringIO()
    call_command("migrate", *arguments, stdout=out, verbosity=0, **options)
    return out.getvalue().splitlines()


@pytest.fixture
def pending(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a step were to come: nothing is done for it."""
    monkeypatch.setattr(migrate, "pending", lambda _alias: 1)


@pytest.mark.any_database
def test_with_nothing_to_do_or_nothing_there_nothing_is_copied(folder: Path, pending: None) -> None:
    assert migrated() == []
    assert list(folder.iterdir()) == []


@pytest.mark.any_database
def test_with_nothing_to_come_nothing_is_copied(folder: Path) -> None:
    at_home()
    assert migrated() == []
    assert list(folder.iterdir()) == []


def test_before_a_step_everything_is_copied_and_the_newest_of_these_are_kept(
    folder: Path, pending: None
) -> None:
    at_home()
    for _ in range(KEPT_BEFORE_UPDATES + 2):
        (said,) = migrated()
        assert said.startswith(f"Backed up before migrating: {folder / 'tichu-before-update-'}")
    assert len(list(folder.glob("tichu-before-update-*"))) == KEPT_BEFORE_UPDATES
    assert migrated(without_copy=True) == []


@pytest.mark.any_database
def test_where_no_copy_can_be_made_nothing_is_done_and_it_says_what_to_do(
    folder: Path, pending: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home()

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(migrate, "back_up_site", full)
    monkeypatch.setattr(migrate.migrate.Command, "handle", full)
    with pytest.raises(
        CommandError,
        match=r"the back-up before that failed: No space left on device\. Free",
    ):
        migrated()


@pytest.mark.any_database
def test_how_far_it_is_is_told_for_each_step() -> None:
    out = io.StringIO()
    command = migrate.Command(stdout=out)
    command.total, command.verbosity = 2, 0
    command.migration_progress_callback("apply_start", "scoring.0002_colours")
    command.migration_progress_callback("apply_success", "scoring.0002_colours")
    command.migration_progress_callback("apply_start", "scoring.0003_sizes")
    assert out.getvalue().splitlines() == [
        "Migrating the records: 1 of 2 (scoring.0002_colours)",
        "Migrating the records: 2 of 2 (scoring.0003_sizes)",
    ]
