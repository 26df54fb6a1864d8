"""The rounds behind a figure in games where partners change: who was with whom in each."""

import re

import pytest
from django.urls import reverse

from scoring.models import Player
from scoring.rules import Round
from tests.scoring.games import a_client, a_game, said, words

pytestmark = pytest.mark.django_db

FIVE = ("Mira", "Elif", "Jonas", "Dino", "Franz")
ROUNDS = [
    Round(out=(0, 1, 2), calls={0: "tichu"}, card_points=(65, 35)),
    Round(out=(1, 2, 3), calls={1: "tichu"}, card_points=(40, 60)),
    Round(out=(0, 2, 3), calls={0: "tichu", 2: "grand"}, card_points=(30, 70)),
]


def told(name: str, figure: str) -> list[str]:
    """Each line of the list: with whom, against whom, and the points."""
    person = Player.objects.get(name=name)
    page = a_client().get(reverse("person_rounds", args=[person.pk, figure])).content.decode()
    lines = re.findall(r"<li>.*?</li>", page.partition("told-rounds")[2], re.DOTALL)
    found = [said(f'<main id="main">{line}</main>') for line in lines]
    return [line[line.find("with") :].strip() if "with" in line else line for line in found]


def test_a_round_of_five_has_its_partner_and_the_two_of_the_other_side() -> None:
    a_game("nanking_five", names=FIVE, rounds=ROUNDS)
    newest, first = told("Mira", "tichu")
    assert first.startswith("with Jonas against Elif & Dino")
    assert first.endswith("165 : 35")
    assert newest.startswith("with Dino against Jonas & Franz")
    assert told("Elif", "tichu")[0].startswith("with Dino against Jonas & Franz")
    mira = Player.objects.get(name="Mira")
    opened = words(a_client(), "person", mira.pk, open="tichu")
    assert "against" not in opened
    assert opened.count("Nanking with five") == 2


def test_a_round_of_three_pairs_has_the_pair_that_played() -> None:
    names = (*FIVE, "Greta")
    a_game("nanking_pairs", names=names, rounds=[Round(out=(0, 3), calls={0: "tichu"})])
    assert told("Mira", "tichu")[0].startswith("with Dino against Elif & Franz")


def test_a_round_of_trichu_has_the_two_against_the_dealer() -> None:
    rounds = [Round(out=(1, 0, 2), calls={1: "tichu"}, card_points=(35, 65))]
    a_game("trichu", names=FIVE[:3], rounds=rounds)
    (line,) = told("Elif", "tichu")
    assert line.startswith("with Jonas against Mira"), line
