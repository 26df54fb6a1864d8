"""The chain: a link says its content and all before it, the same from either database; its head can
be read out.
"""

import json
import uuid
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games import chain
from scoring.games.actions.chaining import seats_of
from scoring.models import Entry, Game, GameEvent
from tests.scoring.tables import (
    PLAIN,
    SWEEP,
    Phone,
    correct,
    pause,
    record,
    resume,
    table,
    undo,
    write,
)
from tests.scoring.tables import phone_of as a_phone

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)

contents = st.dictionaries(st.text(max_size=8), values, max_size=4)


def as_postgres_gives_it(value: Any) -> Any:
    """PostgreSQL keeps a number as it is, and writes whole ones without a point or an exponent."""
    if isinstance(value, dict):
        return {key: as_postgres_gives_it(one) for key, one in reversed(value.items())}
    if isinstance(value, list):
        return [as_postgres_gives_it(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


@given(contents)
def test_content_gives_the_same_bytes_from_either_database(content: dict[str, Any]) -> None:
    from_sqlite = json.loads(json.dumps(content))
    assert (
        chain.canonical(from_sqlite)
        == chain.canonical(content)
        == chain.canonical(as_postgres_gives_it(content))
    )


@given(
    st.dictionaries(st.text(max_size=8), values, max_size=4),
    st.dictionaries(st.text(max_size=8), values, max_size=4),
)
def test_other_content_or_another_link_before_gives_another_link(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    link = chain.linked(b"before", one)
    assert (link == chain.linked(b"before", other)) == (
        chain.canonical(one) == chain.canonical(other)
    )
    assert link != chain.linked(b"another", one)


def test_a_moment_is_the_same_in_every_zone_and_a_list_the_same_as_a_tuple() -> None:
    noon = datetime(2026, 11, 21, 12, 0, 0, 5, tzinfo=UTC)
    there = noon.astimezone(timezone(timedelta(hours=1)))
    key = uuid.uuid4()
    assert chain.canonical({"at": noon, "who": key, "seats": (1, 2)}) == chain.canonical(
        {"seats": [1, 2], "who": key.hex, "at": there}
    )


@given(st.binary(min_size=32, max_size=32))
def test_a_head_is_read_as_it_is_shown_however_it_is_typed(head: bytes) -> None:
    shown = chain.code(head)
    assert (len(shown), set(shown) <= {*chain.SIGNS, "-"}) == (14, True)
    for typed in (shown, shown.lower(), shown.replace("-", " "), f" {shown} ", shown[:9]):
        assert chain.is_head(head, chain.read_code(typed))
    other = bytes([head[0]]) + bytes(31)
    assert not chain.is_head(other, chain.read_code(shown)) or other == head


@pytest.mark.parametrize("text", ["", "K7P3", "K7P3-QX2M-9AB0", "K7P3QX2M9ABCD", "x" * 4000])
def test_what_can_be_no_head_is_none(text: str) -> None:
    assert chain.read_code(text) == ""
    assert not chain.is_head(None, "K7P3QX2M")


@pytest.mark.django_db
def test_every_entry_and_event_hangs_on_the_one_before_and_the_game_knows_the_last(
    anna: Phone, game: Game
) -> None:
    assert Game.objects.get(pk=game.pk).chain_length == 0
    write(game, PLAIN, SWEEP)
    correct(game, 1, SWEEP)
    pause(game)
    resume(game)
    undo(game, 2)
    rows: list[Any] = [*Entry.objects.filter(game=game), *GameEvent.objects.filter(game=game)]
    rows.sort(key=lambda row: row.position)
    assert [getattr(row, "kind", None) or row.action for row in rows] == [
        *("round", "round", "correction", "pause", "resume", "undo")
    ]
    head = chain.opening(game, game.variant, game.settings, game.carried, seats_of(game))
    for position, row in enumerate(rows, start=1):
        content = chain.of_entry(row) if isinstance(row, Entry) else chain.of_event(row)
        head = chain.linked(head, content)
        assert (row.position, bytes(row.link), row.by_device) == (position, head, anna.device.pk)
    kept = Game.objects.get(pk=game.pk)
    assert (kept.chain_length, bytes(kept.chain_head or b"")) == (len(rows), head)


@pytest.mark.django_db
def test_a_game_that_is_refused_an_entry_keeps_its_head(game: Game) -> None:
    write(game, PLAIN)
    before = Game.objects.values_list("chain_length", "chain_head").get(pk=game.pk)
    with pytest.raises(Exception, match="cannot be entered yet"):
        record(game, 5)
    assert Game.objects.values_list("chain_length", "chain_head").get(pk=game.pk) == before


@pytest.mark.django_db
def test_two_games_alike_have_heads_of_their_own(anna: Phone) -> None:
    one, other = table(anna), table(a_phone("Beat"))
    assert one.chain_head != other.chain_head
