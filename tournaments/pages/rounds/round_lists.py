"""What a round's page lists: results, entrants to swap, a late pair's tables, places."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.actions import draft_changes
from tournaments.actions.late_seating import takes_late
from tournaments.actions.room_tables import tables_for
from tournaments.clock import clock_of, remaining
from tournaments.models import Entrant, Match, Place, SessionRound
from tournaments.names import names_of
from tournaments.pages.discs import movement
from tournaments.pages.hall.tables import DECIDED, DONE, HallTable
from tournaments.pages.public.criteria import Column, columns_of, figure_in
from tournaments.pages.public.standing import standing_of
from tournaments.pages.round_tables import RoundBoard, TableCard, round_board
from tournaments.pages.search import found_in
from tournaments.pages.viewer import Viewer
from tournaments.pages.waiting import wait_words
from tournaments.pairing.formats import FORMATS


@dataclass(frozen=True)
class Swap:
    """The effect of a swap.

    `tables` are the two numbers, 0 for a bye; `warnings` are by table, those of the draw under 0.
    """

    first: int
    second: int
    names: tuple[str, str]
    tables: tuple[int, int]
    warnings: Sequence[tuple[int, str]]


def swap_of(session_round: SessionRound, first: Entrant, second: Entrant) -> Swap:
    """Try a swap without making it. Raises RuleError if these two cannot be swapped."""
    numbers = Place.objects.filter(session_round=session_round, entrant__in=(first, second))
    at = {
        who: (number, match)
        for who, number, match in numbers.values_list("entrant", "match__number", "match")
    }
    board: RoundBoard = draft_changes.preview_swap(session_round, first, second, round_board)
    concerned = {match for _number, match in at.values()}
    warnings = [
        (card.match.number, text)
        for card in board.cards
        if card.match.pk in concerned
        for text in card.warnings
    ]
    return Swap(
        first.pk,
        second.pk,
        (board.names[first.pk], board.names[second.pk]),
        (at[first.pk][0] or 0, at[second.pk][0] or 0),
        [*warnings, *((0, text) for text in board.warnings)],
    )


@dataclass(frozen=True)
class LatePair:
    """`first` and `second`, by id and name, would sit at `table`; 0 if they would wait for one.

    `bye` if the first has this round's bye. `met` is the round of their last meeting, None without
    one; `minutes` is the time left for them.
    """

    first: int
    first_name: str
    second: int
    second_name: str
    bye: bool
    met: int | None
    table: int
    minutes: int | None


def late_pair_of(row: SessionRound) -> LatePair | None:
    """Return who could be seated now; None if nobody is here without a table, or nobody is free to
    play them.
    """
    tournament = row.stage.tournament
    if not takes_late(row):
        return None
    places = dict(Place.objects.filter(session_round=row).values_list("entrant", "kind"))
    entered = tournament.entrants.filter(state=Entrant.State.ENTERED)
    here = entered.filter(checked_in_at__isnull=False)
    # Without check-in, everybody who was not excused counts as here, as in a draw.
    known, kinds = (here, {Place.Kind.ABSENT, None}) if here.exists() else (entered, {None})
    late = [
        who
        for who in known.order_by("checked_in_at", "number").values_list("pk", flat=True)
        if places.get(who) in kinds
    ]
    byes = [who for who, kind in places.items() if kind == Place.Kind.BYE]
    two = [*byes[:1], *late][:2]
    if not late or len(two) < 2:
        return None
    names = names_of(tournament, public=False)
    left = remaining(clock_of(row), timezone.now())
    return LatePair(
        first=two[0],
        first_name=names[two[0]],
        second=two[1],
        second_name=names[two[1]],
        bye=bool(byes),
        met=_met(row, *two),
        table=_next_table(row),
        minutes=None if left is None else max(0, -(-left // 60)),
    )


def _next_table(row: SessionRound) -> int:
    """Return the number of a table added to a round; 0 if the room has no more."""
    tables, numbers = tables_for(row.stage), list(row.matches.values_list("number", flat=True))
    short = tables is not None and len(numbers) >= tables
    return 0 if short else max(numbers, default=0) + 1


def _met(row: SessionRound, first: int, second: int) -> int | None:
    """Return the stage's last session round in which these two sat at one table."""
    theirs = Place.objects.filter(
        entrant=first, match__places__entrant=second, session_round__stage=row.stage
    )
    return (
        theirs.order_by("-session_round__number")
        .values_list("session_round__number", flat=True)
        .first()
    )


MANY = 13  # tables from which on names can be searched
COLUMNS = 2  # of the standings beside the results: the points and the first tie-break
FEWEST = 8  # rows of those standings


@dataclass(frozen=True)
class TableRow:
    """A table of the list: as drawn, and as on the board, None if the round is closed."""

    card: TableCard
    table: HallTable | None = None

    @property
    def state(self) -> str:
        """Return the card's state; "unsettled" if its result waits for a decision."""
        settled = self.table is None or self.table.state in {DONE, DECIDED}
        return self.card.state if settled or self.card.state != "done" else "unsettled"


@dataclass(frozen=True)
class StandingRow:
    rank: int
    moved: SafeString | str
    id: int
    name: str
    figures: Sequence[str]


@dataclass(frozen=True)
class StandingsAfter:
    """The top of the standings after a session round, `of` the number of ranked entrants."""

    columns: Sequence[Column]
    rows: Sequence[StandingRow]
    of: int


def rows_of_tables(
    shown: RoundBoard, tables: Sequence[HallTable], typed: str = ""
) -> list[TableRow]:
    """Return the tables in order; in a search, those with a matching name."""
    by_match = {table.match.pk: table for table in tables}
    rows = [TableRow(card, by_match.get(card.match.pk)) for card in shown.cards]
    if not typed:
        return rows
    return [row for row in rows if any(found_in(side.name, typed) for side in row.card.sides)]


def numbers_of(drawn: Sequence[int], total: int | None) -> list[tuple[int, bool]]:
    """Return the numbers of a stage's session rounds, each with whether it is drawn."""
    return [(number, number in drawn) for number in range(1, max(*drawn, total or 0) + 1)]


def standings_after(row: SessionRound, shown: RoundBoard) -> StandingsAfter | None:
    """Return the standings after a closed session round; None in a knock-out, and if groups have
    their own.
    """
    stage = row.stage
    if FORMATS[stage.format].ranks_itself:
        return None
    found = standing_of(Viewer(stage.tournament, whole=True), stage, row.number)
    if any(one.group for one in found.rows):
        return None
    # Same names as in the results: a pair by those who played this round.
    names = {
        **shown.names,
        **{who.id: who.name for card in shown.cards for side in card.sides for who in side.who},
    }
    columns = columns_of(stage.criteria)[:COLUMNS]
    rows = [
        StandingRow(
            rank=one.rank,
            moved=movement(found.way[one.id]) if one.id in found.way else "",
            id=one.id,
            name=names[one.id],
            figures=[figure_in(one, column.key) for column in columns],
        )
        for one in found.rows[: max(len(shown.cards), FEWEST)]
    ]
    return StandingsAfter(columns, rows, len(found.rows))


@dataclass(frozen=True)
class Choice:
    """An entrant to choose: the name, and their place in words.

    `done` if their table has a result already.
    """

    id: int
    name: str
    where: str
    done: bool


def seats_to_choose(session_round: SessionRound) -> Sequence[Choice]:
    """Return everybody in a session round, by table, then the others: four queries."""
    names = names_of(session_round.stage.tournament, public=False)
    matches = {match.pk: match for match in Match.objects.filter(session_round=session_round)}
    for match in matches.values():
        match.session_round = session_round  # no query for each
    in_queue = wait_words(match for match in matches.values() if match.in_queue)
    words = {Place.Kind.BYE: _("bye"), Place.Kind.ABSENT: _("absent")}
    found = []
    for place in Place.objects.filter(session_round=session_round):
        table = matches.get(place.match_id or 0)
        if table:
            number, done = table.number, table.done and not table.boards
            where = in_queue.get(table.pk) or _("table %(number)s") % {"number": number}
        else:
            number, done, where = 0, False, words[Place.Kind(place.kind)]
        name = names.get(place.entrant_id, f"#{place.entrant_id}")
        choice = Choice(place.entrant_id, name, where, done)
        found.append(((table is None, number, place.side, place.order), choice))
    return [choice for _key, choice in sorted(found, key=lambda one: one[0])]
