"""What the server's log has: no secrets of links, and which request, game and tournament a line is
about. Does not import Django: settings may use it before the apps are ready.
"""

import logging
import re
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

# After one or more slashes, also as %2F in the address to continue to
TOKEN = re.compile(
    r"((?:/|%2F)(?:bring|calendar|card|claim|first|join|look|match|own|screen)(?:/|%2F)+)"
    r"(?:(?!%2F)[^/\s?&])+",
    re.IGNORECASE,
)

# An account's API key anywhere in a text; see scoring.games.access.keys
KEY = re.compile(r"(tk_[A-Za-z0-9_-]{6})[A-Za-z0-9_-]{10,}")

# Of the request that this thread answers: its id, and the ids of what it is about
about_request: ContextVar[dict[str, str] | None] = ContextVar("about_request", default=None)


def note(**ids: object) -> None:
    """Note what this request is about, as in `note(game=game.pk)`: its log lines show it. Outside
    of a request nothing happens.
    """
    if (about := about_request.get()) is not None:
        about.update({name: str(value) for name, value in ids.items()})


class HideTokens(logging.Filter):
    """Replace tokens by an ellipsis.

    Django logs the path of every refused request, and a path can hold a key: mistyped by one
    letter, or revoked on one phone while another still uses it.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = _hidden(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(_hidden(value) for value in record.args)
        elif isinstance(record.args, Mapping):
            record.args = {key: _hidden(value) for key, value in record.args.items()}
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        record.exc_text = _hidden(record.exc_text)
        return True


def _hidden(value: Any) -> Any:
    """Return a value without tokens; objects are formatted first. Numbers stay numbers for `%d`."""
    if value is None or isinstance(value, (int, float)):
        return value
    return KEY.sub(r"\1…", TOKEN.sub(r"\1…", str(value)))
