"""Roles in a club's tournaments: invitations by signed link, joining once, changing, removing."""

import logging
import secrets
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.models import Club
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.actions.common import lock, log, rule_error
from tournaments.models import (
    LogLine,
    OpenClubInvitation,
    Role,
    Tournament,
    UsedClubInvitation,
)
from tournaments.permissions import BY_ACCOUNT

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

SALT = "tournaments.join"
AGE = 7 * 24 * 3600  # seconds
MOST_OPEN = 100  # invitations of a club
JOINED = "joined"
logger = logging.getLogger("tournaments.people")


@dataclass(frozen=True)
class Invitation:
    """Content of an invitation link.

    `tournament`: the desk it was made at, if any; its log records the use of the link. `by`: the
    inviting account. `key` identifies the link, so that it lets one person in, once.
    """

    tournament: str
    role: str
    by: int
    key: str
    club: int = 0  # 0: the tournament's club


def invite(at: Tournament | Club, role: str, by: "AbstractBaseUser") -> str:
    """Return the token of a new invitation, made at a tournament's desk or at the club's.

    The caller checks that `by` may invite. Raises RuleError if too many wait for an answer.
    """
    club, tournament = (at.pk, "") if isinstance(at, Club) else (0, str(at.pk))
    invitation = Invitation(
        tournament, str(Role.Name(role)), by.pk, secrets.token_urlsafe(12), club
    )
    rows = OpenClubInvitation.objects.filter(club=at.pk if isinstance(at, Club) else at.club_id)
    rows.filter(made_at__lt=timezone.now() - timedelta(seconds=AGE)).delete()
    if rows.count() >= MOST_OPEN:
        raise rule_error(
            "too_many_invitations",
            "invite",
            ngettext_noop(
                "%(most)s invitation is open: take it back first.",
                "%(most)s invitations are open: take some back first.",
                "most",
            ),
            most=MOST_OPEN,
        )
    OpenClubInvitation.objects.create(
        club_id=at.pk if isinstance(at, Club) else at.club_id,
        key=invitation.key,
        role=invitation.role,
        by_id=by.pk,
    )
    return signing.dumps(asdict(invitation), salt=SALT)


def open_invitations(club: Club) -> list[OpenClubInvitation]:
    """Return the invitations that can still be used, oldest first, each with who made it. One
    query.
    """
    owners = Role.objects.filter(club=club, name=Role.Name.OWNER).values("user")
    rows = OpenClubInvitation.objects.filter(
        club=club, by__in=owners, made_at__gt=timezone.now() - timedelta(seconds=AGE)
    )
    return list(rows.select_related("by"))


def take_back_invitation(
    at: Tournament | Club, invitation: int, by: "AbstractBaseUser | None"
) -> None:
    """Let nobody in by this invitation (its row's id) any more. Does nothing if it was used or
    taken back meanwhile.
    """
    club, tournament = (at, None) if isinstance(at, Club) else (at.club, at)
    with transaction.atomic():
        tournament = _lock(club, tournament)
        row = OpenClubInvitation.objects.filter(club=club, pk=invitation).first()
        if row is None:
            return
        UsedClubInvitation.objects.get_or_create(club=club, key=row.key)
        row.delete()
        _note(tournament, club, "uninvited", by, {"role": row.role})


def read_invitation(token: str) -> tuple[Invitation, Club] | None:
    """Return an invitation and its club.

    None if it was tampered with, is expired or used, or if the inviter no longer owns the club.
    """
    try:
        found = Invitation(**signing.loads(token, salt=SALT, max_age=AGE))
    except signing.BadSignature:
        return None
    club_filter = Q(pk=found.club) if found.club else Q(tournaments=found.tournament)
    club = Club.objects.filter(club_filter).first()
    if club is None or _is_used(found, club):
        return None
    owns = Role.objects.filter(club=club, user=found.by, name=Role.Name.OWNER).exists()
    return (found, club) if owns else None


def _is_used(invitation: Invitation, club: Club) -> bool:
    # A link used before such rows existed is only in its tournament's log.
    noted = UsedClubInvitation.objects.filter(club=club, key=invitation.key).exists()
    lines = LogLine.objects.filter(tournament__club=club, action=JOINED, params__key=invitation.key)
    return noted or lines.exists()


def join_club(invitation: Invitation, club: Club, user: "AbstractBaseUser") -> Role:
    """Give an account the invitation's role. An existing role is kept if it allows more.

    Raises RuleError if the link has been used.
    """
    with transaction.atomic():
        made_at = invitation.tournament
        tournament = _lock(club, Tournament.objects.filter(pk=made_at).first() if made_at else None)
        if _is_used(invitation, club):
            raise rule_error(
                "invitation_used",
                "token",
                gettext_noop("This link was used or taken back: ask for a new one."),
            )
        UsedClubInvitation.objects.create(club=club, key=invitation.key)
        OpenClubInvitation.objects.filter(key=invitation.key).delete()
        role, made = Role.objects.get_or_create(
            club=club, user_id=user.pk, defaults={"name": invitation.role}
        )
        if not made and BY_ACCOUNT.index(invitation.role) < BY_ACCOUNT.index(role.name):
            role.name = invitation.role
            role.save(update_fields=["name"])
        _note(tournament, club, "joined", user, {"key": invitation.key, "role": role.name})
    return role


def change_role(
    at: Tournament | Club, role: Role, name: str, by: "AbstractBaseUser | None"
) -> Role | None:
    """Change a club member's role; None if it was removed concurrently.

    Raises RuleError for the last owner, and for an unknown role.
    """
    if name not in Role.Name.values:
        raise rule_error("no_such_role", "role", gettext_noop("Choose what they can do."))
    with transaction.atomic():
        tournament, found = _of_club(at, role)
        if found is None or found.name == name:
            return found
        _check_owners(found)
        found.name = name
        found.save(update_fields=["name"])
        _note(tournament, role.club, "role_changed", by, {"user": found.user_id, "role": name})
    return found


def remove_role(at: Tournament | Club, role: Role, by: "AbstractBaseUser | None") -> None:
    """Remove an account's role in the club's tournaments. Raises RuleError for the last owner."""
    with transaction.atomic():
        tournament, found = _of_club(at, role)
        if found is None:
            return
        _check_owners(found)
        found.delete()
        _note(tournament, role.club, "role_removed", by, {"user": found.user_id})


def _of_club(at: Tournament | Club, role: Role) -> tuple[Tournament | None, Role | None]:
    """Return the locked tournament, and the current role in its club."""
    club, tournament = (at, None) if isinstance(at, Club) else (at.club, at)
    tournament = _lock(club, tournament)
    return tournament, Role.objects.filter(pk=role.pk, club=club).first()


def _lock(club: Club, tournament: Tournament | None) -> Tournament | None:
    """Lock the tournament, if any, then its club.

    Two owners who remove each other at two desks must leave one, and a link lets one person in.
    """
    held = lock(tournament) if tournament is not None else None
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    return held


def _note(
    tournament: Tournament | None,
    club: Club,
    action: str,
    by: "AbstractBaseUser | None",
    params: dict[str, object],
) -> None:
    """Record a role's change: in the log of the tournament whose desk made it, else the
    server's.
    """
    if tournament is not None:
        log(tournament, action, by, params)
    else:
        logger.info("Roles of club %s: %s, by account %s.", club.pk, action, by.pk if by else None)


def _check_owners(role: Role) -> None:
    """Raise RuleError if the club would be left without an owner."""
    owners = Role.objects.filter(club=role.club_id, name=Role.Name.OWNER)
    if role.name == Role.Name.OWNER and owners.count() == 1:
        raise rule_error(
            "last_owner",
            "role",
            gettext_noop("A club needs an owner: make somebody else an owner first."),
        )
