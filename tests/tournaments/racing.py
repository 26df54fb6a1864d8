"""What the races at the desk share: browsers that press at once, and phones at the tables that
write meanwhile.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Game
from scoring.rules import Round
from tests.databases import database_under_test
from tests.scoring.games import a_client, a_device, write
from tests.scoring.racing import apart, at_once, refusals, statuses
from tests.scoring.tables import Phone, an_entry
from tests.tournaments import desks
from tournaments.actions import publishing, stages
from tournaments.models import LogLine, Match, Place, SessionRound, Tournament

__all__ = [
    "CLOSED",
    "DRAFT",
    "PUBLISHED",
    "Press",
    "a_phone",
    "apart",
    "at_once",
    "begun",
    "check_whole",
    "game_at",
    "hands",
    "logged",
    "posting",
    "pressing_round",
    "refusals",
    "statuses",
    "turns",
    "writing_hand",
]

Press = Callable[[], Any]
HAND = Round(out=(0, 1, 2, 3), card_points=(65, 35))
PLAYED = HAND.to_data()
CLOSED, DRAFT, PUBLISHED = (
    SessionRound.State.CLOSED,
    SessionRound.State.DRAFT,
    SessionRound.State.PUBLISHED,
)


def begun(desk: desks.Desk, entrants: int = 8, preset: str = "pairs_swiss") -> Tournament:
    tournament = desks.a_tournament(preset, entrants, desk=desk)
    stages.begin_stage(desks.first_stage(tournament), None)
    return tournament


def logged(tournament: Tournament, action: str) -> int:
    return LogLine.objects.filter(tournament=tournament, action=action).count()


def check_whole(session_round: SessionRound) -> None:
    """Everybody sits once or is free, and every table has its games or, in a draft, none."""
    places = list(Place.objects.filter(session_round=session_round))
    assert len({place.entrant_id for place in places}) == len(places)
    assert {place.match_id for place in places if place.match_id} == {
        row.pk for row in session_round.matches.all()
    }
    expected = 0 if session_round.state == DRAFT else session_round.stage.best_of
    assert {match.games.count() for match in session_round.matches.all()} == {expected}


def turns(count: int, short: int = 2) -> list[Any]:
    """How often a race is run: twice among the other tests, all of `count` in the long version.

    On SQLite half as often: who comes second waits there in front of the whole database, whoever it
    is.
    """
    short = short if database_under_test() == "postgres" else (short + 1) // 2
    return [
        turn if turn < short else pytest.param(turn, marks=pytest.mark.slow)
        for turn in range(count)
    ]


def quiet(client: Client) -> Client:
    """The browser, for which an error is a page with status 500, as it is for people."""
    client.raise_request_exception = False
    return client


def posting(client: Client, address: str, *args: object, **fields: Any) -> Press:
    """What presses the button of an address in this browser."""
    quiet(client)
    return lambda: client.post(reverse(address, args=args), fields)


def pressing_round(
    client: Client, session_round: SessionRound, action: str, **fields: Any
) -> Press:
    stage = session_round.stage
    where = (stage.tournament_id, stage.number, session_round.number, action)
    if action == "close":
        fields = {"accept": "1", **fields}  # results count that nobody agreed to
    return posting(client, "desk_round_do", *where, **fields)


def a_phone(owner: str) -> Phone:
    key = f"the phone of {owner}"
    return Phone(key, a_device(key), quiet(a_client(key)))


def game_at(match: Match, phone: Phone, number: int = 1) -> Game:
    """A game of the match, which this phone has opened and may write."""
    return publishing.open_game(match, number, phone.device)


def hands(game: Game, count: int) -> None:
    """Write so many hands, all alike, from the phone that the helpers of the desk use."""
    write(game, [HAND] * count, desks.table_phone())


def writing_hand(phone: Phone, game: Game, number: int) -> Press:
    """What sends this hand from the phone: the same one, however often it is called."""
    entry = an_entry(number, PLAYED)
    return lambda: apart(phone).post("api_entries", game, entry)
