"""Webhooks in words: kinds of events, and reasons for rejected messages."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.webhooks import posting
from tournaments.webhooks.events import RESULT, ROUND, STANDINGS, TOURNAMENT

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
