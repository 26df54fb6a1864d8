"""A room with fewer tables than matches: shifts and queues, at the desk and at the tables."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.rules import RuleError
from tests.tournaments import desks
from tests.tournaments.desks import table_phone
from tournaments.actions import (
    agreeing,
    draft_changes,
    drawing,
    judging,
    late_seating,
    manual_pairing,
    publishing,
    room,
    timing,
)
from tournaments.actions.integrity import carry_out, preview, undo
from tournaments.clock import clock_of_match, remaining
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import text_of as text_of_document
from tournaments.match.figures import fingerprint
from tournaments.models import LogLine, Match, SessionRound, Tournament
from tournaments.pages.log_lines import log_lines
from tournaments.pages.printed.codes import tables_needed
from tournaments.verifying import broken_seals

pytestmark = pytest.mark.django_db

QUEUE, SHIFTS = Tournament.RoomPlan.QUEUE, Tournament.RoomPlan.SHIFTS
RULING = {"kind": "forfeit", "winner": 0}


def a_room(
    tables: int | None = 4, plan: str = SHIFTS, entrants: int = 12, preset: str = "pairs_swiss"
) -> Tournament:
    tournament = desks.a_tournament(preset, entrants)
    return room.set_room(tournament, None, tables=tables, room_plan=plan)


def spots(row: SessionRound) -> list[tuple[int, int, bool]]:
    """Turn, table and whether it waits, of every match in order of the draw."""
    return list(
        Match.objects.filter(session_round=row)
        .order_by("pk")
        .values_list("turn", "number", "waiting")
    )


def matches(row: SessionRound) -> list[Match]:
    """The matches in order of the draw."""
    rows = Match.objects.filter(session_round=row).select_related(desks.ROUND)
    return list(rows.order_by("pk"))


def rule(match: Match) -> None:
    judging.rule_match(desks.reread(match), None, RULING, "left")


def logged(tournament: Tournament, action: str) -> list[dict[str, object]]:
    lines = LogLine.objects.filter(tournament=tournament, action=action).order_by("pk")
    return [line.params for line in lines]


def test_a_round_that_fits_is_as_it_was() -> None:
    row = desks.draw(a_room(tables=6))
    assert spots(row) == [(1, number, False) for number in range(1, 7)]


def test_a_draw_in_shifts_waits_with_the_second() -> None:
    row = desks.draw(a_room(), publish=False)
    first = [(1, number, False) for number in range(1, 5)]
    assert spots(row) == [*first, (2, 1, True), (2, 2, True)]
    publishing.publish_round(row, None)
    assert spots(row) == [*first, (2, 1, True), (2, 2, True)]


def test_a_match_of_the_second_shift_cannot_begin_before_it_is_called() -> None:
    tournament = a_room()
    row = desks.draw(tournament)
    second = matches(row)[4]
    with pytest.raises(RuleError) as error:
        publishing.open_game(second, 1, table_phone())
    assert error.value.mistakes[0].code == "match_waits"
    with pytest.raises(RuleError) as error:
        room.call_shift(row, None, 2)
    assert error.value.mistakes[0].params == {"tables": "1, 2, 3, 4"}
    for match in matches(row)[:4]:
        rule(match)
    timing.start_clock(row, None, minutes=45)
    room.call_shift(row, None, 2)
    room.call_shift(row, None, 2)
    row.refresh_from_db()
    assert row.clock_started_at is None
    assert not any(waiting for _, _, waiting in spots(row))
    publishing.open_game(desks.reread(second), 1, table_phone())
    assert logged(tournament, "shift_called") == [{"stage": 1, "round": 1, "shift": 2}]


def test_a_shift_is_called_early_to_the_free_tables_and_the_rest_of_it_follows() -> None:
    tournament = a_room()
    row = desks.draw(tournament)
    drawn = matches(row)
    timing.start_clock(row, None, minutes=45)
    with pytest.raises(RuleError) as error:
        room.call_shift(row, None, 2, early=True)
    assert error.value.mistakes[0].code == "shift_plays", "no table of it is free"
    rule(drawn[0])
    assert spots(row)[4:] == [(2, 1, True), (2, 2, True)], "nothing is called by itself"
    room.call_shift(row, None, 2, early=True)
    assert spots(row)[4:] == [(2, 1, False), (2, 2, True)]
    assert logged(tournament, "shift_called") == [{"stage": 1, "round": 1, "shift": 2, "free": 1}]
    early = matches(row)[4]
    row.refresh_from_db()
    assert row.clock_started_at is not None, "the others play on by the clock"
    assert early.called_at is not None, "these have their own time"
    publishing.open_game(desks.reread(early), 1, table_phone())
    rule(drawn[2])
    assert spots(row)[4:] == [(2, 1, False), (2, 2, True)], "another table does not help"
    rule(drawn[1])
    assert spots(row)[4:] == [(2, 1, False), (2, 2, False)]
    assert [line["table"] for line in logged(tournament, "called_to_table")] == [2]


def test_the_rest_of_a_shift_called_early_gets_a_table_that_is_added() -> None:
    tournament = a_room(tables=3)
    row = desks.draw(tournament)
    rule(matches(row)[0])
    room.call_shift(row, None, 2, early=True)
    assert spots(row)[3:] == [(2, 1, False), (2, 2, True), (2, 3, True)]
    room.set_room(tournament, None, tables=4, room_plan=Tournament.RoomPlan.SHIFTS)
    assert spots(row)[3:] == [(2, 1, False), (2, 4, False), (3, 1, True)]
    assert matches(row)[4].called_at is not None


def test_groups_stay_whole_in_a_shift() -> None:
    tournament = a_room(preset="groups_and_cup")
    row = desks.draw(tournament)
    groups = dict(row.stage.participations.values_list("entrant", "group"))
    of_shift: dict[str, set[int]] = {}
    for match in matches(row):
        of_shift.setdefault(groups[match.places.all()[0].entrant_id], set()).add(match.turn)
    assert all(len(turns) == 1 for turns in of_shift.values())
    assert len(of_shift) > 1


def test_a_queue_calls_the_next_where_a_match_is_over_by_its_scores() -> None:
    tournament = a_room(plan=QUEUE)
    row = desks.draw(tournament)
    drawn = matches(row)
    assert spots(row)[4:] == [(0, 5, True), (0, 6, True)]
    desks.play_game(publishing.open_game(drawn[2], 1, table_phone()))
    assert spots(row)[4:] == [(2, 3, False), (0, 5, True)]  # nobody has agreed yet
    over = desks.reread(drawn[2])
    assert over.agreement == Match.Agreement.WAITING
    agreeing.agree(over, 1, fingerprint(over), how=Match.Agreed.OTHER_PHONE)
    assert spots(row)[4:] == [(2, 3, False), (0, 5, True)]
    rule(drawn[0])
    assert spots(row)[4:] == [(2, 3, False), (2, 1, False)]
    assert [line["table"] for line in logged(tournament, "called_to_table")] == [3, 1]
    rule(drawn[1])
    assert len(logged(tournament, "called_to_table")) == 2


def test_a_table_that_disputes_its_result_stays_taken() -> None:
    row = desks.draw(a_room(plan=QUEUE))
    drawn = matches(row)
    Match.objects.filter(pk=drawn[2].pk).update(done=True, agreement=Match.Agreement.DISPUTED)
    rule(drawn[0])
    assert spots(row)[4:] == [(2, 1, False), (0, 5, True)]


def test_a_table_whose_word_counts_calls_the_next_with_its_last_hand() -> None:
    tournament = a_room(plan=QUEUE)
    Tournament.objects.filter(pk=tournament.pk).update(agreement="trust")
    row = desks.draw(tournament)
    first = matches(row)[1]
    desks.play_game(publishing.open_game(first, 1, table_phone()))
    assert spots(row)[4:] == [(2, 2, False), (0, 5, True)]


def test_a_match_decided_while_it_waits_needs_no_table() -> None:
    row = desks.draw(a_room(plan=QUEUE))
    drawn = matches(row)
    rule(drawn[4])
    rule(drawn[0])
    assert spots(row)[5] == (2, 1, False)
    assert desks.reread(drawn[4]).waits is False


def test_the_director_sends_a_match_to_a_free_table() -> None:
    tournament = a_room(plan=QUEUE)
    row = desks.draw(tournament)
    drawn = matches(row)
    # Over, but the sides do not agree: the queue leaves it to the director.
    Match.objects.filter(pk=drawn[3].pk).update(done=True, agreement=Match.Agreement.DISPUTED)
    sent = room.send_to_table(drawn[5], None, 4)
    assert (sent.turn, sent.number, sent.waiting) == (2, 4, False)
    assert logged(tournament, "sent_to_table")[0]["table"] == 4
    for table, code in ((1, "table_plays"), (5, "no_such_table")):
        with pytest.raises(RuleError) as error:
            room.send_to_table(drawn[4], None, table)
        assert error.value.mistakes[0].code == code
    publishing.open_game(desks.reread(sent), 1, table_phone())
    with pytest.raises(RuleError) as error:
        room.send_to_table(sent, None, 1)
    assert error.value.mistakes[0].code == "match_begun"


def test_more_tables_during_a_round_call_the_next_and_fewer_send_back() -> None:
    tournament = a_room(plan=QUEUE)
    row = desks.draw(tournament)
    room.set_room(tournament, None, tables=5, room_plan=QUEUE)
    assert spots(row)[4:] == [(1, 5, False), (0, 6, True)]
    begun = matches(row)[3]
    publishing.open_game(begun, 1, table_phone())
    room.set_room(tournament, None, tables=3, room_plan=QUEUE)
    assert spots(row)[:3] == [(1, number, False) for number in (1, 2, 3)]
    assert spots(row)[3] == (1, 4, False)  # it has begun, and stays
    assert spots(row)[4:] == [(0, 4, True), (0, 5, True)]
    room.set_room(tournament, None, tables=None, room_plan=QUEUE)
    assert sorted(spots(row)) == [(1, number, False) for number in range(1, 7)]


def test_a_queue_becomes_shifts_during_a_round() -> None:
    tournament = a_room(plan=QUEUE)
    row = desks.draw(tournament)
    room.set_room(tournament, None, tables=4, room_plan=SHIFTS)
    assert spots(row)[4:] == [(2, 1, True), (2, 2, True)]


def test_a_redraw_leaves_what_has_begun_at_its_table() -> None:
    tournament = a_room(plan=QUEUE)
    row = desks.draw(tournament)
    rule(matches(row)[1])
    begun = next(match for match in matches(row) if match.turn == 2)
    publishing.open_game(begun, 1, table_phone())
    drawing.redraw_round(row, None, reason="somebody came")
    again = spots(row)
    assert (2, 2, False) in again
    assert len(again) == 6
    playing = [number for turn, number, waiting in again if turn and not waiting]
    assert sorted(playing) == [1, 2, 2, 3, 4]


def test_a_late_pair_waits_for_a_table() -> None:
    tournament = a_room(plan=QUEUE, entrants=10)
    row = desks.draw(tournament)
    late = desks.enter(tournament, 2, first=50)
    made = late_seating.seat_late(row, None, *late)
    assert (made.turn, made.waiting) == (0, True)
    assert spots(row)[4:] == [(0, 5, True), (0, 6, True)]


def test_a_draft_again_is_planned_from_the_start() -> None:
    tournament = a_room(plan=QUEUE)
    row = desks.draw(tournament)
    match = matches(row)[0]
    room.set_room(tournament, None, tables=5, room_plan=QUEUE)
    room.set_room(tournament, None, tables=4, room_plan=QUEUE)
    draft_changes.unpublish_round(row, None, "wrong")
    assert spots(row)[4:] == [(0, 5, True), (0, 6, True)]
    assert desks.reread(match).called_at is None


def test_a_match_called_later_has_the_whole_time() -> None:
    tournament = a_room(plan=QUEUE)
    row = timing.start_clock(desks.draw(tournament), None, minutes=30)
    begin = timezone.now() - timedelta(minutes=20)
    SessionRound.objects.filter(pk=row.pk).update(clock_started_at=begin)
    rule(matches(row)[0])
    called = desks.reread(matches(row)[4])
    now = called.called_at
    assert now is not None
    assert remaining(clock_of_match(called), now) == 30 * 60
    assert remaining(clock_of_match(desks.reread(matches(row)[1])), now) in {599, 600}


def test_the_chain_covers_who_was_called() -> None:
    tournament = a_room(plan=QUEUE)
    row = desks.draw(tournament)
    rule(matches(row)[0])
    assert broken_seals(Tournament.objects.get(pk=tournament.pk)) is None


@pytest.mark.parametrize("tables", [0, -1, 501])
def test_a_number_of_tables_has_bounds(tables: int) -> None:
    tournament = desks.a_tournament()
    with pytest.raises(RuleError) as error:
        room.set_room(tournament, None, tables=tables, room_plan=QUEUE)
    assert error.value.mistakes[0].code == "tables_in_room"


def test_an_undo_leaves_the_next_match_at_the_table_it_was_called_to() -> None:
    tournament = a_room(plan=QUEUE)
    row = desks.draw(tournament)
    first, called = matches(row)[0], matches(row)[4]
    change = carry_out(tournament, lambda: rule(first))
    assert change is not None
    publishing.open_game(desks.reread(called), 1, table_phone())
    undo(change, None, "they came back")
    assert desks.reread(first).ruling is None
    assert spots(row)[4] == (2, 1, False)


def test_cards_are_for_the_tables_in_the_room() -> None:
    tournament = a_room(plan=QUEUE)
    stage = desks.draw(tournament).stage
    assert tables_needed(tournament, stage) == 4


@pytest.mark.parametrize(
    ("preset", "entrants", "tables", "shifts"),
    [
        ("everybody_partners", 12, 2, 2),  # four people at a table
        ("pairs_swiss", 7, 2, 2),  # the pair with the bye needs none
        ("cup", 8, 3, 2),
        ("team_cup", 8, 3, 2),
        ("round_robin", 6, 1, 3),
        ("grand_seigneur", 15, 2, 2),
    ],
)
def test_every_format_has_its_shifts(preset: str, entrants: int, tables: int, shifts: int) -> None:
    row = desks.draw(a_room(tables=tables, entrants=entrants, preset=preset))
    found = spots(row)
    assert max(turn for turn, _, _ in found) == shifts
    assert len({(turn, table) for turn, table, _ in found}) == len(found)
    assert {table for _, table, _ in found} <= set(range(1, tables + 1))
    assert all(waiting == (turn > 1) for turn, _, waiting in found)


def test_a_league_with_dates_is_not_played_in_one_room() -> None:
    row = desks.draw(a_room(tables=1, entrants=6, preset="pairs_league"))
    assert spots(row) == [(1, number, False) for number in (1, 2, 3)]


def test_the_log_says_what_was_called() -> None:
    tournament = a_room(plan=QUEUE)
    row = desks.draw(tournament)
    rule(matches(row)[0])
    said = [line.sentence for line in log_lines(tournament)]
    assert "Called the next match of round 1 to table 1." in said
    assert "Set the tables in the room: 4." in said


@pytest.mark.parametrize("plan", [QUEUE, SHIFTS])
def test_in_a_document_the_log_tells_two_matches_at_one_table_apart(plan: str) -> None:
    tournament = a_room(plan=plan)
    row = desks.draw(tournament)
    for match in matches(row)[:4]:
        rule(match)
    if plan == SHIFTS:
        room.call_shift(row, None, 2)
    for match in matches(row)[4:]:
        rule(match)
    copy = import_tournament(tournament.club, None, text_of_document(tournament))
    copied = SessionRound.objects.get(stage__tournament=copy)
    meant = [
        spots_of(one, logged(cup, "ruled")) for one, cup in ((row, tournament), (copied, copy))
    ]
    assert meant[0] == spots(row)
    assert meant[1] == meant[0]


def spots_of(
    row: SessionRound, lines: list[dict[str, object]]
) -> list[tuple[int, int, bool] | None]:
    """The spots of the matches that lines of the log are about."""
    where = {match.pk: (match.turn, match.number, match.waiting) for match in matches(row)}
    return [where.get(int(str(line["match"]))) for line in lines]


def test_a_change_of_places_in_two_shifts_is_told_at_both_tables() -> None:
    tournament = a_room()
    row = desks.draw(tournament)
    first, second = (desks.of_side(matches(row)[at], 0) for at in (0, 4))
    found = preview(
        tournament, lambda: manual_pairing.change_places(row, None, first, second, "mixed up")
    )
    assert [(one.number, first.pk in (one.before or ((),))[0]) for one in found.tables] == [
        (1, True),
        (1, False),
    ]
