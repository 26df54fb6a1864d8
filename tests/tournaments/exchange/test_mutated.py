"""Documents in which anything may stand anywhere:
read, or refused in words, and never half done.
"""

import json
import re
from functools import cache
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.models import Club, Entry, Game
from scoring.rules import RuleError
from tests.lengths import in_short
from tests.rule_errors import codes_of
from tests.tournaments import desks
from tests.tournaments.exchange.events import EVENTS
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import text_of
from tournaments.models import Match, Stage, Tournament
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.sampled_from([2**31, -(2**63), 10**30, 0.5, 1e300]),
    st.text(max_size=8),
    st.sampled_from(
        [
            "",
            "1/0",
            "5/2",
            "played",
            "finished",
            "draft",
            "closed",
            "half",
            "points",
            "knockout",
            "trichu",
        ]
    ),
)
VALUES = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@cache
def written(event: str) -> str:
    """An event as a document: made once, documents need no database."""
    return text_of(EVENTS[event]())


def places(data: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every way to something inside a document."""
    inside = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    return [found for key, one in inside for found in ((*way, key), *places(one, (*way, key)))]


def downward(data: Any, draw: st.DataObject) -> tuple[Any, ...]:
    """A way that turns anywhere at each step: what stands once is met as often as what stands a
    thousand times.
    """
    way: tuple[Any, ...] = ()
    while isinstance(data, dict | list) and data and (not way or draw.draw(st.integers(0, 5))):
        key = draw.draw(st.sampled_from(list(data) if isinstance(data, dict) else range(len(data))))
        way, data = (*way, key), data[key]
    return way


def mutate(data: Any, draw: st.DataObject) -> None:
    """Put, take, double or swap something, mostly deep inside."""
    way = (
        draw.draw(st.sampled_from(places(data)))
        if draw.draw(st.booleans())
        else downward(data, draw)
    )
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


@pytest.mark.parametrize("examples", in_short((3, 12), (3,)))
@pytest.mark.parametrize("event", in_short(EVENTS, {"an_evening_in_the_hall"}))
def test_a_mutated_document_is_read_or_refused_and_leaves_nothing_half_done(
    event: str, examples: int
) -> None:
    text = written(event)
    club = desks.a_desk("Ben", "Another club").club

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
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


def test_a_document_that_was_cut_off_is_refused() -> None:
    text = written("an_evening_in_the_hall")
    club = desks.a_desk("Ben", "Another club").club
    for length in range(0, len(text), len(text) // 20):
        assert codes_of(import_tournament, club, None, text[:length]) == ["not_json"]
    assert not Tournament.objects.filter(club=club).exists()


# Through the pages
# ------------------------------------------------------------------------------------------------

SOFT = ("log", "remarks", "late", "reasons", "warnings", "relaxed", "ruling", "rulings")
STRANGE = st.one_of(
    VALUES,
    st.sampled_from(
        [
            *(
                "9999-12-31T23:59:59+00:00",
                "0001-01-01T00:00:00+00:00",
                "9999-12-31",
                "2026-02-30",
                "1e999999999",
            ),
            *(
                "undone",
                "%(entrants)s",
                "%",
                "%(x)d",
                "penalised",
                "clock_started",
                "\u202e",
                "-0",
                "settled",
            ),
        ]
    ),
)


def softly(data: Any, draw: st.DataObject) -> None:
    """Put something strange where nothing is counted by it: this is what comes through, and stands
    on pages.
    """
    ways = [way for way in places(data) if len(way) > 1 and any(step in SOFT for step in way[:-1])]
    ways += [way for way in places(data) if str(way[-1]).endswith(("_at", "_on", "_for"))]
    way = draw.draw(st.sampled_from(ways))
    for step in way[:-1]:
        data = data[step]
    data[way[-1]] = draw.draw(STRANGE)


def pages(tournament: Tournament) -> list[str]:
    """Every page on which what came with a document stands."""
    at, stage = [tournament.pk], [tournament.pk, 1]
    match = Match.objects.filter(session_round__stage__tournament=tournament).first()
    entrant = tournament.entrants.first()
    assert match
    assert entrant
    return [
        *(
            reverse(name, args=at)
            for name in ("desk_tournament", "desk_log", "desk_board", "desk_draw", "desk_checks")
        ),
        *(
            reverse(name, args=at)
            for name in ("desk_about", "desk_entrants", "desk_export", "tournament")
        ),
        *(reverse(name, args=stage) for name in ("standings", "cross_table")),
        *(reverse(name, args=[*stage, 1]) for name in ("desk_round", "tournament_round")),
        *(
            reverse(name, args=[*at, match.pk])
            for name in ("desk_match", "tournament_match", "desk_paper")
        ),
        *(reverse(name, args=[*at, entrant.pk]) for name in ("desk_entrant", "entrant")),
        reverse("own_page", args=[token_of(entrant)]),
        reverse("own_log", args=[token_of(entrant)]),
    ]


@pytest.mark.parametrize("examples", in_short((3, 300), (3,)))
def test_no_document_answers_with_an_error_page_nor_leaves_pages_that_do(examples: int) -> None:
    text = written("an_evening_in_the_hall")
    ben = desks.a_desk("Ben", "Another club")

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def posted(draw: st.DataObject) -> None:
        data = json.loads(text)
        data["about"]["frozen_stage"] = None
        for _ in range(draw.draw(st.integers(1, 3))):
            softly(data, draw)
        sent = {"club": str(ben.club.pk), "document": json.dumps(data)}
        with transaction.atomic():
            shown = ben.client.post("/desk/import/", sent)
            assert shown.status_code in {200, 422}
            if shown.status_code == 200:
                packed = re.findall(r'name="packed" value="([^"]*)"', shown.content.decode())
                answer = ben.client.post(
                    "/desk/import/", {"club": str(ben.club.pk), "packed": packed}
                )
                assert answer.status_code == 302
                made = Tournament.objects.get(club=ben.club)
                ben.client.post(reverse("desk_turn", args=[made.pk, "open"]))
                for page in pages(made):
                    assert ben.client.get(page, follow=True).status_code == 200, page
            transaction.set_rollback(True)

    posted()
