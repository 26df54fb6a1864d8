"""The same phones and the same server as in the tests of the pages."""

import pytest

from tests.browser.conftest import browser, new_phone, phone, site, troubles

__all__ = ["browser", "new_phone", "phone", "site", "troubles"]


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


def pytest_itemcollected(item: pytest.Item) -> None:
    if "browser" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.browser)
