"""Victory points by hand, as in the German championship and in Göttingen."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.rules.words import gettext_noop
from tournaments.standings.lines import Number

from .kinds import Halves
from .scoring_system import Part, TwoSided
from .tally import Bout, plain

WORDS = {
    "sweep": gettext_noop("Hands won with both out first: %(hands)s"),
    "win": gettext_noop("Hands won: %(hands)s"),
    "draw": gettext_noop("Hands drawn: %(hands)s"),
    "loss": gettext_noop("Hands lost: %(hands)s"),
}


class Hands(TwoSided):
    """Points for each hand, decided by its whole score including calls: 30 : 70 and a Tichu made is
    a win.

    A sweep has its own number of points, even if failed calls leave that hand level or the other
    side ahead: it is given for both partners going out first. The other side gets the points of a
    lost hand.
    """

    key = "hands"
    name = gettext_noop("Victory points for each hand")
    sentence = gettext_noop(
        "Every hand won, drawn or swept gives victory points; Tichu points only decide ties."
    )
    settings = {"win": Halves(2), "draw": Halves(1), "sweep": Halves(3), "loss": Halves(0)}
    labels = {
        "win": (
            gettext_noop("Win"),
            gettext_noop("Points for the side with more in a hand, including calls."),
        ),
        "draw": (
            gettext_noop("A draw"),
            gettext_noop("Points for each side of a hand that ends level."),
        ),
        "sweep": (
            gettext_noop("Double victory"),
            gettext_noop("Points for the side that goes out together, instead of those for a win."),
        ),
        "loss": (gettext_noop("Loss"), gettext_noop("Points for the side that loses a hand.")),
    }

    def needs_hands(self, settings: Mapping[str, Any]) -> bool:  # noqa: ARG002
        return True

    def shares(
        self, played: Sequence[Bout], settings: Mapping[str, Any]
    ) -> list[tuple[tuple[Part, ...], ...]]:
        return [
            tuple(_parts(_outcomes(bout, side), settings) for side in (0, 1)) for bout in played
        ]

    def joined(self, parts: Sequence[Part]) -> tuple[Part, ...]:
        """Combine the hands of all bouts, one line for each outcome."""
        found: list[Part] = []
        for word in WORDS.values():
            same = [part for part in parts if part[0] == word]
            if same:
                count = sum(int(str(params["hands"])) for _, params, _ in same)
                found.append((word, {"hands": count}, plain(sum(points for *_, points in same))))
        return tuple(found)

    def level(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number:  # noqa: ARG002
        return plain(settings["draw"] * hands)

    def full(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number | None:  # noqa: ARG002
        """Return the points for winning every hand without a sweep: half of it is a level match."""
        return plain(settings["win"] * hands)


def _outcomes(bout: Bout, side: int) -> list[str]:
    found = []
    for scores, sweep in zip(bout.hands, bout.sweeps, strict=True):
        if sweep is not None:
            found.append("sweep" if sweep == side else "loss")
        elif scores[0] == scores[1]:
            found.append("draw")
        else:
            found.append("win" if scores[side] > scores[1 - side] else "loss")
    return found


def _parts(outcomes: Sequence[str], settings: Mapping[str, Any]) -> tuple[Part, ...]:
    counts = {outcome: outcomes.count(outcome) for outcome in WORDS}
    return tuple(
        (WORDS[outcome], {"hands": count}, plain(settings[outcome] * count))
        for outcome, count in counts.items()
        if count
    )
