"""Duplicate: seals the seed of the deals, opens the dealing sheets and results that are held back,
notes the cards that players were dealt and gave.
"""

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from scoring.rules.words import gettext_noop
from tournaments.actions.common import (
    conflict,
    lock,
    lock_match,
    lock_stage,
    log,
    rule_error,
)
from tournaments.lifecycle import check_round, check_stage
from tournaments.match.board_results import deal_of
from tournaments.models import DealSeed, DealtHand, GivenCards, Match, Stage, Tournament
from tournaments.pairing.duplicate.deals import DECK, HAND, SEATS, SEED_BYTES, hash_of, in_order
from tournaments.stage.deals import dealt_by_app, seed_of
from tournaments.stage.noted_hands import (
    Deals,
    complete_hands,
    deals_first,
    deals_on,
    noted_hands,
)
from tournaments.stage.unplayed import OPENED, has_opened

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

GIVEN = 3  # cards that each player gives


def seal_deals(stage: Stage, by: "AbstractBaseUser | None") -> None:
    """Choose and seal the seed of a stage whose boards the app deals. Idempotent."""
    with transaction.atomic():
        tournament = lock(stage.tournament, "lead")
        stage = lock_stage(stage)
        if not dealt_by_app(stage) or DealSeed.objects.filter(stage=stage).exists():
            return
        seed = secrets.token_bytes(SEED_BYTES)
        row = DealSeed.objects.create(
            stage=stage, seed=seed, seed_hash=hash_of(seed), sealed_at=timezone.now()
        )
        log(tournament, "deals_sealed", by, {"stage": stage.number, "hash": row.seed_hash})


def open_deals(stage: Stage, by: "AbstractBaseUser | None", boards: Sequence[int]) -> bytes:
    """Return the seed, and log that the caller sees these boards. Raises RuleError: `not_sealed`,
    `seed_elsewhere`.
    """
    with transaction.atomic():
        tournament = lock(stage.tournament)
        row = seed_of(stage)
        if row is None:
            text = gettext_noop("The deals are not sealed yet.")
            raise conflict("not_sealed", "stage", text)
        if row.seed is None:
            text = gettext_noop(
                "This tournament was imported without its secret number: only the site that "
                "sealed it can print the deals."
            )
            raise conflict("seed_elsewhere", "stage", text)
        _log_opened(tournament, by, stage, boards)
    return bytes(row.seed)


def open_noted(stage: Stage, by: "AbstractBaseUser | None", boards: Sequence[int]) -> Deals:
    """Return the noted hands of these boards, and log that the caller sees them."""
    with transaction.atomic():
        _log_opened(lock(stage.tournament), by, stage, boards)
        return noted_hands(stage, boards)


def open_complete(stage: Stage, by: "AbstractBaseUser | None", boards: Sequence[int]) -> Deals:
    """Return the deals of these boards of which all hands are known, and log that the caller sees
    them. Raises RuleError `not_noted` if there are none.
    """
    with transaction.atomic():
        tournament = lock(stage.tournament)
        found = {
            key: hands
            for key, noted in noted_hands(stage, boards).items()
            if (hands := complete_hands(noted))
        }
        if not found:
            text = gettext_noop("The cards of these boards are not all noted.")
            raise conflict("not_noted", "boards", text)
        _log_opened(tournament, by, stage, boards)
    return found


def _log_opened(
    tournament: Tournament, by: "AbstractBaseUser | None", stage: Stage, boards: Sequence[int]
) -> None:
    params = {"stage": stage.number, "first": min(boards), "last": max(boards)}
    log(tournament, "deals_opened", by, params)


def open_results(stage: Stage, by: "AbstractBaseUser") -> None:
    """Let a director who plays see the results of a stage; the log shows it to everybody."""
    with transaction.atomic():
        tournament = lock(stage.tournament)
        if not has_opened(stage, by):
            log(tournament, OPENED, by, {"stage": stage.number})


def note_given(match: Match, board: int, seat: int, cards: Sequence[str]) -> GivenCards:
    """Note the cards that a seat gave on a board, in place of an earlier note. Raises RuleError:
    `bad_cards`, `not_on_board`, or if the round is not being played.
    """
    _check_place(match, board, seat)
    if len(cards) != GIVEN or len(set(cards)) != GIVEN or not set(cards) <= set(DECK):
        text = gettext_noop("Choose three different cards.")
        raise rule_error("bad_cards", "cards", text)
    with transaction.atomic():
        lock(match.session_round.stage.tournament)
        check_round("play", lock_match(match).session_round)
        row, _new = GivenCards.objects.update_or_create(
            match=match, board=board, seat=seat, defaults={"cards": list(cards)}
        )
    return row


def note_hand(match: Match, board: int, seat: int, cards: Sequence[str]) -> DealtHand:
    """Note the cards that a seat was dealt on a board, in place of an earlier note. Raises
    RuleError: `bad_hand`, `not_on_board`, `dealt_elsewhere`, or if the session is over.

    Cards that another hand has too are noted all the same: see `tournaments.stage.noted_hands`.
    """
    _check_place(match, board, seat)
    hand = _checked_hand(cards)
    with transaction.atomic():
        lock(match.session_round.stage.tournament, "lead")
        stage = lock_stage(match.session_round.stage)
        check_stage("note_cards", stage)
        match = lock_match(match)
        match.session_round.stage = stage
        check_round("rule", match.session_round)
        if not deals_first(match, board):
            text = gettext_noop(
                "Only the table that plays a board first notes its cards: ask the director."
            )
            raise conflict("dealt_elsewhere", "board", text)
        return _keep_hand(stage, board, deal_of(match, board), seat, hand)


def correct_hand(
    stage: Stage,
    by: "AbstractBaseUser | None",
    board: int,
    deal: int,
    seat: int,
    cards: Sequence[str],
) -> None:
    """Correct the cards that a seat was dealt; no cards remove the note. Raises RuleError:
    `bad_hand`, `not_on_board`.
    """
    if not 0 <= seat < SEATS or not 1 <= deal <= deals_on(stage, board):
        text = gettext_noop("There is no such hand.")
        raise rule_error("not_on_board", "board", text)
    hand = _checked_hand(cards) if cards else ()
    with transaction.atomic():
        tournament = lock(stage.tournament, "correct")
        stage = lock_stage(stage)
        if hand:
            _keep_hand(stage, board, deal, seat, hand)
        else:
            DealtHand.objects.filter(stage=stage, board=board, deal=deal, seat=seat).delete()
        log(tournament, "cards_corrected", by, {"stage": stage.number, "board": board})


def _check_place(match: Match, board: int, seat: int) -> None:
    if board not in match.boards or not 0 <= seat < SEATS:
        text = gettext_noop("This table does not play that board.")
        raise rule_error("not_on_board", "board", text)


def _checked_hand(cards: Sequence[str]) -> Sequence[str]:
    """Return a hand in order. Raises RuleError if it is not one of 14 cards."""
    hand = in_order(cards)
    if len(hand) != HAND or len(cards) != HAND:
        text = gettext_noop("A hand has 14 cards. Chosen: %(count)s.")
        raise rule_error("bad_hand", "cards", text, count=len(hand))
    return hand


def _keep_hand(stage: Stage, board: int, deal: int, seat: int, hand: Sequence[str]) -> DealtHand:
    row, _new = DealtHand.objects.update_or_create(
        stage=stage, board=board, deal=deal, seat=seat, defaults={"cards": list(hand)}
    )
    return row
