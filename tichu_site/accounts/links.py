"""Signed links that create accounts: the first-start link and an owner's invitation.

Nothing is stored. Do not import models here: models call this module.
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
    """The link was altered or is older than `INVITATION_AGE`."""


@dataclass(frozen=True)
class Invitation:
    """The content of an invitation link.

    `by`: primary key of the inviting account. `email`: the only address that may use it, or "".
    `next`: the path on this site to go to afterwards. `owner`: whether the guest also becomes an
    owner of the site. `key`: identifies the link, so that it creates only one account.
    """

    by: int
    email: str
    next: str
    owner: bool
    key: str


def first_token() -> str:
    """Return the token of the first-start link: the same at every start with this SECRET_KEY."""
    return signing.Signer(salt=FIRST_SALT).sign(FIRST_WORD).partition(":")[2]


def is_first_token(token: str) -> bool:
    return secrets.compare_digest(token.encode(), first_token().encode())


def sign_invitation(
    *, by: int, email: str = "", next_address: str = "", owner: bool = False
) -> str:
    """Return the token of a new invitation."""
    invitation = Invitation(
        by, email.strip().lower(), next_address, owner, secrets.token_urlsafe(12)
    )
    return signing.dumps(asdict(invitation), salt=INVITATION_SALT)


def read_invitation(token: str) -> Invitation:
    """Decode an invitation's token. Raises LinkError."""
    try:
        return Invitation(**signing.loads(token, salt=INVITATION_SALT, max_age=INVITATION_AGE))
    except BadSignature as error:
        raise LinkError("The link was changed, or it is too old.") from error
