"""Rounds with two versions from two phones, side by side for choosing."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.games.queries import Agreements, Table
from scoring.games.round_words import figure, names_with_dummy, signed
from scoring.models import Device, Entry
from scoring.pages.sheet_words import CallMade, Story, story
from scoring.rules import Position, Round, RoundResult, RuleError, advance, played_by

# A part's key within its version: its kind, and the place or seat it is about.
Key = tuple[str, int]
PLACE, CALL, CARDS, WISH = KINDS = ("place", "call", "cards", "wish")


@dataclass(frozen=True)
class Part:
    """One line of a version. All versions of a round have the same lines, in the same order.

    `place` is 0 if the line is about no place; `side` is the person's, None where everybody plays
    alone.
    """

    place: int = 0
    name: str = ""
    side: int | None = None
    calls: tuple[CallMade, ...] = ()
    text: str = ""
    differs: bool = False

    @property
    def empty(self) -> bool:
        """Whether this version has nothing here and another has."""
        return not self.name and not self.text


@dataclass(frozen=True)
class RoundVersion:
    """One version of a round.

    `scores` are each side's points with sign, `makes` the totals after the round by score column,
    with names if there are more than two. Both are empty in a game of ranks.
    """

    entry: Entry
    parts: Sequence[Part]
    scores: Sequence[str]
    makes: Sequence[tuple[str, str]]
    counts: bool
    mine: bool


@dataclass(frozen=True)
class Dispute:
    """A round with several versions; the one that counts until one is chosen comes first."""

    number: int
    versions: Sequence[RoundVersion]
    entry_id: uuid.UUID  # of the choice, so that a second tap has no effect


@dataclass(frozen=True)
class _Read:
    """A version with its result, None if the rules no longer allow it."""

    entry: Entry
    played: Round
    result: RoundResult | None
    after: Position | None
    words: Story


def disputes(table: Table, agreements: Agreements, device: Device | None) -> list[Dispute]:
    """Return the rounds to choose versions for, earliest first: later ones may depend on it."""
    found = []
    for number, rivals in sorted(agreements.rivals.items()):
        if not table.has_round(number):
            continue
        then = table.as_in(number)
        reads = [_read(then, number, entry) for entry in (table.entry_of(number), *rivals)]
        versions = [
            RoundVersion(
                entry=read.entry,
                parts=parts,
                scores=[signed(score) for score in read.result.side_scores] if read.result else [],
                makes=_makes(table, read.after) if read.after else [],
                counts=at == 0,
                mine=device is not None and read.entry.device_id == device.pk,
            )
            for at, (read, parts) in enumerate(zip(reads, _compared(then, reads), strict=True))
        ]
        found.append(Dispute(number, versions, uuid.uuid4()))
    return found


def _read(table: Table, number: int, entry: Entry) -> _Read:
    played = entry.played
    before = table.position_before(number)
    result: RoundResult | None = None
    after: Position | None = None
    believed = played_by(before, entry.sides)
    if believed is not None:
        try:
            result, after = advance(believed, played)
        except RuleError:
            # The rounds before it have changed since: show only what was sent.
            result = None
    return _Read(
        entry, played, result, after, story(table.rules, names_with_dummy(table), played, result)
    )


def _makes(table: Table, after: Position) -> list[tuple[str, str]]:
    """Return the totals after the round; empty in a game without points."""
    names = names_with_dummy(table)
    named = len(after.columns) > 2
    return [
        (" & ".join(names[seat] for seat in column) if named else "", figure(total))
        for column, total in zip(after.columns, after.totals, strict=True)
    ]


def _compared(table: Table, reads: Sequence[_Read]) -> list[list[Part]]:
    """Return the lines of each version, with their differences marked."""
    # A call is shown beside its caller's place if every version has one, else on a line of its own.
    placed = frozenset.intersection(*(frozenset(read.played.out) for read in reads))
    versions = [_parts(read, names_with_dummy(table), placed) for read in reads]
    keys = sorted(
        {key for parts in versions for key in parts}, key=lambda key: (KINDS.index(key[0]), key[1])
    )
    lines: list[list[Part]] = [[] for _version in versions]
    for key in keys:
        for line, part in zip(lines, _side_by_side(key, versions), strict=True):
            line.append(part)
    return lines


def _side_by_side(key: Key, versions: Sequence[Mapping[Key, Part]]) -> list[Part]:
    """Return the same part of every version, marked if they differ."""
    kind, about = key
    missing = Part(place=about if kind == PLACE else 0)
    parts = [version.get(key, missing) for version in versions]
    differs = any(part != parts[0] for part in parts)
    return [replace(part, differs=differs) for part in parts]


def _parts(read: _Read, names: Sequence[str], placed: frozenset[int]) -> dict[Key, Part]:
    words = read.words
    sides = {seat: at for at, side in enumerate(read.entry.sides) for seat in side}
    calls = {call.seats[0]: call for call in words.calls if len(call.seats) == 1}
    parts = {
        (PLACE, place): Part(
            place=place,
            name=names[seat],
            side=sides.get(seat),
            calls=(calls[seat],) if seat in calls and seat in placed else (),
        )
        for place, seat in enumerate(read.played.out, start=1)
    }
    for seat in calls.keys() - placed:
        parts[CALL, seat] = Part(name=names[seat], side=sides.get(seat), calls=(calls[seat],))
    shown = (words.sweep, _cards(words), " : ".join(words.totals))
    if texts := [*filter(None, shown), *words.side_calls, *words.bombs]:
        parts[CARDS, 0] = Part(text=" · ".join(texts))
    if words.wish:
        parts[WISH, 0] = Part(text=_("%(name)s did not fulfil the wish") % {"name": words.wish})
    return parts


def _cards(words: Story) -> str:
    """Return the card points in words, with whose the first are if sides change from round to
    round.
    """
    if words.cards is None:
        return ""
    return " ".join(
        filter(
            None,
            (_("Cards:"), " & ".join(words.first_side), f"{words.cards[0]} : {words.cards[1]}"),
        )
    )
