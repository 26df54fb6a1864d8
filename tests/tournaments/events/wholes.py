"""What must hold of an event as a whole: everybody met everybody, who lost is out, the same draw
twice.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from tests.tournaments.events.playing import Event, Step
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.values import Field


def complaints(event: Event) -> Iterator[str]:
    """What is wrong with the whole of it."""
    yield from _repeatable(event)
    if event.format in {"round_robin", "groups", "league"}:
        yield from _complete(event)
    elif event.format == "knockout":
        yield from _knocked_out(event)
    elif event.format == "double_elimination":
        yield from _lost_twice(event)
    if FORMATS[event.format].ranks_itself:
        yield from _places(event)


def _repeatable(event: Event) -> Iterator[str]:
    """The order in which people are named must not matter, and a draw made again is the same."""
    lot = random.Random(event.number)
    for step in lot.sample(event.steps, min(1, len(event.steps))):
        people = list(step.field.entrants)
        lot.shuffle(people)
        field = Field(
            tuple(people), step.field.past, step.field.number, step.field.seed, step.field.settings
        )
        if FORMATS[event.format].draw(field) != step.draw:
            yield f"round {step.field.number}: the same people in another order are drawn otherwise"


# Round robin
# ----------------------------------------------------------------------------------------------


def _complete(event: Event) -> Iterator[str]:
    """Everybody who stays has met everybody of the own group, as often as there are legs, and
    nobody more often.
    """
    if not event.steps:
        return
    legs = event.settings["legs"]
    group = {id_: name for step in event.steps for id_, name in step.draw.groups}
    met = Counter(frozenset(table.everybody) for step in event.steps for table in step.draw.tables)
    for pair, times in sorted(met.items(), key=lambda item: sorted(item[0])):
        if times > legs:
            yield f"{sorted(pair)} meet {times} times"
        if len({group.get(id_, "") for id_ in pair}) > 1:
            yield f"{sorted(pair)} are of different groups"
    if event.refusal == "too_few":
        return
    if event.refusal != "stage_over" or event.refused is None:
        yield "it does not come to an end"
        return
    for one, other in combinations(event.refused.entrants, 2):
        times = met[frozenset((one.id, other.id))]
        if group.get(one.id, "") == group.get(other.id, "") and times < legs:
            yield f"{one.id} and {other.id} have met {times} times only"
    if event.steady:
        yield from _as_long_as_said(event, group)


def _as_long_as_said(event: Event, group: dict[int, str]) -> Iterator[str]:
    """With the same people throughout: as few rounds as there can be, byes by turns, groups of one
    size.
    """
    people = [one.id for one in event.steps[0].field.entrants]
    sizes = Counter(group.get(id_, "") for id_ in people)
    legs = event.settings["legs"]
    rounds = max(size - 1 + size % 2 for size in sizes.values()) * legs
    if (
        len(event.steps) != rounds
        or FORMATS[event.format].rounds(len(people), event.settings) != rounds
    ):
        yield f"{len(event.steps)} rounds for groups of {sorted(sizes.values())}"
    if max(sizes.values()) - min(sizes.values()) > 1:
        yield f"groups of {sorted(sizes.values())}"
    played = Counter(
        id_ for step in event.steps for table in step.draw.tables for id_ in table.everybody
    )
    for id_ in people:
        if played[id_] != (sizes[group.get(id_, "")] - 1) * legs:
            yield f"{id_} plays {played[id_]} matches"


# Brackets
# --------------------------------------------------------------------------------------------------


def _losers(step: Step) -> set[int]:
    return {
        id_
        for table in step.played.tables
        for index, side in enumerate(table.sides)
        if index != table.winner
        for id_ in side
    }


def _knocked_out(event: Event) -> Iterator[str]:
    """Who lost never comes back, but for third place; who has not lost and is there goes on every
    round.
    """
    alive: set[int] = set()
    just_lost: set[int] = set()
    free: set[int] = set()  # away in a round in which some had nobody to lose to
    for step in event.steps:
        number = step.field.number
        there = {one.id for one in step.field.entrants}
        alive = alive if number > 1 else there
        seated = {id_ for table in step.draw.tables for id_ in table.everybody}
        byes = set(step.draw.byes)
        for id_ in sorted((alive & there) - seated - byes):
            yield f"round {number}: {id_} has not lost and does not go on"
        back = (seated | byes) - alive - free
        third = (
            event.settings["third_place"]
            and back <= just_lost
            and len(back) <= 2
            and len((seated | byes) - back) <= 2
            and not any(0 < len(back & set(table.everybody)) < 2 for table in step.draw.tables)
        )
        if back and not third:
            yield f"round {number}: {sorted(back)} come back"
        away = alive - seated - byes
        just_lost = _losers(step) | away  # who stays away has lost
        alive = ((alive | free) & (seated | byes)) - just_lost
        free = (free | (away if len(away) > len(byes) else set())) - _losers(step)
    yield from _one_is_left(event, alive)


def _lost_twice(event: Event) -> Iterator[str]:
    """Nobody sits down again who lost twice."""
    losses: Counter[int] = Counter()
    for step in event.steps:
        seated = {id_ for table in step.draw.tables for id_ in table.everybody} | set(
            step.draw.byes
        )
        for id_ in sorted(seated):
            if losses[id_] > 1:
                yield (
                    f"round {step.field.number}: {id_} comes back after losing {losses[id_]} times"
                )
        losses.update(_losers(step))
    if event.steady and event.steps:
        people = [one.id for one in event.steps[0].field.entrants]
        still_in = [id_ for id_ in people if losses[id_] < 2]
        if len(still_in) != 1 and event.settings["reset"]:
            yield f"{sorted(still_in)} have not lost twice"
        if len(still_in) > 2:
            yield f"{sorted(still_in)} have not lost twice, and there is no second final"
        yield from _one_is_left(event, set(still_in) if event.settings["reset"] else set())


def _one_is_left(event: Event, alive: set[int]) -> Iterator[str]:
    if not event.steps or event.refusal == "too_few":
        return
    if event.refusal != "stage_over":
        yield "it does not come to an end"
    if event.steady and len(alive) != 1 and event.format == "knockout":
        yield f"{sorted(alive)} are left"
    most = FORMATS[event.format].rounds(len(event.steps[0].field.entrants), event.settings) or 0
    if len(event.steps) > most:
        yield f"{len(event.steps)} rounds, and {most} are enough"


def _places(event: Event) -> Iterator[str]:
    """Everybody has one place; the winner of an event that nobody left has the first alone."""
    if not event.steps:
        return
    people = [one.id for one in event.steps[0].field.entrants]
    here = {one.id for one in event.steps[-1].field.entrants}
    reached = FORMATS[event.format].reached(
        [step.played for step in event.steps], people, event.settings, here
    )
    places = reached.levels
    if sorted(id_ for level in places for id_ in level) != sorted(people):
        yield f"places are {places}"
        return
    if not event.steady:
        return
    if len(places[0]) != 1:
        yield f"{places[0]} have won"
    size = 1 << max(1, (len(people) - 1).bit_length())
    third = event.format == "knockout" and not event.settings["third_place"]
    expected = [1, 1, 2 if third else 1]
    if len(people) > 3 and size > 2 and [len(level) for level in places[:3]] != expected:
        yield f"the first places are {places[:3]}"
