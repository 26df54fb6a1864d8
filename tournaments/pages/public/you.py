"""The viewer's part of a tournament's first page: their table, opponents and rank."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.safestring import SafeString

from scoring.models import Device
from tournaments.models import Match
from tournaments.names import BETWEEN
from tournaments.pages.discs import Discs
from tournaments.pages.figures import points_of
from tournaments.pages.public.page_cache import cached
from tournaments.pages.public.session_round import TableShown
from tournaments.pages.public.standing import Standing
from tournaments.pages.public.tournament import RoundNow, TournamentPage, tournament_page
from tournaments.pages.viewer import Viewer
from tournaments.stage.ranking import Ranked
from tournaments.tokens import token_of


@dataclass(frozen=True)
class OwnTable:
    """The viewer's table in a session round being played.

    `side` is the index of theirs; `partners` are the others on it.
    """

    round: RoundNow
    table: TableShown
    side: int
    partners: str

    @property
    def opponents(self) -> str:
        return BETWEEN.join(
            name
            for index, side in enumerate(self.table.sides)
            if index != self.side
            for _, name in side.who
        )


@dataclass(frozen=True)
class You:
    """The viewer in a tournament.

    `rank` is None before there is any; `bye` if they have one in a current round.
    """

    id: int
    name: str
    table: OwnTable | None
    bye: bool
    rank: int | None
    of: int
    points: str
    discs: SafeString


def you_of(page: TournamentPage, mine: Collection[int]) -> You | None:
    """Return the entrant that the browser remembers; None without one in this tournament."""
    names = page.names
    who = next((one for one in mine if one in names), None)
    if who is None:
        return None
    table = _own_table(page, who)
    bye = any(who in one.byes for one in page.now)
    standing = page.standing
    row = _row(standing, who)
    if row is None or standing is None:
        return You(who, names[who], table, bye, None, 0, "", SafeString(""))
    group = [other for other in standing.rows if other.group == row.group]
    discs = Discs({other.id: other.rank for other in standing.rows})
    points = points_of(standing.history.stage, row)
    return You(
        *(who, names[who], table, bye, row.rank, len(group), points),
        discs=discs.row(standing.results[who], standing.rounds),
    )


def _row(standing: Standing | None, who: int) -> Ranked | None:
    """Return their rank, once a session round counts."""
    if standing is None or not standing.after:
        return None
    return next((row for row in standing.rows if row.id == who), None)


def _own_table(page: TournamentPage, who: int) -> OwnTable | None:
    """Return their table in a current round; the last one if all of theirs are finished."""
    tables = []
    for one in page.now:
        for table in one.tables:
            side = table.side_of(who)
            if side is not None:
                partners = BETWEEN.join(name for pk, name in table.sides[side].who if pk != who)
                tables.append(OwnTable(one, table, side, partners))
    return next((one for one in tables if not one.table.done), tables[-1] if tables else None)


def table_token(you: You, device: Device | None) -> str:
    """Return the token of the table's page for a phone that sits there; empty for all others."""
    if you.table is None or you.table.table.done or device is None:
        return ""
    match = Match.objects.filter(pk=you.table.table.match_id, phones__device=device).first()
    return token_of(match) if match is not None else ""


def cached_page(seen: Viewer) -> TournamentPage:
    """Return the cached first page: each phone requests its own part of it."""
    return cached(seen, "overview", lambda: tournament_page(seen))
