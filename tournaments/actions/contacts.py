"""How the players of a league reach each other: a line that each of them may leave for the others.

Only the entrants of the league see it, on their own pages, and its directors. It is removed when
consent is withdrawn, with the person, and a month after the league is over.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import DateTimeField, OuterRef, QuerySet, Subquery
from django.utils import timezone

from scoring.games.names.validation import clean_text
from scoring.rules.words import gettext_noop
from tournaments.actions.common import conflict, lock, rule_error
from tournaments.match.stand_ins import has_dates
from tournaments.models import Entrant, LogLine, Member, Tournament

LONGEST_CONTACT = 120
KEPT_FOR = timedelta(days=30)  # after the league is over
NO_CONTACT = {"contact": "", "contact_agreed_at": None}


def is_league(tournament: Tournament) -> bool:
    """Whether its entrants choose their own dates, in any stage. One query."""
    return any(map(has_dates, tournament.stages.all()))


def share_contact(entrant: Entrant, member: int, text: str, *, agreed: bool) -> None:
    """Show this line of a member (its id) to the others of the league; an empty one removes it.

    Raises RuleError without the member's consent, and if the tournament is no league or is over.
    """
    line = clean_text(text, "contact", most=LONGEST_CONTACT)
    if not line:
        remove_contact(entrant, member)
        return
    if not agreed:
        raise rule_error(
            "consent_missing",
            "agreed",
            gettext_noop("Tick the box to let the others of this league see it."),
        )
    with transaction.atomic():
        tournament = lock(entrant.tournament, "lead")
        if not is_league(tournament):
            raise conflict("no_league", "contact", gettext_noop("Contacts are for leagues only."))
        rows = _own(entrant, member).filter(entrant__state=Entrant.State.ENTERED)
        if not rows.update(contact=line, contact_agreed_at=timezone.now()):
            raise conflict(
                "not_a_member",
                "contact",
                gettext_noop("They do not play for this side (any more)."),
            )


def remove_contact(entrant: Entrant, member: int) -> None:
    """Withdraw the consent of a member (its id): the line is gone."""
    _own(entrant, member).update(**NO_CONTACT)


def _own(entrant: Entrant, member: int) -> QuerySet[Member]:
    return Member.objects.filter(entrant=entrant, active=True, pk=member)


def contacts_for(entrant: Entrant) -> QuerySet[Member]:
    """Return the members of a league's other entrants who left a line for this one, in the order of
    the list.
    """
    rows = Member.objects.filter(
        tournament=entrant.tournament_id, active=True, entrant__state=Entrant.State.ENTERED
    )
    shown = rows.exclude(entrant=entrant).exclude(contact="").select_related("player", "entrant")
    return shown.order_by("entrant__number", "order", "pk")


def remove_old_contacts(now: datetime | None = None) -> int:
    """Remove the lines of leagues that were finished a month before `now`; return how many."""
    finished = LogLine.objects.filter(tournament=OuterRef("tournament"), action="finish")
    over = Member.objects.exclude(contact="").filter(tournament__state=Tournament.State.FINISHED)
    over = over.annotate(
        over_at=Subquery(finished.order_by("-pk").values("at")[:1], output_field=DateTimeField())
    )
    old = over.filter(over_at__lt=(now or timezone.now()) - KEPT_FOR).values_list("pk", flat=True)
    return Member.objects.filter(pk__in=list(old)).update(**NO_CONTACT)
