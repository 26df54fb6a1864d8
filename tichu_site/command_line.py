"""Django's command line, with a clear message if the database is not ready for a command."""

import os
import sys
from collections.abc import Sequence

import django
from django.core.management import call_command, execute_from_command_line
from django.db import DatabaseError, OperationalError, ProgrammingError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from tichu_site import __version__

# These create records of their own. Before the first start they create the tables.
MAKING = {"demo", "import_club", "import_tournament", "simulate"}
NOT_READY = (
    "The database is not ready: it is empty or from an older version. Run `python manage.py "
    "migrate` first, or start the site once."
)


def run(arguments: Sequence[str]) -> None:
    """Run a command. Exit with one sentence if the database cannot be used for it."""
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
        finally:  # a failing command exits by itself
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe, as `| head` does. Python flushes stdout again on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (OperationalError, ProgrammingError) as error:
        sentence = not_ready(error)
        if not sentence:
            raise
        sys.exit(sentence)


def not_ready(error: DatabaseError) -> str:
    """Return the reason if the state of the database made a command fail, else ""."""
    try:
        executor = MigrationExecutor(connection)
        steps = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return f"The database cannot be used: {' '.join(str(error).split())}"
    return NOT_READY if steps else ""
