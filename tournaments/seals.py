"""What the links of a tournament's chain hold: see scoring.games.chain for what a chain is.

One chain holds all: each line of the log, and after each change of a game how far the game's own
chain had come. So the one head on the wall stands for every hand of every table. With a line of the
log goes one hash of all that ranks by then: how the stages are set up, who is in them, who was
drawn where, what directors decided. Where that changes without a line, because a person was renamed
elsewhere, say, it goes into the chain alone.

Names are in that hash behind a salt, and only the salt of the newest hash is kept: nobody can try
out names on an older one, so that a name which is erased is gone from the chain too.
"""

import hashlib
import uuid
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
    """The link before the first."""
    return linked(START, {"v": VERSION, "tournament": tournament})


def of_line(line: Any, by_account: int | None, decisions: bytes) -> dict[str, Any]:
    """What the link of a line of the log holds."""
    return {
        "line": line.action,
        "params": line.params,
        **of_reason(line),
        "at": line.at,
        "by": by_account,
        "decisions": decisions,
    }


def of_game(game: uuid.UUID, position: int, head: bytes) -> dict[str, Any]:
    """What the link of a game holds: the game's own chain up to here."""
    return {"game": game, "position": position, "head": head}


def of_state(decisions: bytes) -> dict[str, Any]:
    """What the link of a change without a line of the log holds."""
    return {"decisions": decisions}


# Of each table, the way from a row to its tournament and the columns that rank somebody, or say who
# that is. What is in neither this nor `scoring.games.verifying` has its reason in
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
            *("frozen_stage", "frozen_round", "revealed", "shown_on", "concealed", "found"),
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
            *("carried_points", "carried_score"),
        ),
    ),
    Absence: ("stage__tournament", ("pk", "stage_id", "entrant_id", "round_number")),
    SessionRound: ("stage__tournament", ("pk", "stage_id", "number", "state", "seed")),
    Match: (
        "session_round__stage__tournament",
        ("pk", "session_round_id", "number", "fixture", "plan", "ruling"),
    ),
    Place: (
        "session_round__stage__tournament",
        ("pk", "session_round_id", "entrant_id", "kind", "match_id", "side", "order", "people"),
    ),
    MatchGame: (
        "match__session_round__stage__tournament",
        ("pk", "match_id", "number", "sides", "hands"),
    ),
    Ruling: (
        "stage__tournament",
        (
            *("pk", "stage_id", "entrant_id", "round_number", "kind", "points", "score", "reason"),
            *("created_at", "undone_at"),
        ),
    ),
}


def state_of(tournament: uuid.UUID, salt: bytes) -> bytes:
    """One hash of all that ranks in a tournament as it is now: a query for each table."""
    digest = hashlib.sha256(salt)
    for model, (way, columns) in RANKING.items():
        rows = model._default_manager.filter(**{way: tournament}).order_by("pk")  # noqa: SLF001
        digest.update(canonical({model.__name__: list(rows.values_list(*columns))}))
    return digest.digest()
