"""What the links of a tournament's chain hold: see scoring.chain for what a chain is.

One chain holds all: each line of the log, and after each change of a game how far the game's own chain had come. So the
one head on the wall stands for every hand of every table. With a line of the log goes what directors had decided by
then: rulings in the place of games, penalties and bonuses.
"""

import hashlib
import uuid
from collections.abc import Iterable
from typing import Any

from scoring.chain import START, canonical, linked
from tournaments.models import Match, Ruling, Tournament

VERSION = 1


def opening(tournament: uuid.UUID) -> bytes:
    """The link before the first."""
    return linked(START, {"v": VERSION, "tournament": tournament})


def of_line(line: Any, by_account: int | None, decisions: bytes) -> dict[str, Any]:
    """What the link of a line of the log holds."""
    return {
        "line": line.action,
        "params": line.params,
        "reason": line.reason,
        "at": line.at,
        "by": by_account,
        "decisions": decisions,
    }


def of_game(game: uuid.UUID, position: int, head: bytes) -> dict[str, Any]:
    """What the link of a game holds: the game's own chain up to here."""
    return {"game": game, "position": position, "head": head}


RULING = (
    "pk",
    "stage_id",
    "entrant_id",
    "round_number",
    "kind",
    "points",
    "score",
    "reason",
    "created_at",
    "undone_at",
)


def decided(matches: Iterable[tuple[int, Any]], rulings: Iterable[Any]) -> bytes:
    """One hash of what directors decided: rulings by match, rows of penalties and bonuses as `RULING` lists them."""
    told = {"matches": sorted(matches, key=lambda one: one[0]), "rulings": sorted(rulings, key=lambda one: one[0])}
    return hashlib.sha256(canonical(told)).digest()


def decisions_of(tournament: Tournament | uuid.UUID) -> bytes:
    """That hash as it is now: two queries."""
    key = tournament if isinstance(tournament, uuid.UUID) else tournament.pk
    ruled = Match.objects.filter(session_round__stage__tournament=key, ruling__isnull=False).order_by()
    rulings = Ruling.objects.filter(stage__tournament=key).order_by()
    return decided(ruled.values_list("pk", "ruling"), rulings.values_list(*RULING))
