"""The tables of documents and their columns that travel: `test_columns.py` names those that stay.

A club's document has all of these columns. A tournament's has those in lists with a name (`ABOUT`,
`ENTRANT`, `TABLE`) or else the fields of the kind, in this order.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db.models import Field, Model

from scoring.games.chain import canonical
from scoring.models import (
    Answer,
    Club,
    Entry,
    Erasure,
    Evening,
    Game,
    GameEvent,
    Merge,
    Player,
    Round,
    TwoPeople,
)
from tournaments.exchange.json_ids import Number, in_json
from tournaments.exchange.shapes import Found, a_column
from tournaments.models import (
    Absence,
    Entrant,
    LogLine,
    Match,
    MatchGame,
    Member,
    Participation,
    Place,
    Remark,
    Ruling,
    Season,
    SeasonEvent,
    SessionRound,
    Stage,
    Tournament,
)

AT_ONCE = 500  # rows


class BadValueError(Exception):
    """An invalid value in a line of a club's document. The caller adds which line."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


def an_id(raw: Any, name: str = "id") -> UUID:
    """Parse an id of 32 hexadecimal digits. Raises BadValueError."""
    try:
        found = UUID(raw)
    except (ValueError, TypeError, AttributeError) as error:
        raise BadValueError(name) from error
    if found.hex != raw:
        raise BadValueError(name)
    return found


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of row.

    `fields` are columns copied as they are. `refs` are columns that point to another row, by its
    kind, whether foreign keys or plain numbers that survive the row's deletion. `way` is the filter
    path from its model to the club or tournament.
    """

    name: str
    model: type[Model]
    fields: tuple[str, ...]
    refs: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    way: str = ""

    @cached_property
    def columns(self) -> "Mapping[str, Field[Any, Any]]":
        columns = {one.name: one for one in self.model._meta.concrete_fields}  # noqa: SLF001
        return {name: columns[name] for name in (*self.fields, *self.refs)}

    @cached_property
    def checks(self) -> Mapping[str, Callable[[Any, str, Found], Any]]:
        return {name: a_column(self.columns[name], typed=False) for name in self.fields}

    def row(self, one: Model, number: Number, names: Iterable[str] = ()) -> dict[str, Any]:
        """Return a row's fields, or those with these names, with numbers for the ids in JSON."""
        return {
            name: in_json(self.name, name, getattr(one, name), number)
            for name in names or self.fields
        }

    def values(self, row: Any, *more: str) -> dict[str, Any]:
        """Parse the fields of a line of a club's document, which has exactly the keys of its kind
        and `more`. Raises BadValueError for what a column cannot hold, or would write otherwise.
        """
        if not isinstance(row, dict) or row.keys() != {*self.columns, *more}:
            raise BadValueError("keys")
        return {name: self._value(name, row[name]) for name in self.fields}

    def _value(self, name: str, raw: Any) -> Any:
        column = self.columns[name]
        if raw is None and column.null:
            return None
        if column.get_internal_type() == "UUIDField":
            return an_id(raw, name)
        found = Found()
        value = self.checks[name](raw, name, found)
        if raw is None or found.count:
            raise BadValueError(name)
        if value is not raw and canonical({"": value}) != canonical({"": raw}):
            raise BadValueError(name)
        return value

    def save(self, rows: Sequence[Model]) -> list[Any]:
        """Save rows with their own time stamps, if they have any, not the current time."""
        moments = [
            name
            for name in self.fields
            if getattr(self.columns[name], "auto_now", False)
            or getattr(self.columns[name], "auto_now_add", False)
        ]
        times = [{name: getattr(one, name) for name in moments} for one in rows]
        manager = self.model._default_manager  # noqa: SLF001
        made = manager.bulk_create(rows, batch_size=AT_ONCE)
        for one, own in zip(made, times, strict=True):
            for name, value in own.items():
                setattr(one, name, value or getattr(one, name))
        if moments:
            manager.bulk_update(made, moments, batch_size=AT_ONCE // 2)
        return made


PHONE, PERSON = "phone", "person"
GAME, ENTRY, EVENT, ROUND = "game", "entry", "event", "round"
TOURNAMENT, LINE, MERGE = "tournament", "line", "merge"

CLUB = Kind("club", Club, _names("name shown public created_at"))
OF_PERSON = Kind(
    PERSON,
    Player,
    _names("name guest last_played_at shown alias minor erased_at"),
    {"merged_into": PERSON},
)
OF_GAME = Kind(
    GAME,
    Game,
    _names(
        "id variant settings preset carried table_name direction saving state version of_match"
        " started_at of_night changed_at deleted_at"
    ),
    {"device": PHONE},
)
OF_ENTRY = Kind(ENTRY, Entry, _names("id number kind data sides outcome created_at"))
OF_EVENT = Kind(EVENT, GameEvent, _names("action reason data created_at"))
OF_ROUND = Kind(ROUND, Round, _names("number seen_at"))
OF_MERGE = Kind(
    MERGE,
    Merge,
    _names("at parted_at"),
    {"person": PERSON, "merged": PERSON, "by_device": PHONE},
    "club",
)

EVENING = _names(
    "agreement unfinished last_hand_minutes objection_minutes frozen_stage frozen_round revealed"
    " one_by_one tables room_plan papers_twice announced giving_order"
    " names_stand_ins stand_in_limit may_leave"
)
ABOUT = (
    *_names("name place preset unit state registration limit seed"),
    *EVENING,
    "starts_on",
    "kept_apart",
)
OF_TOURNAMENT = Kind(
    TOURNAMENT,
    Tournament,
    (*ABOUT, *_names("id concealed version hall_version created_at changed_at")),
    {"desk": PHONE},
)
OF_LINE = Kind(LINE, LogLine, _names("action reason at"), way="tournament")

PLAN = _names(
    "name format format_settings variant rules best_of minutes points points_settings awards"
    " criteria criteria_settings unplayed worst_dropped take carry at_line"
)
OF_STAGE = Kind("stage", Stage, ("number", "state", "fouled_boards", *PLAN), way="tournament")
ENTRANT = _names(
    "number label club_name seed fixed_table five alias hidden state asked_names checked_in_at"
)
OF_ENTRANT = Kind("entrant", Entrant, (*ENTRANT, "created_at"), way="tournament")
OF_MEMBER = Kind(
    "member", Member, _names("order active"), {"entrant": "entrant", "player": PERSON}, "tournament"
)
OF_PARTICIPATION = Kind(
    "participation",
    Participation,
    _names("seed group first_round last_round void unranked carried_points carried_score"),
    {"stage": "stage", "entrant": "entrant"},
    "stage__tournament",
)
OF_ABSENCE = Kind(
    "absence",
    Absence,
    ("round_number", "worth"),
    {"stage": "stage", "entrant": "entrant"},
    "stage__tournament",
)
OF_RULING = Kind(
    "ruling",
    Ruling,
    _names("round_number kind points score reason created_at undone_at"),
    {"stage": "stage", "entrant": "entrant"},
    "stage__tournament",
)
CLOCK = _names("clock_started_at clock_paused_at last_hand_at clock_ended_at")
OF_SESSION_ROUND = Kind(
    "session_round",
    SessionRound,
    (
        *_names("number state seed relaxed warnings due_on drawn_at published_at closed_at"),
        *_names("minutes clock_paused_seconds"),
        *CLOCK,
    ),
    {"stage": "stage"},
    "stage__tournament",
)
AGREED = _names("agreement agreed_how agreed_side extra_minutes")
ROOM = _names("turn waiting called_at called_paused_seconds")
TABLE = (
    *_names(
        "number fixture plan boards averages reasons warnings ruling agreed_for result done winner"
    ),
    *AGREED,
    *_names("agreed_at entered checked_at"),
    *ROOM,
)
OF_MATCH = Kind(
    "match",
    Match,
    (*TABLE, "version"),
    {"session_round": "session_round"},
    "session_round__stage__tournament",
)
OF_PLACE = Kind(
    "place",
    Place,
    _names("kind side order people stand_ins"),
    {"session_round": "session_round", "entrant": "entrant", "match": "match"},
    "session_round__stage__tournament",
)
OF_MATCH_GAME = Kind(
    "match_game",
    MatchGame,
    _names("number sides hands seats boards"),
    {"match": "match", "game": GAME},
    "match__session_round__stage__tournament",
)
OF_REMARK = Kind(
    "remark",
    Remark,
    _names("kind side text figures created_at settled_at answer"),
    {"match": "match", "entrant": "entrant", "device": PHONE},
    "match__session_round__stage__tournament",
)
# Rows of a tournament, in the order in which they follow it
OF_A_TOURNAMENT = (
    *(OF_STAGE, OF_ENTRANT, OF_MEMBER, OF_PARTICIPATION, OF_ABSENCE, OF_RULING),
    *(OF_SESSION_ROUND, OF_MATCH, OF_PLACE, OF_MATCH_GAME, OF_REMARK),
)
# Rows of the club, before its games and after its tournaments
BEFORE_GAMES = (
    Kind("erasure", Erasure, ("at",), {"person": PERSON, "by_device": PHONE}, "club"),
    Kind("two_people", TwoPeople, ("at",), {"first": PERSON, "second": PERSON}),
    Kind(
        "evening",
        Evening,
        _names(
            "uid starts_at night title place words called_off_at sequence created_at changed_at"
        ),
        way="club",
    ),
    Kind(
        "answer",
        Answer,
        _names("coming answered_at"),
        {"evening": "evening", "player": PERSON},
        "evening__club",
    ),
)
AFTER_TOURNAMENTS = (
    Kind(
        "season",
        Season,
        _names("id name first last formula planned public created_at"),
        way="club",
    ),
    Kind(
        "season_event",
        SeasonEvent,
        ("night",),
        {"season": "season", "tournament": TOURNAMENT},
        "season__club",
    ),
)
