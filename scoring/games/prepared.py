"""Statements whose SQL Django writes once in a process: writing it takes several times as long as
asking it. For what every entry of a table asks and stores; elsewhere a queryset is plainer.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import AutoField, Expression, Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.signals import post_save
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError

Row = TypeVar("Row", bound=Model)


class Given(Expression):
    """A value that is given by this name whenever a query is asked."""

    def __init__(self, name: str, output_field: Any) -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, _compiler: SQLCompiler, _connection: Any) -> Any:
        return "%s", [self]


class Prepared(Generic[Row]):
    """A queryset with `Given` values, which is made and written when it is first asked."""

    def __init__(self, queryset: Callable[[], QuerySet[Row]]) -> None:
        self._queryset = queryset
        self._written: _Written | None = None

    def rows(self, **given: Any) -> list[Row]:
        """Return the rows for these values, as the queryset does."""
        connection = connections[DEFAULT_DB_ALIAS]
        written = self._written = self._written or _Written.of(self._queryset())
        locks = written.locks and connection.features.has_select_for_update
        if locks and not connection.in_atomic_block:
            raise TransactionManagementError("Rows are locked within a transaction only.")
        values = [
            one.output_field.get_db_prep_value(given[one.name], connection)
            if isinstance(one, Given)
            else one
            for one in written.params
        ]
        with connection.cursor() as cursor:
            cursor.execute(written.sql, values)
            found = cursor.fetchall()
        return [written.row(columns) for columns in written.converted(found)]

    def first(self, **given: Any) -> Row | None:
        """Return the first row, or None."""
        return next(iter(self.rows(**given)), None)

    def get(self, **given: Any) -> Row:
        """Return the row. Raises DoesNotExist."""
        found = self.first(**given)
        if found is None:
            model: Any = self._queryset().model
            raise model.DoesNotExist
        return found


class _Written(NamedTuple):
    """A query as the database gets it, and how Django makes objects of what comes back."""

    sql: str
    params: tuple[Any, ...]
    locks: bool
    model: type[Any]
    columns: slice
    names: list[str]
    related: list[Any]
    annotations: dict[str, int]
    converted: Callable[[Iterable[Any]], Iterable[Any]]

    @classmethod
    def of(cls, queryset: QuerySet[Any]) -> "_Written":
        """Write a queryset. The steps are those of Django's `ModelIterable`."""
        compiler: Any = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        sql, params = compiler.as_sql()
        selected, about = compiler.select, compiler.klass_info
        columns = slice(about["select_fields"][0], about["select_fields"][-1] + 1)
        converters = compiler.get_converters([expression for expression, _, _ in selected])
        return cls(
            sql=sql,
            params=tuple(params),
            locks=queryset.query.select_for_update,
            model=about["model"],
            columns=columns,
            names=[column[0].target.attname for column in selected[columns]],
            related=get_related_populators(about, selected, DEFAULT_DB_ALIAS),  # type: ignore[call-arg]  # Django 6
            annotations=compiler.annotation_col_map or {},
            converted=lambda rows: compiler.apply_converters(rows, converters),
        )

    def row(self, columns: Sequence[Any]) -> Any:
        found = self.model.from_db(DEFAULT_DB_ALIAS, self.names, columns[self.columns])
        for populator in self.related:
            populator.populate(columns, found)
        for name, at in self.annotations.items():
            setattr(found, name, columns[at])
        return found


def insert(rows: Sequence[Model]) -> None:
    """Insert unsaved rows of one model by one statement, and set the keys that the database has
    made.
    """
    model, connection = type(rows[0]), connections[DEFAULT_DB_ALIAS]
    sql, fields, key = _insert_of(model, len(rows))
    values = [
        field.get_db_prep_save(field.pre_save(row, True), connection)
        for row in rows
        for field in fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        made = cursor.fetchall() if key else []
    for row, (pk,) in zip(rows, made, strict=bool(key)):
        row.pk = pk
    for row in rows:
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS  # noqa: SLF001
        post_save.send(model, instance=row, created=True)


def update(row: Model, names: Sequence[str]) -> None:
    """Save these fields of a row that is there."""
    connection = connections[DEFAULT_DB_ALIAS]
    sql, fields = _update_of(type(row), tuple(names))
    values = [field.get_db_prep_save(field.pre_save(row, False), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


@cache
def _insert_of(model: Any, rows: int) -> tuple[str, list[Any], bool]:
    """Return the statement, the fields of a row, and whether the database makes the key."""
    quoted, meta = connections[DEFAULT_DB_ALIAS].ops.quote_name, model._meta  # noqa: SLF001
    made = isinstance(meta.pk, AutoField)
    fields = [field for field in meta.concrete_fields if not (made and field.primary_key)]
    columns = ", ".join(quoted(field.column) for field in fields)
    one = f"({', '.join(['%s'] * len(fields))})"
    sql = f"INSERT INTO {quoted(meta.db_table)} ({columns}) VALUES {', '.join([one] * rows)}"  # noqa: S608 - names
    return f"{sql} RETURNING {quoted(meta.pk.column)}" if made else sql, fields, made


@cache
def _update_of(model: Any, names: tuple[str, ...]) -> tuple[str, list[Any]]:
    quoted, meta = connections[DEFAULT_DB_ALIAS].ops.quote_name, model._meta  # noqa: SLF001
    fields: list[Any] = [meta.get_field(name) for name in names]
    columns = ", ".join(f"{quoted(field.column)} = %s" for field in fields)
    where = f"WHERE {quoted(meta.pk.column)} = %s"
    return f"UPDATE {quoted(meta.db_table)} SET {columns} {where}", [*fields, meta.pk]  # noqa: S608 - names
