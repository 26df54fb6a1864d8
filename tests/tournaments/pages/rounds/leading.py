"""How a director leads a session round by the desk's pages."""

import re
from typing import Any

from tests.tournaments import desks
from tests.tournaments.desk_pages import at
from tournaments.models import SessionRound, Tournament


def rounds_of(tournament: Tournament) -> list[tuple[int, str]]:
    """The number and state of each session round."""
    rows = SessionRound.objects.filter(stage__tournament=tournament).order_by(
        "stage__number", "number"
    )
    return list(rows.values_list("number", "state"))


def press(
    desk: desks.Desk,
    tournament: Tournament,
    action: str,
    number: int = 1,
    *,
    stage: int = 1,
    **data: Any,
) -> Any:
    """Press a button of a round's page."""
    return desk.client.post(at("desk_round_do", tournament, stage, number, action), data)


def seen_on(desk: desks.Desk, tournament: Tournament, number: int = 1) -> str:
    """What a draft's page says it has shown: with it a director publishes what he saw."""
    page = desk.client.get(at("desk_round", tournament, 1, number)).content.decode()
    found = re.search(r'name="seen" value="(\w+)"', page)
    assert found
    return found[1]
