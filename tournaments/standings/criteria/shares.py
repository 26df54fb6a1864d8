"""Koya, percentages, points by place."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.standings.criteria.base import Criterion, Levels
from tournaments.standings.field import Field
from tournaments.standings.lines import Line, Number
from tournaments.standings.sums import Ids, Part, divided, mean, total


class Koya(Criterion):
    """Forfeits count like played matches. The maximum is what a match gives, times the number of
    matches an entrant had.

    Each of several opponents in a round stands for an equal part of the points from it.
    """

    key = "koya"
    name = gettext_noop("Koya")
    sentence = gettext_noop(
        "Your points from matches against those with at least half of the possible points."
    )

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:  # noqa: ARG002
        limit = _limit(field)
        strong = {id_ for id_ in field.ids if _points_here(field, id_) >= limit}
        return {
            id_: total(_part_of(line, strong) for line in lines if line.opponents)
            for id_, lines in field.lines.items()
        }

    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:  # noqa: ARG002
        limit = _limit(field)
        counts = ngettext_noop(
            "round %(round)s: against %(opponents)s with %(points)s point",
            "round %(round)s: against %(opponents)s with %(points)s points",
            "points",
        )
        some = ngettext_noop(
            "round %(round)s: %(counting)s of %(opponents)s have at least %(limit)s point",
            "round %(round)s: %(counting)s of %(opponents)s have at least %(limit)s points",
            "limit",
        )
        none = ngettext_noop(
            "round %(round)s: %(opponents)s with %(points)s point, fewer than %(limit)s, left out",
            "round %(round)s: %(opponents)s with %(points)s points, fewer than %(limit)s, left out",
            "points",
        )
        parts = []
        for line in field.lines[id_]:
            if not line.opponents:
                continue
            strong = {other for other in line.opponents if _points_here(field, other) >= limit}
            params = {
                "round": line.round,
                "opponents": Ids.of(line.opponents),
                "points": mean([_points_here(field, other) for other in line.opponents]),
                "limit": limit,
                "counting": len(strong),
            }
            text = none if not strong else counts if len(strong) == len(line.opponents) else some
            parts.append(Part(text, params, _part_of(line, strong)))
        return tuple(parts)


def _limit(field: Field) -> Number:
    """Return the points from which on an opponent counts."""
    matches = max(
        (sum(bool(line.opponents) for line in lines) for lines in field.lines.values()), default=0
    )
    if field.worst_dropped and matches > 1:
        matches -= 1
    return divided(field.match_points * matches * field.koya_limit, 100)


def _points_here(field: Field, id_: int) -> Number:
    """Return the points of this stage: those carried over could not be won here."""
    return field.points[id_] - field.entered[id_].carried_points


def _part_of(line: Line, strong: set[int]) -> Number:
    counting = sum(other in strong for other in line.opponents)
    return divided(line.points * counting, len(line.opponents))


class Percentage(Criterion):
    """The points of both sides together are what a match had to give: half of that is 50 per cent,
    whatever the match was worth.

    Rounds without an opponent are left out, and so are points carried over; all bonuses and
    penalties count. If everybody plays alone, the other side is the mean of the others.
    """

    key = "percentage"
    name = gettext_noop("Percentage")
    sentence = gettext_noop("Your share of all points awarded in your matches, as a percentage.")

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:  # noqa: ARG002
        return {id_: total(part.number for part in self.explain(field, id_)) for id_ in field.ids}

    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:  # noqa: ARG002
        lines = [line for line in field.counted[id_] if line.opponents]
        whole = total(line.points + line.points_against for line in lines)
        if whole <= 0:
            return ()
        text = ngettext_noop(
            "round %(round)s: %(points)s of the %(whole)s point in all your matches",
            "round %(round)s: %(points)s of the %(whole)s points in all your matches",
            "whole",
        )
        beside = ngettext_noop(
            "bonuses minus penalties: %(points)s of %(whole)s point",
            "bonuses minus penalties: %(points)s of %(whole)s points",
            "whole",
        )
        parts = [
            Part(
                text,
                {"round": line.round, "points": line.points, "whole": whole},
                divided(100 * line.points, whole),
            )
            for line in lines
        ]
        bonuses = total(
            (*(line.penalty_points for line in field.lines[id_]), field.entered[id_].extra_points)
        )
        if bonuses:
            parts.append(
                Part(beside, {"points": bonuses, "whole": whole}, divided(100 * bonuses, whole))
            )
        return tuple(parts)


class PlacePoints(Criterion):
    """Points for the place by the previous criteria, as bridge clubs use them for a season's list.

    Level entrants share the points of their places, rounded to whole points, halves up: 25, then
    two with 18 each for 20 and 15. Groups ranked separately each have their own first place; in a
    knock-out it is the place reached. It separates no entrants, and gives nothing before anything
    was played.
    """

    key = "place_points"
    name = gettext_noop("Points by place")
    sentence = gettext_noop(
        "Points for the current place; those level share the points of their places."
    )

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:
        found = {
            id_: _shared(field, first, len(level))
            for first, level in _places(field, levels)
            for id_ in level
        }
        return dict.fromkeys(field.ids, 0) | found

    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:
        return self.explain_among(field, id_, [level or [id_]])

    def explain_among(self, field: Field, id_: int, levels: Levels) -> tuple[Part, ...]:
        alone = gettext_noop("place %(first)s")
        shared = gettext_noop("places %(first)s to %(last)s, shared by %(count)s")
        for first, level in _places(field, levels):
            if id_ in level:
                params = {"first": first, "last": first + len(level) - 1, "count": len(level)}
                number = _shared(field, first, len(level))
                return (Part(shared if len(level) > 1 else alone, params, number),)
        return ()


def _places(field: Field, levels: Levels) -> list[tuple[int, Sequence[int]]]:
    """Return each level group with its first place, counted from 1 in each separately ranked
    group.
    """
    if not any(field.lines.values()):
        return []
    before: dict[str, int] = {}
    found = []
    for level in filter(None, field.reached or levels):
        name = field.apart.get(level[0], "")
        found.append((before.get(name, 0) + 1, level))
        before[name] = before.get(name, 0) + len(level)
    return found


def _shared(field: Field, first: int, count: int) -> Number:
    ladder = field.place_points[first - 1 : first - 1 + count]
    return total(ladder) if count == 1 else _rounded(Fraction(total(ladder)) / count)


def _rounded(number: Fraction) -> int:
    """Round to a whole number, halves up."""
    return (2 * number.numerator + number.denominator) // (2 * number.denominator)
