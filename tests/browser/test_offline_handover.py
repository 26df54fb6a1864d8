"""Games that no server has heard of, or only waits to hear more of, carried from one phone or
browser to another.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.carrying import paste
from tests.browser.looking import Axe, too_small, too_wide
from tests.browser.offline import (
    KIT,
    arrived,
    begun_without_a_network,
    code_of,
    game_of,
    reader,
    without_a_network,
    write,
)
from tests.browser.playing import reads, start, totals
from tests.browser.sending import start_whole
from tests.browser.servers import Site
from tests.browser.starting import FOUR, NewPhone
from tests.lengths import in_short
from tests.reliability.outbox import outbox, settled, until

__all__ = ["without_a_network"]  # for every test of the file


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


@pytest.mark.slow  # in short: a made-up code, and tests/scoring/test_api_handover.py
@pytest.mark.parametrize(
    "first",
    [
        "the phone that began it",
        pytest.param("the phone that read its code", marks=pytest.mark.slow),
    ],
)
def test_a_game_that_no_server_knows_is_written_on_by_the_other_phone_and_is_one_game(
    phone: Page, new_phone: NewPhone, site: Site, first: str
) -> None:
    address = begun_without_a_network(phone, 1, 3)
    text = code_of(phone)
    handing = phone.locator("#handover")
    expect(handing.locator('[data-is="rounds"]')).to_have_text("2 · 130 : 70")
    expect(handing.locator('[data-is="seats"]')).to_have_text("4")
    carla = reader(new_phone)
    paste(carla, text)
    expect(carla.locator(".carried")).to_contain_text("Anna, Beat, South, Dino")
    expect(carla.locator(".carried")).to_contain_text("Rounds: 2")
    expect(carla.locator(".needs")).to_have_count(0)  # nothing of this needs the network
    carla.get_by_role("button", name="Enter round 3 here").tap()
    expect(carla.locator("#heading")).to_have_text("Round 3")
    reads(carla, "This phone keeps score now. Rounds to send: 2")
    assert totals(carla) == [130, 70]
    write(carla, 1)
    phone.get_by_role("button", name="The other phone has it").tap()
    expect(handing).to_contain_text("The other phone keeps score.")
    for each in (phone, carla) if first == "the phone that began it" else (carla, phone):
        each.context.set_offline(False)
        settled(each)
        expect(each.locator("#kept")).to_be_hidden()
        assert outbox(each) == []
    for each in (phone, carla):
        expect(each.locator("#heading")).to_have_text("Round 4")
        assert totals(each) == [195, 105]
    assert arrived(site, address) == [1, 3, 3]
    write(carla, 3)
    expect(phone.locator("#heading")).to_have_text("Round 5")
    assert arrived(site, address) == [1, 4, 4]


@pytest.mark.slow  # in short: test_handover_page.py
def test_a_code_that_was_made_up_begins_nothing(new_phone: NewPhone) -> None:
    """Its text may hold anything: an id with markup, people who are none, rounds that cannot be
    played.
    """
    carla = new_phone()
    carla.goto("/handover/")
    until(carla, KIT)
    made_up = """async ([game, codes]) =>
      (await import("/static/scoring/handover.js")).pack(game, codes)"""
    start = '{"variant": "nanking", "players": ["Anna", "Beat", "Carla", "Dino"], "settings": {}}'
    game = {
        "game": "6d0f3c1e-8f64-4f5b-9a53-2f1d9f0c7a11",
        "pass": "",
        "variant": "nanking",
        "names": FOUR,
        "seats": 4,
        "entries": [],
        "start": start,
    }
    sides = [[0, 2], [1, 3]]
    wrong = [
        {"game": '6d0f3c1e-8f64-4f5b-9a53-"><b id=in>'},
        {"start": "{"},
        {"start": start.replace("nanking", "constructor")},
        {"start": start.replace('["Anna", "Beat", "Carla", "Dino"]', "7")},
        {"start": start.replace("{}}", '{}, "carried": {"rounds": 3, "totals": ["<b>", 5]}}')},
        {
            "entries": [
                {
                    "id": game["game"],
                    "kind": "round",
                    "number": 1,
                    "round": {"out": 7},
                    "sides": sides,
                }
            ]
        },
    ]
    for each in wrong:
        carla.goto("/handover/")
        paste(carla, carla.evaluate(made_up, [game | each, {"nanking": 1}]))
        carla.get_by_role("button", name="here").tap()
        expect(carla.locator(".carried [role=status]")).to_contain_text(
            "Part of the code is missing or wrong"
        )
        carla.evaluate("() => localStorage.clear()")
    assert outbox(carla) == []
    assert carla.locator("#in").count() == 0


# All games of a phone in one copy
# -------------------------------------------------------------------------------


def copied(phone: Page, count: int) -> str:
    """All games of this phone as text, as "Transfer games" copies them."""
    phone.goto("/")
    phone.get_by_role("link", name="Transfer games").tap()
    giving = phone.locator("#giving")
    expect(giving).to_contain_text(f"Games on this phone: {count}")
    giving.get_by_role("button", name="Copy").tap()
    expect(giving.get_by_role("status")).to_have_text("Copied.")
    return str(phone.evaluate("() => navigator.clipboard.readText()"))


def installed(new_phone: NewPhone, **options: object) -> Page:
    """The app on an iPhone's home screen: it knows nothing of what Safari keeps."""
    app = new_phone(**options)
    app.add_init_script("navigator.standalone = true")
    app.goto("/")
    expect(app.locator("#in-safari")).to_be_visible()
    return app


@pytest.mark.slow  # in short: the same copy pasted into a field, below
def test_an_empty_app_takes_all_games_of_the_browser_in_one_copy(
    new_phone: NewPhone, site: Site
) -> None:
    clipboard = ["clipboard-read", "clipboard-write"]
    safari, app = new_phone(permissions=clipboard), installed(new_phone, permissions=clipboard)
    known = start(safari)
    write(safari, 1)
    settled(safari)
    alone = begun_without_a_network(safari, 1, 3)
    app.evaluate("(text) => navigator.clipboard.writeText(text)", copied(safari, 2))
    app.get_by_role("link", name="Paste my games").tap()
    app.wait_for_url("/")
    for address in (known, alone):
        expect(app.locator(f'main a[href*="{game_of(address)}"]').first).to_be_visible()
    expect(app.locator("#in-safari")).to_be_hidden()
    settled(app)
    assert arrived(site, known)[0] == 1
    assert arrived(site, alone) == [1, 2, 2]
    # Both are written on in the app, and what the browser sends later is no second game.
    for address, coming in ((known, 2), (alone, 3)):
        app.goto(f"{address}score/")
        expect(app.locator("#heading")).to_have_text(f"Round {coming}")
        write(app, 1)
        settled(app)
    safari.context.set_offline(False)
    safari.goto("/")
    settled(safari)
    assert arrived(site, alone) == [1, 3, 3]


@pytest.mark.slow  # in short: test_handover_page.py
def test_where_the_clipboard_is_refused_a_field_opens_and_rubbish_is_named(
    new_phone: NewPhone,
) -> None:
    clipboard = ["clipboard-read", "clipboard-write"]
    safari = new_phone(permissions=clipboard)
    address = start_whole(safari)
    text = copied(safari, 1)
    app = installed(new_phone)
    app.evaluate("() => { navigator.clipboard.readText = () => Promise.reject(new Error()); }")
    app.get_by_role("link", name="Paste my games").tap()
    app.get_by_label("Paste the copy here").fill("Milk, bread")
    app.get_by_role("button", name="Add these games").tap()
    expect(app.locator("#in-safari [role=alert]")).to_have_text(
        "That is not a copy of games. Tap Copy there first."
    )
    app.get_by_label("Paste the copy here").fill(text)
    app.get_by_role("button", name="Add these games").tap()
    app.wait_for_url("/")
    expect(app.locator(f'main a[href*="{game_of(address)}"]').first).to_be_visible()


def test_a_club_is_joined_by_its_link_read_or_pasted(new_phone: NewPhone, site: Site) -> None:
    app = installed(new_phone)
    app.get_by_role("link", name="I am in a club").tap()
    paste(app, f"{site.url}/club/join/no-such-token/")
    app.wait_for_url("**/club/join/no-such-token/")
    app.goto("/handover/")
    paste(app, "https://elsewhere.example/club/join/x/")
    expect(app.locator("#said")).to_contain_text("This is not a game from Tichu Desk.")


LOOKS = [(*size, scheme) for size in ((320, 640), (390, 844)) for scheme in ("light", "dark")]


@pytest.mark.slow  # in short: test_starting_looks.py
@pytest.mark.parametrize("look", in_short(LOOKS, [(320, 640, "light"), (390, 844, "dark")]))
def test_the_empty_app_and_the_copy_fit(
    new_phone: NewPhone, axe: Axe, look: tuple[int, int, str]
) -> None:
    width, height, scheme = look
    app = installed(new_phone, viewport=(width, height), color_scheme=scheme)
    expect(app.get_by_role("heading", level=1)).to_have_text(
        "No games here yet. Yours may be in Safari."
    )
    assert app.locator(".button.main:visible").count() == 1
    assert (axe(app), too_small(app), too_wide(app)) == ([], [], 0)
    start_whole(app)
    app.goto("/handover/")
    expect(app.locator("#giving")).to_be_visible()
    assert (axe(app), too_small(app), too_wide(app)) == ([], [], 0)
