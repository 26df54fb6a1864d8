"""What a bracket is made of, and what is known of it after some session rounds.

A bracket is a tuple of matches; each says where its two sides come from. Everything else is found
again from the tables that were played: their `key` is the place in the bracket, their `winner` says
who goes on; who had a bye in the first round is known by its order. Nothing else is kept.

An entrant who goes away (is no longer there at a draw) gives a walkover to whoever would have been
the opponent. The round that was then drawn has that opponent among the byes, or in a later match if
there was nothing else to play, so the walkover stands even if somebody comes back.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.values import Note, SessionRound, Table

NOBODY = -1  # no entrant: an empty slot, or everybody who could have come is gone
SLOT, WINNER, LOSER = "slot", "winner", "loser"
Coming = int | None  # an entrant's id, NOBODY, or None where it is not known yet


@dataclass(frozen=True)
class Source:
    """Where a side comes from: `slot` of the first round (from 0), or winner or loser of the match
    `of`.
    """

    kind: str
    slot: int = 0
    of: str = ""


@dataclass(frozen=True)
class Match:
    """One place in a bracket.

    `level` is the session round in which it is played if all goes its way. `name` is for people;
    `winner_of` and `loser_of` stand in later matches until the entrant is known. `winner_place` and
    `loser_place` are the places of those for whom this match is the last one. A match that
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


@dataclass(frozen=True)
class State:
    """What is known of a match. `winner` and `loser` are None until known; both are NOBODY where
    both sides left.

    `walkover`: decided without a table. `needed` is False for a repeated match that was not.
    `expected` are the sides by the bracket, which a director may have changed by hand: then `sides`
    are those at the table.
    """

    match: Match
    sides: tuple[Coming, Coming] = (None, None)
    winner: Coming = None
    loser: Coming = None
    table: Table | None = None
    walkover: bool = False
    needed: bool = True
    expected: tuple[Coming, Coming] = (None, None)

    @property
    def playable(self) -> bool:
        """Two entrants, and no table yet."""
        known = all(side is not None and side != NOBODY for side in self.sides)
        return known and self.needed and self.winner is None and self.table is None


@dataclass(frozen=True)
class Slot:
    """One side of a match for display: the entrant's id, or a label for who will come ("the winner
    of ...").
    """

    id: int | None = None
    label: Note | None = None


@dataclass(frozen=True)
class Shown:
    """One match of the tree for display. `winner` is the index of the side that goes on, None until
    known.

    `walkover`: nobody had to play for it. `needed` is False for a second grand final that is not
    played. `nobody`: it is over, and nobody goes on.
    """

    key: str
    level: int
    name: Note
    sides: tuple[Slot, Slot]
    winner: int | None = None
    walkover: bool = False
    needed: bool = True
    nobody: bool = False


def bracket_size(entrants: int) -> int:
    """The power of two that has room for so many entrants, at least 2."""
    return 1 << max(1, (entrants - 1).bit_length())


def seeds_in_order(size: int) -> list[int]:
    """The seed (from 1) of every slot:
    1 meets the lowest, and 1 and 2 can meet in the final alone.
    """
    seeds = [1]
    while len(seeds) < size:
        seeds = [seed for one in seeds for seed in (one, 2 * len(seeds) + 1 - one)]
    return seeds


def entrant_at(table: Table, side: int) -> int:
    """The entrant behind a side: pairs and teams are ranked, so a side is one id."""
    return table.sides[side][0]


def size_played(first: SessionRound, bracket: str) -> int:
    """The size of the bracket that began with this round. Its keys begin with the name of the
    bracket, or nothing.
    """
    numbers = [number for table in first.tables if (number := _number(table.key, f"{bracket}1:"))]
    return bracket_size(max(2 * len(first.tables) + len(first.byes), 2 * max(numbers, default=1)))


def opening(past: Sequence[SessionRound], bracket: str) -> tuple[int, ...]:
    """Who stands in which slot of the first round, found again from that round as drawn; NOBODY in
    empty ones.

    A bye has no table and so no key. The byes stand in the order of the bracket: the first of them
    in the first match without a table, and so on, each in the slot of the better seed. Later rounds
    and who is there now change nothing.
    """
    first = past[0]
    size = size_played(first, bracket)
    seeds = seeds_in_order(size)
    slots = [NOBODY] * size
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
    """The number of the match in a key, 0 where it is none."""
    tail = key.removeprefix(prefix)
    return (
        int(tail)
        if key.startswith(prefix) and tail.isascii() and tail.isdigit() and len(tail) < 6
        else 0
    )


def resolve(
    matches: Sequence[Match],
    slots: Sequence[Coming],
    past: Sequence[SessionRound],
    present: Collection[int],
) -> dict[str, State]:
    """What is known of every match, by key. `matches` in an order in which sources come first.

    `slots` are those of the first round, `present` the ids that are still there. Tables without a
    key (set by hand) are known by who sat at them.
    """
    levels = {match.key: match.level for match in matches}
    tables, loose = _tables(past, levels)
    drawn = levels_drawn(past, levels)
    reached = _reached(tables, levels)
    states: dict[str, State] = {}
    for match in matches:
        # The same two again, whoever a director had seated for one of them.
        first = states[match.repeats] if match.repeats else None
        coming = [_coming(source, states, slots) for source in match.sources]
        expected = first.sides if first is not None else (coming[0], coming[1])
        found = tables.get(match.key) or _loose_table(loose, expected)
        if found:
            states[match.key] = _played(match, expected, found, present)
        elif first is not None and not _is_repeated(first):
            states[match.key] = State(
                match, first.sides, first.winner, first.loser, needed=False, expected=first.sides
            )
        else:
            since = next(
                (index for index, level in enumerate(drawn) if level >= match.level), len(past)
            )
            states[match.key] = _not_played(
                match, expected, past[since:], drawn[since:], present, reached
            )
    return states


def _tables(
    past: Sequence[SessionRound], keys: Collection[str]
) -> tuple[dict[str, Table], dict[frozenset[Coming], list[Table]]]:
    """The tables of matches by key, and those without one of these keys by who sat there."""
    tables: dict[str, Table] = {}
    loose: dict[frozenset[Coming], list[Table]] = {}
    for table in (table for played in past for table in played.tables):
        if table.key in keys:
            tables[table.key] = table
        else:
            pair = frozenset((entrant_at(table, 0), entrant_at(table, 1)))
            loose.setdefault(pair, []).append(table)
    return tables, loose


def _loose_table(
    loose: Mapping[frozenset[Coming], list[Table]], sides: tuple[Coming, Coming]
) -> Table | None:
    """The first table without a key at which these two sat; it is taken off the list."""
    pair = frozenset(sides)
    known = len(pair) == 2 and None not in pair
    return loose[pair].pop(0) if known and loose.get(pair) else None


def _reached(tables: Mapping[str, Table], levels: Mapping[str, int]) -> dict[tuple[str, int], int]:
    """The highest level that somebody has played in a bracket."""
    reached: dict[tuple[str, int], int] = {}
    for key, table in tables.items():
        for id_ in table.everybody:
            where = _bracket(key), id_
            reached[where] = max(reached.get(where, 0), levels[key])
    return reached


def _is_repeated(first: State) -> bool:
    """Whether the same two play once more: the second side has won, at a table."""
    return first.winner is not None and first.table is not None and first.winner == first.sides[1]


def levels_drawn(past: Sequence[SessionRound], levels: Mapping[str, int]) -> list[int]:
    """Up to which level each of these rounds decided who goes on: that of its tables, and of those
    who went on without playing in it. Tables without a key (set by hand) are of the next; a round
    without tables was the last.
    """
    drawn: list[int] = []
    for played in past:
        keyed = [levels[table.key] for table in played.tables if table.key in levels]
        next_ = (drawn[-1] if drawn else 0) + 1
        drawn.append(max(keyed, default=next_ if played.tables else max(levels.values())))
    return drawn


def _bracket(key: str) -> str:
    """The letter of the bracket in a key, "" where there is one bracket only."""
    return key[:1] if key[:1].isalpha() else ""


def _coming(source: Source, states: Mapping[str, State], slots: Sequence[Coming]) -> Coming:
    """Who comes from there."""
    if source.kind == SLOT:
        return slots[source.slot]
    state = states[source.of]
    return state.winner if source.kind == WINNER else state.loser


def _played(
    match: Match, expected: tuple[Coming, Coming], table: Table, present: Collection[int]
) -> State:
    sides = (entrant_at(table, 0), entrant_at(table, 1))
    if sides[0] == expected[1] or sides[1] == expected[0]:  # at a table the better seed sits first
        sides = sides[::-1]
    winner: Coming = None
    loser: Coming = None
    if table.winner is not None:
        winner = entrant_at(table, table.winner)
        loser = sides[1] if winner == sides[0] else sides[0]
    elif table.nobody or not any(side in present for side in sides):
        winner = loser = NOBODY
    return State(match, sides, winner, loser, table, expected=expected)


def _not_played(
    match: Match,
    sides: tuple[Coming, Coming],
    past: Sequence[SessionRound],
    drawn: Sequence[int],
    present: Collection[int],
    reached: Mapping[tuple[str, int], int],
) -> State:
    """`past` begins with the round that decided who goes on from here, if it is drawn; `drawn` are
    their levels.
    """
    if None in sides:
        return State(match, sides, expected=sides)
    first, second = sides
    if NOBODY in sides:
        return _walkover(match, sides, second if first == NOBODY else first)
    own = _bracket(match.key)  # losers play on in another
    further = [
        side for side in sides if side is not None and reached.get((own, side), 0) > match.level
    ]
    if len(further) == 2:  # both have played later matches: this one is behind them
        return State(match, sides, first, NOBODY, walkover=True, expected=sides)
    decided = _gone_on(match, first, second, past, drawn)
    if decided is not None:
        return _walkover(match, sides, decided)
    here: list[Coming] = [*further] or [side for side in sides if side in present]
    if len(here) == 2:
        return State(match, sides, expected=sides)
    return _walkover(match, sides, here[0] if here else NOBODY)


def _gone_on(
    match: Match,
    first: Coming,
    second: Coming,
    past: Sequence[SessionRound],
    drawn: Sequence[int],
) -> Coming:
    """Who went on from a match unplayed, by the rounds drawn since; None for nobody yet."""
    for played, level in zip(past, drawn, strict=True):
        seated = {id_ for table in played.tables for id_ in table.everybody} | set(played.byes)
        if (first in seated) != (second in seated):  # a bye, or a later match already
            return first if first in seated else second
        if first not in seated and (level >= match.level or not played.tables):
            return NOBODY
    return None


def _walkover(match: Match, sides: tuple[Coming, Coming], winner: Coming) -> State:
    loser = NOBODY if winner == NOBODY else next(side for side in sides if side != winner)
    return State(match, sides, winner, loser, walkover=True, expected=sides)
