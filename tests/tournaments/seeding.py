"""A tournament on a real server's records: run by `manage.py shell`, answers in JSON on standard
output.

site.manage("shell", "-c", "from tests.tournaments.seeding import print_hall; print_hall(100)")
"""

import json

from tests.tournaments import desks
from tournaments.actions import stages


def print_hall(pairs: int) -> None:
    """A club with an owner who is signed in,
    and a tournament of so many pairs, nothing drawn yet.
    """
    desk = desks.a_desk()
    tournament = desks.a_tournament(entrants=pairs, desk=desk)
    stages.begin_stage(desks.first_stage(tournament), None)
    print(json.dumps({"tournament": str(tournament.pk), "session": desks.session_of(desk.user)}))


def owner_session(name: str) -> str:
    """The cookie of whoever owns the site, signed in, and without a club yet."""
    return desks.session_of(desks.an_owner(name))
