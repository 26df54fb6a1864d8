"""Reject a club's document: one error, in the app's format."""

from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop

NO_CLUB = gettext_noop("This file is not a club export.")
NEWER = gettext_noop(
    "A newer version of this program wrote this document: update the program first."
)
CUT_OFF = gettext_noop("The document was cut off: its end is missing.")
DAMAGED = gettext_noop("The document is damaged or was changed: its checksum does not match.")
TOO_LARGE = gettext_noop(
    "This is larger than %(most)s MB: the site's owner can import it on the server."
)
BAD_LINE = gettext_noop("Line %(line)s of the document is not valid (%(field)s).")
TAKEN = gettext_noop(
    "This club, or part of it, is already here: %(what)s. It cannot be here twice."
)
NOT_AS_WRITTEN = gettext_noop("The document contradicts its own entries: %(what)s")
BROKEN = gettext_noop("This is not as it was written, so it is not exported: %(what)s")


def refused(code: str, text: str, **params: object) -> RuleError:
    return RuleError([Mistake(code, "document", text, params)])
