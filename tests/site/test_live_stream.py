"""The stream of changes, from the real server: what is told, to whom, and that nothing is left of
it.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from tests.browser.servers import STOP_SECONDS, Site, fresh_site, running_site
from tests.databases import database_under_test
from tests.site.listening import CUT_OFF, Followed, listening, server_ended, started

pytestmark = pytest.mark.database
on_postgres = pytest.mark.skipif(database_under_test() != "postgres", reason="needs PostgreSQL")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with fresh_site(tmp_path_factory.mktemp("live"), "live") as site:
        yield site
    assert site.process.returncode == 0
    assert "Traceback" not in site.log


@pytest.fixture(scope="module")
def annas(site: Site) -> Followed:
    return started(site)


@pytest.fixture
def game(site: Site, annas: Followed) -> Iterator[tuple[Followed, int]]:
    """Anna's game, running, and the version that it has."""
    with listening(site, annas.ticket) as stream:
        _, version = stream.version()
    yield annas, version
    annas.change(site, "resume")


def test_a_stream_tells_the_version_at_once_and_every_change(
    site: Site, game: tuple[Followed, int]
) -> None:
    followed, version = game
    with listening(site, followed.ticket) as anna, listening(site, followed.ticket) as beat:
        for stream in (anna, beat):
            assert stream.lines() == ["retry: 2000"]
            assert stream.version() == (followed.game, version)
        for step, action in enumerate(["pause", "resume", "pause"], start=1):
            followed.change(site, action)
            for stream in (anna, beat):
                assert stream.version() == (followed.game, version + step)


def test_a_browser_and_a_proxy_are_told_to_keep_nothing_back(site: Site, annas: Followed) -> None:
    with listening(site, annas.ticket) as stream:
        headers = stream.answer.headers
        assert stream.answer.status == 200
        assert headers.get_content_type() == "text/event-stream"
        assert (headers["Cache-Control"], headers["X-Accel-Buffering"]) == ("no-store", "no")
        assert headers["Content-Encoding"] is None


def test_one_stream_follows_several_games_and_leaves_out_bad_tickets(
    site: Site, annas: Followed
) -> None:
    other = started(site)
    forged = other.ticket.replace(other.ticket[0], "x", 1)
    with listening(site, annas.ticket, forged, "", "ü", other.ticket, annas.ticket) as stream:
        assert {stream.version()[0], stream.version()[0]} == {annas.game, other.game}
        other.change(site, "pause")
        assert stream.version() == (other.game, 2)


@pytest.mark.parametrize(
    ("tickets", "status"),
    [
        ([], 404),
        (["", "no ticket", "ä:ö"], 404),
        (["x"] * 20, 404),
        (["x"] * 21, 400),
        (["x"] * 3000, 404),
        (["x"] * 5000, 431),
    ],
)
def test_without_a_good_ticket_there_is_no_stream(
    site: Site, tickets: list[str], status: int
) -> None:
    with listening(site, *tickets) as stream:
        assert stream.answer.status == status
        assert stream.answer.headers.get_content_type() == "text/plain"
        assert stream.answer.read()


@pytest.mark.parametrize("method", ["POST", "HEAD", "PUT"])
def test_only_looking_is_allowed(site: Site, annas: Followed, method: str) -> None:
    with listening(site) as stream:
        stream.answer.read()
        stream.connection.request(method, f"/live/?t={annas.ticket}")
        answer = stream.connection.getresponse()
        assert (answer.status, answer.headers["Allow"]) == (405, "GET")
        answer.read()


# Several processes on one PostgreSQL


@on_postgres
def test_what_one_server_writes_is_told_by_another(
    site: Site, game: tuple[Followed, int], tmp_path: Path
) -> None:
    followed, version = game
    with (
        running_site(tmp_path, site.env["DATABASE_URL"], SECRET_KEY=secret_of(site)) as other,
        listening(other, followed.ticket) as stream,
    ):
        stream.until(followed, version)
        for step, action in enumerate(["pause", "resume", "pause", "resume", "pause"], start=1):
            followed.change(site, action)
            stream.until(followed, version + step)


@on_postgres
def test_all_processes_of_one_server_tell_of_a_change(tmp_path: Path) -> None:
    with fresh_site(tmp_path, "workers", WORKERS="2") as site, ExitStack() as opened:
        followed = started(site)
        # Which process takes a connection is chance: of twenty both have some.
        streams = [opened.enter_context(listening(site, followed.ticket)) for _ in range(20)]
        for stream in streams:
            stream.until(followed, 1)
        followed.change(site, "pause")
        for stream in streams:
            stream.until(followed, 2)
        site.process.terminate()
        assert site.process.wait(STOP_SECONDS) == 0
        assert [server_ended(stream) for stream in streams] == [True] * 20
    assert "Traceback" not in site.log


@on_postgres
def test_a_listener_that_postgresql_cuts_off_comes_back(
    site: Site, game: tuple[Followed, int]
) -> None:
    followed, version = game
    with listening(site, followed.ticket) as stream:
        stream.until(followed, version)
        with psycopg.connect(site.env["DATABASE_URL"], autocommit=True) as connection:
            assert connection.execute(CUT_OFF).fetchall() == [(True,)]
            followed.change(site, "pause")
            stream.until(followed, version + 1)
            followed.change(site, "resume")
            stream.until(followed, version + 2)
            assert connection.execute(CUT_OFF).fetchall() == [(True,)]
            followed.change(site, "pause")
            stream.until(followed, version + 3)
    assert "Listening to PostgreSQL broke off" in site.log


def secret_of(site: Site) -> str:
    return (Path(site.env["DATA_DIR"]) / "secret_key").read_text(encoding="ascii")
