"""The laptop goes down in the middle of a session round: everything stands again, the clock included."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from tests.browser.servers import Site, free_port, running_site
from tests.tournaments.evening import CardPhone, Web
from tests.tournaments.hall import Director

pytestmark = pytest.mark.any_database

HANDS = 4
HALL = """
import json
from tests.tournaments import desks
from tests.tournaments.desks import session_of
from tournaments import codes
from tournaments.actions import cards
desk = desks.a_desk()
cup = desks.a_tournament(entrants=4, desk=desk, minutes=50, rules={{"target_score": None, "round_limit": {hands}}})
desks.draw(cup)
card = cards.make_cards(cup, [1])[0]
print("hall", json.dumps([f"/desk/{{cup.pk}}/", session_of(desk.user), f"/card/{{codes.token_of_card(card)}}/"]))
"""


def running_clock(desk: Director) -> str:
    """The moment at which the round ends, as the board tells it to its script."""
    found = re.search(r'data-countdown="([^"]+)"', desk.look(f"{desk.desk}board/"))
    assert found
    return found[1]


def a_hall(site: Site) -> tuple[Director, str]:
    """The director of two tables that can begin, signed in, and the card of the first."""
    said = site.manage("shell", "-v", "0", "-c", HALL.format(hands=HANDS)).stdout
    address, session, card = json.loads(said.rpartition("hall ")[2])
    desk = Director(Web(site.url, {"sessionid": session}))  # type: ignore[arg-type]
    desk.desk = address
    return desk, card


def test_the_laptop_restarts_while_the_clock_runs_and_a_table_writes(tmp_path: Path) -> None:
    port = str(free_port())
    with running_site(tmp_path, PORT=port) as site:
        desk, card = a_hall(site)
        desk.send(f"{desk.desk}board/", "/clock/start/")
        phone, other = (CardPhone(Web(site.url), Random(seed)) for seed in (1, 2))  # type: ignore[arg-type]
        for one in (phone, other):
            one.scans(card)
        phone.writes()
        phone.plays(HANDS)
        phone.sends(2)
        other.looks_on(1)
        other.send(other.match, "/call/", text="Is this a bomb?")
        ends = running_clock(desk)
    with running_site(tmp_path, PORT=port):
        assert running_clock(desk) == ends
        assert "Is this a bomb?" in desk.look(f"{desk.desk}board/")
        assert "Playing hand 3" in other.page()
        phone.sends()
        assert (phone.refused, list(phone.told.values())) == ([], ["counted"] * HANDS)
        other.agrees(1)
        assert "1 of 2 done" in desk.look(f"{desk.desk}board/")
