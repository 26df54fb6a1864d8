"""Who took which place: in a tournament that is over, and at a club's tables on one evening."""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from uuid import UUID

from django.db.models import Q

from scoring.evenings.nights import night_of, start_of
from scoring.models import Seat
from scoring.rules import VARIANTS
from scoring.statistics.games import drawn_games
from tournaments.models import Stage
from tournaments.pairing.formats import FORMATS
from tournaments.seasons.table import Result
from tournaments.stage.history import history_of
from tournaments.stage.outcomes import outcomes_of
from tournaments.stage.ranking import entered_of, ranked
from tournaments.standings.lines import ABSENT, Number

MOST_KEPT = 500  # tournaments
A_WIN, A_LEVEL_GAME = 2, 1  # victory points of an evening at home tables


@lru_cache(maxsize=MOST_KEPT)
def places_in(tournament: UUID, version: int) -> Mapping[int, Result]:  # noqa: ARG001 - as it is at this version
    """What every entrant did who was there, by id, over all stages: computed once for a version of the tournament.

    Who got into a later stage is before all who did not; the latter stand in the order of the last stage they were in,
    and share a place with those of the same rank in other groups; but all of a division are before the next one.
    """
    reached: dict[int, tuple[int, int, str, int]] = {}
    victory: dict[int, Number] = {}
    present: set[int] = set()
    for stage in Stage.objects.filter(tournament=tournament).select_related("tournament"):
        history = history_of(stage, drafts=False)
        entered = entered_of(history, outcomes_of(history))
        carried = {one.id: one.carried_points for one in entered}
        present |= {one.id for one in entered if any(line.kind != ABSENT for line in one.lines)}
        for row in ranked(history, entered):
            division = row.group if FORMATS[stage.format].has_divisions else ""
            reached[row.id] = (-stage.number, len(division), division, row.rank)
            victory[row.id] = victory.get(row.id, 0) + row.points - carried[row.id]
    order = sorted(reached[who] for who in present)
    first = {key: at for at, key in reversed(list(enumerate(order, start=1)))}
    return {who: Result(first[reached[who]], victory[who]) for who in present}


@dataclass
class _Tally:
    """What somebody did on one evening."""

    won: int = 0
    level: int = 0
    ahead: int = 0


@dataclass(frozen=True)
class HomeSeat:
    """Somebody's seat in a game that is over; `level`: several sides share its first place."""

    game: UUID
    at: datetime.datetime
    variant: str
    number: int
    player: int | None
    place: int
    total: int | None
    level: bool = False


def home_seats(club: int, nights: Collection[datetime.date]) -> list[HomeSeat]:
    """All seats of the club's games at home tables that began on one of these nights and are over: two
    queries at most.
    """
    during = Q(pk__in=[])
    for night in nights:
        until = start_of(night + datetime.timedelta(days=1))
        during |= Q(game__started_at__gte=start_of(night), game__started_at__lt=until)
    seats = Seat.objects.filter(
        during, game__club=club, game__of_match=False, game__deleted_at__isnull=True, place__isnull=False
    )
    columns = ("game", "game__started_at", "game__variant", "number", "player", "place", "total")
    rows = list(seats.order_by("game", "number").values_list(*columns))
    drawn = drawn_games((game, variant, number, place) for game, _at, variant, number, _who, place, _total in rows)
    return [replace(HomeSeat(*row), level=row[0] in drawn) for row in rows]


def evenings(seats: Iterable[HomeSeat]) -> dict[datetime.date, dict[int, Result]]:
    """What everybody did whose name is known, by night: ranked by games won, then by how many points they were ahead.
    Pure.
    """
    games: dict[UUID, list[HomeSeat]] = {}
    for seat in seats:
        games.setdefault(seat.game, []).append(seat)
    tallies: dict[datetime.date, dict[int, _Tally]] = {}
    for sat in games.values():
        of_night = tallies.setdefault(night_of(sat[0].at), {})
        for seat in sat:
            if seat.player is not None:
                tally = of_night.setdefault(seat.player, _Tally())
                tally.won += seat.place == 1 and not seat.level
                tally.level += seat.place == 1 and seat.level
                tally.ahead += _ahead(seat, sat)
    return {night: _placed(of_night) for night, of_night in tallies.items() if of_night}


def _ahead(seat: HomeSeat, sat: Sequence[HomeSeat]) -> int:
    """By how many points they were ahead of the best of the others; 0 in games of ranks."""
    in_teams = VARIANTS[seat.variant].has_teams
    others = [one for one in sat if one is not seat and not (in_teams and one.number % 2 == seat.number % 2)]
    best = max((one.total for one in others if one.total is not None), default=None)
    return 0 if seat.total is None or best is None else seat.total - best


def _placed(tallies: Mapping[int, _Tally]) -> dict[int, Result]:
    order = sorted(((one.won, one.ahead) for one in tallies.values()), reverse=True)
    first = {key: at for at, key in reversed(list(enumerate(order, start=1)))}
    return {
        who: Result(first[one.won, one.ahead], A_WIN * one.won + A_LEVEL_GAME * one.level)
        for who, one in tallies.items()
    }
