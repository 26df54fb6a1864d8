"""Which matches of a league are due: what the director reminds people of."""

from datetime import date

from tournaments.models import SessionRound
from tournaments.pairing.league import Dated, Reminder, reminders
from tournaments.stage.history import History


def due_matches(history: History, today: date) -> tuple[Reminder, ...]:
    """The matches of published session rounds that are due within a week, or overdue; `sides` are
    entrants' ids.

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
