"""The pages about two people on one side, and about two such pairs against each other."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.games.access.devices import known_device
from scoring.games.host import PaperMatches, host
from scoring.games.round_words import call_name
from scoring.games.round_words import figure as figure_of
from scoring.models import Device, Player
from scoring.pages.people.access import known, render_about
from scoring.pages.people.person_charts import Bar, bars_of, scale_of
from scoring.pages.people.queries import MOST_PEOPLE, ShareRow, against, more, whole
from scoring.pages.people.tables import GameRow, game_rows
from scoring.people.rated.queries import chance
from scoring.people.statistics.drilldown import (
    AGAINST_GRAND,
    AGAINST_TICHU,
    FIRST_OF_OTHERS,
    FIRST_OF_SIDE,
)
from scoring.people.statistics.games import PlayedGame, people_met
from scoring.people.statistics.shares import Share
from scoring.people.statistics.together import Pair, Rivals, Versus
from scoring.rules.settings import GRAND, TICHU

MOST_RIVALS = 8
LAST_GAMES = 5
MOST_SIGNS = 16


@dataclass(frozen=True)
class Caller:
    """The calls of both people of a pair: made out of all."""

    call: str
    words: str
    first: Share
    second: Share


@dataclass(frozen=True)
class RivalRow:
    """`address` is the page of both pairs; "" if one of them was erased."""

    names: Sequence[str]
    rivals: Rivals
    bar: Bar
    address: str


class PairPage:
    """The page of two people. Read once; at most 16 queries."""

    def __init__(self, player: Player, partner: Player, device: Device | None) -> None:
        self.people = (player, partner)
        self.pair = Pair(player, partner)
        self.device = device

    @cached_property
    def on_paper(self) -> PaperMatches:
        """The matches of tournaments of which only a sheet is known: one query."""
        first, second = self.people
        return host().paper_matches([first.pk], [second.pk])

    @property
    def games_address(self) -> str:
        first, second = self.people
        return reverse("person_games", args=[first.pk, f"with-{second.pk}"])

    @property
    def won(self) -> Bar | None:
        return Bar(self.pair.won, scale=scale_of([self.pair.won])) if self.pair.decided else None

    @property
    def apart(self) -> list[tuple[str, Share]]:
        """Each person's share of wins, with any partner."""
        return [
            (one.player.name, one.won)
            for one in (self.pair.of_first, self.pair.of_second)
            if one.decided
        ]

    @property
    def first_out(self) -> Share:
        """The share of their rounds in which one of them went out first, of those whose first out
        is known.
        """
        return Share(self.pair.first_places.total(), self.pair.out.first.of)

    @property
    def each_first(self) -> list[int]:
        return [self.pair.first_places[one.pk] for one in self.people]

    @property
    def points(self) -> list[tuple[str, str]]:
        """Points per round: figure and label."""
        sums = self.pair.sums
        return [
            (whole(sums.mean_own), _("their own")),
            (whole(sums.mean_left), _("conceded")),
            (more(sums.mean_ahead), _("more than the others")),
        ]

    @property
    def against(self) -> list[ShareRow]:
        """The share of calls that the others made."""
        return against(self.pair.against)

    @property
    def callers(self) -> list[Caller]:
        first, second = self.people
        return [
            Caller(
                call,
                call_name(call),
                self.pair.share_of_calls([first.pk], call),
                self.pair.share_of_calls([second.pk], call),
            )
            for call in (TICHU, GRAND)
        ]

    @property
    def names(self) -> Mapping[int, str]:
        return self._met[0]

    @cached_property
    def _met(self) -> tuple[Mapping[int, str], frozenset[int]]:
        met = {one.player for game in self.pair.games for one in game.others if one.player}
        return people_met(sorted(met)[:MOST_PEOPLE])

    @property
    def best_evening(self) -> list[GameRow]:
        best = self.pair.best_evening
        return game_rows(best.games, self.names, self.device) if best else []

    @property
    def rivals(self) -> list[RivalRow]:
        names, there = self._met
        ours = [one.pk for one in self.people]
        shown = self.pair.rivals[:MOST_RIVALS]
        return [
            RivalRow(
                [names.get(player, "?") for player in one.players],
                one,
                bar,
                reverse("person_against", args=[*ours, *one.players])
                if there.issuperset(one.players)
                else "",
            )
            for one, bar in zip(shown, bars_of(one.share for one in shown), strict=True)
        ]


@dataclass(frozen=True)
class Facing:
    """A figure of both sides as text, and as bar lengths in percent. `addresses` lead to the rounds
    behind each.
    """

    words: str
    call: str
    ours: str
    theirs: str
    lengths: tuple[str, str]
    addresses: tuple[str, str]

    @property
    def starts(self) -> str:
        """The start of the left side's bar, from the left: it ends in the middle."""
        return f"{100 - float(self.lengths[0].rstrip('%')):.1f}%"


class VersusPage:
    """The page of two pairs who met. Read once; at most 10 queries."""

    def __init__(
        self, player: Player, partner: Player, others: Sequence[Player], device: Device | None
    ) -> None:
        self.sides = ((player, partner), (others[0], others[1]))
        self.versus = Versus(player, partner, others)
        self.device = device

    @property
    def games_address(self) -> str:
        (first, second), (third, fourth) = self.sides
        return reverse(
            "person_games", args=[first.pk, f"with-{second.pk}-against-{third.pk}-{fourth.pk}"]
        )

    @property
    def rounds_address(self) -> str:
        ours, theirs = self._pks
        return self._rounds(ours, theirs, "rounds")

    @property
    def _pks(self) -> tuple[list[int], list[int]]:
        ours, theirs = ([one.pk for one in side] for side in self.sides)
        return ours, theirs

    @property
    def signs(self) -> list[PlayedGame]:
        """The newest games, oldest first, each drawn in the winner's line."""
        return self.versus.decided[-MOST_SIGNS:]

    @cached_property
    def chance(self) -> int | None:
        """The first side's chance in percent; None while it is too early to say."""
        ours, theirs = self.sides
        return chance(ours, theirs, "teams")

    @property
    def chance_of_others(self) -> int:
        return 100 - (self.chance or 0)

    @property
    def result(self) -> tuple[int, int]:
        """Games won by each side."""
        return self.versus.won.hits, self.versus.won.missed

    @property
    def facing(self) -> list[Facing]:
        return [*self._facing_calls(), *self._facing_counts()]

    def _facing_calls(self) -> Iterator[Facing]:
        ours, theirs = self._pks
        for call, figure in ((TICHU, AGAINST_TICHU), (GRAND, AGAINST_GRAND)):
            own, other = self.versus.of_others.against.share(call), self.versus.against.share(call)
            if own.of and other.of:
                texts = [
                    _("%(hits)s of %(of)s") % {"hits": share.hits, "of": share.of}
                    for share in (own, other)
                ]
                lengths = _lengths(own.value, other.value, most=1)
                # One side's calls are the other's opponents' calls.
                addresses = self._rounds(theirs, ours, figure), self._rounds(ours, theirs, figure)
                yield Facing(call_name(call), call, texts[0], texts[1], lengths, addresses)

    def _facing_counts(self) -> Iterator[Facing]:
        sums = self.versus.sums
        ours, theirs = self._pks
        first, second = (
            sum(self.versus.first_places[person] for person in side) for side in (ours, theirs)
        )
        counts: list[tuple[str, int, int, str, str]] = [
            (_("first out"), first, second, FIRST_OF_SIDE, FIRST_OF_OTHERS),
            (_("double victories"), sums.sweeps, sums.sweeps_of_others, "sweeps", "swept"),
            (_("points"), sums.own_points, sums.points_of_others, "rounds", "rounds"),
        ]
        for words, own, other, figure, figure_of_others in counts:
            if own > 0 or other > 0:
                addresses = (
                    self._rounds(ours, theirs, figure),
                    self._rounds(ours, theirs, figure_of_others),
                )
                lengths = _lengths(own, other, most=max(own, other))
                yield Facing(words, "", figure_of(own), figure_of(other), lengths, addresses)

    @staticmethod
    def _rounds(side: Sequence[int], others: Sequence[int], figure: str) -> str:
        """Return the address of the rounds behind a side's figure."""
        company = "-".join(map(str, (side[1], *others)))
        return f"{reverse('person_rounds', args=[side[0], figure])}?with={company}"

    @cached_property
    def names(self) -> Mapping[int, str]:
        return {one.pk: one.name for side in self.sides for one in side}

    @property
    def last_games(self) -> list[GameRow]:
        return game_rows(self.versus.decided[: -LAST_GAMES - 1 : -1], self.names, self.device)


def _lengths(own: float, other: float, most: float) -> tuple[str, str]:
    first, second = (
        f"{max(0.0, 100 * value / most if most else 0):.1f}%" for value in (own, other)
    )
    return first, second


@never_cache
@require_safe
def pair(request: HttpRequest, player_id: int, partner_id: int) -> HttpResponse:
    """Show two people on one side."""
    player, partner = known(request, player_id, partner_id)
    return render_about(
        request, player, "pair", {"page": PairPage(player, partner, known_device(request))}
    )


@never_cache
@require_safe
def versus(
    request: HttpRequest, player_id: int, partner_id: int, third_id: int, fourth_id: int
) -> HttpResponse:
    """Show two pairs against each other."""
    first, second, *others = known(request, player_id, partner_id, third_id, fourth_id)
    page = VersusPage(first, second, others, known_device(request))
    return render_about(request, first, "versus", {"page": page})
