"""What the long evenings share: phones that come by a table's card, write as an outbox does and
agree, and a count of everything that was played.

Nothing here asks the models or the actions; `Web` lets the same phones talk to a server that really
runs.
"""

import http.client
import json
import re
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import unescape
from http.cookies import SimpleCookie
from random import Random
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.markup import flat
from tests.tournaments.hall import Browser, a_hand, standings

WIN, LEVEL = 2, 1
Said = dict[str, Any]
Standing = tuple[int, str, tuple[int, ...]]  # rank, name, the figure in each column


# A browser without a screen, at a server that really runs
# ------------------------------------------------------------


@dataclass
class Answer:
    """What a server answered, read as the answers of Django's test client are."""

    status_code: int
    headers: Mapping[str, str]
    content: bytes

    def __getitem__(self, name: str) -> str:
        return self.headers[name.lower()]

    def json(self) -> Any:
        return json.loads(self.content)


@dataclass
class Web:
    """Asks a server over the network, keeps its cookies, and follows nothing by itself."""

    url: str
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, address: str, **headers: str) -> Answer:
        return self._ask("GET", address, None, headers)

    def post(
        self,
        address: str,
        data: Any = None,
        content_type: str = "application/x-www-form-urlencoded",
    ) -> Answer:
        """Send a form; or anything else as JSON, with the token that a page's script takes out of
        its cookie.
        """
        is_form = content_type == "application/x-www-form-urlencoded"
        body = urlencode(data or {}, doseq=True) if is_form else json.dumps(data)
        headers = {"Content-Type": content_type, "X-CSRFToken": self.cookies.get("csrftoken", "")}
        return self._ask("POST", address, body, headers)

    def _ask(
        self, method: str, address: str, body: str | None, headers: Mapping[str, str]
    ) -> Answer:
        place = urlsplit(self.url)
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
        cookies = "; ".join(f"{key}={value}" for key, value in self.cookies.items())
        try:
            path = address.partition("#")[0]
            connection.request(
                method, path, body, {**headers, "Cookie": cookies, "Accept-Language": "en"}
            )
            with connection.getresponse() as answer:
                for line in answer.headers.get_all("Set-Cookie") or []:
                    self.cookies |= {
                        key: morsel.value for key, morsel in SimpleCookie(line).items()
                    }
                told = {key.lower(): value for key, value in answer.headers.items()}
                content = answer.read()
                if told.get("content-type", "").startswith("text/html"):
                    content = flat(content.decode()).encode()
                return Answer(answer.status, told, content)
        finally:
            connection.close()


# Phones at the tables
# ------------------------------------------------------------------------------------------------


@dataclass
class TableHand:
    """A hand as it was played and as the phone sends it."""

    entry: Said
    points: tuple[int, int]

    @property
    def id(self) -> str:
        return str(self.entry["id"])


def hands_by_chance(chance: Random, count: int) -> list[TableHand]:
    """So many hands from the first on, each with its id."""
    found = []
    for number in range(1, count + 1):
        data, points, _ = a_hand(chance, chance.sample(range(4), 4), grand=False, sweep_value=200)
        entry = {
            "id": str(uuid.UUID(int=chance.getrandbits(128), version=4)),
            "number": number,
            "round": data,
        }
        found.append(TableHand(entry, points))
    return found


@dataclass
class CardPhone(Browser):
    """A phone that scans the card of its table, and only presses what the page shows then."""

    chance: Random = field(default_factory=Random)
    match: str = ""  # the address of the match's page
    game: str = ""
    sides: list[str] = field(default_factory=list)
    side: int = 0  # of whoever holds it
    waiting: list[TableHand] = field(default_factory=list)  # on this phone's disk
    told: dict[str, str] = field(default_factory=dict)  # by entry: what the server said came of it
    refused: list[Any] = field(default_factory=list)

    def scans(self, card: str) -> None:
        """Open the address on the card: it leads on to the match that its table plays now."""
        answer = self.client.get(card)
        assert (answer.status_code, answer["Location"].split("/")[1]) == (302, "match"), card
        self.match, self.game, self.sides = answer["Location"], "", []
        self.page()

    def page(self) -> str:
        """The match's page as it stands now; it is where the names of the sides are read, too."""
        page = self.look(self.match)
        self.sides = self.sides or sides_of(page)
        return page

    def writes(self, side: int = 0) -> None:
        """Say who holds this phone, and sit down to write."""
        self.side = side
        screen = self.send(self.match, "/games/1/", side=str(side))
        found = re.search(r"/games/([0-9a-f-]{36})/", screen)
        assert found, screen
        self.game = found[1]
        self.look(screen)

    def looks_on(self, side: int) -> None:
        self.send(self.match, "/sit/", side=str(side))

    def plays(self, count: int) -> list[TableHand]:
        """Play so many hands from the first on: they wait on the phone until it sends."""
        hands = hands_by_chance(self.chance, count)
        self.waiting += hands
        return hands

    def sends(self, most: int = 1000) -> None:
        """Send what waits as the outbox does: in order, each until it was answered; some answers
        are lost on the way, and what was taken already is sent once more. `most`: then the network
        is gone.
        """
        for _ in range(min(most, len(self.waiting))):
            hand = self.waiting[0]
            first = self._post(hand)
            if self.chance.random() < 0.3:  # the answer was lost
                assert self._post(hand).content == first.content
            if first.status_code != 201:
                self.refused.append(first.json())
                return
            self.told[hand.id] = first.json()["outcome"]
            self.waiting.pop(0)

    def _post(self, hand: TableHand) -> Any:
        return self.client.post(
            f"/api/v1/games/{self.game}/entries/", hand.entry, content_type="application/json"
        )

    def agrees(self, side: int) -> None:
        """Watch for a side where that is still to be said, and press "Yes, that is right"."""
        if 'action="' + self.match + 'agree/"' not in self.page():
            self.looks_on(side)
        self.send(self.match, "/agree/")


def sides_of(page: str) -> list[str]:
    """The two sides of a match as its page names them, by their index."""
    offered = re.findall(
        r'name="side" value="(\d)"[^>]*>\s*(?:<span[^>]*></span>)?\s*<bdi>(.*?)</bdi>',
        page,
        re.DOTALL,
    )
    found = {int(index): unescape(re.sub(r"<[^>]+>", "", name)) for index, name in offered}
    assert sorted(found) == [0, 1], page
    return [found[0], found[1]]


# What was played, counted
# -----------------------------------------------------------------------------------------


@dataclass
class Played:
    """Every match that counts: session round, and each side with its Tichu points."""

    matches: dict[tuple[int, int], tuple[tuple[str, int], tuple[str, int]]] = field(
        default_factory=dict
    )

    def note(
        self, round_: int, table: int, sides: Iterable[str], hands: Iterable[tuple[int, int]]
    ) -> None:
        """What the table remembers of a match; noted again, it is put right."""
        hands, (first, second) = list(hands), sides
        totals = [sum(points[side] for points in hands) for side in (0, 1)]
        self.matches[round_, table] = (first, totals[0]), (second, totals[1])

    def both_ways(self) -> list[tuple[tuple[str, int], tuple[str, int]]]:
        rows = list(self.matches.values())
        return [*rows, *((other, one) for one, other in rows)]

    def points(self, pair: str) -> int:
        own = [(had, gave) for (name, had), (_, gave) in self.both_ways() if name == pair]
        return sum(WIN * (had > gave) + LEVEL * (had == gave) for had, gave in own)

    def figures(self, pair: str) -> tuple[int, int, int]:
        """Points, the sum of the opponents' points, difference."""
        met = [other for (name, _), (other, _) in self.both_ways() if name == pair]
        difference = sum(had - gave for (name, had), (_, gave) in self.both_ways() if name == pair)
        return self.points(pair), sum(map(self.points, met)), difference

    def up_to(self, round_: int) -> "Played":
        return Played({key: value for key, value in self.matches.items() if key[0] <= round_})

    def standings(self, everybody: Iterable[str]) -> dict[str, tuple[int, tuple[int, ...]]]:
        """Rank and figures of everybody; who is level on all of them shares the rank."""
        figures = {name: self.figures(name) for name in everybody}
        return {
            name: (1 + sum(other > own for other in figures.values()), own)
            for name, own in figures.items()
        }


def shown_standings(page: str) -> dict[str, tuple[int, tuple[int, ...]]]:
    """Rank and figures by name, as a page of standings shows them."""
    return {
        name: (rank, tuple(int(cell.replace("\N{MINUS SIGN}", "-")) for cell in cells))
        for rank, name, cells in standings(page)
    }


def typed_code(phone: Browser, code: str) -> str:
    """Type the six characters of a card: the address of the card."""
    return phone.send("/table/", "/table/", code=code)
