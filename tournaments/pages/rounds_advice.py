"""Advice on how many session rounds or groups to play, in general or for a number of entrants, and
what that number decides.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.pages.stage_facts import of_unit
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.groups import Groups, sizes_of
from tournaments.plans import StagePlan

SWISS = "swiss"
FEWEST = 4  # entrants needed for any advice


def enough_rounds(entrants: int) -> int:
    """Return the rounds after which at most one entrant has won all: two to their power is at least
    the number of entrants.
    """
    return max(entrants - 1, 0).bit_length()


def advice(plan: StagePlan, unit: str, entrants: int) -> str:
    """Return a sentence for this many entrants; empty without advice."""
    if entrants < FEWEST or "rounds" not in plan.format_settings:
        return ""
    if plan.format == SWISS:
        rounds = enough_rounds(entrants)
        text = ngettext(
            "%(entrants)s: after %(rounds)s round at most one has won them all.",
            "%(entrants)s: after %(rounds)s rounds at most one has won them all.",
            rounds,
        )
        return text % {"entrants": of_unit(unit, entrants), "rounds": rounds}
    if plan.format_settings.get("method") == "schedule" and entrants % 4 in {0, 1}:
        # With five or nine, one sits out in each round
        rounds = entrants - 1 if entrants % 4 == 0 else entrants
        text = ngettext(
            "%(entrants)s: after %(rounds)s round everybody has partnered everybody.",
            "%(entrants)s: after %(rounds)s rounds everybody has partnered everybody.",
            rounds,
        )
        return text % {"entrants": of_unit("person", entrants), "rounds": rounds}
    return ""


def rounds_in_general(plan: StagePlan, unit: str) -> str:
    """Return the advice for an unknown number of entrants; empty if rounds cannot be chosen."""
    if plan.format == Groups.key:
        return _("Empty: groups of about four.")
    if "rounds" not in plan.format_settings:
        return ""
    if plan.format == SWISS:
        texts = {
            "pair": _(
                "To leave at most one pair unbeaten: 3 rounds for 8 pairs, 4 for 16, 5 for 32."
            ),
            "person": _(
                "To leave at most one person unbeaten: 3 rounds for 8, 4 for 16, 5 for 32."
            ),
            "team": _(
                "To leave at most one team unbeaten: 3 rounds for 8 teams, 4 for 16, 5 for 32."
            ),
        }
        return texts[unit]
    if plan.format_settings.get("method") == "schedule":
        return _("One round fewer than there are players: everyone then partners everyone else.")
    if FORMATS[plan.format].compares_boards:
        _name, sentence = FORMATS[plan.format].labels["rounds"]
        return _(sentence)
    return _("As many as the evening allows: each has its own draw.")


def everybody_advances(before: StagePlan, plan: StagePlan, entrants: int) -> str:
    """Return a warning if everybody of the previous stage advances with nothing from it; empty if
    not, or if the number is unknown.
    """
    if (
        plan.carry != "none"
        or entrants < FEWEST
        or (plan.take is not None and plan.take < _largest(before, entrants))
    ):
        return ""
    if before.format == Groups.key:
        return _("All %(count)s go on: the groups decide nothing.") % {"count": entrants}
    return _("All %(count)s go on: the previous stage decides nothing.") % {"count": entrants}


def _largest(plan: StagePlan, entrants: int) -> int:
    """Return the size of the largest group, or of the whole field."""
    if plan.format != Groups.key:
        return entrants
    return sizes_of(FORMATS[plan.format].read(plan.format_settings)["groups"], entrants)[0]
