"""Two entrants who could play at an additional table of a running round: a late entrant, and the
one with the bye.
"""

from dataclasses import dataclass

from django.utils import timezone

from tournaments.actions.late_seating import takes_late
from tournaments.clock import clock_of, remaining
from tournaments.models import Entrant, Place, SessionRound
from tournaments.names import names_of


@dataclass(frozen=True)
class LatePair:
    """`first` and `second`, by id and name, would sit at `table`.

    `bye` if the first has this round's bye. `met` is the round of their last meeting, None without
    one; `minutes` is the time left for them.
    """

    first: int
    first_name: str
    second: int
    second_name: str
    bye: bool
    met: int | None
    table: int
    minutes: int | None


def late_pair_of(row: SessionRound) -> LatePair | None:
    """Return who could be seated now; None if nobody is here without a table, or nobody is free to
    play them.
    """
    tournament = row.stage.tournament
    if not takes_late(row):
        return None
    places = dict(Place.objects.filter(session_round=row).values_list("entrant", "kind"))
    entered = tournament.entrants.filter(state=Entrant.State.ENTERED)
    here = entered.filter(checked_in_at__isnull=False)
    # Without check-in, everybody who was not excused counts as here, as in a draw.
    known, kinds = (here, {Place.Kind.ABSENT, None}) if here.exists() else (entered, {None})
    late = [
        who
        for who in known.order_by("checked_in_at", "number").values_list("pk", flat=True)
        if places.get(who) in kinds
    ]
    byes = [who for who, kind in places.items() if kind == Place.Kind.BYE]
    two = [*byes[:1], *late][:2]
    if not late or len(two) < 2:
        return None
    names = names_of(tournament, public=False)
    left = remaining(clock_of(row), timezone.now())
    return LatePair(
        first=two[0],
        first_name=names[two[0]],
        second=two[1],
        second_name=names[two[1]],
        bye=bool(byes),
        met=_met(row, *two),
        table=max(row.matches.values_list("number", flat=True), default=0) + 1,
        minutes=None if left is None else max(0, -(-left // 60)),
    )


def _met(row: SessionRound, first: int, second: int) -> int | None:
    """Return the stage's last session round in which these two sat at one table."""
    theirs = Place.objects.filter(
        entrant=first, match__places__entrant=second, session_round__stage=row.stage
    )
    return (
        theirs.order_by("-session_round__number")
        .values_list("session_round__number", flat=True)
        .first()
    )
