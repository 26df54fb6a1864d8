"""What a line of the log in a document must look like."""

from typing import Any

from scoring.rules.words import gettext_noop
from tournaments.exchange.log_writing import LEFT_OUT, PLAYERS
from tournaments.exchange.shapes import Check, Found, a_mapping, a_moment, a_number, a_text, an_object, several, wrong

A_MATCH = an_object({"stage": a_number(1), "round": a_number(1), "table": a_number(1)}, or_none=True)
A_RULING = an_object({"stage": a_number(1), "number": a_number(1)}, or_none=True)
A_NAME = a_text(40, name=True)


def _params(value: Any, at: str, found: Found) -> dict[str, Any] | None:
    params = a_mapping(value, at, found)
    for key, one in (params or {}).items():
        where = f"{at}.{key[:40]}"
        if key in PLAYERS:
            if one is not None:
                A_NAME(one, where, found)
        elif key in LEFT_OUT:
            found.add("unknown_key", where, gettext_noop("%(field)s is written by no program here: leave it out."))
        elif key == "user":  # an account goes by its name: ids of accounts are of one site
            a_text(120, tidied=False)(one, where, found)
        elif key == "entrant":
            a_number(0)(one, where, found)
        elif key in {"match", "ruling"}:
            (A_MATCH if key == "match" else A_RULING)(one, where, found)
        elif key == "entrants" and isinstance(one, list):
            several(a_number(0))(one, where, found)
        else:
            _plain(one, where, found)
    return params


def _plain(value: Any, at: str, found: Found) -> None:
    plain = value is None or isinstance(value, str | int | float)
    if not plain and not (isinstance(value, list) and all(isinstance(one, str | int) for one in value)):
        wrong(found, at, gettext_noop("%(field)s is %(value)s; it must be a text, a number or a list of these."), value)


def _at(value: Any, at: str, found: Found) -> Any:
    moment = a_moment(value, at, found)
    if value is None:
        found.add("missing_key", at, gettext_noop("%(field)s is missing."))
    return moment


A_LINE: Check = an_object(
    {
        "at": _at,
        "by": a_text(120, tidied=False),
        "action": a_text(40, least=1),
        "params": _params,
        "reason": a_text(200, tidied=False),
    }
)
