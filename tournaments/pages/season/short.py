"""A club's season and tournaments in a few lines, for the club's own pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.urls import reverse

from scoring.models import Club
from tournaments.models import Season, Tournament
from tournaments.names import names_of
from tournaments.pages.season.access import SeasonViewer
from tournaments.pages.season.events import is_public, places_in
from tournaments.pages.season.queries import Column, SeasonCell
from tournaments.pages.season.rated import page_of

NEWEST = 6  # events shown on the club's page


@dataclass(frozen=True)
class Event:
    """A tournament of a club, as the club's pages list it. `won` names the winners,
    once published.
    """

    name: str
    day: date
    address: str
    won: Sequence[str] = ()


@dataclass(frozen=True)
class InSeason:
    """A player's place in a season.

    `moved` is the number of ranks gained by the newest event, negative if lost, None if unknown.
    `cells` are those of the newest events, None for events that the player missed.
    """

    player: int
    rank: int
    moved: int | None
    points: float | Fraction
    total: str  # the same as shown
    cells: Sequence[tuple[Column, SeasonCell | None]]

    @property
    def moved_by(self) -> int:
        return abs(self.moved or 0)


@dataclass(frozen=True)
class SeasonInShort:
    """A club's current season: heading, progress, address, and all players by rank with the newest
    events.

    `name` is empty if the heading is the name. `left_out`: not every event counts.
    """

    heading: str
    name: str
    played: str
    address: str
    columns: Sequence[Column]
    rows: Sequence[InSeason]
    left_out: bool
    head: str  # of the column that ranks
    by_percent: bool


def season_in_short(club: Club) -> SeasonInShort | None:
    """Return a club's newest season as the club's people see it.

    None if there is none, or before its first event. As many queries as the season's page.
    """
    season = (
        Season.objects.filter(club=club).select_related("club").order_by("-last", "-pk").first()
    )
    if season is None:
        return None
    page = page_of(season, SeasonViewer(phone=True))
    if not page.rows:
        return None
    return SeasonInShort(
        page.heading,
        season.name if page.heading != season.name else "",
        page.played,
        reverse("season", args=[season.pk]),
        page.columns[-NEWEST:],
        [
            InSeason(
                row.person,
                row.rank,
                row.moved,
                row.total,
                page.number(row.total),
                page.cells(row)[-NEWEST:],
            )
            for row in page.rows
        ],
        page.leaves_out,
        page.head,
        page.by_percent,
    )


def winners_of(tournament: Tournament, inside: bool) -> Sequence[str]:
    """Return the winners of a tournament once its results are public; `inside` names them as the
    club's people know them. Two queries, and some ten if the version is not cached.
    """
    if not is_public(tournament):
        return ()
    first = [
        who
        for who, result in places_in(tournament.pk, tournament.version).items()
        if result.place == 1
    ]
    names = names_of(tournament, public=not inside)
    return [names[who] for who in first if who in names]


def events_held(club: Club, first: date, last: date, *, inside: bool) -> list[Event]:
    """Return a club's tournaments between two days, earliest first, without drafts.

    `inside`: winners as the club's own people may see them, else as everybody may.
    """
    seen = Tournament.objects.exclude(state=Tournament.State.DRAFT).filter(
        club=club, concealed=False
    )
    days = seen.filter(starts_on__range=(first, last)).order_by("starts_on", "created_at")
    return [
        Event(
            one.name,
            one.starts_on,
            reverse("tournament", args=[one.pk]),
            winners_of(one, inside),
        )
        for one in days
        if one.starts_on
    ]
