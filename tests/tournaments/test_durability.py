"""A tournament is not played on a database that may lose what it has acknowledged, unless somebody
accepts that.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from pytest_django import Settings

from scoring.rules import RuleError
from tests.browser.servers import running_site
from tests.databases import database_under_test, fresh_database, start_postgres
from tests.lengths import in_short
from tests.tournaments import desks
from tichu_site.management.commands.serve import durability_warning
from tournaments.actions.creating import open_tournament
from tournaments.actions.stages import begin_stage
from tournaments.durability import NEEDED, check_durable, switched_off

on_postgres = pytest.mark.skipif(database_under_test() != "postgres", reason="needs PostgreSQL")


@pytest.fixture
def careless() -> Iterator[None]:
    """A session of PostgreSQL that acknowledges before anything is on the disk."""
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
    yield
    with connection.cursor() as cursor:
        cursor.execute("RESET synchronous_commit")


@pytest.mark.django_db
def test_the_database_under_test_keeps_what_it_acknowledged() -> None:
    assert switched_off() == []
    check_durable()


@on_postgres
@pytest.mark.django_db
@pytest.mark.usefixtures("careless")
def test_no_tournament_is_opened_or_begun_where_hands_may_be_lost() -> None:
    tournament = desks.a_tournament(entrants=4, opened=False)
    stage = desks.first_stage(tournament)
    for action in (lambda: open_tournament(tournament, None), lambda: begin_stage(stage, None)):
        with pytest.raises(RuleError) as refused:
            action()
        (mistake,) = refused.value.mistakes
        assert (mistake.code, mistake.params["off"]) == ("database_unsafe", "synchronous_commit")
    tournament.refresh_from_db()
    stage.refresh_from_db()
    assert (tournament.state, stage.state) == (tournament.State.DRAFT, stage.State.WAITING)


@on_postgres
@pytest.mark.django_db
@pytest.mark.usefixtures("careless")
def test_the_brave_accept_it(settings: Settings) -> None:
    settings.UNSAFE_DATABASE = True
    tournament = desks.a_tournament(entrants=4, opened=True)
    begin_stage(desks.first_stage(tournament), None)


@on_postgres
@pytest.mark.database
@pytest.mark.parametrize("accept", in_short([False, True], {False}))
def test_a_start_says_so(tmp_path: Path, accept: bool) -> None:
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    with fresh_database(os.environ["TEST_DATABASE_URL"], f"test_careless_{worker}") as url:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(f'ALTER DATABASE "test_careless_{worker}" SET synchronous_commit = off')
        with running_site(
            tmp_path, url, **({"UNSAFE_DATABASE": "accept"} if accept else {})
        ) as site:
            (line,) = [line for line in site.log.splitlines() if "power cut" in line]
    assert "synchronous_commit is switched off" in line
    if accept:
        assert "Tournaments are played all the same (UNSAFE_DATABASE=accept)." in line
    else:
        assert (
            "No tournament can be opened or begun, unless UNSAFE_DATABASE=accept accepts that."
            in line
        )


def test_who_accepts_it_is_told_all_the_same(settings: Settings) -> None:
    settings.UNSAFE_DATABASE = True
    said = durability_warning(["synchronous_commit"])
    assert (
        "synchronous_commit is switched off. Tournaments are played all the same "
        "(UNSAFE_DATABASE=accept)." in said
    )


@on_postgres
@pytest.mark.slow  # a database server of its own, for settings that are of the whole server
def test_each_of_the_settings_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url, stop = start_postgres(tmp_path)
    try:
        with psycopg.connect(url.replace("/tichu", "/postgres"), autocommit=True) as server:
            for name in NEEDED:
                server.execute(f"ALTER SYSTEM SET {name} = off")
            server.execute("SELECT pg_reload_conf()")
        with psycopg.connect(url.replace("/tichu", "/postgres"), autocommit=True) as server:
            monkeypatch.setattr(connection, "cursor", server.cursor)
            assert switched_off() == sorted(NEEDED)
    finally:
        stop()
