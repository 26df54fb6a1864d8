"""Shared base of knock-outs: draws the next matches of a bracket, shows it, and ranks by it."""

import random
from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from scoring.rules import Conflict, Mistake
from scoring.rules.settings import Choice
from scoring.rules.words import gettext_noop
from tournaments.pairing.bracket_progress import Reached, nothing_drawn, reached
from tournaments.pairing.brackets import (
    FIRST_LOSS,
    NO_ENTRANT,
    SLOT,
    WINNER,
    Match,
    Participant,
    Shown,
    Slot,
    Source,
    State,
    bracket_size,
    levels_drawn,
    opening,
    resolve,
    seeds_in_order,
    size_played,
)
from tournaments.pairing.format import NO_GROUPS, Format
from tournaments.pairing.second_chance import NAMES as SECOND_CHANCE
from tournaments.pairing.tables import number_tables
from tournaments.pairing.values import Draw, Entrant, Field, Id, Note, SessionRound, Table, in_order

SEEDS, LOT = "seeds", "lot"
FIRST_ROUND = Choice((SEEDS, LOT))
FIRST_ROUND_LABEL = (
    gettext_noop("First round"),
    gettext_noop(
        "By seeds: the first meets the last, and the best meet late. By lot: pure chance."
    ),
)
FIRST_ROUND_WORDS = {SEEDS: gettext_noop("by seeds"), LOT: gettext_noop("by lot")}
TO_BE_DRAWN = Note("to_be_drawn", gettext_noop("to be drawn"))
DRAWN_BY_LOT = Note("drawn_by_lot", gettext_noop("Drawn by lot."))
FIRST_LOSS_TEXTS = {
    "quarter_final": gettext_noop(
        "the loser of quarter-final %(number)s, if it was their first match"
    ),
    "match": gettext_noop(
        "the loser of match %(number)s in round %(round)s, if it was their first match"
    ),
}
NO_OPPONENT = Note("no_opponent", gettext_noop("nobody"))


class Elimination(Format):
    """A bracket format: losing eliminates.

    `Entrant.place` is the seed at the first draw; later draws derive the bracket from the tables
    and their keys. Eliminated entrants get neither a table nor a bye, unless they play for a place.
    The byes of a round are the entrants who advance without playing, each with a note giving the
    reason. An entrant who only
    waits for an opponent is mentioned in a note of the round.
    """

    takes_late = False
    ranks_itself = True
    keeps_schedule = True
    byes_count = False
    main: ClassVar[str]  # key prefix of the main bracket, before the round

    @abstractmethod
    def matches(self, size: int, settings: Mapping[str, Any]) -> tuple[Match, ...]:
        """Return the bracket for a power of two, each match after those its sides come from."""

    def matches_beside(
        self,
        size: int,  # noqa: ARG002 - used by subclasses
        settings: Mapping[str, Any],  # noqa: ARG002
        states: Mapping[str, State],  # noqa: ARG002
    ) -> tuple[Match, ...]:
        """Return further matches, which depend on how the others stand."""
        return ()

    def draw(self, field: Field) -> Draw:
        """Draw the next matches of the bracket.

        Raises RuleError: `too_few`, `results_missing` (a table has no winner yet), `stage_over`.
        """
        return self._next(field) if field.past else self._first(field)

    def bracket(
        self,
        past: Sequence[SessionRound],
        entrants: Iterable[Entrant],
        settings: Mapping[str, Any],
        groups: Mapping[int, str] = NO_GROUPS,  # noqa: ARG002 - used by subclasses
    ) -> tuple[Shown, ...]:
        """Return the whole tree for display, in round order.

        `entrants` are those present now, `groups` as in `Field`. Before the first draw the sides
        are filled by seeds, or are open if the lot decides.
        """
        states = self._states(past, tuple(entrants), settings)
        return tuple(_shown(state, states) for state in states.values())

    def reached(
        self,
        past: Sequence[SessionRound],
        entrants: Sequence[int],
        settings: Mapping[str, Any],
        active: Collection[int],
        groups: Mapping[int, str] = NO_GROUPS,  # noqa: ARG002 - used by subclasses
    ) -> Reached:
        """Return the places reached so far. `active` are those who have not left, `groups` as in
        `Field`.

        The prospective opponent of an entrant who has left advances immediately, as in the next
        draw.
        """
        if not past:
            return nothing_drawn(entrants, active)
        return reached(self._states(past, (), settings, active), entrants, active)

    def _states(
        self,
        past: Sequence[SessionRound],
        entrants: tuple[Entrant, ...],
        settings: Mapping[str, Any],
        active: Collection[int] | None = None,
    ) -> dict[str, State]:
        read = self.read(settings)
        lot = read["first_round"] == LOT
        slots: list[Participant]
        if past:
            slots = list(opening(past, self.main))
            size = size_played(past[0], self.main)
        else:
            size = bracket_size(len(entrants))
            order = [entrant.id for entrant in in_order(entrants)]
            slots = [None] * size if lot else list(_seated(order, size))
        matches = self.matches(size, read)
        present = {entrant.id for entrant in entrants} if active is None else active
        states = resolve(matches, slots, past, present)
        beside = self.matches_beside(size, read, states)
        return resolve((*matches, *beside), slots, past, present) if beside else states

    def _first(self, field: Field) -> Draw:
        if len(field.entrants) < 2:
            text = gettext_noop("A knock-out needs at least two entrants; there are %(count)s.")
            raise Conflict([Mistake("too_few", "entrants", text, {"count": len(field.entrants)})])
        ranks, clubs = field.ranks, field.clubs
        size = bracket_size(len(ranks))
        lot = self.read(field.settings)["first_round"] == LOT
        slots = (
            _by_lot(ranks, size, clubs, field.seed, field.apart)
            if lot
            else _seated(list(ranks), size)
        )
        tables, byes = [], []
        for number, sides in enumerate(zip(slots[::2], slots[1::2], strict=True), start=1):
            if NO_ENTRANT in sides:
                byes.append(sides[0] if sides[1] == NO_ENTRANT else sides[1])
            else:
                key = f"{self.main}1:{number}"
                beside = bool(self.main)
                table = _opening_table(key, sides, ranks, clubs, lot=lot, beside=beside)
                tables.append(table)
        relaxed = (_clubs_note(lot),) if any(table.warnings for table in tables) else ()
        warnings = [_bye_note(bye, None if lot else ranks[bye] + 1) for bye in byes]
        return _finished(field, tables, byes, relaxed, warnings)

    def _next(self, field: Field) -> Draw:
        states = self._states(field.past, field.entrants, field.settings)
        drawn = _level_drawn(field.past, states)
        playable = [state for state in states.values() if state.playable]
        if not playable:
            self._check_not_over(field, states, drawn)
        _check_complete(states)
        final = _final(states)
        last = max(state.match.level for state in states.values())
        level = min((state.match.level for state in playable), default=last)
        seeds = {entrant.id: entrant.place for entrant in field.entrants}
        tables = [_table(state, states, seeds) for state in playable if state.match.level == level]
        free = seeds.keys() - {id_ for table in tables for id_ in table.everybody}
        byes = _walkovers(states, range(drawn + 1, level + 1), free)
        if not playable and final.winner is not None:
            byes.setdefault(final.winner, _walkover_note(_last_walkover(states, final.winner)))
        return _finished(
            field,
            tables,
            list(byes),
            (),
            [*byes.values(), *_left_out(field, states, free - byes.keys())],
        )

    def _check_not_over(self, field: Field, states: Mapping[str, State], drawn: int) -> None:
        """Raise RuleError if the stage is definitely decided, with nothing left to play. `drawn` is
        the last level drawn.

        A final without opponents is drawn as a round with a bye, which decides it as long as an
        entrant might come back to play it. If none can, the stage is decided without that round.
        """
        final = _final(states)
        decided = final if final.needed else states[final.match.repeats]
        in_it = {id_ for state in states.values() for id_ in state.sides if id_ is not None}
        settled = (
            self._states(field.past, field.entrants, field.settings, in_it)[
                decided.match.key
            ].winner
            is not None
        )
        for_good = settled or decided.table is not None or drawn >= final.match.level
        if decided.winner == NO_ENTRANT or (decided.winner is not None and for_good):
            raise Conflict([_over(decided.winner)])


def _level_drawn(past: Sequence[SessionRound], states: Mapping[str, State]) -> int:
    """Return the level up to which the last round decided who advances."""
    return levels_drawn(past, {key: state.match.level for key, state in states.items()})[-1]


def _check_complete(states: Mapping[str, State]) -> None:
    """Raise RuleError if a table has no result."""
    missing = [state.table for state in states.values() if state.table and state.winner is None]
    if missing:
        raise Conflict([_missing(missing)])


def _walkovers(
    states: Mapping[str, State], levels: Collection[int], free: set[int]
) -> dict[int, Note]:
    """Return entrants who advance without playing, each with the first reason.

    Includes earlier levels if a whole level had nothing to play.
    """
    found: dict[int, Note] = {}
    for state in states.values():
        if state.walkover and state.match.level in levels and state.winner in free:
            found.setdefault(state.winner, _walkover_note(state))
    return found


def _last_walkover(states: Mapping[str, State], winner: int) -> State:
    return [state for state in states.values() if state.walkover and state.winner == winner][-1]


def _final(states: Mapping[str, State]) -> State:
    return next(state for state in states.values() if state.match.winner_place == 1)


def _table(state: State, states: Mapping[str, State], seeds: Mapping[int, int]) -> Table:
    """Return the table of a match, better seed first; its reasons say whence, in the same order."""
    sides = sorted(
        (
            (id_, _label(source, states))
            for id_, source in zip(state.sides, state.match.sources, strict=True)
            if id_ is not None
        ),
        key=lambda side: (seeds.get(side[0], 0), side[0]),
    )
    return Table(
        tuple((id_,) for id_, _whence in sides),
        reasons=(state.match.name, *(whence for _id, whence in sides)),
        key=state.match.key,
    )


def _left_out(field: Field, states: Mapping[str, State], free: Collection[int]) -> list[Note]:
    """Return notes for entrants still in who have neither a table nor a walkover."""
    waiting = {id_ for state in states.values() if state.winner is None for id_ in state.sides}
    known = {id_ for state in states.values() for id_ in state.sides + state.expected}
    waits = gettext_noop("%(entrant)s: the next opponent is not known yet.")
    stranger = gettext_noop(
        "Not in the bracket: %(entrant)s. Nobody can join after the first round."
    )
    notes = []
    for entrant in field.ranked:
        if entrant.id not in free:
            continue
        if entrant.id in waiting:
            notes.append(Note("waits", waits, {"entrant": Id(entrant.id)}))
        elif entrant.id not in known:
            notes.append(Note("not_in_bracket", stranger, {"entrant": Id(entrant.id)}))
    return notes


def _seated(order: Sequence[int], size: int) -> list[int]:
    """Return the slots of the first round for entrants in seed order."""
    return [order[seed - 1] if seed <= len(order) else NO_ENTRANT for seed in seeds_in_order(size)]


def _by_lot(
    ids: Iterable[int],
    size: int,
    clubs: Mapping[int, str],
    seed: int | None,
    apart: Collection[frozenset[int]] = frozenset(),
) -> list[int]:
    """Return the slots of the first round by lot, keeping clubs apart as far as possible, and
    before that each two of `apart`.
    """
    order = sorted(ids)
    random.Random(seed).shuffle(order)  # noqa: S311 - a lot, not a secret
    slots = _seated(order, size)
    _part(slots, apart)
    _keep_clubs_apart(slots, clubs, apart)
    return slots


def _part(slots: list[int], apart: Collection[frozenset[int]]) -> None:
    """Swap entrants of the first round until none of `apart` meet, or no swap helps."""
    for one in range(0, len(slots), 2):
        for moved in range(len(slots)):
            if frozenset(slots[one : one + 2]) not in apart:
                break
            elsewhere = moved // 2 != one // 2 and slots[moved] != NO_ENTRANT
            if elsewhere and _stay_apart(slots, one + 1, moved, apart):
                slots[one + 1], slots[moved] = slots[moved], slots[one + 1]


def _stay_apart(
    slots: Sequence[int], one: int, other: int, apart: Collection[frozenset[int]]
) -> bool:
    """Whether none of `apart` meet at these two tables once the two slots are swapped."""
    tables = (frozenset((slots[one ^ 1], slots[other])), frozenset((slots[other ^ 1], slots[one])))
    return not any(table in apart for table in tables)


def _same_club(clubs: Mapping[int, str], first: int, second: int) -> bool:
    return first in clubs and clubs[first] == clubs.get(second)


def _keep_clubs_apart(
    slots: list[int], clubs: Mapping[int, str], apart: Collection[frozenset[int]]
) -> None:
    """Swap entrants of the first round until no two of a club meet, or no swap helps.

    A swap that separates one pair without creating another is enough, so the first one found is
    taken.
    """
    for one in range(0, len(slots), 2):
        if not _same_club(clubs, slots[one], slots[one + 1]):
            continue
        club = clubs[slots[one]]
        for other in range(0, len(slots), 2):
            if club not in {clubs.get(slots[other]), clubs.get(slots[other + 1])}:
                moved = other if slots[other] != NO_ENTRANT else other + 1
                if not _stay_apart(slots, one + 1, moved, apart):
                    continue
                slots[one + 1], slots[moved] = slots[moved], slots[one + 1]
                break


def _finished(
    field: Field,
    tables: Sequence[Table],
    byes: Sequence[int],
    relaxed: tuple[Note, ...],
    warnings: Sequence[Note],
) -> Draw:
    numbered = number_tables(tables, field.fixed_tables)
    return Draw(numbered, tuple(byes), relaxed=relaxed, warnings=tuple(warnings))


def _bye_note(bye: int, seed: int | None) -> Note:
    """Return the note on a bye of the first round; without a seed it was drawn by lot."""
    if seed is None:
        return Note("bye", gettext_noop("Bye for %(entrant)s, by lot."), {"entrant": Id(bye)})
    text = gettext_noop("Bye for %(entrant)s as seed %(seed)s.")
    return Note("bye", text, {"entrant": Id(bye), "seed": seed})


def _walkover_note(state: State) -> Note:
    winner, loser = state.winner, state.loser
    place = state.match.winner_place or 0
    if place > 3 and state.match.name.code not in SECOND_CHANCE:
        text = gettext_noop(
            "Place %(place)s for %(entrant)s without playing: there is no opponent for it."
        )
        return Note("place_without_match", text, {"place": place, "entrant": Id(winner or 0)})
    if place == 3:
        text = gettext_noop(
            "Third place for %(entrant)s without playing: there is no opponent for it."
        )
        return Note("third_without_match", text, {"entrant": Id(winner or 0)})
    if winner is None or loser is None or loser == NO_ENTRANT:
        text = gettext_noop("Walkover for %(entrant)s: there is no opponent in this round.")
        return Note("no_opponent", text, {"entrant": Id(winner or 0)})
    text = gettext_noop("Walkover for %(entrant)s. Withdrawn: %(gone)s.")
    return Note("walkover", text, {"entrant": Id(winner), "gone": Id(loser)})


def _opening_table(
    key: str,
    sides: tuple[int, int],
    ranks: Mapping[int, int],
    clubs: Mapping[int, str],
    *,
    lot: bool,
    beside: bool,
) -> Table:
    """Return the table of two entrants of the first round, better seed first. `beside`: of the
    bracket beside the cup, which has seeds of its own.
    """
    reason = DRAWN_BY_LOT
    if not lot:
        text = gettext_noop("Seed %(first)s meets seed %(second)s.")
        if beside:
            text = gettext_noop("Consolation cup: its seed %(first)s meets its seed %(second)s.")
        first, second = (ranks[id_] + 1 for id_ in sides)
        reason = Note("seeds_meet", text, {"first": first, "second": second})
    warnings = (_same_club_note(clubs[sides[0]]),) if _same_club(clubs, *sides) else ()
    ids = sorted(sides, key=ranks.__getitem__)
    return Table(tuple((id_,) for id_ in ids), reasons=(reason,), warnings=warnings, key=key)


def _clubs_note(lot: bool) -> Note:
    if lot:
        return Note(
            "clubs",
            gettext_noop(
                "Clubs could not be kept apart everywhere: one club has too many entrants."
            ),
        )
    text = gettext_noop(
        "Clubs could not be kept apart everywhere: a knock-out by seeds does not move anybody."
    )
    return Note("clubs", text)


def _same_club_note(club: str) -> Note:
    return Note("same_club", gettext_noop("Both are from %(club)s."), {"club": club})


def _over(winner: Participant) -> Mistake:
    if winner is None or winner == NO_ENTRANT:
        text = gettext_noop("This stage is over: nobody is left to play.")
        return Mistake("stage_over", "round", text)
    text = gettext_noop("This stage is over. Winner: %(winner)s. There are no more rounds to draw.")
    return Mistake("stage_over", "round", text, {"winner": Id(winner)})


def _missing(tables: Sequence[Table]) -> Mistake:
    text = gettext_noop(
        "The next round cannot be drawn yet: no winner at table %(tables)s. Enter the result, or "
        "name the winner."
    )
    numbers = ", ".join(str(table.number) if table.number else table.key for table in tables)
    return Mistake("results_missing", "results", text, {"tables": numbers})


def _shown(state: State, states: Mapping[str, State]) -> Shown:
    sides = tuple(
        Slot(label=NO_OPPONENT)
        if side == NO_ENTRANT
        else Slot(side)
        if side is not None
        else Slot(label=_label(source, states))
        for source, side in zip(state.match.sources, state.sides, strict=True)
    )
    winner = (
        state.sides.index(state.winner) if state.needed and state.winner in state.sides else None
    )
    if state.winner is None or state.winner == NO_ENTRANT:
        winner = None
    return Shown(
        *(state.match.key, state.match.level, state.match.name, (sides[0], sides[1]), winner),
        walkover=state.walkover,
        needed=state.needed,
        no_winner=state.winner == NO_ENTRANT,
    )


def _label(source: Source, states: Mapping[str, State]) -> Note:
    if source.kind == SLOT:
        return TO_BE_DRAWN
    match = states[source.of].match
    if source.kind == FIRST_LOSS:
        return Note("first_loss", FIRST_LOSS_TEXTS[match.name.code], match.name.params)
    return match.winner_of if source.kind == WINNER else match.loser_of
