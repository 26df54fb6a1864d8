"""The questions that rule books leave open, and error messages without a field."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.round_words import figure, plural
from tournaments.pages.desk.forms.awards import AwardsForm
from tournaments.plans import StagePlan
from tournaments.plans.words import typical_points


def awards_context(
    awards: AwardsForm, plan: StagePlan, errors: Mapping[str, str]
) -> dict[str, Any]:
    """Return the template context of the questions about byes and late entries, with numbers to
    compare with.
    """
    if not awards.asks:
        return {"questions": []}
    full, level = typical_points(plan)
    compare = ngettext(
        "A level match gives %(level)s point here.",
        "A level match gives %(level)s points here.",
        plural(level),
    )
    if full is not None:
        compare = ngettext(
            "A clear win gives %(full)s point here, 60 %% of that is %(part)s, a draw gives "
            "%(level)s.",
            "A clear win gives %(full)s points here, 60 %% of that is %(part)s, a draw gives "
            "%(level)s.",
            plural(full),
        )
    part = figure(Fraction(full) * 3 / 5) if full is not None else ""
    numbers = {
        "full": figure(full) if full is not None else "",
        "part": part,
        "level": figure(level),
    }
    awards.show(errors)
    return {
        "questions": awards.questions(errors),
        "late": awards["late_entry"] if awards.asks_late else None,
        "compare": compare % numbers,
    }


def messages_without_field(errors: Mapping[str, str], known: set[str]) -> list[str]:
    """Return messages for the top of a page: those without a field on it, or a hint that something
    below is wrong.
    """
    own = [text for key, text in errors.items() if key not in known and not key.startswith(FIELDS)]
    beside = len(own) < len(errors)
    return [
        *own,
        *([_("Not saved: check the fields marked below.")] if beside else []),
    ]


FIELDS = ("awards_", "format_", "points_", "rule_")
