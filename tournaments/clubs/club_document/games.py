"""The games of a club's document: create their rows, recompute each chain, and derive everything
else from the entries.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from scoring.games import chain
from scoring.games.actions.chaining import CHAIR, LEFT_OUT, SEATING, SEATS, SET_UP, WAITS_AGAIN
from scoring.games.actions.rating_marks import mark_games
from scoring.games.actions.record_rows import ENDED, write_games
from scoring.games.carried import read_carried
from scoring.games.database import batched
from scoring.games.sittings import sits_twice
from scoring.games.verifying.games import Counts, began_with, differences_among, sat_by_log
from scoring.models import Entry, Game, GameEvent, Round, Seat
from scoring.rules import VARIANTS, RuleError, RuleSet
from scoring.rules import Round as PlayedRound
from scoring.rules.bombs import is_bomb
from tournaments.clubs.club_document.errors import NOT_AS_WRITTEN, refused
from tournaments.clubs.club_document.rows import Rows
from tournaments.exchange.game_rows import save_games
from tournaments.exchange.json_ids import BROKEN, event_data
from tournaments.exchange.kinds import (
    AT_ONCE,
    ENTRY,
    EVENT,
    GAME,
    OF_ENTRY,
    OF_EVENT,
    OF_GAME,
    OF_ROUND,
    PERSON,
    PHONE,
    ROUND,
    BadValueError,
    an_id,
)

# About a fifth of a second, during which nothing else can write on SQLite
GAMES_AT_ONCE, ROWS_AT_ONCE = 10, 200
# Entries and events of a game: five hundred rounds, each corrected many times
MOST_WRITTEN = 20_000


@dataclass
class _Game:
    game: Game
    seats: list[Seat]
    written: list[Any] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    entries: dict[UUID, Entry] = field(default_factory=dict)
    about: list[tuple[Entry, dict[str, Any]]] = field(default_factory=list)


class Games:
    """Collect the lines of games and save many games at once."""

    def __init__(self, rows: Rows, breathe: Callable[[], None]) -> None:
        """`breathe` is called between two batches."""
        self.rows = rows
        self.breathe = breathe
        self.now: _Game | None = None
        self.waiting: list[_Game] = []
        self.size = 0
        self.rematches: dict[UUID, Any] = {}
        self.entries = 0

    def read(self, kind: str, row: Any) -> None:
        """Read a line. Raises BadValueError for an invalid value, RuleError if a game does not
        match its entries.
        """
        if kind == GAME:
            self._begin(row)
            return
        if self.now is None or (self.now.rounds and kind != ROUND):
            raise BadValueError("kind")
        {ENTRY: self._entry, EVENT: self._event, ROUND: self._round}[kind](self.now, row)
        self.size += 1
        if len(self.now.written) > MOST_WRITTEN or len(self.now.rounds) > MOST_WRITTEN:
            raise BadValueError("kind")

    def _begin(self, row: Any) -> None:
        self._end()
        if len(self.waiting) >= GAMES_AT_ONCE or self.size >= ROWS_AT_ONCE:
            self._keep()
        values = self.rows.values(OF_GAME, row, "rematch_of", "seats")
        game = Game(club=self.rows.club, **values)
        if game.pk in self.rows.games or game.variant not in VARIANTS:
            raise BadValueError("id" if game.pk in self.rows.games else "variant")
        try:
            rules = RuleSet.of(game.variant, game.settings)
        except (RuleError, *BROKEN) as error:
            raise BadValueError("settings") from error
        seats = self._seats(game, row["seats"])
        try:
            read_carried(rules, len(seats), game.carried)
        except RuleError as error:
            raise BadValueError("carried") from error
        self.rows.games[game.pk] = game.of_match
        if row["rematch_of"] is not None:
            self.rematches[game.pk] = row["rematch_of"]
        self.now = _Game(game, seats)

    def _seats(self, game: Game, numbers: Any) -> list[Seat]:
        variant = VARIANTS[game.variant]
        if (
            not isinstance(numbers, list)
            or not variant.min_players <= len(numbers) <= variant.max_players
        ):
            raise BadValueError("seats")
        keys = [self.rows.key(PERSON, one) for one in numbers]
        if any(key in self.rows.deleted[PERSON] for key in keys):
            raise BadValueError("seats")
        return [Seat(game=game, number=place, player_id=key) for place, key in enumerate(keys)]

    def _phone(self, number: Any) -> dict[str, Any]:
        """Return the phone of an entry. Its number is kept even if the phone is gone."""
        key = self.rows.key(PHONE, number)
        return {"by_device": key, "device_id": None if key in self.rows.deleted[PHONE] else key}

    def _entry(self, now: _Game, row: Any) -> None:
        values = self.rows.values(OF_ENTRY, row, "replaces", "about", "settled_by", "phone")
        entry = Entry(
            game=now.game, position=len(now.written) + 1, **values, **self._phone(row["phone"])
        )
        if entry.pk in now.entries:
            raise BadValueError("id")
        _check_round(entry, len(now.seats) + VARIANTS[now.game.variant].has_dummy)
        for name in ("replaces", "about"):
            setattr(entry, f"{name}_id", _one_of(now.entries, row[name], name))
        now.entries[entry.pk] = entry
        now.about.append((entry, row))
        now.written.append(entry)

    def _event(self, now: _Game, row: Any) -> None:
        values = self.rows.values(OF_EVENT, row, "phone")
        try:
            values["data"] = event_data(values["action"], values["data"], self.rows.key)
            _check_event(values["action"], values["data"], len(now.seats))
        except BROKEN as error:
            raise BadValueError("data") from error
        values["reason_seal"] = chain.reason_seal(values["reason"])
        now.written.append(
            GameEvent(
                game=now.game, position=len(now.written) + 1, **values, **self._phone(row["phone"])
            )
        )

    def _round(self, now: _Game, row: Any) -> None:
        values = self.rows.values(OF_ROUND, row, "entry")
        entry = _one_of(now.entries, row["entry"], "entry")
        if entry is None:
            raise BadValueError("entry")
        now.rounds.append(Round(game=now.game, entry_id=entry, **values))

    # Complete games
    # ------------------------------------------------------------------------------------------

    def _end(self) -> None:
        now, self.now = self.now, None
        if now is None:
            return
        for entry, row in now.about:
            entry.settled_by_id = _one_of(now.entries, row["settled_by"], "settled_by")
        try:
            head = chain.opening(now.game, *began_with(now.game, now.written, now.seats))
            rows = sat_by_log(now.game, now.written, now.seats)
        except BROKEN as error:
            raise BadValueError("data") from error
        for one in now.written:
            content = chain.of_entry(one) if isinstance(one, Entry) else chain.of_event(one)
            one.link = head = chain.linked(head, content)
        gone = self.rows.deleted[PERSON]
        if sits_twice(rows) or any(row.player_id in gone for row in rows):
            raise BadValueError("data")
        now.seats = [
            Seat(
                game=now.game,
                number=row.number,
                player_id=row.player_id,
                first=row.first,
                last=row.last,
            )
            for row in rows
        ]
        now.game.chain_length, now.game.chain_head = len(now.written), head
        self.entries += len(now.entries)
        self.waiting.append(now)

    def _keep(self) -> None:
        some, self.waiting, self.size = self.waiting, [], 0
        if not some:
            return
        games = _save(some)
        _write_rows(games)
        wrong = next(differences_among([game.pk for game in games], Counts()), None)
        if wrong is not None:
            raise refused("not_as_written", NOT_AS_WRITTEN, what=str(wrong))
        mark_games([game for game in games if game.state in ENDED and not game.of_match])
        self.breathe()

    def finish(self) -> None:
        """After all games: link each rematch to the game before."""
        self._end()
        self._keep()
        changed = [
            Game(pk=pk, rematch_of_id=self.rows.key(GAME, of)) for pk, of in self.rematches.items()
        ]
        for some in batched(changed, AT_ONCE):
            Game.objects.bulk_update(some, ["rematch_of"])
            self.breathe()
        self.rematches = {}


def _save(some: Sequence[_Game]) -> list[Game]:
    games = [one.game for one in some]
    save_games(
        games,
        [seat for one in some for seat in one.seats],
        [row for one in some for row in one.written],
        [counting for one in some for counting in one.rounds],
    )
    return games


def _write_rows(games: Sequence[Game]) -> None:
    """Write the derived rows; one game at a time if today's rules reject one of these games."""
    try:
        write_games(games)
    except RuleError:
        for game in games if len(games) > 1 else ():
            _write_rows([game])


def _one_of(entries: dict[UUID, Entry], raw: Any, name: str) -> UUID | None:
    """Return an earlier entry of the same game."""
    if raw is None:
        return None
    found = an_id(raw, name)
    if found not in entries:
        raise BadValueError(name)
    return found


def _are_sides(sides: object, seats: int) -> bool:
    """Whether these are lists of seats."""
    if not isinstance(sides, list) or any(not isinstance(side, list) for side in sides):
        return False
    return all(_is_number(one, seats) for side in sides for one in side)


def _check_round(entry: Entry, seats: int) -> None:
    """Raise BadValueError if no page could show the entry. `seats` includes the dummy's."""
    if not _are_sides(entry.sides, seats):
        raise BadValueError("sides")
    try:
        played = PlayedRound.from_data(entry.data) if entry.data != {} else PlayedRound()
    except (RuleError, *BROKEN) as error:
        raise BadValueError("data") from error
    if not all(map(is_bomb, played.bombs or ())):
        raise BadValueError("data")
    if not all(0 <= seat < seats for seat in _seats_named(played)):
        raise BadValueError("data")


def _seats_named(played: PlayedRound) -> list[int]:
    one_at_most = [played.made, played.wish_violation]
    return [
        *played.out,
        *(seat for seat, _call in played.calls),
        *(seat for seat in one_at_most if seat is not None),
        *(bomb.seat for bomb in played.bombs or ()),
    ]


def _is_number(value: object, below: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < below


def _check_event(action: str, data: Any, seats: int) -> None:
    """Raise one of BROKEN if the event cannot be applied."""
    if action == SEATS:
        good = _is_merge(data)
    elif action in SET_UP:
        good = data is None or _is_change(data)
    elif action in SEATING:
        good = _is_exchange(data)
    elif action in {LEFT_OUT, WAITS_AGAIN}:
        good = set(data) == {"entry"} and bool(UUID(data["entry"]))
    elif action == CHAIR:
        good = _is_chair(data, seats)
    else:
        good = data is None
    if not good:
        raise ValueError(action)


def _is_merge(data: Any) -> bool:
    keys = {"before", "after"} <= set(data) <= {"before", "after", "instead"}
    return keys and all(len(pair) == 2 for pair in data.get("instead", ()))


def _is_chair(data: Any, seats: int) -> bool:
    return (
        set(data) == {"entry", "round", "first", "chair"}
        and bool(UUID(data["entry"]))
        and _is_number(data["round"], MOST_WRITTEN)
        and data["round"] > 0
        and _is_number(data["first"], seats)
        and _is_number(data["chair"], seats)
    )


# The fields of a game that can be corrected, with their valid values. Seats are people, already
# converted here.
MAY_BE: dict[str, Callable[[Any], bool]] = {
    "variant": lambda value: value in VARIANTS,
    "settings": lambda value: isinstance(value, dict),
    "preset": lambda value: isinstance(value, str),
    "carried": lambda value: isinstance(value, dict),
    "table_name": lambda value: isinstance(value, str),
    "direction": lambda value: value in Game.Direction.values,
    "saving": lambda value: value in Game.Saving.values,
    "seats": lambda value: isinstance(value, list),
}


def _is_exchange(data: Any) -> bool:
    """Whether this is a change of who sits where. How many sit may have been corrected since."""
    number, sides = data["number"], (data["before"], data["after"])
    good = set(data) == {"before", "after", "number", "set"} and bool(UUID(data["set"]))
    good &= _is_number(number, MOST_WRITTEN) and number > 0
    good &= len(data["before"]["seats"]) == len(data["after"]["seats"])
    return good and all(
        set(side) == {"seats"} and _are_different([*side["seats"]]) for side in sides
    )


def _are_different(people: Sequence[int | None]) -> bool:
    """Whether nobody sits here twice; several seats may have no name."""
    named = [one for one in people if one is not None]
    return len(named) == len({*named})


def _is_change(data: Any) -> bool:
    before, after = data["before"], data["after"]
    known = {"before", "after"} <= set(data) <= {"before", "after", "renamed", "set"} and set(
        before
    ) == set(after)
    known &= "set" not in data or bool(UUID(data["set"]))
    return known and all(
        MAY_BE[key](value) for side in (before, after) for key, value in side.items()
    )
