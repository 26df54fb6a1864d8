"""Setting that keeps members of a club (or family) apart: for how long, at what priority."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules import Mistake
from scoring.rules.settings import Choice, Setting
from scoring.rules.words import gettext_noop
from tournaments.pairing.format import Whole

NEVER, FIRST_ROUNDS, POINTS, ALWAYS = "never", "first_rounds", "points", "always"
BEFORE = {False: NEVER, True: ALWAYS}  # values from when this was a yes/no setting


@dataclass(frozen=True)
class Apart(Choice):
    """One of NEVER, FIRST_ROUNDS, POINTS and ALWAYS.

    Older plans have True and False, which mean "always" and "never".
    """

    def mistakes(self, key: str, value: object) -> list[Mistake]:
        return [] if isinstance(value, bool) else super().mistakes(key, value)

    def frozen(self, value: Any) -> str:
        return BEFORE[value] if isinstance(value, bool) else str(value)


APART, APART_ROUNDS = "clubs_apart", "clubs_rounds"
APART_SETTINGS: Mapping[str, Setting] = {
    APART: Apart((NEVER, FIRST_ROUNDS, POINTS, ALWAYS)),
    APART_ROUNDS: Whole(2, 1, 99),
}
APART_LABELS = {
    APART: (
        gettext_noop("Clubs apart"),
        gettext_noop("Whether members of the same club or family are kept apart where possible."),
    ),
    APART_ROUNDS: (
        gettext_noop("Number of first rounds"),
        gettext_noop("Used only if clubs are kept apart in the first rounds only."),
    ),
}
APART_WORDS = {
    NEVER: gettext_noop("never"),
    FIRST_ROUNDS: gettext_noop("in the first rounds"),
    POINTS: gettext_noop("unless points matter more"),
    ALWAYS: gettext_noop("always"),
}


def apart_now(settings: Mapping[str, Any], number: int) -> str:
    """Return the rule in force in session round `number`: NEVER, POINTS or ALWAYS."""
    chosen: str = settings[APART]
    if chosen == FIRST_ROUNDS:
        return ALWAYS if number <= settings[APART_ROUNDS] else NEVER
    return chosen


def clubs_apart_sentences(
    settings: Mapping[str, Any], *, points: bool = True
) -> list[tuple[str, Mapping[str, object]]]:
    """Return the sentence that describes the rule in plain words; empty if clubs are ignored.

    `points`: the draw goes by points.
    """
    texts = {
        FIRST_ROUNDS: gettext_noop(
            "In the first rounds (%(clubs_rounds)s) members of the same club are kept apart."
        ),
        POINTS: gettext_noop(
            "Among those with similar points, members of the same club do not meet."
        ),
        ALWAYS: gettext_noop(
            "Members of the same club are kept apart where possible, whatever the points."
        )
        if points
        else gettext_noop("Members of the same club are kept apart where possible."),
    }
    return [(texts[settings[APART]], settings)] if settings[APART] in texts else []
