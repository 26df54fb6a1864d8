"""Where the sides of a match do not agree: what their phones say of it, and how they come to one
result.
"""

import pytest
from django.urls import reverse

from tests.tournaments import desks
from tests.tournaments.desk_pages import errors, match_page
from tests.tournaments.pages.table.phones import (
    do,
    fresh,
    looking,
    names,
    page,
    published,
    seen,
    two_matches,
    written,
)
from tests.worlds import built_once
from tournaments.actions import disputes
from tournaments.models import Remark
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

two_tables = built_once(two_matches, autouse=True)


def test_a_dispute_over_three_messages_ends_with_the_correction() -> None:
    match = published()
    phone = looking(match)
    writer = written(match)
    _, second = names(match)
    assert (
        do(phone, match, "wrong", text="It was 60", figures_0_0="60", figures_0_1="40").status_code
        == 303
    )
    do(writer, match, "reply", text="No, look at the cards")
    do(phone, match, "reply", text="I did")
    for client in (phone, writer):
        shown = page(client, match)
        assert f"According to {second}" in shown
        assert (
            shown.index("It was 60") < shown.index("No, look at the cards") < shown.index("I did")
        )
    assert "It is right as entered" in page(phone, match)
    assert "It is right as entered" not in page(writer, match)
    do(phone, match, "agree", seen=seen(phone, match))
    assert fresh().agreement == "agreed"


def test_once_the_director_has_settled_it_the_hands_are_kept_for_reference_alone() -> None:
    match = published()
    writer, phone = written(match), looking(match)
    do(phone, match, "wrong", figures_0_0="60", figures_0_1="40")
    assert "So far" in page(writer, match)
    judging_desk = desks.desk_of(match.session_round.stage.tournament.club)
    disputes.settle(fresh(), judging_desk.user, "figures", "both heard", figures=[[60, 40]])
    html = writer.get(reverse("match", args=[token_of(match)])).content.decode()
    shown = page(writer, match)
    assert "As written at the table Kept for reference; the result above counts." in shown
    assert "So far" not in shown
    assert " won" not in html.partition("As written at the table")[2]
    told = match_page(judging_desk, match)
    assert "Table 1 done, your ruling" in told
    assert "Kept for reference; the result above counts." in told
    assert "paper" not in told.partition("The hand")[2].partition("What happened")[0]


def test_who_said_on_the_shared_phone_that_it_is_wrong_takes_it_back_there() -> None:
    match = published()
    writer = written(match)
    _, second = names(match)
    do(writer, match, "wrong", side="1", text="It was 60")
    assert f"{second} : it is right as entered" in page(writer, match)
    do(writer, match, "reply", side="1", text="Look at the cards")
    do(writer, match, "reply", side="0", text="I did")
    do(writer, match, "reply", text="Twice")  # who says nothing else is the one that writes
    said = list(Remark.objects.order_by("pk").values_list("side", "text"))
    assert said == [(1, "It was 60"), (1, "Look at the cards"), (0, "I did"), (0, "Twice")]
    assert do(writer, match, "agree", side="1", seen=seen(writer, match)).status_code == 303
    assert (fresh().agreement, fresh().agreed_how, fresh().agreed_side) == ("agreed", "same", 1)


def test_a_side_that_looks_on_speaks_for_itself_alone() -> None:
    match = published()
    phone = looking(match)
    written(match)
    do(phone, match, "wrong", side="0", text="It was 60")
    do(phone, match, "reply", side="0", text="Really")
    assert set(Remark.objects.values_list("side", flat=True)) == {1}


def test_versions_that_differ_are_agreed_to_by_whoever_did_not_write() -> None:
    match = published("blind")
    phone = looking(match)
    writer = written(match)
    do(phone, match, "enter", figures_0_0="60", figures_0_1="40")
    assert "It is right as entered" in page(phone, match)
    _, second = names(match)
    assert f"{second} : it is right as entered" in page(writer, match)
    assert do(phone, match, "agree", seen=seen(phone, match)).status_code == 303
    assert (fresh().agreement, fresh().agreed_side) == ("agreed", 1)


def test_who_does_not_complain_agrees_to_nothing_while_somebody_else_does() -> None:
    match = published()
    looks_on, own_side = looking(match), looking(match, "0")
    written(match)
    do(own_side, match, "wrong", text="We wrote it wrongly")
    for client, offered in ((looks_on, False), (own_side, True)):
        assert ("It is right as entered" in page(client, match)) is offered
    assert do(own_side, match, "agree", seen=seen(own_side, match)).status_code == 303
    assert fresh().agreement == "waiting"


def test_what_is_typed_stays_where_it_is_refused() -> None:
    match = published()
    phone = looking(match)
    written(match)
    answer = do(phone, match, "wrong", text="he had no Tichu", figures_0_0="6O", figures_0_1="40")
    html = answer.content.decode()
    assert answer.status_code == 422
    assert [
        part in html
        for part in ("he had no Tichu", 'value="6O"', 'value="40"', '<details id="wrong" open')
    ] == ([True] * 4)
    assert errors(do(phone, match, "wrong")) == ["Say what is wrong, or enter the right numbers."]
