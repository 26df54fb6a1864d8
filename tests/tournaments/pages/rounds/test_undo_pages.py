"""Undoing from the log never ends at a wall: later rounds follow or stay, and what stands in the
way is one press away.
"""

import pytest

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, text_of
from tests.tournaments.desks import stage_of, through
from tests.tournaments.hall import Forms
from tests.tournaments.qualifying import between, numbers, wins
from tournaments.actions import attendance, creating, judging, publishing, stages
from tournaments.actions.integrity import carry_out, undo
from tournaments.models import Change, LogLine, Match, Tournament

pytestmark = pytest.mark.django_db


def upset(desk: desks.Desk) -> tuple[Tournament, Change]:
    """A group that 1 and 2 have won only since a correction; a cup is drawn from it."""
    cup = desks.a_tournament(
        "groups_and_cup",
        4,
        desk=desk,
        format_settings={"groups": 1, "numbers": "seeds"},
        criteria=["points", "score"],
    )
    drawn = [desks.draw(cup, number) for number in (1, 2, 3)]
    for match in Match.objects.filter(session_round__in=drawn).select_related(desks.ROUND):
        wins(match, 3 if numbers(match) == [2, 3] else min(numbers(match)))
    change = carry_out(cup, lambda: wins(between(cup, 2, 3), 2))
    for row in drawn:
        publishing.close_round(row, None)
    stages.finish_stage(stage_of(cup), None)
    desks.draw(cup, 1, stage=2)
    assert change
    assert through(cup) == [1, 2]
    return cup, change


@pytest.mark.parametrize(("how", "then"), [("follow", [1, 3]), ("stay", [1, 2])])
def test_undoing_a_correction_offers_what_correcting_offers(how: str, then: list[int]) -> None:
    desk = desks.a_desk()
    cup, change = upset(desk)
    address = at("desk_undo", cup, change.line_id)
    page = desk.client.get(address)
    shown = text_of(page)
    assert (page.status_code, errors(page)) == (200, [])
    assert "They can follow it, or stay as drawn." in shown
    assert shown.index("Undo it, later rounds follow") < shown.index("Undo it, later rounds stay")
    assert through(cup) == [1, 2]
    without = desk.client.post(address, {"bracket": how})
    assert errors(without) == ["Give a reason: everybody concerned can read it."]
    assert "Undo it, later rounds stay" in text_of(without)
    done = desk.client.post(address, {"bracket": how, "reason": "3 has won"}, follow=True)
    assert through(cup) == then
    redrawn = "Cup is a draft again, with those who qualify now. Check it, then publish it."
    assert (redrawn in text_of(done)) == (how == "follow")
    assert between(cup, 2, 3).winner == between(cup, 2, 3).places.get(entrant__number=3).side


def test_once_the_cup_is_played_undoing_can_only_stay_and_names_the_tables() -> None:
    desk = desks.a_desk()
    cup, change = upset(desk)
    final = between(cup, 1, 2, stage_number=2)
    wins(final, 1)
    page = desk.client.get(at("desk_undo", cup, change.line_id))
    shown = text_of(page)
    assert "first undo what was entered there, then come back: Final, table 1" in shown
    assert at("desk_match", cup, final.pk) in page.content.decode()
    assert ("Undo it, later rounds follow" in shown, "Undo it, later rounds stay" in shown) == (
        False,
        True,
    )


def test_a_decision_of_an_undo_is_not_one_of_the_next_change() -> None:
    desk = desks.a_desk()
    cup, change = upset(desk)
    fields = {"bracket": "stay", "reason": "3 has won"}
    desk.client.post(at("desk_undo", cup, change.line_id), fields)
    third = cup.entrants.get(number=3)
    penalty = carry_out(
        cup,
        lambda: judging.penalise(
            stage_of(cup), third, None, kind="penalty", reason="late", points=-1
        ),
    )
    assert penalty
    undo(penalty, None, "was not late")
    assert through(cup) == [1, 2]


def paper_in_a_closed_round(cup: Tournament) -> tuple[Match, Change]:
    row = desks.draw(cup)
    first, *others = desks.tables(row)
    change = carry_out(cup, lambda: wins(first, min(numbers(first))))
    for match in others:
        wins(match, min(numbers(match)))
    publishing.close_round(row, None)
    assert change
    return first, change


def test_in_a_closed_round_the_round_is_reopened_from_there_or_the_result_corrected() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 4, desk=desk)
    match, change = paper_in_a_closed_round(cup)
    address = at("desk_undo", cup, change.line_id)
    page = desk.client.get(address)
    (refusal,) = errors(page)
    assert refusal.endswith("correct the result instead, or reopen the round first.")
    assert at("desk_match", cup, match.pk) in page.content.decode()
    (reopening,) = [
        form for form in Forms(page.content.decode()).found if "reopen" in (form.action or "")
    ]
    assert desk.client.post(reopening.action, reopening.fields | {"sure": "1"}).status_code == 302
    assert desk.client.post(address, {"reason": "wrong table"}).status_code == 302
    match.refresh_from_db()
    assert match.result is None


def test_a_round_that_cannot_be_reopened_has_no_button_for_it() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("cup", 4, desk=desk, format_settings={"first_round": "seeds"})
    match, change = paper_in_a_closed_round(cup)
    desks.draw(cup, 2)
    page = desk.client.get(at("desk_undo", cup, change.line_id)).content.decode()
    assert at("desk_round_do", cup, 1, 1, "reopen") not in page
    assert at("desk_round", cup, 1, 2) in page or at("desk_match", cup, match.pk) in page


def test_a_finished_tournament_is_reopened_from_there() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 4, desk=desk)
    paper_in_a_closed_round(cup)
    gone = carry_out(
        cup, lambda: attendance.withdraw(cup.entrants.get(number=1), None, "had to leave")
    )
    assert gone
    stages.finish_stage(stage_of(cup), None)
    creating.finish_tournament(cup, None)
    address = at("desk_undo", cup, gone.line_id)
    page = desk.client.get(address)
    assert errors(page) == ["The tournament is finished: a director can reopen it."]
    (reopening,) = [
        form for form in Forms(page.content.decode()).found if "turn" in (form.action or "")
    ]
    assert desk.client.post(reopening.action, reopening.fields).status_code == 302
    assert desk.client.post(address, {"reason": "they came back"}).status_code == 302
    assert LogLine.objects.filter(tournament=cup, action="undone").exists()


def test_what_was_changed_since_is_one_press_away() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 4, desk=desk)
    match, change = paper_in_a_closed_round(cup)
    carry_out(cup, lambda: wins(match, max(numbers(match))))
    page = desk.client.get(at("desk_undo", cup, change.line_id))
    assert page.status_code == 409
    assert f'href="{at("desk_match", cup, match.pk)}"' in page.content.decode()
