"""The last resort: a phone without a network shows its game as a code, another one reads it in and
sends it.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import APIRequestContext, Browser, Page, Route, expect

from scoring.games.access.handover import MOST_ENTRIES
from scoring.rules import Round
from tests.browser.carrying import ROUNDS, data, on_the_server, packed, paste, written
from tests.browser.conftest import Troubles
from tests.browser.playing import begin
from tests.browser.servers import Site

KEPT = "() => Object.keys(localStorage).filter((key) => key.startsWith('handover:'))"


@pytest.fixture
def anna(browser: Browser, site: Site) -> Iterator[APIRequestContext]:
    """What the phone on the table asks the server: of it no more is needed here."""
    context = browser.new_context(base_url=site.url)
    yield context.request
    context.close()


@pytest.fixture
def beat(scratch: Page) -> Page:
    """The page that reads in, on a phone that was never here before."""
    scratch.goto("/handover/")
    return scratch


# Reading and sending
# -------------------------------------------------------------------------------------------


def test_a_pasted_game_is_shown_and_sent(anna: APIRequestContext, beat: Page) -> None:
    game = written(anna, *ROUNDS)
    (text,) = packed(beat, game)
    paste(beat, f"  {text[:50]}\n{text[50:]} ")
    card = beat.locator(".carried")
    expect(card.get_by_role("heading")).to_contain_text("Nanking")
    expect(card).to_contain_text("Anna, Beat, Carla, Dino")
    expect(card).to_contain_text("Rounds: 3")
    expect(card).to_contain_text("It stays on this phone until it is sent.")
    box, reading = card.bounding_box(), beat.locator("#paste").bounding_box()
    assert box
    assert reading
    assert box["y"] + box["height"] <= reading["y"]  # what was read comes before what reads
    assert on_the_server(anna, game) == []
    card.get_by_role("button", name="Send").tap()
    expect(card).to_contain_text("Everything is on the server.")
    assert on_the_server(anna, game) == data(*ROUNDS)
    assert beat.evaluate(KEPT) == []
    expect(card.get_by_role("button")).to_have_count(0)


@pytest.mark.slow  # in short: parts are read one by one
def test_a_long_game_is_sent_in_parts_in_order(anna: APIRequestContext, beat: Page) -> None:
    rounds = ROUNDS * 8
    game = written(anna, *rounds, rule_target_score="100000")
    sizes: list[int] = []

    def counted(route: Route) -> None:
        sizes.append(len(route.request.post_data_json["entries"]))
        route.continue_()

    beat.route("**/api/v1/handover/", counted)
    paste(beat, packed(beat, game)[0])
    beat.get_by_role("button", name="Send").tap()
    expect(beat.locator(".carried")).to_contain_text("Everything is on the server.")
    assert sizes == [MOST_ENTRIES, 24 - MOST_ENTRIES]
    assert on_the_server(anna, game) == data(*rounds)


@pytest.mark.slow  # in short: the same at the API, tests/scoring/test_api_handover.py
def test_what_the_writing_phone_sent_itself_meanwhile_is_not_there_twice(
    anna: APIRequestContext, beat: Page
) -> None:
    game = written(anna, *ROUNDS)
    texts = [packed(beat, game | {"entries": game["entries"][:count]})[0] for count in (2, 3, 3)]
    for text in texts:
        paste(beat, text)
        beat.get_by_role("button", name="Send").tap()
        expect(beat.locator(".carried").first).to_contain_text("Everything is on the server.")
    assert on_the_server(anna, game) == data(*ROUNDS)


def test_a_phone_without_a_network_carries_the_game_until_it_has_one(
    anna: APIRequestContext, beat: Page, troubles: Troubles
) -> None:
    troubles.expect("ERR_INTERNET_DISCONNECTED")
    game = written(anna, *ROUNDS)
    (text,) = packed(beat, game)
    beat.context.set_offline(True)
    paste(beat, text)
    beat.get_by_role("button", name="Send").tap()
    expect(beat.locator(".carried")).to_contain_text("The site could not be reached.")
    assert beat.evaluate(KEPT) == [f"handover:{game['game']}"]
    beat.context.set_offline(False)
    expect(beat.locator(".carried")).to_contain_text("Everything is on the server.")
    assert on_the_server(anna, game) == data(*ROUNDS)
    assert beat.evaluate(KEPT) == []


def test_a_game_that_was_to_be_sent_goes_out_when_the_page_is_opened_again(
    anna: APIRequestContext, beat: Page, troubles: Troubles
) -> None:
    troubles.expect("ERR_FAILED")
    game = written(anna, *ROUNDS)
    (text,) = packed(beat, game)
    beat.route("**/api/v1/handover/", lambda route: route.abort())
    paste(beat, text)
    beat.get_by_role("button", name="Send").tap()
    expect(beat.locator(".carried")).to_contain_text("The site could not be reached.")
    beat.unroute_all()
    beat.reload()
    expect(beat.locator(".carried")).to_contain_text("Everything is on the server.")
    assert on_the_server(anna, game) == data(*ROUNDS)


def test_a_game_that_was_only_read_waits_for_the_button(
    anna: APIRequestContext, beat: Page
) -> None:
    game = written(anna, *ROUNDS)
    paste(beat, packed(beat, game)[0])
    expect(beat.locator(".carried")).to_contain_text("It stays on this phone until it is sent.")
    beat.reload()
    expect(beat.locator(".carried")).to_contain_text("Rounds: 3")
    assert on_the_server(anna, game) == []


@pytest.mark.slow  # in short: the missing part is named
def test_a_later_reading_leaves_nothing_of_an_earlier_one_behind(
    anna: APIRequestContext, beat: Page
) -> None:
    game = written(anna, *ROUNDS)
    first, rest = game["entries"][:2], game["entries"][2:]
    for entries in (first, rest):
        paste(beat, packed(beat, game | {"entries": entries})[0])
    expect(beat.locator(".carried")).to_have_count(1)
    expect(beat.locator(".carried")).to_contain_text("Rounds: 3")
    beat.get_by_role("button", name="Send").tap()
    expect(beat.locator(".carried")).to_contain_text("Everything is on the server.")
    assert on_the_server(anna, game) == data(*ROUNDS)


@pytest.mark.parametrize(
    "status", [200, *(pytest.param(each, marks=pytest.mark.slow) for each in (302, 503))]
)
def test_an_answer_that_is_not_ours_counts_as_none(
    anna: APIRequestContext, beat: Page, troubles: Troubles, status: int
) -> None:
    troubles.expect("status of 503|ERR_FAILED|ERR_INVALID_REDIRECT|Failed to load")
    game = written(anna, *ROUNDS)
    paste(beat, packed(beat, game)[0])
    beat.route(
        "**/api/v1/handover/",
        lambda route: route.fulfill(
            status=status,
            content_type="text/html",
            body="<h1>Hotel</h1>",
            headers={"Location": "/"},
        ),
    )
    beat.get_by_role("button", name="Send").tap()
    expect(beat.locator(".carried")).to_contain_text("The site could not be reached.")
    assert beat.evaluate(KEPT) == [f"handover:{game['game']}"]
    beat.unroute_all()
    beat.get_by_role("button", name="Send again").tap()
    expect(beat.locator(".carried")).to_contain_text("Everything is on the server.")
    assert on_the_server(anna, game) == data(*ROUNDS)


@pytest.mark.slow  # in short: test_outbox.py, from the table's screen
def test_a_page_that_was_open_for_long_gets_a_fresh_token(
    anna: APIRequestContext, beat: Page, troubles: Troubles
) -> None:
    troubles.expect("status of 403")
    begin(beat.context.request)  # a phone that is known: its cookie makes the token needed
    beat.goto("/handover/")
    game = written(anna, *ROUNDS)
    paste(beat, packed(beat, game)[0])
    beat.context.clear_cookies(name="csrftoken")
    beat.get_by_role("button", name="Send").tap()
    expect(beat.locator(".carried")).to_contain_text("Everything is on the server.")
    assert on_the_server(anna, game) == data(*ROUNDS)


def test_what_the_server_refuses_is_told_with_its_reason(
    anna: APIRequestContext, beat: Page, troubles: Troubles
) -> None:
    troubles.expect("status of 404")
    game = written(anna, *ROUNDS) | {"pass": "somebody else's"}
    paste(beat, packed(beat, game)[0])
    beat.get_by_role("button", name="Send").tap()
    expect(beat.locator(".carried .errors li")).to_contain_text(
        "This code does not open the game, or no longer does."
    )
    assert beat.evaluate(KEPT) == [f"handover:{game['game']}"]
    assert on_the_server(anna, game) == []


@pytest.mark.slow  # in short: the same at the API, tests/scoring/test_api_handover.py
def test_another_version_and_an_impossible_round_are_told_apart_from_the_rest(
    anna: APIRequestContext, beat: Page
) -> None:
    game = written(anna, *ROUNDS)
    paste(beat, packed(beat, game)[0])
    beat.get_by_role("button", name="Send").tap()
    expect(beat.locator(".carried")).to_contain_text("Everything is on the server.")
    begin(beat.context.request)
    beat.goto("/handover/")
    other = written(anna, ROUNDS[1], ROUNDS[1], Round(out=(0, 1, 2, 3), card_points=(65, 30)))
    paste(beat, packed(beat, game | {"entries": other["entries"]})[0])
    beat.get_by_role("button", name="Send").tap()
    expect(beat.locator(".carried")).to_contain_text("The server did not accept everything.")
    expect(beat.locator(".carried")).to_contain_text("Rounds that differ on the server: 1.")
    expect(beat.locator(".carried .errors li")).to_have_count(1)


def test_a_game_is_discarded_by_two_taps(anna: APIRequestContext, beat: Page) -> None:
    paste(beat, packed(beat, written(anna, *ROUNDS))[0])
    beat.get_by_role("button", name="Discard").tap()
    expect(beat.locator(".carried")).to_have_count(1)
    beat.get_by_role("button", name="Really discard?").tap()
    expect(beat.locator(".carried")).to_have_count(0)
    assert beat.evaluate(KEPT) == []


@pytest.mark.slow  # in short: test_outbox.py, from the table's screen
def test_a_browser_that_keeps_nothing_says_so_and_sends_all_the_same(
    anna: APIRequestContext, beat: Page
) -> None:
    beat.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('', "
        "'QuotaExceededError'); }; }"
    )
    game = written(anna, *ROUNDS)
    paste(beat, packed(beat, game)[0])
    expect(beat.locator(".carried")).to_contain_text("This browser stores nothing")
    beat.get_by_role("button", name="Send").tap()
    expect(beat.locator(".carried")).to_contain_text("Everything is on the server.")
    assert on_the_server(anna, game) == data(*ROUNDS)


def test_what_is_no_game_is_told(anna: APIRequestContext, beat: Page) -> None:
    (text,) = packed(beat, written(anna, *ROUNDS))
    for wrong, sentence in (
        ("Hello Beat", "This is not a game from Tichu Desk."),
        (text.replace("TICHU1", "TICHU9"), "It was made by a newer version of this site."),
        (text[:-1], "Part of the code is missing or wrong."),
    ):
        paste(beat, wrong)
        expect(beat.locator("#said.error")).to_contain_text(sentence)
        expect(beat.locator("#text")).to_have_attribute("aria-invalid", "true")
        expect(beat.locator("#text")).to_have_value(wrong)
    paste(beat, text)
    expect(beat.locator("#said")).to_be_empty()
    expect(beat.locator(".carried")).to_have_count(1)


def test_a_browser_that_is_too_old_is_told_what_to_do(anna: APIRequestContext, beat: Page) -> None:
    (text,) = packed(beat, written(anna, *ROUNDS * 4))
    beat.evaluate("() => { delete window.DecompressionStream; }")
    paste(beat, text)
    expect(beat.locator("#said.error")).to_have_text(
        "This browser is too old to read it. Use a newer one, or another phone."
    )
    expect(beat.locator("#text")).to_have_value(text)


def test_parts_are_read_one_by_one_and_the_missing_one_is_named(
    anna: APIRequestContext, beat: Page
) -> None:
    (text,) = packed(beat, written(anna, *ROUNDS), most=160)
    parts = text.split("\n")
    assert len(parts) == 3
    paste(beat, parts[2])
    expect(beat.locator("#said")).to_have_text(
        "Part 1, 2 of 3 is still missing. Read that one too."
    )
    paste(beat, parts[0])
    expect(beat.locator("#said")).to_have_text("Part 2 of 3 is still missing. Read that one too.")
    paste(beat, "Hello Beat")
    paste(beat, parts[1])
    expect(beat.locator(".carried")).to_contain_text("Rounds: 3")


@pytest.mark.slow  # in short: the missing part is named
def test_a_part_of_another_game_begins_anew(anna: APIRequestContext, beat: Page) -> None:
    (one,), (other,) = (packed(beat, written(anna, *ROUNDS), most=160) for _ in range(2))
    paste(beat, one.split("\n")[0])
    paste(beat, other.split("\n")[0])
    paste(beat, other.split("\n")[1])
    expect(beat.locator("#said")).to_have_text("Part 3 of 3 is still missing. Read that one too.")
    paste(beat, other.split("\n")[2])
    expect(beat.locator(".carried")).to_contain_text("Rounds: 3")
