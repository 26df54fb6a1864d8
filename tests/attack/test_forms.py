"""Every address that takes a form, filled to its brim: twice as much is at most twice and a half
the work.
"""

from collections.abc import Iterator
from math import log2
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tests.addresses import WRITE
from tests.attack.forms import FILLED, FORM, MOST_FIELDS, Fields, asked_for, body
from tests.lengths import in_short
from tests.scoring.tables import at, phone_of, table
from tests.tournaments.roles.ways import WAYS
from tests.tournaments.roles.world import PERSONAL, TABLE, World, the_world
from tests.work import GROWTH, work_of
from tichu_site.server import size_limits

pytestmark = pytest.mark.django_db

KINDS = [*FILLED, "many values"]
# What no large form has to be read for: tournaments and clubs have tests of their own, by what
# there is so much of.
ELSEWHERE = {"desk_import", "desk_club_import"}
PARTS = (1 / 2, 3 / 4, 7 / 8, 15 / 16)  # of a whole form
PAGES = {"own": PERSONAL, "match": TABLE, "card": TABLE}


def asked(client: Client, address: str, sent: bytes) -> int:
    """The status; whatever it does is undone."""
    with transaction.atomic():
        answer = client.post(address, sent, content_type=FORM, headers={"HX-Request": "true"})
        transaction.set_rollback(True)
    return int(answer.status_code)


def targets(world: World) -> Iterator[tuple[str, Client, str, Fields, int]]:
    """Name, who asks, address, what the form has to hold, and how many bytes are let in."""
    anna = phone_of("Anna")
    game = table(anna)
    for name, more in WRITE.items():
        if not name.startswith("api_"):
            yield (
                name,
                anna.client,
                at(name, game, **more),
                {},
                size_limits.OF_ADDRESS.get(name, size_limits.FORM),
            )
    for address in (
        "/new/",
        f"/again/{game.pk}/",
        "/language/",
        "/account/login/",
        "/account/password/reset/",
    ):
        yield address, anna.client, address, {}, size_limits.FORM
    for key, way in WAYS.items():
        if "POST" in way.methods and key not in ELSEWHERE:
            role = PAGES.get(way.page, "owner")
            fields: Any = {name: str(value) for name, value in way.form(world).items()}
            most = size_limits.OF_ADDRESS.get(key.partition(" ")[0], size_limits.FORM)
            yield key, world.clients[role], way.address(key, world, role), fields, most


@pytest.mark.parametrize("turn", in_short(range(len(KINDS)), [0]))
def test_a_form_that_is_full_costs_in_growth_what_it_holds(
    monkeypatch: pytest.MonkeyPatch, turn: int
) -> None:
    """Each address by one kind of filling, and by all of them over the turns; the first turn asks
    every sixth.
    """
    found = {}
    for number, (name, client, address, fields, most) in enumerate(targets(the_world())):
        if turn == 0 and number % 6:
            continue
        kind = KINDS[(number // (3 if turn else 6) + turn) % len(KINDS)]
        size = MOST_FIELDS if kind == "many values" else most
        with asked_for(monkeypatch) as names:
            asked(client, address, body(fields, set(), "one word", 100))

        def send(part: int) -> tuple[int, int]:
            statuses: list[int] = []
            sent = body(fields, names, kind, part)  # noqa: B023  (called at once)
            work = work_of(lambda: statuses.append(asked(client, address, sent)))  # noqa: B023
            return statuses[0], work

        status, whole = send(size)
        # Taken by half and refused as a whole are two deeds, not two sizes: then a larger part is
        # compared.
        for share in PARTS:
            answered, part = send(int(size * share))
            if answered == status:
                break
        found[name, kind] = (status, answered, round(whole / part, 2), GROWTH ** log2(1 / share))
    assert {
        key: (status, answered, grown)
        for key, (status, answered, grown, growth) in found.items()
        if status in {413, 500} or answered != status or grown > growth
    } == {}
