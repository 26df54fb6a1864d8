"""A club's evening in a real browser: a laptop makes it, draws and publishes, two phones write,
everybody sees it.
"""

import re
from collections import Counter
from random import Random

import pytest
from playwright.sync_api import Page, expect

from scoring.rules import Round, RuleSet, advance, opening
from tests.browser.playing import Hand
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import NewPhone, sign_in
from tests.reliability.outbox import HURRY, settled
from tests.scoring.games import believable

RULES = {"target_score": None, "round_limit": 4, "grand_allowed": False, "sweep_value": 100}
PEOPLE = ["Anna", "Beat", "Carla", "Dino", "Eva", "Franz", "Gül", "Hans"]
Counted = dict[str, tuple[int, int]]


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


@pytest.fixture
def laptop(new_phone: NewPhone, site: Site, records: Records) -> Page:
    """The browser of a director who is signed in, and has no club yet."""
    page = new_phone(viewport=(1280, 800), is_mobile=False, has_touch=False)
    sign_in(page, site, records, "Ottilie")
    return page


def main_button(page: Page, name: str | re.Pattern[str]) -> None:
    page.locator("main").get_by_role("button", name=name).first.click()


def make_the_evening(page: Page) -> None:
    """From the empty desk to a tournament with eight people in it."""
    page.goto("/desk/")
    page.get_by_label(re.compile("club", re.IGNORECASE)).fill("Tichu club")
    main_button(page, "Prepare the first evening")
    page.get_by_role("link", name="all kinds").click()
    page.locator('a[href*="preset=german_championship"]').click()
    page.get_by_label("Name of the tournament").fill("Friday evening")
    main_button(page, "Create the tournament")
    expect(page.get_by_text("The tournament has been created.")).to_be_visible()
    page.get_by_role("link", name="Enter people").click()
    page.locator('main a[href$="/entrants/list/"]').first.click()
    page.get_by_label("One person per line").fill("\n".join(PEOPLE))
    main_button(page, "Preview the list")
    main_button(page, "Enter all 8")
    expect(page.get_by_text("8 entrants added.")).to_be_visible()


def draw_and_publish(page: Page) -> list[str]:
    """The links of both tables, as the laptop shows them."""
    page.locator('nav a[href$="/rounds/"]').first.click()
    main_button(page, "Draw round 1")
    expect(page.locator(".match-card")).to_have_count(2)
    main_button(page, "Publish")
    expect(page.get_by_text("the tables can begin")).to_be_visible()
    round_, links = page.url, []
    for number in (1, 2):
        page.locator(f"#table-{number} h3 a").click()
        links.append(page.get_by_label("The link", exact=True).input_value())
        page.goto(round_)
    return links


def write_four_hands(phone: Page, link: str, seed: int) -> Counted:
    """Tap a table's hands in: victory points and Tichu points of those who sat
    there, counted here.
    """
    phone.add_init_script(HURRY)
    phone.goto(link)
    phone.get_by_role("radio").first.check()
    phone.get_by_role("button", name="Keep score").tap()
    expect(phone.locator("#board")).to_be_visible()
    rules = RuleSet.of("nanking", RULES)
    game = phone.url.split("/games/")[1].split("/")[0]
    people = phone.context.request.get(f"/api/v1/games/{game}/").json()["players"]
    hand, rounds = Hand(phone), believable(rules, 4, 4, seed)
    for round_ in rounds[:-1]:
        hand.write(round_, 4, saves_itself=False)
    hand.tap_in(rounds[-1], 4, saves_itself=False)
    expect(phone.locator(".winner")).to_be_visible()
    settled(phone)
    return counted(rules, rounds, people)


def counted(rules: RuleSet, rounds: list[Round], people: list[str]) -> Counted:
    position, victory, tichu = opening(rules, 4), Counter[str](), Counter[str]()
    for round_ in rounds:
        result, position = advance(position, round_)
        for side, seats in enumerate(((0, 2), (1, 3))):
            own, other = result.scores[side], result.scores[1 - side]
            swept = len(round_.out) == 2 and round_.out[0] % 2 == round_.out[1] % 2
            gained = (
                3 * (round_.out[0] % 2 == side)
                if swept
                else 1
                if own == other
                else 2 * (own > other)
            )
            for seat in seats:
                victory[people[seat]] += gained
                tichu[people[seat]] += own
    return {who: (victory[who], tichu[who]) for who in people}


# In short: test_first_evening.py up to the published round, test_match_at_table.py from the code on
# the table to the closed round, tests/tournaments/test_german_championship.py for the figures of
# the standings.
@pytest.mark.slow
def test_a_directors_laptop_and_two_phones_hold_an_evening(
    laptop: Page, new_phone: NewPhone
) -> None:
    make_the_evening(laptop)
    desk = laptop.url.partition("entrants/")[0]
    laptop.goto(desk)
    main_button(laptop, "Open it to the public")
    links = draw_and_publish(laptop)
    round_ = laptop.url
    seeds = Random(8).sample(range(1000), 2)
    expected: Counted = {}
    for number, (link, seed) in enumerate(zip(links, seeds, strict=True), start=1):
        expected |= write_four_hands(new_phone(), link, seed)
        laptop.goto(round_)
        # Nobody agreed on it at the table: the page says so
        expect(laptop.locator(f"#table-{number}.is-unsettled")).to_be_visible()
    main_button(laptop, "Close only round 1")
    expect(laptop.get_by_text("You can still correct").first).to_be_visible()
    visitor = new_phone()
    visitor.goto(desk.replace("/desk/", "/tournaments/") + "standings/1/")
    rows = [
        row.locator("th, td").all_inner_texts()
        for row in visitor.locator("table.ranks tbody tr").all()
    ]
    shown = {
        name: (int(points), int(score.replace("−", "-"))) for _, _, name, *_, points, score in rows
    }
    assert shown == expected
    assert list(shown.values()) == sorted(expected.values(), reverse=True)
