"""Names of session rounds: in a knock-out by their distance from the final, else by number."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.rules.words import gettext_noop
from tournaments.models import Match, Stage
from tournaments.pairing.consolation import GROUP, ConsolationBracket
from tournaments.pairing.consolation import NAMES as CONSOLATION_NAMES
from tournaments.pairing.knockout import NAMES, Knockout
from tournaments.pairing.second_chance import NAMES as SECOND_CHANCE_NAMES
from tournaments.stage.history import RoundRows

Row = TypeVar("Row")

OF_ROUNDS = {
    "final": gettext_noop("Final"),
    "semi_final": gettext_noop("Semi-finals"),
    "quarter_final": gettext_noop("Quarter-finals"),
}
# By the number of matches, byes included
LEFT = {1: "final", 2: "semi_final", 4: "quarter_final"}
# Matches beside those of the cup itself
ALL_NAMES = {
    **{code: texts[0] for code, texts in (NAMES | CONSOLATION_NAMES).items()},
    **SECOND_CHANCE_NAMES,
}
BESIDE = (
    *("third_place", "place_match", "places_match"),
    *(*CONSOLATION_NAMES, *SECOND_CHANCE_NAMES),
)
SECOND_CHANCE = gettext_noop("Second-chance cup")


# Of a long event with more than `UNFOLDED` rounds only the `NEWEST` are in view
UNFOLDED, NEWEST = 24, 10


def fold_rounds(rounds: Sequence[Row]) -> tuple[Sequence[Row], Sequence[Row]]:
    """Return the rounds of a long event that pages fold away, and the newest, both in order."""
    if len(rounds) <= UNFOLDED:
        return (), rounds
    return rounds[:-NEWEST], rounds[-NEWEST:]


def with_disc(rounds: Sequence[Row]) -> Sequence[Row]:
    """Return the rounds that have a disc in the standings: of a long event the newest."""
    return fold_rounds(rounds)[1]


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
    text = _text_by_number(stage, number, entrants) if has_names(stage) else ""
    return _(text) if text else ""


def _text_by_number(stage: Stage, number: int, entrants: int | None = None) -> str:
    total = Knockout().rounds(in_the_cup(stage) if entrants is None else entrants, {})
    name = LEFT.get(2 ** (total - number)) if number <= total else None
    return OF_ROUNDS[name] if name else ""


def own_name(rows: RoundRows) -> str:
    """Return the text to translate if a session round has a name besides its number, else "".

    Matches for lower places are played beside those of the cup.
    """
    if not has_names(rows.session_round.stage):
        return ""
    if any(seated.match.fixture.startswith(GROUP) for seated in rows.seated):
        return _text_by_number(rows.session_round.stage, rows.session_round.number)
    codes = {note["code"] for seated in rows.seated for note in seated.match.reasons}
    name = next((name for name in LEFT.values() if name in codes), "")
    if not name and not codes & set(BESIDE):
        name = LEFT.get(len(rows.seated) + len(rows.byes), "")
    return OF_ROUNDS.get(name, "")


def is_beside(match: Match) -> bool:
    """Whether a match of a knock-out is for lower places, or of a cup for those who are out."""
    return match.fixture.startswith(GROUP) or any(note["code"] in BESIDE for note in match.reasons)


def match_names(rows: RoundRows) -> dict[int, str]:
    """Return what each match is for, if matches for lower places or a consolation cup are played
    beside the cup.
    """
    if not has_names(rows.session_round.stage):
        return {}
    found = {}
    beside = False
    for seated in rows.seated:
        notes = [note for note in seated.match.reasons if note["code"] in ALL_NAMES]
        of_consolation = seated.match.fixture.startswith(GROUP)
        if notes:
            found[seated.match.pk] = short_name(notes[0]["code"], notes[0]["params"])
        elif of_consolation:  # the first round
            found[seated.match.pk] = _(ConsolationBracket.name)
        beside = beside or is_beside(seated.match)
    return found if beside else {}


def short_name(code: str, params: Mapping[str, object]) -> str:
    """Return the name of a match of a knock-out; several for the same places share one."""
    if code == "places_match":
        return _("Places %(first)s to %(last)s") % params
    if code == "consolation_match":
        return _(ConsolationBracket.name)
    if code == "second_chance_match":
        return _(SECOND_CHANCE)
    return _(ALL_NAMES[code]) % params


def in_the_cup(stage: Stage) -> int:
    """Return how many play in a knock-out, without those in its consolation cup. One query."""
    return stage.participations.filter(group="").count()


def has_names(stage: Stage) -> bool:
    """Whether the last session rounds of a stage have names besides their numbers."""
    return stage.format == Knockout.key
