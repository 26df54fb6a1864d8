"""Verify games: recompute the links of their chains, and all stored values that follow from the
log.

Which entry counts in which round, what settled a rival, and the state of the game all follow from
the entries and events in their order. The first difference of each game is reported.
"""

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, F, Model, OuterRef

from scoring.games import chain
from scoring.games.actions.chaining import LEFT_OUT, SEATING, SEATS, SET_UP, WAITS_AGAIN
from scoring.games.actions.record_rows import Rows, differing_rows, lineup_keys
from scoring.games.queries import Table, kept_position, now_and_former
from scoring.games.sittings import Sat, exchanged, in_order, renamed
from scoring.models import (
    Call,
    Device,
    Entry,
    Game,
    GameEvent,
    Place,
    Player,
    Round,
    Score,
    Seat,
    Team,
    TeamMember,
)
from scoring.rules import Carried, RuleError

CHUNK = 200  # games per batch
KIND, OUTCOME, STATE = Entry.Kind, Entry.Outcome, Game.State
BY_RULES = "by the rules"
Row = Entry | GameEvent


@dataclass(frozen=True)
class Difference:
    """A stored value that does not follow from the log: where it is, and what differs."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass
class Counts:
    """How much was checked, and where the head that was searched for was found."""

    games: int = 0
    entries: int = 0
    erased: int = 0  # reasons
    signs: str = ""  # of the head searched for, see scoring.games.chain.read_code
    found_at: list[str] = field(default_factory=list)

    def note_head(self, link: bytes | memoryview | None, where: str) -> None:
        if self.signs and chain.is_head(link, self.signs):
            self.found_at.append(where)


def differences_in_games(counts: Counts) -> Iterator[Difference]:
    """Yield the first difference of each game that has one: ten queries per 200 games."""
    keys = Game.objects.order_by("pk").values_list("pk", flat=True).iterator(chunk_size=5000)
    batch: list[uuid.UUID] = []
    for key in keys:
        batch.append(key)
        if len(batch) == CHUNK:
            yield from differences_among(batch, counts)
            batch = []
    yield from differences_among(batch, counts)


def broken_chain(game: Game, rows: Sequence[Row], seats: Sequence[Seat]) -> Difference | None:
    """Return the first link of a game's chain that does not follow from its content. `rows` are in
    their order; no query.
    """
    return _Written(game, rows, (), seats, (), frozenset(), Rows([], [], [])).broken(Counts())


def began_with(
    game: Game, rows: Sequence[Row], seats: Sequence[Seat]
) -> tuple[str, Mapping[str, Any], Mapping[str, Any], list[int | None]]:
    """Return the variant, settings, carried score and seats that a game began with, by its log. No
    query.
    """
    return _Written(game, rows, (), seats, (), frozenset(), Rows([], [], [])).first()


def sat_by_log(game: Game, rows: Sequence[Row], seats: Sequence[Seat]) -> list[Sat]:
    """Return who sat where in which rounds by a game's log. `seats` are those of the people who
    sit now. No query; raises the errors of a log that is damaged.
    """
    return _Written(game, rows, (), seats, (), frozenset(), Rows([], [], [])).sat()


def differences_among(keys: Sequence[uuid.UUID], counts: Counts) -> Iterator[Difference]:
    """Yield the first difference of each of these games that has one: ten queries for all."""
    if not keys:
        return
    entries = _by_game(Entry.objects.filter(game__in=keys).order_by("game", "position"))
    events = _by_game(GameEvent.objects.filter(game__in=keys).order_by("game", "position"))
    rounds = _by_game(Round.objects.filter(game__in=keys))
    seats = _by_game(Seat.ever.filter(game__in=keys).select_related("team").order_by("number"))
    record = _record_of(keys)
    rows = [row for own in (*entries.values(), *events.values()) for row in own]
    gone = {row.by_device for row in rows if row.device_id is None and row.by_device is not None}
    phones = set(Device.objects.filter(pk__in=gone).values_list("pk", flat=True))
    for game in Game.objects.filter(pk__in=keys).order_by("pk"):
        own = _Written(
            game,
            sorted(
                [*entries.get(game.pk, []), *events.get(game.pk, [])],
                key=lambda row: row.position or 0,
            ),
            rounds.get(game.pk, []),
            *now_and_former(seats.get(game.pk, [])),
            phones,
            record[game.pk],
        )
        counts.games += 1
        counts.entries += len(entries.get(game.pk, []))
        found = own.broken(counts) or own.first_difference()
        if found is not None:
            yield found


def _record_of(games: Sequence[uuid.UUID]) -> dict[uuid.UUID, Rows]:
    """Return the stored record rows by game: three queries."""
    found = {pk: Rows([], [], []) for pk in games}
    of_game = F("round__game")
    for call in Call.objects.filter(round__game__in=games).annotate(game=of_game):
        found[call.game].calls.append(call)
    for place in Place.objects.filter(round__game__in=games).annotate(game=of_game):
        found[place.game].places.append(place)
    for score in Score.objects.filter(round__game__in=games).annotate(game=of_game):
        found[score.game].scores.append(score)
    return found


def _by_game(rows: Iterable[Any]) -> dict[uuid.UUID, list[Any]]:
    found: dict[uuid.UUID, list[Any]] = {}
    for row in rows:
        found.setdefault(row.game_id, []).append(row)
    return found


def _changes(row: Row) -> Iterator[tuple[str, Any, Any]]:
    """Yield what a row changed in its game's rules and seats: field, value before, value after."""
    if not isinstance(row, GameEvent) or not isinstance(row.data, dict):
        return
    before, after = row.data.get("before"), row.data.get("after")
    if row.action == SEATS:
        yield "seats", before, after
    elif row.action in {*SET_UP, *SEATING} and isinstance(before, dict) and isinstance(after, dict):
        for key in after.keys() & before.keys():
            yield key, before[key], after[key]


@dataclass
class _Written:
    """A game with its whole log."""

    game: Game
    rows: Sequence[Row]
    rounds: Sequence[Round]
    seats: Sequence[Seat]
    former: Sequence[Seat]
    phones: Set[int]  # those that still exist, of the phones of rows that have lost theirs
    record: Rows

    def _at(self, row: Row | None = None) -> str:
        name = f"game {self.game.pk}"
        if row is None:
            return name
        what = (
            f"entry {row.pk} (round {row.number})"
            if isinstance(row, Entry)
            else f"event {row.action!r}"
        )
        return f"{name}, place {row.position}, {what}"

    # The chain
    # ----------------------------------------------------------------------------------------------

    def broken(self, counts: Counts) -> Difference | None:
        """Return the first link that does not follow from its content."""
        game = self.game
        if game.chain_head is None or game.chain_length is None:
            return Difference(self._at(), "it is in no chain")
        head = chain.opening(game, *self.first())
        if not self.rows and bytes(game.chain_head) != head:
            return Difference(
                self._at(),
                "its rules, seats or first score are not those that it began with",
            )
        counts.note_head(head, self._at())
        for place, row in enumerate(self.rows, start=1):
            found = self._link(row, place, head)
            if found is not None:
                return found
            head = bytes(row.link or b"")
            counts.erased += isinstance(row, GameEvent) and chain.is_erased(row)
            counts.note_head(head, self._at(row))
        if len(self.rows) == game.chain_length and bytes(game.chain_head) == head:
            return None
        text = (
            f"{game.chain_length} were written, {len(self.rows)} are there: the end of its "
            "chain is another"
        )
        return Difference(self._at(), text)

    def _link(self, row: Row, place: int, before: bytes) -> Difference | None:
        if row.position is None:
            return Difference(self._at(row), "it is in no chain")
        if row.position != place:
            return Difference(
                self._at(row),
                f"what was written in place {place} is missing, or stands there twice",
            )
        content = chain.of_entry(row) if isinstance(row, Entry) else chain.of_event(row)
        if bytes(row.link or b"") != chain.linked(before, content):
            text = "it is not as it was written"
            if place == 1:
                text += ", or the rules, seats or first score of its game are others"
            return Difference(self._at(row), text)
        if row.device_id != row.by_device and (
            row.device_id is not None or row.by_device in self.phones
        ):
            return Difference(self._at(row), "the phone that it is said to come from is another")
        return None

    def first(self) -> tuple[str, Mapping[str, Any], Mapping[str, Any], list[int | None]]:
        """Return variant, settings, carried score and seats at the start: the current ones, with
        every logged change undone.
        """
        game = self.game
        raw: dict[str, Any] = {
            key: getattr(game, key) for key in ("variant", "settings", "carried")
        }
        raw["seats"] = [seat.player_id for seat in self.seats]
        for row in reversed(self.rows):
            for key, before, after in _changes(row):
                if raw.get(key) == after:
                    raw[key] = before
        return raw["variant"], raw["settings"], raw["carried"], raw["seats"]

    # What follows from the log

    def first_difference(self) -> Difference | None:
        """Return the first stored value that does not follow from the log."""
        replay = _Replay()
        for row in self.rows:
            if isinstance(row, Entry):
                replay.entry(row)
            else:
                replay.event(row)
        return (
            self._rounds_differ(replay)
            or self._seats_differ()
            or self._settled_differ(replay)
            or self._state_differs(replay)
            or self._rows_differ()
        )

    def _rounds_differ(self, replay: "_Replay") -> Difference | None:
        counting = {row.number: row.entry_id for row in self.rounds}
        for number in sorted(counting.keys() | replay.counting.keys()):
            if counting.get(number) != replay.counting.get(number):
                text = (
                    f"entry {replay.counting.get(number, 'none')} counts, and "
                    f"{counting.get(number, 'none')} is kept"
                )
                return Difference(f"{self._at()}, round {number}", text)
        return None

    def _seats_differ(self) -> Difference | None:
        numbers = [seat.number for seat in self.seats]
        if numbers != list(range(len(numbers))):
            return Difference(self._at(), f"its seats are numbered {numbers}")
        try:
            sat = self.sat()
        except (LookupError, TypeError, ValueError, AttributeError):
            return Difference(self._at(), "its log does not say who sat where")
        if sat != in_order([*self.seats, *self.former]):
            return Difference(self._at(), "others are kept as having sat there in some rounds")
        return None

    def sat(self) -> list[Sat]:
        """Return who sat where in which rounds by the log."""
        _variant, _settings, carried, people = self.first()
        found = _seated(people)
        for row in self.rows:
            if not isinstance(row, GameEvent) or not isinstance(row.data, dict):
                continue
            data, after = row.data, row.data.get("after")
            if row.action == SEATS:
                found = renamed(found, data["after"], dict(data.get("instead", ())))
            elif row.action in SET_UP and isinstance(after, dict):
                carried = after.get("carried", carried)
                found = _set_up(found, after.get("seats"))
            elif row.action in SEATING and isinstance(after, dict):
                start = Carried.from_data(carried).rounds + 1
                found = exchanged(found, after["seats"], data["number"], start=start)
        return found

    def _settled_differ(self, replay: "_Replay") -> Difference | None:
        """Compare what settled each rival and late entry."""
        for row in self.rows:
            if isinstance(row, Entry) and row.settled_by_id != replay.settled.get(row.pk):
                text = (
                    f"{replay.settled.get(row.pk, 'nothing')} settled it, and "
                    f"{row.settled_by_id} is kept"
                )
                return Difference(self._at(row), text)
        return None

    def _state_differs(self, replay: "_Replay") -> Difference | None:
        if replay.deleted != (self.game.deleted_at is not None):
            text = (
                "it was deleted, and is kept as if not"
                if replay.deleted
                else "it is deleted, and nothing says so"
            )
            return Difference(self._at(), text)
        state = replay.state if replay.state != BY_RULES else self._state_by_rules(replay)
        if state == self.game.state:
            return None
        return Difference(
            self._at(), f"it is {state} by what was written, and kept as {self.game.state}"
        )

    def _rows_differ(self) -> Difference | None:
        """Compare the record rows with the rounds that count, unless these break the rules."""
        by_id = {row.pk: row for row in self.rows if isinstance(row, Entry)}
        rounds = sorted(self.rounds, key=lambda one: one.number)
        try:
            entries = [by_id[one.entry_id] for one in rounds]
            table = Table(self.game, self.seats, entries, self.former)
            teams = dict(Team.objects.filter(key__in=lineup_keys(table)).values_list("key", "pk"))
            numbers = {one.number: one.pk for one in rounds}
            found = differing_rows(table, numbers, self.record, teams)
        except RuleError:
            return None
        if not found and not self._is_position_right(table):
            found = "totals or people to play"
        return (
            Difference(self._at(), f"{found} are kept that do not follow from its rounds")
            if found
            else None
        )

    def _is_position_right(self, table: Table) -> bool:
        """Whether the position that is kept is the one after these rounds, or none is kept for
        them. One from before the last entry is never read: the version before this one leaves it
        while both serve.
        """
        kept, head = self.game.kept, bytes(self.game.chain_head or b"").hex()
        if kept is None:
            return True
        try:
            return bool(kept["after"] != head or kept_position(table) == table.position)
        except (LookupError, TypeError, ValueError):
            return False

    def _state_by_rules(self, replay: "_Replay") -> str:
        by_id = {row.pk: row for row in self.rows if isinstance(row, Entry)}
        entries = [by_id[pk] for _number, pk in sorted(replay.decided_on.items())]
        try:
            over = Table(self.game, self.seats, entries).result.finished
        except RuleError:
            return "against the rules"
        return STATE.FINISHED if over and not replay.decided_in_doubt else STATE.RUNNING


def _seated(people: Sequence[int | None]) -> list[Sat]:
    return [Sat(number, player) for number, player in enumerate(people)]


def _set_up(found: list[Sat], people: Sequence[int | None] | None) -> list[Sat]:
    """Return who sat where after a change of the set-up: with other seats, the game begins anew."""
    if people is None:
        return found
    now = sum(one.last is None for one in found)
    return renamed(found, people) if len(people) in {0, now} else _seated(people)


@dataclass
class _Replay:
    """The state of a game after its entries and events, applied one by one as the actions do."""

    counting: dict[int, uuid.UUID] = field(default_factory=dict)
    # Rounds, by rival
    versions: dict[uuid.UUID, int] = field(default_factory=dict)
    rivals: dict[uuid.UUID, int] = field(default_factory=dict)  # those not settled
    late: set[uuid.UUID] = field(default_factory=set)
    settled: dict[uuid.UUID, uuid.UUID] = field(default_factory=dict)
    state: str = BY_RULES
    # What counted when the rules last decided the state
    decided_on: dict[int, uuid.UUID] = field(default_factory=dict)
    decided_in_doubt: bool = False
    deleted: bool = False

    def entry(self, row: Entry) -> None:
        if row.outcome == OUTCOME.LATE:
            self.late.add(row.pk)
        elif row.outcome == OUTCOME.RIVAL:
            self.rivals[row.pk] = self.versions[row.pk] = row.number
            if self.state == BY_RULES:
                # A finished game goes on until one of them is chosen
                self.state = STATE.RUNNING
        elif row.outcome == OUTCOME.COUNTED and row.kind != KIND.AGREEMENT:
            self._counted(row)

    def _counted(self, row: Entry) -> None:
        taken = row.about_id if row.about_id in self.late else None
        taken_back = self.settled.pop(taken, None) if taken else None  # it was accepted before
        if taken is not None and taken_back is None:
            self.settled[taken] = row.pk
        if row.kind == KIND.UNDO:
            self._undone(row)
        else:
            self.counting[row.number] = row.pk
            if row.kind != KIND.ROUND:
                self._settle_rivals(row)
            elif taken is None and self.state == STATE.STOPPED:
                # A hand just after the one that ended the game: resume_if_just_stopped
                self.state = STATE.RUNNING
        if taken_back is not None:
            self._open_again(taken_back)
        if self.state not in {STATE.STOPPED, STATE.PAUSED}:
            self._ask_the_rules()

    def _undone(self, row: Entry) -> None:
        """Take back the rival that an undo names, else the round."""
        if row.replaces_id in self.rivals:
            self.settled[row.replaces_id] = row.pk
            del self.rivals[row.replaces_id]
        else:
            self.counting.pop(row.number, None)

    def _settle_rivals(self, by: Entry) -> None:
        """Close the versions of a round that was corrected or chosen."""
        for rival in [pk for pk, number in self.rivals.items() if number == by.number]:
            self.settled[rival] = by.pk
            del self.rivals[rival]

    def _open_again(self, by: uuid.UUID) -> None:
        """Reopen the versions that an entry settled."""
        for rival in [pk for pk, closed in self.settled.items() if closed == by]:
            self.rivals[rival] = self.versions[rival]
            del self.settled[rival]

    def event(self, row: GameEvent) -> None:
        if row.action == "pause":
            self.state = STATE.PAUSED
        elif row.action in {"finish_early", "start_again"}:
            self.state = STATE.STOPPED
        elif row.action in {"delete", "restore"}:
            self.deleted = row.action == "delete"
        elif row.action in {"resume", "reopen"}:
            self._ask_the_rules()
        elif row.action == LEFT_OUT and isinstance(row.data, dict):
            left = uuid.UUID(row.data["entry"])
            self.settled[left] = left
        elif row.action == WAITS_AGAIN and isinstance(row.data, dict):
            self.settled.pop(uuid.UUID(row.data["entry"]), None)

    def _ask_the_rules(self) -> None:
        self.state, self.decided_on, self.decided_in_doubt = (
            BY_RULES,
            dict(self.counting),
            bool(self.rivals),
        )


def differences_in_teams() -> Iterator[Difference]:
    """Yield teams whose members differ from the people in their key, ignoring deleted ones. Three
    queries.
    """
    there: dict[int, set[int]] = {}
    for team, player in TeamMember.objects.order_by().values_list("team", "player").iterator():
        there.setdefault(team, set()).add(player)
    people = set(Player.objects.order_by().values_list("pk", flat=True))
    for team, key in Team.objects.order_by("pk").values_list("pk", "key").iterator():
        if there.get(team, set()) != people.intersection(map(int, key.split("-"))):
            yield Difference(f"team {key}", "its members are other people")


def orphans(models: Iterable[type[Model]]) -> Iterator[Difference]:
    """Yield rows whose foreign key leads nowhere: one query for each such column."""
    for model in models:
        for column in model._meta.concrete_fields:  # noqa: SLF001 - Django's own way to a model's columns
            if column.many_to_one or column.one_to_one:
                there: type[Model] = column.related_model  # type: ignore[assignment]
                named = there._base_manager.filter(pk=OuterRef(column.attname))  # noqa: SLF001
                hanging = model._base_manager.exclude(**{column.attname: None})  # noqa: SLF001
                lost = hanging.exclude(Exists(named)).order_by()
                for pk in lost.values_list("pk", flat=True)[:1]:
                    yield Difference(
                        f"{model._meta.verbose_name} {pk}",  # noqa: SLF001
                        f"its {column.name} is gone",
                    )
