"""The part of an entrant's own page that turns messages on and off."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django import forms
from django.conf import settings
from django.http import HttpRequest

from tournaments.actions.subscribing import is_offered
from tournaments.messages.push import public_key
from tournaments.models import Entrant, Subscription
from tournaments.pages.forms import BoundedForm

LONGEST_EMAIL = 254


class PhoneForm(BoundedForm):
    """What a browser says of itself: filled in by messages.js."""

    kept: ClassVar = {"address": 501}
    address = forms.CharField(max_length=500)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)


class EmailForm(BoundedForm):
    kept: ClassVar = {"email": LONGEST_EMAIL + 1}
    email = forms.EmailField(max_length=LONGEST_EMAIL)


@dataclass(frozen=True)
class Mailbox:
    """A mailbox that gets messages, or will once its code is entered. `shown` hides most of it from
    others who have the link.
    """

    pk: int
    shown: str
    waits: bool


@dataclass(frozen=True)
class MessagePanel:
    """`phones`: hashes of the addresses of phones that get messages, separated by spaces. `email`:
    what was typed, else the reader's own. `own_email`: it needs no code.
    """

    key: str
    phones: str
    by_mail: bool
    mailboxes: Sequence[Mailbox]
    email: str
    own_email: bool
    errors: Sequence[str]

    @property
    def waits(self) -> bool:
        """Whether a code is to be entered first, or its mailbox given up."""
        return any(one.waits for one in self.mailboxes)


def message_panel(
    request: HttpRequest, entrant: Entrant, errors: Sequence[str] = ()
) -> MessagePanel | None:
    """Return the panel, None where no messages are offered. One query."""
    if not is_offered(entrant):
        return None
    rows = list(Subscription.objects.filter(entrant=entrant))
    account = account_email(request)
    on = {row.address for row in rows if not row.code}
    own = account if account not in on else ""
    return MessagePanel(
        key=public_key(),
        phones=" ".join(_hash(row.address) for row in rows if row.is_phone),
        by_mail=settings.MESSAGES_BY_MAIL,
        mailboxes=[
            Mailbox(row.pk, _masked(row.address), bool(row.code))
            for row in rows
            if not row.is_phone
        ],
        email=request.POST.get("email", "")[:LONGEST_EMAIL] if errors else own,
        own_email=bool(own) and not errors,
        errors=errors,
    )


def account_email(request: HttpRequest) -> str:
    """Return the e-mail address of a signed-in reader, which has been verified; "" without one."""
    return str(getattr(request.user, "email", ""))


def _hash(address: str) -> str:
    """Return the hash by which messages.js recognises its own address."""
    return hashlib.sha256(address.encode()).hexdigest()[:32]


def _masked(email: str) -> str:
    name, _at, host = email.rpartition("@")
    return f"{name[:1]}…@{host}"
