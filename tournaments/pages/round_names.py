"""What a session round is called: in a knock-out by how near it is to the final, else by its
number.
"""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.rules.words import gettext_noop
from tournaments.models import Stage
from tournaments.pairing.knockout import Knockout
from tournaments.stage.history import RoundRows

OF_ROUNDS = {
    "final": gettext_noop("Final"),
    "semi_final": gettext_noop("Semi-finals"),
    "quarter_final": gettext_noop("Quarter-finals"),
}
# By how many matches there are, those of a bye with them
LEFT = {1: "final", 2: "semi_final", 4: "quarter_final"}


def round_name(rows: RoundRows) -> str:
    """The name of a session round that was drawn."""
    if name := own_name(rows):
        return _(name)
    return pgettext("tournament", "Round %(number)s") % {"number": rows.session_round.number}


def name_by_number(stage: Stage, number: int) -> str:
    """The name of a session round that may not be drawn yet. A query in a knock-out."""
    if has_names(stage):
        total = Knockout().rounds(stage.participations.count(), {})
        if number <= total and (name := LEFT.get(2 ** (total - number))):
            return _(OF_ROUNDS[name])
    return pgettext("tournament", "Round %(number)s") % {"number": number}


def own_name(rows: RoundRows) -> str:
    """The text to translate where a session round is called by more than its number, else "".

    A match for third place is played beside the final.
    """
    if not has_names(rows.session_round.stage):
        return ""
    reasons = {note["code"] for seated in rows.seated for note in seated.match.reasons}
    name = "final" if "final" in reasons else LEFT.get(len(rows.seated) + len(rows.byes), "")
    return OF_ROUNDS.get(name, "")


def has_names(stage: Stage) -> bool:
    """Whether the last session rounds of a stage are called by more than their numbers."""
    return stage.format == Knockout.key
