"""How many taps a round takes: the table in docs/scoring.md, counted in the real page."""

import pytest
from playwright.sync_api import Page

from tests.browser.playing import Hand, number, saved, start
from tests.reliability.outbox import HURRY

pytestmark = pytest.mark.any_database


@pytest.fixture(autouse=True)
def in_a_hurry(phone: Page) -> None:
    phone.add_init_script(HURRY)


# Seats 0 and 2 play against 1 and 3. Each way of tapping is the shortest that there is, calls when they are made.
# round -> (share of real rounds in percent, taps in the full order, taps with the first out only)
CLASSES: dict[str, tuple[float, str, str]] = {
    "65 : 35 without a call": (12.5, "out0 out1 out2 points65", "out0 points65"),
    "65 : 35 with a made Tichu": (34.6, "T0 out0 out1 out2 points65", "T0 out0 points65"),
    "65 : 35 with a failed Tichu": (10.2, "T0 out1 out2 out3 points65", "T0 out1 points65"),
    "65 : 35 with a made and a failed Tichu": (7.5, "T0 T1 out0 out1 out2 points65", "T0 T1 out0 points65"),
    "65 : 35 with a made Grand": (7.5, "G0 out0 out1 out2 points65", "G0 out0 points65"),
    "65 : 35 with a failed Grand": (3.0, "G0 out1 out2 out3 points65", "G0 out1 points65"),
    "70 : 30 with a failed Grand and a made Tichu": (1.1, "G1 T0 out0 out1 out2 points70", "G1 T0 out0 points70"),
    "sweep without a call": (2.8, "out0 out2", "out0 sweep"),
    "sweep with a made Tichu": (14.0, "T0 out0 out2", "T0 out0 sweep"),
    "sweep with a failed Tichu": (2.5, "T1 out0 out2", "T1 out0 sweep"),
    "sweep with a made Grand": (2.0, "G0 out0 out2", "G0 out0 sweep"),
    "sweep with a failed Grand": (0.9, "G1 out0 out2", "G1 out0 sweep"),
    "sweep with a made and a failed Tichu": (0.7, "T0 T1 out0 out2", "T0 T1 out0 sweep"),
}
# The cases of the table in docs/scoring.md: the taps of each, (full, first out only), without Save.
DESIGN: dict[str, tuple[str, str, int, int]] = {
    "65 : 35, no call": ("out0 out1 out2 points65", "out0 points65", 4, 2),
    "65 : 35, one Tichu or Grand, made or failed": ("out1 out2 out3 G0 points65", "out1 G0 points65", 5, 3),
    "70 : 30, two calls": ("points70 G0 T1 out0 out1 out2", "points70 G0 T1 out0", 6, 4),
    "sweep without calls": ("out0 out2", "out0 sweep", 2, 2),
    "sweep with one call": ("out0 T0 out2", "T0 out0 sweep", 3, 3),
    "-25 : 125": ("out0 out1 out2 points-25", "out0 points-25", 4, 2),
}


def tap_in(hand: Hand, steps: str) -> None:
    for step in steps.split():
        if step.startswith("out"):
            hand.out(int(step[3:]))
        elif step.startswith("points"):
            hand.points(int(step[6:]))
        elif step == "sweep":
            hand.sweep()
        else:
            hand.call(int(step[1:]), {"T": "tichu", "G": "grand"}[step[0]])


def taps_for(page: Page, steps: str, *, asks: bool) -> int:
    """Tap one round in, see it saved, and say how many taps it took."""
    hand, before = Hand(page), number(page)
    tap_in(hand, steps)
    if asks:
        hand.save()
    saved(page, before)
    return hand.taps


@pytest.mark.parametrize(
    ("recording", "asks"),
    [
        ("full", False),
        pytest.param("first", True, marks=pytest.mark.slow),
        pytest.param("full", True, marks=pytest.mark.slow),
        pytest.param("first", False, marks=pytest.mark.slow),
    ],
)
def test_no_round_of_the_design_takes_more_taps_than_promised(phone: Page, recording: str, asks: bool) -> None:
    start(phone, recording=recording, saving="asks" if asks else "itself")
    taken, promised = {}, {}
    for case, (in_full, first_only, most_full, most_first) in DESIGN.items():
        taken[case] = taps_for(phone, in_full if recording == "full" else first_only, asks=asks)
        promised[case] = (most_full if recording == "full" else most_first) + asks
    assert taken == promised


@pytest.mark.parametrize(("recording", "most"), [pytest.param("full", 4.5, marks=pytest.mark.slow), ("first", 3.0)])
def test_the_mean_over_real_rounds_stays_within_the_promise(phone: Page, recording: str, most: float) -> None:
    start(phone, recording=recording, rule_target_score="100000")
    weighted = 0.0
    for share, in_full, first_only in CLASSES.values():
        weighted += share * taps_for(phone, in_full if recording == "full" else first_only, asks=False)
    mean = weighted / sum(share for share, _, _ in CLASSES.values())
    assert mean <= most


@pytest.mark.parametrize(("asks", "most"), [(False, 3), pytest.param(True, 4, marks=pytest.mark.slow)])
def test_a_triple_victory_takes_three_taps(phone: Page, asks: bool, most: int) -> None:
    start(phone, "tientsin", saving="asks" if asks else "itself")
    assert taps_for(phone, "out0 out2 out4", asks=asks) == most


@pytest.mark.parametrize("asks", [pytest.param(False, marks=pytest.mark.slow), True])
def test_with_the_first_out_only_a_triple_victory_takes_two_taps(phone: Page, asks: bool) -> None:
    start(phone, "tientsin", recording="first", saving="asks" if asks else "itself")
    assert taps_for(phone, "out0 sweep", asks=asks) == 2 + asks


@pytest.mark.parametrize("asks", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_seven_at_grand_seigneur_take_six_taps(phone: Page, asks: bool) -> None:
    start(phone, "grand_seigneur", saving="asks" if asks else "itself")
    assert taps_for(phone, "out3 out1 out0 out6 out5 out2", asks=asks) == 6 + asks
