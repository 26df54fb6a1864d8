"""What a hand of a match asks of the database: the same however many hands were played."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Game
from tests.scoring.tables import PLAIN, Phone, phone_of
from tests.tournaments import desks
from tournaments.actions.table_phones import sit_to_write

pytestmark = pytest.mark.django_db

MOST = 24  # one less on PostgreSQL, where the news of it is no query


def cost(phone: Phone, game: Game, number: int) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert phone.write(game, number, PLAIN).status_code == 201
    return len(asked)


def test_a_hand_costs_as_many_queries_late_in_a_match_as_early() -> None:
    rules = {"target_score": None, "round_limit": 99}
    match = desks.tables(desks.draw(desks.a_tournament(entrants=4, rules=rules)))[0]
    phone = phone_of("Anna")
    game = sit_to_write(match, 1, phone.device, 0)
    costs = [cost(phone, game, number) for number in range(1, 13)]
    assert set(costs[1:]) == {costs[1]}
    assert max(costs) <= MOST + 1  # the first hand has nothing kept to go on from
    assert costs[1] <= MOST
