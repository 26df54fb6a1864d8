"""What the tests of deals share: a session whose boards the app deals, and what its cards look
like on a page.
"""

import re
from typing import Any

from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import text_of
from tournaments.actions import revealing, stages
from tournaments.models import DealSeed, SessionRound, Tournament


def a_session(
    desk: desks.Desk, pairs: int = 4, *, secret: bool = False, dealing: str = "app", **more: Any
) -> Tournament:
    """A session of duplicate that shows travellers; the app deals."""
    settings = {"others": "traveller", "dealing": dealing, "deals_secret": secret}
    return desks.a_tournament(
        "duplicate_evening", pairs, desk=desk, awards={}, format_settings=settings, **more
    )


def recorded_session(desk: desks.Desk) -> Tournament:
    """A session of duplicate whose tables deal and note their cards."""
    return a_session(desk, dealing="recorded")


def seed_of(session: Tournament) -> bytes:
    row = DealSeed.objects.get(stage__tournament=session)
    assert row.seed is not None
    return bytes(row.seed)


def play_on(session: Tournament, until: int) -> None:
    """Draw, play and close the rounds up to this one that are not closed."""
    rounds = {one.number: one for one in desks.first_stage(session).session_rounds.all()}
    for number in range(1, until + 1):
        row = rounds.get(number) or desks.draw(session, number)
        if row.state != SessionRound.State.CLOSED:
            desks.play_round(row, seed=number)


def finish(session: Tournament) -> None:
    """Finish the stage, then show its results."""
    stages.finish_stage(desks.first_stage(session), None)
    revealing.unfreeze(session, None)


def in_one_line(answer: Response) -> str:
    return re.sub(r"\s+", " ", text_of(answer))
