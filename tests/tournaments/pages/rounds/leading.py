"""How a director leads a session round by the desk's pages."""

import re
from typing import Any

from tests.requests import Response
from tests.scoring import games
from tests.tournaments import desks
from tests.tournaments.agreeing import HANDS, WON
from tests.tournaments.desk_pages import at
from tournaments.actions import agreeing, publishing
from tournaments.match.figures import fingerprint
from tournaments.models import Match, SessionRound, Tournament


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
) -> Response:
    """Press a button of a round's page."""
    return desk.client.post(at("desk_round_do", tournament, stage, number, action), data)


def seen_on(desk: desks.Desk, tournament: Tournament, number: int = 1) -> str:
    """What a draft's page says it has shown: with it a director publishes what he saw."""
    page = desk.client.get(at("desk_round", tournament, 1, number)).content.decode()
    found = re.search(r'name="seen" value="(\w+)"', page)
    assert found
    return found[1]


def played(desk: desks.Desk, entrants: int = 4) -> Match:
    """The first match of a round of which all tables have written all hands: 260 : 140 each."""
    if entrants == 4 and desk.club.tournaments.exists():
        return desks.reread(Match.objects.get(session_round__stage__tournament__club=desk.club))
    return made(desk, entrants)


def made(desk: desks.Desk, entrants: int = 4) -> Match:
    drawn = desks.draw(desks.a_tournament("german_championship", entrants, desk=desk))
    for match in drawn.matches.select_related("session_round__stage__tournament"):
        game = publishing.open_game(match, 1, desks.table_phone())
        games.write(game, [WON] * HANDS, desks.table_phone())
    return desks.reread(drawn.matches.get(number=1))


def closed(desk: desks.Desk) -> Match:
    match = played(desk)
    publishing.close_round(match.session_round, None)
    return desks.reread(match)


def agreed(desk: desks.Desk) -> Match:
    """A match whose result is locked, in a round that is being played."""
    match = played(desk)
    for side in (0, 1):
        agreeing.agree(match, side, fingerprint(match), how=Match.Agreed.OTHER_PHONE)
    return desks.reread(match)
