"""Requests to play: people register themselves, and directors answer."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction

from scoring.games.names.validation import alike
from scoring.games.names.visibility import FULL
from scoring.rules import RuleError, shown
from scoring.rules.words import gettext_noop
from tournaments.actions.common import check_reason, conflict, lock, lock_entrant, log
from tournaments.actions.last_round import all_rounds_played
from tournaments.models import Entrant, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

from tournaments.actions.entering import check_room, next_number, seat_members
from tournaments.actions.new_entrants import (
    MOST_AT_ONCE,
    PENDING,
    SHOWN,
    TAKING_PART,
    NewEntrant,
    S,
    mistakes_in,
    tidied_rows,
)


def register(tournament: Tournament, row: NewEntrant) -> Entrant:
    """Register a request to play. Names stay on the request until a director confirms it.

    Raises RuleError if registration is closed, for invalid names, and if more requests are waiting
    than a director could read. Does not reveal an entrant who is not shown by name: the same person
    may then register twice, which the director is told by `confirm`.
    """
    (tidied,) = tidied_rows(tournament.unit, [row])
    clean = tidied.row
    with transaction.atomic():
        tournament = lock(tournament, "register")
        if not tournament.registration or all_rounds_played(tournament):
            raise conflict(
                "registration_closed",
                "names",
                gettext_noop("You cannot enter yourself here: ask the directors."),
            )
        asking = tournament.entrants.filter(state__in=PENDING).count()
        if asking >= MOST_AT_ONCE:
            raise conflict(
                "too_many_requests",
                "names",
                gettext_noop("There are too many requests already: try again later."),
            )
        if mistakes := mistakes_in(tournament, [tidied], public=True):
            raise RuleError(mistakes)
        _check_not_registered(tournament, clean.names)
        state = S.WAITING if is_full(tournament) else S.ASKED
        entrant = Entrant.objects.create(
            tournament=tournament,
            number=next_number(tournament),
            state=state,
            label=clean.label,
            club_name=clean.club_name,
            alias=clean.alias,
            hidden=clean.hidden,
            asked_names=list(clean.names),
        )
        log(tournament, "asked", None, {"entrant": entrant.pk})
    return entrant


def _check_not_registered(tournament: Tournament, names: Sequence[str]) -> None:
    if tournament.club.shown != FULL:
        return
    asking = tournament.entrants.filter(state__in=PENDING, **SHOWN).values_list(
        "asked_names", flat=True
    )
    asked = {alike(name) for others in asking for name in others}
    for number, name in enumerate(names):
        if alike(name) in asked:
            raise conflict(
                "asked_already",
                f"name_{number}",
                gettext_noop(
                    "There is already a request from %(name)s. Lost the link to your own page? "
                    "Ask a director for it."
                ),
                name=shown(name),
            )


def is_full(tournament: Tournament) -> bool:
    """Whether all places are taken."""
    return (
        tournament.limit is not None
        and tournament.entrants.filter(state=S.ENTERED).count() >= tournament.limit
    )


def confirm(entrant: Entrant, by: "AbstractBaseUser | None", reason: str = "") -> Entrant:
    """Accept an entrant who registered, is on the waiting list, or was refused."""
    with transaction.atomic():
        tournament = lock(entrant.tournament, "enter")
        entrant = lock_entrant(entrant)
        if entrant.state in TAKING_PART:
            return entrant
        check_room(tournament, 1)
        if mistakes := mistakes_in(
            tournament, tidied_rows(tournament.unit, [NewEntrant(tuple(entrant.asked_names))])
        ):
            raise RuleError(mistakes)
        seat_members(tournament, [(entrant, entrant.asked_names)])
        entrant.state, entrant.asked_names = S.ENTERED, []
        entrant.save(update_fields=["state", "asked_names"])
        log(tournament, "confirmed", by, {"entrant": entrant.pk}, check_reason("confirmed", reason))
    return entrant


def refuse_entrant(
    entrant: Entrant, by: "AbstractBaseUser | None", *, wait: bool = False
) -> Entrant:
    """Refuse a request; `wait`: put it on the waiting list instead."""
    with transaction.atomic():
        tournament = lock(entrant.tournament, "enter")
        entrant = lock_entrant(entrant)
        if entrant.state not in {S.ASKED, S.WAITING, S.REFUSED}:
            raise conflict(
                "entered_already",
                "entrant",
                gettext_noop("They are already entered: withdraw them instead."),
            )
        entrant.state = S.WAITING if wait else S.REFUSED
        entrant.save(update_fields=["state"])
        log(tournament, "refused", by, {"entrant": entrant.pk})
    return entrant


def refuse_all(tournament: Tournament, by: "AbstractBaseUser | None", up_to: int) -> int:
    """Refuse all open requests, including the waiting list, and return how many.

    `up_to` is the highest number the director saw: later requests are not refused unread.
    """
    with transaction.atomic():
        tournament = lock(tournament, "enter")
        asking = tournament.entrants.filter(state__in=PENDING, number__lte=up_to)
        refused = list(asking.values_list("pk", flat=True))
        if refused:
            asking.update(state=S.REFUSED)
            log(tournament, "refused_all", by, {"entrants": refused})
    return len(refused)
