"""Victory points by margin, on scales used in bridge."""

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Any

from scoring.rules.settings import Choice
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.standings.lines import Number

from .kinds import MarginTable, Whole
from .scoring_system import Part, TwoSided
from .tally import Bout, plain
from .wbf import winners_points

# Steps of a 20-point scale for short bridge matches: units ahead, points of the winner
TWENTY = (
    (0, 10),
    (1, 11),
    (3, 12),
    (5, 13),
    (8, 14),
    (11, 15),
    (14, 16),
    (17, 17),
    (20, 18),
    (24, 19),
    (28, 20),
)
RATIO = Decimal("0.236068")  # of the World Bridge Federation's continuous scale
DIGITS = 28

WORDS = (
    gettext_noop("Points %(own)s : %(other)s, level"),
    gettext_noop("Points %(own)s : %(other)s, %(margin)s ahead"),
    gettext_noop("Points %(own)s : %(other)s, %(margin)s behind"),
)
WORDS_BY_HANDS = (
    ngettext_noop(
        "Points %(own)s : %(other)s over %(hands)s hand, level",
        "Points %(own)s : %(other)s over %(hands)s hands, level",
        "hands",
    ),
    ngettext_noop(
        "Points %(own)s : %(other)s over %(hands)s hand, %(margin)s ahead",
        "Points %(own)s : %(other)s over %(hands)s hands, %(margin)s ahead",
        "hands",
    ),
    ngettext_noop(
        "Points %(own)s : %(other)s over %(hands)s hand, %(margin)s behind",
        "Points %(own)s : %(other)s over %(hands)s hands, %(margin)s behind",
        "hands",
    ),
)


class Margin(TwoSided):
    """Tichu points between the sides, looked up in a scale; one side's gain is the other's loss.

    Scale "twenty" has steps of `unit` Tichu points, "continuous" reaches its 20 points at `blitz`
    Tichu points, "own" is a custom table. Scale "wbf" is the bridge federation's for the number of
    hands played: `unit` Tichu points stand for an IMP, and a remainder counts nothing. The defaults
    come from 70 sequences of four hands from real games: their median is 270 points apart, one in
    ten more than 800. No Tichu event is known that publishes a scale.
    """

    key = "margin"
    name = gettext_noop("Victory points by margin")
    sentence = gettext_noop(
        "Both sides share 20 points: the higher the win, the more go to the winner."
    )
    each_match = True
    settings = {
        "scale": Choice(("twenty", "continuous", "own", "wbf")),
        "unit": Whole(25),
        "blitz": Whole(800),
        "table": MarginTable(tuple((steps * 25, points) for steps, points in TWENTY)),
    }
    labels = {
        "scale": (gettext_noop("Scale"), gettext_noop("How the margin becomes victory points.")),
        "unit": (
            gettext_noop("Tichu points for a step"),
            gettext_noop(
                "In steps: 1 step ahead gives 11 : 9, 28 steps give 20 : 0. By the WBF: what "
                "counts as an IMP."
            ),
        ),
        "blitz": (
            gettext_noop("Margin for 20 : 0"),
            gettext_noop("Without steps: this many Tichu points ahead give all 20."),
        ),
        "table": (
            gettext_noop("Own table"),
            gettext_noop("Margins in Tichu points, each with the winner's points from there on."),
        ),
    }
    choices = {
        "twenty": gettext_noop("20 points in steps"),
        "continuous": gettext_noop("20 points without steps, to two decimals"),
        "own": gettext_noop("Our own table"),
        "wbf": gettext_noop("20 points by the WBF's curve, for any number of hands"),
    }

    def needs_hands(self, settings: Mapping[str, Any]) -> bool:
        return bool(settings["scale"] == "wbf")

    def shares(
        self, played: Sequence[Bout], settings: Mapping[str, Any]
    ) -> list[tuple[tuple[Part, ...], ...]]:
        return [tuple(_parts(bout, side, settings) for side in (0, 1)) for bout in played]

    def level(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number:  # noqa: ARG002
        return points_for(0, settings)

    def full(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number | None:  # noqa: ARG002
        """Return all points of the scale, so that half of them is a level match."""
        return plain(2 * points_for(0, settings))


def points_for(margin: int, settings: Mapping[str, Any], hands: int = 1) -> Number:
    """Return the points of a side with this margin (negative: behind) after `hands` hands."""
    ahead = abs(margin)
    both: Number = 20
    if settings["scale"] == "continuous":
        winner = continuous(ahead, settings["blitz"])
    elif settings["scale"] == "wbf":
        winner = winners_points(ahead // settings["unit"], max(hands, 1))
    else:
        table = settings["table"]
        if settings["scale"] == "twenty":
            table = tuple((steps * settings["unit"], points) for steps, points in TWENTY)
        winner = next(points for start, points in reversed(table) if ahead >= start)
        both = 2 * table[0][1]
    return plain(winner if margin >= 0 else both - winner)


def continuous(margin: int, blitz: int) -> Number:
    """Return the winner's points on the continuous scale, rounded to two decimals, 5 up.

    10 + 10 * (1 - R^(M/X)) / (1 - R) with the margin M and the margin X that gives 20; a larger
    margin gives no more.
    """
    if margin >= blitz:
        return 20
    with localcontext() as context:
        context.prec = DIGITS
        power = RATIO ** (Decimal(margin) / Decimal(blitz))
        points = 10 + 10 * (1 - power) / (1 - RATIO)
        return plain(Fraction(points.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)))


def _parts(bout: Bout, side: int, settings: Mapping[str, Any]) -> tuple[Part, ...]:
    own, other = bout.totals[side], bout.totals[1 - side]
    hands = len(bout.hands)
    words = WORDS_BY_HANDS if settings["scale"] == "wbf" else WORDS
    word = words[(own > other) + 2 * (own < other)]
    params = {"own": own, "other": other, "margin": abs(own - other), "hands": hands}
    return ((word, params, points_for(own - other, settings, hands)),)
