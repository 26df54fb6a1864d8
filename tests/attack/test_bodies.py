"""What the API takes, filled to its brim: twice as much is at most twice and a half the work."""

import json
from collections.abc import Callable
from functools import partial

import pytest
from django.test import Client

from scoring.games.access.handover import MOST_ENTRIES, pass_for
from tests.attack.bodies import ENTRIES, GAMES, Body
from tests.lengths import in_short
from tests.scoring.tables import at, phone_of, table, told
from tests.work import GROWTH, work_of
from tichu_site.server import size_limits

pytestmark = pytest.mark.django_db


def growth(
    client: Client, address: str, made: Callable[[int], Body], most: int
) -> tuple[list[int], float]:
    """The statuses, and how many times the work of half a body the whole one takes."""
    statuses: list[int] = []

    def send(body: bytes) -> None:
        answer = client.post(address, body, content_type="application/json")
        statuses.append(answer.status_code)
        assert len(answer.content) < 20_000
        assert answer.status_code < 400 or 0 < len(told(answer)) <= 20
        # Of entries that were carried each has mistakes of its own: twenty in all, and the first of
        # each.
        assert answer.content.count(b'"code"') <= 20 + 2 * MOST_ENTRIES

    # The first sets up what is set up once. Each has an id of its own: an entry that is sent again
    # is only found, not written.
    first, *bodies = (json.dumps(made(most // part)).encode() for part in (8, 8, 4))
    assert len(bodies[1]) <= most
    send(first)
    half, whole = (work_of(partial(send, body)) for body in bodies)
    return statuses, whole / half


@pytest.mark.parametrize("what", ENTRIES)
def test_an_entry(what: str) -> None:
    anna = phone_of("Anna")
    statuses, times = growth(
        anna.client, at("api_entries", table(anna)), ENTRIES[what], size_limits.ENTRY
    )
    assert set(statuses) <= {201, 400, 409, 422}
    assert times <= GROWTH


@pytest.mark.parametrize("what", GAMES)
def test_a_game(what: str) -> None:
    statuses, times = growth(Client(), "/api/v1/games/", GAMES[what], size_limits.ENTRY)
    assert set(statuses) <= {400, 422}
    assert times <= GROWTH


# In short every second: the reader is that of an entry, above.
@pytest.mark.parametrize("what", in_short(ENTRIES, list(ENTRIES)[::2]))
def test_a_handover(what: str) -> None:
    anna = phone_of("Anna")
    game = table(anna)

    def handed(n: int) -> Body:
        # As many as are let in, each with its share: twice as much is twice as much in each.
        return {
            "game": str(game.pk),
            "pass": pass_for(game, anna.device),
            "entries": [ENTRIES[what](n // (2 * MOST_ENTRIES)) for _ in range(MOST_ENTRIES)],
        }

    statuses, times = growth(Client(), "/api/v1/handover/", handed, size_limits.FORM)
    assert set(statuses) <= {200, 400, 422}
    assert times <= GROWTH
