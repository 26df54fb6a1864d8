"""How somebody goes out in games of two teams: how often first, and at which place on average."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, F, OuterRef, Q, Subquery

from scoring.models import Place, Round, Score
from scoring.rules import VARIANTS
from scoring.statistics.games import IN_TEAMS, counts
from scoring.statistics.shares import Share


@dataclass(frozen=True)
class GoingOut:
    """`first`: of the rounds whose first out is known, whoever it was; `first_alone`: of those of them in which nothing
    more of the order is. `placed`: the rounds whose order says at which place everybody went out; `places` is the sum
    of theirs. `rounds` are all. `even` is the share of first outs by chance alone.
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
        """Whether more was recorded of some rounds than of others."""
        return sum(map(bool, (self.first_in_order.of, self.first_alone.of, self.first_unknown))) > 1

    @property
    def unplaced(self) -> int:
        return self.rounds - self.placed


def going_out(players: Sequence[int], which: Q | None = None) -> GoingOut:
    """Of one person, of whom these are the records: one query. `which`: a condition on the games, by way of "game__".

    After a double victory those who were swept share the last places. Where a table writes down points alone, a call
    that was made tells who was first; but of such rounds only, and a share of them would be that of calling. So it is
    with a double victory where the first out alone is written down: such rounds alone would have an order.
    """
    of_round = {"round": OuterRef("pk")}
    places = Place.objects.filter(**of_round)
    sweeps = Score.objects.filter(**of_round, sweep__gt=0)
    rows = (
        Round.objects.filter(counts("game__"), which or Q())
        .filter(game__seats__player__in=players, game__variant__in=IN_TEAMS)
        .annotate(
            side=F("game__seats__number") % 2,
            written=Subquery(places.order_by().values("round").annotate(n=Count("pk")).values("n")),
            place=Subquery(places.filter(seat=OuterRef("game__seats__number")).values("place")[:1]),
            swept_by=Subquery(sweeps.values("column")[:1]),
        )
    )
    of = ("game__variant", "side", "written", "place", "swept_by")
    all_rounds = placed = 0
    known, first = Counter[int](), Counter[int]()  # by how many places are known, two for more
    sum_of_places = by_chance = Fraction(0)
    for variant, side, written, place, swept_by, times in rows.values_list(*of).annotate(times=Count("pk")).order_by():
        seats = VARIANTS[variant].max_players
        all_rounds += times
        if written:
            known[min(written, 2)] += times
            by_chance += Fraction(times, seats)
            first[min(written, 2)] += times if place == 1 else 0
        if written == seats or (written and written > 1 and swept_by is not None):
            placed += times
            shared = Fraction(seats // 2 + 1 + seats, 2)
            sum_of_places += times * (shared if swept_by not in (None, side) else place)
    all_first, alone = Share(first.total(), known.total()), Share(first[1], known[1])
    even = by_chance / known.total() if known.total() else Fraction(1, 4)
    return GoingOut(all_rounds, all_first, alone, placed, sum_of_places, even)
