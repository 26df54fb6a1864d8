"""A variant is one module and one line: a made-up seventh game, in a server whose register has that
line more.
"""

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scoring.rules import Round
from tests.browser.carrying import CODES, PACK, UNPACK, an_evening, content
from tests.browser.conftest import Troubles
from tests.browser.offline import KIT
from tests.browser.playing import BOARD, FOUR, Hand, number, totals
from tests.browser.records import Records, kept_open
from tests.browser.rule_book import COMPARED, PLAY
from tests.browser.servers import Site, running_site
from tests.browser.seventh import played
from tests.browser.starting import ELSEWHERE, MADE, choose, on_the_server
from tests.lengths import in_short
from tests.reliability.outbox import HURRY, until

SEVENTH = Path(__file__).parent / "seventh"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that knows the seventh game."""
    with running_site(tmp_path_factory.mktemp("seventh"), PYTHONPATH=str(SEVENTH)) as site:
        yield site


@pytest.fixture(scope="module")
def records(site: Site) -> Iterator[Records]:
    with kept_open(site) as records:
        yield records


@pytest.mark.slow  # in short: it is chosen, started and played
def test_it_is_one_of_the_games_in_every_list(records: Records) -> None:
    assert records(played.known) == {
        "last": "hermitage",
        "preset": ["hermitage"],
        "formats": ["tables_of_three"],
        "mistakes": [],
    }


@pytest.mark.slow  # in short: it is chosen, started and played
def test_its_pages_say_what_its_module_says(records: Records) -> None:
    pages = records(played.pages)
    assert "Tichu Hermitage" in pages["front"]
    assert "3 players and the Hermit" in pages["new"]
    assert "Seat 1 is the first Abbot." in pages["new"]
    for page in ("game", "wall"):
        assert all(name in pages[page] for name in (*FOUR[:3], "the Hermit")), page
    assert "Carla is Abbot, and feeds the Hermit against Anna and Beat." in pages["game"]
    assert "abbot" in pages["game"]
    assert "Carla is Abbot and feeds the Hermit" in pages["score"]
    assert "A plays with the dummy" in pages["game_print"]
    assert "A T G" in pages["empty"]
    assert " won" in pages["over"]


@pytest.mark.slow  # in short: test_start_kit.py, and the reckoning below
def test_it_is_chosen_started_and_played_to_its_end(
    phone: Page, records: Records, troubles: Troubles
) -> None:
    """Its second round without a network: the phone knows by itself who is Abbot then."""
    troubles.expect("ERR_INTERNET_DISCONNECTED")
    phone.add_init_script(HURRY)
    phone.goto("/new/")
    choose(phone, "Tichu Hermitage")
    expect(phone.locator("#seats")).to_contain_text("Seat 1 is the first Abbot.")
    for seat, name in enumerate(FOUR[:3]):
        phone.locator(f"#name_{seat}").fill(name)
    phone.locator(".go button").tap()
    phone.wait_for_url("**/score/")
    expect(phone.locator("#begins")).to_have_text("Anna is Abbot and feeds the Hermit")
    hand = Hand(phone)
    game = records(played.a_whole_game, 3)
    for at, each in enumerate(game[:-1], start=1):
        phone.context.set_offline(at == 2)
        hand.write(Round.from_data(each["round"]), 4)
        assert totals(phone) == each["totals"]
        assert number(phone) == at + 1
        expect(phone.locator("#begins")).to_have_text(
            f"{FOUR[each['abbot']]} is Abbot and feeds the Hermit"
        )
        abbot = phone.locator(".tile", has=phone.locator("small", has_text="Abbot"))
        expect(abbot.locator(".who bdi")).to_have_text(FOUR[each["abbot"]])
    phone.context.set_offline(False)
    hand.tap_in(Round.from_data(game[-1]["round"]), 4)
    names = (*FOUR[:3], "the Hermit")
    (won,) = game[-1]["won"]
    expect(phone.locator(".winner")).to_have_text(f"{names[won]} won.")
    expect(phone.locator("#kept")).to_be_hidden()
    game_page = phone.url.removesuffix("score/")
    phone.goto(game_page)
    expect(phone.locator(".leads", has_text=names[won])).to_contain_text("won after")
    phone.goto(f"{game_page}wall/")
    expect(phone.locator("#live")).to_contain_text("winner")


@pytest.mark.parametrize("most", in_short([3, 6], {3}))
def test_the_phone_reckons_it_as_the_rule_book_does(
    scratch: Page, records: Records, most: int
) -> None:
    games = records(played.evenings, most)
    compared = [key for key in COMPARED if key != "state"]
    answers = scratch.evaluate(
        PLAY, [[[game["screen"], game["rounds"]] for game in games], compared]
    )
    for game, answer in zip(games, answers, strict=True):
        assert answer == [{key: seen[key] for key in compared} for seen in game["seen"]]


def test_a_phone_starts_it_as_the_server_would(phone: Page) -> None:
    phone.goto("/new/?variant=hermitage")
    until(phone, KIT)
    game = str(uuid.uuid4())
    made = phone.evaluate(MADE, game)
    told = on_the_server(phone, made["data"] | {"id": game})
    assert {key: value for key, value in made["screen"].items() if key not in ELSEWHERE} == {
        key: value for key, value in told.items() if key not in ELSEWHERE
    }
    html = phone.context.request.get(f"/games/{game}/score/").text()
    assert phone.evaluate(BOARD, made["html"]) == phone.evaluate(BOARD, html)


@pytest.mark.slow  # in short: test_handover.py
def test_it_is_handed_over_in_short_and_another_site_says_that_it_does_not_know_it(
    phone: Page,
) -> None:
    phone.goto("/handover/")
    codes = phone.evaluate("() => JSON.parse(document.querySelector('#told').textContent).codes")
    game = an_evening("trichu", 12) | {"variant": "hermitage"}
    (text,) = phone.evaluate(PACK, [[game], codes, None])
    assert content(text)[0] in {2, 3}, "in the compact form"
    assert phone.evaluate(UNPACK, [[text], codes]) == [game]
    (answer,) = phone.evaluate(UNPACK, [[text], CODES])
    assert answer["code"] == "newer_version"
