"""Sites that may embed a tournament, and whether search engines may list it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction

from tournaments.actions.common import lock, log
from tournaments.models import Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def allow_sites(
    tournament: Tournament, by: "AbstractBaseUser | None", sites: Sequence[str]
) -> Tournament:
    """Allow exactly these sites, as read by `tournaments.framing`, to embed the tournament.

    Possible in every state: a club shows the final standings as well. Unchanged settings are not
    logged.
    """
    with transaction.atomic():
        held = lock(tournament)
        if held.shown_on != list(sites):
            held.shown_on = list(sites)
            held.save(update_fields=["shown_on"])
            log(held, "sites_allowed", by, {"sites": ", ".join(sites)})
    return held


def set_listed(tournament: Tournament, by: "AbstractBaseUser | None", *, found: bool) -> Tournament:
    """Let search engines list its public pages, or ask them not to. Possible in every state."""
    with transaction.atomic():
        held = lock(tournament)
        if held.found != found:
            held.found = found
            held.save(update_fields=["found"])
            log(held, "listed" if found else "unlisted", by)
    return held
