"""A hall without a network to the world: https by the laptop's own authority, besides http, for
real phones.
"""

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import Error as BrowserError

from tests.browser.conftest import Troubles
from tests.browser.looking import too_small, too_wide
from tests.browser.playing import Hand, rested, totals
from tests.browser.servers import Site, chromium_options, free_port, running_site
from tests.browser.starting import NewPhone, a_game
from tests.browser.trusting import trust
from tests.reliability.outbox import HURRY, until
from tests.site.certificates import issued_by_theft, served
from tichu_site.server.tls.local_authority import Certificates, authority_in

HOST = "tichu.local"  # not localhost, which browsers trust without any https
ELSEWHERE = ("other.local", "bank.example")
# The service worker is there, where there may be one.
# A worker that is active already may still be keeping the page.
KEPT = """async () => !isSecureContext
  || Boolean(await (await caches.open("pages")).match(location.href, { ignoreVary: true }))"""
Axe = Callable[[Page], list[str]]


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The real server with http and https."""
    settings = {
        "TLS": "1",
        "TLS_PORT": str(free_port()),
        "ALLOWED_HOSTS": f"localhost,127.0.0.1,{HOST}",
    }
    with running_site(tmp_path_factory.mktemp("hall"), **settings) as hall:
        yield hall


@pytest.fixture(scope="module")
def authority_folder(site: Site) -> Path:
    return Path(site.env["DATA_DIR"]) / "tls"


@pytest.fixture(scope="module")
def browser(
    browser: Browser, authority_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """The Chromium of somebody who has installed the authority's certificate."""
    home = tmp_path_factory.mktemp("home")
    trust(home, authority_folder / "authority.crt")
    trusting = another(browser, home)
    yield trusting
    trusting.close()


def another(browser: Browser, home: Path) -> Browser:
    """One more Chromium, with its user's things in `home`, that finds the hall's names on this
    machine.
    """
    names = ", ".join(f"MAP {name} 127.0.0.1" for name in (HOST, *ELSEWHERE))
    return browser.browser_type.launch(
        **chromium_options(f"--host-resolver-rules={names}", HOME=str(home))
    )


@pytest.fixture
def http(site: Site) -> str:
    return f"http://{HOST}:{site.env['PORT']}"


@pytest.fixture
def https(site: Site) -> str:
    return f"https://{HOST}:{site.env['TLS_PORT']}"


# In short by http: over https the page says one sentence more, which tests/site/test_trust_pages.py
# reads.
@pytest.fixture(params=["http", pytest.param("https", marks=pytest.mark.slow)])
def either(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(request.param))


@pytest.fixture(autouse=True)
def what_is_said_of_http_is_expected(troubles: Troubles, http: str, https: str) -> None:
    troubles.expect(f"^request to another host: ({http}|{https})/")
    # Said of every page that comes by http; on localhost, where the other tests are, browsers make
    # an exception.
    troubles.expect(
        "Cross-Origin-Opener-Policy header has been ignored, because the URL's origin was "
        "untrustworthy"
    )


@pytest.fixture
def new_phone(new_phone: NewPhone) -> NewPhone:
    """Phones whose rests after a round pass quickly."""

    def take(**options: Any) -> Page:
        phone = new_phone(**options)
        phone.add_init_script(HURRY)
        return phone

    return take


def a_round(page: Page, number: int) -> None:
    """Tap 65 : 35 in, and wait until the server has it."""
    hand = Hand(page)
    hand.out(0, 1, 2)
    hand.points(65)
    expect(page.locator("#readback")).to_contain_text("· on the server")
    expect(page.locator(".undo")).to_contain_text(f"Undo round {number}")
    rested(page)


def refusal(page: Page, address: str) -> str:
    """Why the browser does not open an address."""
    with pytest.raises(BrowserError) as refused:
        page.goto(address)
    return str(refused.value).splitlines()[0]


# Trust
# --------------------------------------------------------------------------------------------------


@pytest.mark.slow  # in short: the table's screen opens again, over https
def test_over_https_a_phone_that_trusts_the_hall_has_what_browsers_keep_for_secure_pages(
    phone: Page, http: str, https: str
) -> None:
    offered = "() => [isSecureContext, 'serviceWorker' in navigator, 'wakeLock' in navigator]"
    phone.goto(f"{https}/trust/")
    assert phone.evaluate(offered) == [True, True, True]
    phone.goto(f"{http}/trust/")
    assert phone.evaluate(offered) == [False, False, False]


@pytest.mark.slow
def test_a_phone_that_trusts_nobody_is_warned(browser: Browser, tmp_path: Path, https: str) -> None:
    careful = another(browser, tmp_path)
    assert "ERR_CERT_AUTHORITY_INVALID" in refusal(careful.new_page(), f"{https}/")
    careful.close()


@pytest.mark.slow
def test_who_trusts_the_hall_does_not_trust_it_for_a_bank(
    browser: Browser, authority_folder: Path, tmp_path: Path
) -> None:
    """Even with the authority's key nobody can pass for a site outside of halls."""
    said = {}
    for name in ELSEWHERE:
        forged = issued_by_theft(authority_folder, name)
        file = tmp_path / f"{name}.pem"
        file.write_bytes(forged.in_pem())
        with served(Certificates(file, file, file, ())) as port:
            page = browser.new_page()
            said[name] = refusal(page, f"https://{name}:{port}/").split(" at ")[0].split("net::")[1]
            page.close()
    # The first got as far as an answer, and that server has none.
    assert said == {"other.local": "ERR_EMPTY_RESPONSE", "bank.example": "ERR_CERT_INVALID"}


# The page that leads there
# ------------------------------------------------------------------------------------


def test_the_page_hands_the_certificate_out_and_leads_to_https(
    phone: Page, authority_folder: Path, http: str, https: str
) -> None:
    phone.goto(f"{http}/trust/")
    authority = authority_in(authority_folder)
    expect(phone.locator("#fingerprint")).to_have_text(authority.fingerprint)
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Download the certificate").tap()
    assert download.value.suggested_filename == "tichu-desk.crt"
    assert download.value.path().read_bytes() == authority.der
    phone.get_by_role("link", name="2. Install it").tap()
    phone.get_by_role("link", name="It is installed").tap()
    phone.get_by_role("link", name="Continue with https", exact=True).tap()
    phone.wait_for_url(f"{https}/")


@pytest.mark.slow
def test_the_codes_on_the_page_lead_to_it_and_to_https(
    new_phone: NewPhone, http: str, https: str
) -> None:
    laptop = new_phone(viewport=(1280, 800), is_mobile=False, has_touch=False)
    laptop.goto(f"{http}/trust/")
    codes = [Image.open(BytesIO(code.screenshot())) for code in laptop.locator("main .code").all()]
    assert [zxingcpp.read_barcode(code).text for code in codes] == [f"{http}/trust/", f"{https}/"]


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "viewport", [(320, 640), pytest.param((1280, 800), marks=pytest.mark.slow)]
)
def test_the_page_is_free_of_faults_for_axe_and_fits(
    new_phone: NewPhone, axe: Axe, either: str, scheme: str, viewport: tuple[int, int]
) -> None:
    page = new_phone(viewport=viewport, color_scheme=scheme)
    page.goto(f"{either}/trust/")
    assert [*axe(page), *too_small(page)] == []
    assert too_wide(page) == 0


# Playing
# --------------------------------------------------------------------------------------------------


# In short: the tests after it, which start a game and write a round by both ways too
@pytest.mark.slow
def test_a_game_is_started_and_written_by_http_and_by_https(
    new_phone: NewPhone, either: str
) -> None:
    phone = new_phone(base_url=either)
    a_game(phone)
    a_round(phone, 1)
    phone.reload()
    assert totals(phone) == [65, 35]


@pytest.mark.slow
def test_a_phone_goes_on_with_its_game_by_https_and_back(
    new_phone: NewPhone, http: str, https: str
) -> None:
    phone = new_phone(base_url=http)
    a_game(phone)
    a_round(phone, 1)
    for number, there in enumerate((https, http), start=2):
        phone.goto(f"{there}/")
        phone.get_by_role("link", name="Continue").tap()
        phone.wait_for_url(f"{there}/games/*/score/")
        a_round(phone, number)
    assert totals(phone) == [195, 105]


@pytest.mark.slow  # in short: tests/scoring/pages/start/test_elsewhere.py
def test_https_says_where_the_rounds_wait_that_were_written_over_http(
    new_phone: NewPhone, troubles: Troubles, http: str, https: str
) -> None:
    troubles.expect("ERR_(INTERNET_DISCONNECTED|FAILED)")
    phone = new_phone(base_url=http, permissions=["clipboard-read", "clipboard-write"])
    a_game(phone)
    a_round(phone, 1)
    phone.context.route(f"{http}/**/entries/", lambda route: route.abort())
    hand = Hand(phone)
    hand.out(0, 1, 2)
    hand.points(65)
    rested(phone)
    phone.goto(f"{https}/")
    elsewhere = phone.locator("#over-http")
    expect(elsewhere).to_be_visible()
    expect(elsewhere).to_contain_text("Unsent rounds may still be under http.")
    assert [*too_small(phone)] == []
    assert too_wide(phone) == 0
    elsewhere.locator("a.address").tap()
    phone.wait_for_url(f"{http}/")
    expect(phone.locator("#unsent")).to_be_visible()
    phone.get_by_role("link", name="Transfer games").tap()
    giving = phone.locator("#giving")
    giving.get_by_role("button", name="Copy").tap()
    expect(giving.get_by_role("status")).to_have_text("Copied.")
    phone.goto(f"{https}/")
    phone.get_by_role("link", name="Paste my games").tap()
    phone.wait_for_url(f"{https}/")
    expect(elsewhere).to_be_hidden()
    phone.get_by_role("link", name="Continue").tap()
    phone.wait_for_url(f"{https}/games/*/score/")
    assert totals(phone) == [130, 70]


def test_over_https_the_tables_screen_opens_again_without_a_network(
    new_phone: NewPhone, troubles: Troubles, http: str, https: str
) -> None:
    troubles.expect("ERR_INTERNET_DISCONNECTED")
    opened = {}
    for there in (http, https):
        phone = new_phone(base_url=there)
        a_game(phone)
        a_round(phone, 1)
        expect(phone.locator("#insecure")).to_be_visible(visible=there == http)
        until(phone, KEPT)
        phone.context.set_offline(True)
        try:
            phone.reload()
        except BrowserError as error:
            opened[there] = "ERR_INTERNET_DISCONNECTED" not in str(error)
        else:
            expect(phone.locator("#heading")).to_have_text("Round 2")
            opened[there] = totals(phone) == [65, 35]
    assert opened == {http: False, https: True}


@pytest.mark.slow  # in short: the page that hands the certificate out
def test_the_tables_screen_says_what_http_lacks_and_where_to_get_it(
    new_phone: NewPhone, http: str, site: Site
) -> None:
    for there, said in ((http, True), (site.url, False)):  # and over https, the test above
        phone = new_phone(base_url=there)
        a_game(phone)
        a_round(phone, 1)  # by now the scripts have seen to everything
        line = phone.locator("#insecure")
        expect(line).to_be_visible(visible=said)
        if said:
            expect(line).to_contain_text("Keep this page open")
            line.get_by_role("link", name="What to do").tap()
            phone.wait_for_url(f"{http}/trust/")


# Accounts
# --------------------------------------------------------------------------------------------------


@pytest.mark.slow  # in short: tests/site/test_cookies.py
def test_accounts_live_on_https_alone_and_plain_http_says_where_to_go(
    phone: Page, troubles: Troubles, site: Site, http: str, https: str
) -> None:
    troubles.expect("status of 403")
    (link,) = re.findall(r"Create the owner account: https://[^/]+(/first/\S+)", site.log)
    phone.goto(f"{http}{link}")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Over https")
    phone.get_by_role("link", name="Continue with https").tap()
    phone.wait_for_url(f"{https}{link}")
    for label, typed in (("Name", "Olga Owner"), ("E-mail", "olga@club.example")):
        phone.get_by_label(label, exact=True).fill(typed)
    phone.locator("main form button").last.tap()
    phone.wait_for_url(f"{https}/desk/")
    kept = {cookie["name"]: cookie["secure"] for cookie in phone.context.cookies()}
    # The page over http has a form too, for the language.
    assert kept == {
        "__Host-sessionid": True,
        "__Host-csrftoken": True,
        "__Host-known": True,
        "csrftoken": False,
    }
    phone.goto(f"{http}/desk/")
    expect(phone.locator("main")).to_contain_text("Accounts and the desk need https")
    phone.goto(f"{https}/account/sessions/")
    expect(phone.locator("main")).to_contain_text("This browser.")
    phone.get_by_role("button", name="Sign out here").tap()
    phone.wait_for_url(f"{https}/")
    phone.goto(f"{https}/desk/")
    phone.wait_for_url(f"{https}/account/login/**")
