"""The events that other sites are told; `log_actions` says which line of the log is which."""

from collections.abc import Mapping
from typing import Any

ROUND, RESULT, STANDINGS, TOURNAMENT = "round", "result", "standings", "tournament"
# What a webhook may be told: an event's name up to its dot
KINDS = (ROUND, RESULT, STANDINGS, TOURNAMENT)
PING = "ping"  # by the button that tries it: to every webhook
OPENED, FINISHED, REOPENED = "tournament.opened", "tournament.finished", "tournament.reopened"
PUBLISHED, CHANGED, WITHDRAWN = "round.published", "round.changed", "round.withdrawn"
RESULT_CHANGED, STANDINGS_CHANGED = "result.changed", "standings.changed"
AGREED = "agreed"  # by a table: no line of the log, and told like one
REVEALED = "revealed"  # the one line that tells of standings which are kept for the prize-giving
# What stands in the row of an event: numbers alone. Names are looked up when it is sent.
NUMBERS = ("stage", "round")


def kind_of(event: str) -> str:
    return event.partition(".")[0]


def kept(action: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """What the row of an event keeps of a line's params."""
    tables = [params[key] for key in ("table", "to") if isinstance(params.get(key), int)]
    numbers = {key: params[key] for key in NUMBERS if isinstance(params.get(key), int)}
    return {"action": action, **numbers, **({"tables": tables} if tables else {})}
