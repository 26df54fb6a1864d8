"""What must hold of any draw and any event, looked at without the help of the code that draws.

Every function gives complaints in plain words, none where all is well. A format is known here by
its key alone. What is avoidable is asked of `avoidable`, everything that has to do with brackets
and schedules of `wholes`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from tests.tournaments.events import avoidable, wholes
from tests.tournaments.events.playing import BRACKETS, Event
from tournaments.pairing.values import Draw, Field, Table

FEWEST_PAIRS = 4  # with a movement of duplicate
MOST_ALONE = 20  # players with one of individual duplicate
FEWEST = {"swiss": 1, "individual": 4, "evening_of_four": 4, "tables_of_three": 3}
PARTNERS_CHANGE = {"individual": 1, "evening_of_four": 3}  # format: games at a table of four


def complaints(event: Event) -> list[str]:
    """Everything that is wrong with an event, each with its round."""
    found = [
        f"round {step.field.number}: {text}"
        for step in event.steps
        for text in draw_complaints(event.format, event.settings, step.field, step.draw)
    ]
    return [*found, *_refusal(event), *wholes.complaints(event)]


def draw_complaints(
    format_: str, settings: Mapping[str, Any], field: Field, draw: Draw
) -> list[str]:
    """Everything that is wrong with one draw."""
    found = [*_everybody_once(format_, field, draw), *_numbers(format_, field, draw)]
    for table in draw.tables:
        found += _sides(format_, settings, table)
    if found:  # what follows reads tables that are whole
        return found
    found += _byes(format_, settings, field, draw)
    found += _equal_sizes(format_, draw)
    found += avoidable.complaints(format_, settings, field, draw)
    return found


def _refusal(event: Event) -> Iterator[str]:
    """A draw may be refused where too few are there, or where the stage is over."""
    if event.refused is None:
        return
    there = len(event.refused.entrants)
    if event.refusal == "too_few":
        if event.format == "large_tables":
            fewest = event.settings["least"]
        elif event.format in {"groups", "league"}:
            groups = Counter(one.group for one in event.refused.entrants)
            fewest = 2 if not any(groups.values()) or max(groups.values()) > 1 else there + 1
        elif event.format == "duplicate":
            fewest = FEWEST_PAIRS
        elif event.format == "duplicate_individual":
            fewest = there if there in {8, 12, 16, 20} else 20
        else:
            fewest = FEWEST.get(event.format, 2)
        if there >= fewest:
            yield f"refused with {there} people there, and {fewest} are enough"
    elif event.refusal == "too_many" and event.format == "duplicate_individual":
        if there <= MOST_ALONE:
            yield f"refused with {there} people there, and there are movements for {MOST_ALONE}"
    elif event.refusal != "stage_over" or event.format in {*FEWEST, "large_tables"}:
        yield f"refused as {event.refusal}"


def _everybody_once(format_: str, field: Field, draw: Draw) -> Iterator[str]:
    there = {one.id for one in field.entrants}
    drawn = Counter(id_ for table in draw.tables for id_ in table.everybody) + Counter(draw.byes)
    for id_, times in sorted(drawn.items()):
        if times > 1:
            yield f"{id_} is drawn {times} times"
        if id_ not in there:
            yield f"{id_} is drawn and not there"
    if format_ not in BRACKETS:
        for id_ in sorted(there - set(drawn)):
            yield f"{id_} is there and has no table and no bye"


def _numbers(format_: str, field: Field, draw: Draw) -> Iterator[str]:
    """Tables have numbers from 1, those that nobody asked for the lowest; who needs a table has it
    where it is free. In duplicate a table where nobody plays for once keeps its number.
    """
    wanted = {one.id: one.fixed_table for one in field.entrants if one.fixed_table is not None}
    numbers = [table.number for table in draw.tables]
    if len(set(numbers)) < len(numbers) or any(number < 1 for number in numbers):
        yield f"table numbers are {numbers}"
    if format_.startswith("duplicate"):
        return
    asked = [{wanted[id_] for id_ in table.everybody if id_ in wanted} for table in draw.tables]
    for table, wishes in zip(draw.tables, asked, strict=True):
        rivals = sum(not wishes.isdisjoint(others) for others in asked)
        if len(wishes) == 1 and rivals == 1 and table.number not in wishes:
            yield f"table {table.number} should be {wishes.pop()}, as somebody at it needs"
    plain = sorted(
        table.number
        for table, wishes in zip(draw.tables, asked, strict=True)
        if table.number not in wishes
    )
    left = [
        number
        for number in range(1, max(numbers, default=0) + 1)
        if number not in set(numbers) - set(plain)
    ]
    if plain != left[: len(plain)]:
        yield f"tables that nobody asked for have the numbers {plain}"


def _sides(format_: str, settings: Mapping[str, Any], table: Table) -> Iterator[str]:
    """Whether a table has as many sides, people and games as the format knows."""
    shape = tuple(len(side) for side in table.sides)
    if format_ == "individual":
        good = (shape == (2, 2) and not table.games) or (
            shape == (1,) * 5 and settings["odd"] == "fives"
        )
    elif format_ == "evening_of_four":
        good = shape == (1,) * 4 or (shape == (1,) * 5 and settings["odd"] == "fives")
    elif format_ == "tables_of_three":
        good = shape == (1, 1, 1)
    elif format_ == "duplicate_individual":
        good = shape == (2, 2)
    elif format_ == "large_tables":
        good = set(shape) == {1} and settings["least"] <= len(shape) <= settings["most"]
    else:
        good = shape == (1, 1)
    if not good:
        yield f"table {table.number} has sides of {shape}"
    if format_ in PARTNERS_CHANGE and set(shape) == {1}:
        yield from _games(table, games=5 if len(shape) == 5 else 3)


def _games(table: Table, games: int) -> Iterator[str]:
    """Games in which everybody partners everybody once."""
    people = sorted(table.everybody)
    if len(table.games) != games:
        yield f"table {table.number} plays {len(table.games)} games"
    partners: Counter[frozenset[int]] = Counter()
    played: Counter[int] = Counter()
    for sides in table.games:
        ids = [id_ for side in sides for id_ in side]
        if (
            [len(side) for side in sides] != [2, 2]
            or len(set(ids)) < 4
            or not set(ids) <= set(people)
        ):
            yield f"table {table.number} plays {sides}"
        partners.update(frozenset(side) for side in sides)
        played.update(ids)
    if partners != Counter(frozenset(pair) for pair in combinations(people, 2)):
        yield f"table {table.number}: not everybody partners everybody once"
    if len(set(played.values())) > 1:
        yield f"table {table.number}: not everybody plays as many games"


def fives_and_byes(format_: str, settings: Mapping[str, Any], count: int) -> tuple[int, int]:
    """How many tables of five and how many byes so many people make."""
    if format_ == "swiss":
        return 0, count % 2
    if format_ == "tables_of_three":
        return 0, count % 3
    if format_ == "large_tables":
        least, most = settings["least"], settings["most"]
        return 0, min(
            count - seats
            for seats in range(count + 1)
            if any(t * least <= seats <= t * most for t in range(count))
        )
    for fives in range(4):
        if settings["odd"] == "fives" and count >= 5 * fives and (count - 5 * fives) % 4 == 0:
            return fives, 0
    return 0, count % 4


def _byes(format_: str, settings: Mapping[str, Any], field: Field, draw: Draw) -> Iterator[str]:
    if format_ not in {"swiss", "individual", "evening_of_four", "tables_of_three", "large_tables"}:
        return
    by_schedule = format_ == "individual" and any(table.key for table in draw.tables)
    count = len(field.entrants)
    fives, byes = (0, count % 4) if by_schedule else fives_and_byes(format_, settings, count)
    if len(draw.byes) != byes:
        yield f"{len(draw.byes)} byes among {count} people, not {byes}"
    found = sum(len(table.everybody) == 5 for table in draw.tables)
    if format_ in PARTNERS_CHANGE and found != fives:
        yield f"{found} tables of five among {count} people, not {fives}"
    # Nothing else outweighs whose turn it is
    if format_ in {"evening_of_four", "tables_of_three", "large_tables"}:
        had = Counter(id_ for played in field.past for id_ in played.byes)
        seated = [had[id_] for table in draw.tables for id_ in table.everybody]
        for id_ in draw.byes:
            if seated and had[id_] > min(seated):
                yield (
                    f"{id_} has bye number {had[id_] + 1}, and somebody at a table has had "
                    f"{min(seated)}"
                )


def _equal_sizes(format_: str, draw: Draw) -> Iterator[str]:
    sizes = sorted(len(table.everybody) for table in draw.tables)
    if format_ == "large_tables" and sizes and sizes[-1] - sizes[0] > 1:
        yield f"tables have {sizes} people"
