"""Sets the seeds of all entrants from a list."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction

from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions.common import conflict, lock, log
from tournaments.models import Entrant, Stage, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

OTHERS = gettext_noop("The list has changed: check it again.")


def set_seeds(tournament: Tournament, by: "AbstractBaseUser | None", order: Sequence[int]) -> None:
    """Seed all entrants from 1 in the order of these ids; entrants not entered keep theirs.

    Raises RuleError once the first stage has begun, whose draw uses the seeds, and if these ids are
    not exactly the entrants.
    """
    with transaction.atomic():
        tournament = lock(tournament, "enter")
        for stage in Stage.objects.filter(tournament=tournament, number=1):
            lifecycle.check_stage("set_up", stage)
        entrants = {one.pk: one for one in tournament.entrants.filter(state=Entrant.State.ENTERED)}
        if sorted(entrants) != sorted(order):
            raise conflict("other_entrants", "seen", OTHERS)
        for seed, who in enumerate(order, start=1):
            entrants[who].seed = seed
        Entrant.objects.bulk_update(entrants.values(), ["seed"], batch_size=200)
        log(tournament, "seeded", by, {"entrants": list(order)})
