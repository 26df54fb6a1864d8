"""A club's season and its tournaments in a few lines, for the club's own pages."""

from collections.abc import Sequence

from django.urls import reverse

from scoring.games.host import InSeason, SeasonInShort
from tournaments.models import Season, Tournament
from tournaments.names import names_of
from tournaments.pages.season.access import Looks
from tournaments.pages.season.queries.events import is_told
from tournaments.pages.season.queries.places import places_in
from tournaments.pages.season.queries.rated import page_of

NEWEST = 6  # events that have room on the club's page


def in_short(season: Season) -> SeasonInShort | None:
    """What the season's page says to the club's people; None before its first event. As many
    queries as that page.
    """
    page = page_of(season, Looks(phone=True))
    if not page.rows:
        return None
    return SeasonInShort(
        page.heading,
        season.name if page.heading != season.name else "",
        page.played,
        reverse("season", args=[season.pk]),
        page.columns[-NEWEST:],
        [
            InSeason(row.person, row.rank, row.moved, row.total, page.cells(row)[-NEWEST:])
            for row in page.rows
        ],
        page.leaves_out,
    )


def winners_of(tournament: Tournament, inside: bool) -> Sequence[str]:
    """Who won a tournament, once its results are everybody's; `inside`: as the club's people know
    them. Two queries, and some ten for a version that nobody has asked for yet.
    """
    if not is_told(tournament):
        return ()
    first = [
        who
        for who, result in places_in(tournament.pk, tournament.version).items()
        if result.place == 1
    ]
    names = names_of(tournament, public=not inside)
    return [names[who] for who in first if who in names]
