"""What was read of a file: what its games came to, and what was refused."""

import pytest

from scoring.rules import RuleError
from tournaments.clubs.imports import Reading, read

HEAD = "date;game;player 1;player 2;player 3;player 4"
FOUR = "2024-05-03;1;Anna;Beat;Carla;Dino"


def totals(reading: Reading) -> list[tuple[int, ...]]:
    return [tuple(game.record.game.totals) for game in reading.games]


def wrong(reading: Reading) -> list[tuple[int | None, str, str]]:
    return [(one.line, one.mistake.field, one.mistake.code) for one in reading.refused]


def code_of(content: bytes) -> str:
    """Why nothing of a file is read."""
    with pytest.raises(RuleError) as caught:
        read(content)
    (mistake,) = caught.value.mistakes
    assert mistake.message
    return mistake.code
