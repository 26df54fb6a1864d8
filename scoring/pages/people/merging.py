"""Two records of a list side by side, merged into one person; and the pairs that may be
duplicates.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Count, OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games.access.devices import known_device
from scoring.games.host import host
from scoring.games.names.duplicates import A_LETTER_APART, SHORTENED, SPELLED_ALIKE, Double, doubles
from scoring.games.names.validation import alphabetical
from scoring.games.permissions import keeps
from scoring.models import Club, Device, Merge, Player, Seat, TwoPeople
from scoring.pages.club_frame import frame_about
from scoring.pages.common import by_field, status_of
from scoring.pages.people.access import device_that_asks, person_for_keeper
from scoring.people.actions.merging import keep_apart, merge, separate
from scoring.people.rated.queries import Rated, rating_of
from scoring.people.statistics.games import people_known_to
from scoring.people.statistics.person import Person
from scoring.people.statistics.shares import Share
from scoring.rules import RuleError
from scoring.rules.settings import GRAND, TICHU

MOST_LOOKED_AT = 500  # people of a list searched for duplicates
MOST_ASKED = 20  # pairs offered for merging
FAMILY = "teams"
WHY = {
    SPELLED_ALIKE: gettext_noop("The same name, spelled in two ways"),
    A_LETTER_APART: gettext_noop("One letter apart"),
    SHORTENED: gettext_noop("The same first name"),
}


@dataclass(frozen=True)
class Record:
    """The statistics of one person, or of both together.

    `games` are those that move: also deleted ones, and those of running tournaments, which nothing
    else here counts.
    """

    games: int
    won: Share
    first: datetime | None
    tichu: Share
    grand: Share

    def __add__(self, other: "Record") -> "Record":
        return Record(
            self.games + other.games,
            _sum(self.won, other.won),
            min((at for at in (self.first, other.first) if at), default=None),
            _sum(self.tichu, other.tichu),
            _sum(self.grand, other.grand),
        )


def _sum(one: Share, other: Share) -> Share:
    return Share(one.hits + other.hits, one.of + other.of, one.drawn + other.drawn)


class Pairing:
    """Two records, and the person they would be under the name of the first. At most 14 queries."""

    def __init__(self, stays: Player, goes: Player, why: str = "") -> None:
        self.stays, self.goes, self._why = stays, goes, why

    @property
    def why(self) -> str:
        return _(WHY[self._why]) if self._why else ""

    @cached_property
    def _records(self) -> dict[int, Record]:
        sat = Seat.ever.filter(player__in=[self.stays.pk, self.goes.pk]).order_by()
        seats = dict(sat.values_list("player").annotate(Count("game", distinct=True)))
        records = {}
        for person in (Person(self.stays), Person(self.goes)):
            key, games, calls = person.player.pk, person.games, person.calls
            first = games[0].at if games else None
            records[key] = Record(
                seats.get(key, 0), person.won, first, calls.share(TICHU), calls.share(GRAND)
            )
        return records

    @property
    def records(self) -> Sequence[Record]:
        """The record that stays, the one that goes, and both together."""
        stays, goes = (self._records[player.pk] for player in (self.stays, self.goes))
        return (stays, goes, stays + goes)

    @cached_property
    def entered(self) -> Sequence[str]:
        """Tournaments that show the name that goes, and will show the other."""
        return host().entries_of(self.goes)

    @cached_property
    def ratings(self) -> tuple[Rated | None, Rated | None]:
        return rating_of(self.stays, FAMILY), rating_of(self.goes, FAMILY)


def asked_about(device: Device | None, user: object) -> list[tuple[Double, Player, Player]]:
    """Return pairs in the caller's lists that may be one person, likeliest first. Four queries.

    Pairs that sat at one table, or were marked as two people, are left out.
    """
    known = people_known_to(device, user).select_related("club", "device")[:MOST_LOOKED_AT]
    lists: dict[tuple[int | None, int | None], dict[int, Player]] = {}
    for player in known:
        lists.setdefault((player.club_id, player.device_id), {})[player.pk] = player
    kept = [people for people in lists.values() if keeps(next(iter(people.values())), device, user)]
    return _alike(kept)[:MOST_ASKED]


def alike_in(club: Club) -> list[tuple[Double, Player, Player]]:
    """Return such pairs among a club's people. Four queries."""
    return _alike(
        [{player.pk: player for player in Player.listed.filter(club=club)[:MOST_LOOKED_AT]}]
    )


def _alike(lists: Iterable[Mapping[int, Player]]) -> list[tuple[Double, Player, Player]]:
    """Return the pairs of these lists; of two spellings the one with more games stays."""
    found = []
    for people in lists:
        rows = doubles({pk: player.name for pk, player in people.items()})
        found += [(row, people[row.stays], people[row.goes]) for row in rows]
    met = _met([(row.stays, row.goes) for row, _stays, _goes in found])
    left = [row for row in found if frozenset((row[0].stays, row[0].goes)) not in met]
    games = _games_of(people for _row, *people in left) if left else Counter()

    def is_turned(row: Double) -> bool:
        return row.why != SHORTENED and games[row.goes] > games[row.stays]

    return [
        (replace(row, stays=row.goes, goes=row.stays), goes, stays)
        if is_turned(row)
        else (row, stays, goes)
        for row, stays, goes in left
    ]


def _games_of(pairs: Iterable[Sequence[Player]]) -> Counter[int | None]:
    """Return the number of seats of each of these people."""
    seats = Seat.objects.filter(player__in={person for pair in pairs for person in pair})
    return Counter(seats.values_list("player", flat=True))


def _met(pairs: Sequence[tuple[int, int]]) -> Collection[frozenset[int]]:
    """Return those of these pairs that are two people: they sat at one table, or were marked so.
    Two queries, none for no pairs.
    """
    if not pairs:
        return ()
    ones, others = zip(*pairs, strict=True)
    together = Seat.ever.filter(player__in=ones, game__seats__player__in=others).order_by()
    marked = TwoPeople.objects.filter(first__in=[min(pair) for pair in pairs])
    return {
        frozenset(pair)
        for rows in (
            together.values_list("player", "game__seats__player").distinct(),
            marked.values_list("first", "second"),
        )
        for pair in rows
    }


def others_of(player: Player) -> list[Player]:
    """Return everybody else in a person's list, by name: candidates for merging. One query."""
    of_list = Player.listed.filter(club=player.club_id, device=player.device_id).exclude(
        pk=player.pk
    )
    return sorted(of_list[:MOST_LOOKED_AT], key=lambda one: alphabetical(one.name))


@dataclass(frozen=True)
class Merged:
    """A record merged into this one: its former name, and what moved with it."""

    key: int
    name: str
    at: datetime
    games: int


def merged_into(player: Player) -> list[Merged]:
    """Return the records merged into a person, newest first, that still have a name: one query."""
    name = Player.objects.filter(pk=OuterRef("merged"), erased_at__isnull=True).values("name")
    merges = Merge.objects.filter(person=player.pk, parted_at__isnull=True).annotate(
        name=Subquery(name)
    )
    rows = merges.exclude(name=None).order_by("-at", "-pk").values_list("pk", "name", "at", "rows")
    return [
        Merged(pk, name, at, len(moved.get("scoring.Game", ()))) for pk, name, at, moved in rows
    ]


@never_cache
@require_safe
def choose(request: HttpRequest, player_id: int) -> HttpResponse:
    """Choose the other record."""
    player = person_for_keeper(request, player_id)
    return _page(request, "merge", player, {"others": others_of(player)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def merging(request: HttpRequest, player_id: int, other_id: int) -> HttpResponse:
    """Show both as one person, and merge them: the first one's name stays."""
    stays, goes = person_for_keeper(request, player_id), person_for_keeper(request, other_id)
    if (stays.club_id, stays.device_id) != (goes.club_id, goes.device_id) or stays.pk == goes.pk:
        raise Http404(_("They are in two lists."))
    errors: dict[str, str] = {}
    status = 200
    if request.method == "POST":
        try:
            merge(goes, stays, device_that_asks(request), request.user.pk)
            return redirect("person", stays.pk)
        except RuleError as error:
            errors, status = by_field(error.mistakes), status_of(error)
    context = {"pairing": Pairing(stays, goes), "errors": errors}
    return _page(request, "merge_with", stays, context, status)


@require_POST
def apart(request: HttpRequest, player_id: int, other_id: int) -> HttpResponse:
    """Mark them as two people."""
    keep_apart(person_for_keeper(request, player_id), person_for_keeper(request, other_id))
    return redirect("people")


@require_POST
def parting(request: HttpRequest, player_id: int, merge_id: int) -> HttpResponse:
    """Separate merged records."""
    player = person_for_keeper(request, player_id)
    made = get_object_or_404(Merge, pk=merge_id, person=player.pk)
    try:
        separate(made, device_that_asks(request))
    except RuleError as error:
        return _page(request, "merge", player, {"errors": by_field(error.mistakes)}, 409)
    return redirect("person", made.merged)


def _page(
    request: HttpRequest, name: str, player: Player, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page of merging in the frame of the list's club."""
    frame = frame_about(player, known_device(request), request.user)
    context |= {"player": player, "frame": frame}
    return render(request, f"scoring/people/{name}.html", context, status=status)
