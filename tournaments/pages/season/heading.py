"""The heading of a season: who may still win, or who has won."""

from collections.abc import Sequence

from django.utils.translation import gettext as _


def heading(first: Sequence[str], *, over: bool, may_win: int | None, season: str) -> str:
    """Return the heading.

    `first` is who leads; `may_win` is how many can still be first, None if unknown.
    """
    if not first:
        return season
    if over:
        if len(first) == 1:
            return _("%(name)s has won the season") % {"name": first[0]}
        if len(first) == 2:
            return _("%(one)s and %(other)s have won the season") % {
                "one": first[0],
                "other": first[1],
            }
        return season
    if may_win is None:
        return _("%(name)s leads") % {"name": first[0]} if len(first) == 1 else season
    if may_win == 1:
        return _("%(name)s can no longer be caught") % {"name": first[0]}
    words = {
        2: _("Two may still win"),
        3: _("Three may still win"),
        4: _("Four may still win"),
        5: _("Five may still win"),
    }
    return words.get(may_win) or _("Still open for %(n)s") % {"n": may_win}
