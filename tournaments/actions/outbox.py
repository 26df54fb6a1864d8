"""The outbox of webhooks: events are stored with their content, claimed by a worker, then marked.

A worker holds a message for `LEASE`. If it dies, another takes over, and the message may arrive
twice, with the same id.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournaments.log_actions import event_of
from tournaments.models import Delivery, Tournament, Webhook
from tournaments.stage.corrections import is_correction
from tournaments.webhooks.events import CORRECTED, kept, kind_of
from tournaments.webhooks.posting import GONE, Outcome
from tournaments.webhooks.sending import OFF_AFTER, bell, pause_after, suspension_after

LEASE = timedelta(minutes=2)  # longer than a delivery can take
BATCH = 500  # rows per statement
State = Delivery.State


def queue_event(tournament: Tournament, action: str, params: Mapping[str, Any]) -> None:
    """Store a log line's events for the club's webhooks, in the transaction of the line.

    No query for an action without an event, one if the club has no webhook.
    """
    events = [event] if (event := event_of(action, params)) else []
    if tournament.state == Tournament.State.FINISHED and is_correction(action, params):
        events.append(CORRECTED)
    if not events:
        return
    hooks = Webhook.objects.filter(
        club=tournament.club_id, paused_at__isnull=True, stopped_at__isnull=True
    )
    subscribed = [
        (pk, event)
        for pk, kinds in hooks.values_list("pk", "kinds")
        for event in events
        if kind_of(event) in kinds
    ]
    if subscribed:
        enqueue(
            [
                Delivery(
                    webhook_id=pk,
                    tournament_id=tournament.pk,
                    event=event,
                    params=kept(action, params),
                )
                for pk, event in subscribed
            ]
        )


def enqueue(rows: list[Delivery]) -> None:
    """Have these sent as soon as the transaction commits."""
    now = timezone.now()
    for row in rows:
        row.created_at = row.due_at = now
    Delivery.objects.bulk_create(rows)
    transaction.on_commit(bell.ring, robust=True)


@dataclass(frozen=True)
class Claim:
    """A message this worker holds until `until`."""

    delivery: Delivery
    until: datetime


def claim(now: datetime) -> Claim | None:
    """Claim the message that has waited longest; None if none is due.

    A club's messages are sent one at a time: a slow receiver only delays its own. Two concurrent
    workers never get the same message.
    """
    due = Delivery.objects.filter(state=State.WAITING, due_at__lte=now)
    if not due.exists():  # without a lock: mostly there is nothing
        return None
    busy = Delivery.objects.filter(state=State.WAITING, sending=True, due_at__gt=now)
    free = due.exclude(webhook__rests_until__gt=now).exclude(
        webhook__club__in=busy.values("webhook__club")
    )
    free = free.filter(webhook__paused_at__isnull=True, webhook__stopped_at__isnull=True).order_by(
        "due_at", "pk"
    )
    looked_at: list[int] = []
    while True:
        with transaction.atomic():
            club = (
                free.exclude(webhook__club__in=looked_at)
                .values_list("webhook__club", flat=True)
                .first()
            )
            if club is None:
                return None
            # Two concurrent workers find the same club free: the one that locks its webhooks checks
            # again.
            list(
                Webhook.objects.select_for_update(no_key=True)
                .filter(club=club)
                .order_by("pk")
                .values_list("pk")
            )
            own = free.filter(webhook__club=club).select_for_update(skip_locked=True, of=("self",))
            found = own.select_related("webhook__club", "tournament").first()
            if found is not None:
                found.tries += 1
                found.sending, found.due_at, found.tried_at = True, now + LEASE, now
                found.save(update_fields=["tries", "sending", "due_at", "tried_at"])
                return Claim(found, now + LEASE)
        looked_at.append(club)


def drop(claimed: Claim) -> None:
    """Drop a message whose content is not public any more."""
    _ours(claimed).update(state=State.DROPPED, sending=False, due_at=None)


def record_outcome(claimed: Claim, outcome: Outcome, now: datetime) -> None:
    """Record the outcome of a try, and schedule the next. Does nothing if the claim was lost.

    `now`: when the try began.
    """
    delivery, now = claimed.delivery, now + timedelta(milliseconds=outcome.milliseconds)
    pause = (
        None
        if outcome.good or outcome.status == GONE
        else pause_after(delivery.tries, random.random)
    )
    state = State.TAKEN if outcome.good else State.WAITING if pause else State.GIVEN_UP
    with transaction.atomic():
        hook = Webhook.objects.select_for_update(no_key=True).filter(pk=delivery.webhook_id).first()
        if hook is None:
            return  # deleted since, with its messages
        if not hook.on and state == State.WAITING:
            state, pause = State.GIVEN_UP, None
        found = _ours(claimed).update(
            state=state,
            sending=False,
            due_at=now + pause if pause else None,
            status=outcome.status,
            problem=outcome.problem,
            milliseconds=outcome.milliseconds,
            answer=outcome.answer,
        )
        if found:
            _keep_count(hook, outcome, now)


def _ours(claimed: Claim) -> Any:
    return Delivery.objects.filter(pk=claimed.delivery.pk, sending=True, due_at=claimed.until)


def _keep_count(hook: Webhook, outcome: Outcome, now: datetime) -> None:
    """Back off a failing webhook, and switch it off after days of failures or if it refuses."""
    if outcome.good:
        hook.failures, hook.failing_since, hook.rests_until = 0, None, None
    else:
        hook.failures += 1
        hook.failing_since = hook.failing_since or now
        hook.rests_until = now + suspension_after(hook.failures)
        if outcome.status == GONE or now - hook.failing_since >= OFF_AFTER:
            hook.stopped_at = now
            give_up_waiting(hook)
    hook.save(update_fields=["failures", "failing_since", "rests_until", "stopped_at"])


def give_up_waiting(hook: Webhook) -> None:
    """Give up a webhook's waiting messages. One already being sent may still arrive."""
    waiting = Delivery.objects.filter(webhook=hook, state=State.WAITING, sending=False)
    waiting.update(state=State.GIVEN_UP, due_at=None)


def delete_old_deliveries() -> None:
    """Delete the delivery log after `WEBHOOK_DAYS`, including messages that waited all that
    time.
    """
    before = timezone.now() - timedelta(days=settings.WEBHOOK_DAYS)
    old = Delivery.objects.filter(created_at__lt=before).order_by("pk").values_list("pk", flat=True)
    while rows := list(old[:BATCH]):
        Delivery.objects.filter(pk__in=rows).delete()
