"""What separates those who are level on everything before: their matches with each other, and the
lot.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from random import Random
from typing import Any, ClassVar

from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.standings.criteria.base import Criterion, Levels
from tournaments.standings.field import Field
from tournaments.standings.lines import Line, Number
from tournaments.standings.parts import Ids, Part
from tournaments.standings.sums import tidy, total


class HeadToHead(Criterion):
    """Points from matches of the level ones with each other, forfeits among them; without penalties
    and bonuses.

    Several matches of the same two are added up. Where two of them never had a match it separates
    nobody, and everybody's value is 0. Those who are still level are compared by their matches
    among themselves alone, again and again while that separates somebody; the value stays the one
    from the first time.
    """

    key = "head_to_head"
    name = gettext_noop("Head to head")
    sentence = gettext_noop(
        "Among those who are level so far: the points from their matches with each other."
    )
    text: ClassVar[str] = gettext_noop("round %(round)s, against %(opponents)s")
    again: ClassVar[str] = ngettext_noop(
        "still level with %(opponents)s: %(points)s point from the matches among these alone",
        "still level with %(opponents)s: %(points)s points from the matches among these alone",
        "points",
    )

    def of(self, line: Line) -> Number:
        """What counts of a match."""
        return line.points

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:
        values: dict[int, Number] = dict.fromkeys(field.ids, 0)
        for level in levels:
            if _all_met(field, level):
                values |= self._among(field, level)
        return values

    def split(
        self,
        field: Field,
        level: Sequence[int],
        compared: Mapping[int, Any],  # noqa: ARG002
    ) -> list[list[int]]:
        if not _all_met(field, level):
            return [list(level)]
        points = self._among(field, level)
        best_first = sorted(level, key=points.__getitem__, reverse=True)
        groups = [list(group) for _, group in groupby(best_first, key=points.__getitem__)]
        if len(groups) == 1:
            return groups
        return [still for group in groups for still in self.split(field, group, points)]

    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:
        if len(level) < 2:
            return ()
        others = set(level) - {id_}
        if not _all_met(field, level):
            text = gettext_noop("level with %(opponents)s, but not all of them have met")
            return (Part(text, {"opponents": Ids.of(sorted(others))}, 0),)
        first = [
            Part(
                self.text,
                {
                    "round": line.round,
                    "opponents": Ids.of(one for one in line.opponents if one in others),
                },
                tidy(self.of(line)),
            )
            for line in field.lines[id_]
            if others.intersection(line.opponents)
        ]
        return (*first, *self._again(field, id_, level))

    def _again(self, field: Field, id_: int, level: Sequence[int]) -> list[Part]:
        """What was compared again, told with numbers of 0: it is no part of the value."""
        parts: list[Part] = []
        while True:
            points = self._among(field, level)
            still = [one for one in level if points[one] == points[id_]]
            if len(still) < 2 or len(still) == len(level):
                return parts
            params = {
                "opponents": Ids.of(one for one in still if one != id_),
                "points": self._among(field, still)[id_],
            }
            parts.append(Part(self.again, params, 0))
            level = still

    def _among(self, field: Field, level: Sequence[int]) -> dict[int, Number]:
        everybody = set(level)
        return {
            id_: total(
                self.of(line)
                for line in field.lines[id_]
                if not everybody.isdisjoint(line.opponents)
            )
            for id_ in level
        }


class HeadToHeadScore(HeadToHead):
    """The second look at the same matches: after head to head it tells apart who is still level by
    the margins.
    """

    key = "head_to_head_score"
    name = gettext_noop("Head to head by Tichu points")
    sentence = gettext_noop(
        "Among those who are level so far: the Tichu points from their matches with each other."
    )
    text = gettext_noop("round %(round)s, against %(opponents)s: Tichu points")
    again = ngettext_noop(
        "still level with %(opponents)s: %(points)s Tichu point from the matches among these alone",
        "still level with %(opponents)s: %(points)s Tichu points from the matches among these "
        "alone",
        "points",
    )

    def of(self, line: Line) -> Number:
        return line.score


class Lot(Criterion):
    """A number from 1 to the number of entrants, the highest first. Each one's lot hangs on the
    seed and the own number (the id where there is none) alone, so that a late entry leaves the
    order of the others as it was.
    """

    key = "lot"
    name = gettext_noop("Lot")
    sentence = gettext_noop("Drawn by lot; the draw can be repeated.")

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:  # noqa: ARG002
        # No secret: whoever knows the seed shall be able to repeat the draw.
        numbers = {id_: field.entered[id_].number or id_ for id_ in field.ids}
        drawn = {
            id_: Random(f"{field.lot_seed}:{number}").random()  # noqa: S311
            for id_, number in numbers.items()
        }
        in_order = sorted(drawn, key=lambda one: (drawn[one], numbers[one]))
        return {id_: place for place, id_ in enumerate(in_order, 1)}

    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:  # noqa: ARG002
        text = gettext_noop("drawn among %(count)s; the highest number comes first")
        return (Part(text, {"count": len(field.ids)}, self.values(field)[id_]),)


def _all_met(field: Field, level: Sequence[int]) -> bool:
    everybody = set(level)
    return len(everybody) > 1 and all(field.met[id_] >= everybody - {id_} for id_ in level)
