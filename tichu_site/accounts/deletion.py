"""Delete an account: what is removed, what is kept, and when deletion is refused."""

from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Count, Q

from scoring.games.host import host
from scoring.models import Claim, Club
from tichu_site.accounts import sessions
from tichu_site.models import SignIn, User


class LastOwnerError(Exception):
    """Deleting the account would leave a club or the site without an owner."""


@dataclass(frozen=True)
class DeletionEffects:
    """The effects of deleting an account.

    `clubs`: clubs it is a member of. `alone`: those of them that have tournaments and no other
    owner. `last`: it is the site's only owner.
    """

    clubs: list[str] = field(default_factory=list)
    alone: list[str] = field(default_factory=list)
    last: bool = False

    @property
    def possible(self) -> bool:
        return not self.alone and not self.last


def deletion_effects(user: User) -> DeletionEffects:
    """Return the effects of deleting this account. Three queries."""
    from tournaments.models import Role  # noqa: PLC0415  (this is read before all models are)

    roles = list(
        Role.objects.filter(user=user.pk, club__example=False)
        .select_related("club")
        .order_by("club__name")
    )
    owned = [role.club_id for role in roles if role.name == Role.Name.OWNER]
    others = Count("roles", filter=Q(roles__name=Role.Name.OWNER) & ~Q(roles__user=user.pk))
    clubs = (
        Club.objects.filter(pk__in=owned)
        .annotate(others=others)
        .filter(others=0, tournaments__isnull=False)
    )
    alone = clubs.distinct().order_by("name").values_list("name", flat=True)
    last = (
        user.is_owner
        and not User.objects.filter(is_owner=True, is_active=True).exclude(pk=user.pk).exists()
    )
    return DeletionEffects([role.club.name for role in roles], list(alone), last)


def delete_account(user: User) -> None:
    """Delete the account with its credentials, sessions and claims. Its entries in tournaments
    remain under a number.

    Raises LastOwnerError if a club or the site would be left without an owner.
    """
    with transaction.atomic():
        for claim in Claim.objects.filter(account=user.pk, found=True).select_related(
            "player__club"
        ):
            if claim.player.club is not None:  # search engines must drop these pages
                host().bump_pages_with_names(claim.player.club, claim.player)
        User.objects.select_for_update().get(pk=user.pk)
        if not deletion_effects(user).possible:
            raise LastOwnerError
        for row in SignIn.objects.filter(user=user.pk):
            sessions.end(row)
        User.objects.filter(pk=user.pk).delete()
    sessions.logger.info("Account %s was deleted by its owner.", user.pk)
