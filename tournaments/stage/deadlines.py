"""Due matches of a league, for the director's reminders."""

from datetime import date

from tournaments.models import SessionRound
from tournaments.pairing.league import Dated, Reminder, reminders
from tournaments.stage.history import History


def due_matches(history: History, today: date) -> tuple[Reminder, ...]:
    """Return published matches that are due within a week, or overdue; `sides` are entrant ids.

    The key of each is the match's id.
    """
    dated = [
        Dated(
            key=str(seated.match.pk),
            sides=seated.everybody,
            due=rows.session_round.due_on,
            done=seated.match.done,
        )
        for rows in history.rounds
        if rows.session_round.state == SessionRound.State.PUBLISHED
        for seated in rows.seated
    ]
    return tuple(reminders(dated, today))
