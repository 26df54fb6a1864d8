"""The lists behind figures: rounds and games, the newest first, a page at a time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import Device, Player
from scoring.pages.people.queries import STOOD, WITH, PersonPage, opens_here
from scoring.pages.sheet_words import CallMade
from scoring.statistics.behind import ToldRound, rounds_behind, told_rounds
from scoring.statistics.games import PlayedGame
from scoring.wording import call_letters, call_name

A_PAGE = 50

ROUNDS = {
    "rounds": gettext_noop("Rounds"),
    "places": gettext_noop("Places"),
    "first": gettext_noop("First out"),
    "sweeps": gettext_noop("Double victories"),
    "swept": gettext_noop("Double victories of the others"),
    "alone": gettext_noop("Rounds of three"),
    "ranks": gettext_noop("Rounds for ranks"),
}
GAMES = {
    "all": gettext_noop("Games"),
    "close": gettext_noop("Close games"),
    "run": gettext_noop("The longest run"),
    "alone": gettext_noop("Games of three"),
}


@dataclass(frozen=True)
class Leaf:
    """A page of a list: which one, and whether another comes."""

    number: int
    of: int

    @property
    def before(self) -> int:
        return self.number - 1

    @property
    def after(self) -> int:
        return self.number + 1 if self.number < self.of else 0


@dataclass(frozen=True)
class RoundRow:
    """A round in a list; `address` is whether its game is open on this phone."""

    told: ToldRound
    opens: bool

    @property
    def call(self) -> CallMade | None:
        call = self.told.call
        if not call:
            return None
        letter = call_letters([call])[call]
        return CallMade(0, "", call_name(call), self.told.made, letter)


@dataclass(frozen=True)
class GameRow:
    game: PlayedGame
    partners: Sequence[str]
    others: Sequence[tuple[Sequence[str], int | None]]
    opens: bool


@dataclass(frozen=True)
class RoundsPage:
    player: Player
    title: str
    total: int
    rows: Sequence[RoundRow]
    leaf: Leaf


@dataclass(frozen=True)
class GamesPage:
    player: Player
    title: str
    total: int
    rows: Sequence[GameRow]
    leaf: Leaf


def _leaf(total: int, asked: int) -> Leaf:
    pages = max(1, -(-total // A_PAGE))
    return Leaf(min(max(asked, 1), pages), pages)


def rounds_page(player: Player, device: Device | None, figure: str, asked: int) -> RoundsPage | None:
    """The rounds behind a figure; None for one that there is not."""
    rounds = rounds_behind(player.pk, figure)
    if rounds is None:
        return None
    total = rounds.count()
    leaf = _leaf(total, asked)
    told = told_rounds(player.pk, rounds[A_PAGE * leaf.before : A_PAGE * leaf.number])
    opens = opens_here(device, [one.game for one in told])
    rows = [RoundRow(one, one.game in opens) for one in told]
    return RoundsPage(player, _title(figure), total, rows, leaf)


def _title(figure: str) -> str:
    if figure in ROUNDS:
        return _(ROUNDS[figure])
    call, *standings = figure.split("-")
    stood = _(STOOD[tuple(standings)]) if tuple(standings) in STOOD else ""
    return f"{call_name(call)}, {stood}" if stood else call_name(call)


def games_page(player: Player, device: Device | None, figure: str, asked: int) -> GamesPage | None:
    """The games behind a figure; None for one that there is not."""
    page = PersonPage(player, device)
    person = page.person
    partner = figure.removeprefix(WITH)
    wanted: Mapping[str, Callable[[], Sequence[PlayedGame]]] = {
        "all": lambda: person.decided,
        "alone": lambda: person.alone,
        "close": lambda: [game for game in person.decided if game.is_close],
        "run": lambda: person.games_of_longest_run,
    }
    if figure in wanted:
        games = wanted[figure]()
        title = _(GAMES[figure])
    elif figure.startswith(WITH) and partner.isdecimal() and int(partner) in page.names:
        games = [game for game in person.decided if int(partner) in game.partners]
        title = _("Games with %(name)s") % {"name": page.names[int(partner)]}
    else:
        return None
    leaf = _leaf(len(games), asked)
    shown = games[::-1][A_PAGE * leaf.before : A_PAGE * leaf.number]
    opens = opens_here(device, [game.game for game in shown])
    return GamesPage(player, title, len(games), [_game_row(game, page.names, opens) for game in shown], leaf)


def _game_row(game: PlayedGame, names: Mapping[int, str], opens: set[UUID]) -> GameRow:
    def called(person: int | None) -> str:
        return names.get(person or 0) or _("somebody without a name")

    partners = [called(one.player) for one in game.beside]
    if game.in_teams:
        others = [([called(one.player) for one in game.opponents], game.total_of_others)]
    else:
        others = [([called(one.player)], one.total) for one in game.opponents]
    return GameRow(game, partners, others, game.game in opens)
