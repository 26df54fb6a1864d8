"""Create a club from its document, all or nothing, in slices between which others can write.

Until it is complete, the club has no owner and is invisible. If the import fails or is interrupted,
it is deleted.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import IO, TYPE_CHECKING, Any

from django.db import DatabaseError, transaction
from django.db.models import Model
from django.utils import timezone

from scoring.games.chain import reason_seal
from scoring.games.names.validation import tidy
from scoring.games.verifying.games import Counts
from scoring.models import Club, Device, Entry, Evening, Game
from scoring.rules import RuleError
from tournaments.actions.common import log
from tournaments.actions.sealing import seal_all
from tournaments.clubs.club_document import LARGEST
from tournaments.clubs.club_document.errors import (
    BAD_LINE,
    NO_CLUB,
    NOT_AS_WRITTEN,
    TAKEN,
    refused,
)
from tournaments.clubs.club_document.games import Games
from tournaments.clubs.club_document.lines import Line, lines_of
from tournaments.clubs.club_document.rows import Rows
from tournaments.exchange import BY_NAME, kinds
from tournaments.exchange.checking import read_text
from tournaments.exchange.json_ids import BROKEN, log_params, merged_rows
from tournaments.exchange.kinds import (
    AFTER_TOURNAMENTS,
    AT_ONCE,
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
    BadValueError,
    Kind,
    an_id,
)
from tournaments.exchange.slices import Slices, change_mark, delete_imported_club
from tournaments.exchange.writing import document
from tournaments.models import MatchGame, Role, Season, Stage, Tournament
from tournaments.seasons import formula as formulas
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked
from tournaments.verifying import difference_in

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

LONGEST_NAME = 120  # of an account
OF_GAMES = frozenset({GAME, ENTRY, EVENT, ROUND})
# The order of the kinds. Games with their content are one step, and so is each tournament with its
# own.
STEPS: Mapping[str, int] = {
    name: step
    for step, names in enumerate(
        [
            (PHONE,),
            (PERSON,),
            *((kind.name,) for kind in BEFORE_GAMES),
            tuple(OF_GAMES),
            (TOURNAMENT, *(kind.name for kind in OF_A_TOURNAMENT), LINE),
            *((kind.name,) for kind in AFTER_TOURNAMENTS),
            (MERGE,),
        ]
    )
    for name in names
}
WITHIN: Mapping[str, int] = {
    name: place
    for place, name in enumerate([TOURNAMENT, *(kind.name for kind in OF_A_TOURNAMENT), LINE])
}
PLAIN: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (*BEFORE_GAMES, *OF_A_TOURNAMENT, kinds.OF_LINE, *AFTER_TOURNAMENTS, kinds.OF_MERGE)
}
# Kinds that keep their id everywhere: the model, and the key of the id in a line
KEPT: Mapping[str, tuple[type[Model], str]] = {
    GAME: (Game, "id"),
    ENTRY: (Entry, "id"),
    TOURNAMENT: (Tournament, "id"),
    "evening": (Evening, "uid"),
    "season": (Season, "id"),
}


@dataclass
class Found:
    """A document's content: the club's name, the number of rows per kind, and whether a club here
    has the same name.
    """

    name: str
    public: bool
    rows: dict[str, int] = field(default_factory=dict)
    same_name: bool = False

    def __getattr__(self, kind: str) -> int:
        """The number of rows of a kind, for templates."""
        if kind.startswith("_"):
            raise AttributeError(kind)
        return self.rows.get(kind, 0)


def inspect_document(file: IO[bytes], most: int = LARGEST) -> Found:
    """Read a document to its end and summarise it. Writes nothing and takes no lock.

    Raises RuleError if it is invalid or damaged, or contains something that already exists here.
    """
    file.seek(0)
    lines = lines_of(file, most)
    values = _club_values(next(lines))
    found = Found(
        values["name"],
        values["public"],
        same_name=Club.objects.filter(name=values["name"]).exists(),
    )
    waiting: dict[str, list[Any]] = {kind: [] for kind in KEPT}
    for line in lines:
        if not isinstance(line, Line) or line.kind not in STEPS:
            raise refused("bad_line", BAD_LINE, line=getattr(line, "number", 1), field="kind")
        found.rows[line.kind] = found.rows.get(line.kind, 0) + 1
        if line.kind in KEPT:
            waiting[line.kind].append(_id_in(line))
            if len(waiting[line.kind]) >= AT_ONCE:
                _check_free(line.kind, waiting[line.kind])
                waiting[line.kind] = []
    for kind, ids in waiting.items():
        _check_free(kind, ids)
    return found


def _id_in(line: Line) -> Any:
    try:
        return an_id(line.row[KEPT[line.kind][1]])
    except (BadValueError, *BROKEN) as error:
        raise refused("bad_line", BAD_LINE, line=line.number, field="id") from error


def _check_free(kind: str, ids: Sequence[Any]) -> None:
    model, field_name = KEPT[kind]
    for taken in model._default_manager.filter(  # noqa: SLF001
        **{f"{field_name}__in": ids}
    ).values_list(field_name, flat=True)[:1]:
        raise refused("taken", TAKEN, what=f"{kind} {taken}")


def import_club(file: IO[bytes], by: "AbstractBaseUser | None" = None, most: int = LARGEST) -> Club:
    """Create a club from a document, owned by `by`. Recomputes every game and match.

    Raises RuleError with what is wrong; then nothing was created.
    """
    inspect_document(file, most)  # report damage first, without blocking anyone
    file.seek(0)
    reading = _Reading(by)
    try:
        with reading.slices:
            return reading.read(lines_of(file, most))
    except BaseException as error:
        # The first slice may have been rolled back with its club.
        left = (
            Club.objects.filter(pk=reading.slices.club.pk).first() if reading.slices.club else None
        )
        if left is not None:
            delete_imported_club(left)
        if isinstance(error, (DatabaseError, *BROKEN)):
            raise refused("not_as_written", NOT_AS_WRITTEN, what=type(error).__name__) from error
        raise


def _club_values(club: Any) -> dict[str, Any]:
    try:
        found = kinds.CLUB.values(club)
    except BadValueError as error:
        raise refused("no_club", NO_CLUB) from error
    if not found["name"] or tidy(found["name"]) != found["name"]:
        raise refused("no_club", NO_CLUB)
    return found


class _Reading:
    def __init__(self, by: "AbstractBaseUser | None") -> None:
        self.by = by
        self.step = 0
        self.place = 0  # within a tournament
        self.tournament: Tournament | None = None
        self.waiting: list[Any] = []
        self.kind: str = PHONE  # of the rows not saved yet
        self.slices = Slices()

    def read(self, lines: Iterator[Mapping[str, Any] | Line]) -> Club:
        values = _club_values(next(lines))
        club: Club
        (club,) = kinds.CLUB.save([Club(**values | {"public": False, "coming": timezone.now()})])
        self.slices.club = club
        self.rows = Rows(club)
        self.games = Games(self.rows, self.slices.breathe)
        number = 1
        try:
            for line in lines:
                if isinstance(line, Line):
                    number = line.number
                    self._line(line)
            self._next(len(STEPS))
        except BadValueError as error:
            raise refused("bad_line", BAD_LINE, line=number, field=error.field) from error
        self.rows.delete_placeholders(self.slices.breathe)
        # From here on the club is complete.
        Device.objects.filter(club=club, tournament__isnull=True).update(club=None)
        if self.by is not None:
            Role.objects.create(club=club, user_id=self.by.pk, name=Role.Name.OWNER)
        club.public, club.coming = values["public"], None
        club.read_in = change_mark(club)
        Club.objects.filter(pk=club.pk).update(
            public=club.public, coming=None, read_in=club.read_in
        )
        return club

    def _line(self, line: Line) -> None:
        kind, row = line.kind, line.row
        step = STEPS.get(kind, -1)
        if step < self.step:
            raise BadValueError("kind")
        if kind != self.kind or len(self.waiting) >= AT_ONCE:
            self._keep()
        if step > self.step:
            self._next(step)
        self.kind = kind
        if kind in OF_GAMES:
            self.games.read(kind, row)
        elif kind == TOURNAMENT:
            self._begin_tournament(row)
        else:
            self.waiting.append(row if kind in {PHONE, PERSON} else self._values(PLAIN[kind], row))
        self.slices.breathe()

    def _next(self, step: int) -> None:
        """Finish the steps before this one."""
        self._keep()
        before, self.step = self.step, step
        if before <= STEPS[PERSON] < step:
            self.rows.merge_people()
        if before <= STEPS[GAME] < step:
            self.games.finish()
        if before <= STEPS[TOURNAMENT] < step:
            self._end_tournament()
            self.rows.whole_document()

    def _keep(self) -> None:
        some, self.waiting = self.waiting, []
        if self.kind == PHONE:
            self.rows.phones(some)
        elif self.kind == PERSON:
            self.rows.people(some)
        elif some:
            self.rows.make(PLAIN[self.kind], some)

    def _go_on_to(self, kind: Kind) -> None:
        """Note where we are in a tournament, whose lines come in the order of `WITHIN`."""
        if self.tournament is None or WITHIN[kind.name] < self.place:
            raise BadValueError("kind")
        self.place = WITHIN[kind.name]

    def _values(self, kind: Kind, row: Any) -> dict[str, Any]:
        """Return a row's columns, with the club or tournament it belongs to."""
        if kind.name in WITHIN:
            self._go_on_to(kind)
        if kind.name == LINE:
            values = self._line_of_log(row)
        elif kind.name == MERGE:
            values = self._merge(row)
        else:
            values = self.rows.values(kind, row)
        if kind.way == "tournament" and self.tournament is not None:
            values["tournament_id"] = self.tournament.pk
        elif kind.way == "club":
            values["club_id"] = self.rows.club.pk
        if kind.name == "season":
            _check_formula(values["formula"])
        if kind.name == "match_game" and not self.rows.games.get(values["game_id"], True):
            raise BadValueError("game")
        return values

    # Tournaments
    # ----------------------------------------------------------------------------------------------

    def _begin_tournament(self, row: Any) -> None:
        self._end_tournament()
        values = self.rows.values(kinds.OF_TOURNAMENT, row)
        if values["id"] in self.rows.keys.get(TOURNAMENT, ()):
            raise BadValueError("id")
        self.rows.next_tournament(OF_A_TOURNAMENT)
        Device.objects.filter(pk=values["desk_id"]).update(club=self.rows.club)
        self.rows.make(kinds.OF_TOURNAMENT, [values | {"club_id": self.rows.club.pk}])
        self.tournament, self.place = Tournament.objects.get(pk=values["id"]), 0

    def _line_of_log(self, row: Any) -> dict[str, Any]:
        values = self.rows.values(kinds.OF_LINE, row, "params", "by")
        by, params = row["by"], row["params"]
        if not isinstance(by, str) or len(by) > LONGEST_NAME or not isinstance(params, dict):
            raise BadValueError("by")
        try:
            converted = log_params(params, self.rows.key)
        except BROKEN as error:
            raise BadValueError("params") from error
        return values | {
            "params": converted | ({BY_NAME: by} if by else {}),
            "reason_seal": reason_seal(values["reason"]),
        }

    def _end_tournament(self) -> None:
        """Seal it, and check that its pages can be shown and its results match its games."""
        tournament, self.tournament = self.tournament, None
        if tournament is None:
            return
        with self.slices.apart():
            self._check_and_seal(tournament)

    def _check_and_seal(self, tournament: Tournament) -> None:
        name = tournament.name
        _check_games(tournament)
        with transaction.atomic():
            seal_all(tournament.pk)
        try:
            read_text(json.dumps(document(tournament)))
            for stage in Stage.objects.filter(tournament=tournament).select_related("tournament"):
                _rank(stage)
        except RuleError as error:
            first = error.mistakes[0]
            raise refused(
                "not_as_written", NOT_AS_WRITTEN, what=f"{name}, {first.field}: {first.message}"
            ) from error
        except BROKEN as error:
            raise refused("not_as_written", NOT_AS_WRITTEN, what=name) from error
        wrong = difference_in(Tournament.objects.get(pk=tournament.pk), Counts())
        if wrong is not None:
            raise refused("not_as_written", NOT_AS_WRITTEN, what=str(wrong))
        with transaction.atomic():
            log(tournament, "imported", self.by)
            # This site adds the log line: keep the version that the document has.
            Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version)

    # Merges
    # ----------------------------------------------------------------------------------------------

    def _merge(self, row: Any) -> dict[str, Any]:
        values = self.rows.values(kinds.OF_MERGE, row, "rows")
        try:
            rows = merged_rows(row["rows"], self.rows.key, self._a_game)
        except BROKEN as error:
            raise BadValueError("rows") from error
        if set(rows) != set(row["rows"]):
            raise BadValueError("rows")
        return values | {"rows": rows}

    def _a_game(self, raw: Any) -> str:
        return str(self.rows.key(GAME, raw))


def _check_games(tournament: Tournament) -> None:
    """Raise RuleError if a match has a game that another desk began."""
    rows = MatchGame.objects.filter(
        match__session_round__stage__tournament=tournament, game__isnull=False
    )
    for row in islice(rows.exclude(game__device=tournament.desk_id), 1):
        raise refused(
            "not_as_written", NOT_AS_WRITTEN, what=f"{tournament.name}, game {row.game_id}"
        )


def _check_formula(formula: Any) -> None:
    try:
        formulas.read(formula)
    except (RuleError, *BROKEN) as error:
        raise BadValueError("formula") from error


def _rank(stage: Stage) -> None:
    """Compute the standings its pages need. A bye without a value is not an error here."""
    try:
        ranked(history_of(stage))
    except RuleError:
        return
