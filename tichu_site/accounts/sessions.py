"""The browsers an account is signed in to, for the user to review and sign out; and the sign-in
log.

A session row holds only what its user recognises it by: the kind of device, part of the address,
and when it was last used.
"""

import logging
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Any, cast

from allauth.account.signals import password_changed, password_reset, password_set
from allauth.mfa.signals import authenticator_added, authenticator_removed
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from scoring.games.access.addresses import address_of_request, masked
from scoring.games.access.devices import kind_of
from tichu_site.accounts.known_browsers import remember
from tichu_site.models import SignIn, User

PAGES = ("account", "mfa_", "first", "invitation")
KEPT_NOWHERE = "no-store, private"
OWN = "sign_in"  # session key: primary key of its row
USED = "used_at"  # session key: when the row was last updated, in seconds
MOST_SHOWN = 50
NOTED_EVERY = 600  # seconds between two updates of a row

logger = logging.getLogger("tichu_site.sign_in")


class _Request(HttpRequest):
    """A request that may carry the event that happened while it was handled."""

    signed_in_as: User
    signed_out: bool


class SignInMiddleware:
    """Record when a session was last used, remember the browser, and clear its cache after
    sign-out.

    Only sessions that a view has accessed are touched; pages of a table do not access them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = request.session
        signed_in = session.accessed and SESSION_KEY in session
        if signed_in:
            note_use(request)
        if signed_in or _is_account_page(request):
            response["Cache-Control"] = KEPT_NOWHERE
        if user := getattr(request, "signed_in_as", None):
            remember(request, response, user)
            # Counted from sign-in, however often the session is saved later.
            session.set_expiry(timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE))
        came_with_one = settings.SESSION_COOKIE_NAME in request.COOKIES
        if getattr(request, "signed_out", False) or (
            came_with_one and session.accessed and session.is_empty()
        ):
            # Clears cached pages only. Not "storage": rounds waiting for a network are kept there.
            response["Clear-Site-Data"] = '"cache"'
        return response


def _is_account_page(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and (match.url_name or "").startswith(PAGES)


def note_use(request: HttpRequest) -> None:
    """Record that a signed-in browser was used. A session older than this table gets
    its row now.
    """
    now = int(timezone.now().timestamp())
    if now - request.session.get(USED, 0) < NOTED_EVERY:
        return
    changed = SignIn.objects.filter(pk=request.session.get(OWN, 0), user=request.user.pk).update(
        used_at=timezone.now(),
        session_key=request.session.session_key,
        address=masked(address_of_request(request)),
    )
    if changed:
        request.session[USED] = now
    elif request.user.is_authenticated:
        begin(request, request.user)


def begin(request: HttpRequest, user: User) -> None:
    """Create the row for this request's session."""
    if request.session.session_key is None:
        request.session.save()
    kind = kind_of(request.META.get("HTTP_USER_AGENT", ""))
    key, address = request.session.session_key, masked(address_of_request(request))
    row, _ = SignIn.objects.update_or_create(
        session_key=key, defaults={"user": user, "kind": kind, "address": address}
    )
    request.session[OWN], request.session[USED] = row.pk, int(timezone.now().timestamp())


def sign_ins_of(user: User) -> list[SignIn]:
    """Return the user's active sessions, the last used first. Deletes expired ones."""
    rows = list(SignIn.objects.filter(user=user).order_by("-used_at")[:MOST_SHOWN])
    oldest = timezone.now() - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    ended = [
        row.pk for row in rows if row.created_at < oldest or not _store().exists(row.session_key)
    ]
    SignIn.objects.filter(pk__in=ended).delete()
    return [row for row in rows if row.pk not in ended]


def end(row: SignIn) -> None:
    """Sign that browser out: its next page asks to sign in."""
    _store().delete(row.session_key)
    row.delete()
    logger.info("Account %s ended one of its sessions.", row.user_id)


def _store() -> SessionBase:
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore()
    return store


# Sign-in log
# ------------------------------------------------------------------------------------------------


def connect_signals() -> None:
    """Connect the signal receivers that log signing in and out."""
    user_logged_in.connect(_signed_in)
    user_logged_out.connect(_signed_out)
    user_login_failed.connect(_refused)
    for signal, words in (
        (password_changed, "The password of account %s was changed."),
        (password_set, "Account %s has a password now."),
        (password_reset, "The password of account %s was replaced by a code."),
        (authenticator_added, "Account %s has a passkey more."),
        (authenticator_removed, "Account %s has a passkey less."),
    ):
        signal.connect(_log_change(words), weak=False)
    for signal in (password_changed, password_set):
        signal.connect(_follow_new_key)


def _signed_in(request: HttpRequest, user: User, **_: Any) -> None:
    methods = request.session.get("account_authentication_methods") or [{}]
    how = methods[-1].get("method") or "link"
    logger.info("Signed in: account %s by %s, from %s.", user.pk, how, address_of_request(request))
    begin(request, user)
    cast("_Request", request).signed_in_as = user


def _signed_out(request: HttpRequest, user: User | None, **_: Any) -> None:
    if user is not None:
        logger.info("Signed out: account %s.", user.pk)
        SignIn.objects.filter(session_key=request.session.session_key or "").delete()
    cast("_Request", request).signed_out = True


def _refused(credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    # Never the text as typed: people type passwords into this field by mistake.
    email = str(credentials.get("email") or "").lower()[:254]
    found = User.objects.filter(email=email).values_list("pk", flat=True).first()
    target = f"account {found}" if found else "no account"
    logger.warning(
        "Wrong password for %s, from %s.",
        target,
        address_of_request(request) if request else "",
    )


def _log_change(words: str) -> Callable[..., None]:
    def log_change(sender: Any, user: User, **_: Any) -> None:  # noqa: ARG001  (Django's signature)
        logger.info(words, user.pk)

    return log_change


def _follow_new_key(request: HttpRequest, user: User, **_: Any) -> None:
    """A new password changes this session's key and ends all other sessions of the account."""
    SignIn.objects.filter(pk=request.session.get(OWN, 0)).update(
        session_key=request.session.session_key
    )
    cast("_Request", request).signed_in_as = user
