"""What of the results the public is not told until the prize-giving, and what the prize-giving has told so far.

A tournament is frozen from one session round of one stage on. For everybody but those at the desk the results of
that session round and of all later ones are as if these rounds were still being played: who sits where is told, who
won is not, nor any sum that would say so. Everything that reads results for the public asks here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from django.db.models import Max

from tournaments.models import Match, SessionRound, Stage, Tournament
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import History, RoundRows
from tournaments.stage.outcomes import Outcome
from tournaments.stage.ranking import Ranked

ALL = 0  # a cut before the first session round
ALONE = 3  # ranks of which each is revealed by itself


def is_frozen(tournament: Tournament) -> bool:
    """Whether there is anything that the public is not told."""
    return tournament.frozen_stage is not None and tournament.frozen_round is not None


def cut_of(tournament: Tournament, stage: Stage, newest: int) -> int | None:
    """The first session round of a stage whose results the public is not told; None where it is told all of them.

    `newest` is the number of the last session round that is published. In a knock-out the draw of a round tells who
    won the one before: there the cut moves on with the draw. Later stages tell who came through: all of them is kept.
    """
    if tournament.frozen_stage is None or tournament.frozen_round is None or stage.number < tournament.frozen_stage:
        return None
    if stage.number > tournament.frozen_stage:
        return ALL
    return max(tournament.frozen_round, newest) if FORMATS[stage.format].ranks_itself else tournament.frozen_round


def hides(tournament: Tournament, stage_number: int, round_number: int) -> bool:
    """Whether the public is not told the results of a session round; with `round_number` of the last one that is
    published: whether ranks are not told either. One query where the tournament is frozen, else none."""
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


# What a side that enters its result blindly must not read anywhere
KEPT_BLIND = (Match.Agreement.OPEN, Match.Agreement.WAITING)


def keeps_blind(tournament: Tournament) -> bool:
    """Whether sides enter their results without having seen the other's."""
    return tournament.agreement == Tournament.Agreement.BLIND


def waits_blind(tournament: Tournament, match: Match) -> bool:
    """Whether the public is not told what was written of a match, since its other side has still to enter it.

    Once the session round is closed everything is told. The match's session round is at hand.
    """
    open_round = match.session_round.state != SessionRound.State.CLOSED
    return keeps_blind(tournament) and open_round and match.agreement in KEPT_BLIND


def conceal_waiting(tournament: Tournament, rounds: Iterable[RoundRows]) -> None:
    """Let matches that wait for a blind entry look as if they were still to be played."""
    for rows in rounds:
        for seated in rows.seated:
            if waits_blind(tournament, seated.match):
                conceal(seated.match)


def cut_history(tournament: Tournament, history: History) -> History:
    """A stage as the public may see it; its rows are changed in memory, nothing is saved."""
    conceal_waiting(tournament, history.rounds)
    newest = max((rows.session_round.number for rows in history.rounds), default=0)
    cut = cut_of(tournament, history.stage, newest)
    if cut is None:
        return history
    cut_rounds(rows for rows in history.rounds if rows.session_round.number >= cut)
    return replace(history, cut=cut)


def cut_rounds(rounds: Iterable[RoundRows]) -> None:
    """Take the results out of these session rounds."""
    for rows in rounds:
        for seated in rows.seated:
            conceal(seated.match)


def conceal(match: Match) -> None:
    """Make a match look as if it were still to be played. Never save it after that."""
    match.result = match.ruling = match.winner = match.entered = None
    match.done = False
    match.agreement = Match.Agreement.OPEN


def cut_outcomes(outcomes: Sequence[Outcome], cut: int | None) -> list[Outcome]:
    """The outcomes that the public may know of."""
    return [outcome for outcome in outcomes if cut is None or outcome.number < cut]


def steps(rows: Iterable[Ranked]) -> list[list[Ranked]]:
    """The standings as the prize-giving tells them: from the bottom up, who is level together, and of groups that
    stand side by side the same rank of all at once."""
    order = sorted(rows, key=lambda row: -row.rank)
    return [list(level) for _, level in groupby(order, key=lambda row: row.rank)]


def told(found: Sequence[Sequence[Ranked]], revealed: int) -> int:
    """How many of these steps are told when so many rows are; never half of those who are level."""
    rows = count = 0
    for level in found:
        rows += len(level)
        if rows > revealed:
            break
        count += 1
    return count


def rows_after(found: Sequence[Sequence[Ranked]], revealed: int, wanted: int) -> int:
    """How many rows are told once `wanted` more are: whole steps, the first three ranks each by itself."""
    at = told(found, revealed)
    rows = sum(len(level) for level in found[:at])
    goal = rows + wanted
    for number, level in enumerate(found[at:]):
        if number and level[0].rank <= ALONE:
            break
        rows += len(level)
        if rows >= goal:
            break
    return rows


def rows_before(found: Sequence[Sequence[Ranked]], revealed: int) -> int:
    """How many rows are told once the last step is taken back."""
    return sum(len(level) for level in found[: max(told(found, revealed) - 1, 0)])
