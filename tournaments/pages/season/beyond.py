"""What depends on the final result of a tournament: its podium, and the club's seasons."""

from django.utils.translation import gettext as _

from tournaments.actions.consequences import Beyond
from tournaments.models import Season, Tournament
from tournaments.names import names_of
from tournaments.pages.season.access import SeasonViewer
from tournaments.pages.season.events import places_in
from tournaments.pages.season.rated import page_of

PODIUM = 3


def beyond_of(tournament: Tournament) -> Beyond:
    """Return the podium and the ranks of the seasons in which a tournament counts.

    Seasons by rating are left out: their ratings are calculated again by their next reader.
    """
    now = Tournament.objects.get(pk=tournament.pk)
    names = names_of(now, public=False)
    places = places_in(now.pk, now.version)
    found: dict[str, dict[tuple[int, str], str]] = {
        _("Podium"): {
            (who, names[who]): _("place %(place)s") % {"place": result.place}
            for who, result in sorted(places.items(), key=lambda one: one[1].place)
            if result.place <= PODIUM
        }
    }
    seasons = Season.objects.filter(events__tournament=now).select_related("club").distinct()
    for season in seasons.order_by("first", "pk"):
        page = page_of(season, SeasonViewer(phone=True))
        if not page.by_rating:
            found[season.name] = {
                (row.person, page.names[row.person]): page.in_place(row) for row in page.rows
            }
    return found
