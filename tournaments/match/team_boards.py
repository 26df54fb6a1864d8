"""Matches of teams of four: two tables that play the same boards at the same time."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.rules import VARIANTS
from tournaments.models import Match, Stage
from tournaments.standings.lines import Played
from tournaments.standings.points import SCORING_SYSTEMS
from tournaments.standings.points.team_imps import Swing, swings


def has_rooms(stage: Stage) -> bool:
    """Whether a match of a stage is played at two tables at the same time."""
    return SCORING_SYSTEMS[stage.points].rooms > 1


def people_needed(stage: Stage) -> int:
    """Return how many people an entrant needs for a match, if entrants are its sides."""
    return VARIANTS[stage.variant].side_size * SCORING_SYSTEMS[stage.points].rooms


def plays_on_at_two(match: Match) -> bool:
    """Whether two tables still play a match, so that no hand may show what is on a board."""
    return not match.done and has_rooms(match.session_round.stage)


def board_numbers(match: Match) -> list[int]:
    """Return the boards of a match in duplicate, in order; empty in all other formats. One query if
    it may be played at two tables.
    """
    if match.boards or not has_rooms(match.session_round.stage):
        return sorted(match.boards)
    row = match.games.first()
    return sorted(row.boards) if row is not None else []


def with_averages(
    played: Sequence[Played],
    averages: Mapping[str, Sequence[str]],
    sides: Sequence[Sequence[int]],
) -> list[Played]:
    """Return a match's games with the director's averages on single boards, if they have boards.

    `averages` are those of the match: of both sides, by board.
    """
    if not averages or not any(game.boards for game in played):
        return list(played)
    given = {
        int(board): {who: pair[index] for index, side in enumerate(sides) for who in side}
        for board, pair in averages.items()
    }
    return [replace(game, averages=given) for game in played]


def boards_of(
    played: Sequence[Played], averages: Mapping[str, Sequence[str]], sides: Sequence[Sequence[int]]
) -> list[Swing]:
    """Return the boards of a match that count, seen from its first side."""
    return swings(played, sides, {int(board): pair for board, pair in averages.items()})
