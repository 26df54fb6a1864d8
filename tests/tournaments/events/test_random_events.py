"""Two thousand random events of all formats, each draw and all standings looked at by somebody
else's eyes.

An event that fails is named by its number: `play(1234)` plays it again.
"""

import random
from collections import Counter
from fractions import Fraction

import pytest

from tests.tournaments.events import playing
from tests.tournaments.events.checker import complaints
from tests.tournaments.events.playing import Event, play
from tests.tournaments.events.recount import KEYS, Recount
from tournaments.pairing.formats import FORMATS
from tournaments.standings.ranking import rank

SHORT, LONG, BATCH = 20, 2020, 20


def wrong_standings(event: Event) -> list[str]:
    """Where the standings by some criteria differ from those that were counted again."""
    lot = random.Random(f"standings {event.number}")
    criteria = lot.sample(KEYS, lot.randrange(2, 6))
    unplayed, dropped = lot.choice(["zero", "own_points"]), lot.random() < 0.2
    found = rank(event.entered, criteria, unplayed=unplayed, worst_dropped=dropped)
    recount = Recount(event.entered, unplayed=unplayed, worst_dropped=dropped)
    wrong = [
        f"{key} of {one.id} is {one.values[key]}, counted again {recount.value(key, one.id)}"
        for one in found
        for key in criteria
        if key != "head_to_head" and Fraction(one.values[key]) != recount.value(key, one.id)
    ]
    expected = recount.standings(criteria)
    if [(one.rank, one.id) for one in found] != expected:
        wrong.append(
            f"ranks by {criteria} are {[(one.rank, one.id) for one in found]}, counted again "
            f"{expected}"
        )
    return wrong


def failing(numbers: range) -> list[str]:
    """What is wrong with these events, each with its number."""
    return [
        f"event {number} ({event.format}): {text}"
        for number in numbers
        for event in [play(number)]
        for text in (*complaints(event), *wrong_standings(event))
    ]


@pytest.mark.parametrize("start", range(0, SHORT, BATCH))
def test_random_events_are_drawn_and_ranked_without_fault(start: int) -> None:
    assert not failing(range(start, start + BATCH))


@pytest.mark.slow
@pytest.mark.parametrize("start", range(SHORT, LONG, BATCH))
def test_two_thousand_random_events_are_drawn_and_ranked_without_fault(start: int) -> None:
    assert not failing(range(start, start + BATCH))


def test_every_format_is_played_as_often_as_the_others() -> None:
    formats = Counter(sorted(FORMATS)[number % len(FORMATS)] for number in range(SHORT))
    assert set(formats) == set(FORMATS) == set(playing.WAYS)
    assert set(formats.values()) == {SHORT // len(FORMATS)}


def test_an_event_is_played_again_by_its_number() -> None:
    assert play(7) == play(7)
    assert play(7).steps != play(17).steps
