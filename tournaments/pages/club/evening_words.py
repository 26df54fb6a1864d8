"""An evening in a line of words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.pages.club.nights import EveningPage


def in_a_line(page: EveningPage) -> str:
    """Return who won the evening, as a message; without a winner that it was played."""
    won = page.won
    if len(won) == 1:
        return _("%(name)s won the evening") % {"name": won[0]}
    if len(won) == 2:
        return _("%(one)s and %(other)s won the evening") % {"one": won[0], "other": won[1]}
    if won:
        text = ngettext(
            "%(n)s share first place in the evening's games",
            "%(n)s share first place in the evening's games",
            len(won),
        )
        return text % {"n": len(won)}
    games = ngettext("%(n)s game", "%(n)s games", page.played.games)
    return games % {"n": page.played.games}
