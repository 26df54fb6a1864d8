"""The desk's front page says how old the last back-up of everything is, and where they lie, to
those who direct.
"""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from tests.scoring.games import a_game
from tests.tournaments.desks import Desk, a_desk, a_user, signed_in
from tichu_site.backups.backup_folder import STATE, back_up_site
from tichu_site.backups.file_types import Kind
from tichu_site.backups.signature import signature
from tournaments.models import Role

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.BACKUP_DIR = tmp_path / "backups"
    cache.clear()
    return tmp_path / "backups"


@pytest.fixture
def desk() -> Desk:
    return a_desk()


def at(monkeypatch: pytest.MonkeyPatch, **passed: int) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(**passed))


def told(client: Client) -> tuple[str, bool]:
    """What the desk says of back-ups, and whether it is a worry; nothing where it says nothing."""
    page = client.get("/desk/").content.decode()
    found = re.search(r'(?s)<p class="backups.*?</p>', page)
    words = " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""
    return words, 'class="at-end is-old"' in page


def copied(folder: Path, monkeypatch: pytest.MonkeyPatch, **passed: int) -> None:
    at(monkeypatch, **passed)
    back_up_site(folder, kind=Kind.SITE)


def test_how_old_it_is_and_where_they_lie(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch)
    assert told(desk.client) == (
        f"There is no back-up yet. The first is made a minute after the server starts. In {folder}",
        True,
    )
    copied(folder, monkeypatch)
    for passed, words in (
        ({"seconds": 5}, "0 minutes"),
        ({"seconds": 61}, "1 minute"),
        ({"minutes": 59}, "59 minutes"),
        ({"minutes": 119}, "119 minutes"),
        ({"hours": 30}, "30 hours"),
        ({"days": 3}, "3 days"),
    ):
        at(monkeypatch, **passed)
        said, worry = told(desk.client)
        assert said.startswith(f"Backed up {words} ago"), said
        assert said.endswith(f"In {folder}"), said
        assert not worry, said


def test_more_than_an_hour_is_a_worry_where_something_has_changed_since(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied(folder, monkeypatch)
    a_game()
    for minutes, worry in ((59, False), (61, True)):
        at(monkeypatch, minutes=minutes)
        assert told(desk.client)[1] == worry
    assert told(desk.client)[0].startswith("No back-up for 61 minutes.")
    assert (
        "Something has changed since. Is the disk full, or the memory stick missing?"
        in told(desk.client)[0]
    )
    copied(folder, monkeypatch, minutes=62)
    at(monkeypatch, minutes=500)
    assert told(desk.client)[1] is False
    assert "Nothing has changed since." in told(desk.client)[0]


def test_where_a_host_copies_once_a_day_it_is_a_worry_after_that(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.BACKUP_HOURS = 24
    copied(folder, monkeypatch)
    a_game()
    at(monkeypatch, hours=24)
    assert told(desk.client)[1] is False
    at(monkeypatch, hours=24, minutes=1)
    assert told(desk.client)[1] is True


def test_a_time_that_is_still_to_come_is_a_worry(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied(folder, monkeypatch, minutes=4)
    at(monkeypatch)
    assert told(desk.client)[1] is False
    copied(folder, monkeypatch, days=300)
    at(monkeypatch)
    assert (
        "The last back-up is dated in the future. Is this machine’s clock right?"
        in told(desk.client)[0]
    )
    assert told(desk.client)[1] is True


def test_a_folder_that_is_gone_and_a_note_that_is_torn_are_no_back_up(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied(folder, monkeypatch)
    (folder / STATE).write_text('{"file": ')
    assert told(desk.client)[1] is True
    copied(folder, monkeypatch)
    for path in folder.glob("tichu-*"):
        path.unlink()
    assert "There is no back-up yet." in told(desk.client)[0]


@pytest.mark.parametrize(
    ("role", "shown"),
    [("owner", True), ("director", True), ("referee", False), ("desk", False), ("screen", False)],
)
def test_those_who_direct_are_told_and_nobody_else(
    desk: Desk, folder: Path, role: str, shown: bool
) -> None:
    user = a_user("Nora")
    Role.objects.create(club=desk.club, user=user, name=role)
    assert bool(told(signed_in(user))[0]) == shown
    assert told(signed_in(a_user("Nobody"))) == ("", False)
    assert Client().get("/desk/").status_code == 302


def test_where_anybody_may_have_an_account_the_folder_is_not_told(
    desk: Desk, folder: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OPEN_SIGNUP = True
    copied(folder, monkeypatch)
    assert told(desk.client) == ("Backed up 0 minutes ago", False)


def test_within_an_hour_of_the_last_it_costs_no_query_and_after_it_one_a_table_once_a_minute(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied(folder, monkeypatch)
    costs = []
    for minutes in (10, 90, 90):
        at(monkeypatch, minutes=minutes)
        with CaptureQueriesContext(connection) as seen:
            desk.client.get("/desk/")
        costs.append(sum("tichu_cache" not in query["sql"] for query in seen))
    tables = {name.split()[0] for name in signature()}
    assert len(tables) > 1
    assert costs[1] - costs[0] == len(tables)
    assert costs[2] == costs[0]
