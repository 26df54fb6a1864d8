"""The hands of a session of duplicate as a duplicate record, and the ranking it gives."""

from collections import defaultdict
from collections.abc import Collection
from fractions import Fraction
from typing import Any

import pytest

from scoring.games.queries import table_of
from tests.tournaments import desks
from tests.tournaments.standings.duplicate.second_count import expected
from tournaments.models import Match, MatchGame, Stage, Tournament
from tournaments.stage.history import history_of, seated_match
from tournaments.stage.ranking import ranked
from tournaments.standings.duplicate.record import read_record

SEATS = ("north", "east", "south", "west")
SIDES = ("ns", "ew")
SEATS_OF = {"ns": ("north", "south"), "ew": ("east", "west")}


def as_record(session: Tournament, *, without: Collection[int] = ()) -> dict[str, Any]:
    """The hands as they were written, each two partners under one name: "4+7" by their ids. Boards
    at the end of a table's list may be open.
    """
    results = []
    for row in MatchGame.objects.filter(match__session_round__stage__tournament=session):
        if row.game is None:
            continue
        names = ["+".join(map(str, side)) for side in row.sides]
        lines = table_of(row.game).lines
        for at, board in enumerate(row.match.boards):
            averages = row.match.averages.get(str(board))
            if board in without or (averages is None and at >= len(lines)):
                continue
            result: dict[str, Any] = {"board": board, "ns": names[0], "ew": names[1]}
            if averages is not None:
                result |= {"average": dict(zip(SIDES, averages, strict=True))}
            else:
                sides = {who: side for side, both in enumerate(row.sides) for who in both}
                first = sides[row.seats[0]]  # the side of the first seat
                scores = lines[at].result.scores[:2]
                calls = {SEATS[(seat + first) % 4]: call for seat, call in lines[at].played.calls}
                score = {"ns": scores[first], "ew": scores[1 - first]}
                result |= {"score": score, "calls": calls}
            results.append(result)
    pairs = sorted({one[side] for one in results for side in SIDES})
    return {
        "format": "tichu-duplicate-record",
        "version": 1,
        "pairs": pairs,
        "grand_allowed": False,
        "results": results,
    }


def agrees_with_the_record(session: Tournament, *, without: Collection[int] = ()) -> None:
    """Compare the ranking with that of the hands as they were written, by `manage.py duplicate` and
    by the second count.
    """
    record = as_record(session, without=without)
    rows = ranked(history_of(desks.first_stage(session)))
    for answer in (read_record(record).answer(), expected(record)):
        assert answer["ok"] is True, answer
        points: defaultdict[int, Fraction] = defaultdict(Fraction)
        others: defaultdict[int, int] = defaultdict(int)
        for board in answer["boards"]:
            for result in board["results"]:
                for side in SIDES:
                    for who in map(int, result[side].split("+")):
                        points[who] += Fraction(result[f"{side}_values"]["matchpoints"])
                        others[who] += len(board["results"]) - 1
        percents = {who: float(100 * points[who] / others[who]) for who in others if others[who]}
        found = {row.id: float(row.values["board_percent"]) for row in rows}
        assert {who: found[who] for who in percents} == pytest.approx(percents)
        assert [found[row.id] for row in rows] == sorted(found.values(), reverse=True)


def written(match: Match) -> list[dict[str, Any]]:
    """What a table played as results of a record, from the hands as they were written: each pair
    has the score of its own seats, whatever the direction is.
    """
    row = MatchGame.objects.select_related("game").get(match=match)
    pairs = dict(zip(SIDES, seated_match(match).everybody, strict=True))
    starts = match.session_round.stage.fouled_boards
    at = [match.session_round.number, match.number]
    found = []
    for board, line in zip(match.boards, table_of(row.game).lines, strict=True):  # type: ignore[arg-type]
        own = {who: line.result.scores[row.seats.index(who) % 2] for who in pairs.values()}
        calls = {}
        for seat, call in line.played.calls:
            side = next(side for side, who in pairs.items() if who == row.seats[seat])
            calls[SEATS_OF[side][seat // 2]] = call
        result: dict[str, Any] = {"board": board}
        result |= {side: str(who) for side, who in pairs.items()}
        if str(board) in match.averages:
            result["average"] = dict(zip(SIDES, match.averages[str(board)], strict=True))
        else:
            result["score"] = {side: own[who] for side, who in pairs.items()}
            result["calls"] = calls
            if (wish := line.played.wish_violation) is not None:
                side = next(side for side, who in pairs.items() if who == row.seats[wish])
                result["wish"] = SEATS_OF[side][wish // 2]
        if any(at >= start for start in starts.get(str(board), [])):
            result["deal"] = 2
        found.append(result)
    return found


def record_of(stage: Stage) -> dict[str, Any]:
    history = history_of(stage)
    matches = Match.objects.filter(session_round__stage=stage).select_related(
        "session_round__stage"
    )
    played = matches.order_by("session_round__number", "number")
    return {
        "format": "tichu-duplicate-record",
        "version": 1,
        "pairs": [str(row.entrant_id) for row in history.participations],
        "grand_allowed": False,
        "results": [result for match in played for result in written(match)],
    }
