"""Criteria on hands: sweeps, calls, penalties, and places in games without sides."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.rules.words import gettext_noop
from tournaments.standings.criteria.base import Criterion, Levels
from tournaments.standings.criteria.own import LineSum
from tournaments.standings.field import Field
from tournaments.standings.lines import Entered, Line, Number
from tournaments.standings.sums import Part, divided, mean


class Sweeps(LineSum):
    key = "sweeps"
    name = gettext_noop("Sweeps")
    sentence = gettext_noop("Double and triple victories of your side.")

    def of(self, line: Line) -> Number:
        return line.sweeps


class Calls(LineSum):
    key = "calls"
    name = gettext_noop("Calls")
    sentence = gettext_noop("Tichu and Grand Tichu calls made, minus those failed.")

    def of(self, line: Line) -> Number:
        return line.calls_made - line.calls_failed


class FewestPenalties(LineSum):
    key = "fewest_penalties"
    name = gettext_noop("Penalties")
    sentence = gettext_noop("Penalties, including wish violations; fewer are better.")
    lower_is_better = True

    def of(self, line: Line) -> Number:
        return line.penalties

    def beside(self, one: Entered) -> tuple[tuple[str, Number], ...]:
        return ((gettext_noop("penalties outside any round"), one.penalties),)


class MeanPlace(Criterion):
    """Entrants without a place have the value 0 and rank below all others."""

    key = "mean_place"
    name = gettext_noop("Mean place")
    sentence = gettext_noop(
        "The mean of your places in games where everyone plays for themselves; lower is better."
    )
    lower_is_better = True

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:  # noqa: ARG002
        return {id_: mean(places) if (places := _places(field, id_)) else 0 for id_ in field.ids}

    def compared(self, field: Field, values: Mapping[int, Number]) -> Mapping[int, Any]:
        return {id_: (bool(_places(field, id_)), -value) for id_, value in values.items()}

    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:  # noqa: ARG002
        text = gettext_noop("round %(round)s: place %(place)s, divided by %(by)s")
        by = len(_places(field, id_))
        return tuple(
            Part(text, {"round": line.round, "place": place, "by": by}, divided(place, by))
            for line in field.lines[id_]
            for place in line.places
        )


def _places(field: Field, id_: int) -> list[Number]:
    return [place for line in field.lines[id_] for place in line.places]
