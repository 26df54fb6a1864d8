"""What others rely on is changed with its consequences told beforehand, kept beside the log, and
undone.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.rules import RuleError
from tests.lengths import in_short
from tests.tournaments import desks
from tests.tournaments.desks import first_match
from tests.tournaments.refusing import refused
from tests.worlds import built_once
from tournaments.actions import (
    attendance,
    creating,
    draft_changes,
    drawing,
    entering,
    judging,
    paper_results,
    publishing,
)
from tournaments.actions.common import log
from tournaments.actions.integrity import carry_out, preview, undo
from tournaments.actions.integrity_rows import Snapshot, snapshot
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import Change, LogLine, Match, Notice, SessionRound, Tournament
from tournaments.stage.words import plan_of

pytestmark = pytest.mark.django_db
Do = Callable[[Tournament], object]


def last_round(tournament: Tournament) -> SessionRound:
    rounds = SessionRound.objects.filter(stage__tournament=tournament).select_related(
        "stage__tournament"
    )
    return rounds.order_by("number").last()  # type: ignore[return-value]


def entrant(tournament: Tournament, number: int = 1) -> Any:
    return tournament.entrants.get(number=number)


def played(rounds: int = 1, entrants: int = 6, **about: Any) -> Tournament:
    """An event with so many session rounds played and closed, and the next one published."""
    cup = desks.a_tournament("pairs_swiss", entrants, **about)
    for number in range(1, rounds + 1):
        desks.play_round(desks.draw(cup, number))
    desks.draw(cup, rounds + 1)
    return cup


def half(cup: Tournament) -> object:
    return judging.rule_match(first_match(cup), None, {"kind": "half"}, "cards were missing")


def paper(cup: Tournament) -> object:
    return paper_results.enter_paper(
        first_match(cup), None, paper_results.paper_of([[300, 900]]), "paper sheet"
    )


def penalty(cup: Tournament) -> object:
    stage = desks.first_stage(cup)
    return judging.penalise(
        stage, entrant(cup), None, kind="penalty", points=-1, reason="late", round_number=1
    )


def withdrawing(cup: Tournament) -> object:
    return attendance.withdraw(entrant(cup), None, "ill")


def late_entry(cup: Tournament) -> object:
    return entering.enter(cup, None, [NewEntrant(("Zoe", "Yves"))])


def redrawing(cup: Tournament) -> object:
    return drawing.redraw_round(last_round(cup), None, reason="wrong pairs")


def taking_back(cup: Tournament) -> object:
    return draft_changes.unpublish_round(last_round(cup), None, "too early")


def reopening(cup: Tournament) -> object:
    first = SessionRound.objects.select_related("stage__tournament").get(
        stage__tournament=cup, number=1
    )
    return publishing.reopen_round(first, None, "a late result")


def counting_otherwise(cup: Tournament) -> object:
    stage = desks.first_stage(cup)
    return creating.set_stage(
        stage, None, replace(plan_of(stage), points="score", points_settings={})
    )


CHANGES: dict[str, Do] = {
    "ruled": half,
    "result_corrected": paper,
    "penalised": penalty,
    "withdrawn": withdrawing,
    "entered": late_entry,
    "redrawn": redrawing,
    "unpublished": taking_back,
    "round_reopened": reopening,
    "stage_set": counting_otherwise,
}


def everything(cup: Tournament) -> Snapshot:
    return snapshot(cup)


six = built_once(played)


@pytest.fixture
def cup(six: Tournament) -> Tournament:
    """Six pairs, a session round played and closed, the next one published: of this test alone."""
    return Tournament.objects.get(pk=six.pk)


def test_a_preview_changes_nothing(cup: Tournament) -> None:
    before, lines = everything(cup), LogLine.objects.count()
    for action, do in CHANGES.items():
        told = preview(cup, lambda do=do: do(cup))  # type: ignore[misc]
        assert not told.nothing, action
        assert (everything(cup), LogLine.objects.count(), Change.objects.count()) == (
            before,
            lines,
            0,
        ), action


def test_a_change_that_is_undone_leaves_everything_as_it_was(cup: Tournament) -> None:
    before = everything(cup)
    for action, do in CHANGES.items():
        change = carry_out(cup, lambda do=do: do(cup))  # type: ignore[misc]
        assert change is not None, action
        assert change.line.action == action
        assert everything(cup) != before, action
        line = undo(change, None, "it was right after all")
        assert everything(cup) == before, action
        assert (line.action, line.params, line.reason) == (
            "undone",
            {**change.line.params, "undid": action},
            "it was right after all",
        )
        change.refresh_from_db()
        assert change.undone == line


@pytest.mark.parametrize("seed", in_short(range(4), (0,)))
def test_any_changes_undone_in_reverse_leave_the_first_state(seed: int) -> None:
    chance = Random(seed)
    cup = played(entrants=7)
    states, changes = [everything(cup)], []
    for action in chance.sample([*CHANGES], 6):
        try:
            change = carry_out(cup, lambda action=action: CHANGES[action](cup))  # type: ignore[misc]
        except RuleError:
            continue  # after some others this is refused: nothing changed
        if change is not None:
            changes.append(change)
            states.append(everything(cup))
    assert len(changes) >= 3
    for change in reversed(changes):
        assert everything(cup) == states.pop()
        undo(change, None, "back")
    assert everything(cup) == states.pop()


def test_what_was_changed_since_is_named_and_nothing_is_undone(cup: Tournament) -> None:
    first = carry_out(cup, lambda: half(cup))
    assert first is not None
    carry_out(cup, lambda: paper(cup))
    before = everything(cup)
    with refused("changed_since"):
        undo(first, None, "why")
    assert everything(cup) == before


def test_somebody_who_came_late_and_was_drawn_stays() -> None:
    cup = desks.a_tournament("pairs_swiss", 6)
    desks.draw(cup)
    change = carry_out(cup, lambda: late_entry(cup))
    assert change is not None
    drawing.redraw_round(last_round(cup), None, reason="with the late ones")
    with refused("changed_since"):
        undo(change, None, "they left again")
    assert cup.entrants.count() == 7


def test_a_set_up_changed_twice_is_undone_from_the_last_on(cup: Tournament) -> None:
    change = carry_out(cup, lambda: counting_otherwise(cup))
    stage = desks.first_stage(cup)
    again = carry_out(
        cup, lambda: creating.set_stage(stage, None, replace(plan_of(stage), points="difference"))
    )
    assert change is not None
    assert again is not None
    with refused("changed_since"):
        undo(change, None, "why")
    undo(again, None, "why")
    undo(change, None, "why")
    assert desks.first_stage(cup).points == "match"


def test_it_is_undone_once_and_with_a_reason(cup: Tournament) -> None:
    change = carry_out(cup, lambda: half(cup))
    assert change is not None
    with refused("reason_missing"):
        undo(change, None, " ")
    undo(change, None, "why")
    with refused("undone_already"):
        undo(change, None, "why")


def test_a_round_that_is_closed_does_not_lose_a_result_by_undoing() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    drawn = desks.draw(cup)
    changes = [
        carry_out(cup, lambda match=match: judging.rule_match(match, None, {"kind": "half"}, "why"))  # type: ignore[misc]
        for match in Match.objects.filter(session_round=drawn).select_related(
            "session_round__stage__tournament"
        )
    ]
    publishing.close_round(drawn, None)
    assert changes[0] is not None
    with refused("round_needs_result"):
        undo(changes[0], None, "why")


def test_those_whose_result_changes_back_are_told(cup: Tournament) -> None:
    change = carry_out(cup, lambda: half(cup))
    assert change is not None
    Notice.objects.all().delete()
    line = undo(change, None, "why")
    told = set(Notice.objects.filter(line=line).values_list("entrant", flat=True))
    assert told == set(first_match(cup).places.values_list("entrant", flat=True))


def test_a_change_that_changes_nothing_is_not_kept(cup: Tournament) -> None:
    assert carry_out(cup, lambda: desks.draw(cup, 2)) is None
    assert preview(cup, lambda: None).nothing


def test_hands_that_a_table_wrote_are_not_taken_back_by_a_button(cup: Tournament) -> None:
    match = first_match(cup, 2)
    assert carry_out(cup, lambda: count_with_a_line(cup, match)) is None


def count_with_a_line(cup: Tournament, match: Match) -> object:
    Match.objects.filter(pk=match.pk).update(result={"1": {}}, done=True)
    return log(cup, "late_taken", None, {})


def test_who_gets_and_loses_a_bye_is_told() -> None:
    cup = desks.a_tournament("pairs_swiss", 7)
    drawn = desks.draw(cup)
    byes = []
    for seed in range(1, 9):
        found = preview(
            cup, lambda seed=seed: drawing.redraw_round(drawn, None, reason="why", seed=seed)
        )  # type: ignore[misc]
        byes.append((len(found.bye_given), len(found.bye_taken)))
        assert byes[-1] != (1, 1) or found.tables  # who had the bye sits at a table now
    assert set(byes) <= {(0, 0), (1, 1)}
    assert (1, 1) in byes


def test_a_refusal_goes_through_a_preview_and_leaves_nothing(cup: Tournament) -> None:
    before = everything(cup)
    with refused("reason_missing"):
        preview(cup, lambda: judging.rule_match(first_match(cup), None, {"kind": "half"}, ""))
    with refused("unknown_kind"):
        carry_out(cup, lambda: judging.rule_match(first_match(cup), None, {"kind": "coin"}, "why"))
    assert everything(cup) == before


def test_the_queries_are_as_many_for_many_tables_as_for_few() -> None:
    counts = []
    for entrants in (4, 10):
        cup = played(entrants=entrants)
        with CaptureQueriesContext(connection) as queries:
            preview(cup, lambda cup=cup: penalty(cup))  # type: ignore[misc]
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_round_that_was_taken_back_and_drawn_anew_is_not_published_by_undoing() -> None:
    cup = desks.a_tournament("pairs_swiss", 8)
    drawn = desks.draw(cup)
    change = carry_out(cup, lambda: taking_back(cup))
    assert change is not None
    drawing.redraw_round(drawn, None)
    before = everything(cup)
    with refused("changed_since"):
        undo(change, None, "why")
    assert everything(cup) == before


def test_a_round_that_was_taken_back_and_changed_by_hand_is_not_published_by_undoing() -> None:
    cup = desks.a_tournament("pairs_swiss", 8)
    drawn = desks.draw(cup)
    change = carry_out(cup, lambda: taking_back(cup))
    assert change is not None
    one, other = Match.objects.filter(session_round=drawn).order_by("number")[:2]
    first, second = (match.places.select_related("entrant").first() for match in (one, other))
    assert first is not None
    assert second is not None
    draft_changes.swap_entrants(drawn, None, first.entrant, second.entrant)
    with refused("changed_since"):
        undo(change, None, "why")
