"""What a season's table shows first: its heading, and which events fit on a phone. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True)
class Room:
    """A screen width by its name in the styles: how many events fit, and how many beside the sum of
    the others.
    """

    key: str
    all: int
    beside: int


ROOMS = (Room("phone", 14, 12), Room("small", 11, 9))


@dataclass(frozen=True)
class Window:
    """The events shown at a width: `size` of them, before the `skip` newest; `of` is the total."""

    key: str
    size: int
    skip: int
    of: int

    def shows(self, back: int) -> bool:
        """Whether it shows the event before this many newer ones."""
        return self.skip <= back < self.skip + self.size

    @property
    def earlier(self) -> int:
        return max(self.of - self.skip - self.size, 0)

    @property
    def later(self) -> int:
        return self.skip

    @property
    def skip_for_earlier(self) -> int:
        """Return where the previous window begins: it is as full as this one."""
        return min(self.skip + self.size, self.of - self.size)

    @property
    def skip_for_later(self) -> int:
        return max(self.skip - self.size, 0)


def windows_of(count: int, skip: int) -> Sequence[Window]:
    """Return the window for each width; `skip` as requested."""
    found = []
    for room in ROOMS:
        if count <= room.all:
            found.append(Window(room.key, count, 0, count))
        else:
            found.append(
                Window(room.key, room.beside, min(max(skip, 0), count - room.beside), count)
            )
    return found


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
        2: _("Two can still win"),
        3: _("Three can still win"),
        4: _("Four can still win"),
        5: _("Five can still win"),
    }
    return words.get(may_win) or _("Still open for %(n)s") % {"n": may_win}
