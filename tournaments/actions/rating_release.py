"""Releases a tournament's games for ratings: once it is over, and no results are hidden."""

from scoring.games.actions.rating_marks import mark_games
from scoring.models import Game
from tournaments.models import Tournament


def invalidate_ratings(tournament: Tournament) -> None:
    """Invalidate ratings after the visibility of a tournament's games changed."""
    mark_games(Game.objects.filter(match_game__match__session_round__stage__tournament=tournament))
