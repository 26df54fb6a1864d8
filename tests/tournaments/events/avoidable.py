"""Whether a draw repeats what it need not: a meeting (Swiss), a partner (individual), a bye; and
what else a Swiss draw must keep.

Small fields are compared with every seating there is, large ones with a matching over the full
graph.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Any

import rustworkx

from tournaments.pairing.values import Draw, Field, SessionRound, Table

BY_HAND = 8  # people up to which every seating is tried
MOST_FIVES = 13  # people up to which every table of five is tried
A_TABLE = 10**6  # more than the squares of all meetings before come to

Pairs = Mapping[frozenset[int], int]
Cost = Callable[[int, int], int]


def complaints(
    format_: str, settings: Mapping[str, Any], field: Field, draw: Draw
) -> Iterator[str]:
    """What this draw repeats although it could be avoided."""
    if format_ == "swiss":
        yield from _swiss(settings, field, draw)
    elif format_ == "individual" and not any(table.key for table in draw.tables):
        yield from _individual(settings, field, draw)
    elif format_ == "individual":
        yield from _scheduled(field, draw)


def partnerships(tables: Sequence[Table]) -> Counter[frozenset[int]]:
    """How often each two were partners; at a table of five everybody is everybody's once."""
    found: Counter[frozenset[int]] = Counter()
    for table in tables:
        if len(table.sides) == 2:
            found.update(frozenset(side) for side in table.sides)
        else:
            found.update(frozenset(pair) for pair in combinations(table.everybody, 2))
    return found


# Swiss
# --------------------------------------------------------------------------------------------------


def _swiss(settings: Mapping[str, Any], field: Field, draw: Draw) -> Iterator[str]:
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


# Individual
# --------------------------------------------------------------------------------------------------


def _individual(settings: Mapping[str, Any], field: Field, draw: Draw) -> Iterator[str]:
    """No second partner where there is a way round it, then no second bye or table of five."""
    needs = {one.fixed_table for one in field.entrants if one.fixed_table is not None}
    if len(needs) > 1:
        return  # two who need different tables are kept apart first: that is looked at elsewhere
    people = [one.id for one in field.entrants]
    before = partnerships([table for played in field.past for table in played.tables])
    now = partnerships(draw.tables)
    repeated = sum(before[pair] ** 2 for pair in now)
    fives = [table.everybody for table in draw.tables if len(table.everybody) == 5]
    directors = {one.id for one in field.entrants if one.five}
    if fives:
        had = Counter(
            id_
            for played in field.past
            for table in played.tables
            if len(table.everybody) == 5
            for id_ in table.everybody
        )
        twice = sum(had[id_] > 0 for five in fives for id_ in five)
        best = (
            _best_with_fives(people, len(fives), before, had, directors)
            if repeated or twice
            else (0, 0)
        )
    else:
        had = byes_had(field.past)
        twice = sum(had[id_] > 0 for id_ in draw.byes)
        best = _best_with_byes(people, len(draw.byes), before, had) if repeated or twice else (0, 0)
    if best is not None and (repeated, twice) > best:
        yield (
            f"partners again cost {repeated} and {twice} rest or sit at a five again, where "
            f"{best[0]} and {best[1]} "
            "are possible"
        )


def _best_with_byes(
    people: Sequence[int], byes: int, before: Pairs, had: Counter[int]
) -> tuple[int, int] | None:
    """The least cost of partners again, and of those the fewest second byes."""
    beds = [-1 - number for number in range(byes)]

    def cost(one: int, other: int) -> int:
        if one < 0 and other < 0:
            return -1
        if one < 0 or other < 0:
            return int(had[max(one, other)] > 0)
        return 100 * before.get(frozenset((one, other)), 0) ** 2

    found = least([*people, *beds], cost)
    return None if found is None else divmod(found, 100)


def _best_with_fives(
    people: Sequence[int], fives: int, before: Pairs, had: Counter[int], directors: set[int]
) -> tuple[int, int] | None:
    """The same with tables of five; None where there are too many to try."""
    if len(people) > MOST_FIVES:
        return None
    costs = [
        (
            _cost_of_fives(chosen, before),
            sum(had[id_] > 0 for five in chosen for id_ in five),
            chosen,
        )
        for chosen in _fives(sorted(people), fives)
        if directors <= {id_ for five in chosen for id_ in five}
    ]
    best: tuple[int, int] | None = None
    for repeated, twice, chosen in sorted(costs):
        if best is not None and (repeated, twice) >= best:
            break
        seated = {id_ for five in chosen for id_ in five}
        rest = [id_ for id_ in people if id_ not in seated]
        more = least(rest, lambda one, other: before.get(frozenset((one, other)), 0) ** 2)
        if more is not None and (best is None or (repeated + more, twice) < best):
            best = repeated + more, twice
    return best


def _cost_of_fives(fives: Sequence[Sequence[int]], before: Pairs) -> int:
    return sum(
        before.get(frozenset(pair), 0) ** 2 for five in fives for pair in combinations(five, 2)
    )


def _fives(people: Sequence[int], count: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not count:
        yield ()
        return
    for five in combinations(people, 5):
        left = [id_ for id_ in people if id_ not in five]
        yield from ((five, *more) for more in _fives(left, count - 1) if not more or five < more[0])


def _scheduled(field: Field, draw: Draw) -> Iterator[str]:
    """A schedule repeats no partner until everybody had everybody, or as good as that."""
    count = len(field.entrants)
    rounds = count - 1 if count % 4 == 0 else count
    before = partnerships([table for played in field.past for table in played.tables])
    times = (field.number - 1) // rounds
    for pair in partnerships(draw.tables):
        if before[pair] > times:
            yield f"the schedule makes {sorted(pair)} partners for the {before[pair] + 1}. time"


# The cheapest pairs, found twice: by trying all, and by a matching over the full graph
# --------------------------------------------------------------------------------------------------


def least(people: Sequence[int], cost: Cost) -> int | None:
    """What the cheapest pairs cost in which everybody is;
    None where costs of -1 forbid too much.
    """
    if len(people) % 2:
        return None
    return _by_hand(tuple(people), cost) if len(people) <= BY_HAND else by_matching(people, cost)


def _by_hand(people: tuple[int, ...], cost: Cost) -> int | None:
    if not people:
        return 0
    found = []
    for index in range(1, len(people)):
        here = cost(people[0], people[index])
        rest = _by_hand(people[1:index] + people[index + 1 :], cost) if here >= 0 else None
        if rest is not None:
            found.append(here + rest)
    return min(found, default=None)


def by_matching(people: Sequence[int], cost: Cost) -> int | None:
    """The same by a maximum matching over the full graph."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(people))
    edges = {
        (a, b): cost(people[a], people[b])
        for a, b in combinations(range(len(people)), 2)
        if cost(people[a], people[b]) >= 0
    }
    graph.add_edges_from([(a, b, -value) for (a, b), value in edges.items()])
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(pairs) < len(people):
        return None
    return sum(edges[min(pair), max(pair)] for pair in pairs)
