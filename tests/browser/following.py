"""A game that others look at while it is written: for tests of pages that follow."""

import json
import re
import uuid
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from scoring.rules import Round, RuleSet
from tests.browser.playing import begin, csrf
from tests.scoring.games import believable

SOON = 45_000  # ms: a page asks every 5 seconds, and the stream is tried again after 2, 4, 8 ...
CUT_OFF = (
    r"net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_REFUSED|EMPTY_RESPONSE|NETWORK_CHANGED)"
)
ROUNDS = believable(RuleSet.of("nanking"), 4, 8)
SET_VISIBLE = """(value) => {
    Object.defineProperty(document, "visibilityState", {value, configurable: true});
    Object.defineProperty(document, "hidden", {value: value === "hidden", configurable: true});
    document.dispatchEvent(new Event("visibilitychange"));
}"""


class Table:
    """A game, written from a phone that shows none of the pages looked at."""

    def __init__(self, page: Page, **settings: str) -> None:
        self.page, self.request = page, page.context.request
        self.address = begin(self.request, "nanking", **settings)
        self.token = csrf(self.request)
        self.written = 0

    def post(self, what: str, **form: str) -> None:
        sent = form | {"csrfmiddlewaretoken": self.token}
        answer = self.request.post(self.address + what, form=sent, max_redirects=0)
        assert answer.status < 400, answer.text()

    def write(self, played: Round | None = None) -> None:
        played = played or ROUNDS[self.written]
        self.written += 1
        self.post(
            "rounds/",
            id=str(uuid.uuid4()),
            number=str(self.written),
            round=json.dumps(played.to_data()),
        )

    def link(self) -> str:
        """The address for looking on."""
        self.post("share/viewer/renew/")
        found = re.search(
            r">(http[^<]*/look/[^<]*)<", self.request.get(f"{self.address}share/").text()
        )
        assert found
        return found[1]


def shows(page: Page, rounds: int) -> None:
    """Wait until a sheet shows so many rounds."""
    expect(page.locator("[id^='round-']")).to_have_count(rounds, timeout=SOON)


def hung(page: Page, rounds: int) -> None:
    """Wait until a wall shows this round as the last one."""
    expect(page.locator(".last h2")).to_contain_text(f"Round {rounds}", timeout=SOON)


def asked(page: BrowserContext | Page, pattern: str) -> list[Request]:
    """All requests from now on whose address is like the pattern; the list grows."""
    seen: list[Request] = []
    page.on(
        "request", lambda request: seen.append(request) if re.search(pattern, request.url) else None
    )
    return seen


def no_stream(page: Page | BrowserContext) -> None:
    page.route("**/live/**", lambda route: route.abort())


def answering(answer: dict[str, Any]) -> Callable[[Route], None]:
    """What gives this answer in the server's place: `page.route("**/choose/", answering({"status":
    503}))`.
    """
    return lambda route: route.fulfill(**answer)


def version_of(page: Page) -> str:
    return str(page.locator("#live").get_attribute("data-version"))


def sleep(page: Page) -> None:
    """Put the page out of sight, as a locked phone does."""
    page.evaluate(SET_VISIBLE, "hidden")


def wake(page: Page) -> None:
    page.evaluate(SET_VISIBLE, "visible")
