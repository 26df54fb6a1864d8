"""The pages about ratings: a list's table, and the odds of the next game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.games.access.claims import claims_of
from scoring.games.access.devices import known_device
from scoring.games.names.alphabet import plain
from scoring.models import Player
from scoring.pages.long_list import Leaf, gap_before, leaf_of, rows_shown
from scoring.pages.people.access import page_asked
from scoring.pages.people.name_list import A_PAGE, Part, looked_for
from scoring.people.rated.queries import Rated, forecast, latest_pairs, ranks_before, table_of
from scoring.people.ratings import PROVISIONAL_UNTIL
from scoring.people.ratings.scale import MIDDLE
from scoring.people.statistics.games import people_known_to
from scoring.rules import FAMILIES

FAMILY_NAMES = {
    "teams": gettext_noop("Team games"),
    "alone": gettext_noop("Individual games"),
    "ranks": gettext_noop("Rank games"),
}
MOVED_SINCE = timedelta(days=30)
FIRST_ROWS = 12  # one's own row is not moved up if it is among these
STEP = 100  # rating points to which the ends of the scale are rounded


@dataclass(frozen=True)
class Row:
    """A person in the table.

    Lengths are in percent of the common scale. `moved` is the number of ranks gained, negative if
    lost, None without a rank then. `gap` are the rows left out before.
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
    """The next game of the two pairs who played last: the first pair's chance, and each person's
    rating with its change by a win and by a loss.
    """

    sides: Sequence[Sequence[Player]]
    chance: int
    people: Sequence[tuple[int, Player, Rated, int, int]]

    @property
    def chance_of_others(self) -> int:
        return 100 - self.chance


class RatingsPage:
    """The ratings of these people in a family of games: one page of those matching the search. Read
    once; at most 15 queries.
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
        """`me` is the viewer; `whole` includes the rows between the first ones and theirs."""
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
        """All pages by their range of places; none if there is only one."""
        count, of = len(self.found), self.leaf.of
        pages = [(number * A_PAGE + 1, min((number + 1) * A_PAGE, count)) for number in range(of)]
        found = [Part(at, str(first), str(last)) for at, (first, last) in enumerate(pages, start=1)]
        return found if of > 1 else []

    @property
    def families(self) -> list[tuple[str, str]]:
        return [(family, _(FAMILY_NAMES[family])) for family in FAMILIES]

    @property
    def heading(self) -> str:
        """The leader, and how many may be as strong: those whose band reaches the leader's."""
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
        """The range of the bars: all bands, and the middle."""
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
        """The rows after the last one shown, if they are left out of this page."""
        on_pages = min(A_PAGE * self.leaf.number, len(self.found))
        last = self.found.index(self.rows[-1].rated) + 1 if self.rows else on_pages
        return (last + 1, on_pages) if last < on_pages else None

    @property
    def own_rank(self) -> int | None:
        """The viewer's rank, if any."""
        return next((one.rank for one in self.table if one.player == self.me), None)

    @property
    def own_move(self) -> str:
        """The change of the viewer's rank in a month; "" if it is none, or without a rank."""
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
        """None if nobody who played last has a rank."""
        rated = {one.player: one for one in self.table if one.rank}
        pairs = latest_pairs([self.people[who] for who in rated], self.family)
        if pairs is None:
            return None
        one, other = sides = [[self.people[who] for who in pair] for pair in pairs]
        next_one = forecast(one, other, self.family)
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


@never_cache
@require_safe
def ratings(request: HttpRequest, family: str = "teams") -> HttpResponse:
    """Show the ratings of everybody that this phone knows."""
    if family not in FAMILIES:
        raise Http404(_("There is no such figure."))
    device = known_device(request)
    known_people = people_known_to(device, request.user)
    me = (
        claims_of(device, request.user)
        .filter(player__in=known_people)
        .values_list("player", flat=True)
        .first()
    )
    page = RatingsPage(
        known_people,
        family,
        page_asked(request),
        looked_for(request),
        me=me,
        whole="all" in request.GET,
    )
    return render(request, "scoring/people/ratings.html", {"page": page})
