"""The privacy page: what is stored, for how long, and who sees it. Generated from the settings, so
it cannot be wrong.
"""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from scoring.games.access.limits import DAY
from scoring.games.content_negotiation import listed
from scoring.people.actions.erasing import REMEMBERED
from tournaments.actions.contacts import KEPT_FOR

PHONE_DAYS = 400  # the longest browsers keep a cookie


@dataclass(frozen=True)
class Retention:
    """What is stored, why, and for how long in words."""

    what: str
    why: str
    how_long: str


def retention_rows() -> list[Retention]:
    """Return everything that is stored, the most visible first."""
    return [
        Retention(
            _("Names of players, games and their rounds"),
            _("to keep score and rank tournaments"),
            _("until they are deleted or the person is erased"),
        ),
        Retention(_("A deleted game"), _("in case it is wanted back"), days(settings.DELETED_DAYS)),
        Retention(
            _("A record that someone was erased, without the name"),
            _("so that a phone that was offline does not bring the person back"),
            days(REMEMBERED.days),
        ),
        Retention(
            _("Contacts that players of a league left for each other"),
            _("to agree on dates; only the players of that league and its directors see them"),
            _("until they remove them or leave, the person is erased, or %(days)s after the league")
            % {"days": days(KEPT_FOR.days)},
        ),
        Retention(
            _("Accounts of owners and directors: name, e-mail, password as a hash, passkeys"),
            _("to sign in; players need none"),
            _("until the account is deleted"),
        ),
        Retention(
            _("Who claimed a name as their own: the account or phone, when, and who agreed"),
            _("so that they see and decide what is kept about them; both sides can end it"),
            _("until the person is erased or the account is deleted"),
        ),
        Retention(
            _("API keys of an account, as a hash, and when each was last used"),
            _("so that a program can read what its owner may see"),
            _("until the account is deleted"),
        ),
        Retention(
            _("Where an account is signed in"),
            _("so that its owner can end it"),
            days(settings.SESSION_DAYS),
        ),
        Retention(
            _("A random number for each phone, in a cookie"),
            _("so that only the phones at a table write there"),
            days(PHONE_DAYS),
        ),
        Retention(
            _("Network addresses of senders, as a keyed hash"),
            _("to stop anyone from sending too much"),
            days(DAY // (24 * 3600)),
        ),
        Retention(
            _("What was sent to a club’s webhooks: the event, and the first words of the answer"),
            _("so that its directors see what arrived; it contains no players’ names"),
            days(settings.WEBHOOK_DAYS),
        ),
        *_messages(),
        Retention(
            _("Back-ups of everything"),
            _("in case a disk breaks; an erased person is gone with the last of them"),
            _("the last one of each day, for %(days)s with changes")
            % {"days": days(settings.BACKUP_DAYS)},
        ),
        Retention(
            _("The server log"),
            _("to find faults; it contains sign-ins and the addresses they came from"),
            days(settings.LOG_DAYS) if settings.LOG_DAYS else _("as set by the site’s owner"),
        ),
    ]


def _messages() -> list[Retention]:
    if not settings.MESSAGES:
        return []
    return [
        Retention(
            _("Phones and e-mail addresses that get messages about a tournament"),
            _("because somebody turned them on there; off by default"),
            _("until they are turned off or the tournament ends"),
        )
    ]


def days(number: int) -> str:
    """Format a number of days."""
    return (
        ngettext("%(count)s day", "%(count)s days", number) % {"count": number}
        if number
        else _("not at all")
    )


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the page, linked in the footer."""
    context = {
        "kept": retention_rows(),
        "contact": settings.PRIVACY_CONTACT,
        "messages_to_players": settings.MESSAGES,
        "open_signup": settings.OPEN_SIGNUP,
        "erased_days": settings.BACKUP_DAYS,
    }
    return listed(render(request, "privacy.html", context))
