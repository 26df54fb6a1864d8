"""The record as rows, and the same counted once more straight from the rounds: nothing of the code
that writes it.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from scoring.models import Call, Game, Place, Score
from scoring.rules import GameResult, Round


def kept(game: Game) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of a game, by round; teams as the ids of their people."""
    of_game = {"round__game": game}
    scores = (
        Score.objects.filter(**of_game).select_related("team").order_by("round__number", "column")
    )
    return {
        "calls": list(
            Call.objects.filter(**of_game)
            .order_by("round__number", "seat")
            .values_list("round__number", "seat", "player", "call", "made", "margin")
        ),
        "places": list(
            Place.objects.filter(**of_game)
            .order_by("round__number", "place")
            .values_list("round__number", "seat", "player", "place")
        ),
        "scores": [
            (
                score.round.number,
                score.column,
                sorted(score.team.members.values_list("player", flat=True))
                if score.team
                else score.player_id,
                score.points,
                score.total,
                score.lead,
            )
            for score in scores.select_related("round")
        ],
    }


def counted(
    game: Game, rounds: Sequence[Round], result: GameResult
) -> dict[str, list[tuple[Any, ...]]]:
    """What the rows of a game must be whose rounds are these."""
    who = dict(game.seats.values_list("number", "player"))
    calls, places, scores = [], [], []
    totals = [0] * len(result.columns)
    for number, (played, brought) in enumerate(zip(rounds, result.rounds, strict=True), start=1):
        for seat, call in played.calls:
            (own,) = [column for column, seats in enumerate(result.columns) if seat in seats]
            margin = totals[own] - max(
                total for column, total in enumerate(totals) if column != own
            )
            first = played.out[0] if played.out else played.made
            calls.append((number, seat, who.get(seat), call, seat == first, margin))
        playing = sorted(sum(brought.sides, ())) or range(len(who))
        left = [seat for seat in playing if seat not in played.out]
        order = [*played.out, *(left if len(left) == 1 else [])]
        places += [
            (number, seat, who[seat], place)
            for place, seat in enumerate(order, start=1)
            if seat in who
        ]
        totals = [total + score for total, score in zip(totals, brought.scores, strict=True)]
        for column, seats in enumerate(result.columns):
            if seats[0] not in playing:
                continue
            people = sorted(who[seat] for seat in seats) if len(seats) > 1 else who.get(seats[0])
            if len(seats) == 2 and len(who) == 6:  # a pair among three is no team
                people = None
            best = max(total for other, total in enumerate(totals) if other != column)
            scores.append(
                (
                    number,
                    column,
                    people,
                    brought.scores[column],
                    totals[column],
                    totals[column] - best,
                )
            )
    return {"calls": calls, "places": places, "scores": scores}


def ends(game: Game, result: GameResult) -> list[tuple[int | None, int | None]]:
    """Place and points of everybody, by seat, where the game is over."""
    seats = range(game.seats.count())
    if game.state not in {Game.State.FINISHED, Game.State.STOPPED} or not result.rounds:
        return [(None, None) for _ in seats]
    if not result.columns:
        return [(result.rounds[-1].next.seating.index(seat) + 1, None) for seat in seats]
    # Where some sit out, the points per round decide as long as not all have played as often
    times = [
        sum(seats[0] in sum(one.sides, ()) for one in result.rounds) for seats in result.columns
    ]
    value = {
        seat: Fraction(total, rounds) if rounds else Fraction(-(10**9))
        for seats, total, rounds in zip(result.columns, result.totals, times, strict=True)
        for seat in seats
    }
    own = {
        seat: total
        for column, total in zip(result.columns, result.totals, strict=True)
        for seat in column
    }
    return [
        (
            1 + len([one for seats in result.columns if (one := value[seats[0]]) > value[seat]]),
            own[seat],
        )
        for seat in seats
    ]
