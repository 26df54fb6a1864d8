"""Two phones at the two tables of a match of teams of four, which play the same boards at once."""

from playwright.sync_api import Page, expect

from scoring.rules import Round
from tests.browser import halls
from tests.browser.looking import fits_thumbs
from tests.browser.playing import Hand
from tests.browser.records import Records
from tests.browser.starting import NewPhone
from tests.reliability.outbox import HURRY

PLAIN = Round(out=(0, 1, 2, 3), card_points=(50, 50))
WON = Round(out=(0, 1, 2, 3), calls={0: "tichu"}, card_points=(50, 50))


def keep_score(phone: Page, match: str, table: str, side: int) -> None:
    """Sit down at a table for a team, and open its score."""
    phone.add_init_script(HURRY)
    phone.goto(f"/match/{match}/")
    card = phone.locator(f"#room-{table}")
    card.get_by_role("radio").nth(side).check()
    fits_thumbs(phone)
    card.get_by_role("button", name="Keep score").tap()


def test_two_tables_play_the_same_boards_and_the_swing_counts(
    new_phone: NewPhone, records: Records
) -> None:
    match = records(halls.a_match_of_teams)
    first, second = new_phone(), new_phone()
    first.goto(f"/own/{match['own']}/")
    expect(first.get_by_text("Boards: deal and play 2 first.")).to_be_visible()
    fits_thumbs(first)
    keep_score(first, match["match"], "1", 0)
    keep_score(second, match["match"], "2", 1)
    expect(first.locator("#heading span")).to_have_text("Board 1")
    expect(second.locator("#heading span")).to_have_text("Board 2")
    for phone, boards, hands in ((first, "12", (WON, PLAIN)), (second, "21", (PLAIN, PLAIN))):
        for board, hand in zip(boards, hands, strict=True):
            expect(phone.locator("#heading span")).to_have_text(f"Board {board}")
            Hand(phone).tap_in(hand, 4, saves_itself=False)
        expect(phone.locator("#rest").get_by_role("link").first).to_be_visible()
    for phone in (first, second):
        phone.goto(f"/match/{match['match']}/")
        cells = phone.locator(".team-boards tbody tr").first.locator("th, td")
        expect(cells).to_have_text(["1", "150 : 50", "50 : 50", "+100", "5", ""])
        fits_thumbs(phone)
    second.get_by_role("button", name="Yes, that is right").tap()
    expect(second.get_by_text("Agreed by")).to_be_visible()
    second.goto(match["public"])
    expect(second.locator(".team-boards tfoot b")).to_have_text(["5", "0"])
    fits_thumbs(second)
