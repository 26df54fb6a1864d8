"""What a session round is called on the wall and on the public page: in a knock-out by how near the
final is.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import desks
from tests.tournaments.desk_pages import text_of
from tests.tournaments.walls import a_screen
from tournaments.actions import publishing
from tournaments.models import Tournament
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

HEADING = r"(?s)<h[12].*?</h[12]>|<p class=\"what\" role=\"heading\".*?</p>"


def heads(cup: Tournament, number: int) -> list[str]:
    """The heading of the round on its page and on the wall."""
    page = text_of(Client().get(reverse("tournament_round", args=[cup.pk, 1, number])))
    wall = text_of(Client().get(reverse("screen", args=[token_of(a_screen(cup, ("tables",)))])))
    names = ("Quarter-finals", "Semi-finals", "Final", f"Round {number}")
    return [next(name for name in names if name in text) for text in (page, wall)]


def test_the_last_rounds_of_a_knock_out_have_their_names_also_with_byes() -> None:
    cup = desks.a_tournament("cup", 9)
    found = []
    for number in (1, 2, 3, 4):
        row = desks.draw(cup, number)
        found.append(heads(cup, number))
        desks.play_round(row)
    assert found == [[name] * 2 for name in ("Round 1", "Quarter-finals", "Semi-finals", "Final")]
    five = desks.a_tournament("cup", 5)
    desks.draw(five)
    assert heads(five, 1) == ["Quarter-finals"] * 2  # one match and three byes


def test_other_rounds_go_by_their_numbers() -> None:
    for preset in ("pairs_swiss", "double_elimination"):
        cup = desks.a_tournament(preset, 4)
        desks.draw(cup)
        assert heads(cup, 1) == ["Round 1"] * 2


def test_at_the_desk_and_on_paper_a_final_has_the_same_name() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("cup", 4, desk=desk)
    desks.play_round(desks.draw(cup))
    drawn = desks.draw(cup, 2, publish=False)
    at_the_desk = reverse("desk_round", args=[cup.pk, 1, 2])

    def says(address: str) -> bool:
        page = desk.client.get(address).content.decode()
        heads = [
            " ".join(re.sub(r"<[^>]+>", " ", head).split()) for head in re.findall(HEADING, page)
        ]
        assert not any("round 2" in head.lower() for head in heads), heads
        return any(head.partition(" ")[0] == "Final" for head in heads)

    assert says(at_the_desk)  # a draft
    publishing.publish_round(drawn, None)
    paper = reverse("desk_print_page", args=[cup.pk, "pairings"])
    embedded = reverse("tournament_rounds", args=[cup.pk]) + "?embed"
    for address in (
        embedded,
        at_the_desk,
        reverse("desk_board", args=[cup.pk]),
        reverse("tournament", args=[cup.pk]),
        paper,
    ):
        assert says(address), address
    assert "Final" in text_of(desk.client.get(reverse("desk_print", args=[cup.pk])))
