"""Turning messages on and off, from an entrant's own page."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from scoring.pages.app import manifest_from
from scoring.pages.common import posted_whole
from scoring.rules import RuleError
from scoring.rules.words import gettext_noop
from tournaments.actions import subscribing
from tournaments.actions.common import rule_error
from tournaments.messages.push import Receiver
from tournaments.models import Entrant
from tournaments.pages.own.message_panel import EmailForm, PhoneForm, account_email
from tournaments.pages.own.queries import own_places
from tournaments.pages.own.views import answer_with, by_own_link
from tournaments.tokens import token_of


def _where(request: HttpRequest) -> dict[str, str]:
    """Return the language of the reader's messages, and the site that their links lead to."""
    return {
        "language": get_language() or "en",
        "site": request.build_absolute_uri("/").removesuffix("/"),
    }


def _phone_on(request: HttpRequest, entrant: Entrant) -> None:
    form = PhoneForm(request.POST.dict())
    if not form.is_valid():
        raise rule_error(
            "bad_push_address",
            "address",
            gettext_noop("This browser sent no address for messages. Try again, or use e-mail."),
        )
    subscribing.subscribe_phone(entrant, Receiver(**form.cleaned_data), **_where(request))


def _phone_off(request: HttpRequest, entrant: Entrant) -> None:
    subscribing.unsubscribe_phone(entrant, request.POST.get("address", "")[:500])


def _mail_on(request: HttpRequest, entrant: Entrant) -> None:
    form = EmailForm(request.POST.dict())
    if not form.is_valid():
        raise rule_error(
            "bad_email",
            "email",
            gettext_noop("Enter a whole e-mail address, such as anna@example.org."),
        )
    email = form.cleaned_data["email"]
    verified = email == account_email(request)
    subscribing.subscribe_mailbox(entrant, email, verified=verified, **_where(request))


def _mail_code(request: HttpRequest, entrant: Entrant) -> None:
    code = request.POST.get("code", "")[:20]
    subscribing.confirm_mailbox(entrant, posted_whole(request, "mailbox"), code)


def _mail_off(request: HttpRequest, entrant: Entrant) -> None:
    subscribing.unsubscribe(entrant, posted_whole(request, "mailbox"))


DO: dict[str, Callable[[HttpRequest, Entrant], None]] = {
    "phone_on": _phone_on,
    "phone_off": _phone_off,
    "mail_on": _mail_on,
    "mail_code": _mail_code,
    "mail_off": _mail_off,
}


@require_POST
@by_own_link
def own_messages(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """Turn messages on or off: `do` says which, on a phone or by e-mail."""
    act = DO.get(request.POST.get("do", ""))
    if act is None:
        raise Http404
    try:
        act(request, entrant)
    except RuleError as error:
        return answer_with(request, entrant, own_places(entrant), error=error, of_messages=True)
    return redirect(reverse("own_page", args=[token_of(entrant)]) + "#messages")


@require_safe
@by_own_link
def own_manifest(request: HttpRequest, entrant: Entrant) -> HttpResponse:  # noqa: ARG001
    """Serve what a phone needs to put this page on its home screen: iPhones show messages only
    from there.
    """
    return manifest_from(reverse("own_page", args=[token_of(entrant)]))
