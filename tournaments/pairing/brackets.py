"""Structure of a bracket, and its state after any number of session rounds.

A bracket is a tuple of matches, each naming the sources of its two sides. Nothing else is stored;
the rest is derived from the tables played: a table's `key` is its place in the bracket, its
`winner` advances, and first-round byes are identified by their order.

An entrant who is absent at a draw gives a walkover to the prospective opponent. The round then
drawn lists that opponent among the byes, or in a later match if there was nothing else to play, so
the walkover stands even if the entrant comes back.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from tournaments.pairing.values import Note, SessionRound, Table

NO_ENTRANT = -1  # no entrant: an empty slot, or all possible entrants have left
SLOT, WINNER, LOSER, FIRST_LOSS = "slot", "winner", "loser", "first loss"
PLACES = "P"  # first letter of the keys of matches for lower places
Participant = int | None  # an entrant's id, NO_ENTRANT, or None if not known yet


@dataclass(frozen=True)
class Source:
    """Where a side comes from: slot `slot` of the first round (from 0), or the winner or loser of
    match `of`. A first loss is the loser only if they had a bye in match `bye`; else nobody comes.
    """

    kind: str
    slot: int = 0
    of: str = ""
    bye: str = ""


@dataclass(frozen=True)
class Match:
    """One match of a bracket.

    `level` is the session round in which it is normally played. `name` is shown to people;
    `winner_of` and `loser_of` label the sides of later matches until the entrants are known.
    `winner_place` and `loser_place` are the final places of entrants for whom this is the last
    match. While it is open, those who stay share `open_place`; None: they can still win everything.
    If neither side wins, both have `no_winner_place`, which is `loser_place` if None. A match that
    `repeats` another is played only if its second side won.
    """

    key: str
    level: int
    sources: tuple[Source, Source]
    name: Note
    winner_of: Note
    loser_of: Note
    winner_place: int | None = None
    loser_place: int | None = None
    repeats: str = ""
    open_place: int | None = None
    no_winner_place: int | None = None


@dataclass(frozen=True)
class State:
    """Current state of a match.

    `winner` and `loser` are None until known; both are NO_ENTRANT if both left. `walkover`:
    decided without a table. `needed` is False for a repetition that is not played. `expected` are
    the sides according to the bracket; if a director changed them by hand, `sides` are those at the
    table.
    """

    match: Match
    sides: tuple[Participant, Participant] = (None, None)
    winner: Participant = None
    loser: Participant = None
    table: Table | None = None
    walkover: bool = False
    needed: bool = True
    expected: tuple[Participant, Participant] = (None, None)

    @property
    def playable(self) -> bool:
        """Whether both entrants are known and there is no table yet."""
        known = all(side is not None and side != NO_ENTRANT for side in self.sides)
        return known and self.needed and self.winner is None and self.table is None


@dataclass(frozen=True)
class Slot:
    """One side of a displayed match: an entrant's id, or a label such as "the winner of ..."."""

    id: int | None = None
    label: Note | None = None


@dataclass(frozen=True)
class Shown:
    """One match of the displayed tree.

    `winner` is the index of the side that advances, None until known. `walkover`: decided without
    being played. `needed` is False for a second grand final that is not played. `no_winner`: the
    match is over and neither side advances.
    """

    key: str
    level: int
    name: Note
    sides: tuple[Slot, Slot]
    winner: int | None = None
    walkover: bool = False
    needed: bool = True
    no_winner: bool = False


def bracket_size(entrants: int) -> int:
    """Return the smallest power of two that holds this many entrants, at least 2."""
    return 1 << max(1, (entrants - 1).bit_length())


def seeds_in_order(size: int) -> list[int]:
    """Return the seed (from 1) of each slot: seed 1 meets the lowest, and 1 and 2 meet only in the
    final.
    """
    seeds = [1]
    while len(seeds) < size:
        seeds = [seed for one in seeds for seed in (one, 2 * len(seeds) + 1 - one)]
    return seeds


def entrant_at(table: Table, side: int) -> int:
    """Return the entrant on a side. Pairs and teams are ranked, so a side is a single id."""
    return table.sides[side][0]


def size_played(first: SessionRound, bracket: str) -> int:
    """Return the size of the bracket that started with this round.

    `bracket` is the prefix of its keys: the bracket's name, or empty.
    """
    numbers = [number for table in first.tables if (number := _number(table.key, f"{bracket}1:"))]
    return bracket_size(max(2 * len(first.tables) + len(first.byes), 2 * max(numbers, default=1)))


def opening(past: Sequence[SessionRound], bracket: str) -> tuple[int, ...]:
    """Return the entrant in each slot of the first round, derived from that round; NO_ENTRANT if
    empty.

    A bye has no table and therefore no key. Byes are stored in bracket order: the first belongs to
    the first match without a table, and so on, each in the slot of the better seed. Later rounds
    and later attendance have no influence.
    """
    first = past[0]
    size = size_played(first, bracket)
    seeds = seeds_in_order(size)
    slots = [NO_ENTRANT] * size
    free = set(range(1, size // 2 + 1))
    keyless = []
    for table in first.tables:
        number = _number(table.key, f"{bracket}1:")
        if number in free:
            free.remove(number)
            slots[2 * number - 2], slots[2 * number - 1] = (
                entrant_at(table, 0),
                entrant_at(table, 1),
            )
        else:
            keyless.append(table)
    for table in keyless:
        number = min(free)
        free.remove(number)
        slots[2 * number - 2], slots[2 * number - 1] = entrant_at(table, 0), entrant_at(table, 1)
    pairs = [
        sorted((2 * number - 2, 2 * number - 1), key=seeds.__getitem__) for number in sorted(free)
    ]
    open_slots = [pair[side] for side in (0, 1) for pair in pairs]
    for slot, id_ in zip(open_slots, first.byes, strict=False):
        slots[slot] = id_
    return tuple(slots)


def _number(key: str, prefix: str) -> int:
    """Return the number of the match in a key, 0 if there is none."""
    tail = key.removeprefix(prefix)
    return (
        int(tail)
        if key.startswith(prefix) and tail.isascii() and tail.isdigit() and len(tail) < 6
        else 0
    )


def resolve(
    matches: Sequence[Match],
    slots: Sequence[Participant],
    past: Sequence[SessionRound],
    present: Collection[int],
) -> dict[str, State]:
    """Compute the state of each match, by key.

    `matches` must list sources before the matches that use them. `slots` are those of the first
    round, `present` the ids still in the event. Tables without a key (set by hand) are matched by
    the entrants seated there.
    """
    levels = {match.key: match.level for match in matches}
    tables, loose = _tables(past, levels)
    rounds = list(zip(past, levels_drawn(past, levels), strict=True))
    reached = _reached(tables, levels)
    states: dict[str, State] = {}
    for match in matches:
        # The same two sides again, even if a director substituted one of them.
        first = states[match.repeats] if match.repeats else None
        coming = [_participant(source, states, slots) for source in match.sources]
        expected = first.sides if first is not None else (coming[0], coming[1])
        found = tables.get(match.key) or _loose_table(loose, expected)
        if found:
            states[match.key] = _played(match, expected, found, present)
        elif first is not None and not _is_repeated(first):
            states[match.key] = State(
                match, first.sides, first.winner, first.loser, needed=False, expected=first.sides
            )
        else:
            states[match.key] = _not_played(match, expected, rounds, present, reached)
    return states


def _tables(
    past: Sequence[SessionRound], keys: Collection[str]
) -> tuple[dict[str, Table], dict[frozenset[Participant], list[Table]]]:
    """Split the tables into those with one of these keys, by key, and the others, by entrants."""
    tables: dict[str, Table] = {}
    loose: dict[frozenset[Participant], list[Table]] = {}
    for table in (table for played in past for table in played.tables):
        if table.key in keys:
            tables[table.key] = table
        else:
            pair = frozenset((entrant_at(table, 0), entrant_at(table, 1)))
            loose.setdefault(pair, []).append(table)
    return tables, loose


def _loose_table(
    loose: Mapping[frozenset[Participant], list[Table]], sides: tuple[Participant, Participant]
) -> Table | None:
    """Remove and return the first table without a key at which these two played."""
    pair = frozenset(sides)
    known = len(pair) == 2 and None not in pair
    return loose[pair].pop(0) if known and loose.get(pair) else None


def _reached(tables: Mapping[str, Table], levels: Mapping[str, int]) -> dict[tuple[str, int], int]:
    """Return the highest level each entrant has played, per bracket."""
    reached: dict[tuple[str, int], int] = {}
    for key, table in tables.items():
        for id_ in table.everybody:
            where = bracket_of(key), id_
            reached[where] = max(reached.get(where, 0), levels[key])
    return reached


def _is_repeated(first: State) -> bool:
    """Whether the match is repeated: the second side won, at a table."""
    return first.winner is not None and first.table is not None and first.winner == first.sides[1]


def levels_drawn(past: Sequence[SessionRound], levels: Mapping[str, int]) -> list[int]:
    """Return for each round the level up to which it decided who advances.

    That is the level of its tables, and of entrants who advanced without playing. Tables without a
    key (set by hand) belong to the next level; a round without tables was the last one.
    """
    drawn: list[int] = []
    for played in past:
        keyed_hash = [levels[table.key] for table in played.tables if table.key in levels]
        next_ = (drawn[-1] if drawn else 0) + 1
        drawn.append(max(keyed_hash, default=next_ if played.tables else max(levels.values())))
    return drawn


def bracket_of(key: str) -> str:
    """Return the part of a key that those who win on share: the bracket's letter, "" if there is
    only one bracket, and of a match for places the best of these.
    """
    if key.startswith(PLACES):
        return key.partition("-")[0]
    return key[:1] if key[:1].isalpha() else ""


def _participant(
    source: Source, states: Mapping[str, State], slots: Sequence[Participant]
) -> Participant:
    """Return the entrant a source supplies."""
    if source.kind == SLOT:
        return slots[source.slot]
    state = states[source.of]
    if source.kind == WINNER:
        return state.winner
    had_bye = source.kind == LOSER or state.loser in {None, states[source.bye].winner}
    return state.loser if had_bye else NO_ENTRANT


def _played(
    match: Match, expected: tuple[Participant, Participant], table: Table, present: Collection[int]
) -> State:
    sides = (entrant_at(table, 0), entrant_at(table, 1))
    if sides[0] == expected[1] or sides[1] == expected[0]:  # the better seed sits first
        sides = sides[::-1]
    winner: Participant = None
    loser: Participant = None
    if table.winner is not None:
        winner = entrant_at(table, table.winner)
        loser = sides[1] if winner == sides[0] else sides[0]
    elif table.no_winner or not any(side in present for side in sides):
        winner = loser = NO_ENTRANT
    return State(match, sides, winner, loser, table, expected=expected)


def _not_played(
    match: Match,
    sides: tuple[Participant, Participant],
    rounds: Sequence[tuple[SessionRound, int]],
    present: Collection[int],
    reached: Mapping[tuple[str, int], int],
) -> State:
    """Return the state of a match without a table. `rounds` are those drawn, with their levels."""
    first, second = sides
    if first is None or second is None:
        return State(match, sides, expected=sides)
    if NO_ENTRANT in sides:
        return _walkover(match, sides, second if first == NO_ENTRANT else first)
    further = _played_further(match, (first, second), reached)
    decided = _advanced_unplayed(match, first, second, rounds)
    # So this match is over; unless one of them went on, and the other came back for third place.
    if len(further) == 2 and decided in {None, NO_ENTRANT}:
        return State(match, sides, first, NO_ENTRANT, walkover=True, expected=sides)
    if decided is not None:
        return _walkover(match, sides, decided)
    candidates = further or [side for side in (first, second) if side in present]
    if len(candidates) == 2:
        return State(match, sides, expected=sides)
    return _walkover(match, sides, next(iter(candidates), NO_ENTRANT))


def _played_further(
    match: Match, sides: tuple[int, int], reached: Mapping[tuple[str, int], int]
) -> list[int]:
    """Return those of the two who have played later matches of the same bracket."""
    bracket = bracket_of(match.key)
    return [side for side in sides if reached.get((bracket, side), 0) > match.level]


def _advanced_unplayed(
    match: Match, first: int, second: int, rounds: Sequence[tuple[SessionRound, int]]
) -> Participant:
    """Return who advanced without playing, according to the rounds drawn since; None if unknown."""
    for played, level in dropwhile(lambda drawn: drawn[1] < match.level, rounds):
        seated = played.everybody
        if (first in seated) != (second in seated):  # a bye, or already a later match
            return first if first in seated else second
        if first not in seated and (level >= match.level or not played.tables):
            return NO_ENTRANT
    return None


def _walkover(match: Match, sides: tuple[Participant, Participant], winner: Participant) -> State:
    loser = NO_ENTRANT if winner == NO_ENTRANT else next(side for side in sides if side != winner)
    return State(match, sides, winner, loser, walkover=True, expected=sides)
