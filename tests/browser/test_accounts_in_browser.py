"""Accounts in a real Chromium: by the link of the first start, password, code and passkey, under
the strict policy.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Troubles
from tests.browser.looking import too_small, too_wide
from tests.browser.servers import Site, running_site
from tests.browser.starting import NewPhone

PASSWORD = "five ducks in a row"
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
Axe = Callable[[Page], list[str]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server of its own, on which nobody has an account yet."""
    with running_site(tmp_path_factory.mktemp("accounts")) as site:
        yield site


@pytest.fixture
def home(site: Site, troubles: Troubles) -> str:
    """The site under the one name for which a browser offers passkeys without https."""
    troubles.home = troubles.home.replace("127.0.0.1", "localhost")
    return site.url.replace("127.0.0.1", "localhost")


def first_path(site: Site) -> str:
    return str(re.findall(r"Create the owner account: http://[^/]+(/\S+)", site.log)[0])


def last_code(site: Site) -> str:
    return str(re.findall(r"(?m)^    (\w{3,}-\w{3,})$", site.log)[-1])


def sign_out(page: Page, home: str) -> None:
    page.goto(f"{home}/account/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(f"{home}/")


def sound(page: Page, axe: Axe, heading: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    assert too_wide(page) == 0, page.url
    assert too_small(page) == [], page.url
    assert axe(page) == [], page.url


@pytest.mark.slow  # in short: tests/site/test_accounts_signing_in.py
def test_the_owner_comes_in_by_every_way(
    new_phone: NewPhone, site: Site, home: str, troubles: Troubles, axe: Axe
) -> None:
    # The desk is not of this test; a password that is too short is
    troubles.expect("status of (404|422)")
    page = new_phone()
    page.goto(home + first_path(site))
    sound(page, axe, "The owner's account")
    page.get_by_label("Name").fill("Olga Owner")
    page.get_by_label("E-mail").fill("olga@club.example")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Create account").tap()
    expect(page.get_by_label("Name")).to_have_value("Olga Owner")
    sound(page, axe, "The owner's account")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").tap()
    expect(page).to_have_url(f"{home}/desk/")

    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    page.goto(f"{home}/account/passkeys/add/")
    sound(page, axe, "Is it you?")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").tap()
    sound(page, axe, "Add a passkey")
    page.get_by_role("button", name="Add this device").tap()
    expect(page.get_by_text("Passkey added.")).to_be_visible()
    sound(page, axe, "Your account")
    page.goto(f"{home}/account/passkeys/")
    sound(page, axe, "Passkeys")

    sign_out(page, home)
    page.goto(f"{home}/account/login/?next=/account/")
    sound(page, axe, "Sign in")
    page.get_by_role("button", name="Use a passkey").tap()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()

    sign_out(page, home)
    page.goto(f"{home}/account/login/code/?next=/account/")
    sound(page, axe, "Sign in with a code")
    page.get_by_label("E-mail").fill("olga@club.example")
    page.get_by_role("button", name="Print the code").tap()
    expect(page.get_by_role("heading", name="Type the code")).to_be_visible()
    sound(page, axe, "Type the code")
    whole = page.viewport_size
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 640})
        page.get_by_label("Code").fill("wmqw-wmqw")
        assert page.get_by_label("Code").evaluate(
            "field => field.scrollWidth <= field.clientWidth"
        ), width
    page.set_viewport_size(whole)  # type: ignore[arg-type]
    page.get_by_label("Code").fill(last_code(site))
    page.get_by_role("button", name="Continue").tap()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


@pytest.mark.slow  # in short: the owner comes in by every way
def test_a_browser_without_passkeys_is_told_and_the_other_ways_stay(
    new_phone: NewPhone, axe: Axe
) -> None:
    page = new_phone(color_scheme="dark")
    page.add_init_script("delete window.PublicKeyCredential")
    page.goto("/account/login/")
    expect(page.get_by_text("Passkeys do not work here")).to_be_visible()
    expect(page.get_by_role("button", name="Use a passkey")).to_be_hidden()
    expect(page.get_by_role("link", name="With a code from the terminal")).to_be_visible()
    sound(page, axe, "Sign in")


@pytest.mark.slow  # in short: the owner comes in by a passkey, above
def test_a_passkey_that_is_not_given_is_told(new_phone: NewPhone, home: str, axe: Axe) -> None:
    page = new_phone()
    page.add_init_script(
        "navigator.credentials.get = () => Promise.reject(new DOMException('no', "
        "'NotAllowedError'))"
    )
    page.goto(f"{home}/account/login/")
    page.get_by_role("button", name="Use a passkey").tap()
    expect(page.get_by_text("That did not work.")).to_be_visible()
    sound(page, axe, "Sign in")


OTHERS = {
    "password/reset/": "A new password",
    "signup/": "By invitation",
    "join/nothing/": "This link is used up",
    "inactive/": "This account is switched off",
}


@pytest.mark.slow  # in short: test_evening_looks.py
def test_the_other_pages_are_sound_in_the_dark(
    new_phone: NewPhone, troubles: Troubles, axe: Axe
) -> None:
    troubles.expect("status of 404")
    page = new_phone(color_scheme="dark")
    for path, heading in OTHERS.items():
        page.goto(f"/account/{path}")
        sound(page, axe, heading)
