"""What the lines of a log are about: the sign beside each, and what one may look for."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


@dataclass(frozen=True)
class Kind:
    """Lines about one subject, by their actions; `sign` is one of the sheet of signs."""

    name: str | Promise
    sign: str
    actions: frozenset[str]

    @property
    def lines(self) -> Q:
        """Those of this kind, among all lines of a log;
        what was undone belongs to what it undid.
        """
        return Q(action__in=self.actions) | Q(action="undone", params__undid__in=list(self.actions))


KINDS: Mapping[str, Kind] = {
    "results": Kind(
        _("Results"),
        "edit",
        frozenset(
            {
                "paper_entered",
                "result_corrected",
                "hand_corrected",
                "settled",
                "late_taken",
                "late_left",
                "result_moved",
                "reseated",
            }
            | {"phone_writes", "date_fixed"}
        ),
    ),
    "decisions": Kind(
        _("Decisions"),
        "scale",
        frozenset(
            {
                "ruled",
                "ruling_undone",
                "objection_answered",
                "penalised",
                "penalty_undone",
                "extra_minutes",
            }
            | {
                "level_decided",
                "bracket_stayed",
                "bracket_followed",
                "stage_stayed",
                "stage_drawn_again",
            }
        ),
    ),
    "rounds": Kind(
        pgettext_lazy("tournament", "Rounds"),
        "draw",
        frozenset(
            {
                "drawn",
                "redrawn",
                "discarded",
                "swapped",
                "published",
                "unpublished",
                "closed",
                "round_reopened",
            }
            | {
                "seated_late",
                "changed_places",
                "stage_begun",
                "stage_finished",
                "stage_reopened",
                "due_set",
            }
        ),
    ),
    "clock": Kind(
        _("Clock"),
        "clock",
        frozenset(
            {
                "clock_started",
                "clock_paused",
                "clock_went_on",
                "clock_minutes",
                "last_hand",
                "clock_ended",
            }
            | {"clock_stopped_rest"}
        ),
    ),
    "entrants": Kind(
        _("Entrants"),
        "people",
        frozenset(
            {
                "entered",
                "asked",
                "confirmed",
                "refused",
                "refused_all",
                "removed",
                "entrant_changed",
                "checked_in",
            }
            | {
                "all_checked_in",
                "checked_out",
                "withdrawn",
                "came_back",
                "absent",
                "present",
                "substituted",
                "renamed",
            }
            | {"link_renewed", "seeded", "erased"}
        ),
    ),
}
SIGNS = {action: kind.sign for kind in KINDS.values() for action in kind.actions}
OTHER = "settings"  # the sign of all else: set-up, people at the desk, what the public sees


def sign_of(action: str, undid: str = "") -> str:
    return SIGNS.get(undid if action == "undone" else action, OTHER)
