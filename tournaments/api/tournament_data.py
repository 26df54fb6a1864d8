"""What the API shows of a tournament, without what the caller may not see."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scoring.games.queries import tables_of
from tournaments.match.line_data import line_of
from tournaments.match.played_games import played_of
from tournaments.match.team_boards import plays_on_at_two
from tournaments.models import Entrant, Match, MatchGame, SessionRound, Stage, Tournament
from tournaments.pages.session_results import session_results
from tournaments.pages.team_boards import boards_that_count
from tournaments.pages.viewer import Viewer
from tournaments.stage import frozen_results
from tournaments.stage.history import History, RoundRows, Seated, rows_of
from tournaments.stage.prize_lists import prize_lists
from tournaments.stage.ranking import entered_of, ranked, ranking_settings
from tournaments.standings import ranking
from tournaments.standings.lines import Line, Played
from tournaments.standings.points.team_imps import Swing

# Remarks on a draw that reveal someone's club.
REVEALING_CLUBS = frozenset({"club_avoided", "same_club", "same_club_by_points"})


@dataclass(frozen=True)
class GamePlayed:
    """A game of a match, and what was played of it."""

    row: MatchGame
    played: Played


@dataclass(frozen=True)
class EntrantLine:
    """What a match gave an entrant."""

    entrant: int
    line: Line


@dataclass(frozen=True)
class MatchPlayed:
    """A match with its games; of teams of four, the boards that count."""

    seated: Seated
    games: Sequence[GamePlayed]
    boards: Sequence[Swing] = ()

    @property
    def match(self) -> Match:
        return self.seated.match

    @property
    def winner(self) -> int | None:
        return self.match.winner if self.match.settled else None

    @property
    def lines(self) -> list[EntrantLine]:
        """Return what it gave each entrant, in the order of the seats."""
        number = self.match.session_round.number
        lines = {int(who): line_of(data, number) for who, data in (self.match.result or {}).items()}
        return [EntrantLine(who, lines[who]) for who in self.seated.everybody if who in lines]


def context_of(seen: Viewer) -> dict[str, Any]:
    """Return the numbers and names of all entrants by id, and those of whom nothing may be shown
    that identifies them. Two queries, after those of draws and results: it has to cover everyone
    in them.
    """
    rows = list(Entrant.objects.filter(tournament=seen.tournament))
    return {
        "numbers": {row.pk: row.number for row in rows},
        "names": seen.names(rows),
        "shielded": frozenset(row.pk for row in rows if seen.hides(row)),
        "whole": seen.whole,
    }


def rounds_of(seen: Viewer, stage: int | None = None, number: int | None = None) -> list[RoundRows]:
    """Return session rounds with their tables, in order: published ones, and for directors also
    drafts. Three queries.
    """
    rounds = SessionRound.objects.filter(stage__tournament=seen.tournament).select_related("stage")
    if not seen.whole:
        rounds = rounds.exclude(state=SessionRound.State.DRAFT)
    if stage is not None:
        rounds = rounds.filter(stage__number=stage)
    if number is not None:
        rounds = rounds.filter(number=number)
    found = rows_of(rounds.order_by("stage__number", "number"))
    return found if seen.whole else _cut(seen, found)


def _cut(seen: Viewer, found: list[RoundRows]) -> list[RoundRows]:
    """Remove results withheld until the prize-giving, and reasons of draws that depend on them."""
    return [
        rows
        if seen.shows_results(rows.session_round.stage, rows.session_round.number)
        else frozen_results.without_results(rows, reasons=False)
        for rows in frozen_results.without_waiting(seen.tournament, found)
    ]


def context_of_draws(seen: Viewer, rounds: Iterable[RoundRows]) -> dict[str, Any]:
    """Return the context of these draws, and remove remarks that would reveal the club of someone
    whose name is hidden. Two queries.
    """
    context = context_of(seen)
    for rows in rounds:
        drawn, shielded = rows.session_round, context["shielded"]
        drawn.relaxed = _without_clubs(drawn.relaxed, shielded)
        for seated in rows.seated:
            reasons = seated.match.reasons
            seated.match.reasons = _without_clubs(reasons, shielded, seated.everybody)
    return context


def _without_clubs(
    notes: Iterable[Mapping[str, Any]], shielded: frozenset[int], table: Iterable[int] = ()
) -> list[Mapping[str, Any]]:
    """`table`: the entrants a remark is about if it names none."""
    at_table = frozenset(table)
    return [
        note
        for note in notes
        if note["code"] not in REVEALING_CLUBS or not shielded & (_named_in(note) or at_table)
    ]


def _named_in(note: Mapping[str, Any]) -> frozenset[int]:
    return frozenset(who for ids in note.get("who", {}).values() for who in ids)


def _games_by_match(
    session_round: SessionRound, hidden: Collection[int]
) -> dict[int, list[MatchGame]]:
    """Return the games of each match; of `hidden` ones as if the table had not begun. One query."""
    games: dict[int, list[MatchGame]] = {}
    found = MatchGame.objects.filter(match__session_round=session_round)
    for row in found.select_related("game").order_by("number"):
        if row.match_id in hidden:
            row.game = None
        games.setdefault(row.match_id, []).append(row)
    return games


def _is_told(tournament: Tournament, match: Match) -> bool:
    """Whether the hands of a match are public: not before both of its tables have played, or both
    sides have entered the score.
    """
    return not (plays_on_at_two(match) or frozen_results.waits_blind(tournament, match))


def results_of(seen: Viewer, rows: RoundRows) -> dict[str, Any]:
    """Return the results of a session round. Three queries for any number of tables. Every game is
    scored from its hands.
    """
    visible = seen.shows_results(rows.session_round.stage, rows.session_round.number)
    hidden = {
        seated.match.pk
        for seated in rows.seated
        if not visible or not (seen.whole or _is_told(seen.tournament, seated.match))
    }
    games = _games_by_match(rows.session_round, hidden)
    tables = tables_of(row.game for own in games.values() for row in own if row.game is not None)

    def played(row: MatchGame) -> GamePlayed:
        opened = row.game is not None
        return GamePlayed(row, played_of(row, tables[row.game_id]) if opened else Played(row.sides))

    def match_played(seated: Seated) -> MatchPlayed:
        own = [played(row) for row in games.get(seated.match.pk, ())]
        if seated.match.pk in hidden:
            return MatchPlayed(seated, own)
        boards = boards_that_count(seated, [one.row for one in own], [one.played for one in own])
        return MatchPlayed(seated, own, boards or ())

    matches = [match_played(seated) for seated in rows.seated]
    return {"session_round": rows.session_round, "frozen": not visible, "matches": matches}


def boards_shown(seen: Viewer, stage: Stage) -> dict[str, Any]:
    """Return all results of a session of duplicate by board; none while they are kept. A few
    queries for any number of boards.
    """
    kept = seen.keeps_boards(stage)
    found = [] if kept else session_results(seen.history(stage))
    boards = [
        {"board": board, "results": list(results)}
        for board, results in groupby(found, key=lambda one: one.board)
    ]
    return {"stage": stage.number, "frozen": kept, "boards": boards}


def standings_of(
    seen: Viewer, history: History, numbers: Mapping[int, int], explain: int | None
) -> dict[str, Any]:
    """Return the standings of a stage. `explain`: add the sums behind the row of the entrant with
    this number. There are no rows while all results of a stage of duplicate are kept.

    Raises LookupError if the stage has no such entrant.
    """
    entered = entered_of(history)
    kept = seen.keeps_boards(history.stage)
    rows = [] if kept else ranked(history, entered)
    lists = prize_lists(history, entered)
    explained = None
    if explain is not None and not kept:
        chosen = next((row for row in rows if numbers[row.id] == explain), None)
        if chosen is None:
            raise LookupError(explain)
        settings = ranking_settings(history)
        apart = {row.id: row.group for row in rows}
        values = dict(chosen.values)
        for found in lists.values():
            values |= next((row.values for row in found if row.id == chosen.id), {})
        explained = {
            "entrant": chosen.id,
            "criteria": [
                {
                    "criterion": key,
                    "value": value,
                    "parts": ranking.explain(
                        entered, list(values), chosen.id, key, apart=apart, **settings
                    ),
                }
                for key, value in values.items()
            ],
        }
    return {
        "history": history,
        "rows": rows,
        "lists": [
            {
                "criterion": key,
                "rows": [{**vars(row), "value": row.values[key]} for row in found],
            }
            for key, found in lists.items()
        ],
        "explained": explained,
    }
