"""What the browser tests of starting a game do over and over."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page

from tests.browser.records import Records
from tests.browser.servers import Site
from tests.tournaments.seeding import owner_session

NewPhone = Callable[..., Page]
FOUR = ["Anna", "Beat", "Carla", "Dino"]
TWELVE = [*FOUR, "Eva", "Finn", "Gina", "Hans", "Ines", "Jan", "Kim", "Leo"]
SCORER = re.compile(r"/games/[0-9a-f-]{36}/score/$")


def seat(page: Page, number: int) -> Locator:
    return page.get_by_role("textbox", name=re.compile(rf"^Seat {number}$")).or_(
        page.get_by_role("combobox", name=re.compile(rf"^Seat {number}$"))
    )


def sit(page: Page, names: list[str]) -> None:
    for number, name in enumerate(names, start=1):
        seat(page, number).fill(name)


def typed(page: Page) -> list[str]:
    return page.locator('input[name^="name_"]').evaluate_all(
        "fields => fields.map(field => field.value)"
    )


def drawn(page: Page) -> list[str]:
    return page.locator(".ring .hold bdi").all_inner_texts()


def start(page: Page) -> None:
    page.locator(".go").get_by_role("button", name="Start the game").click()
    page.wait_for_url(SCORER)


def choose(page: Page, game: str) -> None:
    page.get_by_role("radio", name=re.compile(f"^{game}")).check()


def a_game(page: Page, names: list[str] = FOUR) -> None:
    page.goto("/new/")
    sit(page, names)
    start(page)


def sign_in(page: Page, site: Site, records: Records, name: str) -> None:
    """Whoever owns the site, signed in here."""
    signed_in(page, site, records(owner_session, name))


def signed_in(page: Page, site: Site, session: str) -> None:
    """Let this browser have the cookie of a session."""
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
