"""The cards of a stage in a tournament's document: the seal of its deals, and once they are public
the seed, or the hands that players noted.
"""

import re
from datetime import UTC
from typing import Any

from scoring.rules import shown
from scoring.rules.words import gettext_noop
from tournaments.exchange.shapes import (
    SMALL,
    Check,
    Found,
    a_known_moment,
    a_number,
    an_object,
    one_of,
    several,
    wrong,
)
from tournaments.models import DealSeed, DealtHand, Stage
from tournaments.pairing.duplicate.deals import DECK, HAND, SEATS, SEED_BYTES, hash_of, in_order
from tournaments.stage.deals import cards_are_public, dealt_and_noted, public_seed, seed_of
from tournaments.stage.noted_hands import noted_hands

DIGITS = re.compile(rf"[0-9a-f]{{{2 * SEED_BYTES}}}", re.ASCII)


def deals_of(stage: Stage) -> dict[str, Any] | None:
    """Return the seal of a stage for its document; None if the app does not deal its boards."""
    row = seed_of(stage)
    if row is None:
        return None
    seed = public_seed(stage, row)
    return {
        "hash": row.seed_hash,
        "seed": seed.hex() if seed else None,
        "sealed_at": row.sealed_at.astimezone(UTC).isoformat(),
    }


def _digits(*, or_none: bool) -> Check:
    def check(value: Any, at: str, found: Found) -> str | None:
        if or_none and value is None:
            return None
        if not isinstance(value, str) or not DIGITS.fullmatch(value):
            text = gettext_noop("%(field)s is %(value)s; it must be 64 hexadecimal digits.")
            wrong(found, at, text, value)
            return None
        return value

    return check


_SEAL = an_object(
    {"hash": _digits(or_none=False), "seed": _digits(or_none=True), "sealed_at": a_known_moment},
    or_none=True,
)


def a_seal(value: Any, at: str, found: Found) -> dict[str, Any] | None:
    """Check a seal: its seed, if it has one, is that of its hash."""
    seal: dict[str, Any] | None = _SEAL(value, at, found)
    if seal and seal["seed"] and hash_of(bytes.fromhex(seal["seed"])) != seal["hash"]:
        text = gettext_noop("%(field)s is %(value)s; that is not the secret number of this hash.")
        found.add("bad_seed", f"{at}.seed", text, value=shown(seal["seed"]))
    return seal


def save_seal(stage: Stage, seal: dict[str, Any] | None) -> None:
    if seal is not None:
        DealSeed.objects.create(
            stage=stage,
            seed=bytes.fromhex(seal["seed"]) if seal["seed"] else None,
            seed_hash=seal["hash"],
            sealed_at=seal["sealed_at"],
        )


# Hands that players noted
# --------------------------------------------------------------------------------------------------

MOST_HANDS = 10_000


def hands_of(stage: Stage) -> list[dict[str, Any]]:
    """Return the noted hands of a stage for its document, once everybody may see them."""
    if not (dealt_and_noted(stage) and cards_are_public(stage)):
        return []
    return [
        {"board": board, "deal": deal, "seat": seat, "cards": list(cards)}
        for (board, deal), hands in noted_hands(stage).items()
        for seat, cards in hands.items()
    ]


_HANDS = several(
    an_object(
        {
            "board": a_number(1, SMALL),
            "deal": a_number(1, SMALL),
            "seat": a_number(0, SEATS - 1),
            "cards": several(one_of(DECK), HAND),
        }
    ),
    MOST_HANDS,
)


def some_hands(value: Any, at: str, found: Found) -> list[dict[str, Any]] | None:
    """Check noted hands: 14 different cards each, one hand for each seat of a deal."""
    hands: list[dict[str, Any]] | None = _HANDS(value, at, found)
    keys = set()
    for index, one in enumerate(hands or ()):
        key = one["board"], one["deal"], one["seat"]
        if key in keys or len(in_order(one["cards"] or ())) != HAND:
            text = gettext_noop("%(field)s must be one hand of a seat, with 14 different cards.")
            found.add("bad_hand", f"{at}.{index}", text)
        keys.add(key)
    return hands


def save_hands(stage: Stage, hands: list[dict[str, Any]]) -> None:
    DealtHand.objects.bulk_create(
        DealtHand(stage=stage, **one | {"cards": list(in_order(one["cards"]))}) for one in hands
    )
