"""Directors' actions on a club's webhooks: create, change, pause, test, delete."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from scoring.models import Club
from scoring.rules import Mistake, RuleError, collect
from scoring.rules.words import gettext_noop
from tournaments.actions.common import rule_error
from tournaments.actions.outbox import enqueue, give_up_waiting
from tournaments.models import Delivery, Webhook
from tournaments.models.webhooks import a_webhook_key
from tournaments.webhooks.addresses import target_of
from tournaments.webhooks.events import KINDS, PING
from tournaments.webhooks.sending import bell

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

MOST_WEBHOOKS = 10  # of a club
MOST_WAITING = 20  # messages sent by hand, per webhook
TOO_MANY = gettext_noop("A club can have %(most)s webhooks: delete one that is no longer needed.")
NO_KIND = gettext_noop("Choose at least one kind of event.")
GONE = gettext_noop("This webhook has been deleted.")
IS_OFF = gettext_noop("It is switched off: switch it on first.")
BUSY = gettext_noop("Too many messages are on their way: try again later.")
NOT_FAILED = gettext_noop("Only a message given up can be sent again.")


def make_webhook(
    club: Club, by: "AbstractBaseUser | None", address: str, kinds: Collection[str], site: str
) -> Webhook:
    """Create a webhook for this address. `site`: this site's own address, for links in messages.

    Raises RuleError for an address that is not allowed, without a kind, and if the club has too
    many.
    """
    chosen = _checked(address, kinds)
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if club.webhooks.count() >= MOST_WEBHOOKS:
            raise RuleError(
                [Mistake("too_many_webhooks", "address", TOO_MANY, {"most": MOST_WEBHOOKS})]
            )
        return Webhook.objects.create(
            club=club, address=address, kinds=chosen, site=site, created_by_id=by.pk if by else None
        )


def change_webhook(hook: Webhook, address: str, kinds: Collection[str], site: str) -> Webhook:
    """Change the address and kinds of events. Raises RuleError like `make_webhook`."""
    chosen = _checked(address, kinds)
    with transaction.atomic():
        held = _lock(hook)
        held.address, held.kinds, held.site = address, chosen, site
        held.save(update_fields=["address", "kinds", "site"])
    return held


def _checked(address: str, kinds: Collection[str]) -> list[str]:
    mistakes: list[Mistake] = []
    with collect(mistakes):
        target_of(address, inside=settings.WEBHOOK_PRIVATE)
    chosen = [kind for kind in KINDS if kind in kinds]
    if not chosen:
        mistakes.append(Mistake("no_kind", "kinds", NO_KIND))
    if mistakes:
        raise RuleError(mistakes)
    return chosen


def renew_secret(hook: Webhook) -> Webhook:
    """Replace the secret: from now on messages are signed only with the new one."""
    with transaction.atomic():
        held = _lock(hook)
        held.key = a_webhook_key()
        held.save(update_fields=["key"])
    return held


def pause(hook: Webhook) -> Webhook:
    """Send nothing to it. Waiting messages are given up; events during the pause are not sent."""
    with transaction.atomic():
        held = _lock(hook)
        held.paused_at = held.paused_at or timezone.now()
        held.save(update_fields=["paused_at"])
        give_up_waiting(held)
    return held


def resume(hook: Webhook) -> Webhook:
    """Resume sending, even if this site had switched it off."""
    with transaction.atomic():
        held = _lock(hook)
        held.paused_at = held.stopped_at = held.failing_since = held.rests_until = None
        held.failures = 0
        held.save(
            update_fields=["paused_at", "stopped_at", "failing_since", "rests_until", "failures"]
        )
    return held


def ping(hook: Webhook) -> Delivery:
    """Send a test message now. Raises RuleError if it is switched off, or too much is waiting."""
    with transaction.atomic():
        held = _by_hand(hook)
        row = Delivery(webhook=held, event=PING)
        enqueue([row])
    return row


def send_again(hook: Webhook, delivery: int) -> None:
    """Retry a message that was given up. Raises RuleError if it was not, or as a ping does."""
    with transaction.atomic():
        held = _by_hand(hook)
        given_up = Delivery.objects.filter(pk=delivery, webhook=held, state=Delivery.State.GIVEN_UP)
        if not given_up.update(state=Delivery.State.WAITING, due_at=timezone.now()):
            raise rule_error("not_given_up", "delivery", NOT_FAILED)
        transaction.on_commit(bell.ring, robust=True)


def delete_webhook(hook: Webhook) -> None:
    """Delete it, with its log and waiting messages."""
    with transaction.atomic():
        Webhook.objects.filter(pk=hook.pk).delete()


def _by_hand(hook: Webhook) -> Webhook:
    """Lock the webhook for a request whose result a person is waiting for."""
    held = _lock(hook)
    if not held.on:
        raise rule_error("webhook_off", "webhook", IS_OFF)
    if (
        Delivery.objects.filter(webhook=held, state=Delivery.State.WAITING, event=PING).count()
        >= MOST_WAITING
    ):
        raise rule_error("webhook_busy", "webhook", BUSY)
    held.rests_until = None
    held.save(update_fields=["rests_until"])
    return held


def _lock(hook: Webhook) -> Webhook:
    held = Webhook.objects.select_for_update(no_key=True).filter(pk=hook.pk).first()
    if held is None:
        raise rule_error("webhook_gone", "webhook", GONE)
    return held
