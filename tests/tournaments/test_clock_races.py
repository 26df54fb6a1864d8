"""The time is ended while tables write: every hand counts or is refused in words, and no table is
left half-way.
"""

import pytest

from scoring.models import Game, GameEvent
from tests.tournaments import desks
from tests.tournaments.racing import (
    a_phone,
    at_once,
    game_at,
    hands,
    posting,
    statuses,
    turns,
    writing_hand,
)
from tournaments.actions import timing
from tournaments.models import LogLine, Match, SessionRound, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("rule", ["now", "hand"])
@pytest.mark.parametrize("turn", turns(25, short=1))
def test_the_time_is_ended_while_all_tables_write(rule: str, turn: int) -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament(
        entrants=6, desk=desk, rules={"target_score": None, "round_limit": 10}
    )
    Tournament.objects.filter(pk=tournament.pk).update(unfinished=rule)
    row = timing.start_clock(desks.draw(tournament), None, minutes=50)
    phones = {match: a_phone(f"{rule} {turn} {match.number}") for match in row.matches.all()}
    games = {match: game_at(match, phone) for match, phone in phones.items()}
    for game in games.values():
        hands(game, 2)
    other = desks.let_direct(desk, "Otto")
    end = [
        posting(client, "desk_clock", tournament.pk, 1, 1, "end") for client in (desk.client, other)
    ]
    answers = at_once(
        *end, *(writing_hand(phones[match], game, 3) for match, game in games.items())
    )
    assert statuses(answers[:2]) == {302: 2}
    assert {answer.status_code for answer in answers[2:]} == {201}
    assert LogLine.objects.filter(tournament=tournament, action="clock_ended").count() == 1
    assert SessionRound.objects.get(pk=row.pk).clock_ended_at is not None
    for answer, (match, game) in zip(answers[2:], games.items(), strict=True):
        now, counted = Game.objects.get(pk=game.pk), Match.objects.get(pk=match.pk)
        written = now.rounds.count()
        assert written == {"counted": 3, "late": 2}[answer.json()["outcome"]]
        assert {line["hands"] for line in (counted.result or {}).values()} == {written}
        assert counted.done is (now.state == "stopped")
        assert GameEvent.objects.filter(game=game, action="finish_early").count() == (
            now.state == "stopped"
        )
        # At once: all are stopped. By the hand: who wrote before the end plays one more.
        assert now.state == "stopped" or rule == "hand"
