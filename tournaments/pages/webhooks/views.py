"""Views of a club's webhooks."""

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.games.parsing import whole_of
from scoring.models import Club
from scoring.pages.common import address_for_others, by_field, only_here, status_of
from scoring.rules import RuleError
from tournaments.actions import webhooks as acting
from tournaments.models import Webhook
from tournaments.pages.common import SignedInRequest, messages_of, of_club
from tournaments.pages.webhooks.queries import KINDS, Log, short
from tournaments.webhooks.addresses import LONGEST
from tournaments.webhooks.events import KINDS as ALL_KINDS
from tournaments.webhooks.sending import OFF_AFTER, as_text

SHOWN_ONCE = "webhook_secret"  # session key: the webhook whose secret the next page shows


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of_club
def webhooks(request: SignedInRequest, club: Club) -> HttpResponse:
    """List a club's webhooks, and create one."""
    typed, chosen, error = "", list(ALL_KINDS), None
    if request.method == "POST":
        typed, chosen = _typed(request)
        try:
            made = acting.make_webhook(club, request.user, typed, chosen, _site(request))
            request.session[SHOWN_ONCE] = made.pk
            return redirect("desk_webhook", club.pk, made.pk)
        except RuleError as refused:
            error = refused
    context = {
        "club": club,
        "hooks": [(hook, short(hook)) for hook in club.webhooks.all()],
        **_form(request, typed, chosen, error),
        "this_page": reverse("desk_webhooks", args=[club.pk]),
    }
    return render(
        request, "tournaments/webhooks/webhooks.html", context, status=422 if error else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of_club
def webhook(request: SignedInRequest, club: Club, webhook_id: int) -> HttpResponse:
    """Show one webhook: its secret once, its settings, what was sent to it."""
    hook = get_object_or_404(Webhook, club=club, pk=webhook_id)
    typed, chosen, error = hook.address, hook.kinds, None
    if request.method == "POST":
        typed, chosen = _typed(request)
        try:
            acting.change_webhook(hook, typed, chosen, _site(request))
            messages.success(request, _("Saved."))
            return redirect("desk_webhook", club.pk, hook.pk)
        except RuleError as refused:
            error = refused
    context = {
        "club": club,
        "hook": hook,
        "machine": short(hook),
        "secret": _secret_once(request, hook),
        "log": Log(hook, whole_of(request.GET.get("before", ""), 0, digits=19) or None),
        "off_after": OFF_AFTER.days,
        **_form(request, typed, chosen, error),
        "this_page": reverse("desk_webhook", args=[club.pk, hook.pk]),
    }
    return render(
        request, "tournaments/webhooks/webhook.html", context, status=422 if error else 200
    )


def _typed(request: SignedInRequest) -> tuple[str, list[str]]:
    # One character more than is accepted, so that a longer address is rejected and not cut.
    return request.POST.get("address", "").strip()[: LONGEST + 1], request.POST.getlist("kinds")[
        : len(ALL_KINDS)
    ]


def _site(request: SignedInRequest) -> str:
    """Return this site's address, as the caller reached it."""
    return address_for_others(request, "/").rstrip("/")[:300]


def _form(
    request: SignedInRequest, typed: str, chosen: list[str], error: RuleError | None
) -> dict[str, Any]:
    return {
        "typed": typed,
        "kinds": [(key, words, key in chosen) for key, words in KINDS.items()],
        "longest": LONGEST,
        "private": settings.WEBHOOK_PRIVATE,
        "only_here": only_here(request),
        "field_errors": by_field(error.mistakes) if error else {},
    }


def _secret_once(request: SignedInRequest, hook: Webhook) -> str:
    """Return a new secret that was not shown yet.

    It is not stored in a session: see `Webhook.secret`.
    """
    if request.method != "GET" or request.session.get(SHOWN_ONCE) != hook.pk:
        return ""
    del request.session[SHOWN_ONCE]
    return as_text(hook.secret)


@require_POST
@of_club
def do(request: SignedInRequest, club: Club, webhook_id: int, action: str) -> HttpResponse:
    """Test it, resend a message, replace the secret, switch it off or on."""
    hook = get_object_or_404(Webhook, club=club, pk=webhook_id)
    doing = DOING.get(action)
    if doing is None:
        raise Http404(_("This button does not exist."))
    try:
        messages.success(request, doing(request, hook))
    except RuleError as error:
        context = {
            "club": club,
            "hook": hook,
            "errors": messages_of(error),
            "this_page": reverse("desk_webhook", args=[club.pk, hook.pk]),
        }
        return render(
            request, "tournaments/webhooks/refused.html", context, status=status_of(error)
        )
    return redirect("desk_webhook", club.pk, hook.pk)


def _ping(_request: SignedInRequest, hook: Webhook) -> str:
    acting.ping(hook)
    return _("A test is on its way.")


def _again(request: SignedInRequest, hook: Webhook) -> str:
    acting.send_again(hook, whole_of(request.POST.get("delivery", ""), 0, digits=19))
    return _("Sent again.")


def _renew(request: SignedInRequest, hook: Webhook) -> str:
    acting.renew_secret(hook)
    request.session[SHOWN_ONCE] = hook.pk
    return _("The secret has changed.")


def _pause(_request: SignedInRequest, hook: Webhook) -> str:
    acting.pause(hook)
    return _("Nothing more is sent to it.")


def _resume(_request: SignedInRequest, hook: Webhook) -> str:
    acting.resume(hook)
    return _("It receives new events again.")


DOING: Mapping[str, Callable[[SignedInRequest, Webhook], str]] = {
    "ping": _ping,
    "again": _again,
    "renew": _renew,
    "pause": _pause,
    "resume": _resume,
}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of_club
def delete(request: SignedInRequest, club: Club, webhook_id: int) -> HttpResponse:
    """Delete it with a second click; the first shows what is deleted."""
    hook = get_object_or_404(Webhook, club=club, pk=webhook_id)
    if request.method != "POST":
        address = reverse("desk_webhook_delete", args=[club.pk, hook.pk])
        context = {"club": club, "hook": hook, "machine": short(hook), "this_page": address}
        return render(request, "tournaments/webhooks/delete.html", context)
    acting.delete_webhook(hook)
    messages.success(request, _("The webhook has been deleted."))
    return redirect("desk_webhooks", club.pk)
