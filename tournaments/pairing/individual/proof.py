"""Whether giving up a wish was proven necessary, and the texts that claim no more than that."""

from collections.abc import Mapping

from scoring.rules.words import gettext_noop

PROVEN = "proven"  # no draw at all gives up less of it
GIVEN = "given"  # no draw that keeps the more important wishes does
AHEAD = "ahead"  # drawn over all rounds
OPEN = "open"  # the best found, without proof that it is optimal
SCHEDULE = "schedule"  # required by a schedule
Known = Mapping[str, str]  # by wish given up: "partners_again", "opponents_again", "same_club"

TEXTS: Mapping[str, Mapping[str, str]] = {
    "same_club": {
        GIVEN: gettext_noop("Two of the same club could not be kept apart (times: %(count)s)."),
        OPEN: gettext_noop(
            "Two of the same club are at one table (times: %(count)s); another draw may have fewer."
        ),
    },
    "opponents_again": {
        GIVEN: gettext_noop(
            "Two meet again as opponents (times: %(count)s): with fewer, more important wishes "
            "could not be kept."
        ),
        OPEN: gettext_noop(
            "Two meet again as opponents (times: %(count)s); another draw may have fewer."
        ),
        SCHEDULE: gettext_noop(
            "Two meet again as opponents (times: %(count)s), as the schedule has it."
        ),
    },
    "partners_again": {
        PROVEN: gettext_noop("Two are partners again: it could not be avoided (times: %(count)s)."),
        GIVEN: gettext_noop(
            "Two are partners again (times: %(count)s): with fewer, more important wishes could "
            "not be kept."
        ),
        AHEAD: gettext_noop(
            "Two are partners again (times: %(count)s): the draw has all rounds in view, so that "
            "few come again in all."
        ),
        OPEN: gettext_noop(
            "Two are partners again (times: %(count)s); another draw may have fewer."
        ),
        SCHEDULE: gettext_noop(
            "Two are partners again (times: %(count)s), as the schedule has it."
        ),
    },
}


def text_of(code: str, known: Known) -> str:
    """Return the sentence for a wish given up."""
    texts = TEXTS[code]
    return texts.get(known.get(code, OPEN), texts[OPEN])
