"""Anna's phone, her club, the table she started, and a second phone at it: what most tests of a
game begin with.

Imports stand inside: this file may be read before the settings are.
"""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from scoring.models import Club, Device, Game
    from tests.scoring.reading_api import World
    from tests.scoring.tables import Phone


@pytest.fixture
def anna() -> "Phone":
    from tests.scoring.tables import phone_of

    return phone_of("Anna")


@pytest.fixture
def game(anna: "Phone") -> "Game":
    """Nanking, nothing written yet."""
    from tests.scoring.tables import table

    return table(anna)


@pytest.fixture
def beat(game: "Game") -> "Phone":
    """Beat's phone, which may write in Anna's game."""
    from tests.scoring.tables import let_in, phone_of

    beat = phone_of("Beat")
    let_in(beat, game, "scorer")
    return beat


@pytest.fixture
def club() -> "Club":
    """A club that one phone has joined."""
    from tests.scoring.clubs import a_club
    from tests.scoring.games import a_device

    return a_club(a_device())


@pytest.fixture
def world() -> "World":
    """A club with keys, for the reading API."""
    from tests.scoring.reading_api import a_world

    return a_world()


@pytest.fixture
def phone() -> "Device":
    """The only phone of a club."""
    from tests.scoring.clubs import a_club
    from tests.scoring.games import a_device

    device = a_device()
    a_club(device)
    return device
