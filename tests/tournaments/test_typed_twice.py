"""Sheets from paper typed by two people: a result counts once both have typed the same."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tests.tournaments.refusing import refused
from tests.worlds import built_once
from tournaments.actions import draft_changes, drawing, evening, paper_results
from tournaments.exchange.writing import document
from tournaments.match import double_entry
from tournaments.models import LogLine, Match, SessionRound, Tournament

pytestmark = pytest.mark.django_db
SIX_HANDS = {"target_score": None, "round_limit": 6}


def totals(*numbers: int) -> dict[str, Any]:
    return {"hands": [{"scores": list(numbers), "sweep": None}], "finished": True, "totals": True}


def hands(*scores: tuple[int, int]) -> dict[str, Any]:
    return {"hands": [{"scores": list(one), "sweep": None} for one in scores], "finished": True}


# Two sheets
# --------------------------------------------------------------------------------------------------


def sheet(*games: dict[str, Any], winner: int | None = None) -> dict[str, Any]:
    return {"by": 1, "games": list(games), "winner": winner}


def test_sheets_agree_by_their_totals_and_by_hands_where_both_have_them() -> None:
    sums, long = sheet(totals(100, 100)), sheet(hands((65, 35), (35, 65)))
    other = sheet(hands((35, 65), (65, 35)))
    assert double_entry.agree(sums, long)
    assert double_entry.agree(long, sums)
    assert not double_entry.agree(long, other)
    assert not double_entry.agree(sums, sheet(totals(100, 105)))
    assert not double_entry.agree(sums, sheet(totals(100, 100), winner=1))
    assert not double_entry.agree(sums, sheet(totals(100, 100), totals(1, 2)))
    assert double_entry.fuller(sums, long) == long == double_entry.fuller(long, sums)


def test_they_stand_side_by_side_with_the_hands_that_differ() -> None:
    one = sheet(hands((65, 35), (100, 0)))
    other = sheet(hands((65, 35), (0, 100), (50, 50)))
    found = [
        (row.hand, row.first, row.second, row.differs) for row in double_entry.rows(one, other)
    ]
    assert found == [
        (1, "65 : 35", "65 : 35", False),
        (2, "100 : 0", "0 : 100", True),
        (3, "", "50 : 50", True),
        (0, "165 : 35", "115 : 185", True),
    ]


some_hands = st.lists(st.sampled_from([(65, 35), (35, 65), (200, 0)]), min_size=1, max_size=3)


@given(some_hands, some_hands)
def test_two_sheets_agree_if_and_only_if_no_row_of_them_differs(
    one: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    first, second = sheet(hands(*one)), sheet(hands(*other))
    assert double_entry.agree(first, second) == (one == other)
    differs = any(row.differs for row in double_entry.rows(first, second))
    assert differs == (one != other)


# The action
# --------------------------------------------------------------------------------------------------


def a_round() -> SessionRound:
    cup = desks.a_tournament("pairs_swiss", 4, rules=SIX_HANDS)
    Tournament.objects.filter(pk=cup.pk).update(papers_twice=True)
    cup.refresh_from_db()
    return desks.draw(cup)


shared = built_once(a_round)


@pytest.fixture
def row(shared: SessionRound) -> SessionRound:
    return SessionRound.objects.select_related("stage__tournament").get(pk=shared.pk)


@pytest.fixture
def desk(row: SessionRound) -> desks.Desk:
    return desks.desk_of(row.stage.tournament.club)


def first_table(row: SessionRound) -> Match:
    return Match.objects.select_related("session_round__stage__tournament").get(
        session_round=row, number=1
    )


def type_it(row: SessionRound, by: Any, *numbers: int) -> Match:
    paper_results.enter_paper(first_table(row), by, [totals(*numbers)], "off paper")
    return first_table(row)


def test_it_counts_once_a_second_person_has_typed_the_same(row: SessionRound) -> None:
    olga, ben = desks.a_user("Olga"), desks.a_user("Ben")
    once = type_it(row, olga, 400, 200)
    assert not once.done
    assert once.result is None
    again = type_it(row, olga, 400, 200)  # the same person is no second one
    assert not again.done
    twice = type_it(row, ben, 400, 200)
    assert twice.done
    assert twice.typed is None
    assert twice.winner == 0
    log = LogLine.objects.filter(tournament=row.stage.tournament, params__match=twice.pk)
    assert [line.action for line in log.order_by("pk")] == [
        "sheet_typed",
        "sheet_typed",
        "paper_entered",
    ]
    assert log.get(action="paper_entered").params["twice"] is True


def test_differing_sheets_wait_until_one_is_typed_again(row: SessionRound) -> None:
    olga, ben = desks.a_user("Olga"), desks.a_user("Ben")
    type_it(row, olga, 400, 200)
    differing = type_it(row, ben, 400, 210)
    assert not differing.done
    assert LogLine.objects.filter(params__differs=True).count() == 1
    assert not type_it(row, ben, 390, 210).done
    assert type_it(row, olga, 390, 210).done


def test_a_third_person_agrees_with_either(row: SessionRound) -> None:
    for agreed in ((400, 200), (400, 210)):
        Match.objects.filter(pk=first_table(row).pk).update(
            typed=None, done=False, result=None, ruling=None, winner=None, agreement="open"
        )
        for name, numbers in (("Olga", (400, 200)), ("Ben", (400, 210))):
            assert not type_it(row, desks.a_user(name), *numbers).done
        found = type_it(row, desks.a_user("Cora"), *agreed)
        assert found.done, agreed
        assert found.ruling["games"] == [totals(*agreed)]


def test_a_table_whose_sheet_was_typed_once_has_begun(row: SessionRound) -> None:
    kept = type_it(row, desks.a_user("Olga"), 400, 200)
    with refused("round_begun"):
        draft_changes.unpublish_round(row, None)
    drawing.redraw_round(row, None, reason="somebody came")
    assert first_table(row).pk == kept.pk
    assert first_table(row).typed == kept.typed


@pytest.mark.parametrize(("which", "result"), [("first", (400, 200)), ("second", (400, 210))])
def test_one_of_two_is_chosen(row: SessionRound, which: str, result: tuple[int, int]) -> None:
    olga, ben = desks.a_user("Olga"), desks.a_user("Ben")
    with refused("nothing_typed"):
        paper_results.choose_typed(first_table(row), ben, which, "looked at the sheet")
    type_it(row, olga, 400, 200)
    with refused("nothing_typed"):
        paper_results.choose_typed(first_table(row), ben, which, "looked at the sheet")
    type_it(row, ben, 400, 210)
    with refused("nothing_typed"):
        paper_results.choose_typed(first_table(row), ben, "third", "looked at the sheet")
    paper_results.choose_typed(first_table(row), ben, which, "looked at the sheet")
    found = first_table(row)
    assert found.done
    assert found.ruling["games"] == [totals(*result)]
    assert found.typed is None


def test_the_fuller_sheet_counts(row: SessionRound) -> None:
    long = hands((65, 35), (35, 65), (100, 0), (0, 100), (50, 50), (200, 0))
    type_it(row, desks.a_user("Olga"), 450, 250)
    paper_results.enter_paper(first_table(row), desks.a_user("Ben"), [long], "off paper")
    found = first_table(row)
    assert found.done
    assert found.ruling["games"] == [long]


def test_without_the_setting_one_is_enough_and_a_correction_is_typed_once(
    row: SessionRound,
) -> None:
    olga, ben = desks.a_user("Olga"), desks.a_user("Ben")
    type_it(row, olga, 400, 200)
    type_it(row, ben, 400, 200)
    corrected = paper_results.enter_paper(first_table(row), olga, [totals(200, 400)], "misread")
    assert corrected.winner == 1
    cup = row.stage.tournament
    evening.change_evening(
        cup,
        olga,
        agreement=cup.agreement,
        unfinished=cup.unfinished,
        last_hand_minutes=5,
        objection_minutes=30,
        papers_twice=False,
    )
    other = Match.objects.select_related("session_round__stage__tournament").get(
        session_round=row, number=2
    )
    assert paper_results.enter_paper(other, olga, [totals(1, 2)], "off paper").done


# Pages
# --------------------------------------------------------------------------------------------------


def post(client: Any, row: SessionRound, *sums: str, **more: str) -> Any:
    typed = {f"sum_1_{index}": text for index, text in enumerate(sums)}
    address = at("desk_paper", row.stage.tournament, first_table(row).pk)
    return client.post(address, {"hall": "1", "reason": "off paper", **typed, **more})


def papers(client: Any, row: SessionRound) -> str:
    return text_of(client.get(at("desk_papers", row.stage.tournament, 1, row.number)))


def test_two_accounts_type_a_hall_and_choose(desk: desks.Desk, row: SessionRound) -> None:
    ben = desks.in_role(desk, "desk", "Ben")
    post(desk.client, row, "400", "200")
    assert "You typed it. Somebody else types it too." in papers(desk.client, row)
    seen = papers(ben, row)
    assert "Olga typed it. Type it too, from the sheet." in seen
    assert "400" not in seen
    post(ben, row, "400", "210")
    for client in (desk.client, ben):
        seen = papers(client, row)
        assert "Table 1 was typed twice, and the sheets differ." in seen
        assert "400 : 200 400 : 210" in seen
        assert "Take the sheet of Ben" in seen
    sheet_page = at("desk_paper", row.stage.tournament, first_table(row).pk)
    assert "the sheets differ" in text_of(ben.get(sheet_page))
    assert ben.post(sheet_page, {"hall": "1", "take": "second"}).status_code == 302
    found = first_table(row)
    assert found.done
    assert found.ruling["games"] == [totals(400, 210)]
    assert ben.post(sheet_page, {"take": "first"}).status_code == 409


def test_the_message_says_what_is_missing(desk: desks.Desk, row: SessionRound) -> None:
    ben = desks.in_role(desk, "desk", "Ben")
    address = f"{at('desk_paper', row.stage.tournament, first_table(row).pk)}?at=match"
    typed = {"sum_1_0": "400", "sum_1_1": "200", "reason": "off paper"}
    answer = desk.client.post(address, typed, follow=True)
    assert "It counts once somebody else has typed the same" in text_of(answer)
    assert "the two sheets differ" in text_of(
        ben.post(address, {**typed, "sum_1_0": "300"}, follow=True)
    )
    assert "Table 1 is entered" in text_of(ben.post(address, typed, follow=True))


def test_the_setting_is_on_the_page_of_the_evening_and_travels(desk: desks.Desk) -> None:
    cup = desks.a_tournament(entrants=2, desk=desk)
    values = {
        "agreement": cup.agreement,
        "unfinished": cup.unfinished,
        "last_hand_minutes": "5",
        "objection_minutes": "30",
    }
    desk.client.post(at("desk_evening", cup), {**values, "papers_twice": "on"})
    cup.refresh_from_db()
    assert cup.papers_twice
    assert document(cup)["about"]["papers_twice"] is True
    page = desk.client.get(at("desk_evening", cup)).content.decode()
    assert 'name="papers_twice"' in page
    desk.client.post(at("desk_evening", cup), values)
    cup.refresh_from_db()
    assert not cup.papers_twice
