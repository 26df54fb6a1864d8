"""A small evening with everything in it that can be written, and changes to its rows behind the
program's back.
"""

import json
import random
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.apps import apps
from django.db import DataError, IntegrityError, connection, models, transaction
from django.db.models import Model

from scoring.games.actions import deleting, game_state, setup_changes, versions, writing
from scoring.games.queries import table_of
from scoring.games.verifying.games import Counts, Difference
from scoring.models import (
    Call,
    Device,
    Entry,
    Game,
    GameEvent,
    Player,
    Rating,
    RatingChange,
    Round,
    Score,
    Seat,
    TeamMember,
)
from scoring.models import Place as RecordPlace
from scoring.rules import Round as PlayedRound
from scoring.rules import RuleSet
from tests.scoring.games import a_device, write
from tests.scoring.tables import (
    GRAND_SWEEP,
    PLAIN,
    SWEEP,
    choose,
    correct,
    pause,
    phone_of,
    record_on,
    resume,
    table,
)
from tests.scoring.tables import undo as take_back
from tests.scoring.tables import write as write_rounds
from tests.tournaments import desks
from tests.tournaments.agreeing import agree
from tichu_site.management.commands.verify import differences
from tichu_site.verify_limits import not_covered
from tournaments.actions import attendance, disputes, judging, publishing
from tournaments.models import (
    Absence,
    Entrant,
    LogLine,
    Match,
    MatchGame,
    Member,
    Participation,
    Place,
    Ruling,
    Seal,
    SessionRound,
    Stage,
    Tournament,
)

CALLED = {"out": [0, 2], "calls": {"0": "tichu"}}
HALF = PlayedRound(out=(0, 1, 2, 3), card_points=(50, 50))
# A change of these is none: numbers of rows that nothing goes by, a line of the log taken for
# another one.
FREE = {
    model: {"id"}
    for model in (
        *(GameEvent, Seal, Round, Seat, LogLine, Call, RecordPlace, Score),
        Rating,
        RatingChange,
        TeamMember,
    )
}
GOING: tuple[type[Model], ...] = (
    *(
        Entry,
        GameEvent,
        LogLine,
        Seal,
        Round,
        Seat,
        Ruling,
        Entrant,
        Member,
        Participation,
        Absence,
        Stage,
    ),
    *(SessionRound, Match, Place, MatchGame, Call, RecordPlace, Score),
)


def tables() -> list[type[Model]]:
    """All tables of the site."""
    return list(apps.get_models(include_auto_created=True))


def covered(model: type[Model]) -> list[Any]:
    """The columns of a table that `verify` answers for: all that are not listed as not covered, and
    no mere number.
    """
    label, free = model._meta.label, FREE.get(model, set())
    return [
        field
        for field in model._meta.concrete_fields
        if not not_covered(label, field.attname) and field.attname not in free
    ]


def an_evening() -> Tournament:
    """Two session rounds with late hands, a dispute, a decision, penalties; and a game at home with
    all that can be.
    """
    olga = desks.a_user()
    cup = desks.a_tournament("german_championship", 8)
    first, second = desks.draw(cup).matches.all()
    desks.play_match(first, 3)
    game = publishing.open_game(second, 1, desks.table_phone())
    write(game, [HALF] * 3, desks.table_phone())
    game_state.finish_early(game, desks.table_phone(), "time is up")
    second.refresh_from_db()
    agree(desks.reread(second), 1)
    for data, decide in (
        (PLAIN, disputes.accept_late_entry),
        (SWEEP, disputes.reject_late_entry),
        (CALLED, None),
    ):
        late = writing.record_round(game, uuid.uuid4(), 2, data, a_device("away")).entry
        if decide is not None:
            decide(Entry.objects.get(pk=late.pk), olga, "as they said")
    judging.rule_match(first, olga, {"kind": "half"}, "fire alarm")
    stage = desks.first_stage(cup)
    entrant = cup.entrants.first()
    assert entrant is not None
    judging.penalise(
        stage, entrant, olga, kind="penalty", reason="late again", score=-50, round_number=1
    )
    judging.undo_penalty(
        judging.penalise(stage, entrant, olga, kind="penalty", reason="late", score=-20), olga, "no"
    )
    attendance.miss_round(entrant, stage, 2, olga)
    at_home()
    return Tournament.objects.get(pk=cup.pk)


def at_home() -> Game:
    """A game with every kind of entry and event in it."""
    anna, beat = phone_of("Anna"), phone_of("Beat")
    game = table(anna)
    write_rounds(game, PLAIN)
    record_on(beat, game, 1, PLAIN)  # the same
    choose(game, 1, record_on(beat, game, 1, SWEEP))  # a rival that counts then
    record_on(beat, game, 1, PLAIN)
    taken = record_on(beat, game, 1, {"out": [1, 0, 2, 3], "card_points": [0, 100]})
    writing.undo_round(game, uuid.uuid4(), 1, beat.device, taken=taken.pk)
    choose(game, 1, table_of(game).entries[0])
    versions.agree_to(game, uuid.uuid4(), 1, table_of(game).entries[0].pk, beat.device)
    write_rounds(game, PLAIN, PLAIN)
    correct(game, 2, SWEEP)
    take_back(game, 3)
    put_right(game, anna.device)
    pause(game)
    resume(game)
    game_state.finish_early(game, anna.device, "last tram")
    record_on(beat, game, 1, GRAND_SWEEP)  # left open
    return Game.objects.get(pk=game.pk)


def put_right(game: Game, device: Device) -> None:
    """Set it up otherwise, with others on the seats, and take that back;
    delete it, bring it back.
    """
    for names in (["Dino", "", "Carla", "Eva"], ["Dino", "Beat", "", "Anna"]):
        longer = RuleSet.of("nanking", {"target_score": 2000})
        righted = setup_changes.put_right(game, device, setup_changes.Setup(longer, names))
        assert righted.event is not None
        setup_changes.put_back(game, righted.event.pk, device, righted.renamed)
    deleting.delete_game(game, device)
    deleting.restore_game(game, device)


def found() -> Difference | None:
    """The first thing that is not as it was written; None where all is."""
    return next(differences(Counts()), None)


# Changes
# --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """What was done to which row, and in which column alone, if any."""

    table: type[Model]
    pk: Any
    what: str
    column: str = ""

    def __str__(self) -> str:
        return f"{self.table.__name__} {self.pk}: {self.what}"


class _Back(Exception):  # noqa: N818
    """Ends a change."""


@contextmanager
def undone() -> Iterator[None]:
    """Whatever happens inside is taken back. The log's own guard is out of the way: who is behind
    it has removed it.
    """
    try:
        with transaction.atomic():
            _unguard()
            yield
            raise _Back
    except _Back:
        pass


def _unguard() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER tournaments_log_stays")
        else:
            cursor.execute("DROP TRIGGER tournaments_log_stays ON tournaments_logline")


def rows_of(model: type[Model]) -> list[Any]:
    return list(model._base_manager.order_by("pk").values_list("pk", flat=True))


def change_column(model: type[Model], field: Any, pk: Any, lot: random.Random) -> Change | None:
    """Another value in this column of this row, by plain SQL; None where the database itself takes
    no other there.
    """
    before = model._base_manager.values_list(field.attname, flat=True).get(pk=pk)
    after = _other(model, field, before, lot)
    if after is _NOTHING:
        return None
    value = field.get_db_prep_save(after, connection)
    quote, meta = connection.ops.quote_name, model._meta
    key = meta.pk.get_db_prep_save(pk, connection)
    statement = (
        f"UPDATE {quote(meta.db_table)} SET {quote(field.column)} = %s WHERE "
        f"{quote(meta.pk.column)} = %s"
    )
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, [value, key])
    except (DataError, IntegrityError):
        return None
    return Change(model, pk, f"{field.attname} {before!r} -> {after!r}"[:300], field.attname)


_NOTHING = object()


def _other(model: type[Model], field: Any, before: Any, lot: random.Random) -> Any:
    if field.null and before is not None and lot.random() < 0.3:
        return None
    if field.is_relation:
        others = [pk for pk in rows_of(field.related_model) if pk != before]  # type: ignore[arg-type]
        return lot.choice(others) if others else _NOTHING
    if isinstance(field, models.JSONField):
        return _other_json(before, lot)
    if isinstance(field, models.BooleanField):
        return not before
    if isinstance(field, models.UUIDField):
        return uuid.uuid4()
    if isinstance(field, models.DateTimeField):
        moment = before or datetime.fromisoformat("2026-11-21T12:00:00+00:00")
        return moment + timedelta(microseconds=lot.choice([1, -1, 10**9]))
    if isinstance(field, models.DateField):
        return (before or date(2026, 11, 21)) + timedelta(days=3)
    if isinstance(field, models.BinaryField):
        flipped = bytearray(bytes(before or bytes(32)))
        flipped[lot.randrange(len(flipped))] ^= 1 << lot.randrange(8)
        return bytes(flipped)
    if isinstance(field, models.IntegerField | models.FloatField):
        return (before or 0) + lot.choice([1, 2, 7])
    if field.choices:
        return lot.choice([value for value, _label in field.flatchoices if value != before])
    return "9" if before != "9" else "8"


def _other_json(before: Any, lot: random.Random) -> Any:
    """The same with one thing in it changed, however deep."""
    data = json.loads(json.dumps(before))
    if isinstance(data, dict) and data:
        key = lot.choice(sorted(data))
        if lot.random() < 0.3:
            del data[key]
        else:
            data[key] = _other_json(data[key], lot)
        return data
    if isinstance(data, list) and data:
        at = lot.randrange(len(data))
        data[at] = _other_json(data[at], lot)
        return data
    if isinstance(data, bool) or data is None:
        return 1
    if isinstance(data, int | float):
        return data + 5
    return {"more": 1} if isinstance(data, dict) else [1] if isinstance(data, list) else f"{data}x"


def take_away(model: type[Model], pk: Any) -> Change:
    """A row less."""
    quote, meta = connection.ops.quote_name, model._meta
    with connection.cursor() as cursor:
        key = meta.pk.get_db_prep_save(pk, connection)
        cursor.execute(
            f"DELETE FROM {quote(meta.db_table)} WHERE {quote(meta.pk.column)} = %s", [key]
        )
    return Change(model, pk, "taken away")


def put_in(model: type[Model], pk: Any) -> Change | None:
    """A row more: this one again, behind all others of its chain; None where the database has room
    for one alone.
    """
    row = model._base_manager.get(pk=pk)
    if isinstance(row, Entry):
        row.pk, row.position, row.replaces = uuid.uuid4(), 10_000, None
    elif isinstance(row, GameEvent | Seal):
        row.pk, row.position = None, 10_000
    else:
        row.pk = None
    if isinstance(row, Seal):
        row.line_id, row.decisions, row.by_account = None, None, None
        row.game_id, row.game_position = (
            Game.objects.values_list("pk", flat=True).first(),
            row.game_position or 1,
        )
    if isinstance(row, Round):
        row.number += 50
        row.entry_id = Entry.objects.filter(counts_as__isnull=True).values_list("pk", flat=True)[0]
    if isinstance(row, Seat):
        row.number += 50
        row.player_id = a_stranger()
    if isinstance(row, SessionRound | Match | MatchGame | Participation | Stage | Entrant):
        free = "seed" if isinstance(row, Participation) else "number"
        setattr(row, free, getattr(row, free) + 50)
    if isinstance(row, MatchGame):
        row.game = None
    if isinstance(row, Absence):
        row.round_number += 50
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        return None
    return Change(model, row.pk, f"put in after the pattern of {pk}")


def a_stranger() -> int:
    """A player who sits nowhere."""
    return Player.objects.get_or_create(name="Nobody", device=a_device("nobody"))[0].pk


SWAPPED = {
    Entry: ("data", "sides"),
    GameEvent: ("action", "reason"),
    LogLine: ("params", "reason", "action"),
}


def swap(model: type[Model], lot: random.Random) -> Change | None:
    """What two rows say, each in the other's place; None where they say the same."""
    fields = SWAPPED[model]
    one, other = lot.sample(rows_of(model), 2)
    first, second = (model._base_manager.values(*fields).get(pk=pk) for pk in (one, other))
    if first == second:
        return None
    model._base_manager.filter(pk=one).update(**second)
    model._base_manager.filter(pk=other).update(**first)
    return Change(model, one, f"swapped with {other}")


def at_random(lot: random.Random) -> Change | None:
    """Any of these changes to any row of any table; None where there is none, or the database takes
    none there.
    """
    how = lot.choices(["column", "away", "in", "swap"], [70, 14, 8, 8])[0]
    if how == "swap":
        return swap(lot.choice(list(SWAPPED)), lot)
    model = lot.choice(tables() if how == "column" else GOING)
    rows = rows_of(model)
    if not rows:
        return None
    pk = lot.choice(rows)
    if how == "away":
        return take_away(model, pk)
    if how == "in":
        return put_in(model, pk)
    free = FREE.get(model, set())
    fields = [field for field in model._meta.concrete_fields if field.attname not in free]
    return change_column(model, lot.choice(fields), pk, lot)
