"""The roles of a club in words: what each is called, and what it may do."""

from dataclasses import dataclass

from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.actions.club_roles import read_invitation
from tournaments.models import Role

# What each role may do, in one sentence; see `tournaments.permissions.MAY`.
SENTENCES: dict[str, str] = {
    Role.Name.OWNER: gettext_noop(
        "Everything a director can do; also lets other people in and deletes tournaments."
    ),
    Role.Name.DIRECTOR: gettext_noop(
        "Sets up, enters people, draws, publishes, keeps the clock, decides."
    ),
    Role.Name.REFEREE: gettext_noop(
        "Settles disputes, gives penalties and more time; checks people in and enters results "
        "from paper."
    ),
    Role.Name.DESK: gettext_noop(
        "Checks people in and enters results from paper. Decides nothing."
    ),
    Role.Name.SCREEN: gettext_noop("Opens the screens on the wall, and nothing else of the desk."),
}


@dataclass(frozen=True)
class RoleShown:
    """A role to choose: its key, its name, and what it may do."""

    key: str
    name: str
    sentence: str


def role_shown(key: str) -> RoleShown:
    """Return one role in words."""
    return RoleShown(key, str(Role.Name(key).label), _(SENTENCES[Role.Name(key)]))


def roles_shown() -> list[RoleShown]:
    """Return all roles in words, the most powerful first."""
    return [role_shown(key) for key in Role.Name.values]


def invited_to(address: str) -> dict[str, object]:
    """Return the `club` and `role` that a joining link offers; empty for any other address."""
    try:
        found = resolve(address)
    except Resolver404:
        return {}
    invited = read_invitation(found.kwargs["token"]) if found.url_name == "desk_join" else None
    return {"club": invited[1], "role": role_shown(invited[0].role)} if invited else {}
