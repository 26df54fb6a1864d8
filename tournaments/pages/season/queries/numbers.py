"""A season in numbers: games, rounds, calls made, sweeps of all its events."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from scoring.evenings.nights import start_of
from scoring.models import Call, Game, Round, Score
from scoring.statistics.games import counted_games
from scoring.statistics.shares import Share
from tournaments.models import MatchGame, Season, SeasonEvent
from tournaments.pages.season.queries.events import Held

TICHU, GRAND = "tichu", "grand"


@dataclass(frozen=True)
class Numbers:
    games: int
    rounds: int
    tichus: Share
    grands: Share
    sweeps: int


def numbers_of(season: Season, played: Sequence[Held]) -> Numbers | None:
    """None where no game of its events is kept. Four queries."""
    games = Game.objects.filter(_of_events(season, played), deleted_at__isnull=True)
    count = games.count()
    if not count:
        return None
    of_games = {"round__game__in": games.values("pk")}
    calls: dict[tuple[str, bool], int] = {}
    found = Call.objects.filter(call__in=(TICHU, GRAND), **of_games).values_list("call", "made").annotate(Count("pk"))
    for call, made, number in found.order_by():
        calls[call, made] = number

    def share(call: str) -> Share:
        made = calls.get((call, True), 0)
        return Share(made, made + calls.get((call, False), 0))

    return Numbers(
        games=count,
        rounds=Round.objects.filter(game__in=games.values("pk")).count(),
        tichus=share(TICHU),
        grands=share(GRAND),
        sweeps=Score.objects.filter(sweep__gt=0, **of_games).count(),
    )


def games_of(season: Season) -> QuerySet[Game]:
    """The games of a season's events that count and may be told of. One query, and what is asked of them."""
    chosen = SeasonEvent.objects.filter(season=season).select_related("tournament")
    held = [Held(one.night) if one.night else Held(season.first, one.tournament) for one in chosen]
    return counted_games().filter(_of_events(season, held))


def _of_events(season: Season, played: Sequence[Held]) -> Q:
    """Games of its tournaments, and those at home tables that began on its evenings."""
    tournaments = [held.tournament.pk for held in played if held.tournament]
    matches = MatchGame.objects.filter(game=OuterRef("pk"), match__session_round__stage__tournament__in=tournaments)
    during = Q(pk__in=())
    for held in played:
        if held.tournament is None:
            until = start_of(held.day + datetime.timedelta(days=1))
            during |= Q(started_at__gte=start_of(held.day), started_at__lt=until)
    return Q(Exists(matches)) | (during & Q(club=season.club_id, of_match=False))
