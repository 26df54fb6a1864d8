"""The event whose entrants most of these tests look at.

Imports stand inside: this file may be read before the settings are.
"""

from typing import TYPE_CHECKING

import pytest

from tests.worlds import built_once

if TYPE_CHECKING:
    from tournaments.models import Tournament


def four_pairs() -> "Tournament":
    from tests.tournaments.desks import a_tournament

    return a_tournament("pairs_swiss", 4)


shared = built_once(four_pairs)


@pytest.fixture
def cup(shared: "Tournament") -> "Tournament":
    """Four pairs in a Swiss event that is open."""
    return type(shared).objects.get(pk=shared.pk)
