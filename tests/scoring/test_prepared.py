"""Prepared statements do what Django's own do."""

import uuid
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import BigIntegerField, CharField, Exists, OuterRef, UUIDField
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.games.prepared import Given, Prepared, insert, update
from scoring.models import Entry, Game, Round, Score, Seat
from tests.scoring.games import PEOPLE, TWO_ROUNDS, a_device, a_game

pytestmark = pytest.mark.django_db

SEATS = Prepared(
    lambda: (
        Seat.ever.filter(game=Given("game", UUIDField()), number__lt=3)
        .exclude(player__name=Given("name", CharField()))
        .select_related("player", "game__device")
        .annotate(begun=Exists(Entry.objects.filter(game=OuterRef("game"))))
    )
)


def columns(row: object) -> dict[str, object]:
    return {name: value for name, value in vars(row).items() if name != "_state"}


def test_a_prepared_query_answers_as_the_queryset_for_each_value() -> None:
    games = [a_game(rounds=TWO_ROUNDS), a_game(names=PEOPLE[4:8])]
    for game, name in [(games[0], "Anna"), (games[1], "Gül"), (games[0], "Nobody")]:
        wanted = (
            Seat.ever.filter(game=game, number__lt=3)
            .exclude(player__name=name)
            .annotate(begun=Exists(Entry.objects.filter(game=OuterRef("game"))))
        )
        with CaptureQueriesContext(connection) as asked:
            found = SEATS.rows(game=game.pk, name=name)
            related = [(columns(seat.player), columns(seat.game.device)) for seat in found]  # type: ignore[arg-type]
        assert len(asked) == 1
        assert [columns(seat) for seat in found] == [columns(seat) for seat in wanted]
        assert related == [(columns(seat.player), columns(seat.game.device)) for seat in wanted]  # type: ignore[arg-type]
    assert SEATS.first(game=uuid.uuid4(), name="") is None
    with pytest.raises(Seat.DoesNotExist):
        SEATS.get(game=uuid.uuid4(), name="")


@pytest.mark.django_db(transaction=True)
def test_where_a_database_locks_rows_it_needs_a_transaction() -> None:
    game = a_game()
    locked = Prepared(
        lambda: Game.objects.select_for_update().filter(pk=Given("game", UUIDField()))
    )
    with transaction.atomic():
        assert locked.get(game=game.pk) == game
    if connection.features.has_select_for_update:
        with pytest.raises(transaction.TransactionManagementError):
            locked.get(game=game.pk)
    else:
        assert locked.get(game=game.pk) == game


def test_inserted_rows_are_those_that_django_would_insert() -> None:
    game, device = a_game(), a_device()
    at = timezone.now() - timedelta(hours=1)
    entries = [
        Entry(id=uuid.uuid4(), game=game, number=number, data={"out": [0, 2]}, sides=[[0, 2]],
              device=device, created_at=at, position=number + 9, link=b"\0\xff")
        for number in (1, 2)
    ]  # fmt: skip
    with CaptureQueriesContext(connection) as asked:
        insert(entries)
    assert len(asked) == 1
    assert [columns(row) for row in Entry.objects.filter(game=game).order_by("number")] == [
        columns(Entry.objects.get(pk=row.pk)) for row in entries
    ]
    stored = Entry.objects.get(pk=entries[0].pk)
    assert (stored.data, stored.created_at, bytes(stored.link or b"")) == (
        {"out": [0, 2]},
        at,
        b"\0\xff",
    )
    rounds = [Round(game=game, number=entry.number, entry=entry) for entry in entries]
    insert(rounds)
    assert {row.pk: row.number for row in rounds} == dict(
        Round.objects.filter(game=game).values_list("pk", "number")
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        insert([Round(game=game, number=1, entry=entries[0])])


def test_the_constraints_of_the_database_hold() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    key = Round.objects.filter(game=game).values_list("pk", flat=True)[0]
    wrong = {"card_points": 0, "calls": 0, "sweep": 0, "penalty": 0, "points": 5}
    with pytest.raises(IntegrityError), transaction.atomic():
        insert([Score(round_id=key, column=5, total=0, lead=0, **wrong)])


def test_an_update_saves_these_fields_and_no_others() -> None:
    game, other = a_game(), a_game(names=PEOPLE[4:8])
    before = Game.objects.get(pk=game.pk)
    game.state, game.table_name, game.kept, game.chain_head = "paused", "x", {"a": [1]}, b"\1"
    update(game, ["state", "kept", "chain_head", "changed_at"])
    after = Game.objects.get(pk=game.pk)
    assert (after.state, after.table_name, after.kept) == ("paused", "", {"a": [1]})
    assert bytes(after.chain_head or b"") == b"\1"
    assert after.changed_at > before.changed_at
    assert Game.objects.get(pk=other.pk).state == "running"


def test_a_value_is_given_by_the_field_that_is_named() -> None:
    by_number = Prepared(
        lambda: Seat.objects.filter(
            number=Given("number", BigIntegerField()), game=Given("game", UUIDField())
        )
    )
    game = a_game()
    assert [seat.number for seat in by_number.rows(game=game.pk, number=2)] == [2]
    with pytest.raises(KeyError):
        by_number.rows(game=game.pk)
