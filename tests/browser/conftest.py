"""A real Chromium with a phone's screen, and the real server it looks at.

    def test_somebody_does_something(phone, site): ...        # phone is a Playwright page, 320 x
    640, touch def test_with_a_laptop(new_phone):
        laptop = new_phone(viewport=(1280, 800), is_mobile=False, has_touch=False)

Every page is watched: an error in its console, an uncaught error, a breach of the content policy or
a request to another host fails the test when it ends. A test that provokes such a thing says so:
`troubles.expect("status of 422")`.
"""

import asyncio
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

from tests.browser.records import Records, kept_open
from tests.browser.servers import NO_BROWSER, Site, chromium_options, chromium_path, running_site
from tests.databases import database_under_test, fresh_database

# Ms until Playwright gives up waiting for something that should be there: on a busy machine too
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)
# A page that is loaded again and again takes it in more quickly as an init script
AXE = Axe().axe_script
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# htmx says once more what the browser has said of a request that failed: that line is the one to
# expect.
REPEATED = re.compile(
    r"htmx: htmx:(sse:)?error: (Failed to fetch|network error|BodyStreamBuffer was aborted|signal "
    r"is aborted)"
)


def pytest_itemcollected(item: pytest.Item) -> None:
    item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    site = getattr(item, "funcargs", {}).get("site")
    if report.failed and site is not None:
        report.sections.append(("what the server said", site.log[-10_000:]))
    return report


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The real server with records of its own, one a worker: `.url`, `.env`, `.log`,
    `.manage("command")`.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    with ExitStack() as stack:
        database_url = ""
        if database_under_test() == "postgres":
            server = os.environ["TEST_DATABASE_URL"]
            database_url = stack.enter_context(fresh_database(server, f"test_browser_{worker}"))
        folder = tmp_path_factory.mktemp("site")
        yield stack.enter_context(running_site(folder, database_url, WEBHOOK_PRIVATE="true"))


@pytest.fixture(scope="session")
def records(site: Site) -> Iterator[Records]:
    """The records of that server, to put a state in without tapping it: `records(walls.a_wall, 24,
    seconds=5)`.
    """
    with kept_open(site) as records:
        yield records


@dataclass
class Held:
    """The Chromium that a worker keeps open for its whole session: to start one costs as much as a
    short test.

    Playwright leaves its event loop running in this thread. Between two files it is put aside:
    Django would refuse every query of the tests that come there, and asyncio any loop of theirs.
    """

    stack: ExitStack = field(default_factory=ExitStack)
    chromium: Browser | None = None
    loop: asyncio.AbstractEventLoop | None = None  # of Playwright, while it is put aside

    def taken_up(self) -> Browser:
        self._run_loop()
        if self.chromium and not self.chromium.is_connected():
            self.close()
        if not self.chromium:
            with ExitStack() as opening:
                playwright = opening.enter_context(sync_playwright())
                self.chromium = playwright.chromium.launch(**chromium_options())
                opening.callback(self.chromium.close)
                self.stack = opening.pop_all()
        return self.chromium

    def put_aside(self) -> None:
        self.loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)

    def close(self) -> None:
        self._run_loop()
        self.chromium = None
        self.stack.close()

    def _run_loop(self) -> None:
        if self.loop:
            asyncio._set_running_loop(self.loop)
        self.loop = None


HELD = Held()


@pytest.hookimpl(trylast=True)  # after what a test that stops the run leaves open in the browser
def pytest_sessionfinish() -> None:
    HELD.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The Chromium of this worker."""
    if chromium_path() is None:
        if os.environ.get("CI") == "true":
            pytest.fail(NO_BROWSER, pytrace=False)
        pytest.skip(NO_BROWSER)
    yield HELD.taken_up()
    HELD.put_aside()


@dataclass
class Troubles:
    """What went wrong in the pages of one test, and what was meant to."""

    home: str
    seen: list[str] = field(default_factory=list)
    expected: list[re.Pattern[str]] = field(default_factory=list)

    def expect(self, pattern: str) -> None:
        """Troubles in whose line the regular expression is found belong to the test."""
        self.expected.append(re.compile(pattern))

    def unexpected(self) -> list[str]:
        return [
            line for line in self.seen if not any(pattern.search(line) for pattern in self.expected)
        ]

    def check(self) -> None:
        """Fail where a page complained about what no test expects."""
        if unexpected := self.unexpected():
            self.seen.clear()
            pytest.fail("The pages complained:\n  " + "\n  ".join(unexpected), pytrace=False)

    def watch(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", lambda error: self.seen.append(f"uncaught: {error.error}"))
        context.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not REPEATED.match(message.text):
            where = message.location
            self.seen.append(f"console: {message.text} ({where['url']}:{where['lineNumber']})")

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in {"http", "https", "ws", "wss"} and address.netloc != self.home:
            self.seen.append(f"request to another host: {request.url}")


@pytest.fixture
def troubles(site: Site) -> Troubles:
    """What the pages complained about; `troubles.expect(pattern)` for what a test provokes."""
    return Troubles(urlsplit(site.url).netloc)


@pytest.fixture(scope="module")
def service_workers() -> str:
    """Whether pages may have their service worker: "allow" in the files where it plays a part.

    To take it in, with all that it keeps, costs more than many a test; and what it sends no route
    of a test sees.
    """
    return "block"


@pytest.fixture
def new_phone(
    browser: Browser, site: Site, troubles: Troubles, service_workers: str
) -> Iterator[Callable[..., Page]]:
    """Take another phone to hand: `new_phone(viewport=(390, 844), locale="de", color_scheme="dark",
    ...)`.

    Each has cookies of its own. Further options are those of Playwright's `new_context`.
    """
    contexts: list[BrowserContext] = []

    def take(viewport: tuple[int, int] = (320, 640), **options: Any) -> Page:
        width, height = viewport
        usual = {"has_touch": True, "is_mobile": True, "locale": "en-GB", "base_url": site.url}
        options = usual | {"service_workers": service_workers} | options
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        troubles.watch(context)
        return context.new_page()

    yield take
    for context in contexts:
        context.close()
    troubles.check()


@pytest.fixture(scope="module")
def page_of_the_file(browser: Browser, site: Site) -> Iterator[tuple[Page, "Troubles"]]:
    """One page for all tests of a file, and what it complains about; see `scratch`."""
    troubles = Troubles(urlsplit(site.url).netloc)
    context = browser.new_context(
        base_url=site.url,
        locale="en-GB",
        viewport={"width": 320, "height": 640},
        has_touch=True,
        is_mobile=True,
        service_workers="block",
    )
    context.set_default_timeout(PATIENCE)
    troubles.watch(context)
    yield context.new_page(), troubles
    context.close()


@pytest.fixture
def scratch(page_of_the_file: tuple[Page, "Troubles"], troubles: "Troubles") -> Iterator[Page]:
    """A page that a file's tests share, loaded anew on a phone that knows nothing: to run modules
    in, for one.
    """
    page, watching = page_of_the_file
    watching.seen = troubles.seen
    page.context.set_offline(False)
    page.unroute_all()
    page.context.clear_cookies()
    page.goto("/")
    page.evaluate("() => localStorage.clear()")
    yield page
    troubles.check()


@pytest.fixture(scope="module")
def at_home(records: Records) -> dict[str, Any]:
    """A page of each kind that there is beside tournaments: see `tests.scoring.looks`."""
    from tests.scoring.looks import at_home

    return dict(records(at_home))


@pytest.fixture(scope="module")
def in_hall(records: Records) -> dict[str, Any]:
    """A page of each kind of a tournament: see `tests.tournaments.looks`."""
    from tests.tournaments.looks import an_evening

    return dict(records(an_evening))


@pytest.fixture
def phone(new_phone: Callable[..., Page]) -> Page:
    """The phone on the table: 320 x 640, touch, English."""
    return new_phone()


@pytest.fixture
def axe() -> Callable[[Page], list[str]]:
    """`axe(page)`: what axe finds wrong with the page as it stands, a line for each place; else
    empty.
    """
    options = {"runOnly": {"type": "tag", "values": AXE_TAGS}, "resultTypes": ["violations"]}

    def violations(page: Page) -> list[str]:
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(f"{AXE};0")
        found = page.evaluate(
            "(options) => axe.run(options).then(({ violations }) => violations)", options
        )
        return [
            f"{rule['id']} ({rule['impact']}): {' '.join(map(str, node['target']))}: "
            + " / ".join(node["failureSummary"].split("\n"))
            for rule in found
            for node in rule["nodes"]
        ]

    return violations
