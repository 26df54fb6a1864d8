"""Export a club as a document: the same bytes for the same club on every database engine."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any
from uuid import UUID

from django.db.models import F, Q

from scoring.games.actions.chaining import SEATS, SET_UP
from scoring.games.database import batched, consistent_read
from scoring.games.verifying.games import broken_chain
from scoring.models import (
    Club,
    Device,
    Entry,
    Game,
    GameEvent,
    Merge,
    Player,
    Round,
    Seat,
    TwoPeople,
)
from tournaments.clubs.club_document.errors import BROKEN, refused
from tournaments.clubs.club_document.lines import Target, Writer
from tournaments.exchange import kinds
from tournaments.exchange.json_ids import PLAYERS, event_data, log_params, merged_rows, people_in
from tournaments.exchange.kinds import (
    AFTER_TOURNAMENTS,
    BEFORE_GAMES,
    ENTRY,
    EVENT,
    GAME,
    LINE,
    MERGE,
    OF_A_TOURNAMENT,
    PERSON,
    PHONE,
    ROUND,
    TOURNAMENT,
    Kind,
)
from tournaments.exchange.log_writing import named_lines
from tournaments.models import LogLine, Place, Remark, Tournament
from tournaments.verifying import broken_seals

AT_ONCE = 200  # games read at a time
ROWS = 2000
# Rows with auto-increment keys are in order of creation; these are sorted by content, because their
# keys have no order.
ORDER: dict[str, tuple[Any, ...]] = {
    "season": ("first", "pk"),
    "season_event": (
        "season__first",
        "season_id",
        F("tournament_id").asc(nulls_last=True),
        "night",
    ),
}


def write_club(club: Club, file: Target) -> int:
    """Write a consistent snapshot of a club while it stays in use. Return the number of rows.

    Raises RuleError if a game or tournament does not match its entries. That is found while
    writing, so the file is then truncated and cannot be imported.
    """
    with consistent_read():
        return _Writing(Club.objects.get(pk=club.pk), file).write()


class _Writing:
    def __init__(self, club: Club, file: Target) -> None:
        self.club = club
        self.writer = Writer(file, kinds.CLUB.row(club, self.number))
        self.numbers: dict[str, dict[Any, int]] = {}
        ours = Q(club=club, deleted_at__isnull=True) | Q(
            match_game__match__session_round__stage__tournament__club=club
        )
        self.games = list(
            Game.objects.filter(ours).order_by("started_at", "pk").values_list("pk", flat=True)
        )
        self.known = frozenset(self.games)
        self.tournaments = list(Tournament.objects.filter(club=club).order_by("created_at", "pk"))

    def write(self) -> int:
        self._phones()
        self._people()
        for kind in BEFORE_GAMES:
            self._rows(kind, self._two_people() if kind.model is TwoPeople else self._of_club(kind))
        for some in batched(self.games, AT_ONCE):
            self._games(some)
        for tournament in self.tournaments:
            self._tournament(tournament)
        for kind in AFTER_TOURNAMENTS:
            self._rows(kind, self._of_club(kind, *ORDER[kind.name]))
        self._merges()
        self.writer.end()
        return self.writer.rows

    def number(self, kind: str, key: Any) -> Any:
        """Return a row's number in the document, or its id if the kind keeps ids. None if it is not
        included.
        """
        if kind == GAME:
            return key if key in self.known else None
        if kind in {TOURNAMENT, "season"}:
            return key
        return self.numbers.get(kind, {}).get(key)

    def _note(self, kind: str, key: Any) -> None:
        numbers = self.numbers.setdefault(kind, {})
        numbers[key] = len(numbers) + 1

    # Phones and people
    # -------------------------------------------------------------------------------------

    def _phones(self) -> None:
        """Write all phones that rows refer to, without their keys."""
        found = {one.desk_id for one in self.tournaments}
        for some in batched(self.games, AT_ONCE):
            found |= set(Game.objects.filter(pk__in=some).values_list("device", flat=True))
            for model in (Entry, GameEvent):
                rows = model.objects.filter(game__in=some, by_device__isnull=False).order_by()
                found |= {key for key in rows.values_list("by_device", flat=True).distinct() if key}
        found |= self._referenced(PHONE)
        remarks = Remark.objects.filter(
            match__session_round__stage__tournament__club=self.club, device__isnull=False
        )
        found |= set(remarks.order_by().values_list("device", flat=True).distinct())
        existing = dict(_by_keys(Device.objects.values_list("pk", "kind"), found))
        for key in sorted(found):
            self._note(PHONE, key)
            self.writer.add(PHONE, existing.get(key))

    def _people(self) -> None:
        """Write the club's list and everyone else rows refer to. Deleted people have no name."""
        players = {one.pk: one for one in Player.objects.filter(club=self.club)}
        deleted = self._referenced_people() - players.keys()
        deleted -= set(
            _by_keys(Player.objects.values_list("pk", flat=True), deleted)
        )  # people of other lists are not exported
        for key in sorted(players.keys() | deleted):
            self._note(PERSON, key)
        for key in self.numbers.get(PERSON, {}):
            one = players.get(key)
            self.writer.add(PERSON, None if one is None else self._row(kinds.OF_PERSON, one))

    def _referenced_people(self) -> set[int]:
        found = self._people_in_events() | self._referenced(PERSON)
        lines = LogLine.objects.filter(tournament__club=self.club, params__has_any_keys=[*PLAYERS])
        for params in lines.values_list("params", flat=True):
            found |= {params[key] for key in PLAYERS if params.get(key)}
        places = Place.objects.filter(
            session_round__stage__tournament__club=self.club, people__isnull=False
        )
        for people in places.values_list("people", flat=True):
            found |= set(people or ())
        for rows in Merge.objects.filter(club=self.club).values_list("rows", flat=True):
            found |= set(rows.get("scoring.Player", ()))
        return found

    def _people_in_events(self) -> set[int]:
        found: set[int] = set()
        for some in batched(self.games, AT_ONCE):
            events = GameEvent.objects.filter(game__in=some, action__in=(SEATS, *SET_UP)).order_by()
            for action, data in events.values_list("action", "data"):
                found |= people_in(action, data)
        return found

    def _referenced(self, of: str) -> set[int]:
        """Return the phones or people that rows of the club itself refer to."""
        return {
            key
            for kind in (*BEFORE_GAMES, kinds.OF_MERGE)
            if kind.way == "club"
            for name, other in kind.refs.items()
            if other == of
            for key in self._of_club(kind).values_list(name, flat=True)
        }

    def _two_people(self) -> Iterable[TwoPeople]:
        own = Player.objects.filter(club=self.club).values("pk")
        return TwoPeople.objects.filter(first__in=own, second__in=own).order_by("first", "second")

    # Rows of any kind
    # --------------------------------------------------------------------------------------------

    def _of_club(self, kind: Kind, *order: Any) -> Any:
        return kind.model._default_manager.filter(**{kind.way: self.club}).order_by(  # noqa: SLF001
            *(order or ("pk",))
        )

    def _rows(self, kind: Kind, rows: Any) -> None:
        for one in rows.iterator(chunk_size=ROWS) if hasattr(rows, "iterator") else rows:
            self._note(kind.name, one.pk)
            self.writer.add(kind.name, self._row(kind, one))

    def _row(self, kind: Kind, one: Any) -> dict[str, Any]:
        return kind.row(one, self.number) | {
            name: self.number(of, getattr(one, kind.columns[name].attname))
            for name, of in kind.refs.items()
        }

    # Games
    # ----------------------------------------------------------------------------------------------

    def _games(self, some: Sequence[UUID]) -> None:
        seats = _by_game(Seat.objects.filter(game__in=some).order_by("game", "number"))
        entries = _by_game(Entry.objects.filter(game__in=some).order_by("game", "position"))
        events = _by_game(GameEvent.objects.filter(game__in=some).order_by("game", "position"))
        rounds = _by_game(Round.objects.filter(game__in=some).order_by("game", "number"))
        games = Game.objects.in_bulk(some)
        for pk in some:
            game = games[pk]
            written = sorted(
                [*entries.get(pk, []), *events.get(pk, [])], key=lambda row: row.position or 0
            )
            wrong = broken_chain(game, written, seats.get(pk, []))
            if wrong is not None:
                raise refused("broken", BROKEN, what=str(wrong))
            row = self._row(kinds.OF_GAME, game)
            row["rematch_of"] = self.number(GAME, game.rematch_of_id)
            row["seats"] = [self.number(PERSON, seat.player_id) for seat in seats.get(pk, [])]
            self.writer.add(GAME, row)
            for one in written:
                self._written(one)
            for one in rounds.get(pk, []):
                self.writer.add(ROUND, self._row(kinds.OF_ROUND, one) | {"entry": one.entry_id})

    def _written(self, one: Any) -> None:
        phone = {"phone": self.number(PHONE, one.by_device)}
        if isinstance(one, Entry):
            about = {
                "replaces": one.replaces_id,
                "about": one.about_id,
                "settled_by": one.settled_by_id,
            }
            self.writer.add(ENTRY, self._row(kinds.OF_ENTRY, one) | about | phone)
        else:
            data = {"data": event_data(one.action, one.data, self.number)}
            self.writer.add(EVENT, self._row(kinds.OF_EVENT, one) | data | phone)

    # Tournaments
    # ----------------------------------------------------------------------------------------------

    def _tournament(self, tournament: Tournament) -> None:
        wrong = broken_seals(tournament)
        if wrong is not None:
            raise refused("broken", BROKEN, what=str(wrong))
        self.writer.add(TOURNAMENT, self._row(kinds.OF_TOURNAMENT, tournament))
        for kind in OF_A_TOURNAMENT:
            rows = kind.model._default_manager.filter(**{kind.way: tournament}).order_by("pk")  # noqa: SLF001
            self._rows(kind, rows)
        for line, by, params in named_lines(tournament):
            fields = {"params": log_params(params, self.number), "by": by}
            self.writer.add(LINE, self._row(kinds.OF_LINE, line) | fields)

    # Merges
    # ----------------------------------------------------------------------------------------------

    def _merges(self) -> None:
        for one in Merge.objects.filter(club=self.club).order_by("pk"):
            rows = merged_rows(one.rows, self.number, self._a_game)
            self.writer.add(MERGE, self._row(kinds.OF_MERGE, one) | {"rows": rows})

    def _a_game(self, key: str) -> str | None:
        return UUID(key).hex if UUID(key) in self.known else None


def _by_keys(rows: Any, keys: Collection[int]) -> Iterator[Any]:
    for some in batched(sorted(keys), AT_ONCE):
        yield from rows.filter(pk__in=some)


def _by_game(rows: Iterable[Any]) -> dict[UUID, list[Any]]:
    found: dict[UUID, list[Any]] = {}
    for row in rows:
        found.setdefault(row.game_id, []).append(row)
    return found
