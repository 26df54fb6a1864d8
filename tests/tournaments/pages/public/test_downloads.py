"""Standings and results for spreadsheets."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import desks
from tests.tournaments.desk_pages import csv_rows
from tournaments.actions import judging, publishing
from tournaments.models import Entrant, Tournament
from tournaments.pages.public.downloads import escape_formula

AWARDS = {"bye_points": 1, "bye_score": 0, "absent_points": 0, "absent_score": 0}


@pytest.fixture
def cup(db: None) -> Tournament:
    """Three pairs after a round: one won by 5/2 : 0 and 700 : -200, one had a bye."""
    cup = desks.a_tournament("pairs_swiss", 3, criteria=["points", "difference"], awards=AWARDS)
    drawn = desks.draw(cup)
    ruling = {"kind": "given", "points": ["5/2", "0"], "score": ["700", "-200"]}
    judging.rule_match(drawn.matches.get(), None, ruling, "typed for a test")
    publishing.close_round(drawn, None)
    return cup


def seated(cup: Tournament) -> tuple[Entrant, Entrant, Entrant]:
    """Who won, who lost, who had a bye."""
    places = cup.stages.get().session_rounds.get().places.order_by("-kind", "side")
    winner, loser, bye = (place.entrant for place in places)
    return winner, loser, bye


def called(entrant: Entrant) -> str:
    return " & ".join(member.player.name for member in entrant.members.select_related("player"))


def test_standings_are_rows_with_exact_numbers(cup: Tournament) -> None:
    winner, loser, bye = map(called, seated(cup))
    response = Client().get(reverse("standings_csv", args=[cup.pk, 1]))
    assert response["Content-Disposition"] == 'attachment; filename="autumn-cup-standings-1.csv"'
    assert csv_rows(response) == [
        ["Rank", "Name", "Club", "Points", "Difference"],
        ["1", winner, "", "2.5", "900"],
        ["2", bye, "", "1", "0"],
        ["3", loser, "", "0", "-900"],
    ]


def test_results_have_a_row_for_each_entrant_and_round(cup: Tournament) -> None:
    winner, loser, bye = map(called, seated(cup))
    head, *found = csv_rows(Client().get(reverse("results_csv", args=[cup.pk])))
    assert head == [
        "Stage",
        "Round",
        "Table",
        "Name",
        "Partners",
        "Opponents",
        "Kind",
        "Points",
        "Points against",
        "Tichu points",
        "Tichu points against",
    ]
    assert sorted(row[1:] for row in found) == sorted(
        [
            ["1", "1", winner, "", loser, "played", "2.5", "0", "700", "-200"],
            ["1", "1", loser, "", winner, "played", "0", "2.5", "-200", "700"],
            ["1", "", bye, "", "", "bye", "1", "0", "0", "0"],
        ]
    )


def test_the_head_is_in_the_readers_language(cup: Tournament) -> None:
    response = Client().get(
        reverse("standings_csv", args=[cup.pk, 1]), headers={"Accept-Language": "de"}
    )
    assert csv_rows(response)[0][1] == "Name"
    assert response["Content-Language"] == "de"


def test_a_session_round_is_not_called_a_hand_in_german(cup: Tournament) -> None:
    response = Client().get(
        reverse("results_csv", args=[cup.pk]), headers={"Accept-Language": "de"}
    )
    assert csv_rows(response)[0][1] == "Durchgang"


def test_what_looks_like_a_formula_is_harmless_in_a_spreadsheet(cup: Tournament) -> None:
    winner = seated(cup)[0]
    Entrant.objects.filter(pk=winner.pk).update(
        alias='=HYPERLINK("http://example.org")', club_name="@club"
    )
    other = seated(cup)[1]
    Entrant.objects.filter(pk=other.pk).update(club_name="@club")
    found = csv_rows(Client().get(reverse("standings_csv", args=[cup.pk, 1])))
    assert found[3][2] == "'@club"
    assert found[1][1:3] == [
        '\'=HYPERLINK("http://example.org")',
        "",  # who goes by an alias is not to be known by the club
    ]


@pytest.mark.parametrize(
    "text", ["=1+1", "+41", "-2", "@x", "\t=1", "\r=1", " =1", "\uff1d1", "\n=1"]
)
def test_every_beginning_of_a_formula_gets_an_apostrophe(text: str) -> None:
    assert escape_formula(text) == f"'{text}"


@pytest.mark.parametrize("text", ["Anna", "Anna = Berta", "", "4 in a row", "'quoted'"])
def test_everything_else_stays_as_it_is(text: str) -> None:
    assert escape_formula(text) == text


@pytest.mark.parametrize("name", ["Ann;a", "An\tna", '"Anna"; =1+1', "Anna, Beat"])
def test_no_separator_of_any_spreadsheet_stands_outside_of_quotes(
    cup: Tournament, name: str
) -> None:
    winner, *_ = seated(cup)
    Entrant.objects.filter(pk=winner.pk).update(label=name)
    for address in ("standings_csv", "results_csv"):
        args = [cup.pk, 1] if address == "standings_csv" else [cup.pk]
        answer = Client().get(reverse(address, args=args))
        bare = re.sub(r'"(?:[^"]|"")*"', "", answer.content.decode("utf-8-sig"))
        assert set(bare) == {",", "\r", "\n"}
        assert any(name in row for row in csv_rows(answer))


@pytest.mark.django_db
def test_groups_have_a_column_of_their_own() -> None:
    cup = desks.a_tournament("groups_and_cup", 4, format_settings={"groups": 2})
    desks.play_round(desks.draw(cup))
    head, *found = csv_rows(Client().get(reverse("standings_csv", args=[cup.pk, 1])))
    assert head[:2] == ["Group", "Rank"]
    assert [row[:2] for row in found] == [["A", "1"], ["A", "2"], ["B", "1"], ["B", "2"]]
