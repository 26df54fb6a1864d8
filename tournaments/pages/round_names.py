"""Names of session rounds: in a knock-out by their distance from the final, else by number."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.rules.words import gettext_noop
from tournaments.models import Stage
from tournaments.pairing.knockout import NAMES, Knockout
from tournaments.stage.history import RoundRows

OF_ROUNDS = {
    "final": gettext_noop("Final"),
    "semi_final": gettext_noop("Semi-finals"),
    "quarter_final": gettext_noop("Quarter-finals"),
}
# By the number of matches, byes included
LEFT = {1: "final", 2: "semi_final", 4: "quarter_final"}


def round_name(rows: RoundRows) -> str:
    """Return the name of a drawn session round."""
    if name := own_name(rows):
        return _(name)
    return pgettext("tournament", "Round %(number)s") % {"number": rows.session_round.number}


def name_by_number(stage: Stage, number: int) -> str:
    """Return the name of a session round that may not be drawn yet. One query in a knock-out."""
    name = own_name_by_number(stage, number)
    return name or pgettext("tournament", "Round %(number)s") % {"number": number}


def numbered(stage: Stage, number: int, entrants: int | None = None) -> str:
    """Return a session round's number for a sentence, with its name if it has one: "2 (Final)".

    One query in a knock-out, unless its `entrants` are already counted.
    """
    name = own_name_by_number(stage, number, entrants)
    return f"{number} ({name})" if name else str(number)


def own_name_by_number(stage: Stage, number: int, entrants: int | None = None) -> str:
    """Return a session round's name besides its number in words, else ""."""
    if not has_names(stage):
        return ""
    total = Knockout().rounds(stage.participations.count() if entrants is None else entrants, {})
    name = LEFT.get(2 ** (total - number)) if number <= total else None
    return _(OF_ROUNDS[name]) if name else ""


def own_name(rows: RoundRows) -> str:
    """Return the text to translate if a session round has a name besides its number, else "".

    A match for third place is played beside the final.
    """
    if not has_names(rows.session_round.stage):
        return ""
    reasons = {note["code"] for seated in rows.seated for note in seated.match.reasons}
    name = "final" if "final" in reasons else LEFT.get(len(rows.seated) + len(rows.byes), "")
    return OF_ROUNDS.get(name, "")


def match_names(rows: RoundRows) -> dict[int, str]:
    """Return by match which is the final and which is for third place, if both are in a round."""
    if not has_names(rows.session_round.stage):
        return {}
    texts = {code: NAMES[code][0] for code in ("final", "third_place")}
    found = {
        seated.match.pk: texts[note["code"]]
        for seated in rows.seated
        for note in seated.match.reasons
        if note["code"] in texts
    }
    return {key: _(text) for key, text in found.items()} if len(found) > 1 else {}


def has_names(stage: Stage) -> bool:
    """Whether the last session rounds of a stage have names besides their numbers."""
    return stage.format == Knockout.key
