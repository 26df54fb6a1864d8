"""The board that the phone draws by itself is the board that the server draws for the same game."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoring.rules import Round
from tests.browser.conftest import Troubles
from tests.browser.playing import BOARD, Hand, number, rested, saved, start, totals
from tests.browser.sending import on_the_server
from tests.lengths import in_short
from tests.reliability.outbox import HURRY

# For each game rounds that change what can change: who leads, deals, is King; first places, sweeps,
# negative totals.
Played = tuple[str, dict[str, str], list[Round]]
GAMES: list[Played] = [
    (
        "nanking",
        {},
        [Round(out=(1, 0, 2, 3), calls={0: "grand"}, card_points=(-25, 125)), Round(out=(2, 0))],
    ),
    (
        "nanking",
        {"recording": "first"},
        [Round(out=(3,), card_points=(40, 60)), Round(out=(2,), sweep=0)],
    ),
    (
        "nanking",
        {"recording": "points"},
        [Round(calls={1: "tichu"}, card_points=(40, 60)), Round(sweep=1)],
    ),
    (
        "nanking",
        {"rule_target_score": "100"},
        [
            Round(out=(0, 1, 2, 3), card_points=(50, 50)),
            Round(out=(0, 1, 2, 3), card_points=(50, 50)),
        ],
    ),
    (
        "nanking",
        {"rule_call_name_0": "blind", "rule_call_value_0": "400"},
        [Round(out=(1, 0, 2, 3), calls={1: "blind"}, card_points=(50, 50))],
    ),
    ("tientsin", {}, [Round(out=(0, 2, 4)), Round(out=(5, 0, 1, 2, 3, 4), card_points=(30, 70))]),
    (
        "trichu",
        {},
        [Round(out=(1, 3, 0, 2), card_points=(30, 70)), Round(out=(0, 1), calls={0: "grand"})],
    ),
    ("trichu", {"rule_deal_passes": "right"}, [Round(out=(1, 3, 0, 2), card_points=(30, 70))]),
    (
        "wu_wang",
        {},
        [
            Round(out=(2, 0, 1, 3), card_points=(30, 70)),
            Round(out=(3, 1, 2, 0), card_points=(0, 100)),
            Round(out=(1, 0)),
        ],
    ),
    (
        "wu_wang",
        {"recording": "first"},
        [Round(out=(1,), card_points=(45, 55)), Round(out=(3,), sweep=0)],
    ),
    ("grand_seigneur", {}, [Round(out=(3, 1, 0, 6, 5, 2, 4)), Round(out=(3, 6, 0, 1, 5, 2, 4))]),
    ("always_last", {}, [Round(out=(3, 1, 0, 5, 2, 4)), Round(out=(4, 1, 0, 5, 2, 3))]),
]
# Other sides, another leader, other seats, another direction; a shallow record; an end.
IN_SHORT = [GAMES[at] for at in (1, 3, 7, 8, 10)]


@pytest.fixture
def phone(new_phone: Callable[..., Page], troubles: Troubles) -> Page:
    """A phone that hears nothing of the server and whose rests pass quickly."""
    troubles.expect("net::ERR_FAILED")
    phone = new_phone(service_workers="block")
    phone.add_init_script(HURRY)
    for each in ("**/entries/", "**/state/", "**/live/**"):
        phone.route(each, lambda route: route.abort())
    return phone


def tap_in(hand: Hand, played: Round, n_seats: int, recording: str) -> None:
    """Tap a round in, as deep as the table records; it saves itself."""
    if recording == "points":
        for seat, call in played.calls:
            hand.call(seat, call)
            hand.out((seat + 1) % n_seats)  # somebody else was first: it failed
    else:
        hand.out(played.out[0])
        for seat, call in played.calls:
            hand.call(seat, call)
        if recording == "full":
            hand.out(*played.out[1 : n_seats - 1])
    if played.sweep is not None:
        hand.sweep(played.sweep)
    if played.card_points is not None:
        hand.points(played.card_points[0])
    if recording == "points" and hand.page.locator(".start-next").is_visible():
        hand.tap(".start-next")  # it comes so soon that it might be meant for the round before


@pytest.mark.parametrize("games", in_short([IN_SHORT, GAMES], [IN_SHORT]), ids=len)
def test_after_each_round_the_phone_draws_what_the_server_draws(
    phone: Page, games: list[Played]
) -> None:
    for variant, fields, rounds in games:
        address = start(phone, variant, **fields)
        seats = phone.locator(".tile").count()
        first = phone.evaluate(BOARD, None)
        for at, played in enumerate(rounds, start=1):
            tap_in(Hand(phone), played, seats, fields.get("recording", "full"))
            saved(phone, at)
            page = on_the_server(
                phone, address, {"kind": "round", "number": at, "round": played.to_data()}
            )
            drawn, expected = phone.evaluate(BOARD, None), phone.evaluate(BOARD, page)
            assert bool(expected["pushes"]) == (variant in {"grand_seigneur", "always_last"})
            assert drawn == expected, (variant, fields, at)
            assert drawn != first, (variant, fields, at)


@pytest.mark.slow  # in short: the test after it, at the end of a game
def test_what_is_taken_back_on_the_phone_leaves_the_board_that_was_there_before(
    phone: Page,
) -> None:
    start(phone, "wu_wang")
    first = phone.evaluate(BOARD, None)
    hand = Hand(phone)
    hand.out(2, 0, 1)
    hand.points(30)
    saved(phone, 1)
    assert phone.evaluate(BOARD, None)["tiles"] != first["tiles"]
    hand.tap(".undo")
    expect(phone.locator("#heading")).to_have_text("Round 1 of 9")
    rested(phone)
    hand.tap(".undo")
    assert phone.evaluate(BOARD, None) == first


def test_a_game_that_ends_without_a_network_shows_its_winner_and_can_be_taken_back(
    phone: Page,
) -> None:
    address = start(phone, rule_target_score="300")
    hand = Hand(phone)
    hand.call(0)
    hand.out(0, 2)
    expect(phone.locator(".winner")).to_have_text("Anna & Carla won.")
    told = phone.locator("#told")
    expect(told).to_contain_text("● +300 ▲ 0 Round 1 saved. Anna, Carla · Double victory")
    expect(told).to_have_class(re.compile(r"\bunseen\b"))  # the list below shows the round
    page = on_the_server(
        phone,
        address,
        {"kind": "round", "number": 1, "round": {"out": [0, 2], "calls": {"0": "tichu"}}},
    )
    drawn, expected = phone.evaluate(BOARD, None), phone.evaluate(BOARD, page)
    same = ("totals", "entry", "rest", "winner")
    assert [drawn[key] for key in same] == [expected[key] for key in same]
    rested(phone)
    phone.get_by_role("button", name="Undo round 1").tap()
    expect(phone.locator(".winner")).to_be_hidden()
    assert (number(phone), hand.order(), totals(phone)) == (1, [0], [0, 0]), (
        "but for the tap that ended it"
    )
    rested(phone)
    hand.out(1, 2)
    hand.points(50)
    saved(phone, 1)
    assert totals(phone) == [150, 50]


def test_a_refused_round_is_mended_on_the_board_it_was_played_on(
    phone: Page, troubles: Troubles
) -> None:
    """With the King of that round, not with the one who came after."""
    troubles.expect("status of 409")
    start(phone, "wu_wang")
    first = phone.evaluate(BOARD, None)
    phone.unroute("**/entries/")
    phone.route(
        "**/entries/",
        lambda route: route.fulfill(
            status=409, json={"errors": [{"code": "no", "field": "", "message": "Not now."}]}
        ),
    )
    hand = Hand(phone)
    hand.out(2, 0, 1)
    hand.points(30)
    saved(phone, 1)
    expect(phone.locator("#refused .reason")).to_have_text("Not now.")
    after = phone.evaluate(BOARD, None)
    phone.get_by_role("button", name="Edit").tap()
    assert phone.evaluate(BOARD, None) == first
    hand.save()
    saved(phone, 1)
    assert phone.evaluate(BOARD, None) == after
