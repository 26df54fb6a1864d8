"""The print desk: what can be printed now, and how many pages it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, cast
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import Entrant, MatchGame, SessionRound, Stage, Tournament
from tournaments.names import names_of
from tournaments.pages.movements import compares_boards
from tournaments.pages.printed import paper
from tournaments.pages.printed.codes import tables_needed
from tournaments.pages.printed.print_request import PrintRequest
from tournaments.pages.seat_list import where_lines
from tournaments.pages.stage_facts import of_unit
from tournaments.stage.deals import cards_are_known
from tournaments.stage.history import RoundRows
from tournaments.stage.prize_lists import list_keys
from tournaments.standings.points import SCORING_SYSTEMS

if TYPE_CHECKING:
    from tournaments.pages.common import SignedInRequest

CARDS, GUIDES, SLIPS, BLANK = 4, 2, 10, 10
USUAL = ("pairings", "names", "sheets")


@dataclass(frozen=True)
class Tile:
    """A kind of page: name, short description, address. `marked` if it is printed by default."""

    what: str
    name: str
    description: str
    address: str
    pages: int = 0
    marked: bool = False


@dataclass(frozen=True)
class Hub:
    """The print desk.

    `of_round` is for a session round, empty before the first draw; `end` is empty before any
    result.
    """

    of_round: Sequence[Tile]
    once: Sequence[Tile]
    end: Sequence[Tile]

    @property
    def pages(self) -> int:
        """Return how many pages the default ones have."""
        return sum(tile.pages for tile in self.of_round if tile.marked)


def hub_of(asked: PrintRequest) -> Hub:
    """Return everything that can be printed.

    The number of queries does not depend on the number of tables.
    """
    stage, row = asked.stage.number, asked.session_round
    began = any(one.state != SessionRound.State.DRAFT for one in asked.rounds)
    return Hub(
        of_round=_of_round(asked) if row else (),
        once=_once(asked),
        end=[
            _tile(
                asked,
                "standings",
                _("Standings"),
                "",
                ceil(_entered(asked) / paper.RANKS_PER_PAGE) * (1 + len(list_keys(asked.stage))),
                stage=stage,
            ),
            *(
                ()
                if compares_boards(asked.stage)
                else [_tile(asked, "cross_table", _("Cross table"), _("who met whom"), stage=stage)]
            ),
            _tile(asked, "certificates", _("Certificates"), _("for 3, 10 or all"), stage=stage),
        ]
        if began
        else (),
    )


def _planned_games(rows: RoundRows, stage: Stage) -> int:
    usual = max(stage.best_of, SCORING_SYSTEMS[stage.points].rooms)
    return sum(len(one.match.plan or ()) or usual for one in rows.seated)


def _of_round(asked: PrintRequest) -> list[Tile]:
    rows, row, stage = asked.rows, asked.session_round, asked.stage
    if rows is None or row is None:
        return []
    games = MatchGame.objects.filter(match__session_round=row).count()
    pages = {
        "pairings": len(paper.pairing_pages(paper.pairings(rows, names_of(asked.tournament)), ())),
        "names": len(paper.name_pages(where_lines(asked.tournament, rows))),
        "sheets": games or _planned_games(rows, stage),
        "filled": games,
    }
    words = {
        "pairings": (_("Pairings"), _("by table")),
        "names": (_("Who sits where"), _("by name")),
        "sheets": (_("Score sheets"), _("with names")),
        "filled": (_("Sheets as played"), _("to sign")),
    }
    wanted = [what for what in words if pages[what] or what != "filled"]
    return [
        _tile(
            asked,
            what,
            *words[what],
            pages[what],
            what in USUAL,
            stage=stage.number,
            round=row.number,
        )
        for what in wanted
    ]


def _once(asked: PrintRequest) -> list[Tile]:
    tables = tables_needed(asked.tournament, asked.stage)
    entered = _entered(asked)
    here = of_unit(asked.tournament.unit, entered)
    stage = asked.stage.number
    at_tables = ngettext("%(tables)s table", "%(tables)s tables", tables) % {"tables": tables}
    alone = asked.tournament.unit == Tournament.Unit.PERSON
    each = _("one a player") if alone else _("one a pair")
    boards = [
        _tile(asked, "guides", _("Guide cards"), each, ceil(entered / GUIDES), stage=stage),
        _tile(asked, "private", _("Private scores"), each, entered, stage=stage),
        _tile(asked, "movement", _("Master sheet"), _("all rounds"), 1, stage=stage),
    ]
    if cards_are_known(asked.stage) and cast("SignedInRequest", asked.request).can["direct"]:
        address = reverse("desk_deals", args=[asked.tournament.pk, stage])
        boards.append(Tile("deals", _("Dealing sheets"), _("two boards a page"), address))
    return [
        *(boards if compares_boards(asked.stage) else ()),
        _tile(asked, "cards", _("Table cards"), at_tables, ceil(tables / CARDS)),
        _tile(asked, "door", _("At the door"), here, ceil(entered / paper.ENTRANTS_PER_PAGE)),
        _tile(
            asked, "own", _("Personal links"), pgettext("on paper", "slips"), ceil(entered / SLIPS)
        ),
        _tile(
            asked,
            "sheets",
            _("Empty sheets"),
            _("as many as you like"),
            stage=stage,
            blank=BLANK,
        ),
    ]


def _entered(asked: PrintRequest) -> int:
    return asked.tournament.entrants.filter(state=Entrant.State.ENTERED).count()


def _tile(
    asked: PrintRequest,
    what: str,
    name: str,
    description: str,
    pages: int = 0,
    marked: bool = False,
    **query: int,
) -> Tile:
    address = reverse("desk_print_page", args=[asked.tournament.pk, what])
    words = [description] if description else []
    if pages:
        words.append(ngettext("%(pages)s page", "%(pages)s pages", pages) % {"pages": pages})
    return Tile(
        what,
        name,
        ", ".join(words),
        f"{address}?{urlencode(query)}" if query else address,
        pages,
        marked,
    )
