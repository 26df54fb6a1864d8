"""Outcome of each session round by entrant: everything standings need."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from tournaments.match.line_data import line_of
from tournaments.models import Match, Place, SessionRound, Stage
from tournaments.stage.history import History, requested_byes
from tournaments.standings.lines import PLAYED, Line

DISPUTED = Match.Agreement.DISPUTED


@dataclass
class Outcome:
    """One published session round.

    `lines` has everybody at a table; None while the match is being played or its result disputed:
    `playing` then has their opponents. `worth`: what requested byes among the absences are worth.
    `left` of its `matches` have no result that counts.
    """

    number: int
    lines: dict[int, Line | None] = field(default_factory=dict)
    playing: dict[int, tuple[int, ...]] = field(default_factory=dict)
    byes: set[int] = field(default_factory=set)
    absent: set[int] = field(default_factory=set)
    worth: dict[int, str] = field(default_factory=dict)
    matches: int = 0
    left: int = 0

    @property
    def counts(self) -> bool:
        """Whether the standings count it: one of its matches is over, or none is left to play.

        Until then its byes, absences and forfeits wait, so that ranks "after round 3" include
        nothing of round 4.
        """
        played = (line is not None and line.kind == PLAYED for line in self.lines.values())
        return not self.left or any(played)


def outcomes_of(history: History) -> list[Outcome]:
    """Return the outcomes of a stage already read, without drafts and hidden rounds."""
    found = []
    for rows in history.rounds:
        if rows.session_round.state == SessionRound.State.DRAFT or not history.shows_results(
            rows.session_round.number
        ):
            continue
        outcome = Outcome(
            rows.session_round.number,
            byes=set(rows.byes),
            absent=set(rows.absent),
            worth=rows.worth,
        )
        for seated in rows.seated:
            outcome.lines |= dict.fromkeys(seated.everybody)
            settled = seated.match.settled
            if not (settled and seated.match.result):
                _meet(outcome, seated.sides)
            _count(outcome, settled=settled, result=seated.match.result)
        found.append(outcome)
    return found


def read_outcomes(stage: Stage, *, blind: Collection[str] = ()) -> list[Outcome]:
    """Read outcomes directly: three queries, four with absences, for only what the results
    themselves do not contain.

    `blind`: matches in these states of agreement count as being played while their session round is
    open. Optimised because everybody opens the standings at the end of a round.
    """
    rounds = (
        SessionRound.objects.filter(stage=stage)
        .exclude(state=SessionRound.State.DRAFT)
        .order_by("number")
    )
    found: dict[int, Outcome] = {}
    open_rounds: set[int] = set()
    for pk, number, state in rounds.values_list("pk", "number", "state"):
        found[pk] = Outcome(number)
        if state != SessionRound.State.CLOSED:
            open_rounds.add(pk)
    # A match that counts names everybody who sat there. All other places are looked up.
    unfinished = Q(match__isnull=True) | Q(match__done=False) | Q(match__result__isnull=True)
    unfinished |= Q(match__agreement=DISPUTED)
    if blind:
        unfinished |= Q(match__agreement__in=blind, session_round__in=open_rounds)
    _read_places(found, unfinished)
    _read_requested(stage, found.values())
    matches = Match.objects.filter(session_round__in=found).order_by()
    rows = list(
        matches.values_list("session_round_id", "done", "agreement", Cast("result", TextField()))
    )
    # Parsing one document with all results takes a third of the time of a thousand small ones.
    results = json.loads(f"[{','.join([text or 'null' for *_, text in rows])}]")
    for (round_id, done, agreement, _), result in zip(rows, results, strict=True):
        kept = agreement == DISPUTED or (agreement in blind and round_id in open_rounds)
        _count(found[round_id], settled=done and not kept, result=result)
    return list(found.values())


def _read_requested(stage: Stage, outcomes: Collection[Outcome]) -> None:
    """Add what requested byes are worth: one query, none without absences."""
    if not any(outcome.absent for outcome in outcomes):
        return
    worths = requested_byes([stage.pk])
    for outcome in outcomes:
        given = worths.get((stage.pk, outcome.number), {})
        outcome.worth = {who: given[who] for who in outcome.absent if who in given}


def _read_places(found: Mapping[int, Outcome], wanted: Q) -> None:
    """Read who is at a table, free or absent. One query."""
    places = Place.objects.filter(wanted, session_round__in=found)
    sides: dict[tuple[int, int], dict[int, list[int]]] = {}
    columns = ("session_round_id", "kind", "entrant_id", "match_id", "side")
    for round_id, kind, who, match_id, side in places.values_list(*columns).order_by(
        "match_id", "side", "order", "pk"
    ):
        if kind == Place.Kind.TABLE:
            found[round_id].lines[who] = None
            sides.setdefault((round_id, match_id), {}).setdefault(side, []).append(who)
        else:
            (found[round_id].byes if kind == Place.Kind.BYE else found[round_id].absent).add(who)
    for (round_id, _), seated in sides.items():
        _meet(found[round_id], list(seated.values()))


def _meet(outcome: Outcome, sides: Sequence[Sequence[int]]) -> None:
    """Record the opponents of everybody at a table."""
    for own in sides:
        others = tuple([who for side in sides if side is not own for who in side])
        outcome.playing |= dict.fromkeys(own, others)


def _count(outcome: Outcome, *, settled: bool, result: Mapping[str, Any] | None) -> None:
    outcome.matches += 1
    if not settled:
        outcome.left += 1
    elif result:
        outcome.lines |= {int(who): line_of(data, outcome.number) for who, data in result.items()}
