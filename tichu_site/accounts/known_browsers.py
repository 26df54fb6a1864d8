"""The browsers in which somebody has signed in before: a stranger's wrong passwords must not shut
out the owner.

Tries at a password are limited for each account. Counted together, a stranger's tries would use up
the owner's. So a browser that has signed in bears a signed cookie that says for which accounts, and
is counted apart. The cookie opens nothing; with another password it is worth nothing either.
"""

from django.core import signing
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse

from tichu_site.models import User

COOKIE = "known"
SALT = "tichu_site.known"
AGE = 400 * 24 * 3600  # seconds
MOST = 5  # accounts of one browser


def is_known(request: HttpRequest, email: str) -> bool:
    """Whether the account of this e-mail has been signed in to from this browser. Without the
    cookie no query.
    """
    marks = _marks(request)
    user = User.objects.filter(email=email.strip().lower()[:254]).first() if marks else None
    return user is not None and mark_of(user) in marks


def mark_of(user: User) -> str:
    """What the cookie says of an account: other as soon as the password is."""
    return f"{user.pk}:{user.get_session_auth_hash()[:20]}"


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Have this browser known from now on."""
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
