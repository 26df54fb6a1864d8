"""The seal of a stage's deals in a tournament's document: the seed only once it is public."""

import re
from datetime import UTC
from typing import Any

from scoring.rules import shown
from scoring.rules.words import gettext_noop
from tournaments.exchange.shapes import Check, Found, a_known_moment, an_object, wrong
from tournaments.models import DealSeed, Stage
from tournaments.pairing.duplicate.deals import SEED_BYTES, hash_of
from tournaments.stage.deals import public_seed, seed_of

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
