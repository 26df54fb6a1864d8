"""Django's command line, and what it says where the database is not ready for a command."""

import os
import sys
from collections.abc import Sequence

import django
from django.core.management import call_command, execute_from_command_line
from django.db import DatabaseError, OperationalError, ProgrammingError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from tichu_site import __version__

# They make records of their own, so they need none to be there: before the first start they make
# the tables first.
MAKING = {"demo", "import_club", "import_tournament", "simulate"}
NOT_READY = (
    "The database is not ready: it is empty, or of an older version. Run `python manage.py "
    "migrate` first, or start "
    "the site once."
)


def run(arguments: Sequence[str]) -> None:
    """Run a command; end with one sentence where the database cannot be used for it."""
    if list(arguments[1:]) in (["--version"], ["version"]):
        sys.stdout.write(f"{__version__}\n")
        return
    try:
        if MAKING.intersection(arguments[1:2]) and not {"-h", "--help"}.intersection(arguments):
            django.setup()
            if not MigrationRecorder(connection).has_table():
                call_command("migrate", interactive=False, verbosity=0)
        try:
            execute_from_command_line(list(arguments))
        finally:  # a command that fails ends itself
            sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads on, as behind `| head`. Python itself flushes once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (OperationalError, ProgrammingError) as error:
        sentence = not_ready(error)
        if not sentence:
            raise
        sys.exit(sentence)


def not_ready(error: DatabaseError) -> str:
    """Why a command failed so, where that is because of the state of the database; else empty."""
    try:
        executor = MigrationExecutor(connection)
        steps = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return f"The database cannot be used: {' '.join(str(error).split())}"
    return NOT_READY if steps else ""
