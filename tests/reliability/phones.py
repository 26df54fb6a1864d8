"""Phones without a browser that write games through the API as the outbox does, while their server
comes and goes.
"""

import http.client
import json
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import Condition, Event
from typing import Any

from tests.browser.playing import FOUR

# Seconds that a server may be away before a phone gives up: a test that fails must not hang
PATIENCE = 60
ANSWER_SECONDS = 10  # as in sender.js
PAUSE = 0.05  # seconds until it asks again, of the seconds that sender.js waits
AWAY = 500  # the first status that is no answer of the site to what was sent


@dataclass
class Server:
    """Where the phones find their server, whether it is up, and what it has acknowledged."""

    port: int = 0
    up: Event = field(default_factory=Event)
    heard: Condition = field(default_factory=Condition)
    acknowledged: list[uuid.UUID] = field(default_factory=list)
    refused: list[Any] = field(default_factory=list)
    put_off: int = 0  # how often it said: not now
    over: bool = False

    def begins(self, port: int, phones: Sequence["Phone"]) -> None:
        """It is up, for the first time or again."""
        self.port = port
        for phone in phones:
            phone.start()
        self.up.set()

    def connection(self) -> http.client.HTTPConnection:
        """Each request has one of its own."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_SECONDS)

    def acknowledge(self, entry: uuid.UUID) -> None:
        with self.heard:
            self.acknowledged.append(entry)
            self.heard.notify_all()

    def refuse(self, said: Any) -> None:
        with self.heard:
            self.refused.append(said)
            self.heard.notify_all()

    def puts_off(self, status: int, retry_after: str | None, said: bytes) -> None:
        """It has answered that it cannot. Raises AssertionError where it does not say so in the
        app's error format.
        """
        assert (status, retry_after) == (503, "3"), said
        assert [error["code"] for error in json.loads(said)["errors"]] == ["unavailable"]
        with self.heard:
            self.put_off += 1
            self.heard.notify_all()
        Event().wait(PAUSE)

    def wait_until_put_off(self, count: int) -> None:
        """Wait until phones were told so often that it cannot just now."""
        with self.heard:
            assert self.heard.wait_for(lambda: self.put_off >= count, PATIENCE), (
                "Nobody is told to come again."
            )

    def give_up(self) -> None:
        """It will not come back: phones that still wait for it, or ask, end with an error."""
        self.over = True
        self.up.set()

    def wait_for(self, count: int) -> None:
        """Wait until so many entries are acknowledged. Raises AssertionError where one is refused
        or no more come.
        """
        with self.heard:
            while len(self.acknowledged) < count:
                assert self.heard.wait(PATIENCE), "Nothing is acknowledged any more."
                assert not self.refused, self.refused


@dataclass
class Phone:
    """A phone with one game of its own."""

    server: Server
    game: uuid.UUID = field(default_factory=uuid.uuid4)
    acknowledged: list[uuid.UUID] = field(default_factory=list)
    key: str = ""

    def start(self) -> None:
        """Start the game, once."""
        if self.key:
            return
        given = {
            "id": str(self.game),
            "variant": "nanking",
            "players": FOUR,
            "settings": {"target_score": None},
        }
        answer = self._once("/api/v1/games/", given)
        assert answer, "The server does not answer."
        self.key = answer["key"]

    def write(self, rounds: int) -> None:
        """Write so many rounds, each sent until it is acknowledged. Ends with the first that is
        refused.
        """
        for number in range(len(self.acknowledged) + 1, len(self.acknowledged) + rounds + 1):
            if not self.write_one(number, uuid.uuid4()):
                return

    def write_one(self, number: int, entry: uuid.UUID) -> bool:
        """Send a round until it is acknowledged. False where it is refused."""
        own = 5 * (number % 21)
        played = {"out": [0, 1, 2, 3], "card_points": [own, 100 - own]}
        said = self.send(
            f"/api/v1/games/{self.game}/entries/",
            {"id": str(entry), "number": number, "round": played},
        )
        if said.get("id") != str(entry):
            self.server.refuse(said)
            return False
        if entry not in self.acknowledged:
            self.acknowledged.append(entry)
            self.server.acknowledge(entry)
        return True

    def send(self, address: str, data: dict[str, Any]) -> dict[str, Any]:
        """What the server says, asked again and again until it says something. Raises TimeoutError
        where it is gone.
        """
        while self.server.up.wait(PATIENCE) and not self.server.over:
            answer = self._once(address, data)
            if answer is not None:
                return answer
        raise TimeoutError("The server does not come back.")

    def _once(self, address: str, data: dict[str, Any]) -> dict[str, Any] | None:
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Device {self.key}"} if self.key else {}
        )
        connection = self.server.connection()
        try:
            connection.request("POST", address, json.dumps(data), headers)
            with connection.getresponse() as answer:
                said = answer.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
        if answer.status < AWAY:
            return json.loads(said)
        self.server.puts_off(answer.status, answer.headers["Retry-After"], said)
        return None


def all_writing(
    server: Server, phones: Sequence[Phone], rounds: int
) -> AbstractContextManager[None]:
    """Phones that write so many rounds each while the block runs, and are done at its end. Raises
    what one raised.
    """
    return all_at_once(server, [partial(phone.write, rounds) for phone in phones])


@contextmanager
def all_at_once(server: Server, works: Sequence[Callable[[], object]]) -> Iterator[None]:
    """What phones do while the block runs; it is done at its end.
    Raises what one of them raised.
    """
    with ThreadPoolExecutor(len(works)) as pool:
        running = [pool.submit(work) for work in works]
        try:
            yield
        except BaseException:
            server.give_up()
            raise
        for each in running:
            each.result(PATIENCE)
