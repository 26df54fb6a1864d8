"""Whether a Swiss draw gives up what it need not: a meeting, a bye, a club, points, a float."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from tests.tournaments.events.least import least
from tournaments.pairing.values import Draw, Field, SessionRound

A_TABLE = 10**6  # more than the squares of all meetings before come to


def complaints(settings: Mapping[str, Any], field: Field, draw: Draw) -> Iterator[str]:
    """No second meeting where there is a way round it, then no second bye, then what else weighs,
    in its order.
    """
    people = [one.id for one in field.entrants]
    apart = settings["clubs_apart"]
    if apart == "first_rounds":
        apart = "always" if field.number <= settings["clubs_rounds"] else "never"
    club = {one.id: one.club for one in field.entrants if one.club and apart != "never"}
    met, had = meetings(field.past), byes_had(field.past)

    def again(one: int, other: int) -> int:
        """First as few tables of two who have met, then those who have met least often."""
        times = met[frozenset((one, other))]
        return (times > 0) * A_TABLE + times**2

    def strangers(one: int, other: int) -> int:
        return -1 if again(one, other) else 0

    def welcome(one: int, other: int) -> int:
        return -1 if _of_one(club, one, other) else strangers(one, other)

    def fitting(cost: Any) -> list[int | None]:
        """Who may have the bye (None: nobody needs one) so that pairs of this kind are left."""
        resting: list[int | None] = list(people) if len(people) % 2 else [None]
        return [
            bye for bye in resting if least([id_ for id_ in people if id_ != bye], cost) is not None
        ]

    drawn = [table.everybody for table in draw.tables]
    bye = draw.byes[0] if draw.byes else None
    repeated = sum(again(*pair) for pair in drawn)
    free = fitting(strangers)
    if free and repeated:
        yield f"{sum(again(*pair) > 0 for pair in drawn)} meet again, and nobody need"
        return
    if not free:
        best = least([id_ for id_ in people if id_ != bye], again) or 0
        if repeated > best:
            (tables, squares), (fewest, least_squares) = (
                divmod(repeated, A_TABLE),
                divmod(best, A_TABLE),
            )
            yield (
                f"{tables} meet again (squares {squares}), and {fewest} ({least_squares}) is "
                "possible"
            )
        return
    fewest = min(had[one] for one in free if one is not None) if bye is not None else 0
    if bye is not None and had[bye] > fewest:
        yield f"{bye} has bye number {had[bye] + 1}, and somebody with {fewest} could rest"
        return
    first = (
        [one for one in fitting(welcome) if one is None or had[one] == fewest]
        if apart == "always"
        else []
    )
    if first and any(welcome(*pair) < 0 for pair in drawn):
        yield "two of a club meet, and nobody need"
        return
    yield from _by_points(field, drawn, club, apart)


def meetings(past: Sequence[SessionRound]) -> Counter[frozenset[int]]:
    """How often each two of a Swiss event have met."""
    return Counter(frozenset(table.everybody) for played in past for table in played.tables)


def byes_had(past: Sequence[SessionRound]) -> Counter[int]:
    return Counter(id_ for played in past for id_ in played.byes)


def floated(past: Sequence[SessionRound]) -> dict[int, int]:
    """Who went down (-1) or up (1) in the last round, as its tables say."""
    ways: dict[int, int] = {}
    for table in past[-1].tables if past else ():
        for note in table.reasons:
            if note.code == "floated":
                down = int(str(note.params["floated"]).lstrip("#"))
                ways |= {id_: -1 if id_ == down else 1 for id_ in table.everybody}
    return ways


def _of_one(club: Mapping[int, str], one: int, other: int) -> bool:
    return one in club and club[one] == club.get(other)


def _by_points(
    field: Field, drawn: Sequence[Sequence[int]], club: Mapping[int, str], apart: str
) -> Iterator[str]:
    """Among strangers, with this bye: clubs where they come first, squares of points, clubs,
    floats, in this order.
    """
    scale = lcm(*(Fraction(one.points).denominator for one in field.entrants))
    points = {one.id: int(one.points * scale) if field.number > 1 else 0 for one in field.entrants}
    met, before = meetings(field.past), floated(field.past)
    names = (
        "tables of one club",
        "squares of points",
        "tables of one club at these points",
        "same floats",
    )

    def costs(one: int, other: int) -> tuple[int, ...]:
        high, low = (one, other) if points[one] > points[other] else (other, one)
        same = int(_of_one(club, one, other))
        apart_by = (points[high] - points[low]) ** 2
        floats = int(before.get(high) == -1) + int(before.get(low) == 1) if apart_by else 0
        return same * (apart == "always"), apart_by, same * (apart == "points"), floats

    largest = max(points.values(), default=0) - min(points.values(), default=0)
    most = len(drawn) * max(2, largest) ** 2 + 1

    def packed(one: int, other: int) -> int:
        if met[frozenset((one, other))]:
            return -1
        total = 0
        for cost in costs(one, other):
            total = total * most + cost
        return total

    best = least([id_ for pair in drawn for id_ in pair], packed) or 0
    own = sum(packed(*pair) for pair in drawn)
    if own <= best:
        return
    for name in reversed(names):
        (own, now), (best, could) = divmod(own, most), divmod(best, most)
        if own == best:
            yield f"{name}: {now}, and {could} is possible"
            return
