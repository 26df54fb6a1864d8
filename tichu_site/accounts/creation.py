"""Create accounts by the first-start link or by an invitation. Each link creates one account."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, OperationalError, ProgrammingError, transaction
from django.urls import reverse

from scoring.models import Club
from tichu_site.accounts.links import Invitation, first_token
from tichu_site.models import UsedInvitation, User
from tournaments.pages.desk.people import is_dead_link
from tournaments.permissions import may_found_clubs


class LinkUsedError(Exception):
    """The link has already been used."""


class EmailTakenError(Exception):
    """An account with this e-mail already exists."""


def is_first_link_open() -> bool:
    """Return whether no account exists yet."""
    return not User.objects.exists()


def create_first_account(*, name: str, email: str, password: str = "") -> User:
    """Create the owner's account. Raises LinkUsedError if an account exists, even one created
    concurrently.
    """
    with transaction.atomic():
        if not is_first_link_open():
            raise LinkUsedError
        try:
            with transaction.atomic():
                user = User.objects.create_user(
                    email, password, name=name, is_owner=True, founding=True
                )
        except IntegrityError as error:
            raise LinkUsedError from error
        _mark_verified(user)
        _adopt_ownerless_clubs(user)
    return user


def is_invitation_open(invitation: Invitation) -> bool:
    """Return whether the invitation is unused and its sender still has the right to send it.

    Only an owner can invite another owner. An invitation that leads to a club's desk ends with the
    one to the desk.
    """
    inviting = User.objects.filter(pk=invitation.by, is_active=True).first()
    if (
        inviting is None
        or not may_found_clubs(inviting)
        or (invitation.owner and not inviting.is_owner)
        or is_dead_link(invitation.next)
    ):
        return False
    return not UsedInvitation.objects.filter(key=invitation.key).exists()


def accept_invitation(invitation: Invitation, *, name: str, email: str, password: str = "") -> User:
    """Create the invited account.

    Raises LinkUsedError, or EmailTakenError, which leaves the link valid.
    """
    with transaction.atomic():
        if not is_invitation_open(invitation):
            raise LinkUsedError
        try:
            with transaction.atomic():
                UsedInvitation.objects.create(key=invitation.key)
        except IntegrityError as error:
            raise LinkUsedError from error
        if User.objects.filter(email=email.lower()).exists():
            raise EmailTakenError
        try:
            with transaction.atomic():
                user = User.objects.create_user(
                    email, password, name=name, is_owner=invitation.owner
                )
        except IntegrityError as error:
            raise EmailTakenError from error
        _mark_verified(user)
    return user


def first_link_path() -> str:
    """Return the path of the first-start link, or "" if an account exists or there is no table for
    accounts yet.
    """
    try:
        return reverse("first", args=[first_token()]) if is_first_link_open() else ""
    except (OperationalError, ProgrammingError):
        return ""


def first_link_line(site_url: str) -> str:
    """Return the line printed at start, or "" if it is not needed.

    `site_url` is the site's address on this machine.
    """
    path = first_link_path()
    if settings.HTTPS:
        site_url = f"https://{settings.ALLOWED_HOSTS[0]}"
    return f"Create the owner account: {site_url.rstrip('/')}{path}" if path else ""


def _adopt_ownerless_clubs(user: User) -> None:
    """Make the user owner of clubs that have tournaments but no members. Such clubs come from a
    tournament's document: see backups.tournament_document.
    """
    from tournaments.models import Role  # noqa: PLC0415  (this is read before all models are)

    for club in Club.objects.filter(
        tournaments__isnull=False, roles__isnull=True, coming=None
    ).distinct():
        Role.objects.create(club=club, user=user, name=Role.Name.OWNER)


def _mark_verified(user: User) -> None:
    """Mark the address as verified: the sender of the link knows whose address it is, so no code is
    needed.
    """
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
