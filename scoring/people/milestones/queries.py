"""Read the history before a game from the record rows: at most six queries and a bounded number of
rows.

Only finished, visible games at home that began before this one count; for a run of wins also those
of finished tournaments, as on a person's page. People belong to one list, a phone's or a club's,
and so do their games.
"""

from collections.abc import Mapping, Sequence

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery

from scoring.games.nights import year_of
from scoring.models import Call, Game, Round, Score, Seat
from scoring.people.milestones.finished_game import OVER, Ended, Party
from scoring.people.milestones.history import History, Record, Result, Year
from scoring.people.statistics.games import IN_TEAMS, counts, same_people
from scoring.rules import VARIANTS

ALONE = [key for key, variant in VARIANTS.items() if not variant.has_teams]
MOST_RESULTS = 600  # of all winners of a game together
MOST_CALLS = 600
BY_THE_RULES = Q(round__game__state=Game.State.FINISHED)


def read(ended: Ended) -> History:
    """Return the history of a finished game."""
    results = _results(ended)
    return History(
        teams=_teams(ended),
        results=results,
        is_whole=sum(map(len, results.values())) < MOST_RESULTS,
        deepest=_deepest(ended),
        years=_years(ended),
        made=_made(ended),
    )


def earlier(game: Game, path: str) -> Q:
    """Match finished, visible games at home that began before this one; ties by the lower id."""
    at_home = {
        f"{path}state__in": OVER,
        f"{path}of_match": False,
        f"{path}deleted_at__isnull": True,
    }
    return began_before(game, path) & Q(**at_home)


def began_before(game: Game, path: str) -> Q:
    """Match games that began before this one; ties by the lower id."""
    return Q(**{f"{path}started_at__lt": game.started_at}) | Q(
        **{f"{path}started_at": game.started_at, f"{path}pk__lt": game.pk}
    )


def of(party: Party) -> Q:
    """Match the scores of a team, or of a person."""
    return Q(player=party.people[0].player) if party.team is None else Q(team=party.team)


def _at_the_end() -> QuerySet[Score]:
    """Return the scores of the last round of each game."""
    later = Round.objects.filter(game=OuterRef("round__game"), number__gt=OuterRef("round__number"))
    return Score.objects.filter(~Exists(later), same_people("round__game__"))


def _teams(ended: Ended) -> Mapping[int, Record]:
    """One query; none if everybody scores alone, or no team is known."""
    teams = {party.team: party for party in ended.parties if party.team is not None}
    if not teams:
        return {}
    game = ended.game
    ends = _at_the_end().filter(
        earlier(game, "round__game__"),
        team__in=teams,
        round__game__seats__number=1 - F("column"),  # a seat of the other team
    )
    met = Q()
    for party in teams.values():
        other = ended.opponent(party)
        if other is not None:
            met |= Q(team=party.team, round__game__seats__team=other.team)
    met = (met or Q(pk__isnull=True)) & BY_THE_RULES
    alike = BY_THE_RULES & Q(
        lead__gt=0, round__game__variant=game.variant, round__game__settings=game.settings
    )
    rows = ends.values("team").annotate(
        games=Count("pk"),
        lost=Count("pk", filter=met & Q(lead__lt=0)),
        beaten=Count("pk", filter=met & Q(lead__gt=0)),
        wins=Count("pk", filter=alike),
        clearest=Max("lead", filter=alike),
    )
    return {
        teams[row["team"]].column: Record(
            row["games"], row["lost"], row["beaten"], row["wins"], row["clearest"] or 0
        )
        for row in rows
    }


def _results(ended: Ended) -> Mapping[int, Sequence[Result]]:
    """Return what counts for the longest run on a person's page: also games finished early, and
    those of finished tournaments.

    One query; none if the winner is unknown.
    """
    if ended.winner is None:
        return {}
    winners = [person.player for person in ended.winner.people]
    alike = IN_TEAMS if ended.has_teams else ALONE
    scores = Score.objects.filter(round__game=OuterRef("game"), column=OuterRef("column"))
    rows = (
        Seat.ever.filter(
            counts("game__"),
            began_before(ended.game, "game__"),
            player__in=winners,
            counts=True,
            game__variant__in=alike,
            place__isnull=False,
            total__isnull=False,
        )
        .annotate(
            column=F("number") % 2 if ended.has_teams else F("number"),
            lead=Subquery(scores.order_by("-round__number").values("lead")[:1]),
        )
        .order_by("-game__started_at", "-game")
        .values_list("player", "team", "lead")[:MOST_RESULTS]
    )
    found: dict[int, list[Result]] = {}
    for player, team, lead in reversed(rows):
        found.setdefault(player, []).append(Result(team, won=lead is not None and lead > 0))
    return found


def _deepest(ended: Ended) -> int:
    """One query; none if the winner is unknown, or never trailed."""
    party = ended.winner
    if party is None or not ended.deficit(party):
        return 0
    own = Score.objects.filter(round__game=OuterRef("round__game"), column=OuterRef("column"))
    behind = Score.objects.filter(
        earlier(ended.game, "round__game__"),
        same_people("round__game__"),
        of(party),
        BY_THE_RULES,
        lead__lt=0,
    )
    # By game and column, which are few: by team, the database would scan all of a team's rounds
    # each time.
    won = behind.annotate(
        at_the_end=Subquery(own.order_by("-round__number").values("lead")[:1])
    ).filter(at_the_end__gt=0)
    return max(0, -(won.aggregate(least=Min("lead"))["least"] or 0))


def _years(ended: Ended) -> Mapping[int, Year]:
    """One query for all; none if nobody is known."""
    if not ended.parties:
        return {}
    since, _until = year_of(ended.game.night.year)
    whose = Q()
    for party in ended.parties:
        whose |= of(party)
    rows = (
        Score.objects.filter(
            earlier(ended.game, "round__game__"),
            whose,
            round__game__started_at__gte=since,
        )
        .values("team", "player")
        .annotate(rounds=Count("pk"), best=Max("points"))
    )
    years = {(row["team"], row["player"]): Year(row["rounds"], row["best"]) for row in rows}
    keys = {
        party.column: (party.team, party.people[0].player if party.team is None else None)
        for party in ended.parties
    }
    return {column: years[key] for column, key in keys.items() if key in years}


def _made(ended: Ended) -> Mapping[tuple[int, str], int]:
    """Return the calls since the last failed one, for people who failed no call of the kind in this
    game.

    Two queries, or none.
    """
    if not ended.unbroken:
        return {}
    whose = Q()
    for person, call in ended.unbroken:
        whose |= Q(player=person.player, call=call)
    calls = Call.objects.filter(whose, earlier(ended.game, "round__game__"))
    failed = (
        calls.filter(made=False)
        .values_list("player", "call")
        .annotate(Max("round__game__started_at"))
    )
    last = {(player, call): begun for player, call, begun in failed}
    since = Q()
    for person, call in ended.unbroken:
        begun = last.get((person.player, call))
        own = Q(player=person.player, call=call)
        since |= own & Q(round__game__started_at__gte=begun) if begun else own
    found: dict[tuple[int, str], int] = {}
    broken = set()
    rows = calls.filter(since).order_by(
        "-round__game__started_at", "-round__game", "-round__number"
    )
    for player, call, made in rows.values_list("player", "call", "made")[:MOST_CALLS]:
        if not made:
            broken.add((player, call))
        elif (player, call) not in broken:
            found[player, call] = found.get((player, call), 0) + 1
    return found
