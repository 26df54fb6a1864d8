"""Phones that send in the same moment: each on a thread and a connection of its own."""

from collections import Counter
from collections.abc import Callable, Sequence
from threading import Barrier, Thread
from typing import Any

from django.db import connections
from django.http import HttpResponse

from scoring.models import Game
from tests.scoring.games import a_client
from tests.scoring.tables import Phone, an_entry, told

PATIENCE = 60  # seconds until a thread counts as stuck: a deadlock would wait for ever


def at_once(*tries: Callable[[], Any]) -> list[Any]:
    """Try all of these in the same moment, each on a thread and a connection of its own: what they
    gave.
    """
    start, came = Barrier(len(tries)), {}

    def run(number: int, tried: Callable[[], Any]) -> None:
        try:
            start.wait(PATIENCE)
            came[number] = tried()
        except Exception as error:  # noqa: BLE001  (whatever it was, it is told at the end)
            came[number] = error
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=pair, daemon=True) for pair in enumerate(tries)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not [thread for thread in threads if thread.is_alive()], "stuck"
    failed = [error for error in came.values() if isinstance(error, Exception)]
    assert not failed, failed
    return [came[number] for number in range(len(tries))]


def apart(phone: Phone) -> Phone:
    """The same phone with a browser that no other thread uses."""
    client = a_client(phone.key)
    client.raise_request_exception = False
    return Phone(phone.key, phone.device, client)


def writing(
    phone: Phone, game: Game, number: int, data: object = None, **more: Any
) -> Callable[[], HttpResponse]:
    """What sends this entry from the phone: the same one, however often it is called."""
    entry = an_entry(number, data, **more)
    return lambda: apart(phone).post("api_entries", game, entry)


def statuses(answers: Sequence[HttpResponse]) -> dict[int, int]:
    return dict(Counter(answer.status_code for answer in answers))


def refusals(answers: Sequence[HttpResponse]) -> list[str]:
    """The code each phone that was refused has been told."""
    return sorted(told(answer)[0][0] for answer in answers if answer.status_code >= 400)
