"""The contacts of a league, for its entrants: those of the others, and what one shows them."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scoring.pages.common import posted_whole
from tournaments.actions.contacts import (
    KEPT_FOR,
    LONGEST_CONTACT,
    contacts_for,
    is_league,
    remove_contact,
    share_contact,
)
from tournaments.models import Entrant, Member, Tournament
from tournaments.names import called, names_of
from tournaments.pages.forms import BoundedForm
from tournaments.pages.own.views import by_own_link
from tournaments.tokens import token_of


class ContactForm(BoundedForm):
    """A line for the others of the league, and the consent to show it."""

    contact = forms.CharField(
        label=_("Phone number, e-mail address, or another way to reach you"), required=False
    )
    agreed = forms.BooleanField(required=False)


@require_http_methods(["GET", "HEAD", "POST"])
@by_own_link
def own_contacts(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """Show how to reach the others of the league; store or remove (`remove`) an own line."""
    if not is_league(entrant.tournament) or entrant.state != Entrant.State.ENTERED:
        return redirect("own_page", token_of(entrant))
    member, refused = posted_whole(request, "member"), None
    if request.method == "POST" and "remove" in request.POST:
        remove_contact(entrant, member)
        return _again(entrant)
    if request.method == "POST":
        refused = ContactForm(request.POST)
        if refused.is_valid():
            values = refused.cleaned_data
            with refused.collect_errors():
                share_contact(entrant, member, values["contact"], agreed=values["agreed"])
                return _again(entrant)
    return _page(request, entrant, member, refused)


def _again(entrant: Entrant) -> HttpResponse:
    response = redirect("own_contacts", token_of(entrant))
    response.status_code = 303
    return response


def _page(
    request: HttpRequest, entrant: Entrant, member: int, refused: ContactForm | None
) -> HttpResponse:
    tournament = entrant.tournament
    names = names_of(tournament, in_full=True)
    own = Member.objects.filter(entrant=entrant, active=True).select_related("player")
    context: dict[str, Any] = {
        "tournament": tournament,
        "token": token_of(entrant),
        "others": [
            # Those who asked for an alias or a number are shown by it, as on every page for players
            (names[one.entrant_id], _person(one), one.contact)
            for one in contacts_for(entrant)
        ],
        "own": [
            (one, called(one.player), refused if refused and one.pk == member else _form_of(one))
            for one in own
        ],
        "open": tournament.state != Tournament.State.FINISHED,
        "most": LONGEST_CONTACT,
        "days": KEPT_FOR.days,
    }
    status = refused.status if refused else 200
    return render(request, "tournaments/own/contacts.html", context, status=status)


def _form_of(member: Member) -> ContactForm:
    return ContactForm(initial={"contact": member.contact, "agreed": bool(member.contact)})


def _person(member: Member) -> str:
    """Return a member's name; empty if it would tell who is behind an alias or a number."""
    return "" if member.entrant.alias or member.entrant.hidden else called(member.player)
