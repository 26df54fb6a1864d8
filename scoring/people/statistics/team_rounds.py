"""A person's rounds in games of two teams: how they went out, and what both sides scored."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Case, Count, F, OuterRef, Q, QuerySet, Subquery, Sum, When

from scoring.models import Place, Score
from scoring.people.statistics.games import IN_TEAMS, counts, in_round
from scoring.people.statistics.shares import Share
from scoring.rules import VARIANTS

OF_ROUND = "round__game__"
OWN_SEAT = "round__game__seats"
OWN, OTHERS = 1, 2  # whose double victory a round was


@dataclass(frozen=True)
class GoingOut:
    """How a person went out.

    `first` is the share of rounds whose first out is known; `first_alone` of those of them that
    record nothing else of the order. `placed` counts rounds whose order gives everybody's place,
    `places` is the sum of theirs. `rounds` are all. `even` is the share of first outs by chance
    alone.
    """

    rounds: int
    first: Share
    first_alone: Share
    placed: int
    places: Fraction
    even: Fraction

    @property
    def mean_place(self) -> Fraction | None:
        return self.places / self.placed if self.placed else None

    @property
    def first_unknown(self) -> int:
        return self.rounds - self.first.of

    @property
    def first_in_order(self) -> Share:
        return Share(self.first.hits - self.first_alone.hits, self.first.of - self.first_alone.of)

    @property
    def is_mixed(self) -> bool:
        """Whether some rounds were recorded in more detail than others."""
        return sum(map(bool, (self.first_in_order.of, self.first_alone.of, self.first_unknown))) > 1

    @property
    def unplaced(self) -> int:
        return self.rounds - self.placed


@dataclass(frozen=True)
class Sums:
    """Totals over rounds: points and sweeps of the own column, and of the others'."""

    rounds: int
    own_points: int
    sweeps: int
    points_of_others: int
    sweeps_of_others: int

    @property
    def mean_own(self) -> Fraction | None:
        """Points per round."""
        return Fraction(self.own_points, self.rounds) if self.rounds else None

    @property
    def mean_left(self) -> Fraction | None:
        """The others' points per round."""
        return Fraction(self.points_of_others, self.rounds) if self.rounds else None

    @property
    def mean_ahead(self) -> Fraction | None:
        """The lead per round."""
        return (
            Fraction(self.own_points - self.points_of_others, self.rounds) if self.rounds else None
        )


def team_rounds(players: Sequence[int], which: Q | None = None) -> tuple[GoingOut, Sums]:
    """Summarise the rounds of one person, who has these records: one query.

    `which` is a condition on the games, under the lookup "round__game__". After a double victory
    the losers share the last places. Where a table records only points, a made call reveals the
    first out; but only in such rounds, so a share of them would be that of calling, and they are
    left out. Likewise double victories where only the first out is recorded: only such rounds would
    have an order.
    """
    # By the number of known places, two meaning more; and by who made a double victory.
    known, first, sweeps = Counter[int](), Counter[int](), Counter[int]()
    all_rounds = placed = own_points = points_of_others = 0
    sum_of_places = by_chance = Fraction(0)
    for variant, written, place, swept_by, times, own, others in _kinds_of_rounds(players, which):
        seats = VARIANTS[variant].max_players
        all_rounds += times
        own_points += own
        points_of_others += others
        sweeps[swept_by] += times
        if written:
            known[min(written, 2)] += times
            by_chance += Fraction(times, seats)
            first[min(written, 2)] += times if place == 1 else 0
        if written == seats or (written and written > 1 and swept_by):
            placed += times
            shared = Fraction(seats // 2 + 1 + seats, 2)
            sum_of_places += times * (shared if swept_by == OTHERS else place)
    all_first, alone = Share(first.total(), known.total()), Share(first[1], known[1])
    even = by_chance / known.total() if known.total() else Fraction(1, 4)
    out = GoingOut(all_rounds, all_first, alone, placed, sum_of_places, even)
    return out, Sums(all_rounds, own_points, sweeps[OWN], points_of_others, sweeps[OTHERS])


def _kinds_of_rounds(players: Sequence[int], which: Q | None) -> QuerySet[Score, tuple[Any, ...]]:
    """Return each kind of round once: the game, how many places are recorded, the person's own,
    whose double victory it was; then how many there are, and the points of both sides.
    """
    places = Place.objects.filter(round=OuterRef("round"))
    own_seat = {f"{OWN_SEAT}__player__in": players, "column": F(f"{OWN_SEAT}__number") % 2}
    rows = (
        Score.objects.filter(counts(OF_ROUND), which or Q())
        .filter(
            in_round(f"{OWN_SEAT}__", "round__number"),
            **own_seat,
            **{f"{OF_ROUND}variant__in": IN_TEAMS},
            round__scores__column=1 - F("column"),
        )
        .annotate(
            # Places are recorded from the first without gaps: the last one gives their number.
            written=Subquery(places.order_by("-place").values("place")[:1]),
            place=Subquery(places.filter(seat=OuterRef(f"{OWN_SEAT}__number")).values("place")[:1]),
            swept_by=Case(
                When(sweep__gt=0, then=OWN),
                When(round__scores__sweep__gt=0, then=OTHERS),
                default=0,
            ),
        )
        .values_list(f"{OF_ROUND}variant", "written", "place", "swept_by")
        .annotate(Count("pk"), Sum("points"), Sum("round__scores__points"))
    )
    return rows.order_by()
