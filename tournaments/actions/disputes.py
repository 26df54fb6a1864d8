"""Director's actions on results that are not agreed: disputes, late entries, objections.

Each needs a reason, visible to everybody concerned. Players who relied on the old result are
notified on their own page.
"""

import uuid
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoring.games.actions.common import lock as lock_game
from scoring.games.actions.late_entries import accept_late, reject_late
from scoring.models import Entry
from scoring.rules import VARIANTS
from scoring.rules.words import gettext_noop
from tournaments.actions import judging
from tournaments.actions.common import (
    bump_version,
    check_reason,
    conflict,
    lock,
    lock_match,
    log,
    match_params,
)
from tournaments.actions.later_rounds import later_stages, settle_bracket
from tournaments.actions.notices import entrants_at, notify_entrants
from tournaments.actions.paper_results import paper_of
from tournaments.channels import bump_match, bump_screens
from tournaments.match import agreement
from tournaments.match.figures import Figures, figures_of, fingerprint, given, shape_of
from tournaments.match.paper_sheet import HANDS, TYPED
from tournaments.models import Match, MatchGame, Remark, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

STANDS, FIGURES = "stands", "figures"

__all__ = [
    "accept_late_entry",
    "answer_objection",
    "late_entries",
    "notify_entrants",
    "reject_late_entry",
    "settle",
]


def settle(
    match: Match,
    by: "AbstractBaseUser | None",
    verdict: str,
    reason: str,
    *,
    figures: object = None,
    seen: str = "",
    typed: bool = False,
) -> Match:
    """Settle a dispute: keep the result (verdict "stands"), or set these `figures` ("figures").

    `seen` is the fingerprint of the result shown, if any. `typed`: the director typed the figures.

    Figures become a ruling that replaces the games, like a paper sheet. All open remarks on the
    result are closed. Raises RuleError without a reason, without a result to keep, for figures that
    do not fit, and if later draws depend on another result.
    """
    reason = check_reason("settled", reason)
    with transaction.atomic():
        tournament = lock(match.session_round.stage.tournament, "correct")
        match = lock_match(match)
        games = list(match.games.select_related("game"))
        played = figures_of(games)
        if seen and seen != fingerprint(match):
            text = gettext_noop("The result has changed: check it again.")
            raise conflict("result_changed", "verdict", text)
        if verdict == FIGURES:
            wanted = given(figures, shape_of(played))
            if match.ruling is not None or wanted != played:
                ranks = VARIANTS[match.session_round.stage.variant].is_rank_game
                source = TYPED if typed else _source_of(match, wanted)
                ruling = {"kind": "paper", "games": paper_of(wanted, ranks=ranks), "said": source}
                match = judging.rule_match(match, by, ruling, reason, action="settled")
                _close_remarks(match, by, reason)
                return match
        elif verdict != STANDS:
            raise conflict("bad_verdict", "verdict", gettext_noop("Say what the result is."))
        if not match.done:
            text = gettext_noop(
                "No result of this match could count yet: decide it, or let them play on."
            )
            raise conflict("match_not_over", "verdict", text)
        agreement.mark_agreed(match, agreement.How.DESK)
        match.save(update_fields=list(agreement.COLUMNS))
        _close_remarks(match, by, reason)
        bump_match(match.pk)
        bump_screens(match.pk)
        log(tournament, "settled", by, match_params(match) | {"stands": True}, reason)
    return match


def _source_of(match: Match, wanted: Figures) -> int | str:
    """Return the side whose version these figures are, or else a key for the table's hands."""
    objections = Remark.objects.filter(
        match=match, kind=Remark.Kind.OBJECTION, settled_at__isnull=True
    )
    versions = agreement.versions_of(match) | {
        one.side: one.figures for one in objections if one.figures and one.side is not None
    }
    return next((side for side, figures in sorted(versions.items()) if figures == wanted), HANDS)


def _close_remarks(match: Match, by: "AbstractBaseUser | None", reason: str) -> None:
    still_open = Remark.objects.filter(match=match, settled_at__isnull=True)
    still_open.filter(kind=Remark.Kind.OBJECTION).update(answer=reason)
    still_open.update(settled_at=timezone.now(), settled_by_id=by.pk if by else None)


def answer_objection(remark: Remark, by: "AbstractBaseUser | None", answer: str) -> Remark:
    """Answer an objection in words, shown to the objecting entrant. The result does not change.

    Raises RuleError without an answer, and if it has been answered by another director.
    """
    answer = check_reason("objection_answered", answer)
    with transaction.atomic():
        tournament = lock(remark.match.session_round.stage.tournament)
        remark = Remark.objects.select_related("match__session_round__stage").get(pk=remark.pk)
        if remark.kind != Remark.Kind.OBJECTION or remark.settled_at is not None:
            raise conflict(
                "objection_answered", "answer", gettext_noop("This objection is already answered.")
            )
        remark.settled_at, remark.settled_by_id, remark.answer = (
            timezone.now(),
            by.pk if by else None,
            answer,
        )
        remark.save(update_fields=["settled_at", "settled_by", "answer"])
        bump_match(remark.match_id)
        params = match_params(remark.match) | {"entrant": remark.entrant_id}
        line = log(tournament, "objection_answered", by, params, answer)
        if remark.entrant_id is not None:
            notify_entrants(line, [remark.entrant_id])
    return remark


# Late entries
# --------------------------------------------------------------------------------------------------


def late_entries(match: Match) -> QuerySet[Entry]:
    """Return undecided entries that arrived after the match's result was locked, oldest first."""
    late = Entry.objects.filter(
        game__match_game__match=match, outcome=Entry.Outcome.LATE, settled_by__isnull=True
    )
    return late.order_by("game", "position")


def accept_late_entry(entry: Entry, by: "AbstractBaseUser | None", reason: str) -> Match:
    """Accept a late entry in place of what counts now. The result is then agreed by the director.

    Raises RuleError without a reason, if the entry no longer fits, and if its result is not
    allowed.
    """
    reason = check_reason("late_taken", reason)
    with transaction.atomic():
        entry, match, tournament = _late(entry)
        public, winner = agreement.was_public(match), match.winner
        with later_stages(match.session_round.stage, by):
            accept_late(entry, uuid.uuid4(), tournament.desk)
            match = lock_match(match)
            settle_bracket(match, winner, by)
            judging.check_closed(match)
        if match.done:
            agreement.mark_agreed(match, agreement.How.DESK)
            match.save(update_fields=list(agreement.COLUMNS))
        bump_match(match.pk)
        line = log(
            tournament,
            "late_taken",
            by,
            match_params(match) | {"hand": entry.number},
            reason,
        )
        if public:
            notify_entrants(line, entrants_at(match))
    return match


def reject_late_entry(entry: Entry, by: "AbstractBaseUser | None", reason: str) -> Match:
    """Reject a late entry: the result stays. Raises RuleError without a reason."""
    reason = check_reason("late_left", reason)
    with transaction.atomic():
        entry, match, tournament = _late(entry)
        reject_late(entry, tournament.desk)
        bump_match(match.pk)
        bump_version(tournament)
        log(
            tournament,
            "late_left",
            by,
            match_params(match) | {"hand": entry.number},
            reason,
        )
    return match


def _late(entry: Entry) -> tuple[Entry, Match, Tournament]:
    """Return a late entry with its match and tournament: game locked first, then tournament.

    Raises RuleError if it has been decided, or its match was redrawn.
    """
    game = lock_game(entry.game)
    row = (
        MatchGame.objects.filter(game=game)
        .select_related("match__session_round__stage__tournament")
        .first()
    )
    if row is None:
        raise conflict("match_gone", "match", gettext_noop("This match was redrawn."))
    tournament = lock(row.match.session_round.stage.tournament, "lead")
    match = lock_match(row.match)
    entry = Entry.objects.get(pk=entry.pk)
    entry.game = game
    if entry.outcome != Entry.Outcome.LATE or entry.settled_by_id is not None:
        raise conflict(
            "late_settled",
            "entry",
            gettext_noop("This late hand is already decided."),
        )
    return entry, match, tournament
