"""The criteria of a stage as heads of columns."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.rules.words import gettext_noop
from tournaments.standings.criteria import CRITERIA

# What fits over a column on a phone. Here and nowhere else, so that a translation may abbreviate as its readers do.
SHORT = {
    "points": gettext_noop("Pts"),
    "score": gettext_noop("Tichu"),
    "difference": gettext_noop("Diff"),
    "score_against": gettext_noop("Agst"),
    "wins": gettext_noop("Wins"),
    "wins_played": gettext_noop("Won"),
    "games_won": gettext_noop("Games"),
    "games_difference": gettext_noop("G±"),
    "head_to_head": gettext_noop("H2H"),
    "head_to_head_score": gettext_noop("H2H pts"),
    "koya": gettext_noop("Koya"),
    "buchholz": gettext_noop("Bh"),
    "buchholz_cut_1": gettext_noop("Bh−1"),
    "buchholz_cut_2": gettext_noop("Bh−2"),
    "buchholz_median": gettext_noop("BhM"),
    "opponents_average": gettext_noop("OppØ"),
    "sonneborn_berger": gettext_noop("SB"),
    "sonneborn_berger_cut_1": gettext_noop("SB−1"),
    "sonneborn_berger_own_score": gettext_noop("SB own"),
    "sonneborn_berger_own_points": gettext_noop("SB opp"),
    "sonneborn_berger_olympiad": gettext_noop("SB Ol"),
    "progressive": gettext_noop("Prog"),
    "best_round": gettext_noop("Best"),
    "without_worst_round": gettext_noop("−Worst"),
    "points_per_round": gettext_noop("P/rd"),
    "points_per_hand": gettext_noop("P/hd"),
    "percentage": gettext_noop("%"),
    "place_points": gettext_noop("Place"),
    "mean_place": gettext_noop("PlØ"),
    "sweeps": gettext_noop("Swps"),
    "calls": gettext_noop("Calls"),
    "fewest_penalties": gettext_noop("Pen"),
    "lot": gettext_noop("Lot"),
}


@dataclass(frozen=True)
class Column:
    """One criterion: its key, what stands over its numbers, its name and its sentence."""

    key: str
    short: str
    name: str
    sentence: str

    @property
    def is_short(self) -> bool:
        """Whether what stands over its numbers has to be explained."""
        return self.short != self.name


def columns_of(keys: Sequence[str]) -> list[Column]:
    """The columns of these criteria in their order, each once."""
    return [column(key) for key in dict.fromkeys(keys)]


def column(key: str) -> Column:
    """One criterion as a column. Raises KeyError for one that there is not."""
    criterion = CRITERIA[key]
    short = _(SHORT[key]) if key in SHORT else _(criterion.name)
    return Column(key, short, _(criterion.name), _(criterion.sentence))
