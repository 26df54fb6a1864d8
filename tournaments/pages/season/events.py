"""The events of a season in order: those played and public, and the number still to come."""

import datetime
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import filterfalse
from uuid import UUID

from django.utils import timezone

from scoring.games.database import batched
from scoring.games.nights import night_of
from scoring.models import Player
from scoring.people.statistics.club import (
    SeatedPlayer,
    at_home,
    by_night,
    by_person,
    games_in,
)
from tournaments.models import Member, Season, SeasonEvent, Stage, Tournament
from tournaments.pages.next_action import current_state
from tournaments.pairing.formats import FORMATS
from tournaments.seasons.formula import Formula, read
from tournaments.seasons.table import Event, Result, with_percent, without
from tournaments.stage.final_ranking import placed
from tournaments.stage.history import history_of
from tournaments.stage.outcomes import outcomes_of
from tournaments.stage.ranking import Ranked, entered_of, ranked
from tournaments.standings.criteria.boards import values_of
from tournaments.standings.duplicate.board_results import BoardResult
from tournaments.standings.duplicate.values import Values
from tournaments.standings.field import Field
from tournaments.standings.lines import ABSENT, VOID, Entered, Number
from tournaments.standings.sums import total


@dataclass(frozen=True)
class Held:
    """An event that counts.

    `tournament` is None for an evening at home tables, `event` before it is played.
    """

    day: datetime.date
    tournament: Tournament | None = None
    event: Event | None = None


@dataclass(frozen=True)
class Course:
    """A season's events: those played, oldest first; chosen ones whose results are not public yet;
    and the number to come, which includes them.
    """

    played: Sequence[Held]
    open: Sequence[Held]
    coming: int
    final_to_come: bool
    shielded: Mapping[int, str]

    @property
    def events(self) -> list[Event]:
        return [held.event for held in self.played if held.event is not None]

    @property
    def all(self) -> int:
        return len(self.played) + self.coming


def course_of(season: Season) -> Course:
    """Return a season's events.

    Three queries, one more without guests, and about ten for each tournament version that is not
    cached.
    """
    return courses_of([season])[season.pk]


def courses_of(seasons: Collection[Season]) -> dict[UUID, Course]:
    """Return the events of seasons of one club, by season: as many queries as for a single one, for
    every 300 evenings one more. The aliases are those of all of them.
    """
    chosen = _chosen(seasons)
    tournaments = {one.pk: one for some, _ in chosen.values() for one in some}
    events, aliases = events_of([one for one in tournaments.values() if is_public(one)])
    nights = {night for _, nights in chosen.values() for night in nights}
    club = next((season.club_id for season in seasons), 0)
    held = _held_evenings(club, nights)
    formulas = {season.pk: read(season.formula) for season in seasons}
    guests = _guests_of(club) if any(one.guests_out for one in formulas.values()) else ()

    def course(season: Season) -> Course:
        own_tournaments, own_nights = chosen[season.pk]
        return _course(
            season,
            own_tournaments,
            [held[night] for night in own_nights if night in held],
            events,
            aliases,
            partial(_counted, formulas[season.pk], guests),
        )

    return {season.pk: course(season) for season in seasons}


def _guests_of(club: int) -> Collection[int]:
    return frozenset(Player.objects.filter(club=club, guest=True).values_list("pk", flat=True))


def _counted(formula: Formula, guests: Collection[int], held: Held) -> Held | None:
    """Return an event as a season counts it; None if it does not."""
    event = held.event
    if event is None or (held.tournament is None and event.games < formula.least):
        return None
    if formula.guests_out:
        event = without(event, guests)
    if formula.is_mean:
        event = with_percent(event)
    return replace(held, event=event) if event.results else None


def _course(
    season: Season,
    tournaments: Sequence[Tournament],
    held: Sequence[Held],
    events: Mapping[UUID, Event],
    aliases: Mapping[int, str],
    counted: Callable[[Held], Held | None],
) -> Course:
    over = [Held(day_of(one), one, events.get(one.pk)) for one in filter(is_public, tournaments)]
    played = sorted(
        filter(None, map(counted, (*over, *held))),
        key=lambda one: (one.day, str(one.tournament and one.tournament.created_at)),
    )
    still = sorted(
        (Held(day_of(one), one) for one in filterfalse(is_public, tournaments)),
        key=lambda one: one.day,
    )
    coming = to_come(season, len(played), len(still))
    if played and not coming and len(played) >= season.planned:
        played[-1] = _as_final(played[-1])
    return Course(played, still, coming, bool(coming), aliases)


def _chosen(
    seasons: Iterable[Season],
) -> dict[UUID, tuple[list[Tournament], list[datetime.date]]]:
    """Return the tournaments that people can see, and the nights, that count, by season. One
    query.
    """
    found: dict[UUID, tuple[list[Tournament], list[datetime.date]]]
    found = {season.pk: ([], []) for season in seasons}
    for one in SeasonEvent.objects.filter(season__in=found).select_related("tournament"):
        tournaments, nights = found[one.season_id]
        if one.tournament is not None and one.tournament.state != Tournament.State.DRAFT:
            tournaments.append(one.tournament)
        if one.night is not None:
            nights.append(one.night)
    return found


MOST_NIGHTS = 300  # of one query: SQLite allows a condition of a thousand parts


def _held_evenings(club: int, nights: Collection[datetime.date]) -> dict[datetime.date, Held]:
    """Return the evenings at home tables on these nights. One query if there are any."""
    found: dict[datetime.date, Held] = {}
    for some in batched(sorted(nights), MOST_NIGHTS):
        seats = at_home(club, some)
        games = {night: games_in(of_night) for night, of_night in by_night(seats).items()}
        for night, places in evenings(seats).items():
            found[night] = Held(night, None, Event(len(places), places, games=games[night]))
    return found


def _as_final(held: Held) -> Held:
    return replace(held, event=replace(held.event, final=True)) if held.event else held


def to_come(season: Season, played: int, chosen: int) -> int:
    """Return how many events are to come: the planned ones not played yet, at least those already
    chosen; after the last day only these. Evenings in a calendar would be counted here only.
    """
    if timezone.localdate() > season.last:
        return chosen
    return max(season.planned - played, chosen)


def is_public(tournament: Tournament) -> bool:
    """Whether a tournament's results are public: it is over, and so is its prize-giving.

    `Host.told` is the same for its games.
    """
    return tournament.state == Tournament.State.FINISHED and tournament.frozen_stage is None


def awaits_prize_giving(tournament: Tournament) -> bool:
    """Whether everything is played and only the prize-giving is left.

    Four queries if it is frozen and open.
    """
    if tournament.frozen_stage is None:
        return False
    if tournament.state == Tournament.State.FINISHED:
        return True
    step = current_state(tournament).step
    return step is not None and step.key == "finish"


def day_of(tournament: Tournament) -> datetime.date:
    return tournament.starts_on or night_of(tournament.created_at)


def events_of(told: Iterable[Tournament]) -> tuple[dict[UUID, Event], dict[int, str]]:
    """Return the tournaments as events, and by person the alias of those who asked a tournament not
    to be shown by name, "" for none: one query besides those of `places_in`.
    """
    places = {one.pk: places_in(one.pk, one.version) for one in told}
    rows = Member.objects.filter(tournament__in=places, active=True).order_by("pk")
    results: dict[UUID, dict[int, Result]] = {}
    sides: dict[UUID, dict[int, int]] = {}
    aliases: dict[int, str] = {}
    for tournament, entrant, player, alias, hidden in rows.values_list(
        "tournament", "entrant", "player", "entrant__alias", "entrant__hidden"
    ):
        if result := places[tournament].get(entrant):
            results.setdefault(tournament, {})[player] = result
            sides.setdefault(tournament, {})[player] = entrant
            if alias or hidden:
                aliases[player] = alias
    events = {
        one: Event(
            len(places[one]), found, max(Counter(sides[one].values()).values()), sides=sides[one]
        )
        for one, found in results.items()
    }
    return events, aliases


MOST_KEPT = 500  # tournaments
A_WIN, A_LEVEL_GAME = 2, 1  # victory points of an evening at home tables


@lru_cache(maxsize=MOST_KEPT)
def places_in(tournament: UUID, version: int) -> Mapping[int, Result]:  # noqa: ARG001 - as it is at this version
    """Return the result of every entrant who took part, by id, over all stages (see `placed`):
    cached by version of the tournament.
    """
    stages: list[tuple[Stage, Sequence[Ranked]]] = []
    victory: dict[int, Number] = {}
    present: set[int] = set()
    boards: list[Mapping[int, Sequence[BoardResult]] | None] = []
    for stage in Stage.objects.filter(tournament=tournament).select_related("tournament"):
        history = history_of(stage, drafts=False)
        entered = entered_of(history, outcomes_of(history))
        present |= {one.id for one in entered if _took_part(one)}
        rows = ranked(history, entered)
        stages.append((stage, rows))
        for one in entered:
            victory[one.id] = victory.get(one.id, 0) - one.carried_points
        for row in rows:
            victory[row.id] += row.points
        boards += [Field(entered).boards if FORMATS[stage.format].compares_boards else None]
    percents = _percents(boards)
    there = [(stage, [row for row in rows if row.id in present]) for stage, rows in stages]
    return {
        one.row.id: Result(one.place, victory[one.row.id], percents.get(one.row.id))
        for one in placed(there)
        if not one.row.unranked
    }


def _percents(
    stages: Sequence[Mapping[int, Sequence[BoardResult]] | None],
) -> dict[int, Number]:
    """Return everybody's percentage over all stages; nobody's unless all of them compare boards."""
    worth: dict[int, list[Values]] = {}
    for boards in stages:
        if boards is None:
            return {}
        for who, own in boards.items():
            worth.setdefault(who, []).extend(map(values_of, own))
    others = {who: total(one.others for one in own) for who, own in worth.items()}
    return {
        who: Fraction(100 * total(one.matchpoints for one in own)) / others[who]
        for who, own in worth.items()
        if others[who]
    }


def _took_part(one: Entered) -> bool:
    return any(line.kind not in {ABSENT, VOID} for line in one.lines)


def evenings(seats: Iterable[SeatedPlayer]) -> dict[datetime.date, dict[int, Result]]:
    """Return everybody's result by night, for named people at home tables: ranked as on the
    evening's page. Pure.
    """
    found = {
        night: {
            one.player: Result(one.rank, A_WIN * one.share.hits + A_LEVEL_GAME * one.share.drawn)
            for one in by_person(of_night)
        }
        for night, of_night in by_night(seats).items()
    }
    return {night: places for night, places in found.items() if places}
