"""The page that opens one number of the standings."""

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.games.round_words import figure
from tests.tournaments import desks
from tournaments.actions import judging, publishing
from tournaments.models import Entrant, Tournament
from tournaments.pages.figures import plain_number
from tournaments.pages.public.score_breakdown import fill_sentence
from tournaments.standings.sums import Id, Ids


def opened(tournament: Tournament, entrant: Entrant, criterion: str, stage: int = 1) -> Any:
    address = reverse("standings_value", args=[tournament.pk, stage, entrant.pk, criterion])
    return Client().get(address).context["value"]


@pytest.fixture
def cup(db: None) -> Tournament:
    """Three pairs after one round: the first won by 7 : 2, the third had a bye worth 2."""
    cup = desks.a_tournament("pairs_swiss", 3, criteria=["points", "buchholz", "difference"])
    session_round = desks.draw(cup)
    match = session_round.matches.get()
    ruling = {"kind": "given", "points": ["2", "1/2"], "score": ["700", "200"]}
    judging.rule_match(match, None, ruling, "typed for a test")
    publishing.close_round(session_round, None)
    return cup


def sat(cup: Tournament, side: int) -> Entrant:
    entrant: Entrant = (
        cup.stages.get().session_rounds.get().places.get(kind="table", side=side).entrant
    )
    return entrant


def test_the_parts_name_opponents_and_lead_to_the_match(cup: Tournament) -> None:
    winner, loser = sat(cup, 0), sat(cup, 1)
    match = cup.stages.get().session_rounds.get().matches.get()
    value = opened(cup, winner, "buchholz")
    name = (
        Client()
        .get(reverse("entrant", args=[cup.pk, loser.pk]))
        .context["page"]
        .name.replace("&", "&amp;")
    )
    assert value.number == "½"
    assert [(addend.words, addend.number, addend.match_id) for addend in value.addends] == [
        (f"round 1: <bdi>{name}</bdi> with ½ points", "½", match.pk)
    ]


def test_penalties_and_rounds_stand_in_the_sum_of_points(cup: Tournament) -> None:
    winner = sat(cup, 0)
    judging.penalise(
        desks.first_stage(cup), winner, None, kind="penalty", reason="late", points=Fraction(-1, 2)
    )
    value = opened(cup, winner, "points")
    assert (value.number, [(addend.words, addend.number) for addend in value.addends]) == (
        "1½",
        [("round 1", "2"), ("bonuses minus penalties outside any round", "\u2212½")],
    )
    assert [(ruling.kind, ruling.points, ruling.reason) for ruling in value.rulings] == [
        ("penalty", "\u2212½", "late")
    ]
    assert [len(opened(cup, winner, key).rulings) for key in ("buchholz", "difference")] == [0, 0]


def test_penalties_in_tichu_points_stand_with_the_difference(cup: Tournament) -> None:
    winner = sat(cup, 0)
    stage = desks.first_stage(cup)
    judging.penalise(stage, winner, None, kind="penalty", reason="late", score=-50, round_number=1)
    value = opened(cup, winner, "difference")
    assert (value.number, [ruling.score for ruling in value.rulings]) == (
        "+450",
        ["\u221250 Tichu points"],
    )
    assert opened(cup, winner, "points").rulings == []


def test_a_penalty_that_was_taken_back_is_gone(cup: Tournament) -> None:
    winner = sat(cup, 0)
    ruling = judging.penalise(
        desks.first_stage(cup), winner, None, kind="penalty", reason="late", points=-1
    )
    judging.undo_penalty(ruling, None)
    value = opened(cup, winner, "points")
    assert (value.number, value.rulings) == ("2", [])


def test_a_bye_is_told_and_has_no_match(cup: Tournament) -> None:
    bye = cup.stages.get().session_rounds.get().places.get(kind="bye").entrant
    value = opened(cup, bye, "points")
    assert [(addend.words, addend.number, addend.match_id) for addend in value.addends] == [
        ("round 1, a bye", "2", None)
    ]


def test_names_that_look_like_markup_are_harmless() -> None:
    names = {7: "<script>", 9: "A & B"}
    params = {"opponents": Ids.of((7, 9)), "points": Fraction(10, 3), "who": Id(7), "text": "<i>"}
    shown = fill_sentence("%(opponents)s %(points)s 100 %% %(who)s %(text)s", params, names)
    assert shown == (
        "<bdi>&lt;script&gt;</bdi>, <bdi>A &amp; B</bdi> 3.33 100 % <bdi>&lt;script&gt;</bdi> "
        "&lt;i&gt;"
    )


def test_somebody_without_a_name_is_shown_by_number() -> None:
    assert fill_sentence("%(who)s", {"who": Id(7)}, {}) == "<bdi>#7</bdi>"


@pytest.mark.parametrize(
    ("number", "english", "german", "plain"),
    [
        (12, "12", "12", "12"),
        (-3, "\u22123", "\u22123", "-3"),
        (Fraction(5, 2), "2½", "2½", "2.5"),
        (Fraction(1, 2), "½", "½", "0.5"),
        (Fraction(-1, 2), "\u2212½", "\u2212½", "-0.5"),
        (Fraction(-7, 2), "\u22123½", "\u22123½", "-3.5"),
        (Fraction(10, 3), "3.33", "3,33", "3.333333"),
        (Fraction(72, 5), "14.4", "14,4", "14.4"),
        (Fraction(-1, 3), "\u22120.33", "\u22120,33", "-0.333333"),
        (Fraction(4, 1), "4", "4", "4"),
        (0, "0", "0", "0"),
    ],
)
def test_numbers_are_written_as_people_do(
    number: int | Fraction, english: str, german: str, plain: str
) -> None:
    assert figure(number) == english
    assert plain_number(number) == plain
    with translation.override("de"):
        assert figure(number) == german
        assert plain_number(number) == plain
