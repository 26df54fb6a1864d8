"""A venue screen: what it can show, its playlist, and the next step.

A playlist is stored as [{"show": "tables", "seconds": 15}, ...]. A long list is cut into pages that
fill the screen; each page is a step, and each step knows the next one, so that a screen that was
switched off resumes where it was.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Screen
from tournaments.pages.viewer import Viewer
from tournaments.pages.wall import items as screen_items
from tournaments.pages.wall.screen_fit import Content

SECONDS = 15  # default time of a step
LEAST, MOST = 5, 120  # seconds

# Items of a screen: key and name.
ITEMS: dict[str, str] = {
    "tables": gettext_noop("Tables"),
    "names": gettext_noop("Names"),
    "clock": gettext_noop("Clock"),
    "latest": gettext_noop("Latest results"),
    "standings": gettext_noop("Standings"),
    "words": gettext_noop("Text"),
    "reveal": gettext_noop("Prize-giving"),
    "code": gettext_noop("QR code for phones"),
}
# Ready-made playlists: key, name, items.
READY_MADE: dict[str, tuple[str, tuple[str, ...]]] = {
    "everything": (
        gettext_noop("Everything"),
        ("tables", "clock", "latest", "standings", "words", "code"),
    ),
    "pairings": (gettext_noop("Who plays where"), ("names", "tables")),
    "prizes": (gettext_noop("Prize-giving"), ("reveal",)),
}


@dataclass(frozen=True)
class Item:
    """A line of a playlist."""

    show: str
    seconds: int

    @property
    def name(self) -> str:
        return _(ITEMS[self.show])


@dataclass(frozen=True)
class Step:
    """A step of a screen: a page, counted from 1, of `pages` of an item.

    `after` is the query string of the next step.
    """

    item: int
    show: str
    page: int
    pages: int
    seconds: int
    content: Content
    rows: Sequence[Any]
    after: str

    @property
    def key(self) -> str:
        """Return a key that changes when the page's time starts again."""
        return "-".join(filter(None, (self.show, str(self.page), self.content.mark)))

    @property
    def columns(self) -> Sequence[Sequence[Any]]:
        """Return the lines of a list, column by column."""
        return self.content.fit.cut(self.rows)

    @property
    def heading(self) -> str:
        """Return the heading of the page if it has one, or its group."""
        heads = self.content.about.get("heads", ())
        if len(heads) >= self.page:
            return str(heads[self.page - 1])
        groups = self.content.about.get("groups", ())
        group = groups[self.page - 1] if len(groups) >= self.page else ""
        return _("Group %(name)s") % {"name": group} if group else self.content.heading

    @property
    def query(self) -> str:
        return _query(self.item, self.page)


def ready_made(key: str) -> list[dict[str, Any]]:
    """Return a ready-made playlist in its stored form. Raises KeyError for an unknown key."""
    return [{"show": show, "seconds": SECONDS} for show in READY_MADE[key][1]]


def items_of(playlist: Sequence[Mapping[str, Any]]) -> list[Item]:
    """Return a stored playlist, without items that this version cannot show."""
    return [
        Item(row["show"], int(row.get("seconds", SECONDS)))
        for row in playlist
        if row.get("show") in ITEMS
    ]


def step_of(
    screen: Screen, seen: Viewer, item: int, page: int, now: datetime, address: str
) -> Step:
    """Return the step for this page of this item of the playlist.

    Items without content are skipped. `address` is the tournament's public page, for the code. The
    number of queries does not depend on the number of tables.
    """
    items = [Item(screen.pinned, SECONDS)] if screen.pinned in ITEMS else items_of(screen.playlist)
    if items:
        at = item % len(items)
        # After the last item, the first requested one comes again, from its first page.
        for number, wanted in chain(
            ((at, page),), (((at + step) % len(items), 1) for step in range(1, len(items) + 1))
        ):
            one = items[number]
            content = screen_items.content_of(one.show, screen, seen, now, address)
            if content is not None and 1 <= wanted <= len(content.pages):
                last = wanted == len(content.pages)
                after = _query((number + 1) % len(items), 1) if last else _query(number, wanted + 1)
                rows = content.pages[wanted - 1]
                return Step(
                    number, one.show, wanted, len(content.pages), one.seconds, content, rows, after
                )
    welcome = screen_items.code(seen, address)
    return Step(item, "code", 1, 1, SECONDS, welcome, welcome.pages[0], _query(item + 1, 1))


def _query(item: int, page: int) -> str:
    return f"item={item}&page={page}"
