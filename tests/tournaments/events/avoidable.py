"""Whether a draw repeats what it need not: a meeting (Swiss), a partner (individual), a bye.

Small fields are compared with every seating there is, large ones with a matching over the full
graph. What a Swiss draw must keep stands in `in_swiss`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from tests.tournaments.events import in_swiss
from tests.tournaments.events.in_swiss import byes_had
from tests.tournaments.events.least import least
from tournaments.pairing.values import Draw, Field, Table

MOST_FIVES = 13  # people up to which every table of five is tried

Pairs = Mapping[frozenset[int], int]


def complaints(
    format_: str, settings: Mapping[str, Any], field: Field, draw: Draw
) -> Iterator[str]:
    """What this draw repeats although it could be avoided."""
    if format_ == "swiss":
        yield from in_swiss.complaints(settings, field, draw)
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
