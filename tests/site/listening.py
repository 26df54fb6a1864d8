"""What the tests of live pages share: a game on a running server, whoever changes it, whoever
listens.
"""

import http.client
import json
import re
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from tests.browser.servers import Site

# Seconds that a listener waits for what should come at once; less than until all is read anew
PATIENCE = 15
CSRF = "c" * 32
# Ends all connections that listen to this database, and waits until they are gone: a row for each.
CUT_OFF = """
SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
WHERE datname = current_database() AND query LIKE 'LISTEN %'
"""
GAME = {
    "variant": "nanking",
    "players": ["Anna", "Beat", "Carla", "Dino"],
    "settings": {"target_score": None},
}


@dataclass(frozen=True)
class Followed:
    """A game of Anna's on a server, the ticket that its pages hold, and the key of her phone."""

    game: str
    ticket: str
    key: str

    def change(self, site: Site, action: str) -> None:
        """`pause` or `resume` it on Anna's phone: one version more."""
        headers = {
            "Cookie": f"device={self.key}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        status, _said = ask(site, "POST", f"/games/{self.game}/{action}/", urlencode({}), headers)
        assert status == 302, site.log


def ask(
    site: Site, method: str, path: str, body: str | None, headers: dict[str, str]
) -> tuple[int, str]:
    """The status of an answer, and what it says."""
    with closing(
        http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=PATIENCE)
    ) as connection:
        connection.request(method, path, body, headers)
        with connection.getresponse() as answer:
            return answer.status, answer.read().decode()


def started(site: Site) -> Followed:
    """A new game, in its first version: by a request, since a process beside the server takes a
    second to start.
    """
    game = str(uuid.uuid4())
    given = json.dumps({"id": game, **GAME})
    status, said = ask(site, "POST", "/api/v1/games/", given, {"Content-Type": "application/json"})
    assert status == 201, said
    key = json.loads(said)["key"]
    _status, page = ask(site, "GET", f"/games/{game}/score/", None, {"Cookie": f"device={key}"})
    ticket = re.search(r'"ticket": ?"([^"]+)"', page)
    assert ticket, page
    return Followed(game, ticket[1], key)


class Stream:
    """A page that listens."""

    def __init__(self, site: Site, *tickets: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=PATIENCE)
        self.connection.request("GET", f"/live/?{urlencode([('t', ticket) for ticket in tickets])}")
        self.answer = self.connection.getresponse()

    def close(self) -> None:
        # Both: an answer that has no length keeps the socket as long as it is open.
        self.answer.close()
        self.connection.close()

    def lines(self) -> list[str]:
        """The next block of lines; empty where the server has ended the stream."""
        block: list[str] = []
        while line := self.answer.readline().decode():
            if line == "\n":
                break
            block.append(line.rstrip("\n"))
        return block

    def version(self) -> tuple[str, int]:
        """The next game and version that it tells, whatever else comes before."""
        while block := self.lines():
            fields = dict(line.split(": ", 1) for line in block)
            if fields.get("event") == "version":
                data = json.loads(fields["data"])
                assert fields["id"] == str(data["version"])
                return data["channel"], data["version"]
        raise AssertionError("the stream ended")

    def until(self, followed: Followed, version: int) -> None:
        """Listen until this version of this game is told; a later one, or silence, is a failure."""
        told = 0
        while told < version:
            game, told = self.version()
            assert game == followed.game
        assert told == version


@contextmanager
def listening(site: Site, *tickets: str) -> Iterator[Stream]:
    stream = Stream(site, *tickets)
    try:
        yield stream
    finally:
        stream.close()


def server_ended(stream: Stream) -> bool:
    """Whether the server has ended a stream in order, after what it still had to tell."""
    try:
        while stream.lines():
            pass
    except (TimeoutError, http.client.HTTPException):
        return False
    return True
