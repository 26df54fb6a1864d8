"""Who has a say in a club's tournaments: inviting by a signed link, joining by it once, another role, taking out."""

import secrets
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from django.core import signing
from django.db import transaction

from scoring.models import Club
from scoring.rules.words import gettext_noop
from tournaments.actions.common import lock, log, refuse
from tournaments.models import LogLine, Role, Tournament
from tournaments.permissions import BY_ACCOUNT

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

SALT = "tournaments.join"
AGE = 7 * 24 * 3600  # seconds
JOINED = "joined"


@dataclass(frozen=True)
class Invitation:
    """What a link to join says. `tournament`: from whose desk it was made; its log keeps that the link was used.

    `by`: who invites. `key` names the link, so that it lets one person in, once.
    """

    tournament: str
    role: str
    by: int
    key: str


def invite(tournament: Tournament, role: str, by: "AbstractBaseUser") -> str:
    """The token of a new link: a role in the club's tournaments for somebody. Whether `by` may is asked before."""
    invitation = Invitation(str(tournament.pk), str(Role.Name(role)), by.pk, secrets.token_urlsafe(12))
    return signing.dumps(asdict(invitation), salt=SALT)


def read_invitation(token: str) -> tuple[Invitation, Tournament] | None:
    """What a link says, and the tournament it was made for.

    None where it was changed, is too old or used, or where who invites owns the club no more.
    """
    try:
        found = Invitation(**signing.loads(token, salt=SALT, max_age=AGE))
    except signing.BadSignature:
        return None
    tournament = Tournament.objects.select_related("club").filter(pk=found.tournament).first()
    if tournament is None or _is_used(found, tournament):
        return None
    owns = Role.objects.filter(club=tournament.club_id, user=found.by, name=Role.Name.OWNER).exists()
    return (found, tournament) if owns else None


def _is_used(invitation: Invitation, tournament: Tournament) -> bool:
    return LogLine.objects.filter(tournament=tournament, action=JOINED, params__key=invitation.key).exists()


def join_club(invitation: Invitation, tournament: Tournament, user: "AbstractBaseUser") -> Role:
    """Give somebody the role that the link promises. Who has one keeps the one of both that may more.

    Raises RuleError where the link was used since.
    """
    with transaction.atomic():
        tournament = lock(tournament)
        if _is_used(invitation, tournament):
            raise refuse("invitation_used", "token", gettext_noop("This link was used already: ask for a new one."))
        role, made = Role.objects.get_or_create(
            club_id=tournament.club_id, user_id=user.pk, defaults={"name": invitation.role}
        )
        if not made and BY_ACCOUNT.index(invitation.role) < BY_ACCOUNT.index(role.name):
            role.name = invitation.role
            role.save(update_fields=["name"])
        log(tournament, "joined", user, {"key": invitation.key, "role": role.name})
    return role


def change_role(tournament: Tournament, role: Role, name: str, by: "AbstractBaseUser | None") -> Role | None:
    """Give somebody of the club another role; None where they were taken out since.

    Raises RuleError for the last owner, and for a role that there is not.
    """
    if name not in Role.Name.values:
        raise refuse("no_such_role", "role", gettext_noop("Please choose what they may do."))
    with transaction.atomic():
        tournament, found = _of_club(tournament, role)
        if found is None or found.name == name:
            return found
        _check_owners(found)
        found.name = name
        found.save(update_fields=["name"])
        log(tournament, "role_changed", by, {"user": found.user_id, "role": name})
    return found


def remove_role(tournament: Tournament, role: Role, by: "AbstractBaseUser | None") -> None:
    """Take somebody's say in the club's tournaments away. Raises RuleError for the last owner."""
    with transaction.atomic():
        tournament, found = _of_club(tournament, role)
        if found is None:
            return
        _check_owners(found)
        found.delete()
        log(tournament, "role_removed", by, {"user": found.user_id})


def _of_club(tournament: Tournament, role: Role) -> tuple[Tournament, Role | None]:
    """The tournament, locked, and the role as it is now in its club."""
    tournament = lock(tournament)
    # The club's row is a lock too: two owners who take each other out at two desks must leave one.
    Club.objects.select_for_update(no_key=True).get(pk=tournament.club_id)
    return tournament, Role.objects.filter(pk=role.pk, club=tournament.club_id).first()


def _check_owners(role: Role) -> None:
    """Raises RuleError where nobody would own the club any more."""
    owners = Role.objects.filter(club=role.club_id, name=Role.Name.OWNER)
    if role.name == Role.Name.OWNER and owners.count() == 1:
        raise refuse(
            "last_owner",
            "role",
            gettext_noop("A club needs an owner: make somebody else an owner first, then this one."),
        )
