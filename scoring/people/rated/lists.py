"""Rate the people of a list by its games, in the order in which they began.

Ratings are brought up to date when they are read: marks (`scoring.games.actions.rating_marks`) name
what changed, and only what follows from it is rated again, in batches of one transaction each. The
list's row is locked for that; recording never waits for it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import (
    Exists,
    ExpressionWrapper,
    F,
    Field,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from scoring.games.actions.record_rows import ENDED
from scoring.games.database import insert
from scoring.games.host import host
from scoring.models import (
    Club,
    Device,
    Game,
    Rating,
    RatingChange,
    RatingList,
    RatingMark,
    Round,
    Seat,
)
from scoring.people.ratings import MODEL, VERSION, Played, RatedSkill, Replay, Result, Skill
from scoring.people.statistics.games import counted_games, same_people
from scoring.rules import FAMILIES, VARIANTS

BATCH = 2000  # games per transaction
Owner = Device | Club
# Keys and times of games as the database returns them: converting half a million of them to Python
# objects takes seconds.
Key = UUID | str
Moment = datetime | str
Ended = tuple[Key, Moment, str]  # a game, when it began, its variant
# Player and final place by seat; None for an unnamed seat, and without a place
Seated = tuple[list[Any], list[Any]]


def raw_column(field: str) -> "ExpressionWrapper[F]":
    """Return a column's value as stored, unconverted."""
    return ExpressionWrapper(F(field), output_field=Field())


COLUMNS = (
    *("in_list", "player", "game", "at", "games"),
    *("mu_before", "sigma_before", "mu", "sigma", "chance", "fewest"),
)


# Queries


def up_to_date(owner: Owner, family: str) -> RatingList:
    """Return the list of this club's or phone's people, rated by all of its games.

    One query if nothing changed.
    """
    unchanged = if_up_to_date(owner, family)
    if unchanged is not None:
        return unchanged
    row, _new = RatingList.objects.get_or_create(**of_owner(owner), family=family)
    while not is_up_to_date(row):
        row = _go_on(row)
    return row


def if_up_to_date(owner: Owner, family: str) -> RatingList | None:
    """Return the list if nothing changed since it was rated, else None. One query."""
    lists = RatingList.objects.filter(**of_owner(owner), family=family)
    marks = RatingMark.objects.filter(**of_owner(owner), family=family)
    return lists.filter(~Exists(marks), whole=True, version=VERSION).first()


def bring_up_to_date(*, anew: bool = False) -> int:
    """Rate all lists, also those never requested before; `anew`: from scratch. Returns how many."""
    done = 0
    for owner, family in _lists():
        if anew:
            RatingList.objects.filter(**of_owner(owner), family=family).update(version=0)
        up_to_date(owner, family)
        done += 1
    return done


def rate_what_is_marked() -> None:
    """Rate the lists with marked games."""
    marked = RatingMark.objects.order_by().values_list("device", "club", "family").distinct()
    for device, club, family in list(marked):
        owner = (
            Club.objects.filter(pk=club).first()
            if club
            else Device.objects.filter(pk=device).first()
        )
        if owner is not None:
            up_to_date(owner, family)


def _lists() -> list[tuple[Owner, str]]:
    found: list[tuple[Owner, str]] = []
    for family, variants in FAMILIES.items():
        games = Game.objects.filter(variant__in=variants)
        rated, marked = (
            RatingList.objects.filter(family=family),
            RatingMark.objects.filter(family=family),
        )
        for model, of_games in ((Club, games), (Device, games.filter(club=None))):
            name = model.__name__.lower()
            there = [
                Exists(rows.filter(**{name: OuterRef("pk")})) for rows in (of_games, rated, marked)
            ]
            found += [
                (owner, family)
                for owner in model.objects.filter(there[0] | there[1] | there[2]).order_by("pk")
            ]
    return found


def of_owner(owner: Owner) -> dict[str, Any]:
    return (
        {"club": owner, "device": None}
        if isinstance(owner, Club)
        else {"club": None, "device": owner}
    )


def marks_of(row: RatingList) -> QuerySet[RatingMark]:
    """Return the marks of a list's games that changed since it was rated."""
    return RatingMark.objects.filter(club=row.club_id, device=row.device_id, family=row.family)


def is_up_to_date(row: RatingList) -> bool:
    """Return whether a list is rated by all of its games: one query."""
    return row.whole and row.version == VERSION and not marks_of(row).exists()


# Rating
# --------------------------------------------------------------------------------------------------


def _go_on(row: RatingList) -> RatingList:
    """Take back what changed, and rate one batch of games, in one transaction."""
    with transaction.atomic():
        row = RatingList.objects.select_for_update().get(pk=row.pk)
        # Read the marks first: a later change of a game leaves a new mark, which stays.
        marks = dict(marks_of(row).values_list("pk", "since"))
        if row.version != VERSION:
            _forget(row)
        elif marks:
            _take_back(row, min(marks.values()))
        RatingMark.objects.filter(pk__in=marks).delete()
        games = ended_in(games_after(row)[:BATCH])
        _rate(row, games, seats_of(games))
        if games:
            mark_rated_up_to(row, games[-1])
        row.version, row.whole = VERSION, len(games) < BATCH
        row.save()
    return row


def _forget(row: RatingList) -> None:
    RatingChange.objects.filter(in_list=row).delete()
    Rating.objects.filter(in_list=row).delete()
    row.at = row.game = None


def _take_back(row: RatingList, since: datetime) -> None:
    """Restore a list to before the games that began at or after this moment."""
    if row.at is None or since > row.at:
        return
    RatingChange.objects.filter(in_list=row, at__gte=since).delete()
    last = RatingChange.objects.filter(in_list=row, player=OuterRef("player")).order_by("-games")
    ratings = Rating.objects.filter(in_list=row).annotate(last=Subquery(last.values("pk")[:1]))
    # Also for people whose games were erased, together with the changes they had made.
    ahead = [
        one
        for one in ratings.annotate(left=Subquery(last.values("games")[:1]))
        if one.games != one.left
    ]
    left = RatingChange.objects.filter(pk__in=[one.last for one in ahead if one.last])
    before = {one.player_id: RatedSkill(Skill(one.mu, one.sigma), one.games) for one in left}
    _keep(row, [one.player_id for one in ahead], before)
    row.at, row.game = since, None


def _keep(row: RatingList, players: Collection[int], skills: Mapping[int, RatedSkill]) -> None:
    """Save the ratings of these people."""
    Rating.objects.filter(in_list=row, player__in=players).delete()
    rows = [(row.pk, player, *skill, games) for player, (skill, games) in sorted(skills.items())]
    insert(Rating, ("in_list", "player", "mu", "sigma", "games"), rows)


def _rate(row: RatingList, games: Sequence[Ended], seated: Mapping[Key, Seated]) -> None:
    played = played_in(games, seated)
    players = {player for one in played for side in one.sides for player in side}
    replay = Replay.after(MODEL, _skills(row, players))
    if played:
        insert(
            RatingChange,
            COLUMNS,
            ((row.pk, *values) for one in played for values in values_of(one, replay)),
        )
        _keep(row, players, replay.skills)


def _skills(row: RatingList, players: Iterable[int]) -> dict[int, RatedSkill]:
    ratings = Rating.objects.filter(in_list=row, player__in=players).values_list(
        "player", "mu", "sigma", "games"
    )
    return {player: RatedSkill(Skill(mu, sigma), games) for player, mu, sigma, games in ratings}


def values_of(game: Played[tuple[Key, Moment]], replay: Replay) -> list[tuple[Any, ...]]:
    """Rate a game; return the change for each player, in the order of `COLUMNS` after the list."""
    key, at = game.key
    changes = replay.play(game)
    fewest = min(change.before.games for change in changes)
    return [
        (player, key, at, games, before.mu, before.sigma, after.mu, after.sigma, chance, fewest)
        for player, (before, _games), (after, games), chance in changes
    ]


# Games


def games_after(row: RatingList) -> QuerySet[Game]:
    """Return the finished, published games of a list after the last rated one, in order.

    A game that started from a score is rated if most of its rounds were recorded here. A game in
    which people were exchanged is not, nor one that is compared with other tables.
    """
    alone = Q(of_match=False) | ~Q(host().compared_games("pk"))
    games = counted_games().filter(same_people(), alone, state__in=ENDED)
    games = games.filter(variant__in=FAMILIES[row.family])
    games = games.annotate(elsewhere=Cast(KT("carried__rounds"), IntegerField()))
    most = Round.objects.filter(game=OuterRef("pk"), number__gt=2 * OuterRef("elsewhere"))
    games = games.filter(Q(carried={}) | Exists(most))
    games = (
        games.filter(club=row.club_id)
        if row.club_id
        else games.filter(device=row.device_id, club=None)
    )
    if row.at is not None:
        same_moment = Q(started_at=row.at, pk__gt=row.game) if row.game else Q(started_at=row.at)
        games = games.filter(same_moment | Q(started_at__gt=row.at), started_at__gte=row.at)
    return games.order_by("started_at", "pk")


def mark_rated_up_to(row: RatingList, last: Ended) -> None:
    """Mark a list as rated up to this game: one query."""
    row.game, row.at = Game.objects.values_list("pk", "started_at").get(pk=last[0])


def ended_in(games: QuerySet[Game]) -> list[Ended]:
    """Return these games in order: one query."""
    return list(games.values_list(raw_column("pk"), raw_column("started_at"), "variant"))


def seats_of(games: Sequence[Ended]) -> dict[Key, Seated]:
    """Return players and final places of these games: one query.

    The games are listed one by one: with a subquery PostgreSQL reads all seats.
    """
    seated: dict[Key, Seated] = defaultdict(lambda: ([], []))
    seats = Seat.objects.filter(game__in=[game for game, _at, _variant in games]).order_by(
        "game", "number"
    )
    for game, player, place in seats.values_list(raw_column("game"), "player", "place"):
        players, places = seated[game]
        players.append(player)
        places.append(place)
    return seated


def played_in(
    games: Sequence[Ended], seated: Mapping[Key, Seated]
) -> list[Played[tuple[Key, Moment]]]:
    """Return the games in which everybody has a name and a final place, with the players of each
    side.
    """
    found = []
    for key, at, variant in games:
        players, places = seated.get(key, ([], []))
        count = len({VARIANTS[variant].column_of(seat) for seat in range(len(players))})  # sides
        if count > 1 and None not in players and None not in places:
            sides = [players[number::count] for number in range(count)]
            found.append(Played((key, at), sides, Result(places[:count])))
    return found
