"""How many taps a round takes: the table in docs/scoring.md, counted in the real page."""

import pytest
from playwright.sync_api import Page

from tests.browser.playing import DESIGN, Hand, number, saved, screen, start
from tests.lengths import in_short
from tests.reliability.outbox import HURRY


@pytest.fixture(autouse=True)
def in_a_hurry(phone: Page) -> None:
    phone.add_init_script(HURRY)


# Seats 0 and 2 play against 1 and 3. Each way of tapping is the shortest that there is, calls when
# they are made. round -> (share of real rounds in percent, taps in the full order, taps with the
# first out only)
CLASSES: dict[str, tuple[float, str, str]] = {
    "65 : 35 without a call": (12.5, "out0 out1 out2 points65", "out0 points65"),
    "65 : 35 with a made Tichu": (34.6, "T0 out0 out1 out2 points65", "T0 out0 points65"),
    "65 : 35 with a failed Tichu": (10.2, "T0 out1 out2 out3 points65", "T0 out1 points65"),
    "65 : 35 with a made and a failed Tichu": (
        7.5,
        "T0 T1 out0 out1 out2 points65",
        "T0 T1 out0 points65",
    ),
    "65 : 35 with a made Grand": (7.5, "G0 out0 out1 out2 points65", "G0 out0 points65"),
    "65 : 35 with a failed Grand": (3.0, "G0 out1 out2 out3 points65", "G0 out1 points65"),
    "70 : 30 with a failed Grand and a made Tichu": (
        1.1,
        "G1 T0 out0 out1 out2 points70",
        "G1 T0 out0 points70",
    ),
    "sweep without a call": (2.8, "out0 out2", "out0 sweep"),
    "sweep with a made Tichu": (14.0, "T0 out0 out2", "T0 out0 sweep"),
    "sweep with a failed Tichu": (2.5, "T1 out0 out2", "T1 out0 sweep"),
    "sweep with a made Grand": (2.0, "G0 out0 out2", "G0 out0 sweep"),
    "sweep with a failed Grand": (0.9, "G1 out0 out2", "G1 out0 sweep"),
    "sweep with a made and a failed Tichu": (0.7, "T0 T1 out0 out2", "T0 T1 out0 sweep"),
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
def test_no_round_of_the_design_takes_more_taps_than_promised(
    phone: Page, recording: str, asks: bool
) -> None:
    start(phone, recording=recording, saving="asks" if asks else "itself")
    taken, promised = {}, {}
    for case, (in_full, first_only, most_full, most_first) in DESIGN.items():
        taken[case] = taps_for(phone, in_full if recording == "full" else first_only, asks=asks)
        promised[case] = (most_full if recording == "full" else most_first) + asks
    assert taken == promised


# Tap each of these ways in from an empty board: after which of its taps the round saves itself.
SAVED_AFTER = """async ([screen, ways]) => {
  const entry = await import("/static/scoring/entry.js");
  const calls = { T: "tichu", G: "grand" };
  const tap = (draft, step) => {
    const [, what, number] = step.match(/^([a-zA-Z]+)(-?[0-9]*)$/);
    if (what === "out") return entry.tapSeat(screen, draft, Number(number));
    if (what === "points") return entry.tapPoints(screen, draft, Number(number));
    if (what === "sweep") return entry.tapSweep(screen, draft, 0);
    return entry.tapCall(screen, draft, Number(number), calls[what]);
  };
  return ways.map((way) => {
    let draft = entry.emptyDraft();
    return way.split(" ").flatMap((step, at) => {
      const before = draft;
      draft = tap(before, step);
      return entry.completes(screen, before, draft) ? [at + 1] : [];
    });
  });
}"""


def mean(taps: dict[str, int]) -> float:
    """Over the classes, each by its share of real rounds."""
    return sum(CLASSES[name][0] * each for name, each in taps.items()) / sum(
        share for share, _, _ in CLASSES.values()
    )


@pytest.mark.parametrize(("recording", "most"), [("full", 4.5), ("first", 3.0)])
def test_the_mean_over_real_rounds_stays_within_the_promise(
    phone: Page, recording: str, most: float
) -> None:
    """As the board's own module counts; that a tap on the screen is one for the module shows the
    test before.
    """
    start(phone, recording=recording)
    ways = {
        name: in_full if recording == "full" else first
        for name, (_, in_full, first) in CLASSES.items()
    }
    found = phone.evaluate(SAVED_AFTER, [screen(phone), list(ways.values())])
    assert found == [[len(way.split())] for way in ways.values()], "each is whole with its last tap"
    assert mean({name: len(way.split()) for name, way in ways.items()}) <= most


@pytest.mark.slow
@pytest.mark.parametrize(("recording", "most"), [("full", 4.5), ("first", 3.0)])
def test_the_mean_over_real_rounds_tapped_on_the_screen_stays_within_the_promise(
    phone: Page, recording: str, most: float
) -> None:
    start(phone, recording=recording, rule_target_score="100000")
    taken = {
        name: taps_for(phone, in_full if recording == "full" else first_only, asks=False)
        for name, (_, in_full, first_only) in CLASSES.items()
    }
    assert mean(taken) <= most


# (game, how deep it records, whether the table is asked, the taps, their number without Save)
OTHERS = [
    ("tientsin", "full", False, "out0 out2 out4", 3),
    ("tientsin", "first", True, "out0 sweep", 2),
    ("grand_seigneur", "full", False, "out3 out1 out0 out6 out5 out2", 6),
]
OTHERS += [
    (variant, recording, not asks, taps, most) for variant, recording, asks, taps, most in OTHERS
]


@pytest.mark.slow  # in short: no round of the design takes more
@pytest.mark.parametrize(
    "others", in_short([OTHERS[:3], OTHERS[3:]], [OTHERS[:3]]), ids=["one way", "other way"]
)
def test_a_triple_victory_and_seven_at_grand_seigneur_take_no_more_taps_than_promised(
    phone: Page, others: list[tuple[str, str, bool, str, int]]
) -> None:
    for variant, recording, asks, taps, most in others:
        start(phone, variant, recording=recording, saving="asks" if asks else "itself")
        assert taps_for(phone, taps, asks=asks) == most + asks, (variant, recording, asks)
