"""Stores ranking lines as the shortest JSON that restores them."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from fractions import Fraction
from typing import Any

from tournaments.standings.lines import Line

_FIELDS = {field.name: field.default for field in fields(Line) if field.name != "round"}


def line_data(line: Line) -> dict[str, Any]:
    """Return what differs from an empty line; the session round is known from the context."""
    return {
        name: _plain(value)
        for name, default in _FIELDS.items()
        if default is not MISSING and (value := getattr(line, name)) != default
    }


def line_of(data: Mapping[str, Any], number: int) -> Line:
    """Restore the line of a session round: the reverse of `line_data`."""
    known: dict[str, Any] = {
        # Mostly integers, and a page of standings reads thousands of them.
        name: value if type(value) is int else _exact(value)
        for name, value in data.items()
        if name in _FIELDS
    }
    # Bypasses the constructor, which would set each of the twenty fields; an empty instance has the
    # defaults.
    line = object.__new__(Line)
    line.__dict__.update(known, round=number)
    return line


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value if isinstance(value, (int, str)) else str(value)


def _exact(value: Any) -> Any:
    if isinstance(value, list):
        return tuple([one if type(one) is int else _exact(one) for one in value])
    if isinstance(value, str) and value[-1:].isdigit():
        return Fraction(value)
    return value
