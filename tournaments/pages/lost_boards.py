"""Duplicate: boards that tables can no longer play once a table has played others than the movement
has.
"""

from collections.abc import Callable

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import SessionRound
from tournaments.pages.movements import coming, in_ranges, numbers_in
from tournaments.stage.history import History, history_of


def lost_boards(session_round: SessionRound, change: Callable[[], object]) -> list[str]:
    """Return in words what a change in this round costs in later ones, or who exchange their
    numbers by it. The change is rolled back; whatever it raises goes on.
    """
    stage = session_round.stage
    with transaction.atomic():
        before = numbers_in(history_of(stage))
        change()
        history = history_of(stage)
        transaction.set_rollback(True)
    after = numbers_in(history)
    if before != after:
        changed = sorted(after[who] for who in after if before.get(who) != after[who])
        text = _(
            "Numbers %(numbers)s are exchanged from now on, with their guide cards, and no board "
            "is lost."
        )
        return [text % {"numbers": ", ".join(map(str, changed))}]
    return _lost(history, session_round.number + 1)


def _lost(history: History, first: int) -> list[str]:
    found = []
    for number, _session, seats in coming(history, first):
        for seat in seats:
            if seat.already:
                text = ngettext(
                    "Round %(round)s, table %(table)s (numbers %(numbers)s) cannot play board "
                    "%(boards)s, which somebody there has played.",
                    "Round %(round)s, table %(table)s (numbers %(numbers)s) cannot play boards "
                    "%(boards)s, which somebody there has played.",
                    len(seat.already),
                )
                about = {
                    "round": number,
                    "table": seat.table,
                    "numbers": ", ".join(map(str, seat.numbers)),
                    "boards": in_ranges(sorted(seat.already)),
                }
                found.append(text % about)
    return found
