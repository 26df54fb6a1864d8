"""Matches whose sides write, agree and correct."""

import uuid
from typing import Any

from django.utils import timezone

from scoring.games.actions import correcting
from scoring.games.queries import table_of
from scoring.models import Game
from scoring.rules import Round
from tests.scoring import games
from tests.tournaments import desks
from tournaments.actions import agreeing, publishing
from tournaments.match.figures import fingerprint
from tournaments.models import Match, Phone, Tournament

WON = Round(out=(0, 1, 2, 3), card_points=(65, 35))
LEVEL = Round(out=(0, 1, 2, 3), card_points=(50, 50))
MODES = Tournament.Agreement

HANDS = 4  # of a match of the championship


def a_match(mode: str, **more: Any) -> Match:
    """A match of one game to 100, not begun; the phone of side 0 will write it."""
    tournament = desks.a_tournament("team_cup", 2, rules={"target_score": 100}, best_of=1)
    Tournament.objects.update(agreement=mode, **more)
    tournament.refresh_from_db()
    match = desks.draw(tournament).matches.get()
    Phone.objects.create(
        match=match, device=desks.table_phone(), side=0, writes=True, heard_at=timezone.now()
    )
    return desks.reread(match)


def the_game(match: Match) -> Game:
    return publishing.open_game(match, 1, desks.table_phone())


def write(match: Match, *rounds: Round) -> Match:
    games.write(the_game(match), rounds, desks.table_phone())
    return desks.reread(match)


def correct(match: Match, number: int, played: Round) -> Match:
    game = the_game(match)
    seen = table_of(game).entries[number - 1].pk
    correcting.correct_round(
        game, uuid.uuid4(), number, played.to_data(), desks.table_phone(), replaces=seen
    )
    return desks.reread(match)


def agree(match: Match, side: int = 1, how: str = "other", **more: Any) -> Match:
    return agreeing.agree(match, side, fingerprint(match), how=how, **more)
