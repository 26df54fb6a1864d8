"""Seats late entrants in a running round: against the pair with the bye, or two late ones."""

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Count, Max
from django.utils import timezone

from scoring.rules.words import gettext_noop
from tournaments.actions.common import conflict, lock, lock_entrant, lock_round, log
from tournaments.actions.draft_changes import BY_HAND, refresh_warnings
from tournaments.actions.drawing import write_tables
from tournaments.actions.publishing import open_matches
from tournaments.actions.room_tables import assign_tables, wait_last
from tournaments.models import Entrant, Match, Participation, Place, SessionRound, Stage
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.values import Table

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

SIDES = 2


def takes_late(session_round: SessionRound) -> bool:
    """Whether a table for two more entrants can be added to a session round.

    Its draw must take late entrants, and its tables have two sides of one entrant each. One query.
    """
    stage = session_round.stage
    format_ = FORMATS[stage.format]
    if stage.number > 1 or not format_.takes_late or format_.whole_stage:
        return False
    if session_round.state != SessionRound.State.PUBLISHED:
        return False
    tables = (
        Place.objects.filter(session_round=session_round, match__isnull=False)
        .order_by()
        .values("match")
    )
    counted = tables.annotate(people=Count("pk"), second=Max("order")).values_list(
        "people", "second"
    )
    return set(counted) == {(SIDES, 0)}


def seat_late(
    session_round: SessionRound, by: "AbstractBaseUser | None", first: Entrant, second: Entrant
) -> Match:
    """Seat two entrants without a table against each other, at a new table of a published round.

    Removes their bye or absence; an entrant without earlier rounds plays from this one on. Raises
    RuleError if one of them has a table or is not entered, and if the draw does not use two sides.
    """
    with transaction.atomic():
        tournament = lock(session_round.stage.tournament, "lead")
        row = lock_round(session_round, "play")
        row.stage.tournament = tournament
        two = [lock_entrant(first), lock_entrant(second)]
        if not takes_late(row) or two[0].pk == two[1].pk:
            raise conflict(
                "cannot_seat", "entrant", gettext_noop("Nobody can be seated late in this round.")
            )
        for who in two:
            _check_free(row, who)
            _let_in(row.stage, who, row.number)
        Place.objects.filter(session_round=row, entrant__in=two).delete()
        taken = set(row.matches.values_list("number", flat=True))
        number = max(taken) + 1
        write_tables(
            row, [Table(sides=tuple((who.pk,) for who in two), number=number, reasons=(BY_HAND,))]
        )
        made = row.matches.get(number=number)
        wait_last(made)
        assign_tables(row)
        refresh_warnings(row)
        open_matches(row)
        made.refresh_from_db()
        late = [who.pk for who in two if who.checked_in_at is None]
        if tournament.entrants.filter(checked_in_at__isnull=False).exists():
            Entrant.objects.filter(pk__in=late).update(checked_in_at=timezone.now())
        params = {"stage": row.stage.number, "round": row.number, "table": made.number}
        log(tournament, "seated_late", by, params | {"entrants": [who.pk for who in two]})
        return made


def _check_free(row: SessionRound, who: Entrant) -> None:
    if who.state != Entrant.State.ENTERED:
        raise conflict("not_entered", "entrant", gettext_noop("Only those entered can be seated."))
    if Place.objects.filter(session_round=row, entrant=who, kind=Place.Kind.TABLE).exists():
        raise conflict(
            "seated_already",
            "entrant",
            gettext_noop("One of them already sits at a table of this round."),
        )


def _let_in(stage: Stage, who: Entrant, number: int) -> None:
    """Make an entrant part of a stage from this session round on, unless they are."""
    participation = stage.participations.filter(entrant=who).first()
    if participation is None:
        last = stage.participations.aggregate(last=Max("seed"))["last"] or 0
        Participation.objects.create(stage=stage, entrant=who, seed=last + 1, first_round=number)
    elif participation.first_round > number:
        participation.first_round = number
        participation.save(update_fields=["first_round"])
