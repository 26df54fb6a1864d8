"""The clubs in which an account has a role, with their tournaments."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.games.names.validation import alphabetical
from scoring.models import Club
from tournaments.models import Role, Tournament
from tournaments.permissions import Can

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


@dataclass(frozen=True)
class ClubLine:
    """A club, the account's role in it, and its tournaments: current or planned ones, and finished
    ones.

    `can` is what that role may do there: `{% if line.can.direct %}`.
    """

    club: Club
    role: str
    can: Can
    now: list[Tournament]
    finished: list[Tournament]


def clubs_of(user: "AbstractBaseUser") -> list[ClubLine]:
    """Return the account's clubs by name: two queries."""
    roles = list(Role.objects.filter(user=user.pk).select_related("club"))
    roles.sort(key=lambda role: (alphabetical(role.club.name), role.pk))
    by_club: dict[int, list[Tournament]] = {role.club_id: [] for role in roles}
    for tournament in Tournament.objects.filter(club__in=by_club).order_by(
        "-starts_on", "-created_at"
    ):
        by_club[tournament.club_id].append(tournament)
    return [
        ClubLine(
            role.club,
            role.get_name_display(),
            Can(role.name),
            now=sorted(
                (one for one in by_club[role.club_id] if not _is_over(one)), key=_is_prepared
            ),
            finished=[one for one in by_club[role.club_id] if _is_over(one)],
        )
        for role in roles
    ]


def _is_over(tournament: Tournament) -> bool:
    return tournament.state == Tournament.State.FINISHED


def _is_prepared(tournament: Tournament) -> bool:
    return tournament.state == Tournament.State.DRAFT
