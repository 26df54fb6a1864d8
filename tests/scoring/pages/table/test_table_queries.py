"""What the table's pages ask of the database: the same however long the game."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext

from scoring.games.queries import table_of
from scoring.models import Entry, Game
from tests.scoring.tables import PLAIN, SWEEP, Phone, let_in, phone_of, posted, record, table, write

pytestmark = pytest.mark.django_db

LENGTHS = (1, 20)
MOST_FOR_A_ROUND = 14


def cost(ask: Callable[[], HttpResponse], status: int = 200) -> int:
    """Queries until the answer is drawn, the two of each transaction among them."""
    with CaptureQueriesContext(connection) as seen:
        answer = ask()
    assert answer.status_code == status
    return len(seen)


def long_game(anna: Phone, rounds: int) -> Game:
    game = table(anna, target_score=None)
    write(game, *[PLAIN] * rounds)
    return game


def somebody(role: str, anna: Phone, game: Game) -> Phone:
    if role == "owner":
        return anna
    beat = phone_of("Beat")
    let_in(beat, game, role)
    return beat


@pytest.mark.parametrize("role", ["owner", "scorer"])
@pytest.mark.parametrize("variant", ["nanking", "wu_wang", "always_last"])
def test_taking_the_first_round_in_costs_fourteen_queries_at_most(anna, role, variant):
    game = table(anna, variant)
    called = {"out": [0, 1, 2, 3], "card_points": [65, 35], "calls": {"1": "tichu"}}
    data = called if variant != "always_last" else {"out": [0, 1, 2, 3, 4]}
    phone = somebody(role, anna, game)
    assert cost(lambda: phone.write(game, 1, data), 201) <= MOST_FOR_A_ROUND


@pytest.mark.parametrize("role", ["owner", "scorer"])
def test_taking_a_round_in_costs_fourteen_queries_at_most_after_one_round_and_after_twenty(
    anna, role
):
    costs = []
    for rounds in LENGTHS:
        game = long_game(anna, rounds)
        phone, sides = somebody(role, anna, game), table_of(game).position.sides
        costs.append(cost(lambda: phone.write(game, rounds + 1, PLAIN, sides=sides), 201))  # noqa: B023
    assert costs[0] == costs[1] <= MOST_FOR_A_ROUND


@pytest.mark.parametrize("role", ["owner", "scorer"])
@pytest.mark.parametrize(("address", "places"), [("score", {}), ("correct_round", {"number": 1})])
def test_a_page_costs_the_same_however_long_the_game(anna, role, address, places):
    costs = []
    for rounds in LENGTHS:
        game = long_game(anna, rounds)
        phone = somebody(role, anna, game)
        costs.append(cost(lambda: phone.get(address, game, **places)))  # noqa: B023
    assert costs[0] == costs[1] <= 6


@pytest.mark.parametrize("role", ["owner", "scorer"])
@pytest.mark.parametrize(
    ("kind", "most"),
    [
        ("correction", 18),
        ("undo", 16),
        ("choice", 20),
        ("agreement", 14),
        ("same", 14),
        ("rival", 14),
    ],
)
def test_every_other_kind_of_entry_costs_the_same_however_long_the_game(anna, role, kind, most):
    costs = []
    for rounds in LENGTHS:
        game = long_game(anna, rounds)
        phone, counting = somebody(role, anna, game), table_of(game).entries[-1]
        data, more = None, {"kind": kind}
        if kind == "correction":
            data, more["replaces"] = SWEEP, str(counting.pk)
        elif kind == "agreement":
            # A phone that is gone: anybody may agree
            Entry.objects.filter(pk=counting.pk).update(device=None)
            more["about"] = str(counting.pk)
        elif kind == "choice":
            more["about"] = record(game, rounds, SWEEP).entry.pk.hex
        elif kind in {"same", "rival"}:
            data, more = {"same": PLAIN, "rival": SWEEP}[kind], {}
        costs.append(cost(lambda: phone.write(game, rounds, data, **more), 201))  # noqa: B023
    assert costs[0] == costs[1] <= most


@pytest.mark.parametrize("address", ["correct_round", "undo_round"])
def test_the_forms_that_correct_and_take_back_cost_the_same_however_long_the_game(anna, address):
    costs = []
    for rounds in LENGTHS:
        game = long_game(anna, rounds)
        places = {"number": rounds} if address == "correct_round" else {}
        fields = posted(PLAIN, rounds, replaces=str(table_of(game).entries[-1].pk))
        costs.append(cost(lambda: anna.send(address, game, fields, **places), 302))  # noqa: B023
    assert costs[0] == costs[1] <= 20  # on PostgreSQL, where the news of it is one query
