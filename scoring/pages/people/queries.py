"""The pages about people: one person's figures in words and bars, with links to what is behind
them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from scoring.games.host import PaperMatches, host
from scoring.games.permissions import sees_list_of
from scoring.games.round_words import call_name, figure, signed
from scoring.models import Device, Player
from scoring.pages.people.person_charts import (
    HALF,
    WHOLE,
    Bar,
    RatingLine,
    bars_of,
    rating_line,
    scale_of,
)
from scoring.people.rated.queries import Point, line_of
from scoring.people.statistics.averages import Everybody, everybody_with
from scoring.people.statistics.calls import (
    LEADING,
    LEVEL,
    TRAILING,
    CalledRound,
    Counted,
    called_rounds,
    position_rows,
)
from scoring.people.statistics.drilldown import AGAINST_GRAND, AGAINST_TICHU
from scoring.people.statistics.games import PlayedGame, people_met
from scoring.people.statistics.person import Partner, Person
from scoring.people.statistics.shares import Share, half_up
from scoring.people.statistics.year import years_in
from scoring.rules import VARIANTS
from scoring.rules.settings import GRAND, TICHU

MOST_PEOPLE = 500
NOT_SIGNED_IN = AnonymousUser()
MOST_PARTNERS = 12
MOST_DOTS = 60  # dots for the rounds behind an opened figure
LINES = 3  # and lines
ENOUGH = 20  # cases from which a share is bold
MOST_POINTS = 100  # of a rating line
THIRD = 1 / 3
STOOD = {
    (LEADING,): gettext_noop("leading"),
    (LEVEL,): gettext_noop("level"),
    (TRAILING,): gettext_noop("trailing"),
    (LEADING, LEVEL): gettext_noop("leading or level"),
    (LEVEL, TRAILING): gettext_noop("level or trailing"),
    (LEADING, TRAILING): gettext_noop("leading or trailing"),
}


@dataclass(frozen=True)
class CallRow:
    """A share of calls: all of a kind, or by the caller's position.

    `figure` names its rounds; `whole` is the row with the call's sign.
    """

    figure: str
    call: str
    words: str
    bar: Bar
    whole: bool
    opened: "Opened | None" = None

    @property
    def club(self) -> Share | None:
        """The share of everybody in the list, where it is shown beside."""
        return self.bar.mean if self.bar.mean and self.bar.mean.of else None


@dataclass(frozen=True)
class Opened:
    """The rounds behind a share: the newest as dots, oldest first, and the last as lines, with the
    other team, if there is one, and the name of the game.
    """

    rounds: Sequence[CalledRound]
    lines: Sequence[tuple[CalledRound, Sequence[str], str]]


@dataclass(frozen=True)
class ShareRow:
    """A share at the foot, beside everybody's. `figure` names its rounds."""

    figure: str
    words: str
    bar: Bar


@dataclass(frozen=True)
class PartnerRow:
    """`remark` is a word about the share; `address` is "" for an erased person."""

    names: Sequence[str]
    partner: Partner
    bar: Bar
    best: bool
    remark: str
    address: str

    @property
    def toward(self) -> str:
        """Progress towards the number of games needed, in percent."""
        return f"{min(100, 100 * self.partner.share.of // ENOUGH)}%"


class PersonPage:
    """One person's page. Read once; at most 14 queries. `person` limits it to some of
    their games.
    """

    def __init__(
        self,
        player: Player,
        device: Device | None,
        opened: str = "",
        *,
        person: Person | None = None,
        user: Any = NOT_SIGNED_IN,
    ) -> None:
        self.player = player
        self.person = person or Person(player)
        self.device, self.user = device, user
        self.opened = opened

    def figure_url(self, kind: str, figure: str) -> str:
        """Return the address of the "rounds" or "games" behind a figure."""
        return reverse(f"person_{kind}", args=[self.player.pk, figure])

    def with_partner(self, partner: int) -> str:
        """Return the address of the page with a partner."""
        return reverse("person_with", args=[self.player.pk, partner])

    def knows(self, people: set[int]) -> bool:
        """Return whether all of these people are in the same list and the caller sees it."""
        of_list = Player.listed.filter(club=self.player.club_id, device=self.player.device_id)
        return self.in_sight and of_list.filter(pk__in=people).count() == len(people)

    @property
    def won(self) -> Bar | None:
        """Games of two teams; None before the first is over."""
        return (
            Bar(self.person.won, scale=scale_of([self.person.won])) if self.person.decided else None
        )

    @property
    def alone(self) -> Bar | None:
        """Games in which one of three wins."""
        return Bar(self.person.won_alone, even=THIRD) if self.person.alone else None

    @cached_property
    def everybody(self) -> Everybody:
        """The averages of the list, shown beside this person's."""
        return everybody_with(self.player)

    @property
    def mean_of_everybody(self) -> str:
        """Points per round."""
        return whole(self.everybody.mean_points)

    @cached_property
    def calls(self) -> list[CallRow]:
        found = []
        for call in (TICHU, GRAND):
            if not self.person.calls.share(call).of:
                continue
            rows: list[tuple[str, ...]] = [(), *position_rows(self.person.calls, call)]
            found += [self._call_row(call, positions) for positions in rows]
        return found

    def _call_row(self, call: str, positions: tuple[str, ...]) -> CallRow:
        figure = "-".join((call, *positions))
        every = positions or (LEADING, LEVEL, TRAILING)
        bar = Bar(self.person.calls.share(call, every), self.everybody.calls.share(call, every))
        words = _(STOOD[positions]) if positions else call_name(call)
        opened = self._opened(call, every) if figure == self.opened else None
        return CallRow(figure, call, words, bar, not positions, opened)

    def _opened(self, call: str, positions: Sequence[str]) -> Opened:
        rounds = called_rounds(
            self.person.players,
            call,
            positions,
            MOST_DOTS,
            self.person.which("round__game__") or Q(),
        )
        by_game = {game.game: game for game in self.person.games}
        lines = [
            (one, self._against(by_game.get(one.game)), _(VARIANTS[one.variant].name))
            for one in rounds[:LINES]
        ]
        return Opened(rounds[::-1], lines)

    def _against(self, game: PlayedGame | None) -> list[str]:
        """Return the other team; nobody where partners change from round to round."""
        if game is None or not game.in_teams:
            return []
        return [self.names.get(one.player or 0, "?") for one in game.opponents]

    @cached_property
    def partners(self) -> list[PartnerRow]:
        best, worst = self.person.best_partner, self.person.worst_partner
        shown = self.person.partners[:MOST_PARTNERS]
        bars = bars_of(one.share for one in shown)
        return [
            PartnerRow(
                [self.names.get(one.player, "?")],
                one,
                bar,
                one is best,
                _("best")
                if one is best
                else pgettext("with a partner", "fewest won")
                if one is worst
                else "",
                self.with_partner(one.player) if one.player in self.there else "",
            )
            for one, bar in zip(shown, bars, strict=True)
        ]

    @property
    def too_early(self) -> bool:
        """Whether there are too few games to name a best partner."""
        return sum(one.enough for one in self.person.partners) < 2

    @property
    def best_partner(self) -> tuple[str, str]:
        """The best partner, and a word about it; if there is none, the reason, and who comes
        closest.
        """
        best, (first, *others) = self.person.best_partner, self.person.partners
        if best is not None:
            heading = _("Best partner: %(name)s") % {"name": self._called(best)}
            return heading, _("%(n)s games or more") % {"n": ENOUGH}
        if not self.too_early:
            most = max(one.share.value for one in self.person.partners if one.enough)
            level = [
                self._called(one)
                for one in self.person.partners
                if one.enough and one.share.value == most
            ]
            return _("Best partner: level"), _("Equally successful with each: %(names)s.") % {
                "names": ", ".join(level)
            }
        values = {"n": ENOUGH, "name": self._called(first), "games": first.share.of}
        if not first.enough:
            remark = _("Needs %(n)s games together. Closest: %(name)s with %(games)s.") % values
        elif others:
            values |= {"next": self._called(others[0]), "games": others[0].share.of}
            remark = (
                _(
                    "Needs %(n)s games with two people. %(name)s has them; next is %(next)s "
                    "with %(games)s."
                )
                % values
            )
        else:
            remark = _("Needs %(n)s games with two people. %(name)s has them.") % values
        return _("Best partner: too early"), remark

    def _called(self, partner: Partner) -> str:
        return self.names.get(partner.player, "?")

    @property
    def more_partners(self) -> Share:
        """The games with partners who have no row, and the number of these partners."""
        rest = self.person.partners[MOST_PARTNERS:]
        return Share(len(rest), sum(one.share.of for one in rest))

    @cached_property
    def on_paper(self) -> PaperMatches | None:
        """The matches of tournaments of which only a sheet is known: one query."""
        return host().paper_matches(self.person.players)

    @property
    def last_year(self) -> int | None:
        """The newest year with a finished game."""
        return next(iter(years_in(self.person.decided[-1:])), None)

    @property
    def against(self) -> list[ShareRow]:
        """The shares of Tichus and Grand Tichus that the others made."""
        return against(self.person.against, self.everybody.calls_in_teams)

    @property
    def mean_own(self) -> str:
        return whole(self.person.sums.mean_own)

    @property
    def mean_left(self) -> str:
        return whole(self.person.sums.mean_left)

    @property
    def first_out(self) -> Bar:
        """How often they went out first, on a scale that shows the difference."""
        share = self.person.out.first
        narrow = share.range[1] <= HALF.high / 100
        return Bar(share, even=float(self.person.out.even), scale=HALF if narrow else WHOLE)

    @property
    def bombs(self) -> str:
        """Their bombs in a hundred rounds in which bombs were noted."""
        return rounded(self.person.bombs.in_hundred, 1)

    @property
    def mean_place(self) -> str:
        return rounded(self.person.out.mean_place, 2)

    @property
    def mean_ahead(self) -> str:
        return more(self.person.sums.mean_ahead)

    @property
    def mean_rank(self) -> str:
        return rounded(self.person.ranks.mean if self.person.ranks else None, 1)

    @property
    def words(self) -> dict[str, str]:
        """Labels of the figures at the foot, in the right plural form."""
        sums, ranks = self.person.sums, self.person.ranks
        return {
            "rounds": ngettext("round in team games", "rounds in team games", sums.rounds),
            "places": _("mean place out"),
            "own": _("points a round"),
            "left": _("points a round conceded"),
            "ahead": _("points a round more than the others"),
            "rank_rounds": ngettext("round", "rounds", ranks.rounds if ranks else 0),
        }

    @cached_property
    def rating(self) -> Point | None:
        """The current rating; None before the first finished game of two teams."""
        return self._points[-1] if self._points else None

    @cached_property
    def _points(self) -> list[Point]:
        return line_of(self.player, "teams", every=-(-len(self.person.decided) // MOST_POINTS) or 1)

    @property
    def rating_line(self) -> RatingLine | None:
        return rating_line(self._points)

    @property
    def names(self) -> Mapping[int, str]:
        """Everybody they ever played with."""
        return self._met[0]

    @property
    def there(self) -> frozenset[int]:
        """Those of them not erased: they have pages, if the requesting phone knows their list."""
        return self._met[1] if self.in_sight else frozenset()

    @cached_property
    def in_sight(self) -> bool:
        """Whether the caller sees the list. If not, the caller is this person."""
        return sees_list_of(self.player, self.device, self.user)

    @cached_property
    def _met(self) -> tuple[Mapping[int, str], frozenset[int]]:
        met = {one.player for game in self.person.games for one in game.others if one.player}
        return people_met(sorted(met)[:MOST_PEOPLE])


def against(calls: Counted, everybody: Counted | None = None) -> list[ShareRow]:
    """Return the shares of calls that the others made, beside the averages; no row for unused
    calls.
    """
    rows = [
        (AGAINST_TICHU, TICHU, _("of the others’ Tichus were made")),
        (AGAINST_GRAND, GRAND, _("of the others’ Grand Tichus were made")),
    ]
    return [
        ShareRow(
            figure, words, Bar(calls.share(call), everybody.share(call) if everybody else None)
        )
        for figure, call, words in rows
        if calls.share(call).of
    ]


def whole(mean: Fraction | None) -> str:
    """Format a mean of points."""
    return "" if mean is None else figure(half_up(mean))


def more(mean: Fraction | None) -> str:
    """Format a mean of points with its sign."""
    return "" if mean is None else signed(half_up(mean))


def rounded(mean: Fraction | None, digits: int) -> str:
    """Format a mean with this many decimals, a half rounded up."""
    if mean is None:
        return ""
    exact = Decimal(half_up(mean * 10**digits)).scaleb(-digits)
    return number_format(exact, digits)
