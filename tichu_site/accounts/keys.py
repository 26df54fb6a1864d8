"""API keys of an account: create (shown once), list, revoke."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games.access.keys import SCOPES
from scoring.games.parsing import whole_of
from scoring.models import ApiKey, Club
from scoring.pages.common import by_field, status_of
from scoring.people.actions.keys import LONGEST_LIFE, make_key, revoke_key
from scoring.rules import RuleError
from tournaments.permissions import clubs_of

LONGEST = 200  # characters of a name that are read
USUAL_DAYS = 365
MOST_SHOWN = 100
INVALID_DAYS = 0  # not a number of days: rejected


@require_safe
@never_cache
@login_required
def keys(request: HttpRequest) -> HttpResponse:
    """List the valid keys with their last use, and the expired or revoked ones."""
    now = timezone.now()
    rows = list(
        ApiKey.objects.filter(account=request.user.pk)
        .select_related("club")
        .order_by("-pk")[:MOST_SHOWN]
    )
    ended = [row for row in rows if row.revoked_at or (row.expires_at and row.expires_at <= now)]
    good = [
        (row, [_(SCOPES[scope]) for scope in row.scopes if scope in SCOPES])
        for row in rows
        if row not in ended
    ]
    return render(request, "account/keys.html", {"keys": good, "ended": ended})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]  # the library has no types
@sensitive_variables("secret")
def key_new(request: HttpRequest) -> HttpResponse:
    """Create a key. It is shown once, in the response to the form."""
    clubs = list(Club.objects.filter(pk__in=clubs_of(request.user)).order_by("name", "pk"))
    if request.method != "POST":
        return _form(request, clubs, {"days": str(USUAL_DAYS), "scopes": []})
    typed: dict[str, Any] = {
        "name": request.POST.get("name", "")[:LONGEST],
        "scopes": request.POST.getlist("scope")[: len(SCOPES) + 1],
        "club": request.POST.get("club", "")[:LONGEST],
        "days": request.POST.get("days", "").strip()[:LONGEST],
    }
    try:
        key, secret = make_key(
            request.user,
            typed["name"],
            typed["scopes"],
            club=_chosen(clubs, typed["club"]),
            days=whole_of(typed["days"], INVALID_DAYS, digits=5) if typed["days"] else None,
        )
    except RuleError as error:
        return _form(request, clubs, typed, by_field(error.mistakes), status_of(error))
    return render(request, "account/key_made.html", {"key": key, "secret": secret})


def _form(
    request: HttpRequest,
    clubs: list[Club],
    typed: dict[str, Any],
    errors: dict[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "clubs": clubs,
        "typed": typed | {"name": str(typed.get("name", "")).replace("\0", "")},
        "scopes": [(key, _(words), key in typed["scopes"]) for key, words in SCOPES.items()],
        "errors": errors or {},
        "most_days": LONGEST_LIFE,
    }
    return render(request, "account/key_new.html", context, status=status)


def _chosen(clubs: list[Club], text: str) -> Club | None:
    """Return the chosen club. Raises Http404 for a club that is not the user's: a key must never
    cover more than was chosen.
    """
    if not text:
        return None
    found = next((club for club in clubs if str(club.pk) == text), None)
    if found is None:
        raise Http404
    return found


@require_POST
@never_cache
@login_required
def key_revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke a key. On a double tap, the second request finds it already revoked."""
    revoke_key(get_object_or_404(ApiKey, pk=pk, account=request.user.pk))
    messages.success(request, _("The key no longer works."))
    return redirect("account_keys")
