"""One press from the last result of a round to the draft of the next: both or neither, and undone
in one.
"""

import re

import pytest
from django.utils import timezone

from tests.rule_errors import codes_of
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, said, text_of
from tournaments.actions import judging, next_round, publishing, revealing
from tournaments.actions.common import log
from tournaments.actions.integrity import carry_out, undo
from tournaments.models import (
    Change,
    Entrant,
    LogLine,
    Match,
    Participation,
    Place,
    SessionRound,
    Stage,
    Tournament,
)
from tournaments.pages.next_action import current_state

pytestmark = pytest.mark.django_db


def decided(session_round: SessionRound) -> SessionRound:
    """Every table has a result, the sides in turn."""
    for match in session_round.matches.select_related("session_round__stage__tournament").filter(
        result__isnull=True
    ):
        ruling = {"kind": "forfeit", "winner": match.number % 2}
        judging.rule_match(match, None, ruling, "shortened")
    return session_round


def a_round_that_is_over(
    preset: str = "pairs_swiss", entrants: int = 8, **stage: object
) -> SessionRound:
    return decided(desks.draw(desks.a_tournament(preset, entrants, **stage)))


def rounds(tournament: Tournament) -> list[tuple[int, str]]:
    return list(
        SessionRound.objects.filter(stage__tournament=tournament).values_list("number", "state")
    )


def waits(session_round: SessionRound, table: int) -> None:
    """Nobody has agreed to the result of this table yet."""
    Match.objects.filter(session_round=session_round, number=table).update(
        ruling=None, agreement=Match.Agreement.WAITING, agreed_how="", agreed_at=None
    )


def test_a_round_is_closed_and_the_next_drawn_with_a_line_of_the_log_for_each() -> None:
    first = a_round_that_is_over()
    drawn = next_round.close_and_draw(first, None)
    tournament = first.stage.tournament
    assert (drawn.number, rounds(tournament)) == (2, [(1, "closed"), (2, "draft")])
    lines = list(LogLine.objects.filter(tournament=tournament).order_by("-pk")[:2])
    assert [(line.action, line.params) for line in lines] == [
        ("drawn", {"stage": 1, "round": 2, "closed": 1}),
        ("closed", {"stage": 1, "round": 1}),
    ]
    assert drawn.matches.count() == 4
    written = LogLine.objects.count()
    assert next_round.close_and_draw(first, None).pk == drawn.pk
    assert LogLine.objects.count() == written


def test_where_the_next_cannot_be_drawn_the_round_stays_open() -> None:
    first = a_round_that_is_over(entrants=8, awards={})
    tournament = first.stage.tournament
    Entrant.objects.filter(tournament=tournament, number=8).update(state="withdrawn")
    Participation.objects.filter(entrant__number=8).update(last_round=1)
    before = LogLine.objects.count()
    assert codes_of(next_round.close_and_draw, first, None) == [
        "nothing_closed",
        "bye_not_settled",
    ]
    assert (rounds(tournament), LogLine.objects.count()) == ([(1, "published")], before)
    assert Place.objects.filter(session_round__number=2).count() == 0


def test_what_cannot_be_closed_is_not_drawn_on() -> None:
    first = a_round_that_is_over()
    waits(first, 3)
    assert codes_of(next_round.close_and_draw, first, None, accept=False) == ["results_not_agreed"]
    Match.objects.filter(session_round=first, number=3).update(agreement=Match.Agreement.DISPUTED)
    assert codes_of(next_round.close_and_draw, first, None) == ["results_disputed"]
    assert rounds(first.stage.tournament) == [(1, "published")]


def test_the_last_round_of_a_stage_is_closed_with_the_stage_or_not_at_all() -> None:
    first = a_round_that_is_over("groups_and_cup", 4, format_settings={"groups": 2})
    tournament = first.stage.tournament
    next_round.close_and_finish(first, None)
    assert rounds(tournament) == [(1, "closed")]
    assert Stage.objects.get(tournament=tournament, number=1).state == "finished"
    other = a_round_that_is_over("pairs_league", 4)
    desks.draw(other.stage.tournament, 2)
    assert codes_of(next_round.close_and_finish, other, None) == [
        "nothing_closed",
        "round_not_closed",
    ]
    assert rounds(other.stage.tournament) == [(1, "published"), (2, "published")]


def test_one_undo_takes_both_back_until_somebody_has_touched_the_draft() -> None:
    first = desks.draw(desks.a_tournament(rules={"target_score": None, "round_limit": 1}))
    tournament = first.stage.tournament
    desks.play_match(first.matches.select_related("session_round__stage__tournament").get(number=2))
    decided(first)
    desks.enter(tournament, 1, first=41)  # comes late, and is let in by the draw
    change = carry_out(tournament, lambda: next_round.close_and_draw(first, None))
    assert change
    assert (rounds(tournament), Participation.objects.count()) == ([(1, "closed"), (2, "draft")], 9)
    undo(change, None, "a result was wrong")
    assert (rounds(tournament), Participation.objects.count()) == ([(1, "published")], 8)
    assert Match.objects.get(session_round=first, number=2).agreement == "waiting"
    carry_out(tournament, lambda: next_round.close_and_draw(first, None))
    change = Change.objects.get(undone=None)
    SessionRound.objects.filter(number=2).update(state="published", published_at=timezone.now())
    assert codes_of(undo, change, None, "too late") == ["changed_since"]
    assert rounds(tournament) == [(1, "closed"), (2, "published")]


# The pages
# --------------------------------------------------------------------------------------------------


def step(tournament: Tournament) -> tuple[str, str]:
    tournament.refresh_from_db()
    found = current_state(tournament).step
    assert found
    return found.key, found.label


def test_from_the_last_result_to_the_next_published_round_are_two_presses() -> None:
    desk = desks.a_desk()
    first = decided(desks.draw(desks.a_tournament(desk=desk)))
    tournament = first.stage.tournament
    waits(first, 3)
    board = desk.client.get(at("desk_board", tournament))
    assert "Nobody has agreed to the results of these tables: 3." in text_of(board)
    action, fields = form(board.content.decode(), "Close round 1 and draw round 2")
    draft = desk.client.post(action, fields, follow=True)
    assert draft.redirect_chain == [(at("desk_round", tournament, 1, 2), 302)]
    assert "Round 1 is closed and round 2 is drawn. Check it, then publish it." in text_of(draft)
    action, fields = form(draft.content.decode(), "Publish round 2")
    desk.client.post(action, fields)
    assert rounds(tournament) == [(1, "closed"), (2, "published")]
    log_page = desk.client.get(at("desk_log", tournament))
    assert "Closed round 1 and drew round 2 in one step." in text_of(log_page)
    assert "Closed round 1." in text_of(log_page)
    line = LogLine.objects.get(tournament=tournament, action="drawn", params__round=2)
    assert at("desk_undo", tournament, line.pk) in log_page.content.decode()


def form(page: str, label: str) -> tuple[str, dict[str, str]]:
    """Where the one red button of this name sends its form, and what with it."""
    forms = re.findall(
        r'<form[^>]*action="([^"]+)"[^>]*>((?:(?!</form>).)*)</form>', page, flags=re.DOTALL
    )
    ((action, inside),) = [
        (to, inner) for to, inner in forms if re.search(rf"button main[^>]*>{label}<", inner)
    ]
    ticked = re.findall(r'<input type="checkbox" name="([^"]+)" value="([^"]*)" checked', inside)
    return action, dict(
        [*re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', inside), *ticked]
    )


def test_who_has_not_checked_in_is_left_out_of_the_next_draw_unless_the_tick_is_taken_away() -> (
    None
):
    desk = desks.a_desk()
    first = decided(desks.draw(desks.a_tournament(desk=desk)))
    tournament = first.stage.tournament
    page = desk.client.get(at("desk_board", tournament))
    assert "checked in" not in text_of(page)
    Entrant.objects.filter(tournament=tournament, number__lte=6).update(
        checked_in_at=timezone.now()
    )
    page = desk.client.get(at("desk_board", tournament))
    assert "Only those checked in: 6 of 8" in text_of(page)
    action, fields = form(page.content.decode(), "Close round 1 and draw round 2")
    assert fields["only_here"] == "on"
    desk.client.post(action, fields)
    assert Place.objects.filter(session_round__number=2, kind="absent").count() == 2
    # So do all other buttons that draw.
    draft = desk.client.get(at("desk_round", tournament, 1, 2)).content.decode()
    assert 'name="only_here" checked' in draft
    desk.client.post(at("desk_round_do", tournament, 1, 2, "discard"))
    assert (
        'name="only_here" checked' in desk.client.get(at("desk_draw", tournament)).content.decode()
    )
    now = desk.client.get(at("desk_board", tournament)).content.decode()
    assert form(now, "Draw round 2")[1]["only_here"] == "on"


def test_before_the_end_it_is_said_what_it_does_and_that_it_can_be_taken_back() -> None:
    first = desks.draw(desks.a_tournament(format_settings={"rounds": 2}))
    tournament = first.stage.tournament
    decided(first)
    closing = current_state(tournament).step
    assert closing is not None
    assert closing.sentence.endswith("You can still correct them later.")
    publishing.close_round(first, None)
    assert [one.label for one in current_state(tournament).others] == [
        "Finish the tournament after round 1"
    ]
    decided(desks.draw(tournament, 2))
    publishing.close_round(SessionRound.objects.get(number=2), None)
    finishing = current_state(tournament).step
    assert finishing is not None
    assert (finishing.label, finishing.sentence) == (
        "Finish the tournament",
        (
            "All rounds are closed. Finishing makes the standings final on all pages. You can "
            "reopen it."
        ),
    )
    frozen = current_state(revealing.freeze(tournament, None, 1, 2)).step
    assert frozen is not None
    assert (
        frozen.sentence
        == "All rounds are closed. Results held back for the prize-giving stay hidden. You can "
        "reopen it."
    )


def test_the_button_says_what_comes_instead() -> None:
    desk = desks.a_desk()
    first = desks.draw(desks.a_tournament(desk=desk, format_settings={"rounds": 2}))
    tournament = first.stage.tournament
    assert step(tournament) == ("results", "To the board")
    Stage.objects.filter(tournament=tournament).update(minutes=40)
    assert step(tournament) == ("clock", "Start the clock")
    decided(first)
    assert step(tournament) == ("close", "Close round 1 and draw round 2")
    assert [one.label for one in current_state(tournament).others] == ["Close only round 1"]
    Match.objects.filter(session_round=first, number=2).update(agreement="disputed")
    assert step(tournament) == ("settle", "Settle table 2")
    assert "Settle table 2" in text_of(desk.client.get(at("desk_board", tournament)))
    assert "Settle table 2" in text_of(desk.client.get(at("desk_round", tournament, 1, 1)))
    Match.objects.filter(session_round=first, number=2).update(agreement="agreed")
    decided(publishing.publish_round(next_round.close_and_draw(first, None), None))
    assert step(tournament) == ("close", "Close round 2, the last")
    assert current_state(tournament).others == []
    groups = a_round_that_is_over(
        "groups_and_cup", 4, format_settings={"groups": 2}, desk=desk
    ).stage.tournament
    assert step(groups) == ("close", "Close round 1 and finish Groups")
    done = desk.client.post(at("desk_round_do", groups, 1, 1, "close_finish"))
    text = "Round 1 is closed. You can still correct its results. The stage is finished."
    assert said(desk.client, done) == [text]
    assert step(groups) == ("draw", "Begin Cup and draw its round 1")


def test_a_cup_that_ended_level_is_decided_first() -> None:
    cup = desks.a_tournament("cup", 4)
    drawn = desks.draw(cup)
    for match in drawn.matches.select_related("session_round__stage__tournament"):
        judging.rule_match(match, None, {"kind": "half"}, "closing time")
    assert step(cup) == ("settle", "Decide table 1")
    for match in drawn.matches.select_related("session_round__stage__tournament"):
        judging.rule_match(match, None, {"kind": "half", "winner": 1}, "the lot")
    assert step(cup) == ("close", "Close round 1 (Semi-finals) and draw round 2 (Final)")


def test_a_draft_that_is_there_already_is_looked_at() -> None:
    league = desks.a_tournament("pairs_league", 4)
    first = decided(desks.draw(league))
    second = desks.draw(league, 2, publish=False)
    assert step(league) == ("close", "Close round 1 and check the draft of round 2")
    assert next_round.close_and_draw(first, None).pk == second.pk


def test_a_refused_draw_leaves_the_round_open_and_says_both() -> None:
    desk = desks.a_desk()
    first = decided(desks.draw(desks.a_tournament(desk=desk, awards={})))
    tournament = first.stage.tournament
    Entrant.objects.filter(tournament=tournament, number=8).update(state="withdrawn")
    Participation.objects.filter(entrant__number=8).update(last_round=1)
    answer = desk.client.post(at("desk_round_do", tournament, 1, 1, "close_draw"), {"accept": "1"})
    assert answer.status_code == 409
    first_line, second_line = errors(answer)
    assert first_line == "Round 1 was not closed, because the next step failed:"
    assert second_line.startswith("This draw has a bye, and it is not decided what a bye is worth")
    assert "To the set-up" in text_of(answer)
    assert "Close only round 1" in text_of(answer)
    assert rounds(tournament) == [(1, "published")]


def test_a_line_of_an_older_version_still_reads() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament(desk=desk)
    log(tournament, "drawn", None, {"stage": 1, "round": 7})
    assert "Drew round 7." in text_of(desk.client.get(at("desk_log", tournament)))
