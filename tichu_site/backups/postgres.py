"""Back up and restore with PostgreSQL's own tools, if they are installed.

The current records are set aside by renaming their schema, in the same transaction that restores
the copy: a power cut leaves either the one or the other.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from django.db import connection

from tichu_site.backups.file_types import BadCopyError
from tichu_site.backups.schema import TABLE, Migration, check_migrations, check_tables

SCHEMA = "public"
ASIDE = "set_aside_"  # prefix, before the time, of a schema that was set aside
TIME = "%Y%m%d_%H%M%S"
# Of the database's settings, those that say where it is and who asks
IN_SETTINGS = {
    "PGHOST": "HOST",
    "PGPORT": "PORT",
    "PGUSER": "USER",
    "PGPASSWORD": "PASSWORD",
    "PGDATABASE": "NAME",
}
# Of the URL's options, those that decide which server is reached and trusted
IN_OPTIONS = {
    "PGTARGETSESSIONATTRS": "target_session_attrs",
    "PGSSLMODE": "sslmode",
    "PGSSLROOTCERT": "sslrootcert",
}


class NoToolError(Exception):
    """A PostgreSQL program is missing or failed. The message says which."""


def run(program: str, arguments: Sequence[str]) -> bytes:
    """Run a PostgreSQL program and return its output. Raises NoToolError, with the program's own
    message if it fails.

    The password is passed in the environment: everyone on the machine can read command lines.
    """
    found = shutil.which(program)
    if found is None:
        raise NoToolError(f"{program} is not installed (Debian: apt install postgresql-client).")
    answer = subprocess.run(  # noqa: S603  (a program of PostgreSQL, with arguments of ours)
        [found, *arguments], env=os.environ | _access(), capture_output=True, check=False
    )
    if answer.returncode:
        raise NoToolError(f"{program} failed: {_reason(answer.stderr)}.")
    return answer.stdout


def _access() -> dict[str, str]:
    """Return how to reach the database, as PostgreSQL's programs read it."""
    settings = connection.settings_dict
    options = settings.get("OPTIONS", {})
    return {
        **{name: str(settings[key]) for name, key in IN_SETTINGS.items() if settings.get(key)},
        **{name: str(options[key]) for name, key in IN_OPTIONS.items() if key in options},
    }


def _reason(message: bytes) -> str:
    """Return the error in a program's message, else its first line."""
    lines = message.decode(errors="replace").strip().splitlines() or ["no reason given"]
    first = next((line for line in lines if "error" in line.lower()), lines[0])
    return first.partition("error: ")[2] or first


def dump(part: Path) -> None:
    """Dump our schema with pg_dump, compressed. Raises NoToolError."""
    run(
        "pg_dump",
        [
            "--format=custom",
            f"--schema={SCHEMA}",
            "--no-owner",
            "--no-privileges",
            f"--file={part}",
        ],
    )


def check_dump(path: Path) -> list[Migration]:
    """Read a dump to its end and return the migrations of its tables. Raises BadCopyError if it is
    damaged or not ours.
    """
    try:
        listed = run("pg_restore", ["--list", str(path)]).decode(errors="replace")
        tables = set(re.findall(rf"TABLE DATA {SCHEMA} (\w+) ", listed))
        check_tables(tables, str(path))
        # Reads and unpacks all of it, and discards the output.
        run("pg_restore", [f"--file={os.devnull}", str(path)])
        rows = run("pg_restore", ["--data-only", f"--table={TABLE}", "--file=-", str(path)]).decode(
            errors="replace"
        )
    except NoToolError as error:
        raise BadCopyError(f"{path} cannot be read: {error}") from error
    found = re.search(
        rf"COPY \S*{TABLE} \(id, app, name, applied\) FROM stdin;\n(.*?)\n\\\.", rows, re.DOTALL
    )
    if found is None:
        raise BadCopyError(f"{path} has no record of its migrations.")
    parts = [line.split("\t") for line in found[1].splitlines()]
    return check_migrations([(app, name) for _id, app, name, _at in parts], str(path))


def restore_dump(path: Path, aside: str) -> None:
    """Replace the current records with a dump, and move them to the schema `aside`. All or nothing.

    Raises NoToolError.
    """
    with tempfile.TemporaryDirectory(prefix="tichu-restore-") as folder:
        script, content = Path(folder) / "restore.sql", Path(folder) / "content"
        listed = run("pg_restore", ["--list", str(path)]).decode(errors="replace")
        # The schema itself is created here; a dump of the whole database lacks it.
        content.write_text(
            "\n".join(line for line in listed.splitlines() if not re.search(r" SCHEMA ", line)),
            "utf-8",
        )
        run(
            "pg_restore",
            [
                "--no-owner",
                "--no-privileges",
                f"--use-list={content}",
                f"--file={script}",
                str(path),
            ],
        )
        moved = [f"--command={statement}" for statement in setting_aside(aside)]
        run(
            "psql",
            [
                "--no-psqlrc",
                "--quiet",
                "--set=ON_ERROR_STOP=1",
                "--single-transaction",
                *moved,
                f"--file={script}",
            ],
        )


def setting_aside(aside: str) -> list[str]:
    """Return the SQL that renames the current schema and creates an empty one."""
    quote = connection.ops.quote_name
    return [
        f"ALTER SCHEMA {quote(SCHEMA)} RENAME TO {quote(aside)}",
        f"CREATE SCHEMA {quote(SCHEMA)}",
    ]


def new_aside(now: datetime) -> str:
    """Return an unused schema name for the current records."""
    name = f"{ASIDE}{now.astimezone(UTC).strftime(TIME)}"
    taken = schemas_aside()
    return next(
        one
        for one in (name, *(f"{name}_{number}" for number in range(2, 1000)))
        if one not in taken
    )


def schemas_aside() -> list[str]:
    """List the schemas that were set aside, newest first."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE %s ORDER "
            "BY 1 DESC",
            [ASIDE.replace("_", r"\_") + "%"],
        )
        return [name for (name,) in cursor.fetchall()]


def own_tables() -> list[str]:
    """List the tables of our schema."""
    with connection.cursor() as cursor:
        return list(connection.introspection.table_names(cursor))


def checksums_are_off() -> bool:
    """Return whether data checksums are off, so the server would not notice a page corrupted on
    disk.
    """
    with connection.cursor() as cursor:
        cursor.execute("SHOW data_checksums")
        return bool(cursor.fetchone()[0] == "off")
