"""The tables of a club's document, and the fields of their lines. Fields not listed here are not
exported.

`fields` are columns copied as they are. `refs` are columns that point to another row, by its kind,
whether foreign keys or plain numbers that survive the row's deletion. Deleted people and phones are
`null` rows, so that everything written by one still refers to the same one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from django.db.models import Model

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
from tournaments.exchange.values import Column
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

PHONE, PERSON = "phone", "person"
GAME, ENTRY, EVENT, ROUND = "game", "entry", "event", "round"
TOURNAMENT, LINE, MERGE = "tournament", "line", "merge"


@dataclass(frozen=True)
class Kind:
    """A kind of row. `way`: filter path from its model to the club."""

    name: str
    model: type[Model]
    fields: tuple[str, ...]
    refs: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    way: str = ""

    @cached_property
    def columns(self) -> Mapping[str, Column]:
        return {name: Column.of(self.model, name) for name in self.fields}

    @cached_property
    def optional(self) -> frozenset[str]:
        """The refs that may be null."""
        fields = {name: self.model._meta.get_field(name) for name in self.refs}  # noqa: SLF001
        return frozenset(name for name, one in fields.items() if getattr(one, "null", False))

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys that a line must have, no more and no less."""
        return frozenset({*self.fields, *self.refs})

    @cached_property
    def attributes(self) -> Mapping[str, str]:
        """The refs' columns with the keys."""
        return {name: self.model._meta.get_field(name).attname for name in self.refs}  # type: ignore[union-attr]  # noqa: SLF001


CLUB = Kind("club", Club, ("name", "shown", "public", "created_at"))
OF_PERSON = Kind(
    PERSON,
    Player,
    ("name", "guest", "last_played_at", "shown", "alias", "minor", "erased_at"),
    {"merged_into": PERSON},
)
OF_GAME = Kind(
    GAME,
    Game,
    (
        *(
            "id",
            "variant",
            "settings",
            "preset",
            "table_name",
            "direction",
            "saving",
            "state",
            "version",
            "of_match",
        ),
        *("started_at", "changed_at", "deleted_at"),
    ),
    {"device": PHONE},
)
OF_ENTRY = Kind(ENTRY, Entry, ("id", "number", "kind", "data", "sides", "outcome", "created_at"))
OF_EVENT = Kind(EVENT, GameEvent, ("action", "reason", "data", "created_at"))
OF_ROUND = Kind(ROUND, Round, ("number", "seen_at"))
OF_TOURNAMENT = Kind(
    TOURNAMENT,
    Tournament,
    (
        *(
            "id",
            "name",
            "place",
            "starts_on",
            "preset",
            "unit",
            "state",
            "registration",
            "limit",
            "seed",
            "agreement",
        ),
        *(
            "unfinished",
            "last_hand_minutes",
            "objection_minutes",
            "frozen_stage",
            "frozen_round",
            "revealed",
        ),
        *("one_by_one", "concealed", "version", "hall_version", "created_at", "changed_at"),
    ),
    {"desk": PHONE},
)
OF_LINE = Kind(LINE, LogLine, ("action", "reason", "at"))
OF_MERGE = Kind(
    MERGE,
    Merge,
    ("at", "parted_at"),
    {"person": PERSON, "merged": PERSON, "by_device": PHONE},
    "club",
)

# Rows of a tournament, in the order in which they follow it
OF_A_TOURNAMENT = (
    Kind(
        "stage",
        Stage,
        (
            *(
                "number",
                "name",
                "state",
                "format",
                "format_settings",
                "variant",
                "rules",
                "best_of",
                "minutes",
            ),
            *(
                "points",
                "points_settings",
                "awards",
                "criteria",
                "criteria_settings",
                "unplayed",
                "worst_dropped",
            ),
            *("take", "carry", "at_line"),
        ),
        way="tournament",
    ),
    Kind(
        "entrant",
        Entrant,
        (
            *(
                "number",
                "label",
                "club_name",
                "seed",
                "fixed_table",
                "five",
                "alias",
                "hidden",
                "state",
                "asked_names",
            ),
            *("checked_in_at", "created_at"),
        ),
        way="tournament",
    ),
    Kind(
        "member",
        Member,
        ("order", "active"),
        {"entrant": "entrant", "player": PERSON},
        "tournament",
    ),
    Kind(
        "participation",
        Participation,
        ("seed", "group", "first_round", "last_round", "carried_points", "carried_score"),
        {"stage": "stage", "entrant": "entrant"},
        "stage__tournament",
    ),
    Kind(
        "absence",
        Absence,
        ("round_number",),
        {"stage": "stage", "entrant": "entrant"},
        "stage__tournament",
    ),
    Kind(
        "ruling",
        Ruling,
        ("round_number", "kind", "points", "score", "reason", "created_at", "undone_at"),
        {"stage": "stage", "entrant": "entrant"},
        "stage__tournament",
    ),
    Kind(
        "session_round",
        SessionRound,
        (
            *(
                "number",
                "state",
                "seed",
                "relaxed",
                "warnings",
                "due_on",
                "drawn_at",
                "published_at",
                "minutes",
            ),
            *(
                "clock_started_at",
                "clock_paused_at",
                "clock_paused_seconds",
                "last_hand_at",
                "clock_ended_at",
            ),
            "closed_at",
        ),
        {"stage": "stage"},
        "stage__tournament",
    ),
    Kind(
        "match",
        Match,
        (
            *(
                "number",
                "fixture",
                "plan",
                "reasons",
                "warnings",
                "result",
                "done",
                "ruling",
                "winner",
                "agreed_for",
            ),
            *(
                "agreement",
                "agreed_how",
                "agreed_side",
                "agreed_at",
                "entered",
                "extra_minutes",
                "checked_at",
            ),
            "version",
        ),
        {"session_round": "session_round"},
        "session_round__stage__tournament",
    ),
    Kind(
        "place",
        Place,
        ("kind", "side", "order", "people"),
        {"session_round": "session_round", "entrant": "entrant", "match": "match"},
        "session_round__stage__tournament",
    ),
    Kind(
        "match_game",
        MatchGame,
        ("number", "sides", "hands", "seats"),
        {"match": "match", "game": GAME},
        "match__session_round__stage__tournament",
    ),
    Kind(
        "remark",
        Remark,
        ("kind", "side", "text", "figures", "created_at", "settled_at", "answer"),
        {"match": "match", "entrant": "entrant", "device": PHONE},
        "match__session_round__stage__tournament",
    ),
)
# Rows of the club, before its games and after its tournaments
BEFORE_GAMES = (
    Kind("erasure", Erasure, ("at",), {"person": PERSON, "by_device": PHONE}, "club"),
    Kind("two_people", TwoPeople, ("at",), {"first": PERSON, "second": PERSON}),
    Kind(
        "evening",
        Evening,
        (
            *(
                "uid",
                "starts_at",
                "night",
                "title",
                "place",
                "words",
                "called_off_at",
                "sequence",
                "created_at",
            ),
            "changed_at",
        ),
        way="club",
    ),
    Kind(
        "answer",
        Answer,
        ("coming", "answered_at"),
        {"evening": "evening", "player": PERSON},
        "evening__club",
    ),
)
AFTER_TOURNAMENTS = (
    Kind(
        "season",
        Season,
        ("id", "name", "first", "last", "formula", "planned", "public", "created_at"),
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
