"""How long it takes to rate a club of 400 people anew by 100,000 games, and what a new result
costs.

python tests/bench/bench_ratings.py          (TEST_DATABASE=postgres for the other database)

Beside it the same games are read and their outcome written without rating anybody: what is left is
the model's.
"""

import gc
import os
import random
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.smoke import judge, sized, slower  # noqa: E402
from tests.databases import database_under_test, fresh_database, start_postgres  # noqa: E402

PEOPLE = sized(400, 20)
GAMES = sized(int(os.environ.get("GAMES", "100000")), 200)
AGO = GAMES // 100  # games before the last
WANTED, WANTED_FOR_ONE = 10.0, 0.1  # seconds
BEGAN = datetime(2010, 1, 1, tzinfo=UTC)


@contextmanager
def a_site() -> Iterator[None]:
    """Empty records on the database that TEST_DATABASE names."""
    with tempfile.TemporaryDirectory(prefix="tichu-bench-") as name:
        folder = Path(name)
        os.environ |= {
            "DATA_DIR": str(folder / "site"),
            "DJANGO_SETTINGS_MODULE": "tichu_site.settings",
        }
        os.environ.pop("DATABASE_URL", None)
        if database_under_test() == "sqlite":
            _migrate()
            yield
            return
        url, stop = start_postgres(folder / "postgres")
        try:
            with fresh_database(url, "bench") as database_url:
                os.environ["DATABASE_URL"] = database_url
                _migrate()
                yield
                from django.db import connections

                connections.close_all()
        finally:
            stop()


def _migrate() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def a_club() -> Any:
    """A club whose games are over, straight in their rows, half an hour apart."""
    from django.db import connection

    from scoring.models import Club, Device, Game, Player, Seat

    lot = random.Random(1)
    club = Club.objects.create(name="A large club")
    device = Device.objects.create(key_hash="bench", club=club)
    people = Player.objects.bulk_create(
        [Player(name=f"P{number}", club=club) for number in range(PEOPLE)]
    )
    strong = {player.pk: lot.gauss(0, 1) for player in people}
    for first in range(0, GAMES, 2000):
        games, seats = [], []
        for _ in range(first, min(first + 2000, GAMES)):
            game = Game(variant="nanking", device=device, club=club, state=Game.State.FINISHED)
            game.id = uuid.UUID(int=lot.getrandbits(128), version=4)
            games.append(game)
            four = lot.sample(people, 4)
            ahead = (
                sum(strong[one.pk] * (1, -1)[at % 2] for at, one in enumerate(four))
                + lot.gauss(0, 3)
                > 0
            )
            for at, player in enumerate(four):
                won = ahead == (at % 2 == 0)
                seats.append(
                    Seat(
                        game=game,
                        number=at,
                        player=player,
                        place=1 if won else 2,
                        total=1000 if won else 500,
                    )
                )
        Game.objects.bulk_create(games)
        for number, game in enumerate(games, start=first):
            game.started_at = BEGAN + timedelta(minutes=30 * number)
        Game.objects.bulk_update(games, ["started_at"], batch_size=500)
        Seat.objects.bulk_create(seats, batch_size=1000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as a server does by itself, some time after so many rows
    return club


def timed(name: str, work: Callable[[], object]) -> float:
    """Seconds: of this processor, where the database is within the process, by the clock where it
    is a server.
    """
    start, busy = perf_counter(), process_time()
    work()
    clock, processor = perf_counter() - start, process_time() - busy
    print(f"{name:58} {clock:7.2f} s by the clock, {processor:6.2f} of this processor", flush=True)
    return processor if database_under_test() == "sqlite" else clock


class Same:
    """Rates nobody: what reading and writing take alone."""

    def __init__(self, start: Any) -> None:
        self.start, self.ten_to_one = start, 1.0

    def rate(self, sides: Any, _result: object) -> Any:
        return sides

    def chances(self, sides: Any) -> list[float]:
        return [1 / len(sides)] * len(sides)


def main() -> None:
    with a_site():
        from scoring.games.actions.rating_marks import mark_games
        from scoring.models import Game, RatingChange, RatingList
        from scoring.people.rated import lists as rating_lists

        club = a_club()
        gc.disable()  # as the command does
        print(f"{GAMES} games of {PEOPLE} people on {database_under_test()}", flush=True)
        model = rating_lists.MODEL
        rating_lists.MODEL = Same(model.start)  # type: ignore[assignment]
        timed("read and written, nobody rated", lambda: rating_lists.up_to_date(club, "teams"))
        RatingList.objects.update(version=0)
        rating_lists.MODEL = model
        timed(
            "rows of before thrown away, everybody rated",
            lambda: rating_lists.up_to_date(club, "teams"),
        )
        assert RatingChange.objects.count() == 4 * GAMES
        RatingChange.objects.all().delete()
        RatingList.objects.update(version=0)
        whole = timed("everybody rated", lambda: rating_lists.up_to_date(club, "teams"))
        last = Game.objects.order_by("-started_at")
        mark_games(last[:1])
        assert RatingChange.objects.count() == 4 * GAMES
        one = timed("the last result is another", lambda: rating_lists.up_to_date(club, "teams"))
        mark_games(last[AGO : AGO + 1])
        timed(
            f"a result of {AGO:,} games ago is another",
            lambda: rating_lists.up_to_date(club, "teams"),
        )
        timed("nothing changed", lambda: rating_lists.up_to_date(club, "teams"))
        assert RatingChange.objects.count() == 4 * GAMES
    missed = whole > WANTED * slower() or one > WANTED_FOR_ONE * slower()
    judge(missed, f"More than {WANTED} s, or {WANTED_FOR_ONE}, on the usual computer.")


if __name__ == "__main__":
    main()
