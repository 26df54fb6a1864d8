"""Whole games of all six variants, tapped in on a phone against the real
server, to the right end.
"""

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from scoring.rules import Position, Round, RuleSet, advance, opening
from tests.browser.conftest import Troubles
from tests.browser.following import CUT_OFF
from tests.browser.playing import NUMBER_OF, PEOPLE, Hand, start, totals
from tests.reliability.outbox import HURRY


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


@pytest.fixture(autouse=True)
def in_a_hurry(phone: Page) -> None:
    phone.add_init_script(HURRY)


def believable_rounds(
    position: Position, seed: int, n_seats: int, most: int
) -> Iterator[tuple[Round, Position]]:
    """Rounds as real tables play them, each with the position after it, until the game ends or
    `most` are played.
    """
    chance = random.Random(seed)
    for _ in range(most):
        if position.finished:
            return
        order = list(range(n_seats))
        chance.shuffle(order)
        calls = {}
        if position.sides and chance.random() < 0.7:
            caller = order[0] if chance.random() < 0.7 else order[2]
            calls[caller] = chance.choice(position.allowed_calls(caller))
        swept = next(
            (
                s
                for s in position.sides
                if set(order[: len(s)]) == set(s) and len(s) == sweep_of(position)
            ),
            None,
        )
        points = None
        if position.sides and swept is None:
            own = chance.randrange(-25, 126, 5)
            points = (own, 100 - own)
        round_ = Round(out=order[: len(swept)] if swept else order, calls=calls, card_points=points)
        _, position = advance(position, round_)
        yield round_, position


def sweep_of(position: Position) -> int:
    return max(len(side) for side in position.sides)


@pytest.mark.parametrize(
    ("variant", "seed"),
    [
        ("nanking", 7),
        *(
            pytest.param(*game, marks=pytest.mark.slow)
            for game in (("nanking", 20), ("tientsin", 7), ("trichu", 1), ("wu_wang", 4))
        ),
    ],
)
def test_a_whole_game_is_tapped_in_and_ends_with_the_right_winner(
    phone: Page, variant: str, seed: int
) -> None:
    start(phone, variant)
    n_players = NUMBER_OF[variant]
    position = opening(RuleSet.of(variant), n_players)
    n_seats = sum(len(side) for side in position.sides)
    hand = Hand(phone)
    for round_, after in believable_rounds(position, seed=seed, n_seats=n_seats, most=60):
        position = after
        if position.finished:
            hand_in_last(hand, round_, n_seats)
        else:
            hand.write(round_, n_seats)
            assert totals(phone) == list(position.totals)
    assert position.finished
    names = [
        *PEOPLE[:n_players],
        {"trichu": "the Table", "wu_wang": "the Minister"}.get(variant, ""),
    ]
    winners = [
        " & ".join(names[seat] for seat in position.columns[column]) for column in position.winners
    ]
    expect(phone.locator(".winner")).to_have_text(
        f"{winners[0]} won." if len(winners) == 1 else "A draw."
    )
    assert totals(phone) == list(position.totals)


def hand_in_last(hand: Hand, round_: Round, n_seats: int) -> None:
    """The last round ends the game: the board then shows the winner instead of the next round."""
    hand.tap_in(round_, n_seats)
    expect(hand.page.locator(".winner")).to_be_visible()


@pytest.mark.slow  # in short: a game of Nanking, and test_seats_drawn.py
@pytest.mark.parametrize(
    ("variant", "first_rank"),
    [
        ("grand_seigneur", "Great Lord"),
        pytest.param("always_last", "first", marks=pytest.mark.slow),
    ],
)
def test_an_evening_without_points_reseats_the_table_after_every_round(
    phone: Page, variant: str, first_rank: str, troubles: Troubles
) -> None:
    troubles.expect(CUT_OFF)
    address = start(phone, variant, rule_round_limit="4")
    n_players = NUMBER_OF[variant]
    hand = Hand(phone)
    position = opening(RuleSet.of(variant, {"round_limit": 4}), n_players)
    for round_, after in believable_rounds(position, seed=3, n_seats=n_players, most=4):
        position = after
        if position.finished:
            phone.context.set_offline(True)
            hand_in_last(hand, round_, n_players)
            break
        hand.write(round_, n_players)
        names = [PEOPLE[seat] for seat in position.seating]
        shown = phone.locator(".chairs bdi").all_inner_texts()
        assert shown == names
        pushed = phone.locator(".reseating li", has_text="best card").all_inner_texts()
        assert len(pushed) == len([push for push in position.pushes if push.kind == "best"])
        # The first rank has the best chair, and the tiles stand in the new order.
        assert phone.locator(".seat bdi").all_inner_texts() == names
        assert first_rank.lower() in phone.locator(".chairs li").first.inner_text().lower()
    assert position.finished
    # Who is first at the end is said at once, and with a network by a card.
    first = PEOPLE[position.seating[0]]
    expect(phone.locator(".winner")).to_have_text(
        re.compile(f"^{first} · {first_rank}", re.IGNORECASE)
    )
    phone.context.set_offline(False)
    expect(phone.locator(".end-card .winner")).to_have_text(first)
    expect(phone.locator(".end-card .against")).to_have_text(
        re.compile(f"^{first_rank}.* for ", re.IGNORECASE)
    )
    phone.locator(".rest").get_by_role("link", name="Score sheet").tap()
    expect(phone).to_have_url(address)
    # The sheet's table of places begins with whoever holds the first rank now.
    expect(phone.locator("main")).to_contain_text(PEOPLE[position.seating[0]])


@pytest.mark.slow  # in short: test_seats_drawn.py
def test_a_tap_on_a_chair_in_the_drawing_seats_the_first_there(phone: Page) -> None:
    start(phone, "always_last")
    hand = Hand(phone)
    hand.write(Round(out=(3, 1, 0, 5, 2, 4)), 6)
    moves = phone.locator(".reseating ul").first
    expect(moves.locator("li").first).to_have_text("Dino stays.")
    phone.wait_for_function("() => window.htmx")  # it comes when the board stands
    phone.evaluate("() => { window.stays = true; }")
    phone.locator('[data-chair="1"] .hit').tap()
    expect(moves.locator("li").first).to_have_text("Dino takes Anna's chair.")
    expect(phone.locator('[data-chair="1"] .who')).to_have_text("Dino")
    hand.write(Round(out=(1, 3, 0, 5, 2, 4)), 6)
    expect(moves.locator("li").first).to_have_text("Beat stays.")
    assert phone.evaluate("() => window.stays"), "the page was loaded anew"
