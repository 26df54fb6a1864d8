"""Two phones at one table, two tabs of one phone, and corrections written without a network."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import Troubles
from tests.browser.following import answering
from tests.browser.playing import Hand, arrived, csrf, let_in, number, reads, start, totals
from tests.browser.sending import ANNAS, BEATS, on_server, phone, posts, start_whole, take, write

__all__ = ["phone", "take"]  # fixtures


# Two phones
# --------------------------------------------------------------------------------------------------


def test_a_round_written_twice_and_differently_is_shown_on_both_phones_until_one_is_chosen(
    take: Callable[[], Page], phone: Page, troubles: Troubles
) -> None:
    address = start_whole(phone)
    beat = take()
    let_in(phone, address, beat)
    annas, beats = Hand(phone), Hand(beat)
    beats.out(1)
    write(annas, ANNAS)
    expect(beat.locator("#trouble")).to_contain_text(
        "Another phone already saved round 1. Save yours too"
    )
    assert (number(beat), beats.order()) == (1, [1]), "the taps stay"
    beats.out(3)
    for each in (phone, beat):
        expect(each.locator(".dispute .version")).to_have_count(2)
        # The styles of what arrives come with it: versions beside each other, rounds as a list of
        # the table
        expect(each.locator(".versions")).to_have_css("display", "grid")
        expect(each.locator("#rounds .written")).to_have_css("list-style-type", "none")
        expect(each.locator("#heading")).to_have_text("Round 2")
        assert totals(each) == [200, 0], "what came first counts for now"
    form = {"csrfmiddlewaretoken": csrf(phone.context.request), "reason": "last tram"}
    finishing = phone.context.request.post(f"{address}finish/", form=form)
    assert finishing.status == 409
    assert "First choose which one counts" in finishing.text()
    beat.evaluate("() => { window.stays = true; }")
    refusals = {
        409: '<main id="main"><div class="errors" role="alert"><p>Choose once '
        "more.</p></div></main>",
        503: "Nothing of this is shown.",
    }
    troubles.expect("status of (409|503)")
    for status, said in refusals.items():
        beat.route(
            "**/choose/", answering({"status": status, "body": said, "content_type": "text/html"})
        )
        beat.locator(".version").first.get_by_role("button", name="This one counts").tap()
        expect(
            beat.get_by_text({409: "Choose once more.", 503: "could not do this"}[status])
        ).to_be_visible()
        beat.unroute_all()
    mine = beat.locator(".version", has_text="This phone")
    mine.get_by_role("button", name="This one counts").tap()
    for each in (phone, beat):
        expect(each.locator(".dispute")).to_have_count(0)
        expect(each.locator(".totals b").last).to_have_text("200")
        assert totals(each) == [0, 200]
    assert beat.evaluate("() => window.stays"), "the page was loaded anew"
    assert on_server(phone, address) == [BEATS]


@pytest.mark.slow  # in short: two versions of a round
def test_where_neither_version_is_right_the_round_is_written_again(
    take: Callable[[], Page], phone: Page
) -> None:
    address = start_whole(phone)
    beat = take()
    let_in(phone, address, beat)
    Hand(beat).out(1)
    write(Hand(phone), ANNAS)
    expect(beat.locator("#trouble")).to_contain_text("Another phone already saved round 1")
    Hand(beat).out(3)
    with beat.expect_response("**/state/"):
        beat.get_by_role("link", name="Neither: enter it again").tap()
    again = Hand(beat)
    again.call(1)
    again.save()
    beat.wait_for_url(f"{address}score/")
    expect(phone.locator(".dispute")).to_have_count(0)
    assert totals(phone) == [200, -100]


def test_the_same_round_from_two_phones_is_one_and_agreed(
    take: Callable[[], Page], phone: Page
) -> None:
    address = start_whole(phone)
    beat = take()
    let_in(phone, address, beat)
    Hand(beat).out(0)
    write(Hand(phone), ANNAS)
    expect(beat.locator("#trouble")).to_contain_text("Another phone already saved round 1")
    Hand(beat).out(2)
    for each in (phone, beat):
        expect(each.locator("#rounds .at-agreed")).to_have_count(1)
        expect(each.locator(".dispute")).to_have_count(0)
    assert on_server(phone, address) == [ANNAS]


# Two tabs
# --------------------------------------------------------------------------------------------------


@pytest.mark.slow  # in short: tests/reliability/test_offline_evening.py
def test_two_tabs_of_one_phone_never_send_at_once_and_both_show_what_was_written(
    phone: Page,
) -> None:
    address = start_whole(phone)
    tab = phone.context.new_page()
    with tab.expect_response("**/state/"):
        tab.goto(f"{address}score/")
    phone.context.set_offline(True)
    write(Hand(phone), ANNAS, BEATS)
    expect(tab.locator("#heading")).to_have_text("Round 3")
    write(Hand(tab), BEATS)
    expect(phone.locator("#heading")).to_have_text("Round 4")
    under_way: list[int] = [0]
    most: list[int] = [0]

    def is_entry(request: Request) -> bool:
        return request.method == "POST" and request.url.endswith("/entries/")

    def goes(request: Request) -> None:
        under_way[0] += is_entry(request)
        most[0] = max(most[0], under_way[0])

    def is_over(request: Request) -> None:
        under_way[0] -= is_entry(request)

    sent = [posts(each) for each in (phone, tab)]
    phone.context.on("request", goes)
    phone.context.on("requestfinished", is_over)
    phone.context.on("requestfailed", is_over)
    phone.context.set_offline(False)
    for each in (phone, tab):
        arrived(each, 3)
        assert totals(each) == [200, 400]
    assert on_server(phone, address) == [ANNAS, BEATS, BEATS]
    assert most == [1]
    assert len({entry["id"] for each in sent for entry in each}) == 3


# Corrections
# --------------------------------------------------------------------------------------------------


@pytest.fixture
def correcting(phone: Page) -> tuple[Page, str]:
    """A phone with one round on the server and the page open that corrects
    it; the game's address.
    """
    address = start_whole(phone)
    write(Hand(phone), ANNAS)
    arrived(phone, 1)
    with phone.expect_response("**/state/"):
        phone.goto(f"{address}rounds/1/correct/")
    return phone, address


@pytest.mark.slow  # in short: a correction that came too late, and rounds written offline
def test_a_correction_written_without_a_network_is_sent_and_the_table_comes_up(
    correcting: tuple[Page, str],
) -> None:
    phone, address = correcting
    hand = Hand(phone)
    phone.context.set_offline(True)
    hand.out(0, 2)  # away with them
    hand.out(1, 3)
    hand.save()
    reads(phone, "Correction saved")
    expect(phone.locator("#age")).to_contain_text("1 to send")
    expect(phone.locator(".save")).to_be_disabled()
    phone.context.set_offline(False)
    phone.wait_for_url(f"{address}score/")
    assert on_server(phone, address) == [BEATS]


@pytest.mark.slow  # in short: two versions of a round
def test_a_correction_that_came_too_late_says_why_and_its_taps_stay(
    correcting: tuple[Page, str], take: Callable[[], Page], troubles: Troubles
) -> None:
    troubles.expect("status of 409")
    phone, address = correcting
    other = take()
    let_in(phone, address, other)
    other.goto(f"{address}rounds/1/correct/")
    quick, hand = Hand(other), Hand(phone)
    quick.call(1)
    quick.save()
    other.wait_for_url(f"{address}score/")
    hand.call(3)
    hand.save()
    expect(phone.locator("#trouble")).to_contain_text(
        re.compile("changed|corrected", re.IGNORECASE)
    )
    assert hand.order() == [0, 2]
    expect(phone.get_by_role("button", name="Tichu, Dino, failed")).to_be_visible()
    phone.goto(f"{address}score/")
    expect(phone.locator("#kept")).to_be_hidden()
    expect(phone.locator("#refused")).to_be_hidden()
    assert totals(phone) == [200, -100]


# From one phone to another
# ---------------------------------------------------------------------------------------


@pytest.mark.slow  # in short: test_recording.py and tests/scoring/test_api_handover.py
def test_a_whole_game_is_handed_over_with_the_right_to_write_and_taken_back(
    take: Callable[[], Page], phone: Page
) -> None:
    """Two phones have written it, a version was chosen: the third reads all rounds off the first,
    and goes on.
    """
    address = start_whole(phone)
    beat = take()
    let_in(phone, address, beat)
    write(Hand(beat), BEATS)
    arrived(phone, 1)
    write(Hand(phone), ANNAS)
    arrived(phone, 2)
    phone.locator(".menu summary").tap()
    phone.get_by_role("button", name="Hand over as QR code").tap()
    handing = phone.locator("#handover")
    expect(handing.locator("svg.qr")).to_have_count(1)
    expect(handing.locator('[data-is="rounds"]')).to_have_text("2 · 200 : 200")
    carla = take()
    carla.goto("/handover/")
    carla.locator("#text").fill(phone.locator("#handover-text").input_value())
    carla.get_by_role("button", name="Read the text").tap()
    expect(carla.locator(".carried")).to_contain_text("Rounds: 2")
    carla.get_by_role("button", name="Send").tap()
    expect(carla.locator(".carried")).to_contain_text("This phone can keep score now.")
    carla.get_by_role("link", name="Enter round 3 here").tap()
    write(Hand(carla), ANNAS)
    # The first phone looks on, also when its page is loaded again.
    phone.get_by_role("button", name="The other phone has it").tap()
    for _ in range(2):
        expect(handing).to_contain_text(
            re.compile(r"Handed over at \d+:\d\d\.\s+The other phone keeps score\.")
        )
        expect(phone.locator("#entry")).to_be_hidden()
        expect(phone.locator("#heading")).to_have_text("Round 4")
        phone.reload()
    phone.get_by_role("button", name="Take it back").tap()
    phone.get_by_role("button", name="Really take it back?").tap()
    expect(phone.locator("#entry")).to_be_visible()
    write(Hand(phone), BEATS)
    arrived(phone, 4)
    assert on_server(phone, address) == [BEATS, ANNAS, ANNAS, BEATS]


def hand_over(phone: Page) -> None:
    phone.locator(".menu summary").tap()
    phone.get_by_role("button", name="Hand over as QR code").tap()
    phone.get_by_role("button", name="The other phone has it").tap()
    expect(phone.locator(".given")).to_be_visible()


@pytest.mark.slow  # in short: tests/scoring/test_api_handover.py
def test_a_phone_that_handed_its_game_over_never_shows_the_keys(phone: Page) -> None:
    """Not while the rest of the page is on its way either; a correction has its way back."""
    address = start_whole(phone)
    write(Hand(phone), ANNAS)
    arrived(phone, 1)
    hand_over(phone)
    phone.route("**/scoring/table.js", lambda _route: None)  # it never comes
    phone.reload()
    expect(phone.locator("#heading")).to_be_visible()
    for part in ("#entry", "#rounds"):  # what would be pushed down
        expect(phone.locator(part)).to_be_hidden()
    phone.unroute("**/scoring/table.js")
    phone.reload()
    expect(phone.get_by_role("button", name="Take it back")).to_be_visible()
    expect(phone.locator("#entry")).to_be_hidden()
    phone.locator("#rounds li a").tap()
    phone.wait_for_url("**/rounds/1/correct/")
    expect(phone.get_by_role("button", name="Take it back")).to_be_visible()
    expect(phone.locator("button.seat, .grid, .undo, .save").filter(visible=True)).to_have_count(0)
    phone.get_by_role("link", name="Cancel").tap()
    phone.wait_for_url(f"{address}score/")


@pytest.mark.slow  # in short: tests/scoring/test_api_handover.py
def test_at_the_end_a_phone_that_handed_its_game_over_shows_the_result_alone(
    take: Callable[[], Page], phone: Page
) -> None:
    address = start(phone, rule_target_score="200")
    other = take()
    let_in(phone, address, other)
    hand_over(phone)
    Hand(other).out(*ANNAS["out"])
    expect(phone.locator(".end-card")).to_be_visible()
    expect(phone.locator(".given")).to_be_hidden()
    expect(phone.locator("#heading")).to_have_text("Finished")
    expect(phone).to_have_title(re.compile("^Finished · "))


@pytest.mark.slow  # in short: test_handover_page.py
def test_a_phone_with_a_network_is_first_offered_the_link_for_writing(phone: Page) -> None:
    address = start_whole(phone)
    easier = phone.locator("#handover a", has_text="Are both phones online?")
    for offline in (False, True):
        phone.context.set_offline(offline)
        phone.locator(".menu summary").tap()
        phone.get_by_role("button", name="Hand over as QR code").tap()
        expect(phone.locator("#handover svg.qr")).to_have_count(1)
        expect(easier).to_be_visible(visible=not offline)
        phone.locator("#handover").get_by_role("button", name="Back").tap()
    assert f"{address}share/#scorer".endswith(easier.get_attribute("href") or "nowhere")
