"""Asking the desk for pages: by whom, for what, and what comes back."""

import re
from html import unescape
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import desks
from tournaments.models import Entrant, LogLine, Tournament


def path(name: str, tournament: Tournament, *places: Any) -> str:
    return reverse(name, args=[tournament.pk, *places])


def owner_of(tournament: Tournament) -> Client:
    """The browser of the club's owner."""
    return desks.desk_of(tournament.club).client


def text_of(answer: Any) -> str:
    """What a page says, without its tags, on one line."""
    html = answer.content.decode().split("<main", 1)[-1]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def number(tournament: Tournament, which: int) -> Entrant:
    """The entrant with this number."""
    return Entrant.objects.get(tournament=tournament, number=which)


def queries(client: Client, address: str) -> int:
    """How many queries a page takes. The first visit is not counted: it may fill a cache."""
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def kept_out(address: str, data: dict[str, Any]) -> None:
    """Nobody but this club's people gets at an address that changes something, and nothing of it happens.

    Somebody without an account is asked to sign in; a stranger and the director of another club find nothing; asking
    for it as a page is refused.
    """
    before = LogLine.objects.count()
    asked = Client().post(address, data)
    assert asked.status_code == 302
    assert asked.headers["Location"].startswith(reverse("account_login"))
    assert desks.signed_in(desks.a_user("Stranger")).post(address, data).status_code == 404
    assert desks.a_desk("Somebody", "Another club").client.post(address, data).status_code == 404
    assert LogLine.objects.count() == before


def not_a_page(address: str, tournament: Tournament) -> None:
    assert owner_of(tournament).get(address).status_code == 405
