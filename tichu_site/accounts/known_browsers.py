"""Recognise browsers that have signed in before, so a stranger's wrong passwords cannot lock out
the owner.

Password attempts are limited per account. With one shared count, a stranger's attempts would use up
the owner's. So a browser that has signed in carries a signed cookie naming its accounts, and its
attempts are counted separately. The cookie grants no access, and changing the password invalidates
it.
"""

from django.core import signing
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse

from tichu_site.models import User

COOKIE = "known"
SALT = "tichu_site.known"
AGE = 400 * 24 * 3600  # seconds
MOST = 5  # accounts per browser


def is_known(request: HttpRequest, email: str) -> bool:
    """Return whether this browser has signed in to the account with this e-mail.

    No query without the cookie.
    """
    marks = _marks(request)
    user = User.objects.filter(email=email.strip().lower()[:254]).first() if marks else None
    return user is not None and mark_of(user) in marks


def mark_of(user: User) -> str:
    """Return the account's mark in the cookie. It changes with the password."""
    return f"{user.pk}:{user.get_session_auth_hash()[:20]}"


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Set the cookie so that this browser is recognised from now on."""
    own = f"{user.pk}:"
    others = [mark for mark in _marks(request) if not mark.startswith(own)]
    value = signing.dumps([mark_of(user), *others][:MOST], salt=SALT)
    response.set_cookie(
        COOKIE, value, max_age=AGE, httponly=True, samesite="Lax", secure=request.is_secure()
    )


def _marks(request: HttpRequest) -> list[str]:
    try:
        found = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=AGE)
    except BadSignature:
        return []
    return found if isinstance(found, list) else []
