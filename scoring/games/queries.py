"""Queries for pages of a game: its rows read once, its scores computed by the rule book."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import overload
from uuid import UUID

from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    UUIDField,
)
from django.db.models.functions import Coalesce
from django.utils import timezone

from scoring.games.names.seat_names import shown_names
from scoring.games.nights import night_of
from scoring.games.prepared import Given, Prepared
from scoring.games.sittings import seated_in
from scoring.models import (
    Answer,
    Device,
    Entry,
    Erasure,
    Game,
    GameEvent,
    Grant,
    Link,
    Player,
    Round,
    Seat,
)
from scoring.rules import (
    VARIANTS,
    Carried,
    GameResult,
    Position,
    RoundResult,
    RuleSet,
    opening,
    play,
)
from scoring.rules import Round as PlayedRound
from scoring.rules.settings import TOTALS

SERVER, SEEN, AGREED = "server", "seen", "agreed"  # how far a round has travelled


@dataclass(frozen=True)
class Line:
    """One round of a score sheet: its entry, what was played, and the result."""

    number: int
    entry: Entry
    played: PlayedRound
    result: RoundResult


@dataclass
class Table:
    """A game as pages need it. Seats are numbered in the direction of play; the dummy's number is
    the number of players.
    """

    game: Game
    seats: Sequence[Seat]  # of those who sit now
    entries: Sequence[Entry]  # those that count, by round
    former: Sequence[Seat] = ()  # of those who sat earlier
    kept: Position | None = None  # the state after these entries, if they need not be played for it

    @cached_property
    def rules(self) -> RuleSet:
        return RuleSet.of(self.game.variant, self.game.settings)

    @cached_property
    def people(self) -> list[str]:
        """The names given, by seat; "" for a seat without one."""
        return people_of(self.seats)

    @cached_property
    def erased(self) -> frozenset[int]:
        """The seats of people whose names were erased."""
        named = zip(self.seats, self.people, strict=True)
        return frozenset(
            seat.number for seat, name in named if seat.player_id is not None and not name
        )

    @cached_property
    def names(self) -> list[str]:
        """The names as shown, by seat; an unnamed seat has a word in the reader's language."""
        return shown_names(self.game.variant, self.game.direction, self.people, self.erased)

    @property
    def n_players(self) -> int:
        return len(self.seats)

    @property
    def has_totals(self) -> bool:
        """Whether two totals alone are recorded, of the next hand or of an earlier one."""
        return self.rules.recording == TOTALS or any("totals" in one.data for one in self.entries)

    @cached_property
    def played(self) -> list[PlayedRound]:
        return [entry.played for entry in self.entries]

    @cached_property
    def carried(self) -> Carried:
        """The score with which the game started. Its rounds have numbers, and no entries."""
        return Carried.from_data(self.game.carried)

    @cached_property
    def result(self) -> GameResult:
        return self.replay(self.played)

    def replay(self, rounds: Iterable[PlayedRound], *, new: int | None = None) -> GameResult:
        """Play the game with these rounds in place of its own; `new` as in `scoring.rules.play`."""
        return play(self.rules, self.n_players, rounds, new=new, carried=self.carried)

    @property
    def winners(self) -> Sequence[int]:
        """The columns that won, several in a draw; none before the end. A game that was finished
        early is won by who was in front, as it counts for people. A game of ranks has none.
        """
        if self.result.winners or self.game.state != Game.State.STOPPED or not self.entries:
            return self.result.winners
        standing = VARIANTS[self.game.variant].standing(self.position)
        return [column for column, value in enumerate(standing) if value == max(standing)]

    @property
    def position(self) -> Position:
        """The state in which the next round is played."""
        return self.kept or self.result.position

    def position_before(self, number: int) -> Position:
        """Return the state in which round `number` was played."""
        return self.replay(self.played[: self.index_of(number)]).position

    def index_of(self, number: int) -> int:
        """Return the index of a round among those recorded here."""
        return number - self.carried.rounds - 1

    @property
    def last_number(self) -> int:
        """The number of the last round."""
        return self.carried.rounds + len(self.entries)

    def has_round(self, number: int) -> bool:
        """Return whether this round was recorded here."""
        return self.carried.rounds < number <= self.last_number

    def entry_of(self, number: int) -> Entry:
        """Return the entry that counts for a round that was recorded here."""
        return self.entries[self.index_of(number)]

    def result_of(self, number: int) -> RoundResult:
        """Return the result of a round that was recorded here."""
        return self.result.rounds[self.index_of(number)]

    def with_entry(self, number: int, entry: Entry) -> "Table":
        """Return the table with this entry for round `number`, which may be the next one."""
        at = self.index_of(number)
        entries = [*self.entries[:at], entry, *self.entries[at + 1 :]]
        return replace(self, entries=entries, kept=None)

    def with_next(self, after: Position) -> "Table":
        """Return the table with its next round, which was just stored and led to `after`."""
        entries = CountingEntries(self.game, len(self.entries) + 1)
        return replace(self, entries=entries, kept=after)

    def without_last(self) -> "Table":
        """Return the table without its last round."""
        return replace(self, entries=self.entries[:-1], kept=None)

    def seats_in(self, number: int) -> Sequence[Seat]:
        """Return the seats of those who sat in round `number`."""
        return seated_in([*self.former, *self.seats], number) if self.former else self.seats

    def as_in(self, number: int) -> "Table":
        """Return the table with the people who sat in round `number`."""
        return self._lineups[number] if self.former else self

    @cached_property
    def _lineups(self) -> "Lineups":
        return Lineups(self)

    @property
    def is_rank_game(self) -> bool:
        return VARIANTS[self.game.variant].is_rank_game

    @cached_property
    def lines(self) -> list[Line]:
        rows = zip(self.entries, self.played, self.result.rounds, strict=True)
        first = self.carried.rounds + 1
        return [Line(number, *row) for number, row in enumerate(rows, start=first)]


class CountingEntries(Sequence[Entry]):
    """The entries that count in a game, by round. How many they are is known; they are read when
    the first of them is needed.
    """

    def __init__(self, game: Game, count: int) -> None:
        self.game, self.length = game, count

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Entry]: ...
    def __getitem__(self, at: int | slice) -> Entry | Sequence[Entry]:
        return self._rows[at]

    @cached_property
    def _rows(self) -> list[Entry]:
        return _ENTRIES_ALONE.rows(game=self.game.pk)[: self.length]


class Lineups(dict[int, Table]):
    """The tables of a game by round, one for each group of people."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table, self.groups = table, dict[tuple[int, ...], Table]()

    def __missing__(self, number: int) -> Table:
        seats = self.table.seats_in(number)
        group = tuple(seat.first for seat in seats)
        if group not in self.groups:
            self.groups[group] = replace(self.table, seats=seats, former=())
        self[number] = self.groups[group]
        return self[number]


def people_of(seats: Iterable[Seat]) -> list[str]:
    """Return the names given, in the order of the seats; "" for unnamed seats and erased people."""
    return [seat.player.called() if seat.player else "" for seat in seats]


def table_of(game: Game) -> Table:
    """Read a game's seats and the entries that count: two queries."""
    seats, former = _seats_in(game)
    return Table(game, seats, _COUNTING_IN.rows(game=game.pk), former)


def table_to_write_in(game: Game) -> Table:
    """Read a game's seats, and the position that was kept with it: one query. Two where none is
    kept, and its rounds have to be played again.
    """
    if game.kept is None or game.kept["after"] != bytes(game.chain_head or b"").hex():
        return table_of(game)
    seats, former = _seats_in(game)
    table = Table(game, seats, (), former)
    position = kept_position(table)
    count = position.number - 1 - table.carried.rounds
    return replace(table, entries=CountingEntries(game, count), kept=position)


def kept_position(table: Table) -> Position:
    """Return the position that is kept with a game. Raises LookupError, TypeError or ValueError for
    what `keep_position` cannot have written.
    """
    return opening(table.rules, table.n_players, table.carried).moved_to(table.game.kept or {})


def keep_position(game: Game, position: Position) -> None:
    """Keep the position after the rounds that count, until the game's log goes on. The caller saves
    the game.
    """
    game.kept = {"after": bytes(game.chain_head or b"").hex(), **position.to_data()}


def _seats_in(game: Game) -> tuple[list[Seat], list[Seat]]:
    return now_and_former(_SEATS_IN.rows(game=game.pk))


_SEATS_IN = Prepared(
    lambda: Seat.ever.filter(game=Given("game", UUIDField())).select_related("player")
)


def _counting_in() -> QuerySet[Entry]:
    counting = Entry.objects.filter(counts_as__game=Given("game", UUIDField()))
    return counting.order_by("counts_as__number")


_ENTRIES_ALONE = Prepared(_counting_in)
_COUNTING_IN = Prepared(lambda: _counting_in().select_related("device", "counts_as"))


def now_and_former(rows: Iterable[Seat]) -> tuple[list[Seat], list[Seat]]:
    """Split the rows of a game's seats: those who sit now, and earlier ones, each by seat."""
    seats: list[Seat] = []
    former: list[Seat] = []
    for row in sorted(rows, key=lambda row: (row.number, row.first)):
        (seats if row.last is None else former).append(row)
    return seats, former


def tables_of(games: Iterable[Game]) -> dict[object, Table]:
    """Read many games, by id: two queries for all."""
    by_id = {game.pk: game for game in games}
    seats: dict[object, list[Seat]] = {pk: [] for pk in by_id}
    for seat in Seat.ever.filter(game__in=by_id).select_related("player").order_by("number"):
        seats[seat.game_id].append(seat)
    entries: dict[object, list[Entry]] = {pk: [] for pk in by_id}
    counting = Entry.objects.filter(counts_as__game__in=by_id).select_related("device", "counts_as")
    for entry in counting.order_by("counts_as__number"):
        entries[entry.game_id].append(entry)
    found: dict[object, Table] = {}
    for pk, game in by_id.items():
        now, former = now_and_former(seats[pk])
        found[pk] = Table(game, now, entries[pk], former)
    return found


def chosen_chairs(table: Table) -> dict[int, int]:
    """Return the chairs that the first of a round has chosen, by the round's index. One query.

    A choice holds as long as the same person is first in its round, even after a correction.
    """
    events = GameEvent.objects.filter(game=table.game, action="chair").order_by("position")
    firsts = [played.out[0] for played in table.played]
    return {
        table.index_of(choice["round"]): choice["chair"]
        for choice in events.values_list("data", flat=True)
        if choice
        and table.has_round(choice["round"])
        and firsts[table.index_of(choice["round"])] == choice["first"]
    }


def open_rivals(game: Game) -> QuerySet[Entry]:
    """Return versions of rounds that came after another phone's and are not settled yet, oldest
    first.
    """
    return Entry.objects.filter(game=game, outcome=Entry.Outcome.RIVAL, settled_by__isnull=True)


@dataclass(frozen=True)
class Agreements:
    """The state of a game's rounds across phones: open rivals by round, and entries that others
    confirmed.
    """

    rivals: Mapping[int, Sequence[Entry]]
    agreed: frozenset[UUID]

    def sync_state(self, entry: Entry) -> str:
        """Return how far a round's counting entry has travelled: stored on the server, seen by
        another phone, or confirmed by one. Expects `counts_as` to be loaded.
        """
        if entry.pk in self.agreed:
            return AGREED
        return SEEN if entry.counts_as.seen_at else SERVER


def agreements_of(game: Game) -> Agreements:
    """Read it in one query. Choosing another phone's version confirms it too."""
    nods = Q(about__counts_as__isnull=False) & (
        Q(outcome=Entry.Outcome.SAME) | Q(kind=Entry.Kind.AGREEMENT)
    )
    choices = Q(kind=Entry.Kind.CHOICE, counts_as__isnull=False)
    rivals = Q(outcome=Entry.Outcome.RIVAL, settled_by__isnull=True)
    open_ones: dict[int, list[Entry]] = {}
    agreed = set()
    for entry in Entry.objects.filter(rivals | nods | choices, game=game).select_related(
        "about", "device"
    ):
        if entry.outcome == Entry.Outcome.RIVAL:
            open_ones.setdefault(entry.number, []).append(entry)
        elif entry.about is not None and entry.about.device_id != entry.device_id:
            agreed.add(entry.pk if entry.kind == Entry.Kind.CHOICE else entry.about.pk)
    return Agreements(open_ones, frozenset(agreed))


def history_of_round(game: Game, number: int) -> list[Entry]:
    """Return everything ever sent for a round, oldest first: what counts, was replaced, or was
    undone.
    """
    entries = Entry.objects.filter(game=game, number=number).select_related("device", "counts_as")
    return list(entries.order_by("position"))


def unknown_to(game: Game, ids: Sequence[UUID]) -> list[UUID]:
    """Return those of these entry ids that this game does not have, in the order given;
    changes of seats are entries here. Two queries.
    """
    known = set(Entry.objects.filter(game=game, pk__in=ids).values_list("pk", flat=True))
    if known.issuperset(ids):
        return []
    changes = GameEvent.objects.filter(game=game, data__has_key="set")
    known |= {UUID(data["set"]) for data in changes.values_list("data", flat=True) if data}
    return [one for one in ids if one not in known]


def writable_by(device: Device) -> QuerySet[Game]:
    """Return the games that a phone may write in: it started them, or was let in."""
    grants = Grant.objects.filter(
        game=OuterRef("pk"),
        device=device,
        link__role=Link.Role.SCORER,
        link__revoked_at__isnull=True,
    )
    return Game.objects.filter(Q(device=device) | Exists(grants), deleted_at__isnull=True)


def by_last_played(games: QuerySet[Game]) -> QuerySet[Game]:
    """Sort games by `played_at`, latest first: when the last round was recorded, or the
    game began.
    """
    last = (
        Round.objects.filter(game=OuterRef("pk"))
        .order_by("-number")
        .values("entry__created_at")[:1]
    )
    return games.annotate(played_at=Coalesce(Subquery(last), "started_at")).order_by(
        "-played_at", "-pk"
    )


def never_begun() -> Q:
    """Match games in which nothing was ever written: no round, name or score, and no tournament
    waits for them.
    """
    of_game = {"game": OuterRef("pk")}
    written = Entry.objects.filter(**of_game)
    named = Seat.objects.filter(**of_game, player__isnull=False)
    return Q(~Exists(written), ~Exists(named), of_match=False, carried={})


def last_erasure(device: Device) -> datetime | None:
    """Return when a person was last erased whose name this phone may have stored. One query.

    These are people of its own list, its club's, and games that it was let into.
    """
    let_in = Seat.ever.filter(game__grants__device=device).values("player")
    of_list = Q(device=device) | (Q(club=device.club_id) if device.club_id else Q())
    own = Q(by_device=device.pk) | Q(
        person__in=Seat.ever.filter(game__device=device).values("player")
    )
    found: dict[str, datetime | None] = Erasure.objects.filter(
        of_list | own | Q(person__in=let_in)
    ).aggregate(at=Max("at"))
    return found["at"]


def deleted_games_of(device: Device, most: int = 8) -> list[Game]:
    """Return the games that a phone deleted and can restore, last deleted first."""
    return list(
        Game.objects.filter(device=device, deleted_at__isnull=False).order_by("-deleted_at")[:most]
    )


def names_known_to(device: Device | None, most: int = 60) -> list[str]:
    """Return names to suggest when a game starts.

    In a club, its people come first, led by those who answered that they come tonight; then the
    phone's own list.
    """
    if device is None:
        return []
    known = Player.listed.filter(device=device).order_by("-last_played_at", "name")[:most]
    names = [player.name for player in known]
    if device.club_id:
        tonight = Answer.objects.filter(
            coming=True,
            evening__club=device.club_id,
            evening__night=night_of(timezone.now()),
            evening__called_off_at__isnull=True,
        )
        # One subquery over all answers, not one per person: an old club has tens of thousands.
        comes = ExpressionWrapper(Q(pk__in=tonight.values("player")), BooleanField())
        members = Player.listed.filter(club_id=device.club_id).alias(comes=comes)
        members = members.order_by("-comes", "-last_played_at", "name")[:most]
        names = [player.name for player in members] + names
    return list(dict.fromkeys(names))[:most]
