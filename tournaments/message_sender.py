"""Send the messages that players asked for, in background threads of every serving process."""

import logging
from collections.abc import Callable
from datetime import datetime
from email.utils import parseaddr
from functools import partial
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.rules import RuleError
from tournaments.actions import messages
from tournaments.actions.messages import Claim
from tournaments.actions.subscribing import unsubscribe
from tournaments.messages import push
from tournaments.messages.words import Words, words_of
from tournaments.models import Message, Subscription
from tournaments.tokens import token_of
from tournaments.webhook_sender import Sender
from tournaments.webhooks import posting
from tournaments.webhooks.posting import Outcome

TO_PHONES, TO_MAILBOXES = 2, 1  # threads: a silent mail server must not hold up phones
NO_SUCH_PHONE = {404, 410}
TOO_MANY, SERVERS_FAULT = 429, range(500, 600)
MOST_LETTERS = 200  # of a tournament's name, in a message

logger = logging.getLogger(__name__)


def send_next(now: datetime, *, phones: bool) -> bool:
    """Send the message that has waited longest. Returns False if none is due."""
    claimed = messages.claim(now, phones=phones)
    if claimed is None:
        return False
    message = claimed.message
    try:
        with translation.override(message.subscription.language):
            said = words_of(message)
            late = now - message.created_at > messages.WORTH_SENDING
            known = said is not None and message.subscription.sent.get(message.kind) == said.about
            repeats = known and message.kind != Message.Kind.DISPUTE
            if said is None or late or repeats:
                messages.drop(claimed)
            else:
                (_to_phone if phones else _to_mailbox)(claimed, said, now)
    except Exception:
        # A bug: without this the message would be tried again ahead of all others.
        logger.exception("A message could not be built.")
        messages.drop(claimed)
    return True


def _to_phone(claimed: Claim, said: Words, now: datetime) -> None:
    message, to = claimed.message, claimed.message.subscription
    content = {
        "title": said.title,
        "text": "\n".join(filter(None, (said.text, _tournament_name(to)))),
        "page": reverse("own_page", args=[token_of(to.entrant)]),
        "tag": f"{message.kind}-{to.entrant_id}-{message.match_id}",
        "language": to.language,
    }
    outcome = _post(to, content, said.seconds, now)
    if outcome.good:
        messages.mark_sent(claimed, said.about)
    elif outcome.status in NO_SUCH_PHONE:
        unsubscribe(to.entrant, to.pk)
    elif outcome.status is None or outcome.status == TOO_MANY or outcome.status in SERVERS_FAULT:
        messages.try_again(claimed, now)
    else:
        logger.error("A push service refused a message with status %s.", outcome.status)
        messages.drop(claimed)


def _post(to: Subscription, content: dict[str, str], seconds: int, now: datetime) -> Outcome:
    try:
        target = push.service_of(to.address, settings.PUSH_SERVICES)
    except RuleError:  # rejected under the current settings
        return Outcome(status=410)
    receiver = push.Receiver(to.address, to.p256dh, to.auth)
    body, headers = push.packed(
        receiver,
        content,
        subject=f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
        topic=content["tag"],
        seconds=seconds,
        now=now,
    )
    return posting.post(target, body, headers, inside=False)


def _to_mailbox(claimed: Claim, said: Words, now: datetime) -> None:
    to = claimed.message.subscription
    page = to.site + reverse("own_page", args=[token_of(to.entrant)])
    stop = _("To stop these e-mails, open your page and turn them off under “Messages”.")
    mail = EmailMessage(
        subject=f"{said.title} · {_tournament_name(to)}",
        body="\n\n".join(filter(None, (said.text, page, stop))) + "\n",
        to=[to.address],
        headers={"Auto-Submitted": "auto-generated"},
    )
    try:
        # Not by the queue of codes to sign in, which a hall's messages would fill
        get_connection(settings.EMAIL_BEHIND).send_messages([mail])
    except (OSError, SMTPException) as error:
        # Only the kind of error: the server's reply contains addresses.
        logger.error(
            "A message could not be sent by %s: %s.", settings.EMAIL_HOST, type(error).__name__
        )
        messages.try_again(claimed, now)
    else:
        messages.mark_sent(claimed, said.about)


def _tournament_name(to: Subscription) -> str:
    return to.entrant.tournament.name[:MOST_LETTERS]


def start() -> list[Sender]:
    """Start the threads of this process; none on a site without messages."""
    if not settings.MESSAGES:
        return []
    sends: list[Callable[[datetime], bool]] = [partial(send_next, phones=True)] * TO_PHONES
    if settings.MESSAGES_BY_MAIL:
        sends += [partial(send_next, phones=False)] * TO_MAILBOXES
    senders = [Sender(messages.bell, send, "messages") for send in sends]
    for sender in senders:
        sender.start()
    return senders
