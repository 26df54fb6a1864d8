"""The criteria of a stage as column heads, and the format of their numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.games.round_words import figure, signed
from scoring.rules.words import pgettext_noop
from tournaments.pages.figures import NOTHING
from tournaments.stage.ranking import Ranked
from tournaments.standings.criteria import CRITERIA, OF_BOARDS
from tournaments.standings.criteria.boards import SessionPercent
from tournaments.standings.lines import Number

OVER_A_COLUMN = "over a column"
LONGEST_WORD = 12  # letters that fit over a column on a laptop
# Abbreviations over a column on a phone. The context separates them from the same words elsewhere,
# so that a translation may abbreviate as usual in its language.
SHORT = {
    "points": pgettext_noop("over a column", "Pts"),
    "score": pgettext_noop("over a column", "Tichu"),
    "difference": pgettext_noop("over a column", "Diff"),
    "score_against": pgettext_noop("over a column", "Agst"),
    "match_imps": pgettext_noop("over a column", "IMPs"),
    "wins": pgettext_noop("over a column", "Wins"),
    "wins_played": pgettext_noop("over a column", "Won"),
    "games_won": pgettext_noop("over a column", "Games"),
    "games_difference": pgettext_noop("over a column", "G±"),
    "head_to_head": pgettext_noop("over a column", "H2H"),
    "head_to_head_score": pgettext_noop("over a column", "H2H pts"),
    "koya": pgettext_noop("over a column", "Koya"),
    "buchholz": pgettext_noop("over a column", "Bh"),
    "buchholz_cut_1": pgettext_noop("over a column", "Bh−1"),
    "buchholz_cut_2": pgettext_noop("over a column", "Bh−2"),
    "buchholz_median": pgettext_noop("over a column", "BhM"),
    "opponents_average": pgettext_noop("over a column", "OppØ"),
    "sonneborn_berger": pgettext_noop("over a column", "SB"),
    "sonneborn_berger_cut_1": pgettext_noop("over a column", "SB−1"),
    "sonneborn_berger_own_score": pgettext_noop("over a column", "SB own"),
    "sonneborn_berger_own_points": pgettext_noop("over a column", "SB opp"),
    "sonneborn_berger_olympiad": pgettext_noop("over a column", "SB Ol"),
    "progressive": pgettext_noop("over a column", "Prog"),
    "best_round": pgettext_noop("over a column", "Best"),
    "without_worst_round": pgettext_noop("over a column", "−Worst"),
    "points_per_round": pgettext_noop("over a column", "P/rd"),
    "points_per_hand": pgettext_noop("over a column", "P/hd"),
    "percentage": pgettext_noop("over a column", "%"),
    "place_points": pgettext_noop("over a column", "Place"),
    "mean_place": pgettext_noop("over a column", "PlØ"),
    "sweeps": pgettext_noop("over a column", "Swps"),
    "calls": pgettext_noop("over a column", "Calls"),
    "fewest_penalties": pgettext_noop("over a column", "Pen"),
    "board_percent": pgettext_noop("over a column", "%"),
    "matchpoints": pgettext_noop("over a column", "MP"),
    "log_difference": pgettext_noop("over a column", "Log"),
    "board_difference": pgettext_noop("over a column", "Mean±"),
    "imps": pgettext_noop("over a column", "IMPs"),
    "boldness": pgettext_noop("over a column", "Bold"),
    "session_percent": pgettext_noop("over a column", "Here"),
    "lot": pgettext_noop("over a column", "Lot"),
}

DIFFERENCES = frozenset(key for key, criterion in CRITERIA.items() if criterion.is_difference)


@dataclass(frozen=True)
class Column:
    """A criterion: its key, its column head, its name and its explanation."""

    key: str
    short: str
    name: str
    sentence: str

    @property
    def is_short(self) -> bool:
        """Whether the column head needs an explanation."""
        return self.short != self.name

    @property
    def word(self) -> str:
        """Return the name as a column head on a laptop; empty if it is too long for that."""
        return self.name if len(self.name) <= LONGEST_WORD else ""

    @property
    def is_difference(self) -> bool:
        """Whether its numbers have a sign."""
        return self.key in DIFFERENCES


def columns_of(keys: Sequence[str]) -> list[Column]:
    """Return the columns of these criteria in order, each once."""
    return [column(key) for key in dict.fromkeys(keys)]


def column(key: str) -> Column:
    """Return a criterion as a column. Raises KeyError for an unknown one."""
    criterion = CRITERIA[key]
    short = pgettext(OVER_A_COLUMN, SHORT[key]) if key in SHORT else _(criterion.name)
    return Column(key, short, _(criterion.name), _(criterion.sentence))


def figure_in(row: Ranked, key: str) -> str:
    """Format a criterion's value in a row: a dash if none of its boards can be compared yet."""
    bare = row.bare_here if key == SessionPercent.key else row.bare
    return NOTHING if bare and key in OF_BOARDS else figure_of(key, row.values[key])


def figure_of(key: str, value: Number) -> str:
    """Format a criterion's value, or a part of it: differences with their sign."""
    return signed(value) if key in DIFFERENCES else figure(value)
