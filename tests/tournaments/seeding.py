"""A tournament on a real server's records: run by `manage.py shell`, answers in JSON on standard
output.

site.manage("shell", "-c", "from tests.tournaments.seeding import print_hall; print_hall(100)")
"""

import json

from tests.scoring.games import a_device
from tests.tournaments import desks
from tournaments.actions import stages, table_phones


def print_hall(pairs: int) -> None:
    """A club with an owner who is signed in,
    and a tournament of so many pairs, nothing drawn yet.
    """
    desk = desks.a_desk()
    tournament = desks.a_tournament(entrants=pairs, desk=desk)
    stages.begin_stage(desks.first_stage(tournament), None)
    print(json.dumps({"tournament": str(tournament.pk), "session": desks.session_of(desk.user)}))


def print_writing_phones(tables: int) -> None:
    """A published round of so many tables that play on and on, each written by a phone: the game
    and the phone's key.
    """
    rules = {"target_score": None, "round_limit": 9999}
    tournament = desks.a_tournament(entrants=2 * tables, rules=rules)
    phones = []
    for match in desks.tables(desks.draw(tournament)):
        key = f"the phone of table {match.number}"
        game = table_phones.sit_to_write(match, 1, a_device(key), 0)
        phones.append((str(game.pk), key))
    print(json.dumps(phones))


def owner_session(name: str) -> str:
    """The cookie of whoever owns the site, signed in, and without a club yet."""
    return desks.session_of(desks.an_owner(name))
