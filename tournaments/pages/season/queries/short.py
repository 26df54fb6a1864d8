"""A club's season in a few lines, for the club's own page."""

from django.urls import reverse

from scoring.host import InSeason, SeasonInShort
from tournaments.models import Season
from tournaments.pages.season.looking import Looks
from tournaments.pages.season.queries.rated import page_of


def in_short(season: Season) -> SeasonInShort | None:
    """What the season's page says to the club's people; None before its first event. As many queries as that page."""
    page = page_of(season, Looks(phone=True))
    if not page.rows:
        return None
    about = [season.name] if page.heading != season.name else []
    rows = [InSeason(row.person, row.rank, row.moved, row.total) for row in page.rows]
    return SeasonInShort(page.heading, ", ".join([*about, page.played]), reverse("season", args=[season.pk]), rows)
