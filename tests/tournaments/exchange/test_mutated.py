"""Documents in which anything may stand anywhere: read, or refused in words, and never half done."""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.models import Club, Entry, Game
from scoring.rules import RuleError
from tests.tournaments import desks
from tests.tournaments.exchange.events import EVENTS
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import text_of
from tournaments.history import history_of
from tournaments.models import Match, Stage, Tournament
from tournaments.ranking import ranked

# All by one worker: each would play the events of `written` for itself.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.xdist_group("mutated")]

ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.sampled_from([2**31, -(2**63), 10**30, 0.5, 1e300]),
    st.text(max_size=8),
    st.sampled_from(
        ["", "1/0", "5/2", "played", "finished", "draft", "closed", "half", "points", "knockout", "trichu"]
    ),
)
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@cache
def written(event: str) -> str:
    """An event as a document: made once, documents need no database."""
    return text_of(EVENTS[event]())


def places(data: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every way to something inside a document."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [found for key, one in inside for found in ((*way, key), *places(one, (*way, key)))]


def downward(data: Any, draw: st.DataObject) -> tuple[Any, ...]:
    """A way that turns anywhere at each step: what stands once is met as often as what stands a thousand times."""
    way: tuple[Any, ...] = ()
    while isinstance(data, dict | list) and data and (not way or draw.draw(st.integers(0, 5))):
        key = draw.draw(st.sampled_from(list(data) if isinstance(data, dict) else range(len(data))))
        way, data = (*way, key), data[key]
    return way


def mutate(data: Any, draw: st.DataObject) -> None:
    """Put, take, double or swap something, mostly deep inside."""
    way = draw.draw(st.sampled_from(places(data))) if draw.draw(st.booleans()) else downward(data, draw)
    for step in way[:-1]:
        data = data[step]
    last = way[-1]
    how = draw.draw(st.sampled_from(["put", "near", "take", "double", "swap"]))
    if how == "take":
        del data[last]
    elif how == "double" and isinstance(data, list):
        data.append(data[last])
    elif how == "swap" and isinstance(data, list):
        other = draw.draw(st.integers(0, len(data) - 1))
        data[last], data[other] = data[other], data[last]
    elif how == "near" and type(data[last]) is int:
        data[last] += draw.draw(st.sampled_from([-5, -1, 1, 5]))
    else:
        data[last] = draw.draw(VALUES)


@pytest.mark.parametrize("event", EVENTS)
def test_a_mutated_document_is_read_or_refused_and_leaves_nothing_half_done(event: str) -> None:
    text = written(event)
    club = desks.a_desk("Ben", "Another club").club

    @settings(max_examples=12, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def mutated(draw: st.DataObject) -> None:
        data = json.loads(text)
        for _ in range(draw.draw(st.integers(1, 3))):
            mutate(data, draw)
        is_all_or_nothing(club, json.dumps(data))

    mutated()


def outcome(club: Club, text: str) -> Tournament | RuleError:
    try:
        return import_tournament(club, None, text)
    except RuleError as error:
        return error


def is_all_or_nothing(club: Club, text: str) -> None:
    before = [model.objects.count() for model in (Tournament, Match, Game, Entry)]
    made = outcome(club, text)
    if isinstance(made, RuleError):
        assert made.mistakes
        assert all(mistake.message and isinstance(mistake.field, str) for mistake in made.mistakes)
        assert [model.objects.count() for model in (Tournament, Match, Game, Entry)] == before
        return
    # What was read is whole: its standings can be made, and it can be written and read once more.
    for stage in Stage.objects.filter(tournament=made).select_related("tournament"):
        ranked(history_of(stage))
    again = text_of(made)
    assert text_of(import_tournament(club, None, again)) == again


@pytest.mark.parametrize("event", EVENTS)
def test_a_document_that_was_cut_off_is_refused(event: str) -> None:
    text = written(event)
    club = desks.a_desk("Ben", "Another club").club
    for length in range(0, len(text), len(text) // 20):
        with pytest.raises(RuleError) as caught:
            import_tournament(club, None, text[:length])
        assert [mistake.code for mistake in caught.value.mistakes] == ["not_json"]
    assert not Tournament.objects.filter(club=club).exists()
