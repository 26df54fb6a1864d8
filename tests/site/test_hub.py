"""Who is told what, seen from inside the process: the newest alone, nothing twice, nobody
remembered for ever.
"""

import asyncio
import socket
import uuid
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from django.db import OperationalError, connection, transaction
from pytest_django import DjangoAssertNumQueries

from scoring.games import live
from scoring.games.actions.game_state import pause_game
from scoring.games.live import announce, channel_of_ticket, ticket_of, versions_of
from scoring.models import Game
from tests.databases import database_under_test
from tests.scoring.games import a_game
from tests.site.listening import CUT_OFF
from tichu_site.server.hub import BEAT, BEAT_SECONDS, REREAD_SECONDS, Hub, Watcher, version_event
from tichu_site.server.live_stream import LiveStream
from tichu_site.server.server import Server

PATIENCE = 15  # seconds until what does not come counts as lost; less than until all is read anew
LISTENING = """
SELECT 1 FROM pg_stat_activity
WHERE datname = current_database() AND query LIKE 'LISTEN %' AND state = 'idle'
"""
GAME = uuid.UUID("11111111-2222-3333-4444-555555555555")


def within(task: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(task, PATIENCE))


@asynccontextmanager
async def a_hub() -> AsyncIterator[Hub]:
    hub = Hub()
    try:
        yield hub
    finally:
        hub.close()
        # Its connection to the database goes with its thread.
        await asyncio.to_thread(hub._reader.shutdown)


def watching(hub: Hub, *channels: uuid.UUID) -> Watcher:
    watcher = Watcher(channels)
    hub.add(watcher)
    return watcher


# Tickets


@pytest.mark.django_db
def test_a_ticket_leads_to_its_game_and_no_other_text_does() -> None:
    game = a_game()
    ticket = ticket_of(game)
    assert channel_of_ticket(ticket) == game.pk
    assert len(ticket) < 80
    damaged = [
        ticket[:place] + ("A" if ticket[place] != "A" else "B") + ticket[place + 1 :]
        for place in range(20)
    ]
    assert {
        channel_of_ticket(text) for text in [*damaged, ticket[:-2], "", ":", "é:ü", str(game.pk)]
    } == {None}


# What a stream is told


def test_a_slow_phone_is_told_the_newest_version_alone() -> None:
    async def slow() -> None:
        watcher = Watcher([GAME])
        for version in (5, 6, 7, 6):
            watcher.notify(GAME, version)
        assert await watcher.events() == version_event(GAME, 7)
        watcher.notify(GAME, 7)
        watcher.notify(GAME, 3)
        watcher.beat()
        assert await watcher.events() == BEAT

    within(slow())


def test_an_event_says_channel_and_version_and_a_beat_says_nothing() -> None:
    data = '{"channel": "11111111-2222-3333-4444-555555555555", "version": 12}'
    assert version_event(GAME, 12).decode() == f"event: version\nid: 12\ndata: {data}\n\n"
    assert BEAT.decode() == "event: beat\ndata: {}\n\n"


@pytest.mark.django_db(transaction=True)
def test_each_stream_hears_one_beat_in_fifteen_seconds_and_not_all_at_once() -> None:
    async def listen() -> None:
        async with a_hub() as hub:
            watchers = [watching(hub, GAME) for _ in range(2 * BEAT_SECONDS)]
            beats = []
            for second in range(1, BEAT_SECONDS + 1):
                hub.tick(second)
                beats.append([watcher for watcher in watchers if watcher._beat])
                for watcher in beats[-1]:
                    assert await watcher.events() == BEAT
            assert [len(heard) for heard in beats] == [2] * BEAT_SECONDS
            assert {watcher for heard in beats for watcher in heard} == set(watchers)

    within(listen())


@pytest.mark.django_db(transaction=True)
def test_a_change_is_told_when_it_stands_and_never_when_it_does_not() -> None:
    game = a_game()

    def change() -> None:
        try:
            with transaction.atomic():
                Game.objects.update(version=100)
                announce(game.pk, 100)
                raise RuntimeError
        except RuntimeError:
            pause_game(game, game.device)
        finally:
            close_connections()

    async def listen() -> None:
        async with a_hub() as hub:
            watcher = watching(hub, game.pk)
            assert await watcher.events() == version_event(game.pk, 1)
            await asyncio.to_thread(change)
            assert await watcher.events() == version_event(game.pk, 2)

    within(listen())


@pytest.mark.django_db(transaction=True)
def test_what_another_program_wrote_shows_when_all_is_read_anew() -> None:
    game = a_game()

    def change_unannounced() -> None:
        Game.objects.update(version=9)
        close_connections()

    async def listen() -> None:
        async with a_hub() as hub:
            watcher = watching(hub, game.pk)
            assert await watcher.events() == version_event(game.pk, 1)
            await asyncio.to_thread(change_unannounced)
            hub.tick(REREAD_SECONDS)
            while (events := await watcher.events()) == BEAT:
                pass
            assert events.startswith(version_event(game.pk, 9))

    within(listen())


@pytest.mark.skipif(database_under_test() != "postgres", reason="needs PostgreSQL")
@pytest.mark.django_db(transaction=True)
def test_what_postgresql_could_not_tell_while_the_line_was_cut_is_read_after_it() -> None:
    game = a_game()

    def change_and_cut() -> None:
        with connection.cursor() as cursor:
            while not cursor.rowcount > 0:
                cursor.execute(LISTENING)
            with transaction.atomic():
                Game.objects.update(version=9)
                cursor.execute(CUT_OFF)
                assert cursor.rowcount == 1
        close_connections()

    async def listen() -> None:
        async with a_hub() as hub:
            watcher = watching(hub, game.pk)
            assert await watcher.events() == version_event(game.pk, 1)
            await asyncio.to_thread(change_and_cut)
            while (events := await watcher.events()) == BEAT:
                pass
            assert events.startswith(version_event(game.pk, 9))

    within(listen())


@pytest.mark.django_db(transaction=True)
def test_a_database_that_fails_once_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = a_game()
    failures = [OperationalError("the disk\nis full")]

    def fail_once(games: list[uuid.UUID]) -> dict[uuid.UUID, int]:
        if failures:
            raise failures.pop()
        return versions_of(games)

    monkeypatch.setattr(live, "versions_of", fail_once)

    async def listen() -> None:
        async with a_hub() as hub:
            watcher = watching(hub, game.pk)
            while failures:
                await asyncio.sleep(0)
            hub.reread()
            assert await watcher.events() == version_event(game.pk, 1)

    within(listen())
    assert "The versions of games could not be read: the disk is full" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_many_who_come_at_once_cost_one_query(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [a_game().pk for _ in range(3)]
    asked: list[set[uuid.UUID]] = []

    def count(games: list[uuid.UUID]) -> dict[uuid.UUID, int]:
        asked.append(set(games))
        return versions_of(games)

    monkeypatch.setattr(live, "versions_of", count)

    async def listen() -> None:
        async with a_hub() as hub:
            watchers = [watching(hub, games[place % 3]) for place in range(300)]
            for watcher in watchers:
                assert await watcher.events() == version_event(watcher.channels[0], 1)

    within(listen())
    # With PostgreSQL they are read once more when it has begun to listen.
    assert asked[0] == set(games)
    assert len(asked) <= 2


@pytest.mark.django_db
def test_the_versions_of_very_many_games_are_read_in_parts(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game = a_game()
    # Three for the games, three for those among the rest that could be tournaments.
    with django_assert_num_queries(6):
        assert versions_of([game.pk, *(uuid.uuid4() for _ in range(1200))]) == {game.pk: 1}


# What is left


@pytest.mark.django_db(transaction=True)
def test_nothing_is_left_of_streams_that_have_ended() -> None:
    games = [a_game() for _ in range(2)]
    tickets = "&".join(f"t={ticket_of(game)}" for game in games)

    async def come_and_go() -> None:
        async with a_hub() as hub, served(hub) as (server, port):
            connections = [await asyncio.open_connection("127.0.0.1", port) for _ in range(200)]
            for reader, writer in connections:
                writer.write(f"GET /live/?{tickets} HTTP/1.1\r\nHost: tichu\r\n\r\n".encode())
                for _ in games:
                    await reader.readuntil(b"event: version")
            assert {game: len(watchers) for game, watchers in hub.watchers.items()} == {
                game.pk: 200 for game in games
            }
            streams = list(server.server_state.tasks)
            assert len(streams) == 200
            for place, (_, writer) in enumerate(connections):
                # Closing the page; or the phone's battery.
                writer.transport.abort() if place % 2 else writer.close()
            await asyncio.wait(streams)
            assert hub.watchers == {}
            assert [len(part) for part in hub._beats] == [0] * BEAT_SECONDS
            assert server.server_state.tasks == set()

    within(come_and_go())


@pytest.mark.django_db(transaction=True)
def test_a_hub_that_is_closed_ends_all_streams_and_those_that_still_come() -> None:
    async def close() -> None:
        async with a_hub() as hub:
            early = watching(hub, GAME)
            hub.close()
            late = watching(hub, GAME)
            assert [await early.events(), await late.events()] == [b"", b""]

    within(close())


@asynccontextmanager
async def served(hub: Hub) -> AsyncIterator[tuple[uvicorn.Server, int]]:
    """The stream alone, by uvicorn on this very loop: its server and its port."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(LiveStream(hub), lifespan="off", ws="none", log_config=None)
    server = Server(config, hub.close)
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started:
        await asyncio.sleep(0)
    try:
        yield server, listening.getsockname()[1]
    finally:
        server.should_exit = True
        await serving


def close_connections() -> None:
    """Those of this thread: one that stays open would keep the tests'
    database from being removed.
    """
    from django.db import connections

    connections.close_all()
