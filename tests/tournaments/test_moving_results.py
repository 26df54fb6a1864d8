"""A result that was entered for the wrong table goes to the right one."""

from typing import Any

import pytest

from tests.scoring.games import a_device
from tests.tournaments import desks
from tests.tournaments.desks import first_of, names_at, tables
from tests.tournaments.racing import hands
from tests.tournaments.refusing import refused
from tournaments.actions import agreeing, judging, paper_results, publishing, room, table_phones
from tournaments.actions.integrity import carry_out, undo
from tournaments.actions.integrity_rows import snapshot
from tournaments.actions.moving_results import games_of_matches, move_result
from tournaments.models import LogLine, Match, MatchGame, Phone, Remark, Tournament
from tournaments.stage.history import seated_match

pytestmark = pytest.mark.django_db


def two_tables(entrants: int = 4) -> list[Match]:
    return tables(desks.draw(desks.a_tournament("pairs_swiss", entrants)))


def score(match: Match) -> list[int] | None:
    """Tichu points by side."""
    match.refresh_from_db()
    sides = seated_match(match).sides
    return [match.result[str(side[0])].get("score", 0) for side in sides] if match.result else None


@pytest.mark.parametrize(("turned", "expected"), [(False, [130, 70]), (True, [70, 130])])
def test_what_was_played_goes_to_the_other_table(turned: bool, expected: list[int]) -> None:
    one, other = two_tables()
    game = publishing.open_game(one, 1, desks.table_phone())
    hands(game, 2)
    move_result(one, other, None, "the link of table 2 was opened at table 1", turned=turned)
    assert (score(one), score(other)) == (None, expected)
    rows = [MatchGame.objects.get(match=match) for match in (one, other)]
    assert [row.game_id for row in rows] == [None, game.pk]
    assert rows[1].sides == [list(side) for side in seated_match(other).sides]
    assert set(rows[1].seats) == {first_of(other, 0), first_of(other, 1)}
    people = {member.player.name for who in rows[1].seats for member in _members(other, who)}
    assert set(names_at(rows[1])) == people
    game.refresh_from_db()
    assert (game.table_name, game.rounds.count()) == ("2", 2)
    line = LogLine.objects.get(action="result_moved")
    assert (line.params["table"], line.params["to"]) == (1, 2)


def _members(match: Match, who: int) -> list[Any]:
    return list(
        match.session_round.stage.tournament.entrants.get(pk=who).members.select_related("player")
    )


def test_what_stood_at_the_other_table_comes_back() -> None:
    one, other = two_tables()
    for match, count in ((one, 1), (other, 3)):
        hands(publishing.open_game(match, 1, desks.table_phone()), count)
    move_result(one, other, None, "mixed up")
    assert (score(one), score(other)) == ([195, 105], [65, 35])


def test_a_sheet_on_paper_that_was_typed_for_the_wrong_table_goes_along() -> None:
    one, other = two_tables()
    paper_results.enter_paper(one, None, paper_results.paper_of([[300, 900]]), "paper sheet")
    move_result(one, other, None, "wrong line", turned=True)
    assert (score(one), score(other)) == (None, [900, 300])
    assert (one.done, other.done, one.ruling) == (False, True, None)


def test_a_sheet_that_was_typed_for_a_table_still_at_play_leaves_it_its_game() -> None:
    one, other = two_tables()
    game = publishing.open_game(one, 1, desks.table_phone())
    hands(game, 2)
    paper_results.enter_paper(one, None, paper_results.paper_of([[300, 900]]), "paper sheet")
    move_result(one, other, None, "wrong line")
    assert (score(one), score(other)) == ([130, 70], [300, 900])
    assert [MatchGame.objects.get(match=match).game_id for match in (one, other)] == [game.pk, None]
    assert (one.done, other.done) == (False, True)
    hands(game, 1)
    assert score(one) == [195, 105]


def test_it_is_undone() -> None:
    one, other = two_tables()
    for match, count in ((one, 1), (other, 3)):
        hands(publishing.open_game(match, 1, desks.table_phone()), count)
    tournament = one.session_round.stage.tournament
    games = games_of_matches(one, other)
    before = snapshot(tournament, games)
    change = carry_out(
        tournament, lambda: move_result(one, other, None, "mixed up", turned=True), games=games
    )
    assert snapshot(tournament, games) != before
    assert change is not None
    undo(change, None, "it was right")
    assert snapshot(tournament, games) == before


@pytest.mark.parametrize("reason", ["", "why"])
def test_it_needs_a_reason_and_another_table_and_something_to_move(reason: str) -> None:
    one, other = two_tables()
    with refused("reason_missing" if not reason else "nothing_to_move"):
        move_result(one, other, None, reason)
    with refused("reason_missing" if not reason else "bad_table"):
        move_result(one, one, None, reason)


def test_a_closed_round_is_not_left_with_a_table_without_a_result() -> None:
    one, other = two_tables()
    for match in (one, other):
        judging.rule_match(match, None, {"kind": "half"}, "why")
    publishing.close_round(one.session_round, None)
    Match.objects.filter(pk=other.pk).update(ruling=None)
    with refused("round_needs_result"):
        move_result(one, other, None, "why")


def test_a_table_that_begins_at_this_very_moment_is_not_waited_for_and_they_look_again() -> None:
    one, other = two_tables()
    hands(publishing.open_game(one, 1, desks.table_phone()), 1)
    held = games_of_matches(one, other)
    publishing.open_game(other, 1, desks.table_phone())
    tournament = one.session_round.stage.tournament
    before = snapshot(tournament)
    with refused("table_began"):
        carry_out(tournament, lambda: move_result(one, other, None, "why", held=held), games=held)
    assert snapshot(tournament) == before


@pytest.mark.parametrize(("turned", "side"), [(False, 0), (True, 1)])
def test_who_said_that_it_is_wrong_has_an_answer_and_the_phone_that_writes_goes_along(
    turned: bool, side: int
) -> None:
    one, other = over_and_disputed()
    writer, looker = desks.table_phone(), a_device("looks on")
    table_phones.sit(other, looker, 1, write=True)
    olga = desks.a_user()
    move_result(one, other, olga, "it was table 2", turned=turned)
    remark = Remark.objects.get()
    assert (remark.settled_at is not None, remark.settled_by, remark.answer) == (
        True,
        olga,
        "it was table 2",
    )
    phones = set(Phone.objects.values_list("match", "device", "side", "writes"))
    assert phones == {(other.pk, writer.pk, side, True), (other.pk, looker.pk, 1, False)}
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.agreement, one.entered) == (Match.Agreement.OPEN, None)
    assert (other.agreement, other.entered) == (Match.Agreement.WAITING, None)


def over_and_disputed() -> list[Match]:
    """Two tables; at the first a phone of its first side wrote a game of one hand, the other side
    says it is wrong.
    """
    rules = {"target_score": None, "round_limit": 1}
    one, other = tables(desks.draw(desks.a_tournament("pairs_swiss", 4, rules=rules)))
    table_phones.sit(one, desks.table_phone(), 0, write=True)
    hands(publishing.open_game(one, 1, desks.table_phone()), 1)
    one.refresh_from_db()
    agreeing.dispute_result(one, 1, "we sat at table 2", None)
    return [one, other]


def test_two_tables_that_were_mixed_up_change_the_phones_that_write() -> None:
    one, other = two_tables()
    writers = {}
    for match, name in ((one, "Anna"), (other, "Beat")):
        writers[match.pk] = a_device(name)
        table_phones.sit(match, writers[match.pk], match.number - 1, write=True)
        hands(publishing.open_game(match, 1, writers[match.pk]), 1)
    table_phones.sit(other, writers[one.pk], 1)
    move_result(one, other, None, "mixed up")
    phones = set(Phone.objects.values_list("match", "device", "side", "writes"))
    assert phones == {
        (other.pk, writers[one.pk].pk, 0, True),
        (one.pk, writers[other.pk].pk, 1, True),
    }


def test_a_phone_that_wrote_both_tables_still_does() -> None:
    one, other = two_tables()
    phone = desks.table_phone()
    for match in (one, other):
        table_phones.sit(match, phone, match.number - 1, write=True)
        hands(publishing.open_game(match, 1, phone), 1)
    move_result(one, other, None, "mixed up")
    assert set(Phone.objects.values_list("match", "side", "writes")) == {
        (other.pk, 0, True),
        (one.pk, 1, True),
    }


def test_in_a_queue_those_who_played_at_the_wrong_table_have_it() -> None:
    cup = desks.a_tournament("pairs_swiss", 8)
    room.set_room(cup, None, tables=2, room_plan=Tournament.RoomPlan.QUEUE)
    drawn = desks.draw(cup)
    one, other = tables(drawn)[0], tables(drawn)[2]
    assert other.waits
    game = publishing.open_game(one, 1, desks.table_phone())
    hands(game, 2)
    line = carry_out(cup, lambda: move_result(one, other, None, "sat down too early"))
    one, other = desks.reread(one), desks.reread(other)
    assert (one.turn, one.number, one.waits) == (0, 3, True)
    assert (other.turn, other.number, other.waits) == (1, 1, False)
    game.refresh_from_db()
    assert game.table_name == "1"
    assert line is not None
    undo(line, None, "they are right there")
    assert MatchGame.objects.get(match=one).game_id == game.pk
    assert desks.reread(one).waits  # until a table is free, whoever has been called stays
    judging.rule_match(desks.reread(other), None, {"kind": "forfeit", "winner": 0}, "left")
    assert not desks.reread(one).waits
