"""What a page shows of a game: its rows read once, its scores computed by the rule book."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
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
)
from django.db.models.functions import Coalesce
from django.utils import timezone

from scoring.games.names.seat_names import shown_names
from scoring.games.nights import night_of
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
from scoring.rules import VARIANTS, GameResult, Position, RoundResult, RuleSet, play
from scoring.rules import Round as PlayedRound


@dataclass(frozen=True)
class Line:
    """One round of a score sheet: its entry, what was played, what it scored."""

    number: int
    entry: Entry
    played: PlayedRound
    result: RoundResult


@dataclass
class Table:
    """A game as a page needs it. Seats are numbers in the direction of play; the dummy's is the
    number of players.
    """

    game: Game
    seats: Sequence[Seat]
    entries: Sequence[Entry]  # that count, by round

    @cached_property
    def rules(self) -> RuleSet:
        return RuleSet.of(self.game.variant, self.game.settings)

    @cached_property
    def people(self) -> list[str]:
        """The names that were given, by seat; "" for a seat without one."""
        return people_of(self.seats)

    @cached_property
    def erased(self) -> frozenset[int]:
        """The seats of people whose names were taken away."""
        named = zip(self.seats, self.people, strict=True)
        return frozenset(
            seat.number for seat, name in named if seat.player_id is not None and not name
        )

    @cached_property
    def names(self) -> list[str]:
        """The names as they are shown, by seat: a seat without one has a word in the reader's
        language.
        """
        return shown_names(self.game.variant, self.game.direction, self.people, self.erased)

    @property
    def n_players(self) -> int:
        return len(self.seats)

    @cached_property
    def played(self) -> list[PlayedRound]:
        return [entry.played for entry in self.entries]

    @cached_property
    def result(self) -> GameResult:
        return play(self.rules, self.n_players, self.played)

    @property
    def position(self) -> Position:
        """What the next round is played under."""
        return self.result.position

    @property
    def is_rank_game(self) -> bool:
        return VARIANTS[self.game.variant].is_rank_game

    @cached_property
    def lines(self) -> list[Line]:
        rows = zip(self.entries, self.played, self.result.rounds, strict=True)
        return [Line(number, *row) for number, row in enumerate(rows, start=1)]


def people_of(seats: Iterable[Seat]) -> list[str]:
    """The names that seats were given, in their order; "" for a seat without one, and for somebody
    who was erased.
    """
    return [seat.player.called() if seat.player else "" for seat in seats]


def table_of(game: Game) -> Table:
    """Read a game's seats and the entries that count: two queries."""
    seats = list(Seat.objects.filter(game=game).select_related("player"))
    return Table(game, seats, counting_entries(game))


def tables_of(games: Iterable[Game]) -> dict[object, Table]:
    """Many games as pages need them, by id: two queries for all of them."""
    by_id = {game.pk: game for game in games}
    seats: dict[object, list[Seat]] = {pk: [] for pk in by_id}
    for seat in Seat.objects.filter(game__in=by_id).select_related("player").order_by("number"):
        seats[seat.game_id].append(seat)
    entries: dict[object, list[Entry]] = {pk: [] for pk in by_id}
    counting = Entry.objects.filter(counts_as__game__in=by_id).select_related("device", "counts_as")
    for entry in counting.order_by("counts_as__number"):
        entries[entry.game_id].append(entry)
    return {pk: Table(game, seats[pk], entries[pk]) for pk, game in by_id.items()}


def counting_entries(game: Game) -> list[Entry]:
    """The entry that counts for each round, first round first, each with its device."""
    return list(
        Entry.objects.filter(counts_as__game=game)
        .select_related("device", "counts_as")
        .order_by("counts_as__number")
    )


def chosen_chairs(table: Table) -> dict[int, int]:
    """The chairs that the first of a round has chosen, by the round's index. One query.

    A choice holds for its round as long as the same person is first there, also when it is
    corrected.
    """
    events = GameEvent.objects.filter(game=table.game, action="chair").order_by("position")
    firsts = [played.out[0] for played in table.played]
    return {
        told["round"] - 1: told["chair"]
        for told in events.values_list("data", flat=True)
        if told and told["round"] <= len(firsts) and firsts[told["round"] - 1] == told["first"]
    }


def open_rivals(game: Game) -> QuerySet[Entry]:
    """Versions of rounds that came after another phone's and of which none is chosen yet, the
    oldest first.
    """
    return Entry.objects.filter(game=game, outcome=Entry.Outcome.RIVAL, settled_by__isnull=True)


@dataclass(frozen=True)
class Standing:
    """What several phones make of a game's rounds: open rivals by round, and the entries others
    agreed to.
    """

    rivals: Mapping[int, Sequence[Entry]]
    agreed: frozenset[UUID]


def standing_of(game: Game) -> Standing:
    """One query. A choice of another phone's version is an agreement too."""
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
    return Standing(open_ones, frozenset(agreed))


def history_of_round(game: Game, number: int) -> list[Entry]:
    """All that was ever sent for a round, oldest first: what counts, what it replaced, what was
    undone.
    """
    entries = Entry.objects.filter(game=game, number=number).select_related("device", "counts_as")
    return list(entries.order_by("position"))


def unknown_to(game: Game, ids: Sequence[UUID]) -> list[UUID]:
    """Those of these entries that never came to this game, in the order given. One query."""
    known = set(Entry.objects.filter(game=game, pk__in=ids).values_list("pk", flat=True))
    return [one for one in ids if one not in known]


def open_to(device: Device) -> QuerySet[Game]:
    """The games a phone may write in: it started them, or was let into them."""
    grants = Grant.objects.filter(
        game=OuterRef("pk"),
        device=device,
        link__role=Link.Role.SCORER,
        link__revoked_at__isnull=True,
    )
    return Game.objects.filter(Q(device=device) | Exists(grants), deleted_at__isnull=True)


def by_last_played(games: QuerySet[Game]) -> QuerySet[Game]:
    """These games with `played_at`, when the last round of each was written, or it began; the
    latest first.
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
    """Which games nothing was ever written in: no round, no name; nor is a tournament waiting for
    them.
    """
    of_game = {"game": OuterRef("pk")}
    written = Entry.objects.filter(**of_game)
    named = Seat.objects.filter(**of_game, player__isnull=False)
    return Q(~Exists(written), ~Exists(named), of_match=False)


def last_erasure(device: Device) -> datetime | None:
    """When somebody was erased last whose name this phone may keep: of its own list, its club's, a
    game that it was let into. One query.
    """
    let_in = Seat.objects.filter(game__grants__device=device).values("player")
    of_list = Q(device=device) | (Q(club=device.club_id) if device.club_id else Q())
    own = Q(by_device=device.pk) | Q(
        person__in=Seat.objects.filter(game__device=device).values("player")
    )
    found: dict[str, datetime | None] = Erasure.objects.filter(
        of_list | own | Q(person__in=let_in)
    ).aggregate(at=Max("at"))
    return found["at"]


def deleted_games_of(device: Device, most: int = 8) -> list[Game]:
    """The games that a phone deleted and can bring back, the last deleted first."""
    return list(
        Game.objects.filter(device=device, deleted_at__isnull=False).order_by("-deleted_at")[:most]
    )


def names_known_to(device: Device | None, most: int = 60) -> list[str]:
    """Names to offer when a game starts: those of the phone's club first if it is in one, with
    whoever said that they come this evening before the others; then the phone's own.
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
        # Of all answers once, not of each person: a club of many years has tens of thousands.
        comes = ExpressionWrapper(Q(pk__in=tonight.values("player")), BooleanField())
        members = Player.listed.filter(club_id=device.club_id).alias(comes=comes)
        members = members.order_by("-comes", "-last_played_at", "name")[:most]
        names = [player.name for player in members] + names
    return list(dict.fromkeys(names))[:most]
