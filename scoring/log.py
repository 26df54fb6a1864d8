"""Keeps the secret part of a link out of the log. No Django in here: settings may name it before the apps are ready."""

import logging
import re

TOKEN = re.compile(r"(/(?:look|join|first|match|own)/)[^/\s]+")


class HideTokens(logging.Filter):
    """Puts an ellipsis in the place of a token.

    Django writes the path of every request that it refuses, and a path can be a key: mistyped by one letter, or
    revoked by one phone while another still asks.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = _hidden(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(_hidden(value) for value in record.args)
        return True


def _hidden(value: object) -> object:
    return TOKEN.sub(r"\1…", value) if isinstance(value, str) else value
