"""Rounds of which two phones wrote two versions, side by side, for whoever has to choose."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.models import Device, Entry
from scoring.pages.sheet_words import Story, story
from scoring.queries import Standing, Table
from scoring.rules import Round, RoundResult, RuleError, advance, play, played_by
from scoring.wording import names_with_dummy, signed


@dataclass(frozen=True)
class RoundVersion:
    """One version of a round. `scores` are each side's points with their sign; empty in a game of ranks."""

    entry: Entry
    story: Story
    scores: Sequence[str]
    counts: bool
    mine: bool


@dataclass(frozen=True)
class Dispute:
    """A round with several versions; the one that counts until somebody chooses comes first."""

    number: int
    versions: Sequence[RoundVersion]
    entry_id: uuid.UUID  # of the choice: a second tap chooses nothing more


def disputes(table: Table, standing: Standing, device: Device | None) -> list[Dispute]:
    """The rounds to choose for, the earliest first: later ones may follow from it."""
    found = []
    for number, rivals in sorted(standing.rivals.items()):
        if number > len(table.entries):
            continue
        entries = [table.entries[number - 1], *rivals]
        versions = [_version(table, number, entry, device, counts=at == 0) for at, entry in enumerate(entries)]
        found.append(Dispute(number, versions, uuid.uuid4()))
    return found


def _version(table: Table, number: int, entry: Entry, device: Device | None, *, counts: bool) -> RoundVersion:
    played = Round.from_data(entry.data)
    before = play(table.rules, table.n_players, table.played[: number - 1]).position
    result: RoundResult | None = None
    believed = played_by(before, entry.sides)
    if believed is not None:
        try:
            result, _after = advance(believed, played)
        except RuleError:
            # The rounds before it were changed since: only what was sent can be told.
            result = None
    return RoundVersion(
        entry=entry,
        story=story(table.rules, names_with_dummy(table), played, result),
        scores=[signed(score) for score in result.side_scores] if result else [],
        counts=counts,
        mine=device is not None and entry.device_id == device.pk,
    )
