"""Messages to players: stored with their cause, claimed by a worker, deleted once they are sent.

As with webhooks, a worker holds a message for `LEASE`; if it dies, another takes over, and the
message may arrive twice. The phone then replaces the first by the second.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.log_actions import SEATING
from tournaments.models import Match, Message, Place, Subscription, Tournament
from tournaments.webhooks.sending import Bell, pause_after

LEASE = timedelta(minutes=2)  # longer than sending can take
WORTH_SENDING = timedelta(minutes=30)  # since its cause
TRIES = 5
K = Message.Kind
bell = Bell()


# Causes
# --------------------------------------------------------------------------------------------------


def queue_tables(tournament: Tournament, action: str, params: Mapping[str, Any]) -> None:
    """Queue a message about the next table for everybody whom a line of the log may have seated
    elsewhere, in the transaction of the line.

    No query for another action, or on a site without messages; one if nobody wants any.
    """
    if not settings.MESSAGES:
        return
    undid = params.get("undid") if action == "undone" else action
    if undid not in SEATING:
        return
    seated = Place.objects.filter(session_round__stage__tournament=tournament)
    if "match" in params:
        seated = seated.filter(match=params["match"])
    elif "stage" in params and "round" in params:
        seated = seated.filter(
            session_round__stage__number=params["stage"], session_round__number=params["round"]
        )
    _queue(K.TABLE, Q(entrant__in=seated.values("entrant")))


def queue_dispute(match: Match, by_side: int | None = None) -> None:
    """Queue a message that a result is disputed, for everybody at the match but the side that
    disputes it.
    """
    if settings.MESSAGES:
        others = Place.objects.filter(match=match)
        if by_side is not None:
            others = others.exclude(side=by_side)
        _queue(K.DISPUTE, Q(entrant__in=others.values("entrant")), match.pk)


def queue_prizes(tournament: Tournament) -> None:
    """Queue a message that the prize-giving begins, for everybody in the tournament."""
    if settings.MESSAGES:
        _queue(K.PRIZES, Q(entrant__in=tournament.entrants.values("pk")))


def _queue(kind: str, who: Q, match_id: int = 0) -> None:
    """Queue one message each. One that waits, or is being sent, starts again with what is true
    then.

    Locks the subscriptions: one that is turned off at this moment must not fail what the director
    does.
    """
    now = timezone.now()
    wanted = Subscription.objects.filter(who, code="").order_by("pk")
    rows = [
        Message(subscription_id=pk, kind=kind, match_id=match_id, created_at=now, due_at=now)
        for pk in wanted.select_for_update(no_key=True).values_list("pk", flat=True)
    ]
    if not rows:
        return
    Message.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["subscription", "kind", "match_id"],
        update_fields=["created_at", "due_at", "tries"],
    )
    transaction.on_commit(bell.ring, robust=True)


# Sending
# --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Claim:
    """A message this worker holds until `until`."""

    message: Message
    until: datetime


def claim(now: datetime, *, phones: bool) -> Claim | None:
    """Claim the message to a phone, or to a mailbox, that has waited longest; None if none is due.

    Two concurrent workers never get the same message.
    """
    due = Message.objects.filter(due_at__lte=now)
    due = due.exclude(subscription__p256dh="") if phones else due.filter(subscription__p256dh="")
    if not due.exists():  # without a lock: mostly there is nothing
        return None
    with transaction.atomic():
        free = due.select_for_update(skip_locked=True, of=("self",)).order_by("due_at", "pk")
        found = free.select_related("subscription__entrant__tournament").first()
        if found is None:
            return None
        found.tries += 1
        found.due_at = now + LEASE
        found.save(update_fields=["tries", "due_at"])
    return Claim(found, found.due_at)


def drop(claimed: Claim) -> None:
    """Give up a message, unless its cause has come again since."""
    _ours(claimed).delete()


def mark_sent(claimed: Claim, about: str) -> None:
    """Delete a message that was sent, and remember what it was about."""
    with transaction.atomic():
        rows = Subscription.objects.select_for_update(no_key=True)
        held = rows.filter(pk=claimed.message.subscription_id).first()
        if held is not None:
            held.sent[claimed.message.kind] = about
            held.save(update_fields=["sent"])
        drop(claimed)


def try_again(claimed: Claim, now: datetime) -> None:
    """Let a message that could not be sent wait, or give it up after the last try."""
    message = claimed.message
    pause = pause_after(message.tries, random.random) if message.tries < TRIES else None
    if pause is None:
        drop(claimed)
    else:
        _ours(claimed).update(due_at=now + pause)


def _ours(claimed: Claim) -> QuerySet[Message]:
    return Message.objects.filter(pk=claimed.message.pk, due_at=claimed.until)
