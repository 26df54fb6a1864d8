"""A result that was entered for the wrong table goes to the right one."""

from typing import Any

import pytest

from tests.tournaments import desks
from tests.tournaments.racing import hands
from tests.tournaments.refusing import refused
from tests.tournaments.test_changing_places import first_of, names_at, tables
from tournaments.actions import judging, papers, publishing
from tournaments.actions.integrity import carry_out, undo
from tournaments.actions.integrity_rows import snapshot
from tournaments.actions.moving import games_of_matches, move_result
from tournaments.history import seated_match
from tournaments.models import LogLine, Match, MatchGame

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
    return list(match.session_round.stage.tournament.entrants.get(pk=who).members.select_related("player"))


def test_what_stood_at_the_other_table_comes_back() -> None:
    one, other = two_tables()
    for match, count in ((one, 1), (other, 3)):
        hands(publishing.open_game(match, 1, desks.table_phone()), count)
    move_result(one, other, None, "mixed up")
    assert (score(one), score(other)) == ([195, 105], [65, 35])


def test_a_sheet_on_paper_that_was_typed_for_the_wrong_table_goes_along() -> None:
    one, other = two_tables()
    papers.enter_paper(one, None, papers.paper_of([[300, 900]]), "paper sheet")
    move_result(one, other, None, "wrong line", turned=True)
    assert (score(one), score(other)) == (None, [900, 300])
    assert (one.done, other.done, one.ruling) == (False, True, None)


def test_it_is_undone() -> None:
    one, other = two_tables()
    for match, count in ((one, 1), (other, 3)):
        hands(publishing.open_game(match, 1, desks.table_phone()), count)
    tournament = one.session_round.stage.tournament
    games = games_of_matches(one, other)
    before = snapshot(tournament, games)
    change = carry_out(tournament, lambda: move_result(one, other, None, "mixed up", turned=True), games=games)
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
