"""The pages of one match: its games with their hands, and what comes next at the table."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from scoring.games.queries import Line, Table, tables_of
from scoring.games.round_words import column_names, figure
from scoring.models import Entry, Game, GameEvent
from scoring.pages.sheet_words import game_name, phrases, rules_in_words
from scoring.pages.table.script import board_at
from scoring.rules import VARIANTS, RuleSet, opening
from tournaments.actions.publishing import side_size, usual_line_up
from tournaments.match.paper_sheet import figures_source, is_paper
from tournaments.match.played_games import has_two_sides, played_of, room_letter, rules_of
from tournaments.match.stand_ins import with_stand_ins
from tournaments.models import Entrant, Match, MatchGame, Member, Tournament
from tournaments.names import called, names_at_table, names_of, side_names
from tournaments.pages.figures import verdict_of
from tournaments.pages.round_tables import (
    PUBLISHED,
    SideLine,
    hand_name,
    is_level,
    side_lines,
    state_of,
)
from tournaments.stage.history import Seated, seated_match
from tournaments.standings.lines import Played

OVER = {Game.State.FINISHED, Game.State.STOPPED}


@dataclass(frozen=True)
class Hand:
    """One hand of a game: the score of each column, and what happened in words.

    `board` is its number in duplicate, else 0; `name` has it, or the number of the hand.
    """

    number: int
    scores: Sequence[str]
    words: str
    name: str
    board: int = 0


@dataclass(frozen=True)
class GameLine:
    """One game of a match.

    `state` is "waiting", "playing", "paused" or "over". `sits_out` is empty if nobody does.
    """

    row: MatchGame
    sides: Sequence[str]
    sits_out: str
    state: str
    table: Table | None = None
    stopped: str = ""  # why it ended early
    disputed: bool = False
    boards: Sequence[int] = ()  # in the order of its hands, in duplicate

    @property
    def number(self) -> int:
        return self.row.number

    @property
    def letter(self) -> str:
        """Return the letter of its table, if the match is played at two."""
        return room_letter(self.number) if self.row.boards else ""

    @property
    def stopped_early(self) -> bool:
        return self.row.game is not None and self.row.game.state == Game.State.STOPPED

    @cached_property
    def columns(self) -> list[tuple[str, str, bool]]:
        """Return names, total and whether it won for each column of scores; empty before the first
        hand.
        """
        if self.table is None or self.table.is_rank_game:
            return []
        result = self.table.result
        totals = zip(column_names(self.table), self.table.position.totals, strict=True)
        return [
            (name, figure(total), column in result.winners)
            for column, (name, total) in enumerate(totals)
        ]

    @cached_property
    def hands(self) -> list[Hand]:
        if self.table is None:
            return []
        return [self._hand(self.table, line) for line in self.table.lines]

    def _hand(self, table: Table, line: Line) -> Hand:
        name = self.hand_name(line.number)
        if table.is_rank_game:
            order = ", ".join(table.names[seat] for seat in line.result.next.seating)
            return Hand(line.number, (), order, name)
        return Hand(
            line.number,
            [figure(score) for score in line.result.scores],
            " · ".join(phrases(table, line)),
            name,
            board_at(self.boards, line.number) or 0,
        )

    def hand_name(self, number: int) -> str:
        return hand_name(self.boards, number)

    @property
    def coming(self) -> int:
        """Return the number of the next hand."""
        return len(self.hands) + 1

    @property
    def coming_name(self) -> str:
        return self.hand_name(self.coming)


@dataclass
class MatchBoard:
    """A match on its pages."""

    seated: Seated
    sides: Sequence[SideLine]
    games: Sequence[GameLine]
    game_name: str
    rules: str
    names: Mapping[int, str] = field(repr=False)

    @property
    def match(self) -> Match:
        return self.seated.match

    @property
    def rows(self) -> list[MatchGame]:
        return [line.row for line in self.games]

    @property
    def tables(self) -> dict[object, Table]:
        """Return the games that have begun, by id."""
        return {line.row.game_id: line.table for line in self.games if line.table is not None}

    @property
    def played(self) -> list[Played]:
        """Return the games with entries."""
        return [
            played_of(line.row, line.table)
            for line in self.games
            if line.table is not None and line.table.entries
        ]

    @property
    def state(self) -> str:
        return state_of(self.match, self.rows)

    @property
    def ruled(self) -> str:
        """Return the source of a result that a director typed; empty otherwise."""
        ruling = self.match.ruling
        return (
            figures_source(ruling, [side.name for side in self.sides])
            if ruling and is_paper(ruling)
            else ""
        )

    @property
    def verdict(self) -> str:
        return verdict_of(self.match)

    @property
    def level(self) -> bool:
        return is_level(self.match)

    @cached_property
    def next(self) -> GameLine | None:
        """Return the game to write next; None if nothing is left to play or the session round is
        not open.
        """
        if (
            self.match.session_round.state != PUBLISHED
            or self.tournament.state == Tournament.State.FINISHED
        ):
            return None
        if self.match.done and (self.match.ruling is not None or not self.match.plan):
            return None
        return next((line for line in self.games if line.state != "over"), None)

    @property
    def tournament(self) -> Tournament:
        return self.match.session_round.stage.tournament


def match_board(match: Match) -> MatchBoard:
    """Read a match, whose session round, stage and tournament are loaded: at most eight queries."""
    seated = seated_match(match)
    stage = match.session_round.stage
    entrants = list(Entrant.objects.filter(pk__in=seated.everybody))
    names = names_at_table(
        seated, names_of(stage.tournament, public=False, entrants=entrants), public=False
    )
    rows = list(match.games.select_related("game"))
    lines = _game_lines(rows, seated, names)
    rules = (
        rules_of(rows[0], stage.variant, stage.rules)
        if rows
        else RuleSet.of(stage.variant, stage.rules)
    )
    return MatchBoard(
        seated=seated,
        sides=side_lines(seated, names),
        games=lines,
        game_name=game_name(stage.variant),
        # Who leads which side does not change the words: the smallest table will do.
        rules=rules_in_words(
            rules, opening(rules, VARIANTS[stage.variant].min_players).sides, hands=True
        ),
        names=names,
    )


def _game_lines(
    rows: Sequence[MatchGame], seated: Seated, names: Mapping[int, str]
) -> list[GameLine]:
    begun = [row.game for row in rows if row.game is not None]
    tables, disputed, stopped = tables_of(begun), _disputed(begun), stop_reasons(begun)
    lines = []
    for row in rows:
        playing = {who for side in row.sides for who in side}
        out = [who for who in seated.everybody if who not in playing]
        lines.append(
            GameLine(
                row=row,
                sides=side_names(row.sides, names),
                sits_out=side_names([out], names)[0],
                state=_state(row.game),
                table=tables.get(row.game_id),
                stopped=stopped.get(row.game_id, ""),
                disputed=row.game_id in disputed,
                boards=row.board_numbers,
            )
        )
    return lines


def _disputed(games: Collection[Game]) -> set[object]:
    """Return the games with two competing versions of a hand: one query."""
    rivals = Entry.objects.filter(
        game__in=games, outcome=Entry.Outcome.RIVAL, settled_by__isnull=True
    )
    return set(rivals.values_list("game", flat=True))


def stop_reasons(games: Collection[Game]) -> dict[object, str]:
    """Return why games were stopped, by game, without those that went on since: one query."""
    stops = GameEvent.objects.filter(
        game__in=games, game__state=Game.State.STOPPED, action="finish_early"
    )
    return dict(stops.order_by("position").values_list("game", "reason"))


def _state(game: Game | None) -> str:
    if game is None:
        return "waiting"
    if game.state in OVER:
        return "over"
    return "paused" if game.state == Game.State.PAUSED else "playing"


# Line-ups
# -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Squad:
    """A side with more people than seats: the table chooses who plays."""

    index: int
    name: str
    people: Sequence[tuple[int, str, bool]]  # the member's id, the name, whether chosen

    @property
    def field(self) -> str:
        return f"side_{self.index}"

    @property
    def chosen(self) -> list[str]:
        """Return the names of those who play unless somebody else is chosen."""
        return [name for _pk, name, chosen in self.people if chosen]


def squads_of(
    board: MatchBoard,
    chosen: Mapping[int, Sequence[int]] | None = None,
    line: GameLine | None = None,
) -> list[Squad]:
    """Return the sides of a game, by default the next, that have to choose; none once it has begun,
    or if everybody plays at the only table. One query.

    `chosen` are ticked members by side; by default those of the previous game, or the first of each
    side.
    """
    line, variant = line or board.next, board.match.session_round.stage.variant
    if line is None or line.row.game_id or not has_two_sides(variant):
        return []
    size = side_size(variant)
    before = _played_last(board)
    squads = []
    for index, (squad, people) in enumerate(_people_at(board.match, line.row, before)):
        if not _has_choice(line.row, people, size):
            continue
        ticked = set((chosen or {}).get(index) or _usual(line.row, squad, size, before))
        shown = [(member.pk, called(member.player), member.pk in ticked) for member in people]
        squads.append(Squad(index, line.sides[index], shown))
    return squads


def _people_at(
    match: Match, row: MatchGame, before: Collection[int | None]
) -> Iterator[tuple[list[Member], list[Member]]]:
    """Yield everybody of each side, and who may play a game: of a team that sits at two tables
    nobody who played at the other one (`before`).
    """
    elsewhere = before if row.boards else ()
    members = _members_at(match, row)
    for side in row.sides:
        squad = [member for who in side for member in members[who]]
        yield squad, [member for member in squad if member.player_id not in elsewhere]


def _has_choice(row: MatchGame, people: Sequence[Member], size: int) -> bool:
    """Whether a side chooses who plays: at one of two tables even if it has just enough, since the
    others may sit here.
    """
    return len(people) > size or (len(people) == size and bool(row.boards))


def _usual(
    row: MatchGame, squad: Sequence[Member], size: int, before: Collection[int | None]
) -> list[int]:
    """Return the default line-up: at one of two tables those who sit there by their order, else
    those of the previous game, or the first ones.
    """
    if row.boards:
        return [member.pk for member in usual_line_up(row, squad, size, before)]
    again = [member.pk for member in squad if member.player_id in before]
    return again if len(again) == size else [member.pk for member in squad[:size]]


def _played_last(board: MatchBoard) -> set[int | None]:
    """Return who sat at the newest game that has begun."""
    played = next((one.table for one in reversed(board.games) if one.table is not None), None)
    return {seat.player_id for seat in played.seats} if played else set()


def _members_at(match: Match, row: MatchGame) -> dict[int, list[Member]]:
    """Return who may play in a game, by entrant."""
    members: dict[int, list[Member]] = {who: [] for side in row.sides for who in side}
    rows = Member.objects.filter(entrant__in=members, active=True).select_related("player")
    for member in with_stand_ins(match, rows):
        members[member.entrant_id].append(member)
    return members
