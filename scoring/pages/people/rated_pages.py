"""What the pages about ratings show: the table of a list, and the chance before a game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.games.names.alphabet import plain
from scoring.models import Player
from scoring.pages.own_row import gap_before, rows_shown
from scoring.pages.people.name_list import A_PAGE, Part
from scoring.pages.people.pagination import Leaf, leaf_of
from scoring.people.rated.queries import Rated, foretold, latest_pairs, ranks_before, table_of
from scoring.people.ratings import PROVISIONAL_UNTIL
from scoring.people.ratings.scale import MIDDLE
from scoring.rules import FAMILIES

FAMILY_NAMES = {
    "teams": gettext_noop("Two teams"),
    "alone": gettext_noop("Each alone"),
    "ranks": gettext_noop("By rank"),
}
MOVED_SINCE = timedelta(days=30)
FIRST_ROWS = 12  # among which one's own row has no need of being brought there
STEP = 100  # points of rating to which the ends of the scale are rounded


@dataclass(frozen=True)
class Row:
    """Somebody in the table. Lengths are in percent of the scale that all share; `moved` are ranks
    up, negative down, None for who had no rank then; `gap` are the rows left out before.
    """

    player: Player
    rated: Rated
    start: str
    length: str
    at: str
    moved: int | None
    mine: bool = False
    gap: tuple[int, int] | None = None

    @property
    def moved_by(self) -> int:
        return abs(self.moved or 0)


@dataclass(frozen=True)
class Coming:
    """The next game of the two pairs who played last, the first one left: what is expected, and
    what each person's rating would be changed by; `people` of both sides with the rating now, the
    change where they win, and where not.
    """

    sides: Sequence[Sequence[Player]]
    chance: int
    people: Sequence[tuple[int, Player, Rated, int, int]]

    @property
    def chance_of_others(self) -> int:
        return 100 - self.chance


class RatingsPage:
    """The ratings of these people in one family of games, a page of them at a time, of them those
    whose name has what is looked for. Read once; at most 15 queries.
    """

    def __init__(
        self,
        known: QuerySet[Player],
        family: str,
        asked: int = 1,
        looked_for: str = "",
        *,
        me: int | None = None,
        whole: bool = False,
    ) -> None:
        """`me`: the person who looks; `whole`: also the rows between the first ones and theirs."""
        self.known, self.me, self.whole = known, me, whole
        self.family = family
        self.asked = asked
        self.looked_for = looked_for

    @cached_property
    def people(self) -> Mapping[int, Player]:
        return {player.pk: player for player in self.known.select_related("club", "device")}

    @cached_property
    def table(self) -> Sequence[Rated]:
        return table_of(self.people.values(), self.family)

    @cached_property
    def found(self) -> Sequence[Rated]:
        wanted = plain(self.looked_for.strip())
        return (
            [one for one in self.table if wanted in plain(self.people[one.player].name)]
            if wanted
            else self.table
        )

    @property
    def leaf(self) -> Leaf:
        return leaf_of(len(self.found), self.asked, A_PAGE)

    @property
    def parts(self) -> list[Part]:
        """All pages, from which place in the table to which; none where there is but one."""
        count, of = len(self.found), self.leaf.of
        pages = [(number * A_PAGE + 1, min((number + 1) * A_PAGE, count)) for number in range(of)]
        found = [Part(at, str(first), str(last)) for at, (first, last) in enumerate(pages, start=1)]
        return found if of > 1 else []

    @property
    def families(self) -> list[tuple[str, str]]:
        return [(family, _(FAMILY_NAMES[family])) for family in FAMILIES]

    @property
    def heading(self) -> str:
        """Who leads, and how many may be as strong: those whose band reaches the leader's."""
        ranked = [one for one in self.table if one.rank]
        if not ranked:
            return _("Ratings")
        leader = ranked[0]
        reached = leader.shown.rating - leader.shown.band
        near = sum(one.shown.rating + one.shown.band >= reached for one in ranked[1:])
        name = self.people[leader.player].name
        if not near:
            return _("%(name)s leads") % {"name": name}
        return ngettext(
            "%(name)s leads, one may be as strong", "%(name)s leads, %(n)s may be as strong", near
        ) % {
            "name": name,
            "n": near,
        }

    @cached_property
    def scale(self) -> tuple[int, int]:
        """From which to which rating the bars run: all bands, and the middle."""
        low = min([MIDDLE, *(one.shown.rating - one.shown.band for one in self.table)])
        high = max([MIDDLE, *(one.shown.rating + one.shown.band for one in self.table)])
        return low // STEP * STEP, -(-high // STEP) * STEP

    @property
    def middle(self) -> str:
        return f"{self._along(MIDDLE):.1f}%"

    def _along(self, rating: float) -> float:
        low, high = self.scale
        return 100 * (rating - low) / max(high - low, 1)

    @cached_property
    def rows(self) -> list[Row]:
        before = ranks_before(self.people.values(), self.family, timezone.now() - MOVED_SINCE)
        first = A_PAGE * self.leaf.before
        of_page = self.found[first : A_PAGE * self.leaf.number]
        shown = list(range(len(of_page)))
        if not first and not self.whole and not self.looked_for.strip():
            own = next((at for at, one in enumerate(of_page) if one.player == self.me), None)
            if own is not None and own >= FIRST_ROWS:
                shown = rows_shown(len(shown), FIRST_ROWS, own)
                shown += (
                    range(shown[-1] + 1, len(of_page))
                    if len(of_page) - shown[-1] < FIRST_ROWS
                    else ()
                )
        return [
            self._row(of_page[row], before.get(of_page[row].player), gap_before(shown, at))
            for at, row in enumerate(shown)
        ]

    @property
    def rest(self) -> tuple[int, int] | None:
        """The rows behind the last one that is shown, where they are left out of this page."""
        on_pages = min(A_PAGE * self.leaf.number, len(self.found))
        last = self.found.index(self.rows[-1].rated) + 1 if self.rows else on_pages
        return (last + 1, on_pages) if last < on_pages else None

    @property
    def own_rank(self) -> int | None:
        """The rank of the person who looks; None where they have none."""
        return next((one.rank for one in self.table if one.player == self.me), None)

    @property
    def own_move(self) -> str:
        """By how many places the person who looks has moved in a month; empty where they did not,
        or have no rank.
        """
        moved = next((row.moved for row in self.rows if row.mine), None)
        if not moved:
            return ""
        if moved > 0:
            return ngettext("up one place this month", "up %(n)s places this month", moved) % {
                "n": moved
            }
        return ngettext("down one place this month", "down %(n)s places this month", -moved) % {
            "n": -moved
        }

    @property
    def ranked(self) -> int:
        return sum(one.rank is not None for one in self.table)

    def _row(self, one: Rated, before: int | None, gap: tuple[int, int] | None) -> Row:
        low, high = (self._along(one.shown.rating + side * one.shown.band) for side in (-1, 1))
        moved = before - one.rank if before and one.rank else None
        return Row(
            self.people[one.player],
            one,
            f"{low:.1f}%",
            f"{high - low:.1f}%",
            f"{self._along(one.shown.rating):.1f}%",
            moved,
            one.player == self.me,
            gap,
        )

    @cached_property
    def coming(self) -> Coming | None:
        """None where nobody who played last has a rank."""
        rated = {one.player: one for one in self.table if one.rank}
        pairs = latest_pairs([self.people[who] for who in rated], self.family)
        if pairs is None:
            return None
        one, other = sides = [[self.people[who] for who in pair] for pair in pairs]
        next_one = foretold(one, other, self.family)
        if next_one is None:
            return None
        changes = next_one.changes
        people = [
            (index, player, rated[player.pk], *changes[player.pk])
            for index, side in enumerate(sides)
            for player in side
        ]
        return Coming(sides, next_one.chance, people)

    @property
    def sure(self) -> list[Row]:
        return [row for row in self.rows if not row.rated.provisional]

    @property
    def provisional(self) -> list[Row]:
        return [row for row in self.rows if row.rated.provisional]

    @property
    def games_needed(self) -> int:
        return PROVISIONAL_UNTIL
