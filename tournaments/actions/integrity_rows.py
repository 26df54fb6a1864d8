"""Rows that changes after publication affect: snapshots, comparison and restoring.

A snapshot is {table: {id: {column: value}}}, a difference {table: {id: [before or None, after or
None]}} with only the columns that differ (all if a row was created or deleted), and a game's
`BEGUN`. Values are in JSON form.
"""

import datetime
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models

from scoring.models import Entry, Seat
from tournaments.models import (
    Absence,
    Entrant,
    Match,
    MatchGame,
    Member,
    Participation,
    Place,
    Ruling,
    SessionRound,
    Stage,
    Tournament,
)

Row = dict[str, Any]
Snapshot = dict[str, dict[str, Row]]
Difference = dict[str, dict[str, list[Row | None]]]


@dataclass(frozen=True)
class Table:
    """One table: how to find its rows of a tournament, and which columns are compared.

    `counted` columns are derived from the others. `later` ones may change after a row was created
    without anything relying on the row: they do not prevent deleting it. Rows of a table that is
    `never_deleted` stay if their creation is undone.
    """

    model: type[models.Model]
    path: str  # from a row to its tournament
    left_out: frozenset[str] = frozenset()
    counted: frozenset[str] = frozenset()
    later: frozenset[str] = frozenset()
    never_deleted: bool = False

    @property
    def columns(self) -> list[str]:
        fields = self.model._meta.concrete_fields  # noqa: SLF001 - Django's own way to a model's columns
        return [field.attname for field in fields if field.attname not in self.left_out]


# Where and when a match plays: see tournaments.room
ROOM = ("number", "turn", "waiting", "called_at", "called_paused_seconds")

# Parents first.
TABLES: dict[str, Table] = {
    "tournament": Table(
        Tournament,
        "pk",
        left_out=frozenset(
            {
                *(
                    "club_id",
                    "desk_id",
                    "created_by_id",
                    "created_at",
                    "changed_at",
                    "version",
                    "hall_version",
                ),
                *("backed_up_at", "revealed", "announced", "giving_order", "one_by_one"),
                *("preset", "seed"),
                *("chain_length", "chain_head", "chain_salt"),
            }
        ),
    ),
    "stage": Table(Stage, "tournament"),
    "entrant": Table(Entrant, "tournament", later=frozenset({"checked_in_at", "key", "seed"})),
    "member": Table(Member, "tournament", left_out=frozenset({"contact", "contact_agreed_at"})),
    "participation": Table(Participation, "stage__tournament"),
    "absence": Table(Absence, "stage__tournament"),
    "round": Table(
        SessionRound, "stage__tournament", later=frozenset({"due_on", "warnings", "relaxed"})
    ),
    "match": Table(
        Match,
        "session_round__stage__tournament",
        left_out=frozenset({"version", "checked_at", "checked_by_id"}),
        # Whoever was called to a table stays there, whatever is undone
        counted=frozenset({"result", "done", "winner", *ROOM}),
        later=frozenset(
            {
                "agreement",
                "agreed_how",
                "agreed_side",
                "agreed_at",
                "extra_minutes",
                "warnings",
                "key",
            }
        ),
    ),
    "place": Table(Place, "session_round__stage__tournament"),
    "game": Table(MatchGame, "match__session_round__stage__tournament"),
    "seat": Table(
        Seat,
        "game__match_game__match__session_round__stage__tournament",
        counted=frozenset({"place", "total"}),
    ),
    "ruling": Table(Ruling, "stage__tournament"),
    # Decisions on late hands: restored by the game itself, see `integrity`.
    "late": Table(
        Entry,
        "game__match_game__match__session_round__stage__tournament",
        left_out=frozenset(field.attname for field in Entry._meta.concrete_fields)  # noqa: SLF001
        - {"id", "settled_by_id"},
        never_deleted=True,
    ),
}
# Rows of these may swap places: they are deleted and recreated, or they would collide.
TURNED = frozenset({"place", "seat", "member", "game"})
# Stored for every changed game, even if unchanged: a change of seats cannot be undone once the game
# has begun, or hands would be given to people who did not play them.
BEGUN = ("game_id", "seats")


def snapshot(tournament: Tournament, games: Collection[uuid.UUID] = ()) -> Snapshot:
    """Read all rows that count, and the seats of these games: one query per table."""
    found: Snapshot = {}
    for name, table in TABLES.items():
        rows = table.model._default_manager.order_by()  # noqa: SLF001
        if name == "seat":
            rows = rows.filter(game__in=games)
            found[name] = _read(table, rows) if games else {}
        elif name == "late":
            late = rows.filter(outcome=Entry.Outcome.LATE, **{table.path: tournament.pk})
            found[name] = _read(table, late)
        else:
            found[name] = _read(table, rows.filter(**{table.path: tournament.pk}))
    return found


def rows_now(difference: Difference) -> Snapshot:
    """Read the current rows of a difference, without deleted ones: one query per table."""
    return {
        name: _read(TABLES[name], TABLES[name].model._default_manager.filter(pk__in=list(rows)))  # noqa: SLF001
        for name, rows in difference.items()
    }


def _read(table: Table, rows: "models.QuerySet[models.Model]") -> dict[str, Row]:
    columns = table.columns
    key = columns.index(table.model._meta.pk.attname)  # noqa: SLF001
    return {
        str(values[key]): dict(zip(columns, values, strict=True))
        for values in rows.values_list(*columns)
    }


def difference(before: Snapshot, after: Snapshot) -> Difference:
    """Return what differs between two snapshots, without unchanged tables."""
    found: Difference = {}
    for name in TABLES:
        old, new = before[name], after[name]
        changed = {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
        if changed:
            always = BEGUN if name == "game" else ()
            found[name] = {
                key: _both(old.get(key), new.get(key), always) for key in sorted(changed)
            }
    return found


def _both(before: Row | None, after: Row | None, always: Sequence[str]) -> list[Row | None]:
    """Return a row before and after: all columns if it was created or deleted, else those that
    differ, and these always.
    """
    if before is None or after is None:
        return [_kept(before), _kept(after)]
    columns = [column for column in before if before[column] != after[column] or column in always]
    return [_kept({column: row[column] for column in columns}) for row in (before, after)]


def _kept(row: Row | None) -> Row | None:
    return None if row is None else {column: _plain(value) for column, value in row.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime.datetime | datetime.date):
        return value.isoformat()
    return str(value) if isinstance(value, uuid.UUID) else value


def changed_since(change: Difference, now: Snapshot) -> list[tuple[str, str]]:
    """Return the rows (table, id) that differ from the change's result, ignoring counted
    columns.
    """
    found = []
    for name, rows in change.items():
        table = TABLES[name]
        for key, (before, after) in rows.items():
            row = now[name].get(key)
            if after is None or row is None:
                if (after is None) != (row is None):
                    found.append((name, key))
                continue
            left_out = table.counted | (table.later if before is None else frozenset())
            if any(
                _plain(row[column]) != after[column] for column in after if column not in left_out
            ):
                found.append((name, key))
    return found


def put_back(change: Difference) -> None:
    """Write all rows as they were before a change. Counted columns are not restored.

    Raises ProtectedError if something created since relies on a row to be deleted, and
    IntegrityError if something a row relied on is gone.
    """
    turned = {name: _whole_rows(name, rows) for name, rows in change.items() if name in TURNED}
    for name in reversed(TABLES):
        keys = {*_created(change.get(name, {})), *turned.get(name, {})}
        if keys and not TABLES[name].never_deleted:
            TABLES[name].model._default_manager.filter(pk__in=keys).delete()  # noqa: SLF001
    for name, table in TABLES.items():
        _make(table, [*_deleted(change.get(name, {})), *turned.get(name, {}).values()])
        if name not in TURNED:
            _set(table, change.get(name, {}))


def _created(rows: Mapping[str, Sequence[Row | None]]) -> list[str]:
    """Return the keys of the rows that a change created."""
    return [key for key, (before, _after) in rows.items() if before is None]


def _deleted(rows: Mapping[str, Sequence[Row | None]]) -> list[Row]:
    """Return the rows that a change deleted."""
    return [before for before, after in rows.values() if before is not None and after is None]


def _whole_rows(name: str, rows: Mapping[str, Sequence[Row | None]]) -> dict[str, Row]:
    """Return the complete former rows of those changed but neither created nor deleted."""
    both = {
        key: before
        for key, (before, after) in rows.items()
        if before is not None and after is not None
    }
    table = TABLES[name]
    now = _read(table, table.model._default_manager.filter(pk__in=both))  # noqa: SLF001
    return {key: {**row, **both[key]} for key, row in now.items()}


def _make(table: Table, rows: Sequence[Row]) -> None:
    made = [table.model(**_values(table, row)) for row in rows]
    if not made:
        return
    meta = table.model._meta  # noqa: SLF001
    table.model._default_manager.bulk_create(made)  # noqa: SLF001
    # Automatic timestamps would be those of the re-creation.
    noted = [
        field.attname for field in meta.concrete_fields if getattr(field, "auto_now_add", False)
    ]
    for one, row in zip(made, rows, strict=True):
        if noted:
            values = _values(table, row)
            table.model._default_manager.filter(pk=one.pk).update(  # noqa: SLF001
                **{key: values[key] for key in noted}
            )


def _set(table: Table, rows: Mapping[str, Sequence[Row | None]]) -> None:
    for key, (before, after) in rows.items():
        if before is None or after is None:
            continue
        values = {
            column: value
            for column, value in _values(table, before).items()
            if column not in table.counted
        }
        if values:
            table.model._default_manager.filter(pk=key).update(**values)  # noqa: SLF001


def restored(name: str, row: Row) -> Row:
    """Return a row's stored values as its model takes them."""
    return _values(TABLES[name], row)


def _values(table: Table, row: Row) -> Row:
    """Return values as the model takes them."""
    fields = {field.attname: field for field in table.model._meta.concrete_fields}  # noqa: SLF001
    return {
        column: value
        if isinstance(fields[column], models.JSONField)
        else fields[column].to_python(value)
        for column, value in row.items()
    }
