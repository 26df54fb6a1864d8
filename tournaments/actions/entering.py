"""Enters people by the desk or from a pasted list, checks them in, and changes or removes them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from scoring.games.actions.starting import players_in_list
from scoring.games.names.validation import clean_text
from scoring.rules import RuleError
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.actions.common import check_reason, conflict, lock, lock_entrant, log, rule_error
from tournaments.actions.keeping_apart import forget
from tournaments.models import Entrant, Member, Place, SessionRound, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

from tournaments.actions.new_entrants import (
    LONGEST_LABEL,
    NewEntrant,
    S,
    Tidied,
    mistakes_in,
    tidied_rows,
)


def enter(
    tournament: Tournament,
    by: "AbstractBaseUser | None",
    rows: Sequence[NewEntrant],
    reason: str = "",
    *,
    here: bool = True,
) -> list[Entrant]:
    """Enter all of these people or none. Raises RuleError with all mistakes.

    Entrants added during play are checked in unless `here` is False; before, attendance is unknown.
    """
    tidied, why = tidied_rows(tournament.unit, rows), check_reason("entered", reason)
    with transaction.atomic():
        tournament = lock(tournament, "enter")
        entrants = _enter(tournament, tidied)
        if here and is_played(tournament):
            Entrant.objects.filter(pk__in=[entrant.pk for entrant in entrants]).update(
                checked_in_at=timezone.now()
            )
        log(tournament, "entered", by, {"entrants": [entrant.pk for entrant in entrants]}, why)
    return entrants


def _enter(
    tournament: Tournament, tidied: Sequence[Tidied], state: str = S.ENTERED
) -> list[Entrant]:
    if mistakes := mistakes_in(tournament, tidied):
        raise RuleError(mistakes)
    rows = [one.row for one in tidied]
    check_room(tournament, len(rows))
    first = next_number(tournament)
    entrants = Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            number=first + offset,
            state=state,
            label=row.label,
            club_name=row.club_name,
            seed=row.seed,
            fixed_table=row.fixed_table,
            alias=row.alias,
            hidden=row.hidden,
            five=row.five,
        )
        for offset, row in enumerate(rows)
    )
    seat_members(tournament, list(zip(entrants, (row.names for row in rows), strict=True)))
    return entrants


def is_played(tournament: Tournament) -> bool:
    """Whether a round was drawn and attendance has been recorded: new entrants are then at the
    desk.
    """
    drawn = SessionRound.objects.filter(stage__tournament=tournament)
    return drawn.exists() and tournament.entrants.filter(checked_in_at__isnull=False).exists()


def next_number(tournament: Tournament) -> int:
    return (tournament.entrants.aggregate(last=Max("number"))["last"] or 0) + 1


def check_room(tournament: Tournament, more: int) -> None:
    if tournament.limit is None:
        return
    entered = tournament.entrants.filter(state=S.ENTERED).count()
    if entered + more > tournament.limit:
        raise conflict(
            "tournament_full",
            "names",
            ngettext_noop(
                "There is room for %(limit)s entrant, and %(there)s are entered: raise the limit, "
                "or put them on the waiting list.",
                "There is room for %(limit)s entrants, and %(there)s are entered: raise the "
                "limit, or put them on the waiting list.",
                "limit",
            ),
            limit=tournament.limit,
            there=entered,
        )


def seat_members(tournament: Tournament, rows: Sequence[tuple[Entrant, Sequence[str]]]) -> None:
    names = [name for _, members in rows for name in members]
    entered = Member.objects.filter(tournament=tournament, active=True).values_list(
        "player", flat=True
    )
    players = dict(
        zip(
            names,
            players_in_list(tournament.desk, tournament.club, names, besides=list(entered)),
            strict=True,
        )
    )
    try:
        with transaction.atomic():
            Member.objects.bulk_create(
                Member(tournament=tournament, entrant=entrant, player=players[name], order=order)
                for entrant, members in rows
                for order, name in enumerate(members)
            )
    except (
        IntegrityError
    ) as error:  # the lock on the tournament keeps others out: last line of defence
        raise person_twice() from error


def person_twice() -> RuleError:
    return rule_error(
        "duplicate_person",
        "names",
        gettext_noop("One of these people is already entered: nobody can sit at two tables."),
    )


def change_entrant(entrant: Entrant, by: "AbstractBaseUser | None", **about: object) -> Entrant:
    """Change label, club, seed, fixed table, alias, hidden, five. Names are changed by substituting
    or renaming.
    """
    for key in ("label", "club_name", "alias"):
        if key in about:
            about[key] = clean_text(str(about[key]), key, most=LONGEST_LABEL)
    with transaction.atomic():
        tournament = lock(entrant.tournament, "enter")
        entrant = lock_entrant(entrant)
        changed = {key: value for key, value in about.items() if getattr(entrant, key) != value}
        if changed:
            Entrant.objects.filter(pk=entrant.pk).update(**changed)
            log(tournament, "entrant_changed", by, {"entrant": entrant.pk, "what": sorted(changed)})
    entrant.refresh_from_db()
    return entrant


def remove_entrant(entrant: Entrant, by: "AbstractBaseUser | None") -> None:
    """Remove an entrant who was never drawn. Others withdraw instead: the history stays."""
    with transaction.atomic():
        tournament = lock(entrant.tournament, "enter")
        entrant = lock_entrant(entrant)
        if Place.objects.filter(entrant=entrant).exists():
            raise conflict(
                "drawn_already",
                "entrant",
                gettext_noop(
                    "They have already been drawn: withdraw them instead, so that their results "
                    "stay."
                ),
            )
        if entrant.rulings.exists():
            raise rule_error(
                "ruled_already",
                "entrant",
                gettext_noop("They have a penalty or bonus on record: withdraw them instead."),
            )
        Entrant.objects.filter(pk=entrant.pk).delete()
        forget(tournament, entrant.number)
        log(tournament, "removed", by, {"number": entrant.number})


def check_in(entrant: Entrant, by: "AbstractBaseUser | None", *, here: bool = True) -> Entrant:
    """Check an entrant in or out, at the desk or by the entrant's own link (`by` None).

    The first check-in also checks in everybody who has played already: before, attendance was not
    recorded. From then on sitting down to play checks in, see `publishing.check_in_seated`.
    """
    with transaction.atomic():
        tournament = lock(entrant.tournament, "check_in")
        entrant = lock_entrant(entrant)
        if entrant.state != S.ENTERED:
            raise conflict(
                "not_entered", "entrant", gettext_noop("Only those entered can be checked in.")
            )
        if (entrant.checked_in_at is not None) != here:
            if here and not tournament.entrants.filter(checked_in_at__isnull=False).exists():
                _who_played(tournament).update(checked_in_at=timezone.now())
            entrant.checked_in_at = timezone.now() if here else None
            entrant.save(update_fields=["checked_in_at"])
            log(tournament, "checked_in" if here else "checked_out", by, {"entrant": entrant.pk})
    return entrant


def _who_played(tournament: Tournament) -> QuerySet[Entrant]:
    """Return who sat at a table with entries, on a phone or on paper."""
    written = Q(match__games__game__rounds__isnull=False) | Q(match__ruling__kind="paper")
    places = Place.objects.filter(written, match__session_round__stage__tournament=tournament)
    return Entrant.objects.filter(pk__in=places.values("entrant"), state=S.ENTERED)


def check_in_all(tournament: Tournament, by: "AbstractBaseUser | None") -> int:
    """Check in everybody entered; return how many were not."""
    with transaction.atomic():
        tournament = lock(tournament, "check_in")
        missing = tournament.entrants.filter(state=S.ENTERED, checked_in_at=None)
        found = list(missing.order_by("number").values_list("pk", flat=True))
        missing.update(checked_in_at=timezone.now())
        if found:
            log(tournament, "all_checked_in", by, {"entrants": found})
    return len(found)
