"""An evening on a line that loses answers and requests and doubles others: nothing is lost, nothing
is there twice.
"""

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoring.rules import Round
from tests.browser.conftest import Troubles
from tests.browser.playing import Hand, start
from tests.browser.servers import Site
from tests.reliability.evening import (
    ENDLESS,
    as_recorded,
    evening,
    game_of,
    on_round,
    record,
    take_back,
    taken_in,
)
from tests.reliability.line import Fate, Line, bad_line, lossy
from tests.reliability.outbox import HURRY, outbox, settled

TAKEN_BACK = 4  # the round that is written wrong first
CORRECTED = 3  # the round that is put right on the score sheet
SWEEP = Round(out=(0, 2))


@pytest.fixture
def take(new_phone: Callable[..., Page], troubles: Troubles) -> Callable[[Line], Page]:
    """Take a phone to hand that is on this line."""

    def on(line: Line) -> Page:
        troubles.expect("net::ERR_(EMPTY_RESPONSE|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING)")
        troubles.expect(f"^request to another host: {line.url}/")
        phone = new_phone(base_url=line.url)
        phone.add_init_script(HURRY)
        return phone

    return on


def write_the_evening(phone: Page, most: int) -> tuple[str, list[Round]]:
    """So many rounds, one of them taken back first and one corrected: the game's address, and the
    rounds that count.
    """
    address = start(phone, **ENDLESS)
    hand = Hand(phone)
    rounds = evening(most)
    for number, played in enumerate(rounds, start=1):
        if number == TAKEN_BACK:
            hand.write(Round(out=(1, 3)), 4)
            # Or it would be taken back on the phone, and the server would never hear of it
            settled(phone)
            take_back(hand, number)
        hand.write(played, 4)
    settled(phone)
    phone.goto(f"{address}rounds/{CORRECTED}/correct/")
    was = rounds[CORRECTED - 1]
    for seat, call in was.calls:
        hand.call(seat, call)  # away with the old round
    hand.out(*was.out[:3])
    hand.out(*SWEEP.out)
    hand.save()
    # The sheet; the table's screen, where the line was lost just then and the correction waits on
    # the phone. A load that the line broke off is none: the address alone is looked at.
    expect(phone).to_have_url(re.compile(re.escape(address) + "(score/)?$"))
    rounds[CORRECTED - 1] = SWEEP
    phone.goto(f"{address}score/")
    on_round(phone, most + 1)
    settled(phone)
    return address, rounds


def check_all_arrived_once(site: Site, phone: Page, address: str, rounds: list[Round]) -> None:
    assert outbox(phone) == []
    assert record(phone, address) == as_recorded(rounds)
    written = {
        ("round", "counted"): len(rounds) + 1,
        ("undo", "counted"): 1,
        ("correction", "counted"): 1,
    }
    there = Counter(taken_in(site, game_of(address)))
    assert there == written, "the server has other entries than were written"


@pytest.mark.slow  # in short: tests/scoring/test_repeated_entries.py and test_offline_evening.py
@pytest.mark.parametrize(
    ("most", "seed"),
    [(5, 6), *(pytest.param(12, seed, marks=pytest.mark.slow) for seed in range(1, 7))],
)
def test_what_is_written_on_a_lossy_line_arrives_once_and_in_order(
    site: Site, take: Callable[[Line], Page], most: int, seed: int
) -> None:
    with bad_line(site.url, lossy(seed)) as line:
        phone = take(line)
        address, rounds = write_the_evening(phone, most)
        check_all_arrived_once(site, phone, address, rounds)
        phone.close()
    assert set(line.happened) == set(Fate)
    assert line.happened[Fate.ANSWER_LOST] >= 5


@pytest.mark.slow  # a control is about the check above, which seldom changes
def test_the_same_evening_fails_where_rounds_have_no_ids(
    site: Site, take: Callable[[Line], Page]
) -> None:
    """The control: without ids the same loss makes entries that nobody wrote, and the check above
    sees them.
    """
    with bad_line(site.url, lossy(1), ids=False) as line:
        phone = take(line)
        address, rounds = write_the_evening(phone, 12)
        with pytest.raises(AssertionError, match="other entries than were written"):
            check_all_arrived_once(site, phone, address, rounds)
        phone.close()
