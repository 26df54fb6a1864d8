"""A typed result that cannot be: the round's page marks it, and closing the round asks."""

import re

import pytest

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tests.tournaments.refusing import refused
from tournaments.actions import paper_results, publishing
from tournaments.models import LogLine, Match, SessionRound, Tournament

pytestmark = pytest.mark.django_db

WRONG = "1003 is impossible"


def typed(match: Match, first: int, second: int) -> None:
    paper_results.enter_paper(
        desks.reread(match), None, paper_results.paper_of([[first, second]]), "paper sheet"
    )


def a_round(desk: desks.Desk, wrong: int = 1) -> tuple[Tournament, SessionRound, list[Match]]:
    """Two tables with results from paper; those of the first `wrong` cannot be right."""
    cup = desks.a_tournament("pairs_swiss", 4, desk=desk)
    drawn = desks.draw(cup)
    matches = list(drawn.matches.order_by("number"))
    for number, match in enumerate(matches):
        typed(match, *((1003, 497) if number < wrong else (1000, 500)))
    return cup, drawn, matches


def state(drawn: SessionRound) -> str:
    return SessionRound.objects.get(pk=drawn.pk).state


def accepted(page: str) -> list[str]:
    """What the button that closes the round would accept."""
    return sorted(set(re.findall(r'name="impossible" value="(\d+)"', page)))


@pytest.mark.parametrize("action", ["close", "close_draw"])
def test_closing_names_it_asks_and_closes_when_pressed_again(action: str) -> None:
    desk = desks.a_desk()
    cup, drawn, (wrong, right) = a_round(desk)
    page = desk.client.get(at("desk_round", cup, 1, 1))
    assert WRONG in text_of(page)
    assert accepted(page.content.decode()) == []
    close = at("desk_round_do", cup, 1, 1, action)
    asked = desk.client.post(close, {"accept": "1"})
    assert asked.status_code == 409
    said = text_of(asked)
    assert f"The result of table {wrong.number} cannot be right: 1003 : 497." in said
    assert WRONG in said
    assert "Correct it, or close the round again" in said
    assert f"The result of table {right.number} cannot" not in said
    assert state(drawn) == "published"
    assert not LogLine.objects.filter(tournament=cup, action="closed").exists()
    sent = accepted(asked.content.decode())
    assert sent == [str(wrong.pk)]
    again = desk.client.post(close, {"accept": "1", "impossible": sent})
    assert again.status_code == 302
    assert state(drawn) == "closed"
    assert WRONG in text_of(desk.client.get(at("desk_round", cup, 1, 1)))


def test_a_further_one_is_asked_about_again() -> None:
    desk = desks.a_desk()
    cup, drawn, (first, second) = a_round(desk, wrong=2)
    close = at("desk_round_do", cup, 1, 1, "close")
    asked = desk.client.post(close, {"accept": "1", "impossible": [str(first.pk), "x" * 50]})
    said = text_of(asked)
    assert (asked.status_code, state(drawn)) == (409, "published")
    assert f"The result of table {second.number} cannot be right" in said
    assert f"The result of table {first.number} cannot be right" not in said
    assert accepted(asked.content.decode()) == sorted([str(first.pk), str(second.pk)])


def test_a_result_that_can_be_is_closed_without_a_question() -> None:
    desk = desks.a_desk()
    cup, drawn, _matches = a_round(desk, wrong=0)
    assert "impossible" not in text_of(desk.client.get(at("desk_round", cup, 1, 1)))
    closed = desk.client.post(at("desk_round_do", cup, 1, 1, "close"), {"accept": "1"})
    assert closed.status_code == 302
    assert state(drawn) == "closed"


def test_one_that_is_corrected_is_not_asked_about() -> None:
    desk = desks.a_desk()
    cup, drawn, (wrong, _right) = a_round(desk)
    with refused("results_impossible", "impossible", "close_again"):
        publishing.close_round(drawn, desk.user, impossible=())
    Match.objects.filter(pk=wrong.pk).update(ruling=None, done=False, result=None)
    typed(wrong, 1000, 500)
    publishing.close_round(drawn, desk.user, impossible=())
    assert state(drawn) == "closed"
    assert WRONG not in text_of(desk.client.get(at("desk_round", cup, 1, 1)))


def test_an_action_that_asks_nobody_closes_it() -> None:
    _cup, drawn, _matches = a_round(desks.a_desk())
    publishing.close_round(drawn, None)
    assert state(drawn) == "closed"
