"""What a director decides: results in the place of games, penalties, bonuses,
and taking them back.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import desks
from tests.tournaments.refusing import refused
from tournaments.actions import drawing, judging, publishing
from tournaments.models import LogLine, Match, Ruling, SessionRound, Tournament
from tournaments.stage.history import history_of, seated_match
from tournaments.stage.outcomes import outcomes_of
from tournaments.stage.ranking import entered_of, ranked
from tournaments.stage.results import results_of
from tournaments.standings import CRITERIA, rank

pytestmark = pytest.mark.django_db


def pairs(entrants: int = 2, preset: str = "pairs_swiss") -> SessionRound:
    return desks.draw(desks.a_tournament(preset, entrants))


def given(match: Match) -> list[tuple[object, object]]:
    """Ranking points and Tichu points by side."""
    match.refresh_from_db()
    lines = match.result or {}
    return [
        (lines[str(side[0])].get("points", 0), lines[str(side[0])].get("score", 0))
        for side in seated_match(match).sides
    ]


def points(tournament: Tournament) -> dict[int, object]:
    history = history_of(desks.first_stage(tournament))
    numbers = {row.entrant_id: row.entrant.number for row in history.participations}
    return {numbers[row.id]: row.points for row in ranked(history)}


@pytest.mark.parametrize(
    ("ruling", "result", "winner"),
    [
        ({"kind": "forfeit", "winner": 1}, [(0, 0), (2, 0)], 1),
        ({"kind": "half"}, [(1, 0), (1, 0)], None),
        ({"kind": "both_average", "percent": [60, 40]}, [("6/5", 0), ("4/5", 0)], 0),
        ({"kind": "both_average", "points": ["3/2", "1/2"]}, [("3/2", 0), ("1/2", 0)], 0),
        ({"kind": "both_lose"}, [(0, 0), (0, 0)], None),
        ({"kind": "not_played"}, [(0, 0), (0, 0)], None),
        ({"kind": "given", "points": ["0", "2"], "score": ["380", "620"]}, [(0, 380), (2, 620)], 1),
    ],
    ids=["forfeit", "50 : 50", "per cent", "average", "both lose", "not played", "typed"],
)
def test_a_match_gets_a_result_by_decision(
    ruling: dict[str, object], result: object, winner: int | None
) -> None:
    match = pairs().matches.get()
    judging.rule_match(match, None, ruling, "the lamp went out")
    assert given(match) == result
    assert (match.done, match.winner) == (True, winner)


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        ({"kind": "coin"}, "unknown_kind"),
        ({"kind": "forfeit"}, "bad_ruling"),
        ({"kind": "given", "points": ["1"]}, "bad_ruling"),
        ({"kind": "both_average"}, "no_other_rounds"),
    ],
)
def test_a_decision_that_cannot_be_counted_is_refused_and_changes_nothing(
    ruling: dict[str, object], code: str
) -> None:
    match = pairs().matches.get()
    with refused(code):
        judging.rule_match(match, None, ruling, "because")
    match.refresh_from_db()
    assert (match.ruling, match.result, match.done) == (None, None, False)


@pytest.mark.parametrize("preset", ["cup", "double_elimination"])
def test_in_a_knock_out_every_match_counts(preset: str) -> None:
    match = pairs(4, preset).matches.first()
    with refused("needs_winner"):
        judging.rule_match(match, None, {"kind": "not_played"}, "the hall closed")
    match = judging.rule_match(match, None, {"kind": "both_lose"}, "the hall closed")
    assert (match.done, match.winner, desks.reread(match).both_lost) == (True, None, True)


@pytest.mark.parametrize("preset", ["pairs_swiss", "german_championship", "round_robin"])
def test_a_match_without_points_is_no_match_in_the_standings_and_its_round_can_close(
    preset: str,
) -> None:
    """Like a round in which these entrants were not in the event at all."""
    drawn = desks.draw(desks.a_tournament(preset, 8))
    first, other, *_ = drawn.matches.all()
    for match, kind in ((first, "not_played"), (other, "both_lose")):
        judging.rule_match(match, None, {"kind": kind}, "the lamp went out")
    desks.play_round(drawn)
    drawn.refresh_from_db()
    assert drawn.state == SessionRound.State.CLOSED
    history = history_of(desks.first_stage(first.session_round.stage.tournament))
    entered = entered_of(history)
    void, lost = (set(seated_match(one).everybody) for one in (first, other))
    assert {one.id for one in entered if one.lines[0].kind == "void"} == void
    without = [replace(one, lines=()) if one.id in void else one for one in entered]
    everything = list(CRITERIA)
    assert rank(entered, everything, unplayed="own_points") == rank(
        without, everything, unplayed="own_points"
    )
    results = results_of(outcomes_of(history), history)
    assert {who for who, (one,) in results.items() if one.kind == "void"} == void
    assert lost <= {who for who, (one,) in results.items() if one.kind == "lost"}


def test_a_penalty_in_a_round_without_points_stays() -> None:
    match = pairs().matches.get()
    tournament = match.session_round.stage.tournament
    judging.rule_match(match, None, {"kind": "not_played"}, "the lamp went out")
    one = tournament.entrants.get(number=1)
    judging.penalise(
        desks.first_stage(tournament),
        one,
        None,
        kind="penalty",
        points=-1,
        reason="who put it out",
        round_number=1,
    )
    assert points(tournament) == {1: -1, 2: 0}


def test_a_decision_needs_a_reason() -> None:
    match = pairs().matches.get()
    with refused("reason_missing"):
        judging.rule_match(match, None, {"kind": "half"}, " ")


def test_a_decision_taken_back_leaves_what_was_played() -> None:
    match = pairs().matches.get()
    desks.play_match(match)
    played = given(match)
    judging.rule_match(match, None, {"kind": "half"}, "wrong table")
    assert given(match) == [(1, 0), (1, 0)]
    judging.undo_ruling(match, None, "a mistake")
    assert given(match) == played
    assert (match.ruling, match.done) == (None, True)


def test_while_a_decision_stands_the_games_are_kept_and_count_nothing() -> None:
    match = pairs().matches.get()
    game = publishing.open_game(match, 1, desks.table_phone())
    judging.rule_match(match, None, {"kind": "half"}, "late")
    desks.play_game(game)
    assert given(match) == [(1, 0), (1, 0)]
    judging.undo_ruling(match, None, "a mistake")
    assert sorted(line[0] for line in given(match)) == [0, 2]  # type: ignore[type-var]


def test_a_table_may_go_on_writing_while_an_average_stands() -> None:
    cup = desks.a_tournament("german_championship", 4)
    first = desks.draw(cup)
    desks.play_round(first)
    match = desks.draw(cup, 2).matches.get()
    game = publishing.open_game(match, 1, desks.table_phone())
    judging.rule_match(match, None, {"kind": "both_average"}, "cards were missing")
    before = given(match)
    desks.play_game(game)
    assert given(match) == before


def test_the_average_of_the_own_rounds() -> None:
    cup = desks.a_tournament("german_championship", 4)
    desks.play_round(desks.draw(cup))
    before = points(cup)
    second = desks.draw(cup, 2)
    judging.rule_match(second.matches.get(), None, {"kind": "both_average"}, "cards were missing")
    assert points(cup) == {number: 2 * had for number, had in before.items()}  # type: ignore[operator]


def test_an_old_result_is_decided_anew_also_in_a_closed_round() -> None:
    drawn = pairs()
    desks.play_round(drawn)
    match = drawn.matches.get()
    judging.rule_match(match, None, {"kind": "half"}, "they agreed that it was level")
    assert given(match) == [(1, 0), (1, 0)]
    assert LogLine.objects.filter(action="ruled", reason="they agreed that it was level").exists()


# What rests on it
# ---------------------------------------------------------------------------------------------


def test_a_decision_that_would_leave_a_closed_round_without_a_result_is_refused() -> None:
    drawn = pairs()
    match = drawn.matches.get()
    judging.rule_match(match, None, {"kind": "half"}, "late")
    publishing.close_round(drawn, None)
    with refused("round_needs_result"):
        judging.undo_ruling(match, None, "a mistake")
    assert given(match) == [(1, 0), (1, 0)]
    publishing.reopen_round(drawn, None)
    judging.undo_ruling(match, None, "a mistake")
    match.refresh_from_db()
    assert (match.ruling, match.result, match.done) == (None, None, False)


def test_in_a_closed_round_of_a_knock_out_a_decision_names_who_goes_on() -> None:
    drawn = desks.play_round(desks.draw(desks.a_tournament("cup", 4)), 1)
    match = drawn.matches.get(number=1)
    with refused("round_needs_result"):
        judging.rule_match(match, None, {"kind": "half"}, "agreed")
    judging.rule_match(match, None, {"kind": "half", "winner": 1}, "agreed, and the lot")
    match.refresh_from_db()
    assert match.winner == 1


def test_who_has_gone_on_in_a_knock_out_stays_the_winner_once_the_next_round_is_drawn() -> None:
    drawn = desks.draw(desks.a_tournament("cup", 4))
    match = drawn.matches.get(number=1)
    desks.play_match(match)
    played = match.winner
    assert played is not None
    judging.rule_match(
        match, None, {"kind": "forfeit", "winner": 1 - played}, "played with wrong cards"
    )
    desks.play_round(drawn)
    desks.draw(drawn.stage.tournament, 2, publish=False)
    with refused("later_round_drawn"):
        judging.undo_ruling(match, None, "a mistake")
    with refused("later_round_drawn"):
        judging.rule_match(match, None, {"kind": "forfeit", "winner": played}, "or not")
    with refused("later_round_drawn"):
        judging.rule_match(match, None, {"kind": "half"}, "or level")
    with refused("later_round_drawn"):
        publishing.reopen_round(drawn, None)
    judging.rule_match(match, None, {"kind": "half", "winner": 1 - played}, "level, and the lot")
    assert given(match) == [(1, 0), (1, 0)]
    drawing.discard_draft(drawn.stage.session_rounds.get(number=2), None)
    judging.undo_ruling(match, None, "a mistake")
    match.refresh_from_db()
    assert match.winner == played


def test_nothing_is_written_of_a_decision_of_an_unknown_kind() -> None:
    match = pairs().matches.get()
    with CaptureQueriesContext(connection) as caught, refused("unknown_kind"):
        judging.rule_match(match, None, {"kind": "ha\0lf"}, "because")
    assert not [query["sql"] for query in caught if query["sql"].startswith("UPDATE")]


@pytest.mark.parametrize(("reason", "code"), [("a\0b", "bad_character"), ("x" * 201, "too_long")])
def test_a_reason_for_taking_back_that_cannot_be_kept_is_refused(reason: str, code: str) -> None:
    drawn = pairs()
    match = drawn.matches.get()
    judging.rule_match(match, None, {"kind": "half"}, "late")
    first = drawn.stage.tournament.entrants.get(number=1)
    penalty = judging.penalise(drawn.stage, first, None, kind="wish", reason="missed")
    with refused(code):
        judging.undo_ruling(match, None, reason)
    with refused(code):
        judging.undo_penalty(penalty, None, reason)


# Penalties and bonuses
# -------------------------------------------------------------------------------------------


def test_penalties_and_bonuses_count_until_they_are_taken_back() -> None:
    drawn = pairs()
    judging.rule_match(drawn.matches.get(), None, {"kind": "half"}, "for the test")
    stage = drawn.stage
    first = stage.tournament.entrants.get(number=1)
    penalty = judging.penalise(
        stage,
        first,
        None,
        kind="penalty",
        reason="late",
        points=Fraction(-1, 2),
        score=-50,
        round_number=1,
    )
    judging.penalise(stage, first, None, kind="bonus", reason="brought cake", points=2)
    assert points(stage.tournament) == {1: Fraction(5, 2), 2: 1}
    (entered,) = (one for one in entered_of(history_of(stage)) if one.id == first.pk)
    assert (entered.lines[0].penalties, entered.penalties, entered.lines[0].penalty_score) == (
        1,
        0,
        -50,
    )
    judging.undo_penalty(penalty, None)
    assert points(stage.tournament) == {1: 3, 2: 1}
    assert Ruling.objects.count() == 2


def test_a_penalty_takes_and_a_bonus_gives_and_both_have_a_reason() -> None:
    stage = pairs().stage
    entrant = stage.tournament.entrants.get(number=1)
    with refused("penalty_positive"):
        judging.penalise(stage, entrant, None, kind="penalty", reason="late", points=1)
    with refused("bonus_negative"):
        judging.penalise(stage, entrant, None, kind="bonus", reason="cake", score=-1)
    with refused("reason_missing"):
        judging.penalise(stage, entrant, None, kind="wish", reason="")
    stranger = desks.enter(stage.tournament, 1, first=50)[0]
    with refused("not_in_stage"):
        judging.penalise(stage, stranger, None, kind="wish", reason="missed")
