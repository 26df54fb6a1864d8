"""Separates level entrants: by their matches with each other, and by lot."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from random import Random
from typing import Any, ClassVar

from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.standings.criteria.base import Criterion, Levels
from tournaments.standings.field import Field
from tournaments.standings.lines import Line, Number
from tournaments.standings.sums import Ids, Part, tidy, total


class HeadToHead(Criterion):
    """Points from matches among the level entrants, including forfeits, without penalties or
    bonuses.

    Several matches of the same two are added up. If two of them never had a match, it separates
    none of them and all values are 0. Those still level are compared again by the matches among
    themselves alone, as long as that separates any; the value stays that of the first comparison.
    """

    key = "head_to_head"
    name = gettext_noop("Head to head")
    sentence = gettext_noop(
        "Among those still level: points from their matches against each other."
    )
    text: ClassVar[str] = gettext_noop("round %(round)s, against %(opponents)s")
    again: ClassVar[str] = ngettext_noop(
        "still level with %(opponents)s: %(points)s point from the matches among these alone",
        "still level with %(opponents)s: %(points)s points from the matches among these alone",
        "points",
    )

    def of(self, line: Line) -> Number:
        """Return what counts of a match."""
        return line.points

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:
        values: dict[int, Number] = dict.fromkeys(field.ids, 0)
        for level in levels:
            if _all_have_met(field, level):
                values |= self._among(field, level)
        return values

    def split(
        self,
        field: Field,
        level: Sequence[int],
        compared: Mapping[int, Any],  # noqa: ARG002
    ) -> list[list[int]]:
        if not _all_have_met(field, level):
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
        if not _all_have_met(field, level):
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
        """Return the repeated comparisons as parts with the number 0: they are not part of the
        value.
        """
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
    """The same matches again: after head to head it separates those still level by the margins."""

    key = "head_to_head_score"
    name = gettext_noop("Head to head by Tichu points")
    sentence = gettext_noop(
        "Among those still level: Tichu points from their matches against each other."
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
    """A number from 1 to the number of entrants, highest first.

    Each lot depends only on the seed and the entrant's number (the id if there is none), so that a
    late entry does not change the order of the others.
    """

    key = "lot"
    name = gettext_noop("Lot")
    sentence = gettext_noop("Drawn by lot; the draw can be repeated.")

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:  # noqa: ARG002
        # Not a secret: anybody who knows the seed must be able to repeat the draw.
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


def _all_have_met(field: Field, level: Sequence[int]) -> bool:
    everybody = set(level)
    return len(everybody) > 1 and all(field.met[id_] >= everybody - {id_} for id_ in level)
