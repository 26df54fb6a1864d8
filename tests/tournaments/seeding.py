"""A tournament on a real server's records: run by `manage.py shell`, answers in JSON on standard output.

site.manage("shell", "-c", "from tests.tournaments.seeding import print_hall; print_hall(100)")
"""

import json
from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_backends

from tests.tournaments import desks
from tournaments.actions import stages


def session_of(user: object) -> str:
    """The cookie of a browser in which this user is signed in."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)  # type: ignore[attr-defined]
    backend = type(get_backends()[0])
    session[BACKEND_SESSION_KEY] = f"{backend.__module__}.{backend.__qualname__}"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()  # type: ignore[attr-defined]
    session.save()
    return str(session.session_key)


def print_hall(pairs: int) -> None:
    """A club with an owner who is signed in, and a tournament of so many pairs, nothing drawn yet."""
    desk = desks.a_desk()
    tournament = desks.a_tournament(entrants=pairs, desk=desk)
    stages.begin_stage(desks.first_stage(tournament), None)
    print(json.dumps({"tournament": str(tournament.pk), "session": session_of(desk.user)}))


def owner_session(name: str) -> str:
    """The cookie of whoever owns the site, signed in, and without a club yet."""
    return session_of(desks.an_owner(name))
