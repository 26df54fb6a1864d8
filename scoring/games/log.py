"""Keeps the secret part of a link out of the log. No Django in here: settings may name it before
the apps are ready.
"""

import logging
import re
from collections.abc import Mapping
from typing import Any

# After a slash or several, also where it stands as %2F in the address of the page to go on to.
TOKEN = re.compile(
    r"((?:/|%2F)(?:calendar|card|claim|first|join|look|match|own|screen)(?:/|%2F)+)(?:(?!%2F)[^/\s?&])+",
    re.IGNORECASE,
)

# A key of an account, wherever somebody has put it; see scoring.games.access.keys
KEY = re.compile(r"(tk_[A-Za-z0-9_-]{6})[A-Za-z0-9_-]{10,}")


class HideTokens(logging.Filter):
    """Puts an ellipsis in the place of a token.

    Django writes the path of every request that it refuses, and a path can be a key: mistyped by
    one letter, or revoked by one phone while another still asks.
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
    """A text without tokens; so is what only becomes one when it is written. Numbers stay what a
    format asks for.
    """
    if value is None or isinstance(value, (int, float)):
        return value
    return KEY.sub(r"\1…", TOKEN.sub(r"\1…", str(value)))
