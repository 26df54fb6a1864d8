"""The rounds and games behind a figure."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from scoring.models import Call, Place, Round, Score
from scoring.people.statistics.at_tables import TableSeats, points_of, seats_by_game
from scoring.people.statistics.calls import BY_SIGN, LEADING, LEVEL, TRAILING
from scoring.people.statistics.games import IN_TEAMS, RANK_GAMES, counts, in_round
from scoring.rules import VARIANTS
from scoring.rules.settings import GRAND, TICHU

CALLED = re.compile(rf"({TICHU}|{GRAND})((?:-(?:{LEADING}|{LEVEL}|{TRAILING})){{0,3}})")
FIRST_OF_SIDE, FIRST_OF_OTHERS = "first-of-side", "first-of-others"
AGAINST_TICHU, AGAINST_GRAND = f"against-{TICHU}", f"against-{GRAND}"
MOST_SEATS = max(VARIANTS[key].max_players for key in IN_TEAMS)
OF_SIGN = {1: Q(calls__margin__gt=0), 0: Q(calls__margin=0), -1: Q(calls__margin__lt=0)}


def rounds_of_figure(
    players: Sequence[int],
    figure: str,
    among: QuerySet[Any] | None = None,
    partner: int | None = None,
    *,
    which: Q | None = None,
) -> QuerySet[Round] | None:
    """Return the rounds behind a person's figure, newest first; None for an unknown figure.

    `players` are one person in one list or several; `among` limits the games, `which` is a
    condition on the rounds.

    Figures: "rounds", "sweeps", "swept", "ranks", "tichu", "grand"; a call with its caller's
    position: "grand-leading-level"; the others' calls: "against-tichu"; "first", and all rounds
    whose first out is known, "first-known"; who of the side, `partner` included, or of the others
    went out first: "first-of-side", "first-of-others"; "places" as in `team_rounds.team_rounds`.
    """
    rounds = Round.objects.filter(counts("game__") if among is None else Q(game__in=among))
    rounds = rounds.filter(which or Q())
    own_seat = Q(game__seats__player__in=players) & in_round("game__seats__", "number")
    in_teams = own_seat & Q(game__variant__in=IN_TEAMS)
    # Not by negation, which would match rounds without any such score.
    own_column, others_column = (
        Q(scores__column=(F("game__seats__number") + other) % 2) for other in (0, 1)
    )
    others_called = _of_others("calls__seat") | _of_others("calls__side")
    wanted = {
        "rounds": in_teams,
        "places": in_teams & _placed(),
        "first-known": in_teams & Q(places__place=1),
        "first": Q(places__player__in=players, places__place=1, game__variant__in=IN_TEAMS),
        "sweeps": in_teams & Q(scores__sweep__gt=0) & own_column,
        "swept": in_teams & Q(scores__sweep__gt=0) & others_column,
        # Who sits out a round has no score in it.
        "alone": own_seat
        & ~Q(game__variant__in=[*IN_TEAMS, *RANK_GAMES])
        & Q(scores__column=F("game__seats__number")),
        "ranks": Q(places__player__in=players, game__variant__in=RANK_GAMES),
        FIRST_OF_SIDE: in_teams & Q(places__place=1, places__player__in=[*players, partner or 0]),
        FIRST_OF_OTHERS: in_teams & Q(places__place=1) & _of_others("places__seat"),
        AGAINST_TICHU: in_teams & Q(calls__call=TICHU) & others_called,
        AGAINST_GRAND: in_teams & Q(calls__call=GRAND) & others_called,
    }.get(figure)
    if wanted is None:
        called = CALLED.fullmatch(figure)
        if called is None:
            return None
        wanted = Q(calls__player__in=players, calls__call=called[1])
        wanted &= _in_positions(called[2].split("-")[1:])
    found = rounds.filter(wanted).order_by("-game__started_at", "-game", "-number")
    # Both of them may have called
    return found.distinct() if figure in (AGAINST_TICHU, AGAINST_GRAND) else found


def _in_positions(names: Collection[str]) -> Q:
    """Return the condition that the caller led, was level or was behind; none without a name."""
    stood = Q()
    for sign, name in BY_SIGN.items():
        if name in names:
            stood |= OF_SIGN[sign]
    return stood


def _placed() -> Q:
    """Match rounds of two teams whose order gives everybody's place."""
    out = Place.objects.filter(round=OuterRef("pk"))
    found = Q(Exists(Score.objects.filter(round=OuterRef("pk"), sweep__gt=0))) & Q(
        Exists(out.filter(place=2))
    )
    for variant in IN_TEAMS:
        found |= Q(game__variant=variant) & Q(
            Exists(out.filter(place=VARIANTS[variant].max_players))
        )
    return found


def _of_others(way: str) -> Q:
    """Match, from rounds and a person's seat, what belongs to the other team: seats and sides at an
    odd distance.
    """
    even, odd = (range(first, MOST_SEATS, 2) for first in (0, 1))
    return Q(game__seats__number__in=even, **{f"{way}__in": odd}) | Q(
        game__seats__number__in=odd, **{f"{way}__in": even}
    )


@dataclass(frozen=True)
class PlayerRound:
    """A round from a player's point of view.

    `sides` are the names of each side in this round, in games of ranks of each seat; `own` is the
    player's, `beside` the others of it; `points` are by side, empty in games of ranks; `place` if
    it was recorded; `call` is the player's own, with their lead.
    """

    game: UUID
    number: int
    at: datetime
    variant: str
    own: int
    sides: Sequence[Sequence[str]]
    beside: Sequence[str]
    points: Mapping[int, int]
    place: int | None
    call: str
    made: bool
    margin: int

    @property
    def others(self) -> list[tuple[Sequence[str], int | None]]:
        """The other sides, with their points."""
        return [
            (names, self.points.get(at)) for at, names in enumerate(self.sides) if at != self.own
        ]

    @property
    def own_points(self) -> int | None:
        return self.points.get(self.own)


def _seat_of(players: Sequence[int], table: TableSeats) -> int:
    return next(at for at, person in enumerate(table.players) if person in players)


def player_rounds(players: Sequence[int], rounds: QuerySet[Round]) -> list[PlayerRound]:
    """Return these rounds with everything that a line about each shows: five queries for any
    number.

    `players` are one person in one list or several, who has one seat per game.
    """
    columns = ("pk", "game", "number", "game__started_at", "game__variant", "game__direction")
    found = list(rounds.values_list(*columns, "entry__sides"))
    ids = [row[0] for row in found]
    tables = seats_by_game({row[1]: (row[4], row[5]) for row in found})
    points = points_of(ids)
    places = dict(
        Place.objects.filter(round__in=ids, player__in=players).values_list("round", "place")
    )
    calls = {
        pk: (call, made, margin)
        for pk, call, made, margin in Call.objects.filter(
            round__in=ids, player__in=players
        ).values_list("round", "call", "made", "margin")
    }
    rows = []
    for pk, game, number, at, variant, _direction, seated in found:
        table = tables[game].in_round(number)
        seat = _seat_of(players, table)
        sides, own, scored = table.sides, table.column(seat), points.get(pk, {})
        if seated and variant not in IN_TEAMS:  # everybody has a column, and partners change
            sides, own, scored = _by_side(table, seated, seat, scored)
        # No two at a table have the same name
        beside = [name for name in sides[own] if name != table.names[seat]]
        call = calls.get(pk, ("", False, 0))
        rows.append(
            PlayerRound(
                game,
                number,
                at,
                variant,
                own,
                sides,
                beside,
                scored,
                places.get(pk),
                *call,
            )
        )
    return rows


def _by_side(
    table: TableSeats, seated: Sequence[Sequence[int]], seat: int, scored: Mapping[int, int]
) -> tuple[list[list[str]], int, dict[int, int]]:
    """Return the names of the sides of a round, the own side's index, and the points of each."""
    names = [[table.names[one] for one in side if one < len(table.names)] for side in seated]
    own = next(at for at, side in enumerate(seated) if seat in side)
    return names, own, {at: scored[table.column(side[0])] for at, side in enumerate(seated)}
