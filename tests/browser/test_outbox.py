"""What the table's phone wrote and the server has not taken yet: refused, taken back, lost on the
way, sent again.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Troubles
from tests.browser.playing import Hand, arrived, number, press, reads, saved, start, totals
from tests.browser.sending import ANNAS, BEATS, on_server, phone, posts, start_whole, take, write

__all__ = ["phone", "take"]  # fixtures


def cut_off_from_news(page: Page) -> None:
    """The page can send, and hears of nothing that others do."""
    for each in ("**/state/", "**/live/**"):
        page.route(each, lambda route: route.abort())


def refused_in_a_pause(phone: Page, *rounds: dict[str, Any]) -> str:
    """Write rounds without a network while the game is paused elsewhere: the first is refused. The
    game's address.
    """
    address = start_whole(phone)
    phone.context.set_offline(True)
    write(Hand(phone), *rounds)
    press(phone, address, "pause")  # past the page, which hears nothing of it
    cut_off_from_news(phone)
    phone.context.set_offline(False)
    expect(phone.locator("#refused li")).to_contain_text("The game is paused: resume it first.")
    return address


def test_the_browser_is_asked_to_keep_what_waits_once_a_round_is_written(phone: Page) -> None:
    """Some browsers ask the person then: not before there is something to keep."""
    phone.add_init_script(
        """
        window.askedToKeep = 0;
        navigator.storage.persisted = async () => false;
        navigator.storage.persist = async () => Boolean((window.askedToKeep += 1));
        """
    )
    start_whole(phone)
    assert phone.evaluate("window.askedToKeep") == 0
    write(Hand(phone), ANNAS)
    phone.wait_for_function("window.askedToKeep > 0")


# How it looks
# -------------------------------------------------------------------------------------------------

# The lines of a list of rounds: their numbers, signs and texts, but for where each round is.
LINES = """(list) => [...list.cloneNode(true).querySelectorAll("li")].map((line) => {
  const [place] = line.querySelectorAll(".at");
  const where = place.textContent;
  place.remove();
  const marked = [...line.querySelectorAll("[class], [aria-label]:not(a)")];
  const signs = marked.map((one) => [one.className, one.ariaLabel, one.parentElement.className]);
  return [where, line.value, line.textContent.split(/\\s+/).filter(Boolean).join(" "), signs];
})"""


@pytest.mark.slow  # in short: test_redraw.py
@pytest.mark.parametrize(
    "variant", ["nanking", pytest.param("grand_seigneur", marks=pytest.mark.slow)]
)
def test_a_round_that_waits_is_drawn_as_one_that_is_sent_but_for_its_sign(
    phone: Page, variant: str
) -> None:
    start_whole(phone, variant)
    hand = Hand(phone)
    phone.context.set_offline(True)
    if variant == "nanking":
        hand.call(1, "tichu")
        write(hand, BEATS)
        hand.call(0, "tichu")
        hand.call(1, "grand")
        hand.out(0, 1, 2)
        hand.points(65)
        saved(phone, 2)
        hand.wish(2)
        hand.save()
        saved(phone, 3)
    else:
        hand.out(6, 5, 4, 3, 2, 1)
        saved(phone, 1)
    here = phone.locator("#kept").evaluate(LINES)
    assert {where for where, *_ in here} <= {"on this phone", "being sent"}
    expect(phone.locator("#kept li").first).to_have_css("display", "flex")
    phone.context.set_offline(False)
    arrived(phone, len(here))
    there = phone.locator("#rounds").evaluate(LINES)
    assert {where for where, *_ in there} == {"on the server"}
    assert [line for _, *line in here] == [line for _, *line in there]


# Refused
# --------------------------------------------------------------------------------------------------


def test_a_refused_round_stays_with_its_reason_and_is_sent_again_with_those_behind_it(
    phone: Page, troubles: Troubles
) -> None:
    troubles.expect("status of 409")
    sent = posts(phone)
    address = refused_in_a_pause(phone, ANNAS, BEATS, ANNAS)
    expect(phone.locator("#refused li")).to_contain_text("rejected")
    expect(phone.locator("#kept .at-phone")).to_have_count(2)
    assert {entry["number"] for entry in sent} == {1}, "the rounds behind it wait"
    with phone.expect_response("**/entries/"):  # refused once more, before the game goes on
        phone.get_by_role("button", name="Send again").tap()
    expect(phone.locator("#refused li")).to_contain_text("The game is paused")
    press(phone, address, "resume")
    phone.get_by_role("button", name="Send again").tap()
    phone.unroute("**/state/")
    arrived(phone, 3)
    expect(phone.locator("#refused")).to_be_hidden()
    assert on_server(phone, address) == [ANNAS, BEATS, ANNAS]
    assert [entry["number"] for entry in sent][-3:] == [1, 2, 3]
    assert len({entry["id"] for entry in sent}) == 3


@pytest.mark.slow  # in short: the refused round, above
def test_a_round_refused_in_a_pause_goes_out_by_itself_when_the_game_goes_on(
    phone: Page, troubles: Troubles
) -> None:
    troubles.expect("status of 409")
    address = refused_in_a_pause(phone, ANNAS)
    for each in ("**/state/", "**/live/**"):
        phone.unroute(each)
    press(phone, address, "resume")
    arrived(phone, 1)
    assert on_server(phone, address) == [ANNAS]


@pytest.mark.slow  # in short: test_redraw.py, where one is mended
def test_a_refused_round_is_tapped_anew_and_sent_under_another_id(
    phone: Page, troubles: Troubles
) -> None:
    troubles.expect("status of 409")
    hand = Hand(phone)
    sent = posts(phone)
    address = refused_in_a_pause(phone, ANNAS, ANNAS)
    press(phone, address, "resume")
    phone.get_by_role("button", name="Edit").tap()
    reads(phone, "Correct round 1, then save it again.")
    assert (number(phone), hand.order()) == (1, [0, 2])
    hand.out(0, 2)  # away with them
    hand.out(1, 3)
    phone.unroute("**/state/")
    hand.save()
    saved(phone, 2)
    arrived(phone, 2)
    assert on_server(phone, address) == [BEATS, ANNAS]
    assert totals(phone) == [200, 200]
    assert sent[-2]["id"] != sent[0]["id"]


def test_a_round_is_thrown_away_with_two_taps_and_those_behind_it_move_up(
    phone: Page, troubles: Troubles
) -> None:
    troubles.expect("status of 409")
    address = refused_in_a_pause(phone, ANNAS, BEATS, BEATS)
    press(phone, address, "resume")
    phone.get_by_role("button", name="Discard").tap()
    really = phone.get_by_role("button", name="Really discard?")
    expect(really).to_be_visible()
    # The page looks again, and draws its rows anew
    phone.evaluate("() => dispatchEvent(new Event('online'))")
    expect(really).to_be_visible()
    expect(phone.locator("#refused li")).to_have_count(1)
    assert totals(phone) == [200, 400]
    phone.unroute("**/state/")
    really.tap()
    arrived(phone, 2)
    assert (number(phone), totals(phone)) == (3, [0, 400])
    assert on_server(phone, address) == [BEATS, BEATS]


@pytest.mark.slow  # in short: thrown away by its button
def test_undo_throws_a_refused_round_away_and_sends_nothing_for_it(
    phone: Page, troubles: Troubles
) -> None:
    troubles.expect("status of 409")
    hand = Hand(phone)
    sent = posts(phone)
    address = refused_in_a_pause(phone, ANNAS)
    press(phone, address, "resume")
    hand.tap(".undo")
    reads(phone, "Round 1 is undone")
    expect(phone.locator("#refused")).to_be_hidden()
    assert {entry["kind"] for entry in sent} == {"round"}
    assert on_server(phone, address) == []


# Taken back
# --------------------------------------------------------------------------------------------------


@pytest.mark.slow  # in short: tests/reliability/test_offline_evening.py
def test_the_undo_of_a_round_that_was_never_sent_sends_nothing(phone: Page) -> None:
    address = start_whole(phone)
    hand, sent = Hand(phone), posts(phone)
    phone.context.set_offline(True)
    write(hand, ANNAS, BEATS)
    hand.tap(".undo")
    expect(phone.locator("#heading")).to_have_text("Round 2")
    expect(phone.locator("#kept li")).to_have_count(1)
    phone.context.set_offline(False)
    arrived(phone, 1)
    assert on_server(phone, address) == [ANNAS]
    assert {(entry["kind"], entry["number"]) for entry in sent} == {("round", 1)}


def test_the_undo_of_a_round_whose_answer_was_lost_is_sent_for_that_entry(phone: Page) -> None:
    address = start(phone)
    hand, sent = Hand(phone), posts(phone)
    cut_off_from_news(phone)

    def lose_the_answer(route: Route) -> None:
        route.fetch()  # the server has it; the phone never hears of that
        route.abort()

    phone.route("**/entries/", lose_the_answer)
    with phone.expect_event("requestfailed"):
        write(hand, ANNAS)
    hand.tap(".undo")
    expect(phone.locator("#heading")).to_have_text("Round 1")
    assert on_server(phone, address) == [ANNAS]
    phone.unroute_all(behavior="wait")
    expect(phone.locator("#kept")).to_be_hidden()
    first, last = sent[0], sent[-1]
    assert (last["kind"], last["number"], last["about"]) == ("undo", 1, first["id"])
    assert on_server(phone, address) == []


# Lost on the way
# ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "token", ["", pytest.param("x" * 32, marks=pytest.mark.slow)], ids=["gone", "another"]
)
def test_a_token_that_counts_no_more_is_renewed_and_the_round_arrives(
    phone: Page, troubles: Troubles, token: str
) -> None:
    troubles.expect("status of 403")
    address = start_whole(phone)  # it has its token by now
    (cookie,) = [each for each in phone.context.cookies() if each["name"] == "csrftoken"]
    phone.context.clear_cookies(name="csrftoken")
    if token:
        phone.context.add_cookies([cookie | {"value": token}])
    sent = posts(phone)
    write(Hand(phone), ANNAS)
    arrived(phone, 1)
    assert on_server(phone, address) == [ANNAS]
    assert len(sent) == 2


def test_an_answer_of_somebody_elses_network_is_not_taken_for_ours(
    phone: Page, troubles: Troubles
) -> None:
    troubles.expect("status of 403")
    address = start(phone)
    answers: list[dict[str, Any]] = [
        {"status": 200, "content_type": "text/html", "body": "<h1>Please pay for the network</h1>"},
        {"status": 200, "content_type": "application/json", "body": '{"logged_in": false}'},
        {
            "status": 201,
            "content_type": "application/json",
            "body": '{"id": "1", "outcome": "counted"}',
        },
        {"status": 403, "content_type": "application/json", "body": '{"detail": "pay first"}'},
        {"status": 200, "content_type": "application/json", "body": "<h1>no JSON at all</h1>"},
    ]
    told = []

    def hotel(route: Route) -> None:
        if not answers:
            route.continue_()
            return
        told.append(answers[0]["status"])
        route.fulfill(**answers.pop(0))

    phone.context.route("**/entries/", hotel)
    write(Hand(phone), ANNAS)
    arrived(phone, 1)
    assert told == [200, 200, 201, 403, 200]
    assert on_server(phone, address) == [ANNAS]


@pytest.mark.slow  # in short: tests/reliability/test_offline_evening.py
def test_faults_of_the_server_and_silence_are_tried_again_after_growing_pauses(
    new_phone: Callable[..., Page], troubles: Troubles
) -> None:
    troubles.expect("status of 50[03]|status of 429")
    phone = new_phone(service_workers="block")
    phone.clock.install()
    address = start(phone)
    sent = posts(phone)
    faults = [500, 503, 429, None]  # None: nothing comes back

    def fail(route: Route) -> None:
        if not faults:
            route.continue_()
        elif status := faults.pop(0):
            route.fulfill(status=status, content_type="application/json", body='{"errors": []}')

    phone.route("**/entries/", fail)
    write(Hand(phone), ANNAS)
    for _ in range(60):
        if len(sent) == 5:
            break
        phone.clock.run_for(1_000)
    arrived(phone, 1)
    assert len({entry["id"] for entry in sent}) == 1
    assert (len(sent), on_server(phone, address)) == (5, [ANNAS])


@pytest.mark.slow  # in short: tests/reliability/test_offline_evening.py
def test_a_round_saved_before_the_page_was_whole_is_kept_and_goes_out_when_it_is(
    phone: Page,
) -> None:
    """The part that sends could not be loaded: the round waits, and cannot be written twice."""
    phone.route("**/scoring/table*.js", lambda route: route.abort())
    address = start(phone, saving="asks")
    hand, sent = Hand(phone), posts(phone)
    hand.out(0, 2)
    hand.save()
    expect(phone.locator("#trouble")).to_contain_text("The round is kept")
    expect(phone.locator(".save")).to_be_disabled()
    phone.unroute_all(behavior="wait")
    saved(phone, 1)
    arrived(phone, 1)
    assert (len(sent), on_server(phone, address)) == (1, [ANNAS])


def test_where_the_browser_keeps_nothing_the_page_says_so_and_sends_all_the_same(
    phone: Page,
) -> None:
    phone.add_init_script(
        """Object.defineProperty(window, "indexedDB",
          {get() { throw new DOMException("no", "SecurityError"); }});"""
    )
    address = start(phone)
    reads(phone, "This browser stores nothing")
    write(Hand(phone), ANNAS)
    arrived(phone, 1)
    phone.reload()
    assert (number(phone), totals(phone)) == (2, [200, 0])
    assert on_server(phone, address) == [ANNAS]
