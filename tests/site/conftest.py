"""The account that most tests of signing in begin with.

Imports stand inside: this file may be read before the settings are.
"""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tichu_site.models import User


@pytest.fixture
def olga() -> "User":
    """The site's owner, with a password."""
    from tests.site.accounts import EMAIL, PASSWORD
    from tichu_site.accounts.creation import create_first_account

    return create_first_account(name="Olga Owner", email=EMAIL, password=PASSWORD)
