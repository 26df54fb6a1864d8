"""Webhooks: the state of one, and its log."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from urllib.parse import urlsplit

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Delivery, Webhook
from tournaments.webhooks import posting
from tournaments.webhooks.events import RESULT, ROUND, STANDINGS, TOURNAMENT
from tournaments.webhooks.sending import TRIES

KINDS: Mapping[str, str | Promise] = {
    ROUND: _("A round is published, redrawn or unpublished"),
    RESULT: _("A result counts: agreed, entered, decided or corrected"),
    STANDINGS: _("The standings change: a round is closed, a penalty, the prize-giving"),
    TOURNAMENT: _("A tournament is opened, finished, or reopened"),
}
PROBLEMS: Mapping[str, str | Promise] = {
    posting.REFUSED: _(
        "The name cannot be found or leads into a private network: nothing is sent there."
    ),
    posting.NO_NAME: _("No machine has this name."),
    posting.NO_WAY: _("The machine refuses connections."),
    posting.NO_TRUST: _("Its certificate is not trusted."),
    posting.TOO_SLOW: _("No answer in time."),
    posting.NO_ANSWER: _("The answer was not valid."),
}
REDIRECTED = _("The answer redirects to another address, which is not followed.")


MOST_LINES = 50  # per page
State = Delivery.State
SIGNS = {
    State.TAKEN: "check",
    State.WAITING: "clock",
    State.GIVEN_UP: "alert",
    State.DROPPED: "minus",
}


@dataclass(frozen=True)
class Line:
    """A message in the log."""

    delivery: Delivery
    hook: Webhook

    @property
    def day(self) -> date:
        return timezone.localdate(self.delivery.created_at)

    @property
    def next_try(self) -> datetime | None:
        """Return when it is retried, if it failed and waits: not before the webhook's pause is
        over.
        """
        if self.delivery.state != State.WAITING or self.delivery.sending or not self.delivery.tries:
            return None
        times = [self.delivery.due_at, self.hook.rests_until]
        return max((at for at in times if at is not None), default=None)

    @property
    def sign(self) -> str:
        return SIGNS[State(self.delivery.state)]

    @property
    def problem(self) -> str | Promise:
        """Return why the last attempt failed, in words; empty if a response says so itself."""
        if self.delivery.status is not None and 300 <= self.delivery.status < 400:
            return REDIRECTED
        return PROBLEMS.get(self.delivery.problem, "")

    @property
    def tables(self) -> str:
        return ", ".join(map(str, self.delivery.params.get("tables", ())))

    @property
    def tries_left(self) -> int:
        return max(TRIES - self.delivery.tries, 0)


@dataclass
class Log:
    """A page of a webhook's log, newest first.

    `before` is the line to continue before. One query.
    """

    hook: Webhook
    before: int | None = None

    @cached_property
    def found(self) -> list[Delivery]:
        rows = (
            Delivery.objects.filter(webhook=self.hook).select_related("tournament").order_by("-pk")
        )
        if self.before is not None:
            rows = rows.filter(pk__lt=self.before)
        return list(rows[: MOST_LINES + 1])

    @property
    def lines(self) -> list[Line]:
        return [Line(row, self.hook) for row in self.found[:MOST_LINES]]

    @property
    def older(self) -> int | None:
        """Return where the next page begins."""
        return self.found[MOST_LINES - 1].pk if len(self.found) > MOST_LINES else None

    @property
    def waits(self) -> bool:
        """Whether a message of this page is still pending."""
        return any(row.state == State.WAITING for row in self.found[:MOST_LINES])


def short(hook: Webhook) -> str:
    """Return a webhook's host: the rest of its address may be a password."""
    return urlsplit(hook.address).netloc
