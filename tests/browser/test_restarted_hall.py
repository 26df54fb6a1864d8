"""The laptop goes down in the middle of a session round: everything stands again, the clock
included.
"""

import re
from pathlib import Path
from random import Random

import pytest

from tests.browser import halls
from tests.browser.records import Records, kept_open
from tests.browser.servers import Site, free_port, running_site
from tests.tournaments.evening import CardPhone, Web
from tests.tournaments.hall import Director

HANDS = 4


def clock_of(board: str) -> str:
    """The moment at which the round ends, as the board tells it to its script."""
    found = re.search(r'data-countdown="([^"]+)"', board)
    assert found
    return found[1]


def a_hall(site: Site, records: Records) -> tuple[Director, str]:
    """The director of two tables that can begin, signed in, and the card of the first."""
    hall = records(halls.two_tables, HANDS)
    desk = Director(Web(site.url, {"sessionid": hall["session"]}))  # type: ignore[arg-type]
    desk.desk = hall["desk"]
    return desk, hall["card"]


def begins(site: Site, desk: Director, card: str) -> tuple[CardPhone, CardPhone]:
    """The clock runs; a phone has written half of its match, another one has called."""
    desk.send(f"{desk.desk}board/", "/clock/start/")
    phone, other = (CardPhone(Web(site.url), Random(seed)) for seed in (1, 2))  # type: ignore[arg-type]
    for one in (phone, other):
        one.scans(card)
    phone.writes()
    phone.plays(HANDS)
    phone.sends(2)
    other.looks_on(1)
    other.send(other.match, "/call/", text="Is this a bomb?")
    return phone, other


def test_all_that_a_hall_needs_is_in_the_records_and_none_of_it_in_the_server(
    site: Site, records: Records
) -> None:
    """What another process shows of them is what a server shows that was started again."""
    desk, card = a_hall(site, records)
    _phone, other = begins(site, desk, card)
    board, match = records(
        halls.pages, desk.client.cookies["sessionid"], [f"{desk.desk}board/", other.match]
    )
    assert clock_of(board) == clock_of(desk.look(f"{desk.desk}board/"))
    assert "Is this a bomb?" in board
    assert "Playing hand 3" in match


@pytest.mark.slow
def test_the_laptop_restarts_while_the_clock_runs_and_a_table_writes(tmp_path: Path) -> None:
    port = str(free_port())
    with running_site(tmp_path, PORT=port) as site:
        with kept_open(site) as records:
            desk, card = a_hall(site, records)
        phone, other = begins(site, desk, card)
        ends = clock_of(desk.look(f"{desk.desk}board/"))
    with running_site(tmp_path, PORT=port):
        assert clock_of(desk.look(f"{desk.desk}board/")) == ends
        assert "Is this a bomb?" in desk.look(f"{desk.desk}board/")
        assert "Playing hand 3" in other.page()
        phone.sends()
        assert (phone.refused, list(phone.told.values())) == ([], ["counted"] * HANDS)
        other.agrees(1)
        assert "<b>1 of 2</b> done" in desk.look(f"{desk.desk}board/")
