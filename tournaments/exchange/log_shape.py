"""The structure of a log line in a document."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from scoring.rules.words import gettext_noop
from tournaments.exchange.json_ids import PLAYERS
from tournaments.exchange.log_writing import LEFT_OUT
from tournaments.exchange.shapes import (
    Check,
    Found,
    a_known_moment,
    a_mapping,
    a_number,
    a_text,
    an_object,
    anything,
    points_text,
    several,
    wrong,
)

A_MATCH = an_object(
    {"stage": a_number(1), "round": a_number(1), "table": a_number(1), "turn": a_number(0)},
    or_none=True,
    later={"turn": 1},
)
A_RULING = an_object({"stage": a_number(1), "number": a_number(1)}, or_none=True)
A_WORD = a_text(40, least=1, tidied=False)
A_VALUE = a_text(400, tidied=False)
A_NAME = a_text(80, name=True)
LISTS = frozenset({"entrants", "what", "tables"})  # all other values are scalars
LARGEST = 10**9  # Tichu points
UNDONE, UNDID = "undone", "undid"


CHECKS: Mapping[str, Check] = {
    "user": a_text(120, tidied=False),  # an account is given by name: its id belongs to one site
    "entrant": a_number(0),
    "match": A_MATCH,
    "ruling": A_RULING,
    "points": points_text,
    "score": a_number(-LARGEST, LARGEST),
    UNDID: A_WORD,
}
ENTRANTS = several(a_number(0))


def _params(value: Any, at: str, found: Found) -> dict[str, Any] | None:
    params = a_mapping(value, at, found)
    for key, one in (params or {}).items():
        where = f"{at}.{key[:40]}"
        if key in LEFT_OUT:
            text = gettext_noop("%(field)s is not used: leave it out.")
            found.add("unknown_key", where, text)
        else:
            _check_of(key, one)(one, where, found)
    return params


def _check_of(key: str, value: Any) -> Check:
    """Return the checker for a value of a line's params."""
    if key in PLAYERS:
        return anything if value is None else A_NAME
    if key in LISTS and isinstance(value, list):
        return ENTRANTS if key == "entrants" else _plain_list
    return CHECKS.get(key, _plain)


def _plain_list(value: Any, at: str, found: Found) -> None:
    if not all(isinstance(one, str | int) for one in value):
        text = gettext_noop("%(field)s is %(value)s; it must be a list of texts or numbers.")
        wrong(found, at, text, value)


def _plain(value: Any, at: str, found: Found) -> None:
    if isinstance(value, str):
        A_VALUE(value, at, found)
    elif value is not None and not isinstance(value, int | float):
        wrong(
            found, at, gettext_noop("%(field)s is %(value)s; it must be a text or a number."), value
        )


def check_undone(lines: Sequence[Mapping[str, Any]], found: Found) -> None:
    """Check that each undo line refers to the line it undid, and has all of its values."""
    known = {_sign(line["action"], line["params"]) for line in lines}
    for index, line in enumerate(lines):
        if line["action"] != UNDONE:
            continue
        params = dict(line["params"])
        undid = params.pop(UNDID, None)
        if undid in {None, UNDONE} or _sign(undid, params) not in known:
            text = gettext_noop(
                "The log has no entry for what was undone here: include both entries, or neither."
            )
            found.add("undid_nothing", f"log.{index}.params.{UNDID}", text)


def _sign(action: object, params: Mapping[str, Any]) -> str:
    return json.dumps([action, params], sort_keys=True)


A_LINE: Check = an_object(
    {
        "at": a_known_moment,
        "by": a_text(120, tidied=False),
        "action": a_text(40, least=1),
        "params": _params,
        "reason": a_text(200, tidied=False),
    }
)
