"""Two thousand random events of all formats, each draw and all standings looked at by somebody
else's eyes.

An event that fails is named by its number: `play(1234)` plays it again.
"""

from collections import Counter

import pytest

from tests.tournaments.events import playing
from tests.tournaments.events.checker import complaints
from tests.tournaments.events.playing import play
from tests.tournaments.events.recount import wrong_standings
from tournaments.pairing.formats import FORMATS

SHORT, LONG, BATCH = 24, 2016, 24


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
    assert play(7).steps != play(18).steps
