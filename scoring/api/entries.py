"""Dispatch entries to the actions that take them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone

from scoring.api.serializers import SEATS, UNDO_SEATS
from scoring.games.actions.correcting import correct_round
from scoring.games.actions.entries import Recorded
from scoring.games.actions.substitutions import change_seats, take_back_seats
from scoring.games.actions.versions import agree_to, choose_version
from scoring.games.actions.writing import record_round, undo_round
from scoring.models import Device, Entry, Game
from scoring.people.actions.erasing import without_erased


@dataclass(frozen=True)
class SeatsChanged:
    """A change of seats as the answer to an entry shows it."""

    id: UUID
    game_id: UUID
    number: int
    kind: str
    about_id: UUID | None
    created_at: datetime
    outcome: str = Entry.Outcome.COUNTED


def perform_entry(game: Game, entry: Mapping[str, Any], device: Device) -> Entry | SeatsChanged:
    """Perform an entry (a validated `NewEntry`). Raises RuleError if it is refused."""
    if entry["kind"] in {SEATS, UNDO_SEATS}:
        return _change_seats(game, entry, device)
    return _write(game, entry, device).entry


def _change_seats(game: Game, entry: Mapping[str, Any], device: Device) -> SeatsChanged:
    key, number, kind = entry["id"], entry["number"], entry["kind"]
    if kind == SEATS:
        people, names = _people(game, entry), entry.get("names")
        done = change_seats(game, key, number, people, device, names=names)
    else:
        done = take_back_seats(game, key, entry["about"], device)
    at = done.event.created_at
    return SeatsChanged(key, game.pk, number, kind, entry.get("about"), at)


def _people(game: Game, entry: Mapping[str, Any]) -> list[str | None]:
    """Return the names by seat; None for people erased while the change waited for a network."""
    typed: list[str] = entry["people"]
    if "waited" not in entry:
        return [*typed]
    made_at = timezone.now() - timedelta(seconds=entry["waited"])
    kept = without_erased(game.device, typed, made_at)
    return [None if name and not one else one for name, one in zip(typed, kept, strict=True)]


def _write(game: Game, entry: Mapping[str, Any], device: Device) -> Recorded:
    entry_id, number = entry["id"], entry["number"]
    seen = {key: entry.get(key) for key in ("sides", "names", "recording")}
    match entry["kind"]:
        case Entry.Kind.CORRECTION:
            replaces, versions = entry["replaces"], entry.get("versions")
            return correct_round(
                game,
                entry_id,
                number,
                entry["round"],
                device,
                replaces=replaces,
                versions=versions,
                **seen,
            )
        case Entry.Kind.UNDO:
            return undo_round(game, entry_id, number, device, taken=entry.get("about"))
        case Entry.Kind.CHOICE:
            return choose_version(
                game, entry_id, number, entry["about"], device, versions=entry.get("versions")
            )
        case Entry.Kind.AGREEMENT:
            return agree_to(game, entry_id, number, entry["about"], device)
        case _:
            return record_round(game, entry_id, number, entry["round"], device, **seen)
