"""The preview picture of a tournament's link: its name, the top of its standings, or how it is
played.
"""

from collections.abc import Sequence

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from scoring.games.pictures import Text, as_png, width
from tournaments.models import Tournament
from tournaments.pages.public.access import KEPT_SECONDS, public_page
from tournaments.pages.public.tournament import Best, RankLine, TournamentPage, tournament_page
from tournaments.pages.viewer import Viewer

# In pixels of the picture, 1200 wide and 630 high, as messengers show it.
LEFT, RIGHT = 84, 1116
NAME_WIDTH = 900
FIRST_ROW, ROW, MOST_ROWS = 318, 56, 5
NAMED = LEFT + 96  # names, after the rank
SLIM = 0.9  # width of regular text relative to bold


def png(tournament: Tournament, page: TournamentPage) -> bytes:
    """Return the picture of a tournament in its public state."""
    context = {"tournament": tournament, "texts": [*_head(tournament), *_body(page)]}
    return as_png(render_to_string("tournaments/public/picture.svg", context))


def _head(tournament: Tournament) -> list[Text]:
    name = tournament.name
    day = date_format(tournament.starts_on) if tournament.starts_on else ""
    when = " · ".join(filter(None, (day, tournament.place)))
    return [
        Text(LEFT, 150, min(72, NAME_WIDTH / width(name)), name, "serif"),
        Text(LEFT, 202, min(34, NAME_WIDTH / width(when)), when, "soft"),
    ]


def _body(page: TournamentPage) -> list[Text]:
    if page.best is None:
        return _facts(page)
    heading = [Text(LEFT, FIRST_ROW - 58, 32, _heading(page, page.best), "bold")]
    rows = _rows(page.best)
    texts = [
        text
        for at, (rank, line) in enumerate(rows)
        for text in _row(rank, line, FIRST_ROW + at * ROW)
    ]
    return heading + texts


def _heading(page: TournamentPage, best: Best) -> str:
    if page.champions:
        return _("Final standings")
    said = _("After round %(number)s") if best.whole else _("In round %(number)s")
    return said % {"number": best.after}


def _rows(best: Best) -> Sequence[tuple[str, RankLine]]:
    """Return the first of all, or of each group if there are several."""
    if len(best.groups) == 1:
        return [(str(line.rank), line) for line in best.groups[0][1][:MOST_ROWS]]
    return [(group, lines[0]) for group, lines in best.groups[:MOST_ROWS] if lines]


def _row(rank: str, line: RankLine, y: float) -> list[Text]:
    return [
        Text(LEFT, y, min(40, 80 / width(rank)), rank, "serif"),
        Text(NAMED, y, min(38, (RIGHT - NAMED - 170) / width(line.name) / SLIM), line.name),
        Text(RIGHT, y, 40, line.points, "bold end"),
    ]


def _facts(page: TournamentPage) -> list[Text]:
    entrants = len(page.entrants)
    heading = (
        ngettext("%(count)s entrant", "%(count)s entrants", entrants) % {"count": entrants}
        if entrants
        else ""
    )
    said = [
        " · ".join(filter(None, (words, fewer))) for _sign, words, fewer in page.stages[0].facts
    ][:MOST_ROWS]
    return [Text(LEFT, FIRST_ROW - 58, 32, heading, "bold")] + [
        Text(LEFT, FIRST_ROW + at * ROW, min(38, (RIGHT - LEFT) / width(line) / SLIM), line)
        for at, line in enumerate(said)
    ]


@public_page
def tournament_picture(_request: HttpRequest, seen: Viewer) -> HttpResponse:
    """Serve the preview picture that messengers show with its link, without what only directors
    see.
    """
    row = seen.tournament
    key = f"picture-{row.pk}-{row.version}-{get_language()}"
    drawn = cache.get(key)
    if drawn is None:
        drawn = png(row, tournament_page(Viewer(row)))
        cache.set(key, drawn, KEPT_SECONDS)
    return HttpResponse(drawn, content_type="image/png")
