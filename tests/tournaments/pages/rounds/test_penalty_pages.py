"""The desk's page of penalties, bonuses and wishes."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, kept_out, said, text_of
from tournaments.actions import judging
from tournaments.models import Entrant, Ruling, Tournament

pytestmark = pytest.mark.django_db
ONE_HAND = {"target_score": None, "round_limit": 1}


@pytest.fixture
def tournament(desk: desks.Desk) -> Tournament:
    made = desks.a_tournament("pairs_swiss", 4, desk=desk)
    desks.draw(made)
    return made


def give(desk: desks.Desk, tournament: Tournament, **fields: Any) -> Response:
    first = Entrant.objects.filter(tournament=tournament).first()
    assert first is not None
    data = {"entrant": first.pk, "where": "1", "kind": "penalty", "reason": "came late"} | fields
    return desk.client.post(at("desk_penalties", tournament), data)


def given() -> list[tuple[Any, ...]]:
    return list(Ruling.objects.values_list("kind", "points", "score", "round_number", "reason"))


@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ({"points": "0,5"}, ("penalty", "-1/2", 0, None, "came late")),
        ({"points": "-2", "where": "1-1"}, ("penalty", "-2", 0, 1, "came late")),
        ({"kind": "bonus", "score": "100"}, ("bonus", "0", 100, None, "came late")),
        ({"kind": "wish", "score": "200"}, ("wish", "0", -200, None, "came late")),
        ({}, ("penalty", "0", 0, None, "came late")),
    ],
)
def test_a_penalty_takes_away_and_a_bonus_gives(
    desk: desks.Desk, tournament: Tournament, fields: dict[str, str], kept: tuple[Any, ...]
) -> None:
    answer = give(desk, tournament, **fields)
    assert said(desk.client, answer) == ["Saved: the standings include it."]
    assert given() == [kept]


def test_what_was_just_given_stands_before_the_next_form(
    desk: desks.Desk, tournament: Tournament
) -> None:
    def order(page: str) -> list[str]:
        return re.findall(
            r'(?:role="status">|<li [^>]*autofocus>|id="entrant"|came \w+(?=</bdi>))', page
        )

    give(desk, tournament, points="1", reason="came early")
    shown = desk.client.get(at("desk_penalties", tournament)).content.decode()
    give(desk, tournament, points="2")  # what was said of the one before is read by now
    assert order(shown) == ['role="status">', 'id="entrant"', "came early"]
    shown = desk.client.get(
        give(desk, tournament, points="2", reason="came twice")["Location"]
    ).content.decode()
    said, row, *rest = order(shown)[-6:]
    assert (said, rest) == (
        'role="status">',
        ["came twice", "came late", "came early", 'id="entrant"'],
    )
    assert "autofocus" in row
    for nonsense in ("x", "9" * 30, "-1"):
        asked = desk.client.get(at("desk_penalties", tournament), {"given": nonsense})
        assert (asked.status_code, "autofocus" in asked.content.decode()) == (200, False)


def test_what_was_given_is_listed_and_taken_back(desk: desks.Desk, tournament: Tournament) -> None:
    give(desk, tournament, points="2.5", score="50", where="1-1")
    page = text_of(desk.client.get(at("desk_penalties", tournament)))
    assert (
        "Player 1 & Player 2 · penalty · \u22122½ points · \u221250 Tichu points · Round 1 came "
        "late" in page
    )
    ruling = Ruling.objects.get()
    back = desk.client.post(at("desk_penalty_undo", tournament, ruling.pk))
    assert said(desk.client, back) == ["It has been undone."]
    ruling.refresh_from_db()
    assert ruling.undone_at is not None
    assert "came late undone" in text_of(desk.client.get(at("desk_penalties", tournament)))


@pytest.mark.parametrize(
    ("fields", "messages"),
    [
        ({"reason": " "}, ["Give a reason: everybody concerned can read it."]),
        ({"entrant": "999999"}, ["Choose whom it is about."]),
        ({"entrant": "x"}, ["Choose whom it is about."]),
        ({"where": "1-9"}, ["Choose where it counts."]),
        ({"where": "9"}, ["Choose where it counts."]),
        ({"kind": "kiss"}, ["Choose what it is: a penalty, a wish or a bonus."]),
        (
            {"points": "1.25", "score": "a lot"},
            [
                "Enter a number up to 100000, such as 2 or 2.5.",
                "Enter a whole number up to 100000, such as 200.",
            ],
        ),
        ({"kind": "bonus", "points": "-1"}, ["A bonus gives points: enter a number above zero."]),
    ],
)
def test_nonsense_is_refused_beside_its_field_and_stays_typed(
    desk: desks.Desk, tournament: Tournament, fields: dict[str, str], messages: list[str]
) -> None:
    answer = give(desk, tournament, **{"reason": "came late", **fields})
    assert (answer.status_code, errors(answer)) == (422, messages)
    if "reason" not in fields:
        assert 'value="came late"' in answer.content.decode()
    assert given() == []


def test_nobody_else_gives_or_takes_back(desk: desks.Desk, tournament: Tournament) -> None:
    give(desk, tournament, points="1")
    ruling = Ruling.objects.get()
    kept_out(at("desk_penalties", tournament), tournament, post=False)
    kept_out(at("desk_penalty_undo", tournament, ruling.pk), tournament)
    assert Ruling.objects.get().undone_at is None
    assert desk.client.post(at("desk_penalty_undo", tournament, 10**30)).status_code == 404
    other = desks.a_desk("Otto", "Another club")
    theirs = desks.a_tournament("pairs_swiss", 4, desk=other)
    assert other.client.post(at("desk_penalty_undo", theirs, ruling.pk)).status_code == 404
    assert desk.client.delete(at("desk_penalties", tournament)).status_code == 405


def test_more_people_and_penalties_ask_the_database_no_oftener(desk: desks.Desk) -> None:
    counts = []
    for entrants in (4, 8):
        tournament = desks.a_tournament("pairs_swiss", entrants, desk=desk, rules=ONE_HAND)
        desks.play_round(desks.draw(tournament))
        for entrant in tournament.entrants.all():
            judging.penalise(
                desks.first_stage(tournament),
                entrant,
                desk.user,
                kind="penalty",
                reason="x",
                points=-1,
            )
        if entrants == 12:
            desks.draw(tournament, 2)
        desk.client.get(at("desk_penalties", tournament))
        with CaptureQueriesContext(connection) as caught:
            assert desk.client.get(at("desk_penalties", tournament)).status_code == 200
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 15
