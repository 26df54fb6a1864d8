"""A club's season in a few lines, for the club's own page."""

from django.urls import reverse

from scoring.host import InSeason, SeasonInShort
from tournaments.models import Season
from tournaments.pages.season.looking import Looks
from tournaments.pages.season.queries.rated import page_of

NEWEST = 6  # events that have room on the club's page


def in_short(season: Season) -> SeasonInShort | None:
    """What the season's page says to the club's people; None before its first event. As many queries as that page."""
    page = page_of(season, Looks(phone=True))
    if not page.rows:
        return None
    return SeasonInShort(
        page.heading,
        season.name if page.heading != season.name else "",
        page.played,
        reverse("season", args=[season.pk]),
        page.columns[-NEWEST:],
        [InSeason(row.person, row.rank, row.moved, row.total, page.cells(row)[-NEWEST:]) for row in page.rows],
        page.leaves_out,
    )
