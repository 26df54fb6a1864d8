"""Deliberate faults, each a slip that somebody might make in one line, and the tests that have to
catch it.

They are spread over what the product promises, so that whoever shortens the tests learns what would
not be held any more: `make mutants` puts each in and runs its tests. A fault that its tests do not
catch stays here, and gets a test.
"""

from tests.mutants.fault import Fault
from tests.mutants.in_actions import ACTIONS, WHO_MAY
from tests.mutants.in_messages import MESSAGES
from tests.mutants.in_rules import DRAW, RULES, STANDINGS
from tests.mutants.in_site import OFFLINE, SITE
from tests.mutants.in_webhooks import WEBHOOKS

FAULTS: tuple[Fault, ...] = (
    *RULES,
    *DRAW,
    *STANDINGS,
    *ACTIONS,
    *WHO_MAY,
    *SITE,
    *OFFLINE,
    *WEBHOOKS,
    *MESSAGES,
)
