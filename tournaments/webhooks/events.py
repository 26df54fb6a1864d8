"""Which lines of a tournament's log other sites are told, and as what: one table."""

from collections.abc import Mapping
from typing import Any

ROUND, RESULT, STANDINGS, TOURNAMENT = "round", "result", "standings", "tournament"
# What a webhook may be told: an event's name up to its dot
KINDS = (ROUND, RESULT, STANDINGS, TOURNAMENT)
PING = "ping"  # by the button that tries it: to every webhook
PUBLISHED, CHANGED, WITHDRAWN = "round.published", "round.changed", "round.withdrawn"
RESULT_CHANGED, STANDINGS_CHANGED = "result.changed", "standings.changed"
AGREED = "agreed"  # by a table: no line of the log, and told like one
REVEALED = "revealed"  # the one line that tells of standings which are kept for the prize-giving

EVENTS: Mapping[str, str] = {
    "open": "tournament.opened",
    "finish": "tournament.finished",
    "reopen": "tournament.reopened",
    "published": PUBLISHED,
    "redrawn": CHANGED,
    "seated_late": CHANGED,
    "changed_places": CHANGED,
    "unpublished": WITHDRAWN,
    **dict.fromkeys(
        (
            *(
                "ruled",
                "ruling_undone",
                "paper_entered",
                "result_corrected",
                "hand_corrected",
                "settled",
                "late_taken",
            ),
            *("result_moved", "reseated", AGREED),
        ),
        RESULT_CHANGED,
    ),
    **dict.fromkeys(
        (
            "closed",
            "round_reopened",
            "penalised",
            "penalty_undone",
            "stage_set",
            REVEALED,
            "unfrozen",
        ),
        STANDINGS_CHANGED,
    ),
}
# What stands in the row of an event: numbers alone. Names are looked up when it is sent.
NUMBERS = ("stage", "round")


def event_of(action: str, params: Mapping[str, Any]) -> str | None:
    """The event of a line of the log; None where nobody is told. Undoing is the event of what it
    undoes.
    """
    if action != "undone":
        return EVENTS.get(action)
    undid = EVENTS.get(str(params.get("undid")))
    return CHANGED if undid and kind_of(undid) == ROUND else undid


def kind_of(event: str) -> str:
    return event.partition(".")[0]


def kept(action: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """What the row of an event keeps of a line's params."""
    tables = [params[key] for key in ("table", "to") if isinstance(params.get(key), int)]
    numbers = {key: params[key] for key in NUMBERS if isinstance(params.get(key), int)}
    return {"action": action, **numbers, **({"tables": tables} if tables else {})}
