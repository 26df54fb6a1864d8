"""A site under a path of a shared host, behind nginx with the file of `deploy/`: the table's screen
with its service worker, offline too.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Troubles
from tests.browser.playing import Hand, totals
from tests.browser.servers import Site, chromium_options, running_site
from tests.browser.starting import FOUR, NewPhone, sit
from tests.browser.starting import start as begin
from tests.browser.trusting import trust
from tests.reliability.outbox import HURRY, opens_without_a_network, settled
from tests.site.proxies import nginx

pytestmark = [pytest.mark.any_database]
BASE = "/tichu/"
# What this phone keeps, by the names of its stores
STORES = """async () => [
  ...(await indexedDB.databases()).map(({ name }) => name),
  ...(await caches.keys()).map((name) => name.replace(/-[^-]*$/, "-…")),
].sort()"""
WORKERS = (
    """async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope)"""
)


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    settings = {"BASE_PATH": BASE, "HTTPS": "true", "ALLOWED_HOSTS": "localhost"}
    with running_site(folder, **settings) as its:
        yield its


@pytest.fixture(scope="module")
def proxy(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """nginx before it: the address of its host, and its folder."""
    folder = tmp_path_factory.mktemp("proxy")
    with nginx(folder, int(site.env["PORT"])) as port:
        yield f"https://localhost:{port}", folder


@pytest.fixture(scope="module")
def browser(
    browser: Browser, proxy: tuple[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """A Chromium that trusts the proxy's certificate."""
    home = tmp_path_factory.mktemp("home")
    trust(home, proxy[1] / "tls" / "authority.crt")
    trusting = browser.browser_type.launch(**chromium_options(HOME=str(home)))
    yield trusting
    trusting.close()


def test_a_round_is_recorded_under_a_path_with_a_network_without_and_with_it_again(
    new_phone: NewPhone, proxy: tuple[str, Path], troubles: Troubles
) -> None:
    host, _folder = proxy
    troubles.expect(f"^request to another host: {host}{BASE}")  # nowhere else on this host
    troubles.expect("net::ERR_INTERNET_DISCONNECTED")
    phone: Page = new_phone(base_url=f"{host}{BASE}")
    phone.goto("new/")
    sit(phone, FOUR)
    begin(phone)
    phone.add_init_script(HURRY)  # not on the form: it waits five seconds for the server
    assert phone.url.startswith(f"{host}{BASE}games/")
    hand = Hand(phone)
    hand.out(0, 1, 2)
    hand.points(65)
    settled(phone)
    opens_without_a_network(phone)
    assert phone.evaluate(WORKERS) == [f"{host}{BASE}"]
    phone.context.set_offline(True)
    phone.reload()
    hand = Hand(phone)
    hand.out(0, 2)
    expect(phone.locator("#kept .at-phone")).to_have_count(1)
    assert totals(phone) == [265, 35]
    phone.context.set_offline(False)
    settled(phone)
    expect(phone.locator("#rounds .at-server")).to_have_count(2)
    assert phone.evaluate(STORES) == [
        f"files{BASE}-…",
        f"pages{BASE}",
        f"tichu-kit{BASE}",
        f"tichu{BASE}",
    ]
