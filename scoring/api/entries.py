"""Dispatch entries to the actions that take them."""

from collections.abc import Mapping
from typing import Any

from scoring.games.actions.correcting import correct_round
from scoring.games.actions.entries import Recorded
from scoring.games.actions.versions import agree_to, choose_version
from scoring.games.actions.writing import record_round, undo_round
from scoring.models import Device, Entry, Game


def perform_entry(game: Game, entry: Mapping[str, Any], device: Device) -> Recorded:
    """Perform an entry (a validated `NewEntry`). Raises RuleError if it is refused."""
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
