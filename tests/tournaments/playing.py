"""Matches played to their end by believable hands: the same seed gives the same evening."""

from collections.abc import Collection
from functools import cache

from scoring.games.queries import table_of
from scoring.models import Device, Game
from scoring.rules import Position, Round, RuleSet, opening
from tests.scoring.games import a_device, believable, write
from tournaments.actions import playing
from tournaments.models import Match, MatchGame, SessionRound

PHONE = "a table's phone"
LONGEST = 60  # rounds
EVENINGS = 16  # different ones of a rule set, thought out once


def table_phone() -> Device:
    return a_device(PHONE)


def evening(position: Position, seed: int) -> list[Round]:
    """Believable rounds to the end of a game: of a whole one the shortest of several, as everything
    that follows from a round takes longer than the thought.
    """
    if position == opening(position.rules, position.n_players):
        return _short_evening(position.rules, position.n_players, seed % EVENINGS)
    return believable(position.rules, position.n_players, LONGEST, seed, after=position)


@cache
def _short_evening(rules: RuleSet, n_players: int, seed: int) -> list[Round]:
    games = 8 if rules.target_score else 1
    return min(
        (believable(rules, n_players, LONGEST, games * seed + nth) for nth in range(games)), key=len
    )


def seed_of(match: Match, seed: int, game: int) -> int:
    """The seed of a game of a match: another at each table, in each session round."""
    return (seed + 5 * match.session_round.number + match.number) * 31 + game


def play_matches(
    session_round: SessionRound, matches: Collection[int] | None = None, seed: int = 1
) -> None:
    """Play the tables of a session round to their end; `matches` are the ids of those that play,
    None for all.
    """

    def hands(row: MatchGame, position: Position, _people: object) -> list[Round]:
        return evening(position, seed_of(row.match, seed, row.number))

    playing.play_matches(session_round, table_phone(), hands, matches)


def play_game(game: Game, seed: int = 1) -> Game:
    """Write believable rounds until the game is over: all but the last straight, the last by the
    scorer.
    """
    return write(game, evening(table_of(game).position, seed), table_phone())
