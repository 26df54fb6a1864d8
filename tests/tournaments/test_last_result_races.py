"""The last result, the director's decision, the end of the session round and the next draw, all in
one moment.

Whatever comes first, the round is closed once, the next is drawn once and from the results that
stood then, and no hand is lost: it counts, or is kept as a late one.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from scoring.models import Entry
from scoring.rules import RuleError
from tests.tournaments import desks
from tests.tournaments.racing import (
    Press,
    a_phone,
    at_once,
    game_at,
    hands,
    posting,
    pressing_round,
    turns,
    writing_hand,
)
from tournaments.actions import agreeing, drawing, judging, publishing
from tournaments.match.figures import fingerprint
from tournaments.models import LogLine, Match, SessionRound
from tournaments.stage.history import seated_match

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = 4
# How often a director presses a button that is refused because others are not so far yet
TRIES = 60


def last_table(desk: desks.Desk) -> tuple[SessionRound, Match, Press]:
    """A published round in which table 2 has one hand to write, and what sends that hand from its
    phone.
    """
    tournament = desks.a_tournament("german_championship", 12, desk=desk)
    drawn = desks.draw(tournament)
    for match in drawn.matches.all():
        game = publishing.open_game(match, 1, desks.table_phone())
        hands(game, HANDS if match.number != 2 else HANDS - 1)
    match = drawn.matches.select_related("session_round__stage__tournament").get(number=2)
    phone = a_phone("Anna")
    return drawn, match, writing_hand(phone, game_at(match, phone), HANDS)


def until_done(press: Press) -> Callable[[], Any]:
    """Press until it is done: refusals are what a director is told until it
    is the button's turn.
    """

    def pressing() -> Any:
        for _ in range(TRIES):
            answer = press()
            if answer.status_code != 409:
                return answer
        return answer

    return pressing


def check_one_draw(drawn: SessionRound) -> None:
    """The next round is drawn once, and from the results as they stood when it was."""
    following = SessionRound.objects.get(stage=drawn.stage, number=2)
    assert following.state == "draft"
    assert LogLine.objects.filter(action="drawn", params__round=2).count() == 1
    lines = {
        line.action: line.pk
        for line in LogLine.objects.filter(action__in=("drawn", "ruled")).order_by("pk")
    }
    found = [seated_match(match).sides for match in following.matches.order_by("number")]
    with transaction.atomic():
        if lines.get("ruled", 0) > lines["drawn"]:  # decided afterwards: what was drawn stays
            match = drawn.matches.select_related("session_round__stage__tournament").get(
                ruling__isnull=False
            )
            judging.undo_ruling(match, None, "to see what the draw saw")
        following.delete()
        again = drawing.draw_round(
            desks.first_stage(drawn.stage.tournament), None, 2, seed=following.seed
        )
        expected = [seated_match(match).sides for match in again.matches.order_by("number")]
        transaction.set_rollback(True)
    assert found == expected


@pytest.mark.parametrize("turn", turns(500, 4))
def test_the_last_hand_a_decision_the_end_and_the_draw_at_once(desk: desks.Desk, turn: int) -> None:
    drawn, match, write = last_table(desk)
    tournament = drawn.stage.tournament
    agreeing.call_director(match, 0, "how long still?")
    others = [desks.let_direct(desk, name) for name in ("Otto", "Olaf")]
    decide = posting(
        others[0],
        "desk_match_do",
        tournament.pk,
        match.pk,
        "rule",
        kind="half",
        reason="time is up",
        met="on",
        sure="1",
    )
    tries = [
        write,
        decide,
        until_done(pressing_round(desk.client, drawn, "close")),
        until_done(posting(others[1], "desk_round_do", tournament.pk, 1, 2, "draw")),
    ]
    at = turn % len(tries)
    answers = at_once(*(tries[at:] + tries[:at]))
    answers = answers[len(tries) - at :] + answers[: len(tries) - at]
    assert [answer.status_code for answer in answers] == [201, 302, 302, 302]
    drawn.refresh_from_db()
    assert drawn.state == "closed"
    check_one_draw(drawn)
    entry = Entry.objects.get(pk=answers[0].json()["id"])
    counts = entry.game.rounds.filter(entry=entry).exists()
    assert (entry.outcome, counts) in {("counted", True), ("late", False)}
    match = Match.objects.select_related("session_round__stage__tournament").get(pk=match.pk)
    assert (match.done, match.ruling["kind"], match.agreement) == (True, "half", "agreed")


def test_a_draw_that_did_not_wait_for_the_decision_is_found_out(desk: desks.Desk) -> None:
    drawn, match, write = last_table(desk)
    assert write().status_code == 201
    publishing.close_round(drawn, None)
    drawing.draw_round(desks.first_stage(drawn.stage.tournament), None, 2)
    check_one_draw(drawn)
    judging.rule_match(match, None, {"kind": "half"}, "time is up")
    check_one_draw(drawn)
    # As if the draw had read the results before the decision, and written its line after it.
    line = LogLine.objects.get(action="drawn", params__round=2)
    LogLine.objects.filter(pk=line.pk).delete()
    line.pk = None
    line.save()
    with pytest.raises(AssertionError):
        check_one_draw(drawn)


@pytest.mark.parametrize("turn", turns(6))
def test_two_sides_that_speak_at_once_leave_one_truth(desk: desks.Desk, turn: int) -> None:
    drawn, match, write = last_table(desk)
    assert write().status_code == 201
    match.refresh_from_db()
    seen = fingerprint(match)

    def saying() -> str:
        try:
            agreeing.dispute_result(match, 1, "one hand was level", None)
        except RuleError as error:
            return error.mistakes[0].code
        return "said"

    def agreeing_to() -> str:
        try:
            agreeing.agree(match, 1, seen, how="other")
        except RuleError as error:
            return error.mistakes[0].code
        return "agreed"

    tries: list[Callable[[], str]] = [saying, agreeing_to]
    said = set(at_once(*(tries if turn % 2 else tries[::-1])))
    match.refresh_from_db()
    # The same side's later word counts: agreeing ends its own complaint, a complaint comes too late
    # for what is agreed.
    assert (said, match.agreement) in [
        ({"said", "agreed"}, "agreed"),
        ({"result_agreed", "agreed"}, "agreed"),
    ]
    assert drawn.state == "published"
