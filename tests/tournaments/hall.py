"""A whole event as people hold it: a director with the pages' own forms, a phone at each table,
hands as they fall.

Nothing here asks the models or the actions. What was played is remembered, so that a test can count
it again.
"""

import csv
import io
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from random import Random
from typing import Any
from urllib.parse import urlsplit

from django.test import Client

from tests.requests import Response

# Who sat there, each side's points, the side that swept
Hand = tuple[tuple[str, ...], tuple[int, int], int | None]


@dataclass
class Form:
    """A form of a page: where it goes, what it holds, its buttons with a name."""

    action: str
    fields: dict[str, Any] = field(default_factory=dict)  # a list for a list of choices
    buttons: list[tuple[str, str]] = field(default_factory=list)
    asks: bool = False  # it is sent by GET


class Forms(HTMLParser):
    """The forms of a page with everything that a browser would send of them untouched."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.by_id: dict[str, Form] = {}
        self.now: Form | None = None
        self.area: str = ""
        self.choice: str = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.now = Form(
                given.get("action", ""), asks=given.get("method", "get").lower() == "get"
            )
            self.found.append(self.now)
            self.by_id[given.get("id", "")] = self.now
        if tag == "select":
            self.choice = given.get("name", "")
        elif tag == "option" and self.now and self.choice and "selected" in given:
            held = self.now.fields.get(self.choice, [])
            self.now.fields[self.choice] = [*held, given["value"]]
        form = self.by_id.get(given["form"], self.now) if "form" in given else self.now
        name = given.get("name")
        # A button that sends the same fields elsewhere
        if form is not None and "formaction" in given:
            form.action = form.action or given["formaction"]
            self.found.append(Form(given["formaction"], form.fields, form.buttons))
        if form is None or not name:
            return
        if tag == "button":
            form.buttons.append((name, given.get("value", "")))
        elif tag == "textarea":
            self.area = name
            form.fields[name] = ""
        elif tag == "input" and (
            given.get("type") not in {"checkbox", "radio"} or "checked" in given
        ):
            form.fields[name] = given.get("value", "on")

    def handle_data(self, data: str) -> None:
        if self.area and self.now:
            self.now.fields[self.area] += data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.now = None
        self.area = "" if tag == "textarea" else self.area


@dataclass
class Browser:
    """A browser that only does what its pages offer."""

    client: Client = field(default_factory=Client)

    def look(self, address: str) -> str:
        """A page. Its address without the part after #."""
        answer = self.client.get(address.partition("#")[0])
        assert answer.status_code == 200, (address, answer.status_code)
        page: str = answer.content.decode()
        return page

    def send(self, address: str, goes: str, press: str = "", **typed: str) -> str:
        """Fill the form of this page whose address ends so, send it, and follow: the address of the
        next page.

        `press` is the name of the button where there are several.
        """
        page = self.look(address)
        forms = [
            form
            for form in Forms(page).found
            if (form.action or address).partition("#")[0].endswith(goes)
        ]
        assert forms, (address, goes, [form.action for form in Forms(page).found])
        form = forms[0]
        pressed = dict([button for button in form.buttons if button[0] == press][:1])
        answer = self.client.post(form.action or address, {**form.fields, **pressed, **typed})
        # Nobody agreed to some results: let them count
        if answer.status_code == 409 and goes.endswith("/close/"):
            for again in Forms(answer.content.decode()).found:
                if again.action == form.action and "accept" in again.fields:
                    answer = self.client.post(again.action, again.fields)
        if answer.status_code == 200 and 'name="sure"' in answer.content.decode():
            answer = self.really(form.action or address, answer.content.decode(), **typed)
        assert answer.status_code in {302, 303}, (
            answer.status_code,
            errors_of(answer.content.decode()),
        )
        return str(answer["Location"])

    def really(self, address: str, page: str, **typed: str) -> Response:
        """Press the button on the page that tells first what would change."""
        (form,) = [form for form in Forms(page).found if "sure" in form.fields]
        why = typed.get("reason") or form.fields.get("reason") or "as the hall wants it"
        return self.client.post(form.action or address, form.fields | {"reason": why})


def errors_of(page: str) -> list[str]:
    """What a page says is wrong."""
    found = re.findall(r'<(?:p|li)[^>]*class="error"[^>]*>(.*?)</', page, re.DOTALL)
    found += re.findall(r'<div class="errors".*?</div>', page, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split()) for text in found]


def names_in(part: str) -> list[str]:
    return [plain(name) for name in re.findall(r"<bdi[^>]*>(.*?)</bdi>", part)]


def plain(name: str) -> str:
    """A name as it is read: on the page each of its people may stand in an element of their own."""
    return unescape(re.sub(r"<[^>]+>", "", name)).replace("\xa0", " ")


class Director(Browser):
    """Somebody at the desk, who sets up an evening and leads it."""

    desk = ""

    def make(self, preset: str, name: str, **answers: str) -> None:
        """Start a club, and make a tournament out of a ready-made event."""
        choice = self.send("/desk/", "/desk/clubs/", name="Tichu club")
        made = self.send(f"{choice}?preset={preset}", choice, name=name, **answers)
        self.desk = made.removesuffix("board/")

    def enter_list(self, lines: list[str]) -> None:
        """Paste a list, look at what was understood, and enter it."""
        address, text = f"{self.desk}entrants/list/", "\n".join(lines)
        page = self.client.post(address, {"list": text, "look": "1"}).content.decode()
        (form,) = [form for form in Forms(page).found if "seen" in form.fields]
        assert form.fields["list"].strip() == text
        answer = self.client.post(address, {**form.fields, "enter": "1"})
        assert (answer.status_code, answer["Location"]) == (302, f"{self.desk}entrants/")

    def go_on(self, goes: str, **typed: str) -> str:
        """Press the button on the desk's first page that says what is next."""
        return self.send(f"{self.desk}board/", goes, **typed)

    def entrant(self, name: str) -> str:
        """The page of an entrant, found by the name."""
        page = self.look(f"{self.desk}entrants/")
        rows = re.findall(r'href="([^"]*/entrants/\d+/)"[^>]*>(.*?)</a>', page, re.DOTALL)
        (found,) = {
            address for address, shown in rows if name in names_in(shown) or name in plain(shown)
        }
        return str(found)

    def swap_first_two_tables(self, draft: str) -> tuple[str, str]:
        """Let the first entrant of the first table change places with the first of the second: both
        names.
        """
        first, second = [seated[0] for seated in seats_of_tables(self.look(draft))[:2]]
        (moving,) = {
            pk
            for pk, name in re.findall(r'\?swap=(\d+)"><bdi>(.*?)</bdi>', self.look(draft))
            if plain(name) == first
        }
        page = self.look(f"{draft}?swap={moving}")
        (other,) = {
            pk
            for pk, name in re.findall(r'name="second" value="(\d+)">.*?<bdi>(.*?)</bdi>', page)
            if plain(name) == second
        }
        (form,) = [one for one in Forms(page).found if one.action.endswith("swap/#swapping")]
        told = self.client.post(form.action, form.fields | {"second": other})
        (sure,) = [
            one for one in Forms(told.content.decode()).found if one.fields.get("second") == other
        ]
        assert self.client.post(sure.action, sure.fields).status_code == 302
        return first, second

    def sets_up(self, stage: int = 1, **changed: str) -> None:
        """Change settings of a stage in its form."""
        address = f"{self.desk}stages/{stage}/"
        (form,) = [one for one in Forms(self.look(address)).found if "shown_format" in one.fields]
        answer = self.client.post(address, {**form.fields, "action": "save", **changed})
        assert answer.status_code == 302, answer.content.decode()

    def runs_it(self, **changed: str) -> None:
        """Change how the evening is run."""
        self.send(f"{self.desk}evening/", "/evening/", **changed)

    def cards(self, tables: int) -> dict[int, str]:
        """The typed code of each table's card, as the printed page shows them."""
        page = self.look(f"{self.desk}print/cards/?tables={tables}")
        found = re.findall(
            r'labelledby="card-(\d+)".*?<p class="typed">\s*<b class="num">([^<]+)</b>',
            page,
            re.DOTALL,
        )
        return {int(number): code for number, code in found}

    def match_at(self, round_: str, table: int) -> str:
        """The page of a table's match."""
        part = self.look(round_).partition(f'id="table-{table}"')[2]
        found = re.search(r'href="([^"]*/matches/\d+/)"', part)
        assert found, (round_, table)
        return found[1]

    def links_of_tables(self, round_: str) -> list[str]:
        """The path of each table's link, as the page of its match shows it."""
        pages = dict.fromkeys(re.findall(r'<a href="([^"]*/matches/\d+/)"', self.look(round_)))
        links = [re.search(r'id="address"[^>]*value="([^"]+)"', self.look(page)) for page in pages]
        return [urlsplit(link[1]).path for link in links if link]


def seats_of_tables(page: str) -> list[list[str]]:
    """Who sits at each table of a session round, by name, as the desk's page shows it."""
    return [
        names_in(part)
        for part in re.findall(r'<li class="match-card.*?<h3[^>]*>(.*?</ul>)', page, re.DOTALL)
    ]


@dataclass
class TablePhone(Browser):
    """The phone at a table: it follows the table's link and writes what is played, some of it
    twice.
    """

    chance: Random = field(default_factory=Random)

    def follow(self, link: str) -> str:
        """Open the match and its game: the game's id."""
        screen = self.send(link, "/games/1/")
        self.look(screen)
        found = re.search(r"/games/([0-9a-f-]{36})/", screen)
        assert found
        return found[1]

    def play(
        self, link: str, most: int, *, grand: bool = False, sweep_value: int = 200
    ) -> list[Hand]:
        """Write hands until the game is over or there are so many; what was played, as the table
        remembers it.
        """
        game = self.follow(link)
        shown = self.client.get(f"/api/v1/games/{game}/").json()
        played: list[Hand] = []
        for number in range(1, most + 1):
            order = self.chance.sample(range(4), 4)
            data, points, swept = a_hand(self.chance, order, grand=grand, sweep_value=sweep_value)
            sides = tuple(tuple(shown["players"][seat] for seat in side) for side in shown["sides"])
            played.append((sum(sides, ()), points, swept))
            entry = {
                "id": str(uuid.UUID(int=self.chance.getrandbits(128))),
                "number": number,
                "round": data,
            }
            # The second hand is sent twice: its first answer was lost
            for _ in range(1 + (number == 2)):
                answer = self.client.post(
                    f"/api/v1/games/{game}/entries/", entry, content_type="application/json"
                )
                assert answer.status_code == 201, answer.content
            if grand and self.client.get(f"/api/v1/games/{game}/").json()["state"] == "finished":
                break
        return played


def a_hand(
    chance: Random, order: list[int], *, grand: bool, sweep_value: int
) -> tuple[dict[str, Any], tuple[int, int], int | None]:
    """A hand as the phone sends it, with each side's points counted here by the rules, and the side
    that swept.
    """
    points = [0, 0]
    data: dict[str, Any] = {"out": order}
    swept = order[0] % 2 if order[0] % 2 == order[1] % 2 else None
    if swept is None:
        points[0] = chance.randrange(-25, 126, 5)
        points[1] = 100 - points[0]
        data["card_points"] = list(points)
    else:
        data["out"] = order[:2]
        points[swept] += sweep_value
    if grand or chance.random() < 0.6:
        caller = order[0] if chance.random() < 0.7 else order[3]
        call, value = ("grand", 200) if grand and chance.random() < 0.6 else ("tichu", 100)
        data["calls"] = {str(caller): call}
        points[caller % 2] += value if caller == order[0] else -value
    return data, (points[0], points[1]), swept


# The public pages
# --------------------------------------------------------------------------------------------------


def standings(page: str) -> list[tuple[int, str, tuple[str, ...]]]:
    """The rows of the standings as the page shows them: rank, name, the figure in each column."""
    found = []
    for rank, rest in re.findall(r"<tr><td>(\d+)<td>[^\n]*?<th((?:(?!<tr>).)*)", page, re.DOTALL):
        cells = re.findall(r'<td><a href="[^"]*">(.*?)</a>', rest)
        told = names_in(rest)[:1]  # nobody: a rank that the prize-giving has yet to tell
        found += [(int(rank), name, tuple(map(unescape, cells))) for name in told]
    return found


def opened_sum(page: str) -> tuple[list[str], str]:
    """The numbers of an opened sum, and what they make together."""
    *addends, whole = re.findall(r'<td class="num">(?:<b>)?([^<]*)', page)
    return addends, whole


def spreadsheet(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


def figure(number: int) -> str:
    """A whole number as the pages write it."""
    return f"−{-number}" if number < 0 else str(number)


def ranked(rows: Mapping[str, tuple[int, ...]]) -> list[tuple[int, str, tuple[str, ...]]]:
    """Names with their figures, most first, who is level on all sharing the rank; by name within a
    rank.
    """
    order = sorted(rows, key=lambda name: (*(-value for value in rows[name]), name))
    firsts: dict[tuple[int, ...], int] = {}
    return [
        (firsts.setdefault(rows[name], place), name, tuple(map(figure, rows[name])))
        for place, name in enumerate(order, start=1)
    ]


def check_standings_hang_together(director: Director) -> list[tuple[int, str, tuple[str, ...]]]:
    """The rows of the public standings, best first; the spreadsheet and the first opened sum say
    the same.
    """
    public = director.desk.replace("/desk/", "/tournaments/") + "standings/1/"
    visitor = Client()
    page = visitor.get(public).content.decode()
    shown = standings(page)
    assert [rank for rank, *_ in shown] == sorted(rank for rank, *_ in shown)
    rows = spreadsheet(visitor.get(f"{public}standings.csv").content)
    columns = len(shown[0][2])
    assert [(int(row[0]), row[1], tuple(row[-columns:])) for row in rows[1:]] == [
        (rank, name, tuple(text.replace("−", "-").lstrip("+") for text in figures))
        for rank, name, figures in shown
    ]
    first = page.partition("<tbody>")[2].partition('<td><a href="')[2].partition('"')[0]
    addends, whole = opened_sum(visitor.get(public + first).content.decode())
    assert (whole, sum(map(int, addends))) == (shown[0][2][0], int(shown[0][2][0]))
    return shown
