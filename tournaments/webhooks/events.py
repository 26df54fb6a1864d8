"""Webhook events; `log_actions` maps lines of the log to them."""

from collections.abc import Mapping
from typing import Any

ROUND, RESULT, STANDINGS, TOURNAMENT = "round", "result", "standings", "tournament"
# What a webhook may subscribe to: an event's name up to its dot
KINDS = (ROUND, RESULT, STANDINGS, TOURNAMENT)
PING = "ping"  # sent by the test button, to every webhook
OPENED, FINISHED, REOPENED = "tournament.opened", "tournament.finished", "tournament.reopened"
PUBLISHED, CHANGED, WITHDRAWN = "round.published", "round.changed", "round.withdrawn"
RESULT_CHANGED, STANDINGS_CHANGED = "result.changed", "standings.changed"
# Besides the line's own event, once the tournament is over
CORRECTED = "tournament.corrected"
AGREED = "agreed"  # by a table: it has no log line, but is sent like one
REVEALED = "revealed"  # the log line that publishes standings withheld until the prize-giving
# The row of an event stores numbers only. Names are looked up when it is sent.
NUMBERS = ("stage", "round")


def kind_of(event: str) -> str:
    return event.partition(".")[0]


def kept(action: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an event's row stores of a log line's params."""
    tables = [params[key] for key in ("table", "to") if isinstance(params.get(key), int)]
    numbers = {key: params[key] for key in NUMBERS if isinstance(params.get(key), int)}
    return {"action": action, **numbers, **({"tables": tables} if tables else {})}
