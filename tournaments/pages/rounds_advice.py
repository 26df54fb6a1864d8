"""How many session rounds or groups an event wants, by the number of its entrants or in general
while nobody knows it; and what is decided by them.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.pages.stage_facts import of_unit
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.groups import Groups, sizes_of
from tournaments.plans import StagePlan

SWISS = "swiss"
FEWEST = 4  # entrants from which on anything can be advised


def enough_rounds(entrants: int) -> int:
    """The rounds after which one entrant at most has won all: two to their power are no fewer than
    the entrants.
    """
    return max(entrants - 1, 0).bit_length()


def advised(plan: StagePlan, unit: str, entrants: int) -> str:
    """A sentence about so many entrants; empty where there is nothing to advise."""
    if entrants < FEWEST or "rounds" not in plan.format_settings:
        return ""
    if plan.format == SWISS:
        rounds = enough_rounds(entrants)
        text = ngettext(
            "%(entrants)s: after %(rounds)s round at most one has won all.",
            "%(entrants)s: after %(rounds)s rounds at most one has won all.",
            rounds,
        )
        return text % {"entrants": of_unit(unit, entrants), "rounds": rounds}
    if plan.format_settings.get("method") == "schedule" and entrants % 4 in {0, 1}:
        # With five or nine one rests in each
        rounds = entrants - 1 if entrants % 4 == 0 else entrants
        text = ngettext(
            "%(entrants)s: after %(rounds)s round everybody has partnered everybody.",
            "%(entrants)s: after %(rounds)s rounds everybody has partnered everybody.",
            rounds,
        )
        return text % {"entrants": of_unit("person", entrants), "rounds": rounds}
    return ""


def rounds_in_general(plan: StagePlan, unit: str) -> str:
    """The same while nobody knows how many come; empty where rounds are not chosen."""
    if plan.format == Groups.key:
        return _("Empty: groups of about four, as many as the entrants make.")
    if "rounds" not in plan.format_settings:
        return ""
    if plan.format == SWISS:
        texts = {
            "pair": _(
                "So that one pair at most wins all: 3 rounds for 8 pairs, 4 for 16, 5 for 32."
            ),
            "person": _("So that one person at most wins all: 3 rounds for 8, 4 for 16, 5 for 32."),
            "team": _(
                "So that one team at most wins all: 3 rounds for 8 teams, 4 for 16, 5 for 32."
            ),
        }
        return texts[unit]
    if plan.format_settings.get("method") == "schedule":
        return _("One round less than there are persons: then everybody was everybody's partner.")
    return _("As many as the evening takes: each has its own draw.")


def all_go_on(before: StagePlan, plan: StagePlan, entrants: int) -> str:
    """A warning where a stage takes everybody out of the one before; empty where it does not, or
    nobody knows yet.
    """
    if entrants < FEWEST or (plan.take is not None and plan.take < _largest(before, entrants)):
        return ""
    if before.format == Groups.key:
        return _("All %(count)s go on: the groups decide nothing.") % {"count": entrants}
    return _("All %(count)s go on: the stage before decides nothing.") % {"count": entrants}


def _largest(plan: StagePlan, entrants: int) -> int:
    """How many there are in the largest of its groups, or in all."""
    if plan.format != Groups.key:
        return entrants
    return sizes_of(FORMATS[plan.format].read(plan.format_settings)["groups"], entrants)[0]
