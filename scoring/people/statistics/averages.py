"""Averages over a list or some games, shown beside a person's figures."""

from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Case, Count, Q, QuerySet, Sum, When

from scoring.models import Call, Game, Player, Score
from scoring.people.statistics.calls import Counted, counted_by, counted_calls
from scoring.people.statistics.games import IN_TEAMS, counts
from scoring.people.statistics.team_rounds import OF_ROUND

IS_IN_TEAMS = Q(**{f"{OF_ROUND}variant__in": IN_TEAMS})


@dataclass(frozen=True)
class Everybody:
    """Averages over all players.

    `calls` are those of all games, `calls_in_teams` of games of two teams alone. `points` are those
    of `columns`: one per side and round.
    """

    calls: Counted
    calls_in_teams: Counted
    columns: int
    points: int

    @property
    def mean_points(self) -> Fraction | None:
        """Points of a side per round."""
        return Fraction(self.points, self.columns) if self.columns else None


NOBODY = Everybody(Counted({}), Counted({}), 0, 0)


def everybody_in(games: QuerySet[Game]) -> Everybody:
    """Return the averages of some games, of calls whose caller is known. Three queries."""
    within = Q(round__game__in=games.values("pk"))
    calls = Call.objects.filter(within, seat__isnull=False)
    every = counted_calls(calls)
    others = counted_calls(calls.exclude(IS_IN_TEAMS))
    return Everybody(every, _less(every, others), **_points(within))


def everybody_with(player: Player) -> Everybody:
    """Return the averages of a person's list. Three queries.

    All calls are counted from one index, and those of games that do not count are subtracted:
    mostly there are none, and checking each call's game would take four times as long.
    """
    of_list = Q(club=player.club_id) if player.club_id else Q(device=player.device_id)
    # Games started by a club's phone belong to the club.
    owner = (
        {"club": player.club_id} if player.club_id else {"club": None, "device": player.device_id}
    )
    games_of_list = Q(**{f"{OF_ROUND}{name}": value for name, value in owner.items()})
    counted = counts(OF_ROUND)
    calls = Call.objects.filter(player__in=Player.objects.filter(of_list).values("pk"))
    every = counted_calls(calls)
    beside = calls.filter(games_of_list, ~counted | ~IS_IN_TEAMS)
    others, uncounted = counted_by(beside, Case(When(counted, then=1), default=0), (1, 0))
    every = _less(every, uncounted)
    return Everybody(every, _less(every, others), **_points(games_of_list & counted))


def _less(every: Counted, some: Counted) -> Counted:
    return Counted({case: number - some.cases.get(case, 0) for case, number in every.cases.items()})


def _points(games: Q) -> dict[str, int]:
    """Return the points of games of two teams: one query. `games` is a condition on scores."""
    scores = Score.objects.filter(games, IS_IN_TEAMS)
    return scores.aggregate(columns=Count("pk"), points=Sum("points", default=0))
