"""What the sides of a table say of their result: agreed, waiting, disputed, entered blindly,
objected to.
"""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring.games.actions import writing
from scoring.models import Device
from tests.scoring import games
from tests.scoring.games import a_device
from tests.tournaments import desks
from tests.tournaments.agreeing import (
    LEVEL,
    MODES,
    WON,
    a_match,
    agree,
    correct,
    the_game,
    write,
)
from tests.tournaments.refusing import refused
from tests.worlds import built_once
from tournaments.actions import agreeing, disputes, judging, publishing
from tournaments.match.figures import figures_now, figures_of, fingerprint, read_figures
from tournaments.models import (
    Entrant,
    LogLine,
    Match,
    Notice,
    Phone,
    Remark,
    SessionRound,
    Tournament,
)

pytestmark = pytest.mark.django_db


shared = built_once(lambda: a_match(MODES.CONFIRM))


@pytest.fixture
def match(shared: Match) -> Match:
    return desks.reread(shared)


def state(match: Match) -> tuple[str, str, int | None]:
    match = desks.reread(match)
    return (match.agreement, match.agreed_how, match.agreed_side)


def on_side(match: Match, side: int) -> Entrant:
    return Entrant.objects.get(places__match=match, places__side=side)


def other_phone() -> Device:
    return a_device("the phone of the other side")


# The figures
# --------------------------------------------------------------------------------------------------


def test_the_figures_are_the_points_of_each_side_as_it_was_drawn_whoever_sat_first() -> None:
    tournament = desks.a_tournament("team_cup", 2, rules={"target_score": 100})
    match = desks.draw(tournament).matches.get()
    for number in (1, 2):
        game = publishing.open_game(match, number, desks.table_phone())
        games.write(game, (WON, WON), desks.table_phone())
    # In the second game the other side has the first seats.
    assert figures_of(list(match.games.select_related("game"))) == [[130, 70], [70, 130]]


def test_the_fingerprint_follows_the_hands_and_rulings(match: Match) -> None:
    seen = [fingerprint(match), fingerprint(write(match, WON)), fingerprint(write(match, WON))]
    judging.rule_match(match, None, {"kind": "half"}, "closing time")
    seen.append(fingerprint(desks.reread(match)))
    judging.undo_ruling(match, None, "a mistake")
    assert len(set(seen)) == 4
    assert fingerprint(desks.reread(match)) == seen[2]


def test_figures_are_read_from_a_form_with_every_mistake_named() -> None:
    assert read_figures({"figures_0_0": " 480", "figures_0_1": "\u221220"}, [2]) == [[480, -20]]
    with refused("bad_number", "figure_missing", "bad_number"):
        read_figures({"figures_0_0": "4e2", "figures_1_0": "9999999", "figures_0_1": ""}, [2, 1])


# Confirming
# --------------------------------------------------------------------------------------------------


def test_a_match_is_open_while_it_is_played_and_waits_when_it_is_over(match: Match) -> None:
    assert state(write(match, WON)) == ("open", "", None)
    assert state(write(match, WON)) == ("waiting", "", None)
    writing.undo_round(the_game(match), uuid.uuid4(), 2, desks.table_phone())
    assert state(match) == ("open", "", None)


def test_the_other_side_agrees_and_twice_is_once(match: Match) -> None:
    match = write(match, WON, WON)
    assert state(agree(match, device=other_phone())) == ("agreed", "other", 1)
    at = desks.reread(match).agreed_at
    agree(desks.reread(match), device=other_phone())
    assert desks.reread(match).agreed_at == at


def test_agreeing_on_the_phone_that_wrote_is_noted_as_such(match: Match) -> None:
    assert state(agree(write(match, WON, WON), device=desks.table_phone())) == ("agreed", "same", 1)


def test_the_own_page_of_somebody_at_the_table_agrees(match: Match) -> None:
    match = write(match, WON, WON)
    with refused("not_at_table"):
        agree(match, 1, "own", entrant=on_side(match, 0))
    assert state(agree(match, 1, "own", entrant=on_side(match, 1))) == ("agreed", "own", 1)


def test_the_side_that_wrote_a_side_that_is_not_there_and_a_match_not_over_cannot_be_agreed_to(
    match: Match,
) -> None:
    with refused("match_not_over"):
        agree(write(match, WON))
    match = write(match, WON)
    with refused("own_result"):
        agree(match, 0)
    with refused("not_at_table"):
        agree(match, 2)
    assert state(match) == ("waiting", "", None)


def test_what_was_seen_must_be_what_stands(match: Match) -> None:
    seen = fingerprint(write(match, WON, WON))
    match = correct(match, 2, LEVEL)
    with refused("result_changed"):
        agreeing.agree(match, 1, seen, how="other")
    assert state(match) == ("waiting", "", None)
    assert state(agree(match)) == ("agreed", "other", 1)


def test_a_phone_that_never_said_its_side_leaves_agreeing_to_any_side(match: Match) -> None:
    Phone.objects.update(side=None)
    assert state(agree(write(match, WON, WON), 0)) == ("agreed", "other", 0)


def test_everybody_alone_any_side_but_the_writers_suffices() -> None:
    match = desks.reread(desks.draw(desks.a_tournament("grand_seigneur", 6)).matches.get())
    Phone.objects.create(
        match=match, device=desks.table_phone(), side=2, writes=True, heard_at=timezone.now()
    )
    desks.play_match(match)
    ((*places,),) = figures_of(list(match.games.select_related("game")))
    assert (len(places), min(places)) == (6, 1)
    with refused("own_result"):
        agree(desks.reread(match), 2)
    assert state(agree(desks.reread(match), 5)) == ("agreed", "other", 5)


# Trust
# --------------------------------------------------------------------------------------------------


def test_where_tables_are_trusted_a_result_counts_at_once_until_the_round_ends() -> None:
    match = write(a_match(MODES.TRUST), WON, WON)
    assert state(match) == ("agreed", "", None)
    assert agreeing.locked(match) is None
    assert state(correct(match, 2, LEVEL)) == ("agreed", "", None)
    publishing.close_round(match.session_round, None)
    locked = agreeing.locked(desks.reread(match))
    assert locked is not None
    assert locked.code == "round_closed"


def test_where_tables_are_trusted_somebody_may_still_say_that_it_is_wrong() -> None:
    match = write(a_match(MODES.TRUST), WON, WON)
    agreeing.dispute_result(match, 1, "the last hand was level", None)
    assert state(match) == ("disputed", "", None)
    assert state(agree(desks.reread(match))) == ("agreed", "other", 1)


# Blind
# --------------------------------------------------------------------------------------------------


def test_entered_alike_is_agreed_and_entered_differently_is_disputed() -> None:
    match = write(a_match(MODES.BLIND), WON, WON)
    with refused("blind_entry"):
        agree(match)
    assert state(agreeing.enter_blind(match, 0, [[130, 70]])) == ("waiting", "", None)
    assert state(agreeing.enter_blind(match, 1, [[130, 70]], device=other_phone())) == (
        "agreed",
        "blind",
        1,
    )
    assert desks.reread(match).entered == {"0": [[130, 70]], "1": [[130, 70]]}


def test_a_different_version_is_disputed_until_one_of_them_gives_way() -> None:
    match = write(a_match(MODES.BLIND), WON, WON)
    assert state(agreeing.enter_blind(match, 1, [[115, 85]])) == ("disputed", "", None)
    with refused("entered_already"):
        agreeing.enter_blind(match, 1, [[130, 70]])
    assert state(correct(match, 2, LEVEL)) == ("agreed", "blind", 1)


def test_blind_entries_must_fit_the_games_and_belong_to_such_a_tournament(match: Match) -> None:
    blind = write(a_match(MODES.BLIND), WON, WON)
    for bad in ([[130]], [[130, 70], [1, 2]], [["130", "70"]], None, "130", [[10**6, 0]]):
        with refused("bad_figures"):
            agreeing.enter_blind(blind, 1, bad)
    Tournament.objects.update(agreement=MODES.CONFIRM)
    with refused("not_blind"):
        agreeing.enter_blind(blind, 1, [[130, 70]])


# Disputes
# --------------------------------------------------------------------------------------------------


def test_a_dispute_over_three_messages_ends_with_the_correction_and_a_tap(match: Match) -> None:
    match = write(match, WON, WON)
    agreeing.dispute_result(match, 1, "hand 2 was level", [[115, 85]], device=other_phone())
    agreeing.reply(match, 0, "are you sure?", device=desks.table_phone())
    agreeing.reply(match, 1, "Beat wrote it down too")
    assert state(match) == ("disputed", "", None)
    assert state(correct(match, 2, WON)) == ("disputed", "", None)
    assert state(correct(match, 2, LEVEL)) == ("waiting", "", None)
    assert list(Remark.objects.values_list("kind", "side", "text", "figures")) == [
        ("wrong", 1, "hand 2 was level", [[115, 85]]),
        ("reply", 0, "are you sure?", None),
        ("reply", 1, "Beat wrote it down too", None),
    ]
    assert state(agree(desks.reread(match))) == ("agreed", "other", 1)


def test_two_sides_that_complain_take_it_back_one_after_the_other(match: Match) -> None:
    match = write(match, WON, WON)
    agreeing.dispute_result(match, 0, "we wrote it wrongly", None)
    agreeing.dispute_result(match, 1, "hand 2 was level", None)
    assert state(agree(match, 1)) == ("disputed", "", None)
    assert list(Remark.objects.filter(settled_at__isnull=True).values_list("side", flat=True)) == [
        0
    ]
    assert state(agree(match, 0)) == ("waiting", "", None)
    assert state(agree(match, 1)) == ("agreed", "other", 1)


def test_a_dispute_in_words_alone_stays_until_that_side_agrees(match: Match) -> None:
    match = write(match, WON, WON)
    agreeing.dispute_result(match, 1, "wrong!", None)
    assert state(correct(match, 2, LEVEL)) == ("disputed", "", None)
    with refused("match_disputed"):
        agree(desks.reread(match), 0)
    assert state(agree(desks.reread(match))) == ("agreed", "other", 1)


def test_the_side_that_wrote_may_complain_too_and_take_it_back(match: Match) -> None:
    match = write(match, WON, WON)
    agreeing.dispute_result(match, 0, "I mistyped", None)
    assert state(match) == ("disputed", "", None)
    assert state(agree(desks.reread(match), 0)) == ("waiting", "", None)


def test_a_dispute_outlives_hands_that_are_taken_back_and_written_again(match: Match) -> None:
    match = write(match, WON, WON)
    agreeing.dispute_result(match, 1, "hand 2 was level", [[115, 85]])
    writing.undo_round(the_game(match), uuid.uuid4(), 2, desks.table_phone())
    assert state(match) == ("open", "", None)
    assert state(write(match, WON)) == ("disputed", "", None)


def test_what_cannot_be_said(match: Match) -> None:
    with refused("match_not_over"):
        agreeing.dispute_result(match, 1, "too early", None)
    match = write(match, WON, WON)
    with refused("nothing_said"):
        agreeing.dispute_result(match, 1, " ", None)
    with refused("same_figures"):
        agreeing.dispute_result(match, 1, "", [[130, 70]])
    with refused("too_long"):
        agreeing.dispute_result(match, 1, "x" * 301, None)
    with refused("not_disputed"):
        agreeing.reply(match, 0, "what?")
    agreeing.dispute_result(match, 1, "x" * 300, None)
    for number in range(19):
        agreeing.reply(match, 0, f"reply {number}")
    with refused("too_many_remarks"):
        agreeing.reply(match, 0, "one more")
    agree(desks.reread(match))
    with refused("result_agreed"):
        agreeing.dispute_result(match, 1, "after all", None)


# Calls
# --------------------------------------------------------------------------------------------------


def test_a_call_is_open_once_a_side_until_it_is_answered(match: Match) -> None:
    user = desks.a_user()
    first = agreeing.call_director(match, 1, "cards are missing")
    assert agreeing.call_director(match, 1, "hello?") == first
    assert agreeing.call_director(match, 0, "") != first
    answered = agreeing.answer_call(first, user)
    assert (answered.settled_by, answered.settled_at) == (
        user,
        agreeing.answer_call(first, None).settled_at,
    )
    assert agreeing.call_director(match, 1, "again") != first


# Objections
# --------------------------------------------------------------------------------------------------


def agreed_match(**more: Any) -> Match:
    match = write(a_match(MODES.CONFIRM, **more), WON, WON)
    agree(match)
    return desks.reread(match)


def test_who_played_may_object_once_at_a_time_and_is_answered() -> None:
    match = agreed_match(objection_minutes=30)
    mine = on_side(match, 1)
    remark = agreeing.object_to(match, mine, "I counted 120")
    with refused("objection_open"):
        agreeing.object_to(match, mine, "I counted 120")
    assert (remark.side, remark.entrant, state(match)[0]) == (1, mine, "agreed")
    disputes.answer_objection(remark, desks.a_user(), "I looked at the sheet with both of you.")
    line = LogLine.objects.get(action="objection_answered")
    assert list(Notice.objects.values_list("entrant", "line")) == [(mine.pk, line.pk)]
    with refused("objection_answered"):
        disputes.answer_objection(remark, None, "again")
    agreeing.object_to(match, mine, "and again")


def test_objections_have_their_time_and_are_for_those_who_played() -> None:
    match = agreed_match(objection_minutes=30)
    end = match.agreed_at + timedelta(minutes=30)
    assert [agreeing.may_object(match, at) for at in (end, end + timedelta(seconds=1))] == [
        True,
        False,
    ]
    (stranger,) = desks.enter(match.session_round.stage.tournament, 1, 50)
    with refused("not_at_table"):
        agreeing.object_to(match, stranger, "I was not there")
    with refused("nothing_said"):
        agreeing.object_to(match, on_side(match, 0), "")
    Match.objects.update(agreed_at=timezone.now() - timedelta(minutes=31))
    with refused("objection_late"):
        agreeing.object_to(match, on_side(match, 0), "too late")
    publishing.close_round(match.session_round, None)
    assert (
        agreeing.object_to(desks.reread(match), on_side(match, 0), "in time again").kind
        == "objection"
    )


def test_where_objections_are_not_taken_and_while_a_match_is_played_nobody_objects() -> None:
    match = agreed_match(objection_minutes=0)
    assert not agreeing.may_object(match, timezone.now())
    waiting = write(a_match(MODES.CONFIRM), WON, WON)
    assert not agreeing.may_object(waiting, timezone.now())


# The director
# --------------------------------------------------------------------------------------------------


def test_the_director_lets_a_disputed_result_stand(match: Match) -> None:
    match = write(match, WON, WON)
    agreeing.dispute_result(match, 1, "wrong", [[115, 85]])
    with refused("reason_missing"):
        disputes.settle(match, None, "stands", "  ")
    disputes.settle(match, desks.a_user(), "stands", "looked at it together")
    assert (state(match), desks.reread(match).ruling) == (("agreed", "desk", None), None)
    assert not Remark.objects.filter(settled_at__isnull=True).exists()
    assert LogLine.objects.filter(action="settled", reason="looked at it together").count() == 1


def test_the_director_takes_a_version_which_counts_from_then_on(match: Match) -> None:
    match = write(match, WON, WON)
    agreeing.dispute_result(match, 1, "wrong", [[115, 85]])
    disputes.settle(
        match, None, "figures", "their sheet says so", figures=[[115, 85]], seen=fingerprint(match)
    )
    match = desks.reread(match)
    assert (state(match), match.ruling["kind"], figures_now(match)) == (
        ("agreed", "desk", None),
        "paper",
        [[115, 85]],
    )
    with refused("result_changed"):
        disputes.settle(match, None, "stands", "why not", seen="another")
    assert list(
        LogLine.objects.filter(action__in=("settled", "ruled")).values_list("action", flat=True)
    ) == ["settled"]


def test_what_cannot_be_settled(match: Match) -> None:
    match = write(match, WON)
    with refused("match_not_over"):
        disputes.settle(match, None, "stands", "why not")
    with refused("bad_verdict"):
        disputes.settle(match, None, "perhaps", "why not")
    with refused("bad_figures"):
        disputes.settle(match, None, "figures", "why not", figures=[[1, 2, 3]])


def test_a_decision_makes_it_agreed_and_taken_back_it_waits_again(match: Match) -> None:
    match = write(match, WON, WON)
    judging.rule_match(match, None, {"kind": "half"}, "closing time")
    assert state(match) == ("agreed", "desk", None)
    judging.undo_ruling(match, None, "a mistake")
    assert state(match) == ("waiting", "", None)


def test_only_who_relied_on_a_result_is_told_that_it_was_changed(match: Match) -> None:
    match = write(match, WON, WON)
    judging.rule_match(match, None, {"kind": "half"}, "closing time")
    assert not Notice.objects.exists()
    judging.undo_ruling(match, None, "my mistake")
    line = LogLine.objects.get(action="ruling_undone")
    played = sorted(match.places.values_list("entrant_id", flat=True))
    assert sorted(Notice.objects.values_list("entrant_id", "line_id")) == [
        (who, line.pk) for who in played
    ]


# Closing a session round
# ----------------------------------------------------------------------------------------


def test_closing_lets_results_count_that_nobody_agreed_to_unless_told_otherwise(
    match: Match,
) -> None:
    match = write(match, WON, WON)
    with refused("results_not_agreed"):
        publishing.close_round(match.session_round, None, accept=False)
    publishing.close_round(match.session_round, None)
    assert state(match) == ("agreed", "close", None)
    publishing.reopen_round(match.session_round, None)
    assert state(match) == ("waiting", "", None)
    agree(desks.reread(match))
    publishing.close_round(match.session_round, None, accept=False)
    publishing.reopen_round(match.session_round, None)
    assert state(match) == ("agreed", "other", 1)


def test_what_the_director_settled_stays_settled_when_the_round_is_reopened(match: Match) -> None:
    match = write(match, WON, WON)
    agreeing.dispute_result(match, 1, "wrong", None)
    disputes.settle(match, None, "stands", "both looked at the cards")
    publishing.close_round(match.session_round, None)
    publishing.reopen_round(match.session_round, None)
    assert state(match) == ("agreed", "desk", None)


def test_a_round_is_not_closed_over_a_dispute(match: Match) -> None:
    match = write(match, WON, WON)
    agreeing.dispute_result(match, 1, "wrong", None)
    with refused("results_disputed"):
        publishing.close_round(match.session_round, None)
    assert SessionRound.objects.get(pk=match.session_round_id).state == "published"


def test_a_finished_tournament_is_locked(match: Match) -> None:
    match = write(match, WON, WON)
    publishing.close_round(match.session_round, None)
    Tournament.objects.update(state="finished")
    locked = agreeing.locked(desks.reread(match))
    assert locked is not None
    assert locked.code == "tournament_finished"
    with refused("tournament_finished"):
        agree(desks.reread(match))
