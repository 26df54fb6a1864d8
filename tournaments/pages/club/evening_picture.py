"""An evening as a picture to share: who won, the first places, the tournaments, the records."""

from collections.abc import Sequence
from functools import cached_property
from textwrap import wrap

from django.http import Http404, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_safe

from scoring.games.pictures import Text, as_png, width
from scoring.pages.club_frame import ClubFrame
from scoring.templatetags.figures import short_night
from tournaments.pages.club.access import INSIDE, ClubRequest, calling_member, of_club
from tournaments.pages.club.evening_words import in_a_line
from tournaments.pages.club.evenings import HERE, day_of
from tournaments.pages.club.nights import EveningPage

# In pixels of the picture, 1080 wide and 1350 high.
LEFT, RIGHT = 110, 970
NAMED = LEFT + 70  # names, after the rank
FIRST_ROW, ROW, MOST_ROWS = 420, 72, 8
FOOT, LINE, MOST_LINES = 1180, 58, 5
SHORT = 18  # letters of a line of the heading
SLIM = 0.9  # width of regular text relative to bold


class Picture:
    """The layout of an evening's picture."""

    def __init__(self, page: EveningPage) -> None:
        self.page = page

    @property
    def texts(self) -> list[Text]:
        return [*self._head, *self._ranks, *self._lines]

    @property
    def _head(self) -> list[Text]:
        page, wide = self.page, RIGHT - LEFT
        heading = _two_lines(in_a_line(page))
        size = min(60, *(wide / width(line) for line in heading))
        people = ngettext("%(n)s person", "%(n)s people", page.played.people)
        facts = [short_night(page.day), people % {"n": page.played.people}, *page.game_names]
        about = " · ".join(facts)
        return [
            *(
                Text(LEFT, 260 - 72 * (len(heading) - at), size, line, "serif")
                for at, line in enumerate(heading)
            ),
            Text(LEFT, 250, min(34, wide / width(page.club.name)), page.club.name, "soft"),
            Text(LEFT, 300, min(34, wide / width(about)), about, "soft"),
        ]

    @property
    def _ranks(self) -> list[Text]:
        texts = []
        for at, row in enumerate(self.page.rows[: self._most_rows]):
            y = FIRST_ROW + at * ROW
            won = "" if self.page.by_place else str(row.won.hits)
            size = min(40, (RIGHT - NAMED - 90) / width(row.name) / SLIM)
            texts += [
                Text(LEFT, y, 38, str(row.rank), "serif"),
                Text(NAMED, y, size, row.name),
                Text(RIGHT, y, 40, won, "bold end"),
            ]
        return texts

    @property
    def _most_rows(self) -> int:
        room = FOOT - LINE * len(self.said) - FIRST_ROW
        return min(MOST_ROWS, int(room / ROW) + 1)

    @cached_property
    def said(self) -> Sequence[str]:
        """Return a line for each tournament and each record."""
        between = pgettext("after a label", ":")
        events = [
            f"{one.name}{between} {' & '.join(one.won)}" if one.won else one.name
            for one in self.page.events
        ]
        records = [
            " · ".join(filter(None, (f"{row.title}{between} {row.value}", " & ".join(row.names))))
            for row in self.page.records
        ]
        return [*events, *records][:MOST_LINES]

    @property
    def _lines(self) -> list[Text]:
        first = FOOT - LINE * (len(self.said) - 1)
        return [
            Text(LEFT, first + LINE * at, min(32, (RIGHT - LEFT) / width(line)), line, "bold")
            for at, line in enumerate(self.said)
        ]


def _two_lines(text: str) -> list[str]:
    """Break a heading into two lines at most, as short as possible."""
    return next(
        lines for most in range(SHORT, len(text) + SHORT) if len(lines := wrap(text, most)) <= 2
    )


def png(page: EveningPage) -> bytes:
    """Return the picture of an evening."""
    context = {"picture": Picture(page)}
    return as_png(render_to_string("tournaments/club/evening.svg", context))


@require_safe
@of_club(INSIDE)
def evening_picture(request: ClubRequest, night: str) -> HttpResponse:
    """Serve an evening's picture."""
    frame = ClubFrame(request.club, request.rights, HERE)
    page = EveningPage(frame, request.device, day_of(night), calling_member(request))
    if not page.seats:
        raise Http404(_("There is no evening on this day."))
    return HttpResponse(png(page), content_type="image/png")
