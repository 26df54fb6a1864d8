"""What is known of a draw that had to give something up,
and the words that say no more than that.
"""

from collections.abc import Mapping

from scoring.rules.words import gettext_noop

PROVEN = "proven"  # no draw whatever has less of it
GIVEN = "given"  # no draw that keeps what is more important
AHEAD = "ahead"  # drawn with all rounds in view
OPEN = "open"  # the best that was found, of which nobody knows whether it is the best
SCHEDULE = "schedule"  # so it stands in a schedule
Known = Mapping[str, str]  # by what was given up: "partners_again", "opponents_again", "same_club"

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
    """The sentence for something that was given up."""
    texts = TEXTS[code]
    return texts.get(known.get(code, OPEN), texts[OPEN])
