"""Convert row ids within JSON to numbers of a document, and back.

On export `number` maps a key to the row's number, on import the reverse.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.games.actions.chaining import SEATING, SEATS, SET_UP
from scoring.people.actions.merging import ELSEWHERE, GAMES, NAMES

# Keys of people in a log line's params
PLAYERS = ("player", "for")
# Keys of lists of entrants in a match's result
OF_ENTRANTS = ("opponents", "partners")
# Maps a row's number in the document to its key here, or the reverse. None for a row that does not
# exist.
Number = Callable[[str, Any], Any]
# Errors from traversing JSON of unknown origin
BROKEN = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError)


def event_data(action: str, data: Any, number: Number) -> Any:
    """Convert an event's data: people, if seats changed."""
    if not isinstance(data, dict):
        return data
    if action == SEATS:
        return {
            key: [_people(pair, number) for pair in value]
            if key == "instead"
            else _people(value, number)
            for key, value in data.items()
        }
    if action in {*SET_UP, *SEATING}:
        return {key: _correction_data(key, value, number) for key, value in data.items()}
    return data


def _correction_data(key: str, value: Any, number: Number) -> Any:
    if key == "renamed":
        return _people(value, number)
    if isinstance(value, dict) and "seats" in value:
        return value | {"seats": _people(value["seats"], number)}
    return value


def people_in(action: str, data: Any) -> set[int]:
    """Return the people in an event's data."""
    found: set[int] = set()

    def note(_kind: str, key: Any) -> Any:
        found.add(key)
        return key

    event_data(action, data, note)
    return found


def _people(value: Sequence[Any], number: Number) -> list[Any]:
    return [None if one is None else number("person", one) for one in value]


def in_json(kind: str, field: str, value: Any, number: Number) -> Any:
    """Convert a JSON column that contains ids; return any other as it is."""
    way = _WAYS.get((kind, field))
    return value if way is None or value is None else way(value, number)


def _an_entrant(one: Any, number: Number) -> int:
    """Convert an entrant's id. 0 is one who was removed."""
    return (number("entrant", one) or 0) if one else 0


def _entrants(value: Sequence[Any], number: Number) -> list[Any]:
    return [number("entrant", one) for one in value]


def _sides(value: Sequence[Any], number: Number) -> list[Any]:
    return [_entrants(side, number) for side in value]


def _notes(value: Sequence[Any], number: Number) -> list[Any]:
    return [
        note
        | {
            "who": {
                key: [_an_entrant(one, number) for one in who] for key, who in note["who"].items()
            }
        }
        if "who" in note
        else note
        for note in value
    ]


def _result(value: Mapping[str, Any], number: Number) -> dict[str, Any]:
    return {
        str(number("entrant", int(who))): {
            key: _entrants(one, number) if key in OF_ENTRANTS else one for key, one in line.items()
        }
        for who, line in value.items()
    }


_WAYS: Mapping[tuple[str, str], Callable[[Any, Number], Any]] = {
    ("session_round", "relaxed"): _notes,
    ("session_round", "warnings"): _notes,
    ("match", "reasons"): _notes,
    ("match", "warnings"): _notes,
    ("match", "plan"): lambda value, number: [_sides(one, number) for one in value],
    ("match", "result"): _result,
    ("match_game", "sides"): _sides,
    ("match_game", "seats"): _entrants,
    ("place", "people"): _people,
    ("place", "stand_ins"): lambda value, number: [_people(pair, number) for pair in value],
}


def log_params(params: Mapping[str, Any], number: Number) -> dict[str, Any]:
    """Convert the params of a log line."""

    def converted(key: str, value: Any) -> Any:
        if key == "entrant":
            return _an_entrant(value, number)
        if key == "entrants" and isinstance(value, list):
            return [_an_entrant(one, number) for one in value]
        if value is None or key not in {*PLAYERS, "match", "ruling"}:
            return value
        return number("person" if key in PLAYERS else key, value)

    return {key: converted(key, value) for key, value in params.items()}


MERGED: Mapping[str, str] = {
    NAMES: "person",
    ELSEWHERE: "place",
    "scoring.Answer": "answer",
    "tournaments.Member": "member",
}


def merged_rows(
    rows: Mapping[str, Sequence[Any]], number: Number, games: Callable[[str], Any]
) -> dict[str, Any]:
    """Convert the rows moved by a merge, leaving out those not in the document."""
    found: dict[str, Any] = {}
    for label, keys in rows.items():
        if label == GAMES:
            found[label] = [one for one in map(games, keys) if one is not None]
        elif label in MERGED:
            kept = [number(MERGED[label], one) for one in keys]
            found[label] = [one for one in kept if one is not None]
    return found
