"""The two links that make accounts: the first start's, and an owner's invitation. Signed, so
nothing is stored.

No models in here: they hand such links out themselves.
"""

import secrets
from dataclasses import asdict, dataclass

from django.core import signing
from django.core.signing import BadSignature

FIRST_SALT = "tichu_site.first"
FIRST_WORD = "owner"
INVITATION_SALT = "tichu_site.invitation"
INVITATION_AGE = 7 * 24 * 3600  # seconds


class LinkError(ValueError):
    """A link that was changed on its way, or is older than `INVITATION_AGE`."""


@dataclass(frozen=True)
class Invitation:
    """What an invitation link says.

    `by`: primary key of who invites. `email`: the only address that may use it, or empty. `next`:
    where its guest goes afterwards, an address of this site. `owner`: whether the guest becomes an
    owner of the site too. `key`: names the link, so that it makes one account and no second.
    """

    by: int
    email: str
    next: str
    owner: bool
    key: str


def first_token() -> str:
    """The token of the link that makes the first account: the same at every start with this
    SECRET_KEY.
    """
    return signing.Signer(salt=FIRST_SALT).sign(FIRST_WORD).partition(":")[2]


def is_first_token(token: str) -> bool:
    return secrets.compare_digest(token.encode(), first_token().encode())


def signed(*, by: int, email: str = "", next_address: str = "", owner: bool = False) -> str:
    """The token of a new invitation."""
    invitation = Invitation(
        by, email.strip().lower(), next_address, owner, secrets.token_urlsafe(12)
    )
    return signing.dumps(asdict(invitation), salt=INVITATION_SALT)


def opened(token: str) -> Invitation:
    """What the token of an invitation says. Raises LinkError."""
    try:
        return Invitation(**signing.loads(token, salt=INVITATION_SALT, max_age=INVITATION_AGE))
    except BadSignature as error:
        raise LinkError("The link was changed, or it is too old.") from error
