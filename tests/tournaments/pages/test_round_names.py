"""What a session round is called on the wall and on the public page: in a knock-out by how near the
final is.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tests.tournaments.walls import a_screen
from tournaments.actions import creating, publishing, revealing
from tournaments.models import Tournament
from tournaments.pages.round_names import fold_rounds, name_by_number, numbered, with_disc
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

HEADING = r"(?s)<h[12].*?</h[12]>|<p class=\"what\" role=\"heading\".*?</p>"


def heads(cup: Tournament, number: int) -> list[str]:
    """The heading of the round on its page and on the wall."""
    page = Client().get(reverse("tournament_round", args=[cup.pk, 1, number])).content.decode()
    page = page.partition("<h1>")[2].partition("</h1>")[0]
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


def test_a_round_has_the_same_name_before_it_is_drawn() -> None:
    for entrants in (2, 5, 9):
        cup = desks.a_tournament("cup", entrants)
        for number in range(1, (entrants - 1).bit_length() + 1):
            row = desks.draw(cup, number)
            name = name_by_number(desks.first_stage(cup), number)
            assert heads(cup, number) == [name] * 2
            assert numbered(row.stage, number) == (
                f"{number} ({name})" if name != f"Round {number}" else str(number)
            )
            desks.play_round(row)
    swiss = desks.first_stage(desks.a_tournament("pairs_swiss", 4))
    assert numbered(swiss, 2) == "2"


def test_what_the_desk_says_of_a_round_has_its_name() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("cup", 4, desk=desk)

    def says(text: str, page: str, *args: object) -> bool:
        return text in text_of(desk.client.get(at(page, cup, *args)))

    row = desks.draw(cup, publish=False)
    assert says("Round 1 (Semi-finals) is drawn; only directors see it.", "desk_board")
    answer = desk.client.post(at("desk_round_do", cup, 1, 1, "publish"), follow=True)
    assert "Round 1 (Semi-finals) is published: the tables can begin." in text_of(answer)
    assert says("Semi-finals, from paper", "desk_papers", 1, 1)
    assert says("Published round 1 (Semi-finals).", "desk_log")
    desks.play_round(row, close=False)
    assert says("Close round 1 (Semi-finals) and draw round 2 (Final)", "desk_board")
    publishing.close_round(row, None)
    assert says("Draw round 2 (Final)", "desk_board")
    desks.play_round(desks.draw(cup, 2), close=False)
    assert says("Close round 2 (Final), the last", "desk_board")
    revealing.freeze(cup, None, 1, 2)
    assert says("Results from round 2 (Final) on are held back", "desk_reveal")


def test_the_public_list_of_rounds_has_their_names() -> None:
    cup = desks.a_tournament("cup", 4)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number))
    creating.finish_tournament(cup, None)
    page = Client().get(reverse("tournament", args=[cup.pk])).content.decode()
    past = page.partition('id="past"')[2].partition("</section>")[0]
    assert re.findall(r'<b class="rank called">(.*?)</b>', past) == ["Final", "Semi-finals"]
    round_ = Client().get(reverse("tournament_round", args=[cup.pk, 1, 1])).content.decode()
    chips = round_.partition('<nav class="chips')[2].partition("</nav>")[0]
    assert re.findall(r">([^<]*)</a>", chips) == ["Semi-finals", "Final"]


def test_the_final_and_the_match_for_third_place_are_named_at_their_tables() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("cup", 4, desk=desk)
    row = desks.draw(cup)
    board = at("desk_board", cup)
    assert "third place" not in text_of(desk.client.get(board))
    desks.play_round(row)
    desks.draw(cup, 2)
    tags = re.findall(r"<small>(.*?)</small>", desk.client.get(board).content.decode())
    assert [tag for tag in tags if "place" in tag or tag == "Final"] == [
        "Final",
        "Match for third place",
    ]
    page = Client().get(reverse("tournament_round", args=[cup.pk, 1, 2])).content.decode()
    named = re.findall(
        r'<li id="table-(\d)".*?<small class="called">(.*?)</small>', page, re.DOTALL
    )
    assert named == [("1", "Final"), ("2", "Match for third place")]


def test_of_a_long_event_all_rounds_but_the_newest_are_folded_away() -> None:
    assert fold_rounds(range(1, 25)) == ((), range(1, 25))
    assert fold_rounds(range(1, 91)) == (range(1, 81), range(81, 91))
    assert with_disc(range(1, 25)) == range(1, 25)
    assert with_disc(range(1, 26)) == range(16, 26)
