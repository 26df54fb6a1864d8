"""League dates: deadlines of session rounds, and dates agreed by two sides."""

from datetime import date, datetime
from typing import TYPE_CHECKING

from django.db import transaction

from tournaments import lifecycle
from tournaments.actions.common import lock, lock_match, log
from tournaments.models import Match, SessionRound
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.league import due

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

# Beyond these another time zone may not have the moment, and a clock no end
YEARS = range(1900, 2201)


def fix_date(match: Match, by: "AbstractBaseUser | None", when: datetime | None) -> Match:
    """Set or clear the date of a match, at the desk or by the match's own link."""
    with transaction.atomic():
        tournament = lock(match.session_round.stage.tournament, "lead")
        match = lock_match(match)
        lifecycle.check_round("play", match.session_round)
        if match.agreed_for != when:
            match.agreed_for = when
            match.save(update_fields=["agreed_for"])
            log(
                tournament,
                "date_fixed",
                by,
                {"match": match.pk, "when": when.isoformat() if when else None},
            )
    return match


def set_due(
    session_round: SessionRound, by: "AbstractBaseUser | None", day: date | None
) -> SessionRound:
    """Set or clear the deadline for the matches of a session round."""
    with transaction.atomic():
        tournament = lock(session_round.stage.tournament, "lead")
        SessionRound.objects.filter(pk=session_round.pk).update(due_on=day)
        log(
            tournament,
            "due_set",
            by,
            {
                "stage": session_round.stage.number,
                "round": session_round.number,
                "day": day.isoformat() if day else None,
            },
        )
    session_round.refresh_from_db()
    return session_round


def first_due(session_round: SessionRound, today: date) -> date | None:
    """Return the deadline by the league's rhythm, counted from the tournament's day (or today)."""
    stage = session_round.stage
    settings = FORMATS[stage.format].read(stage.format_settings)
    start = stage.tournament.starts_on or today
    return due(session_round.number, start, settings["weeks"]) if "weeks" in settings else None
