"""Duplicate: seals the seed of the deals, opens the dealing sheets, notes the cards given."""

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
from tournaments.lifecycle import check_round
from tournaments.models import DealSeed, GivenCards, Match, Stage
from tournaments.pairing.duplicate.deals import DECK, SEATS, SEED_BYTES, hash_of
from tournaments.stage.deals import dealt_by_app, seed_of

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
        params = {"stage": stage.number, "first": min(boards), "last": max(boards)}
        log(tournament, "deals_opened", by, params)
    return bytes(row.seed)


def note_given(match: Match, board: int, seat: int, cards: Sequence[str]) -> GivenCards:
    """Note the cards that a seat gave on a board, in place of an earlier note. Raises RuleError:
    `bad_cards`, `not_on_board`, or if the round is not being played.
    """
    if board not in match.boards or not 0 <= seat < SEATS:
        text = gettext_noop("This table does not play that board.")
        raise rule_error("not_on_board", "board", text)
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
