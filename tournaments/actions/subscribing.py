"""Players ask for messages about an entrant, on a phone or by e-mail, and stop them again."""

import logging
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, get_random_string
from django.utils.translation import gettext as _

from scoring.games.access.addresses import keyed_hash
from scoring.games.access.limit_counts import check_limit, count_use
from scoring.games.actions.common import conflict, rule_error
from scoring.rules import RuleError
from scoring.rules.words import gettext_noop
from tournaments.messages import push
from tournaments.models import Entrant, Subscription, Tournament

MOST = 12  # phones and mailboxes of an entrant: a team of six, two each
CODE_LASTS = timedelta(minutes=15)
LONGEST_LIFE = timedelta(days=400)  # of a tournament that nobody finishes
TO_A_MAILBOX = ("mails to a mailbox at once", "mails to a mailbox")
CODES, WRONG_CODES = "message codes of an entrant", "wrong message codes of an entrant"
S = Entrant.State
TAKING_PART = (S.ASKED, S.WAITING, S.ENTERED)

logger = logging.getLogger(__name__)


def is_offered(entrant: Entrant) -> bool:
    """Return whether an entrant can ask for messages. Their tournament must be loaded."""
    over = entrant.tournament.state == Tournament.State.FINISHED
    return settings.MESSAGES and entrant.state in TAKING_PART and not over


def subscribe_phone(
    entrant: Entrant, receiver: push.Receiver, *, language: str, site: str
) -> Subscription:
    """Send an entrant's messages to a phone too. Idempotent.

    Raises RuleError if none are offered, for an address that is no known push service's, for keys
    that are none, and beyond `MOST`.
    """
    push.service_of(receiver.address, settings.PUSH_SERVICES)
    push.check_keys(receiver)
    keys = {"p256dh": receiver.p256dh, "auth": receiver.auth}
    return _subscribe(entrant, receiver.address, language=language, site=site, **keys)


def subscribe_mailbox(
    entrant: Entrant, email: str, *, language: str, site: str, verified: bool
) -> Subscription:
    """Send an entrant's messages to a mailbox too, after a code sent there was entered; `verified`:
    without one.

    Raises RuleError as `subscribe_phone`, and if the e-mail cannot be sent; TooManyError after too
    many codes.
    """
    if not settings.MESSAGES_BY_MAIL:
        raise _not_offered()
    with transaction.atomic():
        if verified:
            return _subscribe(entrant, email, language=language, site=site, code="")
        known = Subscription.objects.filter(entrant=entrant, address=email, code="").first()
        if known is not None:
            return known
        mailbox = keyed_hash(f"messages {email.lower()}")
        counted = [(CODES, str(entrant.pk)), *((name, mailbox) for name in TO_A_MAILBOX)]
        for name, whose in counted:
            check_limit(name, whose)
        for name, whose in counted:
            count_use(name, whose)
        code = get_random_string(6, "0123456789")
        row = _subscribe(entrant, email, language=language, site=site, code=code)
    _send_code(email, code)
    return row


def _subscribe(entrant: Entrant, address: str, **columns: Any) -> Subscription:
    with transaction.atomic():
        held = (
            Entrant.objects.select_for_update(no_key=True, of=("self",))
            .select_related("tournament")
            .get(pk=entrant.pk)
        )
        if not is_offered(held):
            raise _not_offered()
        theirs = Subscription.objects.filter(entrant=held)
        theirs.filter(_expired()).delete()
        if theirs.exclude(address=address).count() >= MOST:
            raise conflict(
                "too_many_subscriptions",
                "address",
                gettext_noop(
                    "Too many phones and mailboxes get these messages already. Turn one of them "
                    "off first."
                ),
            )
        columns["created_at"] = timezone.now()
        return theirs.update_or_create(entrant=held, address=address, defaults=columns)[0]


def _not_offered() -> RuleError:
    return conflict(
        "no_messages", "address", gettext_noop("Messages cannot be turned on here now.")
    )


def _send_code(email: str, code: str) -> None:
    mail = EmailMessage(
        subject=_("%(code)s is your code for tournament messages") % {"code": code},
        body=_(
            "Enter this code on your tournament page: %(code)s\n\n"
            "It works for 15 minutes. If you did not ask for it, ignore this e-mail: you will get "
            "no other."
        )
        % {"code": code},
        to=[email],
    )
    try:
        mail.send()
    except OSError:
        # No traceback: it would contain the code.
        logger.error("An e-mail could not be sent by %s.", settings.EMAIL_HOST)
        raise conflict(
            "mail_not_sent", "email", gettext_noop("The e-mail could not be sent. Try again later.")
        ) from None


def confirm_mailbox(entrant: Entrant, pk: int, typed: str) -> None:
    """Begin to send messages to a mailbox, by the code that was sent there.

    Raises RuleError for a wrong or old code; TooManyError after too many, for a right one too.
    """
    check_limit(WRONG_CODES, str(entrant.pk))
    rows = Subscription.objects.filter(pk=pk, entrant=entrant).exclude(code="")
    row = rows.exclude(_expired()).first()
    code = "".join(typed.split())
    if row is None or not constant_time_compare(row.code, code):
        count_use(WRONG_CODES, str(entrant.pk))
        raise rule_error(
            "wrong_code",
            "code",
            gettext_noop("This code is wrong or too old. Check the newest e-mail, or ask again."),
        )
    rows.filter(code=row.code).update(code="")


def unsubscribe(entrant: Entrant, pk: int) -> None:
    """Stop messages to a phone or mailbox of an entrant, also those that wait. Idempotent."""
    _delete(Subscription.objects.filter(entrant=entrant, pk=pk))


def unsubscribe_phone(entrant: Entrant, address: str) -> None:
    """Stop messages to a phone, by its address at its push service. Idempotent."""
    _delete(Subscription.objects.filter(entrant=entrant, address=address).exclude(p256dh=""))


def _delete(rows: QuerySet[Subscription]) -> None:
    """Delete these with what waits for them, after those who are queueing for them: see
    `tournaments.actions.messages`.
    """
    with transaction.atomic():
        held = rows.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True)
        Subscription.objects.filter(pk__in=list(held)).delete()


def _expired() -> Q:
    return ~Q(code="") & Q(created_at__lt=timezone.now() - CODE_LASTS)


def delete_old_subscriptions() -> None:
    """Delete the subscriptions of finished tournaments, of those that nobody finishes, and of
    mailboxes whose code was not entered. Until the prize-giving is over a tournament is not.
    """
    over = Q(entrant__tournament__state=Tournament.State.FINISHED) & (
        Q(entrant__tournament__frozen_stage__isnull=True)
        | Q(entrant__tournament__frozen_round__isnull=True)
    )
    old = Q(created_at__lt=timezone.now() - LONGEST_LIFE)
    _delete(Subscription.objects.filter(over | old | _expired()))
