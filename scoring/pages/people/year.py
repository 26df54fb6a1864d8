"""A person's year as a card, on the page and as a picture, with the same figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from textwrap import wrap

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.games.nights import FIRST_YEAR, LAST_YEAR, night_of
from scoring.games.pictures import Text, as_png, width
from scoring.games.round_words import call_name, figure
from scoring.models import Player
from scoring.pages.people.access import known, render_about
from scoring.people.statistics.games import PlayedGame, names_of
from scoring.people.statistics.person import Person
from scoring.people.statistics.shares import Share
from scoring.people.statistics.year import Month, Year, years_of
from scoring.rules.settings import GRAND, TICHU
from scoring.templatetags.figures import short_day, short_month

ENOUGH = 20  # games in a year for a drawing by month
# Pixels of the picture, 1080 wide and 1350 high.
LEFT, RIGHT = 110, 970
DOTS, STEP, RADIUS = 220, 36, 13
WIDEST = 19  # dots in a month's line


@dataclass(frozen=True)
class Dot:
    """A game: won, drawn or lost, and whether it is part of the longest run."""

    won: bool
    drawn: bool
    in_run: bool


@dataclass(frozen=True)
class MonthRow:
    name: str
    dots: Sequence[Dot]
    won: int


@dataclass(frozen=True)
class Line:
    """A row below: label, figure, and a remark."""

    words: str
    figure: str
    beside: str = ""
    call: str = ""


class YearCard:
    """Read once; at most six queries."""

    def __init__(self, player: Player, year: int) -> None:
        self.player = player
        self.year = year
        self.of = Year(player, year)

    @property
    def until(self) -> str:
        """The day until which the current year is covered."""
        today = night_of(timezone.now())
        return date_format(today, "MONTH_DAY_FORMAT") if today.year == self.year else ""

    @property
    def won(self) -> Share:
        return self.of.won

    @cached_property
    def months(self) -> list[MonthRow]:
        """None if there are too few games for a drawing."""
        if self.won.of < ENOUGH:
            return []
        run = {game.seat for game in self.of.games_of_longest_run}
        return [self._month(month, run) for month in self.of.months]

    def _month(self, month: Month, run: set[int]) -> MonthRow:
        dots = [Dot(game.won, game.drawn, game.seat in run) for game in month.games]
        return MonthRow(short_month(month.first), dots, month.won.hits)

    @property
    def run(self) -> str:
        """The longest run in words."""
        run = self.of.longest_run
        return _("%(n)s in a row, the longest") % {"n": run.games} if run else ""

    @cached_property
    def lines(self) -> list[Line]:
        of = self.of
        found = []
        for call in (TICHU, GRAND):
            share = of.calls.share(call)
            if share.of:
                made = npgettext("calls, after: 17 of 25", "made", "made", share.of)
                found.append(
                    Line(call_name(call), _("%(hits)s of %(of)s") % _parts(share), made, call)
                )
        best = of.best_partner
        if best:
            name = names_of([best.player]).get(best.player, "")
            parts = {"n": best.share.percent, "of": best.share.of}
            found.append(Line(_("Best partner"), name, _("%(n)s%% of %(of)s") % parts))
        if of.closest:
            found.append(Line(_("Closest game"), _result(of.closest), short_day(of.closest.at)))
        if of.comeback:
            behind = _("from −%(points)s") % {"points": figure(of.comeback.behind)}
            found.append(Line(_("Comeback"), behind, short_day(of.comeback.game.at)))
        return found

    @property
    def in_a_line(self) -> str:
        """The year as a message."""
        games = ngettext("%(n)s team game", "%(n)s team games", self.won.of) % {"n": self.won.of}
        parts = {"name": self.player.name, "year": self.year, "games": games, "won": self.won.hits}
        text = ngettext(
            "%(name)s at the Tichu table in %(year)s: %(games)s, %(won)s won.",
            "%(name)s at the Tichu table in %(year)s: %(games)s, %(won)s won.",
            self.won.hits,
        )
        return text % parts


def _parts(share: Share) -> dict[str, int]:
    return {"hits": share.hits, "of": share.of}


def _result(game: PlayedGame) -> str:
    return f"{figure(game.total or 0)} : {figure(game.total_of_others or 0)}"


# The picture
# --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Circle:
    x: float
    y: float
    won: bool
    drawn: bool


@dataclass(frozen=True)
class Stroke:
    """A line below the dots of a run."""

    x: float
    y: float
    length: float


class Picture:
    """The layout of the picture."""

    def __init__(self, card: YearCard) -> None:
        self.card = card

    @property
    def heading(self) -> list[Text]:
        return [
            Text(LEFT, 165 + 74 * at, 64, line)
            for at, line in enumerate(wrap(_("Your year at the table"), 13)[:2])
        ]

    @property
    def below(self) -> Text:
        name, until = self.card.player.name, self.card.until
        text = _("%(name)s, to %(day)s") % {"name": name, "day": until} if until else name
        return Text(LEFT, 290, min(36, 760 / width(text)), text)

    @property
    def figure(self) -> list[Text]:
        games = str(self.card.won.of)
        after = LEFT + 20 + len(games) * 0.57 * 130
        won = self.card.won
        parts = ngettext("team game, %(won)s won", "team games, %(won)s won", won.of) % {
            "won": won.hits
        }
        if won.drawn:
            parts += ", " + ngettext("%(n)s drawn", "%(n)s drawn", won.drawn) % {"n": won.drawn}
        return [
            Text(LEFT - 4, 425, 130, games, "bold"),
            Text(after, 425, min(42, (RIGHT - after) / width(parts)), parts),
        ]

    @property
    def _row(self) -> float:
        """The height of a month: less if many rows follow."""
        rows = len(self.card.months)
        return min(44.0, (1200 - 70 * len(self.card.lines) - 500) / rows) if rows else 0

    @property
    def months(self) -> list[Text]:
        texts = []
        for at, month in enumerate(self.card.months):
            y = 500 + at * self._row
            texts += [
                Text(LEFT, y, 30, month.name, "soft"),
                Text(RIGHT, y, 30, str(month.won), "soft end"),
            ]
        return texts

    @property
    def _step(self) -> float:
        most = max((len(month.dots) for month in self.card.months), default=0)
        return min(STEP, STEP * WIDEST / max(most, 1))

    @property
    def radius(self) -> float:
        return min(RADIUS, self._step * 0.36, self._row * 0.36)

    @property
    def half(self) -> float:
        """The radius of the filled part of a drawn game."""
        return self.radius / 2

    @property
    def circles(self) -> list[Circle]:
        return [
            Circle(DOTS + number * self._step, 490 + at * self._row, dot.won, dot.drawn)
            for at, month in enumerate(self.card.months)
            for number, dot in enumerate(month.dots)
        ]

    @property
    def strokes(self) -> list[Stroke]:
        found = []
        for at, month in enumerate(self.card.months):
            run = [number for number, dot in enumerate(month.dots) if dot.in_run]
            if run:
                start = DOTS + run[0] * self._step - self.radius
                length = (run[-1] - run[0]) * self._step + 2 * self.radius
                found.append(Stroke(start, 490 + at * self._row + self.radius + 3, length))
        return found

    @property
    def rows(self) -> list[Text]:
        first = 1200 - 66 * (len(self.card.lines) - 1)
        texts = []
        for at, line in enumerate(self.card.lines):
            y = first + 66 * at
            beside = (" " if line.call else ", ").join(filter(None, (line.figure, line.beside)))
            texts += [
                Text(LEFT, y, 34, line.words, "soft"),
                Text(RIGHT, y, min(34, 560 / width(beside)), beside, "bold end"),
            ]
        return texts


def png(card: YearCard) -> bytes:
    """Return the picture of a year."""
    return as_png(
        render_to_string("scoring/people/year.svg", {"picture": Picture(card), "card": card})
    )


@never_cache
@require_safe
def year(request: HttpRequest, player_id: int, year: int) -> HttpResponse:
    """Show a person's year as a card."""
    (player,) = known(request, player_id)
    card = _card(player, year)
    return render_about(request, player, "year", {"card": card, "years": years_of(Person(player))})


@never_cache
@require_safe
def year_picture(request: HttpRequest, player_id: int, year: int) -> HttpResponse:
    """Serve it as a picture to share."""
    (player,) = known(request, player_id)
    return HttpResponse(png(_card(player, year)), content_type="image/png")


def _card(player: Player, year: int) -> YearCard:
    """Raises Http404 for a year without a finished game of two teams."""
    card = YearCard(player, year) if FIRST_YEAR <= year <= LAST_YEAR else None
    if card is None or not card.won.of:
        raise Http404(_("There are no games from this year."))
    return card
