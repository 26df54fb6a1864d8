"""Convert values of a document: columns by type, and row ids within JSON to numbers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from django.db import models

from scoring.games.actions.chaining import SEATS, SET_UP
from scoring.people.actions.merging import ELSEWHERE, GAMES, NAMES
from tournaments.exchange.log_writing import PLAYERS

YEARS = range(1900, 2200)  # as in a tournament's document: pages show no others
# Ranges of integers by field type
RANGES: Mapping[str, tuple[int, int]] = {
    "PositiveSmallIntegerField": (0, 32767),
    "SmallIntegerField": (-32768, 32767),
    "PositiveIntegerField": (0, 2147483647),
    "IntegerField": (-2147483648, 2147483647),
}
# Maps a row's number in the document to its key here, or the reverse. None for a row that does not
# exist.
Number = Callable[[str, Any], Any]


class BadValueError(Exception):
    """An invalid value in a line of a club's document. The caller adds which line."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


@dataclass(frozen=True)
class Column:
    """A column whose value is copied as it is."""

    name: str
    kind: str  # Django's internal type
    null: bool
    most: int | None  # characters
    choices: frozenset[str]
    set_by_django: bool  # auto_now or auto_now_add: the document's value must be set after saving

    @classmethod
    def of(cls, model: type[models.Model], name: str) -> "Column":
        one: Any = model._meta.get_field(name)  # noqa: SLF001
        choices = frozenset(value for value, _label in one.choices or ()) | (
            {""} if one.choices and one.blank else set()
        )
        by_django = getattr(one, "auto_now", False) or getattr(one, "auto_now_add", False)
        most = getattr(one, "max_length", None)
        return cls(name, one.get_internal_type(), one.null, most, choices, by_django)

    def out(self, value: Any) -> Any:
        if isinstance(value, datetime):
            return value.astimezone(UTC)
        return value.isoformat() if isinstance(value, date) else value

    def read(self, raw: Any) -> Any:
        """Parse a value. Raises BadValueError if the column cannot hold it."""
        if raw is None:
            if not self.null:
                raise BadValueError(self.name)
            return None
        reader: Callable[[Column, Any], Any] = _READERS.get(self.kind, Column._whole_number)
        try:
            return reader(self, raw)
        except (ValueError, TypeError, OverflowError) as error:
            raise BadValueError(self.name) from error

    def _text(self, raw: Any) -> str:
        if (
            not isinstance(raw, str)
            or len(raw) > (self.most or 0)
            or (self.choices and raw not in self.choices)
        ):
            raise ValueError(raw)
        return raw

    def _yes_or_no(self, raw: Any) -> bool:
        if not isinstance(raw, bool):
            raise TypeError(raw)
        return raw

    def _whole_number(self, raw: Any) -> int:
        least, most = RANGES[self.kind]
        if isinstance(raw, bool) or not isinstance(raw, int) or not least <= raw <= most:
            raise ValueError(raw)
        return raw

    def _moment(self, raw: Any) -> datetime:
        found = datetime.fromisoformat(raw)
        if (
            found.astimezone(UTC).isoformat(timespec="microseconds") != raw
            or found.year not in YEARS
        ):
            raise ValueError(raw)
        return found

    def _day(self, raw: Any) -> date:
        found = date.fromisoformat(raw)
        if found.isoformat() != raw or found.year not in YEARS:
            raise ValueError(raw)
        return found

    def _id(self, raw: Any) -> UUID:
        return an_id(raw)

    def _as_it_is(self, raw: Any) -> Any:
        return raw


_READERS: Mapping[str, Callable[[Column, Any], Any]] = {
    "CharField": Column._text,  # noqa: SLF001
    "BooleanField": Column._yes_or_no,  # noqa: SLF001
    "DateTimeField": Column._moment,  # noqa: SLF001
    "DateField": Column._day,  # noqa: SLF001
    "UUIDField": Column._id,  # noqa: SLF001
    "JSONField": Column._as_it_is,  # noqa: SLF001
}


def an_id(raw: Any) -> UUID:
    """Parse a UUID in hex. Raises ValueError or TypeError."""
    if not isinstance(raw, str):
        raise TypeError(raw)
    found = UUID(raw)
    if found.hex != raw:
        raise ValueError(raw)
    return found


# Ids within JSON
# --------------------------------------------------------------------------------------------------
# Both directions: on export `number` maps a key to the row's number, on import the reverse.


def event_data(action: str, data: Any, number: Number) -> Any:
    """Convert an event's data: people, if seats changed."""
    if not isinstance(data, dict):
        return data
    if action == SEATS:
        return {key: _people(value, number) for key, value in data.items()}
    if action in SET_UP:
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
            key: _entrants(one, number) if key in {"opponents", "partners"} else one
            for key, one in line.items()
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
