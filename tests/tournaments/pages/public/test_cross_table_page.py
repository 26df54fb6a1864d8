"""Who met whom, and how it came out."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.requests import Response
from tests.tournaments import desks
from tournaments.actions import judging, publishing, revealing
from tournaments.models import Entrant, Tournament
from tournaments.pages.public.cross_table import MOST_IN_A_GRID, OPPONENT, PARTNER, Section

pytestmark = pytest.mark.django_db


def page(tournament: Tournament) -> Response:
    return Client().get(reverse("cross_table", args=[tournament.pk, 1]))


def sections(tournament: Tournament) -> list[Section]:
    found: list[Section] = page(tournament).context["table"].sections
    return found


def test_each_field_has_the_points_of_the_row_against_the_column() -> None:
    cup = desks.a_tournament("round_robin", 3)
    drawn = desks.draw(cup)
    match = drawn.matches.get()
    winner, loser = (place.entrant_id for place in match.places.all())
    judging.rule_match(
        match,
        None,
        {"kind": "given", "points": ["2", "1/2"], "score": ["1", "0"]},
        "typed for a test",
    )
    publishing.close_round(drawn, None)
    (section,) = sections(cup)
    place = {line.id: index for index, line in enumerate(section.lines)}
    assert section.grid
    marks = {
        (line.id, other.id): [
            (mark.match_id, mark.points) for mark in line.cells[place[other.id]].marks
        ]
        for line in section.lines
        for other in section.lines
    }
    assert marks.pop((winner, loser)) == [(match.pk, "2")]
    discs = {
        line.id: "".join(mark.disc for cell in line.cells for mark in cell.marks)
        for line in section.lines
    }
    assert [re.findall('class="([a-z]+)"', discs[who]) for who in (winner, loser)] == [
        ["won"],
        ["lost"],
    ]
    assert marks.pop((loser, winner)) == [(match.pk, "½")]
    assert set(map(tuple, marks.values())) == {()}
    assert [[cell.own for cell in line.cells] for line in section.lines] == [
        [one == other for other in range(3)] for one in range(3)
    ]
    assert reverse("tournament_match", args=[cup.pk, match.pk])


def test_a_match_that_is_being_played_is_there_without_points() -> None:
    cup = desks.a_tournament("round_robin", 4)
    desks.draw(cup)
    (section,) = sections(cup)
    assert [
        mark.points for line in section.lines for cell in line.cells for mark in cell.marks
    ] == [""] * 4
    assert (
        page(cup)
        .content.decode()
        .count('<i class="playing"><span>Round </span>1<span>: being played</span></i>')
        == 4
    )


def test_people_with_drawn_partners_see_with_whom_and_against_whom_they_played() -> None:
    cup = desks.a_tournament("german_championship", 4)
    desks.play_round(desks.draw(cup))
    (section,) = sections(cup)
    for line in section.lines:
        kinds = [mark.kind for cell in line.cells for mark in cell.marks]
        assert sorted(kinds) == [OPPONENT, OPPONENT, PARTNER]
        assert {mark.round for cell in line.cells for mark in cell.marks} == {1}


def test_everybodys_points_of_a_match_are_their_own() -> None:
    cup = desks.a_tournament("german_championship", 4)
    session_round = desks.play_round(desks.draw(cup))
    result = session_round.matches.get().result or {}
    (section,) = sections(cup)
    for line in section.lines:
        assert {mark.points for cell in line.cells for mark in cell.marks} == {
            str(result[str(line.id)].get("points", 0))
        }


def test_a_large_field_is_shown_round_by_round() -> None:
    cup = desks.a_tournament("pairs_swiss", MOST_IN_A_GRID + 1)
    drawn = desks.draw(cup)
    (section,) = sections(cup)
    assert not section.grid
    assert {len(line.cells) for line in section.lines} == {1}
    place = {line.id: line.rank for line in section.lines}
    cells = {line.id: line.cells[0] for line in section.lines}
    bye = drawn.places.get(kind="bye").entrant_id
    assert (cells[bye].free, cells[bye].marks) == ("bye", ())
    for match in drawn.matches.all():
        one, other = (row.entrant_id for row in match.places.all())
        assert cells[one].others == [(OPPONENT, place[other])]
        assert cells[other].others == [(OPPONENT, place[one])]


def test_groups_have_a_table_each() -> None:
    cup = desks.a_tournament("groups_and_cup", 8, format_settings={"groups": 2})
    desks.play_round(desks.draw(cup))
    assert [(section.group, len(section.lines)) for section in sections(cup)] == [
        ("A", 4),
        ("B", 4),
    ]


def test_a_phone_has_the_row_of_whoever_is_known_or_chosen_as_a_list() -> None:
    cup = desks.a_tournament("pairs_swiss", 5)
    desks.play_round(desks.draw(cup))
    desks.draw(cup, 2)
    own, other = cup.entrants.all()[:2]
    address = reverse("cross_table", args=[cup.pk, 1])
    client = Client()
    client.get(reverse("tournament", args=[cup.pk]), {"who": own.pk})

    def listed(client: Client, **query: Any) -> str:
        part = client.get(address, query, headers={"HX-Request": "true"}).content.decode()
        whole = client.get(address, query).content.decode()
        (found,) = re.findall('<section class="one-row".*?</section>', part, re.DOTALL)
        assert found in whole
        assert part.index(found) < part.index('<table class="cross')
        return str(found)

    def of(entrant: Entrant) -> list[str]:
        page = Client().get(reverse("entrant", args=[cup.pk, entrant.pk])).content.decode()
        return re.findall(
            "<li>.*?</li>", page.partition('class="rounds-of"')[2].partition("</ol>")[0], re.DOTALL
        )

    for row, wanted in (
        (listed(client), own),
        (listed(client, row=other.pk), other),
        (listed(Client(), row=own.pk), own),
    ):
        assert re.findall("<li>.*?</li>", row, re.DOTALL) == of(wanted)
        assert re.findall(r'value="(\d+)"\s+selected', row) == [str(wanted.pk)]
    for nobody in ({}, {"row": 10**9}, {"row": "x"}, {"row": ""}):
        row = listed(Client(), **nobody)
        assert ("<li>" in row, "selected" in row, row.count("<option")) == (False, False, 6)


def test_a_row_as_a_list_costs_nothing_more_for_the_others_that_ask() -> None:
    cup = desks.a_tournament("pairs_swiss", 6)
    desks.play_round(desks.draw(cup))
    address = reverse("cross_table", args=[cup.pk, 1])
    counts = []
    for entrant in cup.entrants.all():
        client = Client()
        client.get(reverse("tournament", args=[cup.pk]), {"who": entrant.pk})
        with CaptureQueriesContext(connection) as queries:
            assert (
                "rounds-of" in client.get(address, headers={"HX-Request": "true"}).content.decode()
            )
        counts.append(len([query for query in queries if "tichu_cache" not in query["sql"]]))
    assert set(counts[1:]) == {2}, counts  # the tournament, its stages


def test_what_is_kept_for_the_prize_giving_is_in_no_row() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 4, desk=desk)
    session_round = desks.draw(cup)
    revealing.freeze(cup, desk.user, 1, 1)
    desks.play_round(session_round, close=False)
    address = reverse("cross_table", args=[cup.pk, 1])
    row = {"row": cup.entrants.all()[0].pk}
    assert (
        'class="won"'
        not in Client()
        .get(address, row)
        .content.decode()
        .partition("rounds-of")[2]
        .partition("</ol>")[0]
    )
    assert " pts" not in Client().get(address, row).content.decode()
    assert " pts" in desk.client.get(address, row).content.decode()


def test_a_draft_is_not_in_it() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.draw(cup, publish=False)
    assert not any(
        cell.marks for section in sections(cup) for line in section.lines for cell in line.cells
    )


def test_no_more_queries_for_more_entrants_and_more_rounds() -> None:
    def queries(entrants: int, rounds: int) -> int:
        cup = desks.a_tournament("pairs_swiss", entrants)
        for number in range(1, rounds + 1):
            desks.play_round(desks.draw(cup, number))
        with CaptureQueriesContext(connection) as captured:
            assert page(cup).status_code == 200
        return len(captured)

    queries(4, 1)
    assert queries(4, 1) == queries(8, 2)
