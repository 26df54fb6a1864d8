"""What everybody in a list does, or in some games: the means that stand beside a person's figures."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet, Sum

from scoring.models import Call, Game, Player, Score
from scoring.statistics.calls import Counted, counted_calls
from scoring.statistics.games import IN_TEAMS, counted_games, counts
from scoring.statistics.person import OF_ROUND, Sums

SUMS = {
    "rounds": Count("pk"),
    "of_points": Sum("points", default=0),
    "of_sweeps": Count("pk", filter=Q(sweep__gt=0)),
}


@dataclass(frozen=True)
class Everybody:
    """`calls` are those of all games, `calls_in_teams` of games of two teams alone. `sums` are the rounds in these,
    once for each of their sides: what one makes, the other is left.
    """

    calls: Counted
    calls_in_teams: Counted
    sums: Sums


NOBODY = Everybody(Counted({}), Counted({}), Sums(0, 0, 0, 0, 0))


def everybody_in(games: QuerySet[Game]) -> Everybody:
    """Of some games. Three queries."""
    within = games.values("pk")
    scores = Score.objects.filter(round__game__in=within, round__game__variant__in=IN_TEAMS)
    sums = Sums.of_both_sides(**scores.aggregate(**SUMS))
    calls = Call.objects.filter(round__game__in=within)
    every = counted_calls(calls)
    others = counted_calls(calls.exclude(round__game__variant__in=IN_TEAMS))
    return Everybody(every, _less(every, others), sums)


def everybody_with(player: Player) -> Everybody:
    """Of everybody in somebody's list: three queries, and two more where games of it do not count.

    All calls are counted out of one index, and those of games that do not count are taken off: mostly there are none,
    and to look for each call whether its game counts would take four times as long.
    """
    of_list = Q(club=player.club_id) if player.club_id else Q(device=player.device_id)
    calls = Call.objects.filter(player__in=Player.objects.filter(of_list).values("pk"))
    every = counted_calls(calls)
    sums, all_count = _sums_of_list(player)
    if not all_count:
        uncounted = list(Game.objects.filter(of_list).exclude(pk__in=counted_games()).values_list("pk", flat=True))
        every = _less(every, counted_calls(calls.filter(round__game__in=uncounted)))
    games = counted_games().filter(of_list).exclude(variant__in=IN_TEAMS)
    others = counted_calls(calls.filter(round__game__in=games.values("pk")))
    return Everybody(every, _less(every, others), sums)


def _less(every: Counted, some: Counted) -> Counted:
    return Counted({case: number - some.cases.get(case, 0) for case, number in every.cases.items()})


def _sums_of_list(player: Player) -> tuple[Sums, bool]:
    """And whether every game counts in which anybody could have called: one query."""
    of_list = {f"{OF_ROUND}club": player.club_id}
    if not player.club_id:  # what a phone of a club started is the club's
        of_list[f"{OF_ROUND}device"] = player.device_id
    counted, in_teams = counts(OF_ROUND), Q(round__game__variant__in=IN_TEAMS)
    # Not in groups, which would be sorted: that takes three times as long.
    found = Score.objects.filter(**of_list).aggregate(
        rounds=Count("pk", filter=in_teams & counted),
        of_points=Sum("points", filter=in_teams & counted, default=0),
        of_sweeps=Count("pk", filter=in_teams & Q(sweep__gt=0) & counted),
        all_that_count=Count("pk", filter=counted),
        all=Count("pk"),
    )
    every, that_count = found.pop("all"), found.pop("all_that_count")
    return Sums.of_both_sides(**found), every == that_count
