"""Results hidden from the public until the prize-giving, and what it has revealed so far.

A tournament is frozen from one session round of one stage on. For everybody except the desk, that
round and all later ones look as if they were still being played: the seating is shown, but not
winners, nor any total that would reveal them. Everything that reads results for the public goes
through here.
"""

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import replace
from itertools import accumulate, groupby
from typing import Any, TypeVar

from django.db.models import Max

from tournaments.match.mean_rulings import other_rounds, takes_mean
from tournaments.match.results import counted
from tournaments.models import Match, SessionRound, Stage, Tournament
from tournaments.pairing.formats import FORMATS
from tournaments.stage.final_ranking import Placed
from tournaments.stage.history import History, RoundRows, Seated
from tournaments.stage.outcomes import Outcome
from tournaments.stage.ranking import Ranked

Row = TypeVar("Row", Match, SessionRound)

ALL = 0  # a cut before the first session round
ALONE = 3  # ranks that are each revealed individually


def is_frozen(tournament: Tournament) -> bool:
    """Whether anything is hidden from the public."""
    return tournament.frozen_stage is not None and tournament.frozen_round is not None


def cut_of(tournament: Tournament, stage: Stage, newest: int) -> int | None:
    """Return the first session round of a stage whose results are hidden; None if all are public.

    `newest` is the number of the last published session round. In a knock-out the draw of a round
    reveals the winners of the one before: there the cut moves on with the draw. Later stages reveal
    who qualified, so all of them is hidden.
    """
    if (
        tournament.frozen_stage is None
        or tournament.frozen_round is None
        or stage.number < tournament.frozen_stage
    ):
        return None
    if stage.number > tournament.frozen_stage:
        return ALL
    return (
        max(tournament.frozen_round, newest)
        if FORMATS[stage.format].ranks_itself
        else tournament.frozen_round
    )


def hides(tournament: Tournament, stage_number: int, round_number: int) -> bool:
    """Whether the results of a session round are hidden.

    With the number of the last published round: whether ranks are hidden. One query if the
    tournament is frozen, otherwise none.
    """
    if not is_frozen(tournament):
        return False
    stage = Stage.objects.filter(tournament=tournament, number=stage_number).first()
    if stage is None:
        return False
    cut = cut_of(tournament, stage, _newest(stage) if FORMATS[stage.format].ranks_itself else 0)
    return cut is not None and round_number >= cut


def _newest(stage: Stage) -> int:
    published = SessionRound.objects.filter(stage=stage).exclude(state=SessionRound.State.DRAFT)
    return published.aggregate(last=Max("number"))["last"] or 0


# States of which a side that enters its result blindly must not see anything
KEPT_BLIND = (Match.Agreement.OPEN, Match.Agreement.WAITING)


def keeps_blind(tournament: Tournament) -> bool:
    """Whether sides enter their results without seeing the other's."""
    return tournament.agreement == Tournament.Agreement.BLIND


def waits_blind(tournament: Tournament, match: Match) -> bool:
    """Whether a match's entries are hidden because its other side has not entered its result yet.

    Nothing is hidden once the session round is closed. The match's session round must be loaded.
    """
    open_round = match.session_round.state != SessionRound.State.CLOSED
    return keeps_blind(tournament) and open_round and match.agreement in KEPT_BLIND


# Masked copies for display, never to be saved. The rows that were read stay unchanged.


def without_waiting(tournament: Tournament, rounds: Iterable[RoundRows]) -> list[RoundRows]:
    """Return the session rounds with matches that wait for a blind entry shown as unplayed."""
    if not keeps_blind(tournament):
        return list(rounds)
    return [
        replace(rows, seated=[_unless_waiting(tournament, seated) for seated in rows.seated])
        for rows in rounds
    ]


def _unless_waiting(tournament: Tournament, seated: Seated) -> Seated:
    return as_unplayed(seated) if waits_blind(tournament, seated.match) else seated


def cut_history(tournament: Tournament, history: History) -> History:
    """Return a stage as the public may see it."""
    rounds = without_waiting(tournament, history.rounds)
    newest = max((rows.session_round.number for rows in rounds), default=0)
    cut = cut_of(tournament, history.stage, newest)
    if cut is not None:
        rounds = [
            without_results(rows) if rows.session_round.number >= cut else rows for rows in rounds
        ]
        rounds = [
            replace(rows, seated=[mean_of_visible_rounds(seated, rounds) for seated in rows.seated])
            for rows in rounds
        ]
    return replace(history, rounds=rounds, cut=cut)


def mean_of_visible_rounds(seated: Seated, rounds: Iterable[RoundRows]) -> Seated:
    """Return a match with means of other rounds computed from `rounds` alone; others unchanged."""
    if not takes_mean(seated.match.ruling):
        return seated
    result, _done, winner = counted(seated, (), others=other_rounds(rounds))
    return replace(seated, match=_with(seated.match, result=result, winner=winner))


def without_results(rows: RoundRows, *, reasons: bool = True) -> RoundRows:
    """Return a session round as if it were still being played.

    `reasons`: keep the reasons of the draw, which may reveal results.
    """
    if reasons:
        return replace(rows, seated=[as_unplayed(seated) for seated in rows.seated])
    seated = [as_unplayed(one, reasons=[]) for one in rows.seated]
    return replace(rows, session_round=_with(rows.session_round, relaxed=[]), seated=seated)


def as_unplayed(seated: Seated, **more: Any) -> Seated:
    """Return a match as if it were unplayed; `more`: other columns to override."""
    nothing: dict[str, Any] = dict.fromkeys(("result", "ruling", "winner", "entered"))
    match = _with(seated.match, **nothing, done=False, agreement=Match.Agreement.OPEN, **more)
    return replace(seated, match=match)


def _with(row: Row, **columns: Any) -> Row:
    shown = copy(row)
    for name, value in columns.items():
        setattr(shown, name, value)
    return shown


def cut_outcomes(outcomes: Sequence[Outcome], cut: int | None) -> list[Outcome]:
    """Return the outcomes the public may know."""
    return [outcome for outcome in outcomes if cut is None or outcome.number < cut]


def steps(rows: Iterable[Ranked], one_by_one: int = 0) -> list[list[Ranked]]:
    """Return the standings in the steps of the prize-giving, from the bottom up.

    Level entrants are announced together, and so is the same rank of all groups shown side by side.
    Of a cup the best `one_by_one` are announced individually, even if level; those below by the
    round they reached: the last four, the last eight.
    """
    order = sorted(rows, key=lambda row: -row.rank)
    if not one_by_one:
        return [list(level) for _, level in groupby(order, key=lambda row: row.rank)]
    places = zip(range(len(order), 0, -1), order, strict=True)
    found = groupby(
        places, key=lambda one: (one[0] if one[0] <= one_by_one else 0, (one[0] - 1).bit_length())
    )
    return [[row for _place, row in level] for _, level in found]


def steps_of(
    tournament: Tournament, stage: Stage, rows: Iterable[Ranked], below: Iterable[Placed] = ()
) -> list[list[Ranked]]:
    """Return the steps of this prize-giving, without those who left and are not ranked.

    `below` are those who did not reach the stage, each with the place in the final ranking.
    """
    others = [replace(one.row, rank=one.place) for one in below if not one.row.unranked]
    rows = [row for row in rows if not row.unranked]
    own = steps(rows, tournament.one_by_one if FORMATS[stage.format].ranks_itself else 0)
    return [*steps(others), *own]


def counts(found: Sequence[Sequence[Ranked]]) -> list[int]:
    """Return for each step how many rows there are up to its end, counted from the bottom.

    A step is stored by this number: if results are corrected during the prize-giving, the steps
    that end there are still announced, and never half of a level group.
    """
    return list(accumulate(map(len, found)))


def announced(tournament: Tournament, found: Sequence[Sequence[Ranked]]) -> list[int]:
    """Return the indexes of the steps that are announced, in that order."""
    told = tournament.announced or range(1, (tournament.revealed or 0) + 1)
    index = {count: number for number, count in enumerate(counts(found))}
    return [index[count] for count in told if count in index]


def announced_rows(tournament: Tournament, found: Sequence[Sequence[Ranked]]) -> set[int]:
    """Return the entrants whose places are announced."""
    return {row.id for number in announced(tournament, found) for row in found[number]}


def to_announce(found: Sequence[Sequence[Ranked]], told: Collection[int], order: str) -> list[int]:
    """Return the indexes of the steps still to come, next first.

    In the order `podium` the ranks from the fourth to the last come before the first three.
    """
    left = [number for number in range(len(found)) if number not in told]
    if order == Tournament.GivingOrder.PODIUM:
        lower = [number for number in left if _best(found[number]) > ALONE]
        left = lower[::-1] + [number for number in left if number not in lower]
    return left


def next_steps(found: Sequence[Sequence[Ranked]], left: Sequence[int], wanted: int) -> list[int]:
    """Return how the steps `left` begin that have about `wanted` rows together: whole steps, the
    first three ranks one by one.
    """
    taken: list[int] = []
    rows = 0
    for number in left:
        if taken and (rows >= wanted or _best(found[number]) <= ALONE):
            break
        taken.append(number)
        rows += len(found[number])
    return taken


def _best(step: Sequence[Ranked]) -> int:
    return min(row.rank for row in step)
