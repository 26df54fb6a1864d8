"""Phones without a browser that write games through the API as the outbox does, while their server comes and goes."""

import http.client
import json
import uuid
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition, Event
from typing import Any

from tests.browser.playing import FOUR

PATIENCE = 60  # seconds that a server may be away before a phone gives up: a test that fails must not hang
ANSWER_SECONDS = 10  # as in sender.js
AWAY = 500  # the first status that is no answer of the site to what was sent


@dataclass
class Server:
    """Where the phones find their server, whether it is up, and what it has acknowledged."""

    port: int = 0
    up: Event = field(default_factory=Event)
    heard: Condition = field(default_factory=Condition)
    acknowledged: list[uuid.UUID] = field(default_factory=list)
    refused: list[Any] = field(default_factory=list)
    over: bool = False

    def begins(self, port: int, phones: Sequence["Phone"]) -> None:
        """It is up, for the first time or again."""
        self.port = port
        for phone in phones:
            phone.start()
        self.up.set()

    def acknowledge(self, entry: uuid.UUID) -> None:
        with self.heard:
            self.acknowledged.append(entry)
            self.heard.notify_all()

    def refuse(self, said: Any) -> None:
        with self.heard:
            self.refused.append(said)
            self.heard.notify_all()

    def give_up(self) -> None:
        """It will not come back: phones that still wait for it, or ask, end with an error."""
        self.over = True
        self.up.set()

    def wait_for(self, count: int) -> None:
        """Wait until so many entries are acknowledged. Raises AssertionError where one is refused or no more come."""
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
        given = {"id": str(self.game), "variant": "nanking", "players": FOUR, "settings": {"target_score": None}}
        answer = self._once("/api/v1/games/", given)
        assert answer, "The server does not answer."
        self.key = answer["key"]

    def write(self, rounds: int) -> None:
        """Write so many rounds, each sent until it is acknowledged. Ends with the first that is refused."""
        for number in range(1, rounds + 1):
            entry = uuid.uuid4()
            own = 5 * (number % 21)
            played = {"out": [0, 1, 2, 3], "card_points": [own, 100 - own]}
            said = self.send(
                f"/api/v1/games/{self.game}/entries/", {"id": str(entry), "number": number, "round": played}
            )
            if said.get("id") != str(entry):
                self.server.refuse(said)
                return
            self.acknowledged.append(entry)
            self.server.acknowledge(entry)

    def send(self, address: str, data: dict[str, Any]) -> dict[str, Any]:
        """What the server says, asked again and again until it says something. Raises TimeoutError where it is gone."""
        while self.server.up.wait(PATIENCE) and not self.server.over:
            answer = self._once(address, data)
            if answer is not None:
                return answer
        raise TimeoutError("The server does not come back.")

    def _once(self, address: str, data: dict[str, Any]) -> dict[str, Any] | None:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Device {self.key}"} if self.key else {})
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=ANSWER_SECONDS)
        try:
            connection.request("POST", address, json.dumps(data), headers)
            answer = connection.getresponse()
            said = answer.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
        return json.loads(said) if answer.status < AWAY else None


@contextmanager
def all_writing(server: Server, phones: Sequence[Phone], rounds: int) -> Iterator[None]:
    """Phones that write so many rounds each while the block runs, and are done at its end. Raises what one raised."""
    with ThreadPoolExecutor(len(phones)) as pool:
        running = [pool.submit(phone.write, rounds) for phone in phones]
        try:
            yield
        except BaseException:
            server.give_up()
            raise
        for each in running:
            each.result(PATIENCE)
