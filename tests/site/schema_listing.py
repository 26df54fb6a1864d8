"""The schema that the migrations make, in lines: tables, columns, constraints, indexes, triggers
and functions of this program's own apps.

`python -m tests.site.schema_listing` writes the listings in `tests/site/schema/` again.
`test_schema.py` compares them with the database under test.
"""

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from tests.databases import fresh_database, start_postgres
from tests.prepared import prepare
from tests.processes import ROOT

FOLDER = ROOT / "tests" / "site" / "schema"
OURS = ("scoring_", "tournaments_", "tichu_")
RENEW = "python -m tests.site.schema_listing"
Read = Callable[[str], Iterable[tuple[Any, ...]]]  # runs a query, gives its rows

# Each gives table, place within the table's lines, and the line.
POSTGRESQL = """
SELECT c.relname, 1, a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
    || CASE a.attidentity::text WHEN '' THEN '' ELSE ' IDENTITY ' || a.attidentity::text END
    || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '')
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE a.attnum > 0 AND NOT a.attisdropped
UNION ALL
SELECT c.relname, 2, 'CONSTRAINT ' || n.conname || ' ' || pg_get_constraintdef(n.oid)
FROM pg_constraint n JOIN pg_class c ON c.oid = n.conrelid
WHERE n.contype IN ('c', 'f', 'p', 'u', 'x')
UNION ALL
SELECT c.relname, 3, pg_get_indexdef(i.indexrelid)
FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
WHERE NOT EXISTS (SELECT FROM pg_constraint n WHERE n.conindid = i.indexrelid AND n.contype <> 'f')
UNION ALL
SELECT c.relname, 4, pg_get_triggerdef(t.oid)
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
WHERE NOT t.tgisinternal
UNION ALL
SELECT p.proname, 5, pg_get_functiondef(p.oid)
FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace AND p.prokind = 'f'
"""
SQLITE = "SELECT tbl_name, type, sql FROM sqlite_master WHERE sql IS NOT NULL"


def listing(vendor: str, read: Read) -> str:
    """A line each, in an order that does not depend on how the schema came about."""
    lines = read(POSTGRESQL) if vendor == "postgresql" else _of_sqlite(read)
    found: dict[str, list[tuple[int, str]]] = {}
    for table, place, line in lines:
        if table.startswith(OURS):
            found.setdefault(table, []).append((place, " ".join(line.split())))
    return "\n".join(
        "\n    ".join((table, *(line for _place, line in sorted(found[table]))))
        for table in sorted(found)
    )


def _of_sqlite(read: Read) -> Iterator[tuple[str, int, str]]:
    for table, kind, text in read(SQLITE):
        if kind == "table":
            for part in _parts(text[text.index("(") + 1 : text.rindex(")")]):
                yield table, 2 if part.startswith("CONSTRAINT") else 1, part
        else:
            yield table, 3 if kind == "index" else 4, text


def _parts(text: str) -> Iterator[str]:
    """What stands between the commas that are in no bracket."""
    depth = begin = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            yield text[begin:at].strip()
            begin = at + 1
    yield text[begin:].strip()


def file_for(vendor: str) -> Path:
    """The committed listing of a kind of database."""
    return FOLDER / f"{vendor}.txt"


def main() -> None:
    """Make a database of each kind by the migrations, and write down its schema."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        run = Path(name)
        prepare("migrate", "--verbosity=0", DATA_DIR=str(run / "sqlite"))
        with closing(sqlite3.connect(run / "sqlite" / "tichu.sqlite3")) as file:
            _write("sqlite", lambda query: file.execute(query).fetchall())
        url, stop = start_postgres(run / "postgres")
        try:
            with fresh_database(url, "listed", empty=True) as made:
                prepare("migrate", "--verbosity=0", DATA_DIR=str(run / "data"), DATABASE_URL=made)
                with psycopg.connect(made) as server:
                    _write("postgresql", lambda query: server.execute(query).fetchall())
        finally:
            stop()


def _write(vendor: str, read: Read) -> None:
    path = file_for(vendor)
    path.write_text(f"{listing(vendor, read)}\n")
    print(path.relative_to(ROOT))


if __name__ == "__main__":
    os.environ.pop("DATABASE_URL", None)
    main()
