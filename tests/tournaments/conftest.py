"""The desk that most tests of a tournament's pages begin with.

Imports stand inside: this file may be read before the settings are.
"""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.tournaments.desks import Desk


@pytest.fixture
def desk() -> "Desk":
    """A club of its own, whose owner is signed in."""
    from tests.tournaments.desks import a_desk

    return a_desk()
