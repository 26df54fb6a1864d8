"""Duplicate: the traveller of a board, all its results side by side, with the sums behind them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.games.queries import Table, tables_of
from scoring.games.round_words import call_letters, call_name, figure, signed
from tournaments.match.board_results import is_struck_out
from tournaments.models import MatchGame
from tournaments.names import side_names
from tournaments.stage.history import History, Seated
from tournaments.stage.outcomes import outcomes_of
from tournaments.stage.ranking import entered_of
from tournaments.standings.criteria.boards import values_of
from tournaments.standings.duplicate.board_results import BoardResult
from tournaments.standings.duplicate.values import SHARES
from tournaments.standings.field import Field

Boards = Mapping[int, Sequence[BoardResult]]


@dataclass(frozen=True)
class Call:
    """A call on a board: the side that made it, its letter and name, and how it came out."""

    side: int
    letter: str
    name: str
    made: bool


@dataclass(frozen=True)
class Compared:
    """Another result in the same direction, and the matchpoints against it."""

    name: str
    number: str


@dataclass(frozen=True)
class SideShown:
    """One side of a result. `points` are matchpoints of `others`, with the addends behind them."""

    who: Sequence[int]
    name: str
    score: str  # Tichu points; of an average per cent
    points: str
    others: str
    percent: str
    difference: str
    imps: str
    addends: Sequence[Compared]


@dataclass(frozen=True)
class ResultShown:
    """A line of a traveller: a result, or a match that has not reached the board yet."""

    round: int
    table: int
    match_id: int
    names: Sequence[str]
    sides: Sequence[SideShown] = ()
    margin: int | None = None  # of north and south; None for an average
    calls: Sequence[Call] = ()
    unknown_calls: bool = False  # of a score of which nobody noted them
    deal: int = 1  # another one has other cards
    another: bool = False  # the first result of another deal


@dataclass(frozen=True)
class Traveller:
    """All results of a board, best for north and south first, averages last; then what is open."""

    board: int
    results: Sequence[ResultShown]
    open: Sequence[ResultShown]
    mean: str = ""  # the mean margin of what was played
    struck_out: bool = False  # no result counts

    @property
    def dealt_again(self) -> bool:
        """Whether some results are of other cards, since the board was fouled."""
        return any(one.deal > 1 for one in self.results)


def boards_of(history: History) -> Boards:
    """Return everybody's results on boards, as far as results are visible: a few queries."""
    return Field(entered_of(history, outcomes_of(history))).boards


def matches_on(history: History) -> dict[int, list[Seated]]:
    """Return the matches that play each board, in the order of rounds and tables."""
    found: dict[int, list[Seated]] = {}
    for rows in history.rounds:
        for seated in rows.seated:
            for board in seated.match.boards:
                found.setdefault(board, []).append(seated)
    return dict(sorted(found.items()))


def traveller(
    history: History,
    names: Mapping[int, str],
    board: int,
    boards: Boards,
    only: Collection[int] | None = None,
) -> Traveller:
    """Return the traveller of a board. `boards` are those of `boards_of`; `only` are the matches to
    show, None for all. Three queries.
    """
    on = {who: one for who, own in boards.items() for one in own if one.board == board}
    matches = [
        seated
        for seated in matches_on(history).get(board, [])
        if only is None or seated.match.pk in only
    ]
    calls = _calls(matches, board)
    shown = [_result(one, on, names, calls.get(one.match.pk, ())) for one in matches]
    results = _by_deal(one for one in shown if one.sides)
    still_open = [one for one in shown if not one.sides]
    struck_out = is_struck_out(history.stage, board)
    mean = "" if struck_out else _mean(on.values())
    return Traveller(board, results, still_open, mean, struck_out)


def _by_deal(results: Iterable[ResultShown]) -> list[ResultShown]:
    """Return results in their order, those of each deal together."""
    found: list[ResultShown] = []
    for one in sorted(results, key=_order):
        another = bool(found) and found[-1].deal != one.deal
        found.append(replace(one, another=another))
    return found


def _mean(results: Iterable[BoardResult]) -> str:
    """Return the mean margin of north and south; empty if nothing was played, or other cards."""
    sides = {one.side: one for one in results if one.direction == 0}.values()
    if len({one.deal for one in sides}) > 1:
        return ""
    margins = [_margin(one) for one in sides]
    played = [margin for margin in margins if margin is not None]
    return signed(round(sum(played) / len(played), 1)) if played else ""


def _result(
    seated: Seated,
    on: Mapping[int, BoardResult],
    names: Mapping[int, str],
    calls: Sequence[Call],
) -> ResultShown:
    match = seated.match
    shown = ResultShown(
        match.session_round.number, match.number, match.pk, side_names(seated.sides, names)
    )
    if any(one not in on or on[one].round != shown.round for one in seated.everybody):
        return shown
    own = [on[side[0]] for side in seated.sides]
    sides = [_side(one, _rivals(one, on.values()), names) for one in own]
    margin, deal = _margin(own[0]), own[0].deal
    calls = () if margin is None else calls
    unknown = margin is not None and own[0].call is None
    return replace(shown, sides=sides, margin=margin, calls=calls, unknown_calls=unknown, deal=deal)


def _rivals(result: BoardResult, others: Iterable[BoardResult]) -> list[BoardResult]:
    """Return the results that one is compared with, each once: partners have the same."""
    same = result.direction, result.deal
    by_side = {one.side: one for one in others if (one.direction, one.deal) == same}
    return [one for side, one in by_side.items() if side != result.side]


def _order(result: ResultShown) -> tuple[int, bool, int, int]:
    return result.deal, result.margin is None, -(result.margin or 0), result.round


def _margin(result: BoardResult) -> int | None:
    return result.score[0] - result.score[1] if result.score else None


def _side(
    result: BoardResult, rivals: Sequence[BoardResult], names: Mapping[int, str]
) -> SideShown:
    values = values_of(result)
    return SideShown(
        (result.who, *result.partners),
        _name(result, names),
        figure(result.score[0]) if result.score else average_in_percent(result.average),
        figure(values.matchpoints),
        figure(values.others),
        percent_of(result),
        signed(values.difference),
        signed(values.imps),
        [Compared(_name(one, names), figure(_against(result, one))) for one in rivals]
        if result.score
        else (),
    )


def _name(result: BoardResult, names: Mapping[int, str]) -> str:
    (name,) = side_names([(result.who, *result.partners)], names)
    return name


def _against(own: BoardResult, other: BoardResult) -> float:
    """Return the matchpoints of a score against another result."""
    mine, theirs = _margin(own), _margin(other)
    if mine is None or theirs is None or mine == theirs:
        return 0.5
    return 1 if mine > theirs else 0


def percent_of(result: BoardResult) -> str:
    """Return the percentage on one board; empty while there is nothing to compare it with."""
    percent = values_of(result).percent
    return "" if percent is None else figure(round(float(percent), 1))


def average_in_percent(average: str) -> str:
    """Return an average of the director: "60 %"."""
    share = figure(50 + 50 * SHARES[average])
    return f"{share}\N{NO-BREAK SPACE}%"


def _calls(matches: Sequence[Seated], board: int) -> dict[int, list[Call]]:
    """Return the calls on a board as written at the tables, by match."""
    at = {seated.match.pk: seated for seated in matches}
    rows = list(MatchGame.objects.filter(match__in=at, game__isnull=False).select_related("game"))
    tables = tables_of(row.game for row in rows if row.game is not None)
    found: dict[int, list[Call]] = {}
    for row in rows:
        lines = tables[row.game_id].lines
        place = at[row.match_id].match.boards.index(board)
        if place < len(lines):
            found[row.match_id] = _calls_on(at[row.match_id], row, tables[row.game_id], place)
    return found


def _calls_on(seated: Seated, row: MatchGame, table: Table, place: int) -> list[Call]:
    """Return the calls in a hand, each by the direction of its side."""
    line = table.lines[place]
    direction: dict[int, int] = {}
    for index, side in enumerate(seated.sides):
        direction |= dict.fromkeys(side, index)
    made = set(line.result.calls_made)
    calls = [(direction[row.seats[seat]], call, seat in made) for seat, call in line.played.calls]
    calls += [
        (direction[row.seats[table.position.sides[one.side][0]]], one.call, one.made)
        for one in line.played.side_calls
    ]
    letters = call_letters([call for _, call, _ in calls])
    return [Call(side, letters[call], call_name(call), came) for side, call, came in sorted(calls)]
