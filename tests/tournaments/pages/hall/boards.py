"""The board of a hall for its tests:
tournaments in their first round, and what their board says.
"""

import re
from typing import Any

from django.test import Client

from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import at
from tournaments.models import Role, SessionRound, Tournament

TEN_HANDS = {"target_score": None, "round_limit": 10}


def made(entrants: int, **stage: Any) -> SessionRound:
    return desks.draw(desks.a_tournament(entrants=entrants, minutes=50, rules=TEN_HANDS, **stage))


def a_hall(entrants: int = 6, **stage: Any) -> tuple[Tournament, SessionRound, Client]:
    """A tournament in its first session round, and the browser of its director."""
    there = SessionRound.objects.select_related("stage__tournament").earliest("pk")
    row = there if (entrants, stage) == (6, {}) else made(entrants, **stage)
    return row.stage.tournament, row, desks.signed_in(desks.a_user())


def tiles(
    client: Client, tournament: Tournament, show: str = ""
) -> list[tuple[int, str, list[str]]]:
    """The tables in their order: number, state in words, what else is said."""
    page = client.get(at("desk_board", tournament), {"show": show} if show else {}).content.decode()
    found = []
    for tile in re.findall(r'<li class="tile.*?</li>', page, re.DOTALL):
        number = re.search(r'<b class="no num">(\d+)', tile)
        how = re.search(r'<span class="how"><i[^>]*>.</i> (.*?)</span>', tile)
        assert number
        assert how
        found.append((int(number[1]), how[1], re.findall(r"<small>(.*?)</small>", tile)))
    return found


def asked(client: Client, tournament: Tournament) -> list[str]:
    """What the list of those who need the director says, one line each, without the times."""
    page = client.get(at("desk_board", tournament)).content.decode()
    found = re.findall(r'<li class="ask .*?</li>', page, re.DOTALL)
    return [" ".join(re.sub(r"<time.*?</time>|<[^>]+>", " ", line).split()) for line in found]


def press(client: Client, tournament: Tournament, action: str, **fields: str) -> Response:
    return client.post(at("desk_clock", tournament, 1, 1, action), fields)


def helper_of(tournament: Tournament) -> Client:
    """The browser of somebody who works at the desk and directs nothing."""
    hanna = desks.a_user("Hanna")
    Role.objects.create(club=tournament.club, user=hanna, name="desk")
    return desks.signed_in(hanna)


def red(page: str) -> list[str]:
    """The words of the red buttons, of which a page has one at most."""
    return [name.strip() for name in re.findall(r'class="button main[^>]*>([^<]*)<', page)]
