"""Preview an import: who is new, which games are added, what is rejected. Writes nothing."""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, QuerySet
from django.utils import timezone

from scoring.games import chain
from scoring.games.database import batched
from scoring.games.names.validation import alike, check_names
from scoring.games.nights import night_of
from scoring.models import Club, Game, ImportedGame, Round, Seat
from scoring.rules import Mistake, RuleError
from scoring.rules.record import ScoreRecord
from scoring.rules.words import gettext_noop
from tournaments.clubs.actions.imports.name_matching import Names
from tournaments.clubs.imports import GameLine, Reading, Refused
from tournaments.clubs.imports.people import FORM as PEOPLE

MOST_GAMES = 1_000  # per file uploaded on a page
MOST_PEOPLE = 1_000
MOST_ROUNDS = 15_000  # an evening at one table has thirty
AT_ONCE = 500  # ids per query
EVENING = time(20)  # assumed start of a game with a date only
BETWEEN, EVENING_LASTS = timedelta(minutes=1), timedelta(hours=8)
IMPORTED = gettext_noop("This game was imported before.")
WRITTEN = gettext_noop("This game is already recorded, with the same rounds.")
LATER = gettext_noop("This day is in the future.")
TWICE = gettext_noop("This game is in the file twice.")
DUPLICATES = {"imported_before": IMPORTED, "written_already": WRITTEN, "twice": TWICE}


@dataclass(frozen=True)
class PlannedGame:
    """A game to be created. `players`: ids of people in the list, or keys of new people."""

    line: int
    record: ScoreRecord
    names: Sequence[str]
    players: tuple[int | str, ...]
    at: datetime
    digest: str
    has_day: bool  # whether the file gives the date


@dataclass
class Plan:
    """What importing a file would do."""

    club: Club
    form: str
    names: Names
    games: list[PlannedGame] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    left_out: tuple[str, ...] = ()

    @property
    def duplicates(self) -> list[Refused]:
        return [one for one in self.refused if one.mistake.code in DUPLICATES]

    @property
    def wrong(self) -> list[Refused]:
        return [one for one in self.refused if one.mistake.code not in DUPLICATES]

    @property
    def loses_games(self) -> bool:
        """Whether mistakes leave games out: always, but in a list of people."""
        return bool(self.wrong) and self.form != PEOPLE

    @property
    def empty(self) -> bool:
        """Whether nothing would be imported."""
        return not (self.games or self.names.new or self.names.alias_targets)

    @property
    def needs_day(self) -> bool:
        """Whether the file lacks the date of some games."""
        return any(not game.has_day for game in self.games)

    @property
    def rounds(self) -> int:
        return sum(len(game.record.rounds) for game in self.games)


def preview_import(
    club: Club,
    reading: Reading,
    *,
    day: date | None = None,
    same: Collection[str] = (),
    other_people: Collection[str] = (),
    most: int | None = MOST_GAMES,
) -> Plan:
    """Preview an import into a club: at most nine queries per five hundred games.

    `day`: date of games without one in the file, by default tonight. `same`: pairs confirmed as the
    same person, by `Question.key`. `other_people`: names of the list that mean someone else in this
    file, folded by `alike`. Raises RuleError if the file is too large, or if an answer is to a
    question that is no longer asked.
    """
    if most is not None:
        _check_size(reading, most)
    names = Names.of(club, other_people)
    refused = [*reading.refused, *names.add_people(reading.people)]
    typed = _typed_games(reading.games, names, refused)
    names.check_other_people()
    names.find_doubles(same, [set(keys) for _line, _people, keys in typed])
    plan = Plan(club, reading.form, names, refused=refused, left_out=reading.left_out)
    times = _times([line for line, _people, _keys in typed], day or night_of(timezone.now()))
    for (line, people, keys), at in zip(typed, times, strict=True):
        if at is None:
            plan.refused.append(Refused(line.line, Mistake("bad_date", "date", LATER)))
            continue
        players = tuple(names.who(key) for key in keys)
        if len(set(players)) < len(players):
            text = gettext_noop("The same person would sit here twice.")
            plan.refused.append(Refused(line.line, Mistake("two_people", "players", text)))
            continue
        digest = _digest(line, people)
        plan.games.append(
            PlannedGame(line.line, line.record, people, players, at, digest, line.at is not None)
        )
    _leave_out_duplicates(plan)
    plan.refused.sort(key=lambda one: one.line or 0)
    return plan


def _typed_games(
    lines: Iterable[GameLine], names: Names, refused: list[Refused]
) -> list[tuple[GameLine, list[str], list[str]]]:
    """Return the games whose names are valid, each with its names and their keys."""
    typed: list[tuple[GameLine, list[str], list[str]]] = []
    for line in lines:
        try:
            people = _people_of(line)
        except RuleError as error:
            refused += [Refused(line.line, mistake) for mistake in error.mistakes]
        else:
            typed.append((line, people, [names.add(name) for name in people]))
    return typed


def _check_size(reading: Reading, most: int) -> None:
    """Raise RuleError if this is more than one file may contain."""
    rounds = sum(len(game.record.rounds) for game in reading.games)
    for found, many, text in (
        (
            len(reading.games),
            most,
            gettext_noop("At most %(most)s games at once; there are %(found)s here."),
        ),
        (
            rounds,
            MOST_ROUNDS,
            gettext_noop("At most %(most)s rounds at once; there are %(found)s here."),
        ),
        (
            len(reading.people),
            MOST_PEOPLE,
            gettext_noop("At most %(most)s people at once; there are %(found)s here."),
        ),
    ):
        if found > many:
            raise RuleError([Mistake("too_many", "file", text, {"most": many, "found": found})])


def _people_of(line: GameLine) -> list[str]:
    """Return a game's names, trimmed. Raises RuleError for an invalid name or a game without
    rounds.
    """
    if not line.record.rounds:
        text = gettext_noop("This game has no rounds, so there is nothing to import.")
        raise RuleError([Mistake("no_rounds", "rounds", text)])
    people = check_names(line.record.rules.variant, line.record.players)
    if not all(people):
        raise RuleError([Mistake("empty_name", "players", gettext_noop("A player has no name."))])
    return people


def _times(lines: Sequence[GameLine], day: date) -> list[datetime | None]:
    """Return the start of each game, None if in the future. Games of the same date keep the order
    of the file.
    """
    now = timezone.now()
    days = [line.at if line.at is not None else day for line in lines]
    of_day = Counter(one for one in days if not isinstance(one, datetime))
    seen: Counter[date] = Counter()
    found: list[datetime] = []
    for one in days:
        if isinstance(one, datetime):
            found.append(one if timezone.is_aware(one) else timezone.make_aware(one))
        else:
            found.append(_time_in_evening(one, seen[one], of_day[one], now))
            seen[one] += 1
    return [at if at <= now + timedelta(minutes=5) else None for at in found]


def _time_in_evening(day: date, before: int, games: int, now: datetime) -> datetime:
    """Return the start of a game of a day, one of so many, after `before` others."""
    at = timezone.make_aware(datetime.combine(day, EVENING)) + before * min(
        BETWEEN, EVENING_LASTS / games
    )
    if at > now and day <= night_of(now):  # this evening, before eight
        return now - (games - before - 1) * timedelta(seconds=1)
    return at


def _digest(line: GameLine, people: Sequence[str]) -> str:
    record = line.record
    content: dict[str, Any] = {
        "at": line.at.isoformat() if line.at is not None else None,
        "variant": record.rules.variant,
        "settings": record.rules.settings(),
        "players": [alike(name) for name in people],
        "rounds": [played.to_data() for played in record.rounds],
    }
    return hashlib.sha256(chain.canonical(content)).hexdigest()


# Duplicate games
# ---------------------------------------------------------------------------------------


def _leave_out_duplicates(plan: Plan) -> None:
    """Remove games that were imported or played in the club before, or occur twice in the file."""
    before = already_imported(plan.club, [game.digest for game in plan.games])
    written = _recorded_at_tables(plan)
    seen: set[str] = set()
    kept = []
    for game in plan.games:
        code = (
            "imported_before"
            if game.digest in before
            else "twice"
            if game.digest in seen
            else "written_already"
            if game.digest in written
            else ""
        )
        seen.add(game.digest)
        if code:
            plan.refused.append(Refused(game.line, Mistake(code, "game", DUPLICATES[code])))
        else:
            kept.append(game)
    plan.games = kept


def already_imported(club: Club, digests: Iterable[str]) -> set[str]:
    """Return which of these games have been imported into the club before."""
    found: set[str] = set()
    for some in batched(digests, AT_ONCE):
        found.update(
            ImportedGame.objects.filter(club=club, digest__in=some).values_list("digest", flat=True)
        )
    return found


def _are_all_known(game: PlannedGame) -> bool:
    return all(isinstance(player, int) for player in game.players)


def _recorded_at_tables(plan: Plan) -> set[str]:
    """Return the digests of games that a table of the club recorded: same people in the same seats,
    same rounds and, if the file gives the date, same night.
    """
    wanted = [game for game in plan.games if _are_all_known(game)]
    if not wanted:
        return set()
    by_seats = _tables_by_seats(_games_near(plan.club, wanted))
    pairs = [
        (game, table.game)
        for game in wanted
        for table in by_seats.get(game.players, ())
        if table.may_be(game)
    ]
    rounds = _rounds_of({pk for _game, pk in pairs})

    def is_same(game: PlannedGame, pk: UUID) -> bool:
        return rounds.get(pk) == [one.to_data() for one in game.record.rounds]

    return {game.digest for game, pk in pairs if is_same(game, pk)}


class _AtTable(NamedTuple):
    """A game that a table of the club recorded."""

    game: UUID
    began: datetime
    n_rounds: int

    def may_be(self, planned: PlannedGame) -> bool:
        """Return whether the number of rounds and, if the file gives the date, the night match."""
        same_night = not planned.has_day or night_of(self.began) == night_of(planned.at)
        return same_night and self.n_rounds == len(planned.record.rounds)


def _games_near(club: Club, planned: Sequence[PlannedGame]) -> QuerySet[Game]:
    """Return the club's games from about the dates of these ones; all, if a date is missing."""
    games = Game.objects.filter(club=club, deleted_at__isnull=True)
    if not all(game.has_day for game in planned):
        return games
    times = [game.at for game in planned]
    day = timedelta(days=1)
    return games.filter(started_at__range=(min(times) - day, max(times) + day))


def _tables_by_seats(games: QuerySet[Game]) -> dict[tuple[int | str | None, ...], list[_AtTable]]:
    """Return these games by their players in seat order. Two queries."""
    seats: dict[UUID, list[int | str | None]] = {}
    rows = Seat.objects.filter(game__in=games).order_by("game", "number")
    for game, player in rows.values_list("game", "player").iterator():
        seats.setdefault(game, []).append(player)
    found: dict[tuple[int | str | None, ...], list[_AtTable]] = {}
    counted = games.annotate(n=Count("rounds")).values_list("pk", "started_at", "n")
    for game, began, n_rounds in counted:
        found.setdefault(tuple(seats.get(game, ())), []).append(_AtTable(game, began, n_rounds))
    return found


def _rounds_of(games: Collection[UUID]) -> dict[UUID, list[Any]]:
    found: dict[UUID, list[Any]] = {}
    for some in batched(games, AT_ONCE):
        rows = Round.objects.filter(game__in=some).order_by("game", "number")
        for game, data in rows.values_list("game", "entry__data"):
            found.setdefault(game, []).append(data)
    return found
