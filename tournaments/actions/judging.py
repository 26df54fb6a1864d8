"""Directors' decisions: rulings on matches, penalties and bonuses."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from scoring.games.names.validation import clean_text
from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions.common import (
    LONGEST_REASON,
    check_reason,
    conflict,
    lock,
    lock_match,
    log,
    match_params,
    rule_error,
)
from tournaments.actions.later_rounds import later_stages, settle_bracket
from tournaments.actions.notices import entrants_at, notify_entrants
from tournaments.channels import bump_screens
from tournaments.match import agreement
from tournaments.match.mean_rulings import check_other_rounds
from tournaments.match.results import count_match
from tournaments.models import Entrant, LogLine, Match, Ruling, SessionRound, Stage, Tournament
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import seated_match
from tournaments.standings.lines import Number
from tournaments.standings.numbers import dump
from tournaments.standings.points.adjust import NOT_IN_BRACKETS, NOT_PLAYED

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def rule_match(
    match: Match,
    by: "AbstractBaseUser | None",
    ruling: Mapping[str, Any],
    reason: str,
    *,
    action: str = "ruled",
    log_params: Callable[[], Mapping[str, object]] | None = None,
) -> Match:
    """Give a match a result by decision. Its games stay, and count again once the ruling is undone.

    `ruling` is as read by `tournaments.match.results.ruling_of`: kind, winner, percent, points,
    score, met; or a typed result, see `tournaments.match.paper_sheet`. `action` is the log's key,
    `log_params` returns further params of its line, once the ruling has been validated. Raises
    RuleError without a reason, for a ruling that cannot be counted, and for one that changes what
    later draws depend on.
    """
    reason = check_reason(action, reason)
    with transaction.atomic():
        tournament = lock(match.session_round.stage.tournament, "correct")
        match = _now(match)
        _check_kind(match, ruling)
        public = agreement.was_public(match)
        match.ruling = {**ruling, "reason": reason}
        agreement.mark_agreed(match, agreement.How.DESK)
        with later_stages(match.session_round.stage, by):
            _count(match, by)  # saves the ruling, unless it cannot be counted
        check_other_rounds(seated_match(match))
        params = {
            **match_params(match),
            "kind": ruling["kind"],
            **(log_params() if log_params else {}),
        }
        _notify_players(match, log(tournament, action, by, params, reason), public=public)
    return match


def undo_ruling(match: Match, by: "AbstractBaseUser | None", reason: str) -> Match:
    """Undo a ruling: the match counts by its games.

    Raises RuleError without a reason, if that changes what later draws depend on, or leaves a
    closed round without a result.
    """
    reason = check_reason("ruling_undone", reason)
    with transaction.atomic():
        tournament = lock(match.session_round.stage.tournament, "correct")
        match = _now(match)
        if match.ruling is None:
            return match
        public = agreement.was_public(match)
        log_params = match_params(match) | ({} if match.decided else {"result": True})
        match.ruling = None
        if match.session_round.state == SessionRound.State.PUBLISHED:
            # The table's own result needs agreement like any other
            agreement.reset_agreement(match, agreement.A.WAITING)
        with later_stages(match.session_round.stage, by):
            _count(match, by)
        _notify_players(
            match, log(tournament, "ruling_undone", by, log_params, reason), public=public
        )
    return match


def _check_kind(match: Match, ruling: Mapping[str, Any]) -> None:
    """Raise RuleError if a knock-out match would not count: the bracket could not go on."""
    if ruling["kind"] == NOT_PLAYED and FORMATS[match.session_round.stage.format].ranks_itself:
        raise rule_error("needs_winner", "kind", NOT_IN_BRACKETS)


def _now(match: Match) -> Match:
    match = lock_match(match)
    lifecycle.check_round("rule", match.session_round)
    return match


def _count(match: Match, by: "AbstractBaseUser | None") -> None:
    before = match.winner
    count_match(seated_match(match))
    bump_screens(match.pk)
    settle_bracket(match, before, by)
    check_closed(match)


def check_closed(match: Match) -> None:
    """Raise RuleError if a closed session round would have a match without a result, or a
    winner.
    """
    session_round = match.session_round
    if session_round.state != SessionRound.State.CLOSED:
        return
    if not match.done:
        raise conflict(
            "round_needs_result",
            "round",
            gettext_noop(
                "Round %(number)s is closed, and this match would have no result: correct the "
                "result instead, or reopen the round first."
            ),
            number=session_round.number,
            match=match.pk,
        )
    if (
        match.winner is None
        and not match.both_lost
        and FORMATS[session_round.stage.format].ranks_itself
    ):
        raise conflict(
            "round_needs_result",
            "round",
            gettext_noop(
                "Round %(number)s is closed, and nobody would go on from this match: choose who "
                "does, or reopen the round first."
            ),
            number=session_round.number,
            match=match.pk,
        )


def _notify_players(match: Match, line: LogLine, *, public: bool) -> None:
    """Notify those who played, if they relied on the previous result."""
    if public:
        notify_entrants(line, entrants_at(match))


def penalise(
    stage: Stage,
    entrant: Entrant,
    by: "AbstractBaseUser | None",
    *,
    kind: str,
    reason: str,
    points: Number = 0,
    score: int = 0,
    round_number: int | None = None,
) -> Ruling:
    """Record a penalty (negative numbers), a bonus, or a wish not fulfilled, in ranking or Tichu
    points.

    With only a reason it is a warning, and counts as a penalty only if "fewest penalties" ranks.
    `later_rounds` covers consequences for later stages.
    """
    reason = check_reason("penalised", reason)
    with transaction.atomic():
        tournament = lock(stage.tournament, "correct")
        if not stage.participations.filter(entrant=entrant).exists():
            raise conflict(
                "not_in_stage", "entrant", gettext_noop("They do not take part in this stage.")
            )
        if kind == Ruling.Kind.BONUS and (points < 0 or score < 0):
            raise rule_error(
                "bonus_negative",
                "points",
                gettext_noop("A bonus gives points: enter a number above zero."),
            )
        if kind != Ruling.Kind.BONUS and (points > 0 or score > 0):
            raise rule_error(
                "penalty_positive",
                "points",
                gettext_noop("A penalty takes points away: enter a number below zero."),
            )
        with later_stages(stage, by):
            ruling = Ruling.objects.create(
                stage=stage,
                entrant=entrant,
                round_number=round_number,
                kind=kind,
                points=dump(points),
                score=score,
                reason=reason,
                by_id=by.pk if by else None,
            )
        log(
            tournament,
            "penalised",
            by,
            {
                "entrant": entrant.pk,
                "kind": kind,
                "points": dump(points),
                "score": score,
                "ruling": ruling.pk,
            },
            reason,
        )
    return ruling


def undo_penalty(ruling: Ruling, by: "AbstractBaseUser | None", reason: str = "") -> Ruling:
    """Undo a penalty or bonus; it stays on record as undone.

    Raises RuleError without a reason once the tournament is over.
    """
    reason = clean_text(reason, "reason", most=LONGEST_REASON)
    with transaction.atomic():
        tournament = lock(ruling.stage.tournament, "correct")
        if tournament.state == Tournament.State.FINISHED:  # a correction says why
            reason = check_reason("penalised", reason)
        ruling = Ruling.objects.get(pk=ruling.pk)
        if ruling.undone_at is None:
            with later_stages(ruling.stage, by):
                ruling.undone_at = timezone.now()
                ruling.save(update_fields=["undone_at"])
            log(
                tournament,
                "penalty_undone",
                by,
                {"entrant": ruling.entrant_id, "ruling": ruling.pk},
                reason,
            )
    return ruling
