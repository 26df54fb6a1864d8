"""When the games of a tournament rate their people: once it is over, and nothing of it is kept for
a prize-giving.
"""

from scoring.games.actions.rating_marks import mark_games
from scoring.models import Game
from tournaments.models import Tournament


def rate_anew(tournament: Tournament) -> None:
    """Whether its games may be told of has changed: whoever asks for ratings rates them again."""
    mark_games(Game.objects.filter(match_game__match__session_round__stage__tournament=tournament))
