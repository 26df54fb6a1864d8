"""Rows that were changed behind the program's back: each single change is found, and a head on paper finds the rest."""

import io
import random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scoring import chain
from scoring.models import Device, Entry, Game, GameEvent, Round, Seat
from tests.tournaments import desks
from tests.tournaments.tampering import (
    GOING,
    SWAPPED,
    TABLES,
    an_evening,
    at_random,
    change_column,
    columns_of,
    found,
    put_in,
    rows_of,
    swap,
    take_away,
    undone,
)
from tests.worlds import built_once
from tournaments.models import LogLine, Ruling, Seal, Tournament

pytestmark = pytest.mark.django_db

TRIES = 12
# What the database itself mostly refuses, since two rows would be in one place; or there is but one to lead to.
REFUSED = {
    *((Seat, column) for column in ("number", "player_id", "game_id")),
    *((Round, column) for column in ("number", "entry_id", "game_id")),
    *((Seal, column) for column in ("tournament_id", "position", "line_id")),
    *((Entry, "replaces_id"), (LogLine, "tournament_id"), (Ruling, "stage_id")),
}


shared = built_once(an_evening)


@pytest.fixture
def cup(shared: Tournament) -> Tournament:
    return Tournament.objects.get(pk=shared.pk)


def verify(**options: Any) -> str:
    out = io.StringIO()
    call_command("verify", stdout=out, **options)
    return out.getvalue()


def test_an_evening_with_everything_in_it_is_as_it_was_written(cup: Tournament) -> None:
    assert found() is None
    assert {*Entry.objects.values_list("kind", flat=True)} == {*Entry.Kind.values}
    assert {*Entry.objects.values_list("outcome", flat=True)} == {*Entry.Outcome.values}
    said = verify()
    assert said.startswith(f"{Game.objects.count()} games with {Entry.objects.count()} entries")
    assert f"{chain.code(cup.chain_head)}  Autumn cup" in said


def test_another_value_in_any_column_of_any_table_is_found(cup: Tournament) -> None:
    lot = random.Random(1)
    missed, changed = [], set()
    for model in TABLES:
        for field in columns_of(model):
            for pk in lot.choices(rows_of(model), k=TRIES):
                with undone():
                    change = change_column(model, field, pk, lot)
                    if change is None:
                        continue
                    changed.add((model, field.attname))
                    if found() is None:
                        missed.append(str(change))
                    break
    assert missed == []
    left = {(model, field.attname) for model in TABLES for field in columns_of(model)} - changed
    assert left <= REFUSED


def test_a_row_less_a_row_more_and_two_rows_in_each_other_s_place_are_found(cup: Tournament) -> None:
    lot = random.Random(2)
    missed = []
    for model in GOING:
        for do in (take_away, put_in):
            with undone():
                change = do(model, lot.choice(rows_of(model)))
                if found() is None:
                    missed.append(str(change))
    for model in SWAPPED:
        for _ in range(3):
            with undone():
                swapped = swap(model, lot)
                if swapped is not None and found() is None:
                    missed.append(str(swapped))
    assert missed == []


@pytest.mark.slow
def test_a_thousand_single_changes_are_a_thousand_found(cup: Tournament) -> None:
    lot = random.Random(f"changes {connection.vendor}")
    missed, done = [], 0
    while done < 1000:
        with undone():
            change = at_random(lot)
            if change is not None:
                done += 1
                if found() is None:
                    missed.append(str(change))
    assert missed == []


def test_what_differs_is_told_with_its_place(cup: Tournament) -> None:
    entry = Entry.objects.filter(game__match_game__isnull=True, kind="correction").get()
    Entry.objects.filter(pk=entry.pk).update(data={**entry.data, "out": [2, 0]})
    with pytest.raises(CommandError) as refused:
        verify()
    assert str(refused.value) == (
        f"This is not as it was written:\ngame {entry.game_id}, place {entry.position}, entry {entry.pk} (round 2): "
        "it is not as it was written"
    )


def test_all_differences_are_told_where_that_is_asked(cup: Tournament) -> None:
    Game.objects.filter(match_game__isnull=False).update(state="paused")
    with pytest.raises(CommandError) as refused:
        verify(all=True)
    assert str(refused.value).count("it is finished by what was written, and kept as paused") == 1
    assert str(refused.value).count("kept as paused") == Game.objects.filter(match_game__isnull=False).count()


# The end cut off, and everything counted anew -----------------------------------------------------------------------


def cut_off(game: Game) -> None:
    """The last thing written in a game is gone, and its head says so: nothing in the game itself tells of it."""
    rows: list[Any] = [*Entry.objects.filter(game=game), *GameEvent.objects.filter(game=game)]
    *_, before, last = sorted(rows, key=lambda row: row.position)
    type(last)._base_manager.filter(pk=last.pk).delete()
    Game.objects.filter(pk=game.pk).update(chain_length=before.position, chain_head=before.link)


def test_the_end_of_a_match_s_game_cut_off_is_found_by_its_tournament(cup: Tournament) -> None:
    game = Game.objects.filter(match_game__isnull=False, entries__outcome="late").distinct().get()
    cut_off(game)
    difference = found()
    assert difference is not None
    assert "tournament 'Autumn cup'" in difference.where


def test_the_end_of_a_game_at_home_cut_off_is_found_by_the_head_that_was_shown(cup: Tournament) -> None:
    game = Game.objects.get(match_game__isnull=True)
    shown = chain.code(game.chain_head)
    assert f"The head was met: game {game.pk}" in verify(head=shown)
    cut_off(game)
    assert found() is None  # who has everything in hand leaves no trace in it
    with pytest.raises(CommandError, match="Nothing here ever had this head"):
        verify(head=shown)


def test_a_whole_chain_counted_anew_is_found_by_the_head_on_paper(cup: Tournament) -> None:
    printed = chain.code(cup.chain_head)
    game = Game.objects.get(match_game__isnull=True)
    wall = chain.code(game.chain_head)
    seats = list(game.seats.order_by("number").values_list("player_id", flat=True))
    head = chain.opening(game, game.variant, game.settings, seats)
    rows: list[Any] = [*Entry.objects.filter(game=game), *GameEvent.objects.filter(game=game)]
    for row in sorted(rows, key=lambda row: row.position):
        if row.position == 2:
            row.created_at = row.created_at.replace(year=2020)
        head = chain.linked(head, chain.of_entry(row) if isinstance(row, Entry) else chain.of_event(row))
        type(row)._base_manager.filter(pk=row.pk).update(created_at=row.created_at, link=head)
    Game.objects.filter(pk=game.pk).update(chain_head=head)
    assert found() is None
    with pytest.raises(CommandError, match="Nothing here ever had this head"):
        verify(head=wall)
    assert "The head was met: tournament 'Autumn cup'" in verify(head=printed)


def test_a_head_that_was_printed_earlier_is_met_in_its_place_however_much_came_after(cup: Tournament) -> None:
    before, length = chain.code(cup.chain_head), cup.chain_length
    desks.enter(cup, 1, first=80)
    after = Tournament.objects.get(pk=cup.pk)
    assert after.chain_head != cup.chain_head
    said = verify(head=before.lower().replace("-", " "))
    assert f"place {length} of {after.chain_length}." in said


def test_what_is_no_head_is_refused_with_a_sentence() -> None:
    with pytest.raises(CommandError, match="A head has eight to twelve of the signs"):
        verify(head="0815")


# What may change, and does not break it -----------------------------------------------------------------------------


def test_people_phones_and_accounts_that_go_leave_the_chain_whole(cup: Tournament) -> None:
    for player in {seat.player for game in Game.objects.all() for seat in game.seats.select_related("player")}:
        player.name = f"Somebody {player.pk}"
        player.save()
    Device.objects.get(key_hash=Entry.objects.filter(outcome="late").first().device.key_hash).delete()  # type: ignore[union-attr]
    desks.a_user().delete()
    assert Entry.objects.filter(device=None).exists()
    assert LogLine.objects.filter(by=None, seal__by_account__isnull=False).exists()
    assert found() is None


def test_a_phone_that_is_still_there_is_not_taken_out_of_an_entry_unseen(cup: Tournament) -> None:
    Entry.objects.filter(pk=Entry.objects.filter(outcome="late")[0].pk).update(device=None)
    difference = found()
    assert difference is not None
    assert difference.what == "the phone that it is said to come from is another"


def test_the_chain_of_a_tournament_has_every_line_and_every_hand_in_the_order_of_writing(cup: Tournament) -> None:
    seals = list(Seal.objects.filter(tournament=cup))
    assert [seal.position for seal in seals] == list(range(1, len(seals) + 1))
    lines = [seal.line_id for seal in seals if seal.line_id]
    assert lines == list(LogLine.objects.filter(tournament=cup).values_list("pk", flat=True))
    for game in Game.objects.filter(match_game__isnull=False):
        grown = [seal.game_position for seal in seals if seal.game_id == game.pk]
        assert grown == sorted(grown)
        assert grown[-1] == game.chain_length
