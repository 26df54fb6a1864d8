"""Seasons ranked by percent: the mean of everybody's sessions of duplicate."""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.round_words import figure
from tournaments.pages.season.queries import Hidden, SeasonPage
from tournaments.seasons.reasons import Reasons
from tournaments.seasons.table import Row


def in_percent(value: float | Fraction) -> str:
    """Return a percentage with one decimal, as the standings of a session have it."""
    return figure(round(float(value), 1))


class PercentSeasonPage(SeasonPage):
    """A season's page by percent. Cells have percentages, and the number is their mean; possible
    final ranks are unknown.
    """

    by_percent = True

    @property
    def head(self) -> str:
        return _("Percent")

    def number(self, value: float | Fraction) -> str:
        return in_percent(value)

    def in_place(self, row: Row) -> str:
        values = {"rank": row.rank, "percent": self.number(row.total)}
        if not row.rank:
            return _("no rank yet, with %(percent)s %%") % values
        return _("rank %(rank)s, %(percent)s %%") % values

    def _hidden(self, row: Row, key: str, since: int, until: int) -> Hidden:  # noqa: ARG002
        return Hidden(key, "")

    def _change(self, reasons: Reasons) -> Sequence[str]:
        """Return how many sessions there are, and what a rank takes or how far the lead is."""
        count, missing = self._sessions(reasons)
        said = [ngettext("%(n)s session played.", "%(n)s sessions played.", count) % {"n": count}]
        if missing > 0:
            text = ngettext(
                "%(n)s more session for a rank.", "%(n)s more sessions for a rank.", missing
            )
            said.append(text % {"n": missing})
        elif lead := reasons.lead:
            text = _("%(percent)s %% ahead of %(name)s.")
            values = {"percent": self.number(lead.points), "name": self.names[lead.person]}
            said.append(text % values)
        return said

    def _sessions(self, reasons: Reasons) -> tuple[int, int]:
        """Return how many sessions somebody has played, and how many more a rank takes."""
        count = len(reasons.counted) + len(reasons.left_out)
        return count, self.formula.fewest - count
