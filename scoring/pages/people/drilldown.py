"""The rounds and games behind figures, newest first, page by page."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.games.access.devices import known_device
from scoring.games.parsing import whole_of
from scoring.games.round_words import call_letters, call_name
from scoring.models import Device, Player
from scoring.pages.long_list import Leaf, leaf_of
from scoring.pages.people.access import LONGEST_ASKED, known, page_asked, render_about
from scoring.pages.people.queries import STOOD, PersonPage
from scoring.pages.people.tables import GameRow, game_rows, opens_here
from scoring.pages.sheet_words import CallMade
from scoring.people.statistics.drilldown import (
    AGAINST_GRAND,
    AGAINST_TICHU,
    FIRST_OF_OTHERS,
    FIRST_OF_SIDE,
    PlayerRound,
    player_rounds,
    rounds_of_figure,
)
from scoring.people.statistics.games import PlayedGame
from scoring.people.statistics.team_rounds import GoingOut
from scoring.people.statistics.together import Pair, Versus

A_PAGE = 50
COMPANY = re.compile(r"with-([0-9]{1,15})(?:-against-([0-9]{1,15})-([0-9]{1,15}))?")

ROUNDS = {
    "rounds": gettext_noop("Rounds"),
    "places": gettext_noop("Places"),
    "first": gettext_noop("First out"),
    FIRST_OF_SIDE: gettext_noop("First out"),
    FIRST_OF_OTHERS: gettext_noop("First out"),
    "sweeps": gettext_noop("Double victories"),
    "swept": gettext_noop("Others’ double victories"),
    "alone": gettext_noop("Individual games"),
    "ranks": gettext_noop("Rounds of rank games"),
    AGAINST_TICHU: gettext_noop("Others’ Tichus"),
    AGAINST_GRAND: gettext_noop("Others’ Grand Tichus"),
}
GAMES = {
    "all": gettext_noop("Games"),
    "close": gettext_noop("Close games"),
    "run": gettext_noop("The longest run"),
    "comeback": gettext_noop("Comeback"),
    "alone": gettext_noop("Individual games"),
}


@dataclass(frozen=True)
class RoundRow:
    """A round in a list; `address` is set if its game is open on this phone."""

    played: PlayerRound
    opens: bool

    @property
    def call(self) -> CallMade | None:
        call = self.played.call
        if not call:
            return None
        letter = call_letters([call])[call]
        return CallMade((), "", call_name(call), self.played.made, letter)


@dataclass(frozen=True)
class RoundsPage:
    player: Player
    partner: Player | None
    title: str
    total: int
    rows: Sequence[RoundRow]
    leaf: Leaf
    out: GoingOut | None  # the levels of detail of the rounds behind "first", if they differ


@dataclass(frozen=True)
class GamesPage:
    player: Player
    title: str
    total: int
    rows: Sequence[GameRow]
    leaf: Leaf


def rounds_page(
    page: PersonPage,
    figure: str,
    asked: int,
    company: Sequence[Player] = (),
    among: QuerySet[Any] | None = None,
) -> RoundsPage | None:
    """Return the rounds behind a figure of a person's page; None for an unknown figure.

    `company` are a partner, or a partner and two opponents; `among` limits the games.
    """
    player, players = page.player, page.person.players
    if company:
        partner, *others = company
        pair = Versus(player, partner, others) if others else Pair(player, partner)
        among, which = pair.among(), pair.both_played("game", "number")
        rounds = rounds_of_figure(players, figure, among, partner.pk, which=which)
    else:
        partner = None
        rounds = rounds_of_figure(players, figure, among)
    if rounds is None:
        return None
    total = rounds.count()
    leaf = leaf_of(total, asked, A_PAGE)
    played = player_rounds(players, rounds[A_PAGE * leaf.before : A_PAGE * leaf.number])
    opens = opens_here(page.device, [one.game for one in played])
    rows = [RoundRow(one, one.game in opens) for one in played]
    out = page.person.out if figure == "first" and among is None else None
    shown = out if out and out.is_mixed else None
    return RoundsPage(player, partner, _title(figure), total, rows, leaf, shown)


def _title(figure: str) -> str:
    if figure in ROUNDS:
        return _(ROUNDS[figure])
    call, *positions = figure.split("-")
    stood = _(STOOD[tuple(positions)]) if tuple(positions) in STOOD else ""
    return f"{call_name(call)}, {stood}" if stood else call_name(call)


def games_page(page: PersonPage, figure: str, asked: int) -> GamesPage | None:
    """Return the games behind a figure of a person's page; None for an unknown figure."""
    behind = _games_behind(page, figure)
    if behind is None:
        return None
    title, games = behind
    leaf = leaf_of(len(games), asked, A_PAGE)
    shown = games[::-1][A_PAGE * leaf.before : A_PAGE * leaf.number]
    rows = game_rows(shown, page.names, page.device)
    return GamesPage(page.player, title, len(games), rows, leaf)


def _games_behind(page: PersonPage, figure: str) -> tuple[str, Sequence[PlayedGame]] | None:
    """Return the title of a figure and its games, oldest first."""
    person = page.person
    wanted: Mapping[str, Callable[[], Sequence[PlayedGame]]] = {
        "all": lambda: person.decided,
        "alone": lambda: person.alone,
        "close": lambda: [game for game in person.decided if game.is_close],
        "comeback": lambda: [person.comeback.game] if person.comeback else [],
        "run": lambda: person.games_of_longest_run,
    }
    if figure in wanted:
        return _(GAMES[figure]), wanted[figure]()
    company = COMPANY.fullmatch(figure)
    people = [int(one) for one in company.groups() if one] if company else []
    if not people or not page.knows({*people}):
        return None
    partner, *others = people
    title = _("Games with %(name)s") % {"name": page.names.get(partner, "?")}
    return title, _games_with(person.decided, partner, others)


def _games_with(
    games: Sequence[PlayedGame], partner: int, others: Sequence[int]
) -> list[PlayedGame]:
    """Return those games with a partner, and against these `others` if there are any."""
    found = [game for game in games if partner in game.partners]
    if not others:
        return found
    return [game for game in found if {one.player for one in game.opponents} == {*others}]


# Numbers of others in an address: none, a partner, or a partner and two opponents
COMPANIES = (0, 1, 3)


@never_cache
@require_safe
def rounds(request: HttpRequest, player_id: int, figure: str) -> HttpResponse:
    """Show the rounds behind a figure: all, those with a partner, or those against two
    others too.
    """
    company = [
        whole_of(typed, 0, digits=15)
        for typed in request.GET.get("with", "")[:LONGEST_ASKED].split("-")
        if typed
    ]
    player, *others = known(request, player_id, *company)
    if len(others) not in COMPANIES:
        raise Http404(_("There is no such figure."))
    device, figure, number = _asked(request, figure)
    return _figure_list(
        request,
        player,
        "rounds",
        rounds_page(PersonPage(player, device, user=request.user), figure, number, others),
    )


@never_cache
@require_safe
def games(request: HttpRequest, player_id: int, figure: str) -> HttpResponse:
    """Show the games behind a figure."""
    (player,) = known(request, player_id)
    device, figure, number = _asked(request, figure)
    return _figure_list(
        request,
        player,
        "games",
        games_page(PersonPage(player, device, user=request.user), figure, number),
    )


def _asked(request: HttpRequest, figure: str) -> tuple[Device | None, str, int]:
    return known_device(request), figure[:LONGEST_ASKED], page_asked(request)


def _figure_list(request: HttpRequest, player: Player, kind: str, page: object) -> HttpResponse:
    if page is None:
        raise Http404(_("There is no such figure."))
    return render_about(request, player, kind, {"page": page})
