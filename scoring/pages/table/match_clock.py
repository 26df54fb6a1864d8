"""Data about its match for the table's script: the clock to count down, and that recording has
stopped.
"""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.games.host import MatchClock, MatchState, Stopped
from scoring.games.queries import Table
from scoring.models import Game


def clock_data(match_state: MatchState | None, table: Table) -> dict[str, Any]:
    """Return the data for a game of a match, empty for others."""
    if match_state is None:
        return {}
    data: dict[str, Any] = {
        "clock": _clock(match_state.clock, match_state.address) if match_state.clock else None
    }
    if match_state.stopped:
        stopped = match_state.stopped
        shown = {
            "heading": heading_of(stopped),
            "under": under_of(stopped, table),
            "why": stopped.why,
        }
        data |= {"stopped": shown}
        data["state"] = table.game.state if table.game.state in OVER else Game.State.STOPPED
    return data


OVER = {Game.State.FINISHED, Game.State.STOPPED}


def heading_of(stopped: Stopped) -> str:
    """Return the heading of a screen that accepts no more hands."""
    return _("Time is up") if stopped.why == "time" else _("Decided at the desk")


def under_of(stopped: Stopped, table: Table) -> str:
    """Return the text under it, beside the table."""
    if stopped.why == "time":
        return ngettext("%(count)s hand", "%(count)s hands", len(table.entries)) % {
            "count": len(table.entries)
        }
    return ""


def _clock(clock: MatchClock, address: str) -> dict[str, Any]:
    return {
        "state": clock.state,
        "left": clock.left,
        "ends": clock.ends.isoformat() if clock.ends else None,
        "then": clock.then.isoformat() if clock.then else None,
        "now": clock.now.isoformat(),
        "rule": clock.rule,
        "extra": clock.extra,
        "match": address,
        "words": {
            "left": pgettext("time on the clock", "left"),
            "paused": _("paused"),
            "lastHand": _("Last hand"),
            "finish": _("finish it, then stop"),
            "short": _("finish it"),
            "up": _("Time is up"),
            "asOf": _("as of %(time)s"),
            "was": _("Hand %(number)s was the last one. The match is over."),
            "notCounted": _("The hand you were playing does not count."),
            "none": _("Time is up and no hand was entered."),
            "toMatch": _("Back to the match"),
        },
    }
