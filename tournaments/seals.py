"""The content of the links of a tournament's chain: see scoring.games.chain for chains.

One chain covers everything: each line of the log and, after each change of a game, the head of the
game's own chain. So the single head on the wall vouches for every hand of every table. Each log
line also includes one hash of everything that affects the ranking: how the stages are set up, who
is in them, who was drawn where, what directors decided. If that changes without a line, for example
because a person was renamed elsewhere, it gets a link of its own.

Names are hashed with a salt, and only the newest hash's salt is kept: nobody can test names against
an older one, so an erased name is gone from the chain too.
"""

import hashlib
import uuid
from collections.abc import Sequence
from typing import Any

from django.db.models import Model

from scoring.games.chain import START, canonical, linked, of_reason
from tournaments.models import (
    Absence,
    Entrant,
    Match,
    MatchGame,
    Member,
    Participation,
    Place,
    Ruling,
    SessionRound,
    Stage,
    Tournament,
)

VERSION = 1
SALT = 16  # bytes


def opening(tournament: uuid.UUID) -> bytes:
    """Return the link before the first."""
    return linked(START, {"v": VERSION, "tournament": tournament})


def of_line(line: Any, by_account: int | None, decisions: bytes) -> dict[str, Any]:
    """Return the content of a log line's link."""
    return {
        "line": line.action,
        "params": line.params,
        **of_reason(line),
        "at": line.at,
        "by": by_account,
        "decisions": decisions,
    }


def of_game(game: uuid.UUID, position: int, head: bytes) -> dict[str, Any]:
    """Return the content of a game's link: the game's own chain up to here."""
    return {"game": game, "position": position, "head": head}


def of_state(decisions: bytes) -> dict[str, Any]:
    """Return the content of the link for a change without a log line."""
    return {"decisions": decisions}


# For each table: the path from a row to its tournament, and the columns that affect the ranking or
# identify who is ranked. Columns neither here nor in `scoring.games.verifying` are justified in
# `tichu_site.verify_limits`.
RANKING: dict[type[Model], tuple[str, tuple[str, ...]]] = {
    Tournament: (
        "pk",
        (
            *(
                "pk",
                "club_id",
                "name",
                "place",
                "starts_on",
                "unit",
                "preset",
                "state",
                "registration",
                "limit",
            ),
            *("seed", "agreement", "unfinished", "last_hand_minutes", "objection_minutes"),
            "papers_twice",
            *("frozen_stage", "frozen_round", "revealed", "shown_on", "concealed", "found"),
            "kept_apart",
        ),
    ),
    Stage: (
        "tournament",
        (
            *(
                "pk",
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
            *("take", "carry"),
            *("fouled_boards",),
        ),
    ),
    Entrant: (
        "tournament",
        (
            *(
                "pk",
                "number",
                "label",
                "club_name",
                "seed",
                "fixed_table",
                "five",
                "alias",
                "hidden",
                "state",
            ),
            "asked_names",
        ),
    ),
    Member: ("tournament", ("pk", "entrant_id", "player_id", "player__name", "order", "active")),
    Participation: (
        "stage__tournament",
        (
            *("pk", "stage_id", "entrant_id", "seed", "group", "first_round", "last_round"),
            *("void", "unranked"),
            *("carried_points", "carried_score"),
        ),
    ),
    Absence: ("stage__tournament", ("pk", "stage_id", "entrant_id", "round_number", "worth")),
    SessionRound: ("stage__tournament", ("pk", "stage_id", "number", "state", "seed")),
    Match: (
        "session_round__stage__tournament",
        ("pk", "session_round_id", "number", "fixture", "plan", "boards", "averages", "ruling"),
    ),
    Place: (
        "session_round__stage__tournament",
        ("pk", "session_round_id", "entrant_id", "kind", "match_id", "side", "order", "people"),
    ),
    MatchGame: (
        "match__session_round__stage__tournament",
        ("pk", "match_id", "number", "sides", "hands", "boards"),
    ),
    Ruling: (
        "stage__tournament",
        (
            *("pk", "stage_id", "entrant_id", "round_number", "kind", "points", "score", "reason"),
            *("created_at", "undone_at"),
        ),
    ),
}


# Columns that are newer than some seals: where they are empty they are left out, so that a
# tournament that was sealed before them still is as it was sealed.
LATER = {"boards", "averages", "fouled_boards"}


def state_of(tournament: uuid.UUID, salt: bytes) -> bytes:
    """Return one hash of everything that affects a tournament's ranking now: a query per table."""
    digest = hashlib.sha256(salt)
    for model, (way, columns) in RANKING.items():
        rows = model._default_manager.filter(**{way: tournament}).order_by("pk")  # noqa: SLF001
        sealed = [_without_empty(columns, row) for row in rows.values_list(*columns)]
        digest.update(canonical({model.__name__: sealed}))
    return digest.digest()


def _without_empty(columns: Sequence[str], row: Sequence[Any]) -> Sequence[Any]:
    if LATER.isdisjoint(columns):
        return row
    named = zip(columns, row, strict=True)
    return [value for name, value in named if value or name not in LATER]
