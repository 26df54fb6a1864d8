"""Results of a match for each entrant, from its games or from a ruling.

`Match.result` is a copy that makes pages fast. Only `count_match` writes it, and it can be rebuilt
at any time.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from django.db.models import BigIntegerField

from scoring.games.prepared import Given, Prepared, update
from scoring.games.queries import Table, open_rivals, tables_of
from scoring.models import Entry, Game
from scoring.rules import RuleSet
from tournaments.channels import announce_match
from tournaments.match import agreement
from tournaments.match.board_results import with_boards
from tournaments.match.line_data import line_data
from tournaments.match.mean_rulings import matches_with_mean, read_other_rounds, takes_mean
from tournaments.match.paper_sheet import awards_on_paper, is_paper, played_on_paper
from tournaments.match.played_games import has_two_sides, played_of
from tournaments.match.team_boards import with_averages
from tournaments.models import Match, MatchGame, SessionRound, Stage
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import Seated, rows_of, seated_match
from tournaments.standings.lines import Award, Line, Number, Played
from tournaments.standings.numbers import load
from tournaments.standings.points import SCORING_SYSTEMS, ScoringSystem
from tournaments.standings.points.adjust import Case, Ruling, adjusted
from tournaments.standings.points.scoring_system import scaled

OVER = {Game.State.FINISHED, Game.State.STOPPED}
FIVE = 5
# Of a game to 1000, if a ruling must know what a whole match would have given
DEFAULT_HANDS = 10


COUNTED = ("result", "done", "winner", "version", *agreement.COLUMNS)


def count_match(seated: Seated, table: Table | None = None) -> Match:
    """Recount a match and save its result: lines by entrant, whether it is over, winner, agreement.
    `table` is one of its games as it is now, if that has been read.

    Saves its ruling too. Rulings that give anybody at this table the mean of the other rounds are
    recounted.
    """
    was_over = seated.match.done
    match = _keep(seated, table)
    if match.done or was_over:
        for other in matches_with_mean(match.session_round.stage_id, seated.everybody):
            if other.pk != match.pk:
                _keep(seated_match(other))
    return match


def _keep(seated: Seated, table: Table | None = None) -> Match:
    games = _GAMES_OF.rows(match=seated.match.pk)
    match = count_row(seated, games, None if table is None else _read_with(table, games))
    update(match, (*COUNTED, "ruling"))
    announce_match(match.pk, match.version)
    return match


_GAMES_OF = Prepared(
    lambda: MatchGame.objects.filter(match=Given("match", BigIntegerField())).select_related("game")
)


def _read_with(table: Table, games: Sequence[MatchGame]) -> "Read":
    """Return the games of a match, of which one has been read. No query if it is the only one and
    goes on.
    """
    others = [row.game for row in games if row.game is not None and row.game_id != table.game.pk]
    over = [row.game for row in games if row.game is not None and row.game.state in OVER]
    disputed = {game.pk for game in over if open_rivals(game).exists()}
    return Read({**(tables_of(others) if others else {}), table.game.pk: table}, disputed)


def count_row(seated: Seated, games: Sequence[MatchGame], read: "Read | None" = None) -> Match:
    """Recount a match without saving; the caller saves `COUNTED`. `read` holds preloaded games."""
    match = seated.match
    before = match.result
    match.result, match.done, match.winner = counted(seated, games, read)
    agreement.update_agreement(match, games, before)
    match.version += 1
    return match


@dataclass(frozen=True)
class Read:
    """Games of many matches, loaded together: their tables, and those with a disputed round."""

    tables: Mapping[object, Table]
    disputed: Collection[object]
    of_match: Mapping[int, Sequence[MatchGame]] = field(default_factory=dict)

    @classmethod
    def of(cls, games: Collection[Game]) -> "Read":
        """Load them in three queries."""
        tables = tables_of(games)
        rivals = Entry.objects.filter(
            game__in=games, outcome=Entry.Outcome.RIVAL, settled_by__isnull=True
        )
        return cls(tables, set(rivals.values_list("game", flat=True)))

    @classmethod
    def of_matches(cls, matches: Collection[Match]) -> "Read":
        """Load them with the rows of the games by match: four queries."""
        rows: dict[int, list[MatchGame]] = {match.pk: [] for match in matches}
        for row in MatchGame.objects.filter(match__in=rows).select_related("game"):
            rows[row.match_id].append(row)
        read = cls.of([row.game for own in rows.values() for row in own if row.game is not None])
        return replace(read, of_match=rows)


def counted(
    seated: Seated,
    games: Sequence[MatchGame],
    read: Read | None = None,
    others: Mapping[int, Sequence[Line]] | None = None,
) -> tuple[dict[str, Any] | None, bool, int | None]:
    """Compute a match's result, whether it is over, and the winner, without saving.

    `read` holds its games if preloaded; `others` are as in `awards_of`.
    """
    awards = awards_of(seated, games, read, others)
    result = {str(who): line_data(award.line) for who, award in sorted(awards.items())} or None
    done = seated.match.ruling is not None or _is_over(seated.match, games, awards, read)
    return result, done, _winner(seated, awards) if done else None


def count_stage(stage: Stage) -> None:
    """Recount every match of a stage, after a change of the scoring system or for verification.

    Rulings that give the mean of the other rounds come last.
    """
    rows = rows_of(SessionRound.objects.filter(stage=stage).select_related("stage__tournament"))
    seated = [one for round_rows in rows for one in round_rows.seated]
    for one in sorted(seated, key=lambda one: takes_mean(one.match.ruling)):
        _keep(one)


def awards_of(
    seated: Seated,
    games: Sequence[MatchGame],
    read: Read | None = None,
    others: Mapping[int, Sequence[Line]] | None = None,
) -> dict[int, Award]:
    """Return what a match gives everybody at its table, with the sum behind it; empty if unplayed.

    `others` are the lines that means are computed from, see `mean_rulings`; None: all of the stage.
    """
    awards = _awards_of(seated, games, read, others)
    if not seated.match.boards:
        return awards
    ruling = seated.match.ruling
    if ruling is None:
        played = played_games(games[:1], read)
    else:
        stage = seated.match.session_round.stage
        played = played_on_paper(ruling, games, stage) if is_paper(ruling) else []
    return with_boards(awards, seated, played[0] if played else None)


def _awards_of(
    seated: Seated,
    games: Sequence[MatchGame],
    read: Read | None,
    others: Mapping[int, Sequence[Line]] | None,
) -> dict[int, Award]:
    stage = seated.match.session_round.stage
    system = SCORING_SYSTEMS[stage.points]
    settings = system.read(stage.points_settings)
    number = seated.match.session_round.number
    if seated.match.ruling is not None and is_paper(seated.match.ruling):
        on_paper = played_on_paper(seated.match.ruling, games, stage)
        awards = awards_on_paper(
            seated.match.ruling,
            games,
            stage,
            seated.everybody,
            played=with_averages(on_paper, seated.match.averages, seated.sides),
            system=system,
            settings=settings,
            number=number,
        )
        return scaled(awards, _factor(seated, system, settings))
    if seated.match.ruling is not None:
        if others is None:
            mean = takes_mean(seated.match.ruling)
            others = read_other_rounds(stage.pk, seated.everybody) if mean else {}
        size = {"hands": hands_of(stage), "matches": FORMATS[stage.format].at_four}
        case = Case(number, seated.sides, system, settings, others=others, open=True, **size)
        return adjusted(ruling_of(seated.match.ruling), case)
    played = with_averages(played_games(games, read), seated.match.averages, seated.sides)
    if not played:
        return {}
    return scaled(
        system.award(played, seated.everybody, settings, number), _factor(seated, system, settings)
    )


def _factor(seated: Seated, system: ScoringSystem, settings: Mapping[str, Any]) -> Fraction:
    """Return the factor that makes a table of five worth as much as a table of four."""
    if len(seated.everybody) != FIVE or len(seated.match.plan) != FIVE:
        return Fraction(1)
    return system.at_five(settings, FORMATS[seated.match.session_round.stage.format].at_four)


def played_games(games: Sequence[MatchGame], read: Read | None = None) -> list[Played]:
    """Return a match's games with entries, in order."""
    tables = (
        tables_of(row.game for row in games if row.game is not None)
        if read is None
        else read.tables
    )
    return [
        played_of(row, tables[row.game_id])
        for row in games
        if row.game_id and tables[row.game_id].entries
    ]


def hands_of(stage: Stage) -> int:
    """Return the number of hands of a whole match, as far as it can be known beforehand."""
    return RuleSet.of(stage.variant, stage.rules).round_limit or DEFAULT_HANDS


def ruling_of(data: Mapping[str, Any]) -> Ruling:
    """Restore a ruling from its match's column."""
    return Ruling(
        kind=data["kind"],
        winner=data.get("winner"),
        percent=tuple(data.get("percent") or ()),
        points=tuple(None if value is None else load(value) for value in data.get("points") or ()),
        score=tuple(None if value is None else load(value) for value in data.get("score") or ()),
        met=data.get("met", True),
    )


def _is_over(
    match: Match, games: Sequence[MatchGame], awards: Mapping[int, Award], read: Read | None = None
) -> bool:
    """Whether nothing is left to play: all games are over, or one side has won more than half.

    Without any entry there is no result, even if every game was stopped: the director decides.
    """
    if not awards:
        return False
    begun = [row.game for row in games if row.game is not None]
    over = [game for game in begun if game.state in OVER]
    if any(_is_disputed(game, read) for game in over):
        return False  # a round with two conflicting versions is not settled
    if games and len(over) == len(games):
        return True
    if match.plan or len(over) < len(begun):
        return False
    return any(award.line.games_won * 2 > len(games) for award in awards.values())


def _is_disputed(game: Game, read: Read | None) -> bool:
    return open_rivals(game).exists() if read is None else game.pk in read.disputed


def _winner(seated: Seated, awards: Mapping[int, Award]) -> int | None:
    """Return the index of the leading side, None if level: by games won, points, then Tichu points.
    None too if boards are compared: the sum over them decides nothing.

    If a side has to advance, a ruling may name it; and a correction may name the side that keeps
    the bracket unchanged.
    """
    stage = seated.match.session_round.stage
    if FORMATS[stage.format].compares_boards:
        return None
    named = _named_winner(seated) if FORMATS[stage.format].ranks_itself else None
    if named is not None:
        return named
    if not awards or (has_two_sides(stage.variant) and len(seated.sides) != 2):
        return None
    values = {
        index: _compared(awards[side[0]].line)
        for index, side in enumerate(seated.sides)
        if side and side[0] in awards
    }
    best = max(values.values())
    leading = [index for index, value in values.items() if value == best]
    return leading[0] if len(leading) == 1 else None


def _compared(line: Line) -> tuple[int, Number, Number]:
    return line.games_won, line.points, line.score


def _named_winner(seated: Seated) -> int | None:
    """Return the index of the side that a ruling names, if any."""
    ruling = seated.match.ruling or {}
    named = ruling.get("goes_on", ruling.get("winner"))
    return named if isinstance(named, int) and 0 <= named < len(seated.sides) else None
