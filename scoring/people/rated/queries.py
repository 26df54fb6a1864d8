"""Ratings for pages: of a person, their line, a table, the odds of a match, the changes by a game.

Ratings are brought up to date first, except by `changed_by` with `at_hand`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db.models import F, OuterRef, Subquery

from scoring.models import Club, Device, Game, Player, Rating, RatingChange, RatingList, Seat
from scoring.people.rated.lists import Owner, if_up_to_date, of_owner, up_to_date
from scoring.people.ratings import (
    MODEL,
    PROVISIONAL_UNTIL,
    Result,
    Shown,
    Skill,
    in_a_hundred,
    shown,
)

# Rating changes, four per game, among which the newest game of ranked people is searched
LATEST = 40


@dataclass(frozen=True)
class Rated:
    """A person's rating, such as 1612 ± 48, after so many games.

    `rank` is from 1, shared by equals, in a table; None for provisional ratings.
    """

    player: int
    shown: Shown
    games: int
    rank: int | None = None

    @property
    def provisional(self) -> bool:
        return self.games < PROVISIONAL_UNTIL


@dataclass(frozen=True)
class Point:
    """A game on a person's line: the rating after it, its change, and the chance of their side in
    percent.

    The chance is None if a player was provisional.
    """

    game: UUID
    at: datetime
    player: int
    shown: Shown
    change: int
    games: int
    chance: int | None

    @property
    def rating(self) -> int:
        return self.shown.rating

    @property
    def band(self) -> int:
        return self.shown.band

    @property
    def provisional(self) -> bool:
        return self.games < PROVISIONAL_UNTIL


@dataclass(frozen=True)
class Forecast:
    """A future game: the first side's chance in percent, and each person's change of rating if
    their side wins and if it loses.
    """

    chance: int
    changes: Mapping[int, tuple[int, int]]


def rating_of(player: Player, family: str) -> Rated | None:
    """Return a person's rating; None without counted games in this family. Three queries."""
    row = up_to_date(_owner(player), family)
    found = Rating.objects.filter(in_list=row, player=player).first()
    return _rated(found) if found else None


def line_of(player: Player, family: str, every: int = 1) -> list[Point]:
    """Return a person's rating after each counted game, first one first, or after every third and
    so on, always with the last. Two queries.
    """
    row = up_to_date(_owner(player), family)
    changes = RatingChange.objects.filter(in_list=row, player=player)
    if every > 1:
        newest = changes.order_by("-games").values("games")[:1]  # numbered without gaps
        changes = changes.annotate(beside=(Subquery(newest) - F("games")) % every).filter(beside=0)
    return [_point(change) for change in changes.order_by("games")]


def chance(one: Sequence[Player], other: Sequence[Player], family: str) -> int | None:
    """Return the first side's chance against the other, in percent, by current ratings.

    None if one of the four is provisional, if a side is empty, and between people of two lists,
    whose ratings cannot be compared.
    """
    sides = _skills(one, other, family)
    return in_a_hundred(MODEL.chances(sides)[0]) if sides else None


def forecast(one: Sequence[Player], other: Sequence[Player], family: str) -> Forecast | None:
    """Return the chance and both possible changes of ratings; None if there is no chance. Two
    queries.
    """
    sides = _skills(one, other, family)
    if not sides:
        return None
    before = _ratings(sides)
    ends = [_ratings(MODEL.rate(sides, Result(places))) for places in ((1, 2), (2, 1))]
    first, second = ([after - was for after, was in zip(end, before, strict=True)] for end in ends)
    people = [player.pk for player in (*one, *other)]
    changes = {
        who: (first[at], second[at]) if at < len(one) else (second[at], first[at])
        for at, who in enumerate(people)
    }
    return Forecast(in_a_hundred(MODEL.chances(sides)[0]), changes)


def _skills(one: Sequence[Player], other: Sequence[Player], family: str) -> list[list[Skill]]:
    """Return the skills of both sides; empty if the four cannot be compared."""
    everybody = [*one, *other]
    if not one or not other or len({_key(player) for player in everybody}) > 1:
        return []
    row = up_to_date(_owner(everybody[0]), family)
    ratings = {
        rating.player_id: rating
        for rating in Rating.objects.filter(in_list=row, player__in=everybody)
    }
    if any(
        player.pk not in ratings or _rated(ratings[player.pk]).provisional for player in everybody
    ):
        return []
    return [[_skill(ratings[player.pk]) for player in side] for side in (one, other)]


def _ratings(sides: Sequence[Sequence[Skill]]) -> list[int]:
    return [shown(MODEL, skill).rating for side in sides for skill in side]


def latest_pairs(
    people: Iterable[Player], family: str
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return the pairs of the newest two-against-two game of four of these people, all of one list.
    Two queries.
    """
    owners = {player.pk: of_owner(_owner(player)) for player in people}
    if not owners:
        return None
    rows = RatingList.objects.filter(family=family, **next(iter(owners.values())))
    newest = (
        RatingChange.objects.filter(in_list__in=rows)
        .order_by("-at")
        .values_list("game", flat=True)[:LATEST]
    )
    games = list(dict.fromkeys(newest))
    seats: dict[UUID, list[int | None]] = {}
    for game, player in (
        Seat.objects.filter(game__in=games).order_by("number").values_list("game", "player")
    ):
        seats.setdefault(game, []).append(player)
    for game in games:
        if len(seats[game]) == 4 and owners.keys() >= set(seats[game]):
            first, second, third, fourth = (who for who in seats[game] if who is not None)
            return (first, third), (second, fourth)
    return None


def changed_by(
    games: Sequence[Game], owner: Owner, family: str, *, at_hand: bool = False
) -> dict[int, Point]:
    """Return what these games of a list, first one first, changed altogether for each player.

    `chance` is that of their first game. Empty if none of them counts. Two queries. With `at_hand`
    nothing is brought up to date, and the result is empty if something would have to be.
    """
    row = None
    if games:
        row = if_up_to_date(owner, family) if at_hand else up_to_date(owner, family)
    if row is None:
        return {}
    # Filter by time as well: it is indexed, games are not.
    changes = RatingChange.objects.filter(
        in_list=row, at__in={one.started_at for one in games}, game__in=games
    )
    found: dict[int, Point] = {}
    for change in changes.order_by("games"):
        point, before = _point(change), found.get(change.player_id)
        if before is not None:
            point = replace(point, change=before.change + point.change, chance=before.chance)
        found[point.player] = point
    return found


def table_of(people: Iterable[Player], family: str) -> list[Rated]:
    """Return everybody with counted games: ranked, strongest first, then the provisional ones."""
    people = list(people)
    rows = [
        up_to_date(owner, family)
        for owner in {_key(player): _owner(player) for player in people}.values()
    ]
    return _in_order(
        _rated(one) for one in Rating.objects.filter(in_list__in=rows, player__in=people)
    )


def table_before(people: Iterable[Player], family: str, moment: datetime) -> list[Rated]:
    """Return the table as it was before a moment.

    Changes made since `table_of` was called are not included. One query per list.
    """
    people = list(people)
    lists = {_key(player): _owner(player) for player in people}
    rows = [
        row
        for owner in lists.values()
        for row in RatingList.objects.filter(**of_owner(owner), family=family)
    ]
    latest = RatingChange.objects.filter(
        player=OuterRef("player"), in_list=OuterRef("in_list"), at__lt=moment
    )
    ratings = Rating.objects.filter(in_list__in=rows, player__in=people)
    then = RatingChange.objects.filter(
        pk__in=ratings.values(last=Subquery(latest.order_by("-games").values("pk")[:1]))
    )
    return _in_order(Rated(one.player_id, _point(one).shown, one.games) for one in then)


def ranks_before(people: Iterable[Player], family: str, moment: datetime) -> dict[int, int]:
    """Return the ranks of those of these people who were not provisional before a moment."""
    return {
        one.player: one.rank for one in table_before(people, family, moment) if one.rank is not None
    }


def _in_order(rated: Iterable[Rated]) -> list[Rated]:
    order = sorted(rated, key=lambda one: (one.provisional, -one.shown.rating, one.player))
    ranks: dict[int, int] = {}
    for place, one in enumerate(order, start=1):
        ranks.setdefault(one.shown.rating, place)
    return [one if one.provisional else replace(one, rank=ranks[one.shown.rating]) for one in order]


def _key(player: Player) -> tuple[int | None, int | None]:
    return player.club_id, player.device_id


def _owner(player: Player) -> Owner:
    owner: Club | Device | None = player.club or player.device
    assert owner is not None  # noqa: S101 - the database holds it
    return owner


def _skill(row: Rating) -> Skill:
    return Skill(row.mu, row.sigma)


def _rated(row: Rating) -> Rated:
    return Rated(row.player_id, shown(MODEL, _skill(row)), row.games)


def _point(change: RatingChange) -> Point:
    after = shown(MODEL, Skill(change.mu, change.sigma))
    before = shown(MODEL, Skill(change.mu_before, change.sigma_before))
    return Point(
        game=change.game_id,
        at=change.at,
        player=change.player_id,
        shown=after,
        change=after.rating - before.rating,
        games=change.games,
        chance=None if change.fewest < PROVISIONAL_UNTIL else in_a_hundred(change.chance),
    )
