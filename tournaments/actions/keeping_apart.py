"""Pairs of entrants that draws keep apart, noted at the desk and shown nowhere else."""

from typing import TYPE_CHECKING

from django.db import transaction

from scoring.rules.words import gettext_noop
from tournaments.actions.common import conflict, lock, log, rule_error
from tournaments.models import Entrant, Tournament
from tournaments.pairing.kept_apart import MEET, PARTNERS

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

MOST = 500  # pairs of a tournament


def keep_apart(
    entrant: Entrant, other: Entrant, by: "AbstractBaseUser | None", *, kind: str = MEET
) -> None:
    """Keep two entrants apart from the next draw on; noted again, with the new kind.

    `kind` is MEET (they do not sit at one table) or PARTNERS (they are not partners, in an event of
    individuals). Raises RuleError for an entrant and themselves, and for another kind.
    """
    with transaction.atomic():
        tournament = lock(entrant.tournament, "enter")
        if entrant.pk == other.pk:
            text = gettext_noop("Choose somebody else: nobody meets themselves.")
            raise rule_error("same_entrant", "other", text)
        individual = tournament.unit == Tournament.Unit.PERSON
        if kind not in ({MEET, PARTNERS} if individual else {MEET}):
            text = gettext_noop("Only people can be kept apart as partners.")
            raise rule_error("unknown_kind", "kind", text)
        pair = sorted((entrant.number, other.number))
        kept = [row for row in tournament.kept_apart if row[:2] != pair]
        if len(kept) >= MOST:
            text = gettext_noop("You can keep at most %(most)s pairs apart.")
            raise rule_error("too_many", "other", text, most=MOST)
        _save(tournament, sorted([*kept, [*pair, kind]]))
        log(tournament, "kept_apart", by, {"entrant": entrant.pk, "other": other.pk})


def let_meet(entrant: Entrant, number: int, by: "AbstractBaseUser | None") -> None:
    """Let an entrant meet the one with this number again. Raises RuleError if they already may."""
    with transaction.atomic():
        tournament = lock(entrant.tournament, "enter")
        pair = sorted((entrant.number, number))
        kept = [row for row in tournament.kept_apart if row[:2] != pair]
        if len(kept) == len(tournament.kept_apart):
            raise conflict("not_kept_apart", "other", gettext_noop("They are not kept apart."))
        _save(tournament, kept)
        other = Entrant.objects.filter(tournament=tournament, number=number).first()
        log(
            tournament,
            "let_meet",
            by,
            {"entrant": entrant.pk, "other": other.pk if other else None},
        )


def forget(tournament: Tournament, number: int) -> None:
    """Remove the pairs of an entrant who is removed. The tournament is locked."""
    kept = [row for row in tournament.kept_apart if number not in row[:2]]
    if len(kept) < len(tournament.kept_apart):
        _save(tournament, kept)


def _save(tournament: Tournament, kept: list[list[int | str]]) -> None:
    tournament.kept_apart = kept
    tournament.save(update_fields=["kept_apart"])
