"""Agreement on a result at the table: confirming, disputing, an own version, calls for help.

None of it changes a hand. A result confirmed by both sides is locked (see
`tournaments.match.agreement`); a disputed one is discussed here, until a side gives in or the
director settles it.
"""

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from scoring.games.names.validation import clean_text
from scoring.models import Device
from scoring.rules import Conflict, RuleError
from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions.common import (
    bump_version,
    conflict,
    lock,
    lock_match,
    match_params,
    rule_error,
)
from tournaments.actions.messages import queue_dispute
from tournaments.actions.outbox import queue_event
from tournaments.channels import bump_match, bump_screens
from tournaments.match import agreement
from tournaments.match.agreement import A, How, locked, may_object
from tournaments.match.figures import Figures, figures_now, figures_of, fingerprint, given, shape_of
from tournaments.models import (
    Entrant,
    Match,
    MatchGame,
    Phone,
    Place,
    Remark,
    SessionRound,
    Tournament,
)
from tournaments.webhooks.events import AGREED

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

LONGEST_REMARK = 300  # characters
MOST_REMARKS = 20  # about one result; a call for help is always let through
K = Remark.Kind
CONFIRMING = (How.OTHER_PHONE, How.SAME_PHONE, How.OWN_PAGE)

__all__ = [
    "agree",
    "answer_call",
    "call_director",
    "dispute_result",
    "enter_blind",
    "locked",
    "may_object",
    "object_to",
    "reply",
]


def agree(
    match: Match,
    side: int,
    seen: str,
    *,
    how: str,
    device: Device | None = None,
    entrant: Entrant | None = None,
    by: "AbstractBaseUser | None" = None,
) -> Match:
    """Confirm the result for a side. `seen` is the fingerprint shown; `how` one of `Match.Agreed`.

    Withdraws the side's own dispute. Idempotent. Raises RuleError if the result has changed, for
    the side that wrote it, and if the side must enter it blindly first.
    """
    with transaction.atomic():
        match = _lock_match_for(match, side, entrant)
        if match.agreement == A.AGREED:
            _check_seen(match, seen)
            return match
        _check_over(match)
        _check_seen(match, seen)
        if match.agreement == A.WAITING and _mode(match) == Tournament.Agreement.BLIND:
            text = gettext_noop(
                "Here both sides enter the result without seeing the other's: enter yours."
            )
            raise conflict("blind_entry", "side", text)
        writes = agreement.writing_side(match)
        wrong = Remark.objects.filter(match=match, kind=K.WRONG, settled_at__isnull=True)
        took_back = wrong.filter(side=side).update(
            settled_at=timezone.now(), settled_by_id=by.pk if by else None
        )
        if wrong.exists():
            if not took_back:
                raise conflict(
                    "match_disputed",
                    "side",
                    gettext_noop("Another side disputes this result."),
                )
            _bump_versions(match)  # disputed until the last side withdraws
            return match
        if writes == side:
            if not took_back:
                text = gettext_noop(
                    "Your side entered this result: the other side has to agree to it."
                )
                raise conflict("own_result", "side", text)
            agreement.reset_agreement(match, A.WAITING)
        else:
            agreement.mark_agreed(
                match, How.SAME_PHONE if _wrote(match, device) else _check_how(how), side
            )
        _save_agreement(match)
    return match


def dispute_result(
    match: Match,
    side: int,
    text: str,
    figures: object,
    *,
    device: Device | None = None,
    entrant: Entrant | None = None,
) -> Remark:
    """Dispute a result in words, with an own version (`figures` or None), or both.

    Raises RuleError without either, if the numbers are those of the result, or if it is locked.
    """
    text = clean_text(text, "text", most=LONGEST_REMARK)
    with transaction.atomic():
        match = _lock_match_for(match, side, entrant)
        _check_open(match)
        _check_over(match)
        if match.agreement == A.WAITING and _mode(match) == Tournament.Agreement.BLIND:
            text = gettext_noop(
                "Here both sides enter the result without seeing the other's: enter yours."
            )
            raise conflict("blind_entry", "text", text)
        version = _version(match, figures)
        if not text and version is None:
            raise rule_error(
                "nothing_said",
                "text",
                gettext_noop("Say what is wrong, or enter the right numbers."),
            )
        _check_talk(match)
        remark = _add_remark(match, K.WRONG, side, text, version, device, entrant)
        if match.agreement != A.DISPUTED:
            queue_dispute(match, side)
        agreement.reset_agreement(match, A.DISPUTED)
        _save_agreement(match)
    return remark


def reply(
    match: Match,
    side: int | None,
    text: str,
    figures: object = None,
    *,
    device: Device | None = None,
    entrant: Entrant | None = None,
    by: "AbstractBaseUser | None" = None,
) -> Remark:
    """Add a message to a disputed result. `side` is None for the director (`by`)."""
    text = clean_text(text, "text", most=LONGEST_REMARK)
    with transaction.atomic():
        match = _lock_match_for(match, side, entrant)
        if match.agreement != A.DISPUTED:
            raise conflict(
                "not_disputed", "text", gettext_noop("This result is no longer disputed.")
            )
        version = _version(match, figures, same=True)
        if not text and version is None:
            raise rule_error("nothing_said", "text", gettext_noop("Write a message first."))
        _check_talk(match)
        remark = _add_remark(match, K.REPLY, side, text, version, device, entrant, by)
        _save_agreement(match)
    return remark


def enter_blind(
    match: Match,
    side: int,
    figures: object,
    *,
    device: Device | None = None,
    entrant: Entrant | None = None,
) -> Match:
    """Enter the result for a side that has not seen the other's.

    Equal entries are agreed, different ones disputed, with both shown. Raises RuleError if the
    tournament does not use blind entry, or the match is not waiting for it.
    """
    with transaction.atomic():
        match = _lock_match_for(match, side, entrant)
        if _mode(match) != Tournament.Agreement.BLIND:
            text = gettext_noop(
                "In this tournament the result is entered once: check it and agree."
            )
            raise conflict("not_blind", "side", text)
        if (match.entered or {}).get(str(side)) == figures and match.agreement in {
            A.AGREED,
            A.DISPUTED,
        }:
            return match  # sent again
        _check_open(match)
        _check_over(match)
        if match.agreement != A.WAITING:
            text = gettext_noop(
                "Both versions are known now: agree to the other one, or say why not."
            )
            raise conflict("entered_already", "side", text)
        current = figures_of(_games(match))
        match.entered = {**(match.entered or {}), str(side): given(figures, shape_of(current))}
        agreement.compare(match, current)
        if match.agreement == A.AGREED and _wrote(match, device):
            match.agreed_how = How.SAME_PHONE  # it showed what was written: not quite blind
        if match.agreement == A.DISPUTED:
            queue_dispute(match, side)
        _save_agreement(match)
    return match


def call_director(
    match: Match,
    side: int | None,
    text: str,
    *,
    device: Device | None = None,
    entrant: Entrant | None = None,
) -> Remark:
    """Call the director to the table. A side has one open call; calling again returns it."""
    text = clean_text(text, "text", most=LONGEST_REMARK)
    with transaction.atomic():
        match = _lock_match_for(match, side, entrant)
        open_one = Remark.objects.filter(
            match=match, kind=K.CALL, side=side, settled_at__isnull=True
        ).first()
        if open_one is not None:
            return open_one
        remark = _add_remark(match, K.CALL, side, text, None, device, entrant)
        _bump_versions(match)
    return remark


def answer_call(remark: Remark, by: "AbstractBaseUser | None") -> Remark:
    """Mark a call as answered. Idempotent."""
    with transaction.atomic():
        tournament = lock(remark.match.session_round.stage.tournament)
        remark = Remark.objects.select_related("match__session_round__stage").get(
            pk=remark.pk, kind=K.CALL
        )
        remark.match.session_round.stage.tournament = tournament
        if remark.settled_at is None:
            remark.settled_at, remark.settled_by_id = timezone.now(), by.pk if by else None
            remark.save(update_fields=["settled_at", "settled_by"])
            _bump_versions(remark.match)
    return remark


def object_to(match: Match, entrant: Entrant, text: str, figures: object = None) -> Remark:
    """Object to an agreed result, as a player of the match.

    The objection goes to the director and changes nothing by itself. Raises RuleError for anybody
    else, after the deadline, and while an own objection is open.
    """
    text = clean_text(text, "text", most=LONGEST_REMARK)
    with transaction.atomic():
        tournament = lock(match.session_round.stage.tournament)
        match = lock_match(match)
        match.session_round.stage.tournament = tournament
        side = _side_of(match, entrant)
        if not may_object(match, timezone.now()):
            raise conflict(
                "objection_late",
                "text",
                gettext_noop("The time for objections to this result is over."),
            )
        mine = Remark.objects.filter(match=match, kind=K.OBJECTION, entrant=entrant)
        if mine.filter(settled_at__isnull=True).exists():
            raise conflict(
                "objection_open",
                "text",
                gettext_noop("The director already has your objection."),
            )
        if mine.count() >= MOST_REMARKS:
            raise _too_much()
        if not text:
            raise rule_error(
                "nothing_said", "text", gettext_noop("Write what is wrong with this result.")
            )
        remark = _add_remark(
            match, K.OBJECTION, side, text, _version(match, figures, same=True), None, entrant
        )
        _bump_versions(match)
    return remark


# Shared
# ------------------------------------------------------------------------------------------------


def _lock_match_for(match: Match, side: int | None, entrant: Entrant | None) -> Match:
    """Return the current match, its tournament locked. Raises RuleError if the side is not at
    it.
    """
    tournament = lock(match.session_round.stage.tournament, "lead")
    match = lock_match(match)
    match.session_round.stage.tournament = tournament
    if match.session_round.state == SessionRound.State.DRAFT:
        lifecycle.check_round("play", match.session_round)
    if entrant is not None:
        if _side_of(match, entrant) != side:
            raise _not_at_table()
    elif side is not None and not Place.objects.filter(match=match, side=side).exists():
        raise _not_at_table()
    return match


def _side_of(match: Match, entrant: Entrant) -> int:
    side = Place.objects.filter(match=match, entrant=entrant).values_list("side", flat=True).first()
    if side is None:
        raise _not_at_table()
    return side


def _not_at_table() -> RuleError:
    return conflict("not_at_table", "side", gettext_noop("This side does not play at this table."))


def _wrote(match: Match, device: Device | None) -> bool:
    """Whether the match was written on this phone."""
    return (
        device is not None
        and Phone.objects.filter(match=match, device=device, writes=True).exists()
    )


def _mode(match: Match) -> str:
    return match.session_round.stage.tournament.agreement


def _check_open(match: Match) -> None:
    if mistake := locked(match):
        raise Conflict((mistake,))


def _check_over(match: Match) -> None:
    if not match.done:
        raise conflict("match_not_over", "match", gettext_noop("This match is not over yet."))


def _check_seen(match: Match, seen: str) -> None:
    if seen != fingerprint(match):
        text = gettext_noop("The result has changed: check it again.")
        raise conflict("result_changed", "match", text)


def _check_talk(match: Match) -> None:
    if Remark.objects.filter(match=match, kind__in=(K.WRONG, K.REPLY)).count() >= MOST_REMARKS:
        raise _too_much()


def _too_much() -> RuleError:
    text = gettext_noop("There are already many messages about this result: call the director.")
    return conflict("too_many_remarks", "text", text)


def _check_how(how: str) -> str:
    if how not in CONFIRMING:
        raise ValueError(how)
    return how


def _games(match: Match) -> list[MatchGame]:
    return list(match.games.select_related("game"))


def _version(match: Match, figures: object, *, same: bool = False) -> Figures | None:
    """Return a side's own version, None if not given. `same`: it may equal the current result."""
    if figures is None:
        return None
    current = figures_now(match, _games(match))
    version = given(figures, shape_of(current))
    if version == current and not same:
        text = gettext_noop("These numbers are already entered: agree to them, or enter yours.")
        raise conflict("same_figures", "figures", text)
    return version


def _add_remark(
    match: Match,
    kind: str,
    side: int | None,
    text: str,
    figures: Figures | None,
    device: Device | None,
    entrant: Entrant | None,
    by: "AbstractBaseUser | None" = None,
) -> Remark:
    return Remark.objects.create(
        match=match, kind=kind, side=side, text=text, figures=figures, device=device,
        entrant=entrant, by_id=by.pk if by else None,
    )  # fmt: skip


def _save_agreement(match: Match) -> None:
    match.save(update_fields=list(agreement.COLUMNS))
    bump_screens(match.pk)
    _bump_versions(match)
    if match.agreement == A.AGREED:
        queue_event(match.session_round.stage.tournament, AGREED, match_params(match))


def _bump_versions(match: Match) -> None:
    bump_match(match.pk)
    bump_version(match.session_round.stage.tournament)
