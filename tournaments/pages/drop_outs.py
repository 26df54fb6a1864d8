"""Entrants who have left a schedule, in words: whether their matches count."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Entrant, Participation, Stage
from tournaments.stage.drop_outs import ends_at_half, played_by
from tournaments.stage.history import History


def lines_below_standings(history: History, names: Mapping[int, str]) -> list[str]:
    """Return a sentence about those none of whose matches counts, and one about those who lose the
    rest by forfeit.
    """
    gone = [row for row in history.participations if row.has_left]
    void = [names[row.entrant_id] for row in gone if row.void]
    others = [names[row.entrant_id] for row in gone if not row.void]
    found = []
    if void:
        text = ngettext(
            "%(names)s left with less than half of the matches played: none of them counts.",
            "%(names)s left with less than half of their matches played: none of them counts.",
            len(void),
        )
        found.append(text % {"names": ", ".join(void)})
    if others and ends_at_half(history.stage):
        text = ngettext(
            "%(names)s left: the matches not played are forfeits.",
            "%(names)s left: their matches not played are forfeits.",
            len(others),
        )
        found.append(text % {"names": ", ".join(others)})
    return found


def line_of_entrant(who: int, history: History) -> str:
    """Return the sentence for an entrant's own pages; empty if they have not left a schedule
    and stay ranked.
    """
    row = next(row for row in history.participations if row.entrant_id == who)
    if row.void:
        return _("Withdrawn with less than half of the matches played: none of them counts.")
    if row.unranked:
        return _("Withdrawn and ranked below all others. Matches played count for the opponents.")
    return (
        _("Withdrawn: the matches not played are forfeits.")
        if row.has_left and ends_at_half(history.stage)
        else ""
    )


def warnings_of(entrant: Entrant) -> list[str]:
    """Return what becomes of an entrant's matches if they leave now; empty outside a schedule."""
    rows = Participation.objects.filter(entrant=entrant, stage__state=Stage.State.RUNNING)
    found = []
    for row in rows.select_related("stage"):
        played = played_by(row)
        if played is not None:
            text = _("Matches played: %(played)s of %(matches)s. Those left are forfeits.")
            if played.below_half:
                text = _(
                    "Matches played: %(played)s of %(matches)s. That is below half, so none counts."
                )
            found.append(text % {"played": played.played, "matches": played.matches})
    return found
