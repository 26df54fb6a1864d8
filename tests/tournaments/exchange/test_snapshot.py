"""A document is of one moment, however long it takes to read the tournament."""

from typing import Any

import pytest
from django.db import connection

from tests.tournaments import desks
from tournaments.exchange.writing import document

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_tournament_is_locked_before_anything_is_read_and_until_all_is() -> None:
    cup = desks.a_tournament(entrants=4)
    desks.play_round(desks.draw(cup))
    asked: list[tuple[str, bool]] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append((sql, connection.in_atomic_block))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        assert len(document(cup)["entrants"]) == 4
    reading = [row for row in asked if row[0].startswith("SELECT")]
    assert len(reading) > 10
    assert {inside for _, inside in reading} == {True}
    assert 'FROM "tournaments_tournament"' in reading[0][0]
    if connection.features.has_select_for_no_key_update:
        assert "FOR NO KEY UPDATE" in reading[0][0]
