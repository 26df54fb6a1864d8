"""The foot of the table's screen covers no key, in any language, also with the round that was
saved.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route

from tests.browser.playing import Hand, saved, start
from tests.lengths import in_short
from tests.reliability.outbox import HURRY

# How far the foot lies over the last row of keys, with the page at its top.
OVER = """() => { scrollTo(0, 0);
  const keys = [...document.querySelectorAll(".grid button")]
    .map((key) => key.getBoundingClientRect().bottom);
  const foot = document.querySelector(".foot").getBoundingClientRect().top;
  return Math.max(0, Math.round(Math.max(...keys) - foot)); }"""
NAMES = {
    "nanking": ("Anna-Katharina", "Bartholomäus", "Carla", "Dino"),
    "tientsin": ("Anna-Katharina", "Bartholomäus", "Carla", "Dino", "Eva", "Franziska"),
}
EVERY = [(tongue, variant) for tongue in ("de", "en-GB", "fr", "pl", "ru") for variant in NAMES]


@pytest.mark.parametrize("size", [(320, 640), (390, 844)], ids=str)
@pytest.mark.parametrize(
    "every", in_short([[("fr", "tientsin")], EVERY], [[("fr", "tientsin")]]), ids=len
)
def test_a_saved_round_and_its_undo_leave_all_keys_in_sight(
    new_phone: Callable[..., Page], size: tuple[int, int], every: list[tuple[str, str]]
) -> None:
    covered = []
    for tongue, variant in every:
        phone = new_phone(size, locale=tongue)
        phone.add_init_script(HURRY)
        start(phone, variant, NAMES[variant])
        hand = Hand(phone)
        hand.out(*range(len(NAMES[variant]) - 1))
        hand.points(65)
        saved(phone, 1)
        if over := phone.evaluate(OVER):
            covered.append((tongue, variant, over))
    assert covered == []


PLACES = """() => [...document.querySelectorAll(".seats button, .grid button, .foot button")]
  .filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join())"""


@pytest.mark.slow  # in short: a saved round and its undo leave all keys in sight
@pytest.mark.parametrize("size", [(320, 640), (390, 844), (768, 1024)], ids=str)
@pytest.mark.parametrize("variant", ["nanking", "grand_seigneur"])
def test_no_key_moves_when_the_line_about_the_dark_screen_comes(
    new_phone: Callable[..., Page], size: tuple[int, int], variant: str
) -> None:
    """It comes with the rest of the page, when somebody may be tapping already."""
    phone = new_phone(size)
    phone.add_init_script(HURRY)
    phone.add_init_script(
        "navigator.wakeLock.request = async () => { throw new DOMException('no'); };"
    )
    held: list[Route] = []
    phone.route("**/awake*.js", lambda route: held.append(route))  # noqa: PLW0108  (a bound method bears no mark)
    start(phone, variant)
    with phone.expect_request("**/awake*.js"):
        phone.locator("#heading").tap()
    before = phone.evaluate(PLACES)
    for route in held:
        route.continue_()
    phone.wait_for_function("() => !document.querySelector('#alone').hidden")
    assert phone.evaluate(PLACES) == before
