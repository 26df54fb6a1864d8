"""The schema that the migrations make is the one that is written down in `tests/site/schema/`."""

from difflib import unified_diff
from typing import Any

import pytest
from django.db import connection

from tests.site.schema_listing import RENEW, file_for, listing

pytestmark = pytest.mark.django_db


def test_the_migrations_make_the_schema_that_is_written_down() -> None:
    with connection.cursor() as cursor:

        def read(query: str) -> list[Any]:
            cursor.execute(query)
            found: list[Any] = cursor.fetchall()
            return found

        made = listing(connection.vendor, read)
    path = file_for(connection.vendor)
    differing = unified_diff(
        path.read_text(encoding="utf-8").splitlines(),
        made.splitlines(),
        path.name,
        "the database",
        lineterm="",
    )
    assert "\n".join(differing) == "", f"if the change is meant: {RENEW}"
