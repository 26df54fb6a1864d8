"""What the browser tests of starting a game do over and over."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.playing import csrf
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.tournaments.seeding import owner_session

NewPhone = Callable[..., Page]
FOUR = ["Anna", "Beat", "Carla", "Dino"]
TWELVE = [*FOUR, "Eva", "Finn", "Gina", "Hans", "Ines", "Jan", "Kim", "Leo"]
SCORER = re.compile(r"/games/[0-9a-f-]{36}/score/$")

# What this phone makes of the form as it stands: what it would send, the table's screen, and the
# page.
MADE = """async (id) => {
  const [{ read, screenOf, pageOf }, { kept }] = await Promise.all([
    import("/static/scoring/begin.js"), import("/static/scoring/kit.js"),
  ]);
  const kit = await kept();
  const form = document.getElementById("start");
  const setup = read(form, kit);
  if (setup.errors.length) return { errors: setup.errors };
  const screen = screenOf(kit, id, setup, "token");
  return { data: setup.data, screen, html: pageOf(kit, screen, setup) };
}"""
# What the server alone can say of a game, and what only a phone's own game bears.
ELSEWHERE = {
    "csrf",
    "ticket",
    "pass",
    "phone",
    "parts",
    "afterCopy",
    "handing",
    "longWait",
    "version",
    "unborn",
}


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


def on_the_server(phone: Page, body: dict[str, Any]) -> dict[str, Any]:
    """Start the game by the API; what the server then tells its table."""
    request = phone.context.request
    headers = {
        "X-CSRFToken": csrf(request),
        "Content-Type": "application/json",
        "Referer": phone.url,
    }
    answer = request.post("/api/v1/games/", data=json.dumps(body), headers=headers)
    assert answer.status == 201, answer.text()
    return request.get(f"/games/{body['id']}/state/").json()
