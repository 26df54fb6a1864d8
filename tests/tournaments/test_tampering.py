"""Rows that were changed behind the program's back: each single change is found, and a head on
paper finds the rest.
"""

import io
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scoring.games import chain
from scoring.games.host import host
from scoring.models import Device, Entry, Game, GameEvent, Player
from tests.tournaments import desks
from tests.tournaments.tampering import (
    GOING,
    SWAPPED,
    an_evening,
    at_random,
    change_column,
    covered,
    found,
    put_in,
    rows_of,
    swap,
    tables,
    take_away,
    undone,
)
from tests.worlds import built_once
from tichu_site.verify_limits import NOT_COVERED, not_covered
from tournaments import seals
from tournaments.actions import sealing
from tournaments.models import (
    Absence,
    Entrant,
    LogLine,
    Match,
    MatchGame,
    Member,
    Participation,
    Seal,
    Stage,
    Tournament,
)

pytestmark = pytest.mark.django_db

TRIES = 40  # rows, until the database takes another value in one of them
# What the database itself mostly refuses, since two rows would be in one place or columns would not
# fit each other.
REFUSED = {
    *("Call.side", "Place.id", "Place.kind", "Seat.number", "Round.number", "Seal.position"),
    *(
        f"Score.{column}"
        for column in ("calls", "points", "card_points", "penalty", "sweep", "total", "lead")
    ),
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


def test_another_value_in_any_column_that_is_answered_for_is_found(cup: Tournament) -> None:
    lot = random.Random(1)
    missed, changed = [], set()
    there = [model for model in tables() if covered(model) and rows_of(model)]
    for model in there:
        rows = rows_of(model)
        for field in covered(model):
            for pk in lot.sample(rows, min(TRIES, len(rows))):
                with undone():
                    change = change_column(model, field, pk, lot)
                    if change is None:
                        continue
                    changed.add((model, field.attname))
                    if found() is None:
                        missed.append(str(change))
                    break
    assert missed == []
    left = [
        (model, field)
        for model in there
        for field in covered(model)
        if (model, field.attname) not in changed
    ]
    refused = {
        f"{model.__name__}.{field.attname}" for model, field in left if not field.is_relation
    }
    assert refused <= REFUSED, refused - REFUSED


def test_a_row_less_a_row_more_and_two_rows_in_each_other_s_place_are_found(
    cup: Tournament,
) -> None:
    lot = random.Random(2)
    missed, done = [], 0
    for model in GOING:
        for do in (take_away, put_in):
            with undone():
                change = do(model, lot.choice(rows_of(model)))
                done += change is not None
                if change is not None and found() is None:
                    missed.append(str(change))
    for model in SWAPPED:
        for _ in range(3):
            with undone():
                swapped = swap(model, lot)
                if swapped is not None and found() is None:
                    missed.append(str(swapped))
    assert missed == []
    assert done > len(GOING)


def members_swapped(cup: Tournament) -> None:
    one, _, other, *_ = Member.objects.filter(tournament=cup)
    assert one.entrant_id != other.entrant_id
    Member.objects.filter(pk=one.pk).update(entrant=other.entrant_id)
    Member.objects.filter(pk=other.pk).update(entrant=one.entrant_id)


def names_swapped(cup: Tournament) -> None:
    one, other, *_ = Player.objects.filter(memberships__tournament=cup).order_by("pk")
    for player, name in ((one, "for a moment"), (other, one.name), (one, other.name)):
        Player.objects.filter(pk=player.pk).update(name=name)


AIMED: dict[str, Callable[[Tournament], object]] = {
    "points brought along": lambda cup: _first(Participation, stage__tournament=cup).update(
        carried_points="6"
    ),
    "score brought along": lambda cup: _first(Participation, stage__tournament=cup).update(
        carried_score="300"
    ),
    "group": lambda cup: _first(Participation, stage__tournament=cup).update(group="B"),
    "came late": lambda cup: _first(Participation, stage__tournament=cup).update(first_round=2),
    "left": lambda cup: _first(Participation, stage__tournament=cup).update(last_round=0),
    "tie-breaks": lambda cup: Stage.objects.filter(tournament=cup).update(
        criteria=list(reversed(desks.first_stage(cup).criteria))
    ),
    "worst dropped": lambda cup: Stage.objects.filter(tournament=cup).update(worst_dropped=True),
    "what a bye counts": lambda cup: Stage.objects.filter(tournament=cup).update(
        awards={"bye_points": 9}
    ),
    "way to points": lambda cup: Stage.objects.filter(tournament=cup).update(points="score"),
    "hidden": lambda cup: _first(Entrant, tournament=cup).update(hidden=True),
    "alias": lambda cup: _first(Entrant, tournament=cup).update(alias="X"),
    "withdrawn": lambda cup: _first(Entrant, tournament=cup).update(state=Entrant.State.WITHDRAWN),
    "other sides": lambda cup: _first(
        MatchGame, match__session_round__stage__tournament=cup
    ).update(hands=1),
    "absent": lambda cup: Absence.objects.filter(stage__tournament=cup).delete(),
    "frozen": lambda cup: Tournament.objects.filter(pk=cup.pk).update(
        frozen_stage=1, frozen_round=1
    ),
    "two members": members_swapped,
    "two names": names_swapped,
}


def _first(model: Any, **of: Any) -> Any:
    return model.objects.filter(pk=model.objects.filter(**of).order_by("pk").first().pk)


@pytest.mark.parametrize("what", AIMED)
def test_whatever_ranks_somebody_is_found_where_it_is_changed(cup: Tournament, what: str) -> None:
    AIMED[what](cup)
    difference = found()
    assert difference is not None
    assert "tournament 'Autumn cup'" in difference.where


def changes_found(seed: str, number: int) -> None:
    lot = random.Random(seed)
    missed, seen = [], Counter[bool]()
    while seen.total() < number:
        with undone():
            change = at_random(lot)
            if change is None:
                continue
            difference = found()
            listed = bool(change.column) and not_covered(change.table._meta.label, change.column)
            seen[difference is not None] += 1
            if difference is None and not listed:
                missed.append(str(change))
    assert missed == []
    assert seen[True] > number / 3


def test_a_hundred_single_changes_are_found_or_listed(cup: Tournament) -> None:
    changes_found(f"some {connection.vendor}", 100)


@pytest.mark.slow
def test_a_thousand_single_changes_are_found_or_listed(cup: Tournament) -> None:
    changes_found(f"changes {connection.vendor}", 1000)


def test_what_is_not_covered_is_there_and_is_named(cup: Tournament) -> None:
    models = {model._meta.label: model for model in tables()}
    for sentence, listed in NOT_COVERED.items():
        for label, columns in listed.items():
            assert {*columns} <= {field.attname for field in models[label]._meta.concrete_fields}
        assert sentence in verify()


def test_no_older_hash_can_be_tried_for_a_name(cup: Tournament) -> None:
    salt = Tournament.objects.values_list("chain_salt", flat=True).get(pk=cup.pk)
    assert bytes(
        Seal.objects.filter(tournament=cup, line__isnull=False).last().decisions
    ) == seals.state_of(cup.pk, salt)  # type: ignore[union-attr, arg-type]
    desks.enter(cup, 1, first=80)
    newer = Tournament.objects.values_list("chain_salt", flat=True).get(pk=cup.pk)
    assert bytes(newer or b"") != bytes(salt or b"")


def test_what_changes_without_a_line_of_the_log_is_sealed_by_itself(cup: Tournament) -> None:
    member = Member.objects.filter(tournament=cup).order_by("pk").first()
    assert member is not None
    before = cup.chain_length
    sealing.seal_state(cup.pk)  # nothing has changed
    assert Tournament.objects.get(pk=cup.pk).chain_length == before
    Player.objects.filter(pk=member.player_id).update(name="Renamed at home")
    assert found() is not None
    sealing.seal_state(cup.pk)
    assert found() is None
    assert Tournament.objects.get(pk=cup.pk).chain_length == (before or 0) + 1


def test_what_differs_is_told_with_its_place(cup: Tournament) -> None:
    entry = Entry.objects.filter(game__match_game__isnull=True, kind="correction").get()
    Entry.objects.filter(pk=entry.pk).update(data={**entry.data, "out": [2, 0]})
    with pytest.raises(CommandError) as refused:
        verify()
    assert str(refused.value) == (
        f"Differs from the entries:\ngame {entry.game_id}, place {entry.position}, entry "
        f"{entry.pk} (round 2): "
        "it is not as it was written"
    )


def test_all_differences_are_told_where_that_is_asked(cup: Tournament) -> None:
    Game.objects.filter(match_game__isnull=False).update(state="paused")
    with pytest.raises(CommandError) as refused:
        verify(all=True)
    assert str(refused.value).count("it is finished by what was written, and kept as paused") == 1
    assert (
        str(refused.value).count("kept as paused")
        == Game.objects.filter(match_game__isnull=False).count()
    )


# The end cut off, and everything counted anew
# -----------------------------------------------------------------------


def cut_off(game: Game) -> None:
    """The last thing written in a game is gone, and its head says so: nothing in the game itself
    tells of it.
    """
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


def test_the_end_of_a_game_at_home_cut_off_is_found_by_the_head_that_was_shown(
    cup: Tournament,
) -> None:
    game = Game.objects.get(match_game__isnull=True)
    shown = chain.code(game.chain_head)
    assert f"The head was found: game {game.pk}" in verify(head=shown)
    cut_off(game)
    assert found() is None  # who has everything in hand leaves no trace in it
    with pytest.raises(CommandError, match="This head was not found"):
        verify(head=shown)


def test_a_whole_chain_counted_anew_is_found_by_the_head_on_paper(cup: Tournament) -> None:
    printed = chain.code(cup.chain_head)
    game = Game.objects.get(match_game__isnull=True)
    wall = chain.code(game.chain_head)
    seats = list(game.seats.order_by("number").values_list("player_id", flat=True))
    head = chain.opening(game, game.variant, game.settings, game.carried, seats)
    rows: list[Any] = [*Entry.objects.filter(game=game), *GameEvent.objects.filter(game=game)]
    for row in sorted(rows, key=lambda row: row.position):
        if row.position == 2:
            row.created_at = row.created_at.replace(year=2020)
        head = chain.linked(
            head, chain.of_entry(row) if isinstance(row, Entry) else chain.of_event(row)
        )
        type(row)._base_manager.filter(pk=row.pk).update(created_at=row.created_at, link=head)
    Game.objects.filter(pk=game.pk).update(chain_head=head)
    assert found() is None
    with pytest.raises(CommandError, match="This head was not found"):
        verify(head=wall)
    assert "The head was found: tournament 'Autumn cup'" in verify(head=printed)


def test_a_head_that_was_printed_earlier_is_met_in_its_place_however_much_came_after(
    cup: Tournament,
) -> None:
    before, length = chain.code(cup.chain_head), cup.chain_length
    desks.enter(cup, 1, first=80)
    after = Tournament.objects.get(pk=cup.pk)
    assert after.chain_head != cup.chain_head
    said = verify(head=before.lower().replace("-", " "))
    assert f"place {length} of {after.chain_length}." in said


def test_what_is_no_head_is_refused_with_a_sentence() -> None:
    with pytest.raises(CommandError, match="A head is eight to twelve characters"):
        verify(head="0815")


# What may change, and does not break it
# -----------------------------------------------------------------------------


def test_people_phones_and_accounts_that_go_leave_the_chain_whole(cup: Tournament) -> None:
    for player in {
        seat.player for game in Game.objects.all() for seat in game.seats.select_related("player")
    }:
        player.name = f"Somebody {player.pk}"
        player.save()
        host().people_renamed([player.pk])
    Device.objects.get(
        key_hash=Entry.objects.filter(outcome="late").first().device.key_hash
    ).delete()  # type: ignore[union-attr]
    desks.a_user().delete()
    assert Entry.objects.filter(device=None).exists()
    assert LogLine.objects.filter(by=None, seal__by_account__isnull=False).exists()
    assert found() is None


def test_a_phone_that_is_still_there_is_not_taken_out_of_an_entry_unseen(cup: Tournament) -> None:
    Entry.objects.filter(pk=Entry.objects.filter(outcome="late")[0].pk).update(device=None)
    difference = found()
    assert difference is not None
    assert difference.what == "the phone that it is said to come from is another"


def test_the_chain_of_a_tournament_has_every_line_and_every_hand_in_the_order_of_writing(
    cup: Tournament,
) -> None:
    seals = list(Seal.objects.filter(tournament=cup))
    assert [seal.position for seal in seals] == list(range(1, len(seals) + 1))
    lines = [seal.line_id for seal in seals if seal.line_id]
    assert lines == list(LogLine.objects.filter(tournament=cup).values_list("pk", flat=True))
    for game in Game.objects.filter(match_game__isnull=False):
        grown = [seal.game_position for seal in seals if seal.game_id == game.pk]
        assert grown == sorted(grown)
        assert grown[-1] == game.chain_length


def test_columns_that_came_later_do_not_break_older_seals(monkeypatch: pytest.MonkeyPatch) -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    match = desks.tables(desks.draw(cup))[0]
    salt = b"salt"
    now = seals.state_of(cup.pk, salt)
    way, columns = seals.RANKING[Match]
    before = tuple(name for name in columns if name not in seals.LATER)
    monkeypatch.setitem(seals.RANKING, Match, (way, before))
    assert seals.state_of(cup.pk, salt) == now
    monkeypatch.undo()
    for change in ({"boards": [1, 2]}, {"averages": {"1": ["avg", "avg"]}}):
        Match.objects.filter(pk=match.pk).update(**change)
        assert seals.state_of(cup.pk, salt) != now
