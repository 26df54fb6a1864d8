"""Checking in at the door: one tap, and the list shows who is missing."""

import pytest

from tests.tournaments import desks
from tests.tournaments.desk_pages import (
    at,
    kept_out,
    not_a_page,
    number,
    owner_of,
    queries,
    said,
    text_of,
)
from tournaments.actions import attendance, creating, entering
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import Entrant, LogLine, Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("show", "where"),
    [("", ""), ("door", "?show=door"), ("missing", "?show=missing"), ("//evil", "")],
)
def test_a_tap_leads_back_to_the_same_place_of_the_same_list(
    cup: Tournament, show: str, where: str
) -> None:
    first = number(cup, 1)
    answer = owner_of(cup).post(at("desk_check_in", cup, first.pk), {"here": "1", "show": show})
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"{at('desk_entrants', cup)}{where}#e{first.pk}"
    first.refresh_from_db()
    assert first.checked_in_at is not None


def test_a_second_tap_takes_it_back_and_tapping_twice_is_harmless(cup: Tournament) -> None:
    first = number(cup, 1)
    owner = owner_of(cup)
    for here, there in (("1", True), ("1", True), ("0", False), ("0", False)):
        owner.post(at("desk_check_in", cup, first.pk), {"here": here})
        first.refresh_from_db()
        assert (first.checked_in_at is not None) == there


def test_the_list_is_searched_and_a_tap_leads_back_to_what_was_looked_for(cup: Tournament) -> None:
    owner, list_ = owner_of(cup), at("desk_entrants", cup)
    for show in ("", "door", "missing"):
        found = owner.get(list_, {"q": "PLAYER 3", "show": show})
        assert [line.entrant.number for line in found.context["lines"]] == [2]
        assert 'name="q" type="search" value="PLAYER 3"' in found.content.decode()
        assert "1 of 4" in text_of(found)
        assert "of 4" not in text_of(owner.get(list_, {"show": show})).replace(
            "0 of 4 are here", ""
        )
    assert "No name matches." in text_of(owner.get(list_, {"q": "nobody"}))
    first = number(cup, 1)
    back = owner.post(
        at("desk_check_in", cup, first.pk), {"here": "1", "show": "door", "q": "player 1"}
    )
    assert back.headers["Location"] == f"{list_}?show=door&q=player+1#e{first.pk}"
    assert len(owner.get(list_, {"q": "x" * 100}).context["typed"]) == 60


def test_at_the_door_everybody_entered_stands_by_name_with_a_button() -> None:
    cup = desks.a_tournament("pairs_swiss", 0)
    entering.enter(
        cup,
        None,
        [NewEntrant((name, f"{name} 2")) for name in ("Zoe", "anna", "Öle", "Beat")],
    )
    attendance.withdraw(number(cup, 4), None)
    answer = owner_of(cup).get(at("desk_entrants", cup) + "?show=door")
    assert [line.name for line in answer.context["lines"]] == [
        "anna & anna 2",
        "Öle & Öle 2",
        "Zoe & Zoe 2",
    ]
    assert answer.content.decode().count('name="here" value="1"') == 3


def test_the_missing_are_who_is_entered_and_not_here(cup: Tournament) -> None:
    entering.check_in(number(cup, 2), None)
    attendance.withdraw(number(cup, 3), None)
    answer = owner_of(cup).get(at("desk_entrants", cup) + "?show=missing")
    assert [line.entrant.number for line in answer.context["lines"]] == [1, 4]
    assert "3 entered · 1 here" in text_of(answer)
    for left in (1, 4):
        entering.check_in(number(cup, left), None)
    assert "Everybody is here." in text_of(
        owner_of(cup).get(at("desk_entrants", cup) + "?show=missing")
    )


def test_who_withdrew_cannot_be_checked_in_and_the_list_says_why(cup: Tournament) -> None:
    first = attendance.withdraw(number(cup, 1), None)
    answer = owner_of(cup).post(at("desk_check_in", cup, first.pk), {"here": "1", "show": "door"})
    assert answer.status_code == 409
    assert "Only those entered can be checked in." in text_of(answer)
    assert answer.context["show"] == "door"


def test_all_are_here_with_one_press_and_the_log_takes_it_back(cup: Tournament) -> None:
    client = owner_of(cup)
    entering.check_in(number(cup, 2), None)
    attendance.withdraw(number(cup, 3), None)
    there = Entrant.objects.get(pk=number(cup, 2).pk).checked_in_at
    page = client.get(at("desk_entrants", cup)).content.decode()
    assert f'action="{at("desk_all_here", cup)}"' in page
    answer = client.post(at("desk_all_here", cup))
    assert said(client, answer) == [
        "2 more checked in. Checked in by mistake? You can undo it in the log."
    ]
    here = dict(cup.entrants.values_list("number", "checked_in_at"))
    assert ([who for who, since in here.items() if since], here[2]) == ([1, 2, 4], there)
    assert at("desk_all_here", cup) not in client.get(at("desk_entrants", cup)).content.decode()
    line = LogLine.objects.get(tournament=cup, action="all_checked_in")
    assert "Everybody missing has come: " in text_of(client.get(at("desk_log", cup)))
    undone = client.post(at("desk_undo", cup, line.pk), {"reason": "a slip", "sure": "1"})
    assert undone.status_code == 302
    assert list(
        cup.entrants.filter(checked_in_at=None).values_list("number", flat=True).order_by("number")
    ) == [
        1,
        3,
        4,
    ]
    creating.finish_tournament(cup, None)
    assert client.post(at("desk_all_here", cup)).status_code == 409


def test_after_the_end_nobody_checks_in(cup: Tournament) -> None:
    creating.finish_tournament(cup, None)
    assert (
        owner_of(cup).post(at("desk_check_in", cup, number(cup, 1).pk), {"here": "1"}).status_code
        == 409
    )


def test_only_the_clubs_people_check_in(cup: Tournament) -> None:
    address = at("desk_check_in", cup, number(cup, 1).pk)
    kept_out(address, cup, {"here": "1"})
    not_a_page(address, cup)
    director = desks.let_direct(desks.Desk(cup.club, None), "Dora")
    assert director.post(address, {"here": "1"}).status_code == 302


def test_the_door_takes_as_many_queries_for_twelve_as_for_four() -> None:
    few, many = desks.a_tournament("pairs_swiss", 4), desks.a_tournament("pairs_swiss", 12)
    address = [at("desk_entrants", cup) + "?show=door" for cup in (few, many)]
    assert queries(owner_of(many), address[1]) == queries(owner_of(few), address[0])


def test_the_last_who_are_missing_stand_beside_the_list() -> None:
    cup = desks.a_tournament("pairs_swiss", 10)
    owner, list_ = owner_of(cup), at("desk_entrants", cup)
    beside = '<h2 id="away-head">'
    assert beside not in owner.get(list_).content.decode()
    for which in range(1, 9):
        entering.check_in(number(cup, which), None)
    page = owner.get(list_).content.decode()
    links = [
        f'{at("desk_missing", cup)}#e{number(cup, which).pk}"' in page for which in range(1, 11)
    ]
    assert (beside in page, links) == (True, [False] * 8 + [True] * 2)
    assert beside not in owner.get(list_, {"show": "door"}).content.decode()
