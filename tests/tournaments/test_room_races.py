"""Results that arrive at the same time: no match is called to two tables, and no two to one."""

import pytest

from scoring.models import Game
from tests.tournaments import desks
from tests.tournaments.racing import a_phone, at_once, game_at, hands, turns, writing_hand
from tournaments.actions import publishing, room
from tournaments.models import LogLine, Match, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("turn", turns(20, short=2))
def test_results_at_the_same_time_call_one_match_to_one_table(turn: int) -> None:
    tournament = desks.a_tournament(
        entrants=12, desk=desks.a_desk(), rules={"target_score": None, "round_limit": 2}
    )
    room.set_room(tournament, None, tables=3, room_plan=Tournament.RoomPlan.QUEUE)
    Tournament.objects.filter(pk=tournament.pk).update(agreement="trust")
    row = desks.draw(tournament)
    playing = list(row.matches.filter(waiting=False).select_related(desks.ROUND))
    assert len(playing) == 3
    phones = {match: a_phone(f"{turn} {match.number}") for match in playing}
    games: dict[Match, Game] = {match: game_at(match, phones[match]) for match in playing}
    for game in games.values():
        hands(game, 1)
    answers = at_once(*(writing_hand(phones[match], game, 2) for match, game in games.items()))
    assert {answer.status_code for answer in answers} == {201}
    called = Match.objects.filter(session_round=row, turn=2)
    assert sorted(match.number for match in called) == [1, 2, 3]
    assert not any(match.waiting for match in called)
    lines = LogLine.objects.filter(tournament=tournament, action="called_to_table")
    assert sorted(line.params["table"] for line in lines) == [1, 2, 3]
    assert len({line.params["match"] for line in lines}) == 3
    for match in called.select_related(desks.ROUND):
        publishing.open_game(match, 1, phones[playing[0]].device)
