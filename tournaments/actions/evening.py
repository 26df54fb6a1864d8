"""Settings of an evening, and double-checking a result."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from scoring.rules.words import gettext_noop
from tournaments.actions.common import bump_version, conflict, lock, lock_match, log, rule_error
from tournaments.models import Match, Tournament
from tournaments.standings.points import SCORING_SYSTEMS

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

SETTINGS = (
    *("agreement", "unfinished", "last_hand_minutes", "objection_minutes", "papers_twice"),
    *("may_leave", "names_stand_ins", "stand_in_limit"),
)


def change_evening(
    tournament: Tournament,
    by: "AbstractBaseUser | None",
    *,
    agreement: str,
    unfinished: str,
    last_hand_minutes: int,
    objection_minutes: int,
    papers_twice: bool = False,
    may_leave: bool = True,
    names_stand_ins: bool = False,
    stand_in_limit: int | None = None,
) -> Tournament:
    """Set how results are agreed, what happens when time is up, whether sheets are typed twice,
    what entrants may do on their own page, and stand-ins of a league. Unchanged settings are not
    logged.

    Possible while a round is played: agreed results stay agreed, and clocks follow immediately.
    Raises RuleError as `check_agreement`.
    """
    asked = (
        *(agreement, unfinished, last_hand_minutes, objection_minutes, papers_twice),
        *(may_leave, names_stand_ins, stand_in_limit),
    )
    with transaction.atomic():
        held = lock(tournament, "set_up")
        check_agreement(agreement, held.stages.values_list("points", flat=True))
        changed = [
            name
            for name, value in zip(SETTINGS, asked, strict=True)
            if getattr(held, name) != value
        ]
        if changed:
            for name, value in zip(SETTINGS, asked, strict=True):
                setattr(held, name, value)
            held.save(update_fields=changed)
            log(held, "evening_changed", by, {"what": changed})
    return held


def check_agreement(agreement: str, points: Iterable[str]) -> None:
    """Raise RuleError if results are to be entered blindly by scoring systems (keys) of which one
    has two tables in a match: both sides write there, and see what they wrote.
    """
    blind = agreement == Tournament.Agreement.BLIND
    if blind and any(SCORING_SYSTEMS[key].rooms > 1 for key in points):
        text = gettext_noop(
            "Teams of four write at two tables and know their result: it cannot be entered "
            "blindly. Choose another way to agree."
        )
        raise rule_error("no_blind_entry", "agreement", text)


def set_checked(match: Match, by: "AbstractBaseUser | None", *, checked: bool) -> Match:
    """Mark a result as double-checked, or undo that. Raises RuleError without a result."""
    with transaction.atomic():
        tournament = lock(match.session_round.stage.tournament)
        match = lock_match(match)
        if checked and not match.done:
            raise conflict("no_result", "match", gettext_noop("This table has no result yet."))
        if checked != (match.checked_at is not None):
            match.checked_at = timezone.now() if checked else None
            match.checked_by_id = by.pk if checked and by else None
            match.save(update_fields=["checked_at", "checked_by"])
            bump_version(tournament)
    return match
