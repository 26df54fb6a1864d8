"""The rows of a tournament that changes after publication touch: read before and after, compared,
and put back.

A snapshot is {table: {id: {column: value}}}, a difference {table: {id: [before or None, after or
None]}} with nothing but the columns that differ (all of them where a row was made or taken away),
and a game's `BEGUN`. Values are as JSON keeps them.
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
    """One table: how its rows of a tournament are found, and which of their columns are looked at.

    `counted` columns are rebuilt from the others. `later` ones may change after a row was made
    without anybody relying on the row: they stand in nobody's way when it is taken back.
    """

    model: type[models.Model]
    path: str  # from a row to its tournament
    left_out: frozenset[str] = frozenset()
    counted: frozenset[str] = frozenset()
    later: frozenset[str] = frozenset()

    @property
    def columns(self) -> list[str]:
        fields = self.model._meta.concrete_fields  # noqa: SLF001 - Django's own way to a model's columns
        return [field.attname for field in fields if field.attname not in self.left_out]


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
                *("backed_up_at", "revealed", "one_by_one", "preset", "seed"),
                *("chain_length", "chain_head", "chain_salt"),
            }
        ),
    ),
    "stage": Table(Stage, "tournament"),
    "entrant": Table(Entrant, "tournament", later=frozenset({"checked_in_at", "key", "seed"})),
    "member": Table(Member, "tournament"),
    "participation": Table(Participation, "stage__tournament"),
    "absence": Table(Absence, "stage__tournament"),
    "round": Table(
        SessionRound, "stage__tournament", later=frozenset({"due_on", "warnings", "relaxed"})
    ),
    "match": Table(
        Match,
        "session_round__stage__tournament",
        left_out=frozenset({"version", "checked_at", "checked_by_id"}),
        counted=frozenset({"result", "done", "winner"}),
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
    # What was decided about hands that came late: the game itself puts it back, see `integrity`.
    "late": Table(
        Entry,
        "game__match_game__match__session_round__stage__tournament",
        left_out=frozenset(field.attname for field in Entry._meta.concrete_fields)  # noqa: SLF001
        - {"id", "settled_by_id"},
    ),
}
# Rows of these change places with each other: they are taken away and written again, or they would
# be in each other's way for a moment.
TURNED = frozenset({"place", "seat", "member", "game"})
# Kept of every game that was changed, also where they were not: a change of who sits there is not
# undone any more when the game has begun since, or what was played would be given to people who
# never sat there.
BEGUN = ("game_id", "seats")


def snapshot(tournament: Tournament, games: Collection[uuid.UUID] = ()) -> Snapshot:
    """All rows that count, and the seats of these games: a query a table."""
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
    """The rows of a difference as they are now; those that are gone are not among them: a query a
    table.
    """
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
    """What differs between two snapshots; tables in which nothing does are left out."""
    found: Difference = {}
    for name in TABLES:
        old, new = before[name], after[name]
        changed = {}
        for key in old.keys() | new.keys():
            one, other = old.get(key), new.get(key)
            if one == other:
                continue
            if one is None or other is None:
                changed[key] = [_kept(one), _kept(other)]
                continue
            kept = BEGUN if name == "game" else ()
            columns = [column for column in one if one[column] != other[column] or column in kept]
            changed[key] = [
                _kept({column: one[column] for column in columns}),
                _kept({column: other[column] for column in columns}),
            ]
        if changed:
            found[name] = dict(sorted(changed.items()))
    return found


def _kept(row: Row | None) -> Row | None:
    return None if row is None else {column: _plain(value) for column, value in row.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime.datetime | datetime.date):
        return value.isoformat()
    return str(value) if isinstance(value, uuid.UUID) else value


def changed_since(change: Difference, now: Snapshot) -> list[tuple[str, str]]:
    """The rows (table, id) that are not any more as the change left them, counted columns aside."""
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
    """Write all rows as they were before a change. Counted columns are left as they are.

    Raises ProtectedError where something made since relies on a row that would be taken away, and
    IntegrityError where what a row relied on is gone.
    """
    turned = {name: _whole_rows(name, rows) for name, rows in change.items() if name in TURNED}
    for name in reversed(TABLES):
        gone = [key for key, (before, _after) in change.get(name, {}).items() if before is None]
        keys = {*gone, *turned.get(name, {})}
        if keys:
            TABLES[name].model._default_manager.filter(pk__in=keys).delete()  # noqa: SLF001
    for name, table in TABLES.items():
        made = [
            before
            for before, after in change.get(name, {}).values()
            if before is not None and after is None
        ]
        _make(table, [*made, *turned.get(name, {}).values()])
        if name not in TURNED:
            _set(table, change.get(name, {}))


def _whole_rows(name: str, rows: Mapping[str, Sequence[Row | None]]) -> dict[str, Row]:
    """The rows that were changed and neither made nor taken away, whole, as they were."""
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
    # Moments that Django notes by itself when a row is made are those of the first time.
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
    """Kept values of a row of this table, as its model takes them."""
    return _values(TABLES[name], row)


def _values(table: Table, row: Row) -> Row:
    """Values as the model takes them."""
    fields = {field.attname: field for field in table.model._meta.concrete_fields}  # noqa: SLF001
    return {
        column: value
        if isinstance(fields[column], models.JSONField)
        else fields[column].to_python(value)
        for column, value in row.items()
    }
