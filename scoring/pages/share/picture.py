"""The card at the end of a game as a picture to share: drawn as SVG from the same data, rendered as
PNG.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from textwrap import wrap

from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.games.pictures import Text, as_png, width
from scoring.pages.chart import NAME_ROOM
from scoring.pages.end_card import Ending, RankEnding, Side

# All in pixels of the picture, 1080 wide and 1350 high.
LEFT, RIGHT = 110, 970
LONGEST_LINE = 24  # characters of the heading
BESIDE_STAMP = 600  # for the winners' names
PLAIN = 0.82  # width of regular letters relative to bold ones
DIGIT = 0.562  # width of a digit
LARGEST = 190
NAMED = LEFT + 62  # names, after their side's sign
LABELLED = LEFT + 280  # values, after the label of their row
ROW, SQUARE = 66, 54
MOST_SQUARES = 8  # calls per side that are drawn; more are only counted


@dataclass(frozen=True)
class Mark:
    """The sign of a side."""

    index: int
    path: str


@dataclass(frozen=True)
class Square:
    """A call as a sign."""

    x: float
    y: float
    index: int
    letter: str
    made: bool

    @property
    def grand(self) -> bool:
        return self.letter == "G"


def png(ending: Ending | RankEnding) -> bytes:
    """Return the picture of a finished game."""
    return as_png(svg(ending))


def svg(ending: Ending | RankEnding) -> str:
    """Return the drawing."""
    picture = RankPicture(ending) if isinstance(ending, RankEnding) else Picture(ending)
    return render_to_string(
        "scoring/share/picture.svg", {"picture": picture, "chart": ending.chart}
    )


class Picture:
    """The layout of a picture."""

    line_ends: Sequence[Text] = ()

    def __init__(self, ending: Ending) -> None:
        self.ending = ending
        self.two = len(ending.sides) == 2
        self.won = ending.winner is not None

    @cached_property
    def heading(self) -> list[Text]:
        """The winners, one per line; or that there is none."""
        winner = self.ending.winner
        lines = joined(winner.names) if winner else [self.verdict]
        size = min(66, 210 / len(lines), *(BESIDE_STAMP / width(line) for line in lines))
        first = 165 + (66 - size) / 2
        return [
            Text(self._indent, first + number * size * 1.22, size, line)
            for number, line in enumerate(lines)
        ]

    @property
    def verdict(self) -> str:
        """The state of a game without a winner."""
        if any(side.won for side in self.ending.sides):
            return _("A draw.")
        rounds = self.ending.rounds
        return ngettext("After %(count)s round", "After %(count)s rounds", rounds) % {
            "count": rounds
        }

    @property
    def _indent(self) -> int:
        return NAMED if self.won and self.two else LEFT

    @cached_property
    def against(self) -> list[Text]:
        """The other side; without a winner both."""
        if not self.two:
            return []
        sides = self.ending.others if self.won else self.ending.sides
        texts = [" & ".join(side.names) for side in sides]
        if self.won:
            texts = [_("against %(names)s") % {"names": text} for text in texts]
        y = self.heading[-1].y + 62
        return [
            Text(NAMED, y + number * 50, min(36, (RIGHT - NAMED) / width(text)), text)
            for number, text in enumerate(texts)
        ]

    @property
    def marks(self) -> Iterator[Mark]:
        """Before the names, and in the rows below."""
        if not self.two:
            return
        winner, best = self.ending.winner, self.ending.best
        if winner:
            yield Mark(
                winner.index,
                sign(winner.index, LEFT + 20, self.heading[0].y - self.heading[0].size / 3, 20),
            )
        for line, side in zip(
            self.against, self.ending.others if winner else self.ending.sides, strict=True
        ):
            yield Mark(side.index, sign(side.index, LEFT + 20, line.y - 12, 15))
        y = self._rows_y - 12
        if best:
            yield Mark(best.side.index, sign(best.side.index, LABELLED, y, 15))
        for number, side in enumerate(self.ending.called, start=bool(best)):
            yield Mark(side.index, sign(side.index, LABELLED, y + number * ROW, 15))

    @property
    def stamp(self) -> Text:
        """The word in the stamp, as large as fits."""
        word = pgettext("stamp", "won")
        size = min(62, 140 / width(word))
        return Text(0, size / 3, size, word)

    @property
    def score(self) -> list[Text]:
        """The result: two large figures, or one row for each of more."""
        sides = self.ending.by_place
        y = (self.against or self.heading)[-1].y
        if self.two:
            first, second = sides if self.won else self.ending.sides
            kinds = ("bold", "end") if self.won else ("bold", "bold end")
            # Centred between the figures.
            colon = (LEFT + RIGHT + (len(first.total) - len(second.total)) * DIGIT * LARGEST) / 2
            return [
                Text(LEFT - 8, y + 200, LARGEST, first.total, kinds[0]),
                Text(colon, y + 182, 150, ":", "soft middle"),
                Text(RIGHT + 8, y + 200, LARGEST, second.total, kinds[1]),
            ]
        rows = []
        for number, side in enumerate(sides):
            at, name = y + 80 + number * 58, " & ".join(side.names)
            rows.append(
                Text(LEFT, at, min(42, 620 / width(name)), name, "bold" if side.won else "")
            )
            rows.append(Text(RIGHT, at, 42, side.total, "bold end" if side.won else "end"))
        return rows

    @property
    def _rows(self) -> int:
        return bool(self.ending.best) + len(self.ending.called)

    @property
    def chart_y(self) -> float:
        return self.score[-1].y + 36

    @property
    def _rows_y(self) -> float:
        """The base line of the first row under the chart."""
        return 1196 - (self._rows - 1) * ROW

    @property
    def chart_height(self) -> float:
        """The height left by the rows."""
        return max(self._rows_y - 70 - self.chart_y, 120)

    @property
    def rows(self) -> Iterator[Text]:
        """The best round, and the number of calls made."""
        y = self._rows_y
        if best := self.ending.best:
            start = LABELLED + 26
            who = "" if self.two else f"{' & '.join(best.side.names)} "
            detail = pgettext("game", "in round %(number)s") % {"number": best.number}
            yield _label(pgettext("game", "Best round"), y)
            yield Text(
                start,
                y,
                min(40, 560 / width(f"{who}{best.gain}  {detail}")),
                f"{who}{best.gain}  {detail}",
            )
            y += ROW
        for number, side in enumerate(self.ending.called):
            if not number:
                yield _label(_("Calls made"), y)
            if not self.two:
                name = " & ".join(side.names)
                yield Text(LABELLED + 26, y, min(36, 340 / width(name)), name)
            yield Text(RIGHT, y, 36, side.made, "end")
            y += ROW

    @property
    def calls(self) -> Iterator[Square]:
        """The calls of two sides as squares; there is no room for more sides."""
        if not self.two:
            return
        y = self._rows_y + (ROW if self.ending.best else 0) - 36
        for number, side in enumerate(self.ending.called):
            if len(side.calls) <= MOST_SQUARES:
                yield from squares(side, LABELLED + 30, y + number * ROW)

    @property
    def when(self) -> str:
        return when_of(self.ending)


class RankPicture:
    """The layout for a game of ranks: the first, and the ranks round by round."""

    won = False  # a game of ranks has no winner

    def __init__(self, ending: RankEnding) -> None:
        self.ending = ending

    @property
    def line_ends(self) -> list[Text]:
        """Names at the ends of the lines, in units of the chart; long ones are smaller."""
        return [
            Text(end.x + 9, end.y, min(10, (NAME_ROOM - 12) / width(end.name)), end.name)
            for end in self.ending.line_ends
        ]

    @cached_property
    def heading(self) -> list[Text]:
        """Who holds the first rank."""
        lines = joined([self.ending.people[0].name])
        size = min(66, 210 / len(lines), *((RIGHT - LEFT) / width(line) for line in lines))
        return [
            Text(LEFT, 165 + number * size * 1.22, size, line) for number, line in enumerate(lines)
        ]

    @property
    def against(self) -> list[Text]:
        """For how long."""
        text = self.ending.reign
        return [Text(LEFT, self.heading[-1].y + 62, min(36, (RIGHT - LEFT) / width(text)), text)]

    @property
    def chart_y(self) -> float:
        return self.against[-1].y + 50

    @property
    def chart_height(self) -> float:
        return 1180 - self.chart_y

    @property
    def when(self) -> str:
        return when_of(self.ending)


def when_of(ending: Ending | RankEnding) -> str:
    """Return the day, and the number of rounds."""
    words = ngettext("%(count)s round", "%(count)s rounds", ending.rounds) % {
        "count": ending.rounds
    }
    return f"{date_format(localtime(ending.table.game.started_at))} · {words}"


def _label(text: str, y: float) -> Text:
    """Return the label of a row."""
    return Text(LEFT, y, min(36, (LABELLED - LEFT - 30) / (PLAIN * width(text))), text, "soft")


def joined(names: Sequence[str]) -> list[str]:
    """Return one line per person, or more for a long name; all but the last end with the sign for
    "and".
    """
    detail = [f"{name} &" for name in names[:-1]] + [names[-1]]
    return [line for name in detail for line in wrap(name, LONGEST_LINE, break_long_words=False)]


def sign(index: int, x: float, y: float, radius: float) -> str:
    """Return a side's sign around a point: a circle, a triangle."""
    if index == 0:
        half = f"a{radius:g} {radius:g} 0 1 0"
        return f"M{x - radius:g} {y:g}{half} {2 * radius:g} 0{half} {-2 * radius:g} 0z"
    return f"M{x:g} {y - radius:g}l{radius * 1.15:g} {radius * 1.9:g}h{-radius * 2.3:g}z"


def squares(side: Side, x: float, y: float) -> Iterator[Square]:
    """Yield the calls of a side, side by side."""
    for number, call in enumerate(side.calls):
        yield Square(x + number * SQUARE, y, side.index, call.letter, call.made)
