"""Every address that takes a form, filled to its brim: twice as much is at most twice and a half
the work.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import log2
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.test import Client
from django.utils.datastructures import MultiValueDict

from tests.addresses import WRITE
from tests.lengths import in_short
from tests.scoring.tables import at, phone_of, table
from tests.tournaments.roles.ways import WAYS
from tests.tournaments.roles.world import PERSONAL, TABLE, World, the_world
from tests.work import GROWTH, work_of
from tichu_site.server import size_limits

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
MOST_FIELDS = 480  # Django reads 500

Fields = dict[str, str | list[str]]
# What a field may hold of `size` characters, where `count` fields share the form.
FILLED: dict[str, Callable[[int], str]] = {
    "one word": lambda size: "x" * size,
    "words": lambda size: "x " * (size // 2),
    "digits": lambda size: "9" * size,
    "lines": lambda size: "Ann & Bo, C\n" * (size // 12),
    "brackets": lambda size: "[" * size,
    "numbers in JSON": lambda size: '{"out": [' + "0," * (size // 2) + "0]}",
    "spaces": lambda size: "a" + " " * size + "b",
    "signs": lambda size: "\N{SNOWMAN}\N{COMBINING ACUTE ACCENT}" * (size // 4),
}


@contextmanager
def asked_for(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The names of fields that are looked up meanwhile, in any form and any address."""
    names: set[str] = set()

    def listening(name: str) -> None:
        before = getattr(MultiValueDict, name, None) or getattr(dict, name)

        def heard(self: Any, key: Any, *args: Any, **kwargs: Any) -> Any:
            if isinstance(key, str):
                names.add(key)
            return before(self, key, *args, **kwargs)

        patch.setattr(MultiValueDict, name, heard)

    with monkeypatch.context() as patch:
        for name in ("__getitem__", "__contains__", "get", "_getlist"):
            listening(name)
        yield names


def body(fields: Fields, names: set[str], kind: str, size: int) -> bytes:
    """A form of about `size` bytes: what it has to hold, and all that is asked for besides, filled.

    `many values` gives each name as often as a form may hold fields.
    """
    free = sorted(names - set(fields) - {"csrfmiddlewaretoken"}) or ["text"]
    if kind == "many values":
        return urlencode(
            [*fields.items(), *((free[n % len(free)], "1") for n in range(size))], doseq=True
        ).encode()
    each = FILLED[kind](200)
    length = size * 200 // (len(free) * len(urlencode({"": each})))
    return urlencode({**fields, **dict.fromkeys(free, FILLED[kind](length))}, doseq=True).encode()[
        :size
    ]


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
