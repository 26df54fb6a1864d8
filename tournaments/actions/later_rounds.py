"""Consequences for later rounds and stages of correcting a result they depend on.

If the same entrants advance with the same seeds, the correction just counts. Otherwise a director
decides whether the later rounds follow or stay as drawn: `deciding` passes that decision to
everything inside it, and without one the correction is refused (`later_round_drawn`,
`through_changes`).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import pairwise
from typing import TYPE_CHECKING

from django.db.models import Q

from scoring.rules.words import gettext_noop
from tournaments.actions.common import BEGUN, conflict, log
from tournaments.actions.draft_changes import replace_in_plan, swap_places
from tournaments.actions.drawing import draw_round
from tournaments.actions.guards import check_bracket
from tournaments.actions.publishing import lay_out
from tournaments.actions.stages import TieDecision, begin_stage
from tournaments.channels import bump_match
from tournaments.match import agreement
from tournaments.match.results import count_match
from tournaments.models import Match, MatchGame, Participation, Place, SessionRound, Stage
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import History, history_of, seated_match
from tournaments.stage.qualifying import projected_qualifiers, same_field
from tournaments.stage.ranking import entered_of
from tournaments.standings.numbers import dump
from tournaments.standings.points.carry import carried

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

FOLLOW, STAY = "follow", "stay"
PLAYED_ON = gettext_noop("The next stage is being played: it stays as drawn.")
ASKS = frozenset({"later_round_drawn", "through_changes"})  # errors that such a decision resolves

_how: ContextVar[str] = ContextVar("bracket", default="")


@contextmanager
def deciding(how: str) -> Iterator[None]:
    """Decide whether what depends on a result corrected inside follows it or stays; "" if
    undecided.
    """
    token = _how.set(how if how in {FOLLOW, STAY} else "")
    try:
        yield
    finally:
        _how.reset(token)


# The same stage
# --------------------------------------------------------------------------------------------------


def settle_bracket(match: Match, before: int | None, by: "AbstractBaseUser | None") -> None:
    """Adjust later rounds of a knock-out after a match's winner changed from `before`.

    Raises RuleError if they depend on it without a decision, and if they cannot follow.
    """
    session_round = match.session_round
    stage = session_round.stage
    later = SessionRound.objects.filter(stage=stage, number__gt=session_round.number)
    if match.winner == before or not FORMATS[stage.format].ranks_itself or not later.exists():
        return
    how, sides = _how.get(), seated_match(match).sides
    if not how or before is None or match.winner is None:
        check_bracket(session_round)
    where = {
        "stage": stage.number,
        "round": session_round.number,
        "table": match.number,
        "match": match.pk,
    }
    out, on = sides[before or 0][0], sides[match.winner or 0][0]
    if how == STAY:
        if match.ruling is not None:
            match.ruling = {**match.ruling, "goes_on": before}
            count_match(seated_match(match))
        log(stage.tournament, "bracket_stayed", by, where | {"entrants": [on]})
    else:
        _replace_in(list(later.order_by("number").select_related("stage__tournament")), out, on)
        log(stage.tournament, "bracket_followed", by, where | {"entrants": [on, out]})


def _replace_in(rounds: Sequence[SessionRound], out: int, on: int) -> None:
    """Swap two in these rounds. Raises RuleError if one of them has already played there."""
    touched = Match.objects.filter(
        session_round__in=rounds, places__entrant__in=(out, on)
    ).distinct()
    if touched.filter(done=True).exists():
        text = gettext_noop(
            "The match they went on to has been played: the later rounds stay as drawn."
        )
        raise conflict("played_on", "bracket", text)
    for one in rounds:
        _exchange(one, out, on)


def _exchange(session_round: SessionRound, out: int, on: int) -> None:
    """Swap two in a later round, one of whom may have no place. Their tables start again."""
    places = {
        place.entrant_id: place for place in session_round.places.filter(entrant__in=(out, on))
    }
    if len(places) == 2:
        swap_places(places[out], places[on])
    else:
        for who, place in places.items():
            Place.objects.filter(pk=place.pk).update(
                entrant_id=on if who == out else out, people=None
            )
    matches = Match.objects.filter(
        pk__in=[place.match_id for place in places.values() if place.match_id]
    )
    for match in matches.select_related("session_round__stage__tournament"):
        replace_in_plan(match, {out: on, on: out})
        # What was written there belongs to others; the games themselves are kept.
        MatchGame.objects.filter(match=match).update(game=None, seats=[])
        MatchGame.objects.filter(match=match).delete()
        match.result = match.winner = match.ruling = match.entered = match.typed = None
        match.done = False
        agreement.reset_agreement(match, Match.Agreement.OPEN)
        match.save(
            update_fields=["result", "done", "winner", "ruling", "typed", *agreement.COLUMNS]
        )
        bump_match(match.pk)
    if session_round.state != SessionRound.State.DRAFT:
        lay_out(session_round, matches.all())


# Later stages
# --------------------------------------------------------------------------------------------------


@contextmanager
def later_stages(stage: Stage, by: "AbstractBaseUser | None") -> Iterator[None]:
    """Wrap a change of a stage's standings: adjust the stages that took their entrants from it.

    Recounts what was carried into them. Raises RuleError if other entrants would have qualified, or
    with other seeds, without a decision.
    """
    pairs = _with_next(stage)
    before = [projected_qualifiers(history_of(one), after) for one, after in pairs]
    yield
    for (one, after), were in zip(pairs, before, strict=True):
        history = history_of(one)
        now = projected_qualifiers(history, after)
        seeded = tuple(after.participations.order_by("seed").values_list("entrant_id", flat=True))
        if now == were or same_field(after, now, seeded):
            _carry_again(history, after)
        elif _how.get() == FOLLOW:
            _follow(after, by, now)
            _carry_again(history, after)
        elif _how.get() == STAY:
            _carry_again(history, after)
            others = [who for who in now if who not in seeded]
            log(
                after.tournament,
                "stage_stayed",
                by,
                {"stage": after.number, "entrants": others, "others": len(others)},
            )
        else:
            text = gettext_noop(
                "The next stage would have other people or other seeds: choose which counts."
            )
            raise conflict("through_changes", "bracket", text)


def _with_next(stage: Stage) -> list[tuple[Stage, Stage]]:
    """Return each stage from this one on with the next, as far as that has begun. One query."""
    stages = Stage.objects.select_related("tournament").filter(tournament=stage.tournament_id)
    return [
        (one, after)
        for one, after in pairwise(stages)
        if one.number >= stage.number and after.state != Stage.State.WAITING
    ]


def _carry_again(history: History, stage: Stage) -> None:
    """Recount what the entrants of a stage carried over."""
    if stage.carry == Stage.Carry.NOTHING:
        return
    entered = {one.id: one for one in entered_of(history)}
    rows = list(stage.participations.order_by("seed"))
    through = [row.entrant_id for row in rows]
    for row in rows:
        if row.entrant_id in entered:
            brought = carried(
                stage.carry,
                entered[row.entrant_id],
                through,
                worst_dropped=history.stage.worst_dropped,
            )
            row.carried_points, row.carried_score = dump(brought.points), dump(brought.score)
    Participation.objects.bulk_update(rows, ["carried_points", "carried_score"])


def _follow(stage: Stage, by: "AbstractBaseUser | None", now: Sequence[int]) -> None:
    """Give a stage to those who qualify `now`: begin it again, or, once something is played in it,
    put them where those are who do not.

    Raises RuleError if later stages have begun, or if those who would leave have played.
    """
    rounds = SessionRound.objects.filter(stage=stage)
    later = Stage.objects.filter(tournament=stage.tournament_id, number__gt=stage.number)
    if later.exclude(state=Stage.State.WAITING).exists():
        raise conflict("played_on", "bracket", PLAYED_ON)
    if Match.objects.filter(Q(done=True) | BEGUN, session_round__in=rounds).exists():
        _take_places(stage, by, now)
    else:
        _begin_again(stage, by)


def _take_places(stage: Stage, by: "AbstractBaseUser | None", now: Sequence[int]) -> None:
    """Replace those who do not qualify any more, each where they were drawn."""
    rows = list(stage.participations.order_by("seed"))
    had = {row.entrant_id for row in rows}
    out, on = (
        [row for row in rows if row.entrant_id not in now],
        [who for who in now if who not in had],
    )
    if not out or len(out) != len(on):
        raise conflict("played_on", "bracket", PLAYED_ON)
    rounds = list(stage.session_rounds.order_by("number").select_related("stage__tournament"))
    for row, who in zip(out, on, strict=True):
        _replace_in(rounds, row.entrant_id, who)
        params = {"stage": stage.number, "entrants": [who, row.entrant_id]}
        log(stage.tournament, "bracket_followed", by, params)
        row.entrant_id = who
        row.save(update_fields=["entrant_id"])


def _begin_again(stage: Stage, by: "AbstractBaseUser | None") -> None:
    """Discard the draws of a stage that is not played yet, and begin it with the new qualifiers."""
    rounds = SessionRound.objects.filter(stage=stage)
    drawn = rounds.exists()
    Place.objects.filter(session_round__in=rounds).delete()
    rounds.delete()
    stage.participations.all().delete()
    stage.state = Stage.State.WAITING
    stage.save(update_fields=["state"])
    log(stage.tournament, "stage_drawn_again", by, {"stage": stage.number})
    begun = begin_stage(stage, by, TieDecision(Stage.AtLine.LOT))
    if drawn:
        draw_round(begun, by, 1)
