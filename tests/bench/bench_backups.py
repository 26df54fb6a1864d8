"""How long back-ups of everything, the look at a start, `verify` and bringing a copy back take with
33,000 games.

python tests/bench/bench_backups.py [games], or with TEST_DATABASE=postgres

Beside them, from the same run: the file read once, and the rows selected once, which nothing that
looks at all of it can do without. A last table says what the chain costs a hand.
"""

import os
import resource
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.smoke import SMOKE, judge, sized  # noqa: E402

GAMES = sized(33_000, 20)
ROUNDS = 10
AT_ONCE = 500  # games that are written at once
WANTED = {"verify": 300.0, "restore": 300.0, "copy": 120.0, "start": 20.0}  # seconds


def fill(games: int) -> None:
    """So many games of four with ten rounds each, chained as the actions chain them."""
    from django.db import transaction
    from django.utils import timezone

    from scoring.games.actions.bulk_insert import BulkGames, Played
    from scoring.models import Player
    from scoring.rules import RuleSet
    from tests.scoring.games import a_device, believable

    device = a_device()
    rules = RuleSet.of("nanking", {"target_score": None})
    evenings = [believable(rules, 4, ROUNDS, seed) for seed in range(40)]
    players = Player.objects.bulk_create(
        Player(name=f"Player {n}", device=device) for n in range(400)
    )
    for start in range(0, games, AT_ONCE):
        bulk = BulkGames()
        for number in range(start, min(start + AT_ONCE, games)):
            four = [players[(number * 7 + seat * 13) % 400].pk for seat in range(4)]
            evening = evenings[number % len(evenings)]
            bulk.add(device, None, Played(rules, four, evening, timezone.now()))
        with transaction.atomic():
            bulk.insert()


def timed(what: str, do: Callable[[], Any]) -> tuple[float, Any]:
    """Do it once, and say how long it took by the clock and of this processor, and what memory the
    process then has.
    """
    clock, processor = perf_counter(), process_time()
    answer = do()
    seconds, own = perf_counter() - clock, process_time() - processor
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{what:58}{seconds:8.1f} s by the clock, {own:6.1f} s of the processor, {memory:6.0f} MB "
        "at most",
        flush=True,
    )
    return seconds, answer


def measure(folder: Path, games: int) -> None:
    from django.apps import apps
    from django.core.management import call_command
    from django.db import connection

    from tichu_site.backups import start_check
    from tichu_site.backups.backup_folder import back_up_site, newest_good, size_in_words
    from tichu_site.backups.file_types import Kind
    from tichu_site.backups.signature import signature
    from tichu_site.backups.site_document import check_site

    sqlite = connection.vendor == "sqlite"
    over: list[str] = []

    def held(what: str, seconds: float) -> None:
        if seconds > WANTED[what]:
            over.append(what)

    timed(f"{games:,} games with {games * ROUNDS:,} entries made", lambda: fill(games))
    if sqlite:
        connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        name = Path(connection.settings_dict["NAME"])
        print(f"the database: {size_in_words(name.stat().st_size)}")
        timed("baseline: the file read once", lambda: len(name.read_bytes()))
    with connection.cursor() as cursor:
        entries = "SELECT id, data, link FROM scoring_entry"
        timed(
            "baseline: all entries selected once",
            lambda: (cursor.execute(entries), len(cursor.fetchall())),
        )
    timed("whether something has changed", signature)
    kinds = (
        [(Kind.DATABASE, "a copy of the database, looked into")]
        if sqlite
        else [(Kind.PG_DUMP, "pg_dump, read back")]
    )
    for kind, what in [*kinds, (Kind.SITE, "a document of everything, read back")]:
        seconds, kept = timed(what, lambda kind=kind: back_up_site(folder / "backups", kind=kind))
        print(f"    {kept}")
        held("copy", seconds)
        if kind == Kind.SITE:
            document = kept.path
    timed("    of which reading the document back", lambda: check_site(document))
    timed("the newest good copy found", lambda: newest_good(folder / "backups"))
    connection.close()
    held("start", timed("the look at a start", lambda: start_check.check_records(print))[0])
    held("verify", timed("manage.py verify", lambda: call_command("verify"))[0])
    held(
        "restore",
        timed("manage.py restore of the document", lambda: call_command("restore", str(document)))[
            0
        ],
    )
    models = [apps.get_model("scoring", name) for name in ("Game", "Entry")]
    assert [model.objects.count() for model in models] == [games, games * ROUNDS], (
        "restored, but not all of it"
    )
    call_command("verify")  # raises CommandError where something is not as it was written
    judge(bool(over), f"Longer than wanted: {', '.join(over)}.")


def on_a_site_of_its_own(games: int) -> None:
    """Whichever database TEST_DATABASE names, in a folder that goes when all is done."""
    from tests.databases import database_under_test, postgres_programs, start_postgres, with_name

    with tempfile.TemporaryDirectory() as folder:
        # Not the folder itself: it becomes its owner's alone, and PostgreSQL may be another's.
        data = Path(folder) / "site"
        os.environ |= {
            "DATA_DIR": str(data),
            "DJANGO_SETTINGS_MODULE": "tichu_site.settings",
            "LOG_LEVEL": "ERROR",
        }
        os.environ.pop("DATABASE_URL", None)
        stop: Callable[[], None] = lambda: None  # noqa: E731
        if database_under_test() == "postgres":
            import psycopg

            url, stop = start_postgres(Path(folder) / "postgres")
            with psycopg.connect(with_name(url, "postgres"), autocommit=True) as server:
                server.execute("CREATE DATABASE tichu")
            os.environ["DATABASE_URL"] = url
            os.environ["PATH"] = f"{postgres_programs()}{os.pathsep}{os.environ['PATH']}"
        try:
            import django

            django.setup()
            from django.core.management import call_command
            from django.db import connection

            call_command("migrate", verbosity=0)
            print(f"{connection.vendor}, {os.getloadavg()[0]:.1f} programs running at the start")
            measure(data, games)
            connection.close()
        finally:
            stop()


if __name__ == "__main__":
    on_a_site_of_its_own(int(sys.argv[1]) if len(sys.argv) > 1 and not SMOKE else GAMES)
