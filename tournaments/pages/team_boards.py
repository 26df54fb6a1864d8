"""Teams of four: who sits where at the two tables of a match, and what each board gave."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.games.round_words import figure, signed
from scoring.rules import RuleSet
from tournaments.match.paper_sheet import is_paper, played_on_paper
from tournaments.match.played_games import room_letter
from tournaments.match.team_boards import boards_of, has_rooms
from tournaments.models import MatchGame
from tournaments.pages.match_games import MatchBoard
from tournaments.pages.movements import in_ranges
from tournaments.stage.history import Seated
from tournaments.standings.lines import Played
from tournaments.standings.points.team_imps import Swing, boards_in

ROOMS = (1, 2)


@dataclass(frozen=True)
class Room:
    """One of the two tables of a match: who sits in which direction, and which boards come first.

    `north_south` and `east_west` are indexes of the sides.
    """

    number: int
    north_south: int
    first: str
    then: str

    @property
    def letter(self) -> str:
        return room_letter(self.number)

    @property
    def east_west(self) -> int:
        return 1 - self.north_south


def rooms_of(seated: Seated) -> list[Room]:
    """Return the two tables of a match; empty if it is played at one."""
    stage = seated.match.session_round.stage
    boards = RuleSet.of(stage.variant, stage.rules).round_limit
    if not has_rooms(stage) or boards is None:
        return []
    return [_room(number, boards_in(number, boards)) for number in ROOMS]


def _room(number: int, boards: Sequence[int]) -> Room:
    half = (len(boards) + 1) // 2 if number == 1 else len(boards) // 2
    first, then = in_ranges(boards[:half]), in_ranges(boards[half:])
    return Room(number, number - 1, first, then)


@dataclass(frozen=True)
class BoardLine:
    """A board of a match that counts. `tables` has the Tichu points of both sides at each table;
    it is empty if the director decided. `imps` has what each side gained, empty for nothing.
    """

    board: int
    tables: Sequence[tuple[str, str]]
    swing: str
    imps: Sequence[str]


@dataclass(frozen=True)
class TeamBoards:
    """The boards of a match of teams of four; the sums of what each side gained below them."""

    names: Sequence[str]
    lines: Sequence[BoardLine]
    sums: Sequence[str]
    left_out: str = ""  # boards without a result at both tables, once the match is over

    @property
    def letters(self) -> list[str]:
        return [room_letter(number) for number in ROOMS]


def team_boards(
    seated: Seated, rows: Sequence[MatchGame], played: Sequence[Played], names: Sequence[str]
) -> TeamBoards | None:
    """Return the boards of a match that count; None if it is played at one table, or was decided
    without them.

    `played` are its games with entries, and `names` those of its sides. Boards that only one table
    has played are left out: they would tell the other table what it has still to play.
    """
    match = seated.match
    boards = boards_that_count(seated, rows, played)
    if boards is None:
        return None
    gains = [[max(one.imps[side], 0) for one in boards] for side in (0, 1)]
    counted = {one.board for one in boards}
    every = sorted({board for row in rows for board in row.boards} - counted)
    return TeamBoards(
        names,
        [_line(one) for one in boards],
        [figure(sum(gained)) for gained in gains],
        in_ranges(every) if match.done else "",
    )


def boards_that_count(
    seated: Seated, rows: Sequence[MatchGame], played: Sequence[Played]
) -> list[Swing] | None:
    """Return the boards of a match that count, seen from its first side; None as for
    `team_boards`.
    """
    match = seated.match
    if not has_rooms(match.session_round.stage):
        return None
    if match.ruling is not None:
        if not is_paper(match.ruling):
            return None
        played = played_on_paper(match.ruling, rows, match.session_round.stage)
    return boards_of(played, match.averages, seated.sides)


def _line(one: Swing) -> BoardLine:
    tables = [(figure(own), figure(other)) for own, other in one.scores]
    # Averages need not be what the other side loses
    imps = [signed(gain) if one.averages else figure(gain) if gain > 0 else "" for gain in one.imps]
    return BoardLine(one.board, tables, signed(one.swing) if one.scores else "", imps)


def boards_of_match(board: MatchBoard) -> TeamBoards | None:
    """Return the boards of a match on its own pages, see `team_boards`. No query."""
    names = [side.name for side in board.sides]
    return team_boards(board.seated, board.rows, board.played, names)
