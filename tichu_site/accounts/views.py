"""This site's own account views. Signing in uses the library's views with our templates
(templates/account/).
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from allauth.account import views as ways
from allauth.account.decorators import reauthentication_required
from allauth.core import ratelimit
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games.access.limit_hits import note_hit
from tichu_site.accounts import sessions as signing_in
from tichu_site.accounts.creation import (
    EmailTakenError,
    LinkUsedError,
    accept_invitation,
    create_first_account,
    is_first_link_open,
    is_invitation_open,
)
from tichu_site.accounts.deletion import LastOwnerError, delete_account, deletion_effects
from tichu_site.accounts.forms import AccountForm, OwnNameForm
from tichu_site.accounts.links import Invitation, LinkError, is_first_token, read_invitation
from tichu_site.models import SignIn, User
from tournaments.pages.desk.people import invited_to

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
READ_AND_WRITE = ["GET", "HEAD", "POST"]


@require_safe
@never_cache
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Show the account and its ways to sign in."""
    passkeys = Authenticator.objects.filter(
        user=request.user, type=Authenticator.Type.WEBAUTHN
    ).count()
    count = SignIn.objects.filter(user=request.user.pk).count()
    return render(
        request,
        "account/account.html",
        {"user": request.user, "passkeys": passkeys, "sessions": count},
    )


@require_http_methods(READ_AND_WRITE)
@never_cache
@login_required
def name(request: HttpRequest) -> HttpResponse:
    """Change the account's name."""
    user = get_object_or_404(User, pk=request.user.pk)
    form = OwnNameForm(request.POST if request.method == "POST" else None, instance=user)
    if form.is_bound and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("account")
    return render(
        request, "account/name.html", {"form": form}, status=422 if form.is_bound else 200
    )


@require_http_methods(READ_AND_WRITE)
@never_cache
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]  # the library has no types
def email(request: HttpRequest) -> HttpResponse:
    """Change the e-mail with the library's view: it sends a code, and the old address stays until
    the code is entered.
    """
    answer: HttpResponse = ways.email(request)
    return answer


@require_http_methods(READ_AND_WRITE)
@never_cache
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Show the effects of deleting the account; delete it once the user has typed its e-mail."""
    user = get_object_or_404(User, pk=request.user.pk)
    context = {"user": user, "effects": deletion_effects(user), "wrong": False}
    if request.method == "POST":
        if request.POST.get("email", "").strip().lower() == user.email:
            try:
                delete_account(user)
            except LastOwnerError:
                context["effects"] = deletion_effects(user)
            else:
                logout(request)
                messages.success(request, _("Your account is deleted."))
                return redirect(settings.LOGOUT_REDIRECT_URL)
        context["wrong"] = True
    return render(request, "account/delete.html", context, status=422 if context["wrong"] else 200)


@require_safe
@never_cache
@login_required
def sessions(request: HttpRequest) -> HttpResponse:
    """List the account's sessions."""
    assert request.user.is_authenticated  # noqa: S101  (login_required)
    rows = signing_in.sign_ins_of(request.user)
    current = request.session.get(signing_in.OWN, 0)
    context = {
        "here": [row for row in rows if row.pk == current],
        "others": [row for row in rows if row.pk != current],
    }
    return render(request, "account/sessions.html", context)


@require_POST
@never_cache
@login_required
def session_end(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign one browser out, possibly this one. On a double tap, the second request has nothing to
    do.
    """
    row = SignIn.objects.filter(pk=pk, user=request.user.pk).first()
    if row is None and SignIn.objects.filter(pk=pk).exists():
        raise Http404
    if row is not None and row.pk == request.session.get(signing_in.OWN):
        logout(request)
        return redirect(settings.LOGOUT_REDIRECT_URL)
    if row is not None:
        signing_in.end(row)
        messages.success(request, _("That browser is signed out."))
    return redirect("account_sessions")


@require_POST
@never_cache
@login_required
def sessions_end(request: HttpRequest) -> HttpResponse:
    """Sign out every browser but this one."""
    current = request.session.get(signing_in.OWN, 0)
    for row in SignIn.objects.filter(user=request.user.pk).exclude(pk=current):
        signing_in.end(row)
    messages.success(request, _("All other browsers are signed out."))
    return redirect("account_sessions")


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(READ_AND_WRITE)
def first(request: HttpRequest, token: str) -> HttpResponse:
    """Create the owner's account with the first-start link."""
    if not (is_first_token(token) and is_first_link_open()):
        return _link_gone(request)
    return _account_page(
        request, "account/first.html", "", lambda form: create_first_account(**form.cleaned_data)
    )


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(READ_AND_WRITE)
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Create an account with an owner's invitation. A user who already has one is sent on to the
    invitation's target.
    """
    try:
        invited = read_invitation(token)
    except LinkError:
        return _link_gone(request)
    if request.user.is_authenticated:
        return redirect(_goal(invited))
    if not is_invitation_open(invited):
        return _link_gone(request)
    return _account_page(
        request,
        "account/invitation.html",
        invited.email,
        lambda form: accept_invitation(invited, **form.cleaned_data),
        goal=_goal(invited),
        about=invited_to(invited.next),
    )


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """Handle a request that exceeds the library's rate limits."""
    note_hit("sign-ins of an address")
    response = render(request, "account/too_many.html", status=429)
    response["Retry-After"] = "60"
    return response


def _account_page(
    request: HttpRequest,
    template: str,
    email: str,
    make: Callable[[AccountForm], User],
    goal: str = "",
    about: Mapping[str, object] = MappingProxyType({}),
) -> HttpResponse:
    """Show the form, create the account with `make` and sign it in. `about`: further template
    context.
    """
    form = AccountForm(request.POST if request.method == "POST" else None, email=email)
    status = 200
    if form.is_bound:
        if not ratelimit.consume(request, action="signup"):
            return too_many_requests(request)
        status = 422
        if form.is_valid():
            try:
                user = make(form)
            except LinkUsedError:
                return _link_gone(request)
            except EmailTakenError:
                form.add_error(
                    "email", _("An account with this e-mail already exists. Sign in instead.")
                )
            else:
                login(request, user, backend=BACKEND)
                return redirect(goal or settings.LOGIN_REDIRECT_URL)
    return render(request, template, {"form": form, **about}, status=status)


def _goal(invited: Invitation) -> str:
    return invited.next or resolve_url(settings.LOGIN_REDIRECT_URL)


def _link_gone(request: HttpRequest) -> HttpResponse:
    return render(request, "account/link_gone.html", status=404)
