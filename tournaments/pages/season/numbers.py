"""A season in numbers: games, rounds, calls made, sweeps of all its events."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.games.nights import start_of
from scoring.models import Call, Game, Round
from scoring.people.milestones.finished_game import OVER
from scoring.people.statistics.calls import counted_calls
from scoring.people.statistics.club import rounds_swept
from scoring.people.statistics.games import counted_games, has_rounds
from scoring.people.statistics.shares import Share
from scoring.rules.settings import GRAND, TICHU
from tournaments.models import MatchGame, Season, SeasonEvent
from tournaments.pages.season.events import Held


@dataclass(frozen=True)
class Numbers:
    games: int
    rounds: int
    tichus: Share
    grands: Share
    sweeps: int


def numbers_of(season: Season) -> Numbers | None:
    """Return the numbers; None without any stored game. Five queries."""
    games = games_of(season)
    count = games.count()
    if not count:
        return None
    within = games.values("pk")
    calls = counted_calls(Call.objects.filter(round__game__in=within))
    return Numbers(
        games=count,
        rounds=Round.objects.filter(game__in=within).count(),
        tichus=calls.share(TICHU),
        grands=calls.share(GRAND),
        sweeps=rounds_swept(Q(round__game__in=within)),
    )


def games_of(season: Season) -> QuerySet[Game]:
    """Return the public games of a season's events. One query, and those of the caller."""
    chosen = SeasonEvent.objects.filter(season=season).select_related("tournament")
    held = [Held(one.night) if one.night else Held(season.first, one.tournament) for one in chosen]
    played = has_rounds() | Q(state__in=OVER)  # games without a round count nowhere
    return counted_games().filter(played, _of_events(season, held))


def _of_events(season: Season, played: Sequence[Held]) -> Q:
    """Match games of its tournaments, and those at home tables that began on its evenings."""
    tournaments = [held.tournament.pk for held in played if held.tournament]
    matches = MatchGame.objects.filter(
        game=OuterRef("pk"), match__session_round__stage__tournament__in=tournaments
    )
    during = Q(pk__in=())
    for held in played:
        if held.tournament is None:
            until = start_of(held.day + datetime.timedelta(days=1))
            during |= Q(started_at__gte=start_of(held.day), started_at__lt=until)
    return Q(Exists(matches)) | (during & Q(club=season.club_id, of_match=False))
