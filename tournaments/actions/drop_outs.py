"""Matches of entrants who have left a schedule, as soon as they are published: forfeits, or not
played if nothing of such an entrant counts.
"""

from typing import TYPE_CHECKING, Any

from scoring.rules import RuleError
from tournaments.actions.common import BEGUN, log, match_params
from tournaments.channels import bump_screens
from tournaments.match import agreement
from tournaments.match.reasons import WITHDRAWN
from tournaments.match.results import count_match
from tournaments.models import Entrant, Match, Participation, SessionRound, Stage
from tournaments.stage.drop_outs import ends_at_half
from tournaments.stage.history import Seated, seated_match
from tournaments.standings.points.adjust import BOTH_LOSE, FORFEITED, NOT_PLAYED

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def decide_open_matches(stage: Stage, by: "AbstractBaseUser | None") -> None:
    """Decide the published matches that entrants who have left did not begin.

    Where the scoring system has no number for a clear win, the director decides.
    """
    if not ends_at_half(stage):
        return
    rows = Participation.objects.filter(stage=stage, last_round__isnull=False)
    void = dict(rows.values_list("entrant_id", "void"))
    matches = Match.objects.filter(
        session_round__stage=stage,
        session_round__state=SessionRound.State.PUBLISHED,
        done=False,
        places__entrant__in=void,
    ).exclude(BEGUN)
    for match in matches.select_related("session_round__stage__tournament").distinct():
        seated = seated_match(match)
        match.ruling = _ruling(seated, void) | {"reason": WITHDRAWN}
        agreement.mark_agreed(match, agreement.How.DESK)
        try:
            count_match(seated)
        except RuleError:
            continue
        bump_screens(match.pk)
        params = {**match_params(match), "kind": match.ruling["kind"]}
        log(stage.tournament, "ruled", by, params, WITHDRAWN)


def _ruling(seated: Seated, void: dict[int, bool]) -> dict[str, Any]:
    """Return the decision on a match; `void` has those who have left."""
    if any(void.get(who) for who in seated.everybody):
        return {"kind": NOT_PLAYED}
    there = [index for index, side in enumerate(seated.sides) if void.keys().isdisjoint(side)]
    return {"kind": FORFEITED, "winner": there[0]} if there else {"kind": BOTH_LOSE}


def reopen_matches(entrant: Entrant, by: "AbstractBaseUser | None") -> None:
    """Take back such decisions in rounds that are still open, for an entrant who is back."""
    matches = Match.objects.filter(
        session_round__stage__tournament=entrant.tournament_id,
        session_round__stage__state=Stage.State.RUNNING,
        session_round__state=SessionRound.State.PUBLISHED,
        ruling__reason=WITHDRAWN,
        places__entrant=entrant,
    )
    stages: dict[int, Stage] = {}
    for match in matches.select_related("session_round__stage__tournament"):
        match.ruling = None
        agreement.reset_agreement(match, agreement.A.OPEN)
        count_match(seated_match(match))
        bump_screens(match.pk)
        stage = match.session_round.stage
        stages[stage.pk] = stage
        log(stage.tournament, "ruling_undone", by, match_params(match))
    for stage in stages.values():  # the other side may have left too
        decide_open_matches(stage, by)
