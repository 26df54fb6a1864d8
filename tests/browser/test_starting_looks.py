"""How the front page, the form and the club look: axe, light and dark, on a narrow phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import Axe, too_small, too_wide
from tests.browser.playing import NUMBER_OF, PEOPLE, Hand, saved, start
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.starting import TWELVE, NewPhone, a_game, seat, sign_in, sit

LONG = "Maximiliane-Friederike von und zu Hohenb"  # forty characters
HEBREW = "\u05d3\u05d9\u05e0\u05d4"


@pytest.mark.slow  # in short: tests/scoring/pages/club
def test_two_phones_share_the_names_of_their_club(
    new_phone: NewPhone, site: Site, records: Records
) -> None:
    anna, eva = new_phone(), new_phone()
    sign_in(anna, site, records, "Anna")
    anna.goto("/club/")
    anna.get_by_label("Name of the club").fill("Tichu Bern")
    anna.get_by_role("button", name="Start the club").tap()
    anna.get_by_role("link", name="Phones", exact=True).tap()
    anna.get_by_role("button", name="Make a link for phones").tap()
    address = anna.get_by_label("Link to share").input_value()
    a_game(anna)
    eva.goto(address)
    eva.get_by_role("button", name="Join").tap()
    expect(eva.locator(".event")).to_contain_text("Tichu Bern")
    assert not eva.url.startswith(address)
    eva.goto("/new/")
    expect(eva.get_by_role("button", name="Carla", exact=True)).to_be_visible()
    eva.goto("/club/")
    eva.get_by_role("link", name="Phones", exact=True).tap()
    eva.get_by_role("button", name="Leave this club").tap()
    expect(eva.get_by_role("heading", level=1)).to_have_text("Clubs")


# Where there is the most on a page, and of each kind of page one.
AXE_IN_SHORT = {
    "put right",
    "front page with a deleted game",
    "on this phone",
    "all fold-outs",
    "mistakes",
    "club",
}


@pytest.mark.slow  # in short: twelve people round the table; test_people.py by axe
@pytest.mark.parametrize(
    ("scheme", "variants"),
    [
        ("light", ("grand_seigneur",)),
        pytest.param("dark", tuple(NUMBER_OF), marks=pytest.mark.slow),
        pytest.param("light", tuple(NUMBER_OF), marks=pytest.mark.slow),
    ],
)
def test_the_pages_are_free_of_faults_for_axe_and_fit_the_phone(
    new_phone: NewPhone,
    site: Site,
    records: Records,
    axe: Axe,
    troubles: Any,
    scheme: str,
    variants: tuple[str, ...],
) -> None:
    troubles.expect("status of (422|404|410)")
    phone = new_phone(color_scheme=scheme)
    faults: list[str] = []

    def look(what: str) -> None:
        found = axe(phone) if len(variants) > 1 or what in AXE_IN_SHORT else []
        found += [*(["scrolls sideways"] if too_wide(phone) else []), *too_small(phone)]
        faults.extend(f"{what}: {fault}" for fault in found)

    phone.goto("/")
    look("front page of a stranger")
    phone.goto("/club/")
    look("no club")
    a_game(phone, [LONG, HEBREW, "Carla \U0001f98a", "W" * 40])
    game = phone.url.removesuffix("score/")
    with phone.expect_response("**/state/"):
        phone.locator("#heading").tap()
    phone.goto("/")
    look("front page")
    phone.goto(f"{game}setup/")
    phone.get_by_label("Seat 2", exact=True).fill("x" * 40)
    phone.locator(".go button").tap()
    expect(phone.get_by_text("Done:")).to_be_visible()
    phone.locator("#again summary").tap()
    phone.locator("#delete summary").tap()
    look("put right")
    phone.get_by_role("button", name="Yes, delete it").tap()
    phone.locator("#deleted summary").tap()
    look("front page with a deleted game")
    phone.goto(game)
    look("deleted")
    phone.get_by_role("button", name="Restore it").tap()
    expect(phone).to_have_url(game)
    phone.goto(f"/here/#{game.rstrip('/').rpartition('/')[2]}")
    expect(phone.get_by_role("link", name="To the table")).to_be_visible()
    look("on this phone")
    for variant in variants:
        phone.goto(f"/new/?variant={variant}")
        look(f"new {variant}")
    phone.goto("/new/")
    phone.locator("#presets summary").tap()
    phone.locator("#house-rules summary").tap()
    phone.locator("#writing summary").tap()
    look("all fold-outs")
    sit(phone, [LONG, LONG, HEBREW, "x" * 90])
    phone.get_by_label("Points to reach").fill("-5")
    phone.get_by_label("Value of Tichu").fill("many")
    phone.get_by_label("Points", exact=True).first.fill("400")
    phone.locator(".go button").tap()
    expect(phone.get_by_role("alert")).to_be_visible()
    look("mistakes")
    sign_in(phone, site, records, "Olga")
    phone.goto("/club/")
    look("no club, with a say")
    # Clubs of the tests before, of the same account
    before = phone.locator("main .places li").count()
    if before and not phone.get_by_label("Name of the club").is_visible():
        phone.get_by_text("Another club", exact=True).tap()
    phone.get_by_label("Name of the club").fill("W" * 58 + f"{before:02}")
    phone.get_by_role("button", name="Start the club").tap()
    expect(phone).not_to_have_url(f"{site.url}/club/")
    look("a club without a game")
    phone.get_by_role("link", name="Phones", exact=True).tap()
    phone.get_by_role("button", name="Make a link for phones").tap()
    expect(phone.get_by_label("Link to share")).to_be_visible()
    look("club")
    phone.goto(phone.get_by_label("Link to share").input_value())
    look("joining")
    phone.goto("/club/join/nonsense/")
    look("no such link")
    assert faults == []


@pytest.mark.slow  # in short: twelve people fit round the table
def test_names_of_three_and_a_dummy_keep_their_letters_together_in_the_lists_of_games(
    phone: Page,
) -> None:
    for _ in range(2):  # the last one runs, the one before is in the list
        start(phone, "trichu", ("Mia", "Noah", "Maximilian"))
        hand = Hand(phone)
        hand.out(0, 1, 2)
        hand.points(40)
        saved(phone, 1)
    phone.goto("/")
    names = phone.locator(
        ":is(.go-on, .games) .who bdi", has_text=re.compile("Mia|Noah|Maximilian")
    )
    expect(names).to_have_count(6)
    assert all(name.bounding_box()["height"] < 30 for name in names.all()), "a line each"


@pytest.mark.slow  # in short: twelve people fit round the table
def test_the_names_of_twelve_have_the_whole_row_of_a_list_of_games(phone: Page) -> None:
    """Whoever is first stands below them where both have no room on a line."""
    start(phone, "grand_seigneur", ("Maximiliane", *PEOPLE[1:]))
    Hand(phone).out(*range(11))
    saved(phone, 1)
    phone.goto("/")
    names, row = (phone.locator(each).bounding_box() for each in (".go-on .who", ".go-on .column"))
    assert names["width"] == pytest.approx(row["width"], abs=1)
    expect(phone.locator(".go-on .column b")).to_have_text("Great Lord Maximiliane")


def test_twelve_people_fit_round_the_table(phone: Page) -> None:
    phone.goto("/new/?variant=grand_seigneur")
    for count in range(6, 13):
        phone.get_by_role("button", name="Add a seat").tap()
        expect(seat(phone, count)).to_be_visible()
    sit(phone, [f"{name} Longname" for name in TWELVE])
    boxes = [phone.locator(f".at-{place}").bounding_box() for place in range(12)]
    overlaps = [
        (one, other)
        for one in range(12)
        for other in range(one)
        if abs(
            boxes[one]["x"]
            + boxes[one]["width"] / 2
            - boxes[other]["x"]
            - boxes[other]["width"] / 2
        )
        < (boxes[one]["width"] + boxes[other]["width"]) / 2 - 1
        and abs(boxes[one]["y"] - boxes[other]["y"]) < boxes[one]["height"] - 1
    ]
    assert overlaps == []
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 320 for box in boxes)
    assert too_wide(phone) == 0


@pytest.mark.slow  # in short: tests/scoring/pages/phones/test_phones_pages.py
@pytest.mark.parametrize("viewport", [(320, 640), (390, 844)])
def test_an_empty_app_on_an_iphone_says_where_the_games_may_be(
    new_phone: NewPhone, axe: Axe, viewport: tuple[int, int]
) -> None:
    phone = new_phone(viewport=viewport)
    phone.goto("/")
    expect(phone.get_by_role("link", name="New game")).to_be_visible()
    expect(phone.locator("#in-safari")).to_be_hidden()
    phone.add_init_script("navigator.standalone = true")
    phone.reload()
    expect(phone.locator("#in-safari")).to_contain_text("Yours may be in Safari.")
    assert phone.locator(".button.main:visible").count() == 1
    assert (axe(phone), too_small(phone), too_wide(phone)) == ([], [], 0)
    phone.get_by_role("link", name="They are on another phone").tap()
    expect(phone.get_by_label("The sixteen characters")).to_be_visible()
