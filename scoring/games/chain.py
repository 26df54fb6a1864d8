"""The chain of hashes through what was written: what a link holds, how it hangs on the one before.
No database.

A link is the SHA-256 of the link before it and of its own content. Changing, removing, inserting or
swapping a row changes its link and all that follow: the last one, the head, stands for everything.
There is no key in it, so that everybody can count it again, on any machine. Who counts a whole
chain again comes to another head than the one that was shown on the wall and printed: that is what
the head is shown for.

What may be changed later and lawfully is not in it: names (they stand in `Player` alone), what
settled a rival, when a round was seen. Which phone wrote is there as its number, which stays when
the phone itself is erased. Of a reason that was typed a salted hash is in the link: without its
salt the text can be erased, and everything else is still covered.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

VERSION = 1  # of what is in a link: another one would have to tell old chains from new
START = b""
# Without 0 and O, 1, I and L, which look alike on paper
SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 12  # 31 ** 12: 59 bits
GROUP = 4
LEAST = 8  # signs of a head that are enough to look for it


def linked(before: bytes, content: Mapping[str, Any]) -> bytes:
    """The link for this content behind the link `before`."""
    return hashlib.sha256(bytes(before) + b"\n" + canonical(content)).digest()


def canonical(content: Mapping[str, Any]) -> bytes:
    """The same bytes for the same content, from whichever database it was read."""
    return json.dumps(
        _plain(content), sort_keys=True, separators=(",", ":"), ensure_ascii=True
    ).encode("ascii")


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, UUID):
        return value.hex
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    if isinstance(value, float) and value.is_integer():
        return int(value)  # PostgreSQL gives 100000 for what was kept as 1e5
    return value


# What the links of a game hold
# ----------------------------------------------------------------------------------


def opening(
    game: Any, variant: str, settings: Mapping[str, Any], seats: Sequence[int | None]
) -> bytes:
    """The first link of a game: its rules as it began, and the players by seat. It has the position
    0.
    """
    content = {
        "v": VERSION,
        "game": game.pk,
        "variant": variant,
        "settings": settings,
        "seats": list(seats),
    }
    return linked(START, content)


def of_entry(entry: Any) -> dict[str, Any]:
    """What the link of an entry holds."""
    return {
        "entry": entry.pk,
        "number": entry.number,
        "kind": str(entry.kind),
        "data": entry.data,
        "sides": entry.sides,
        "replaces": entry.replaces_id,
        "outcome": str(entry.outcome),
        "about": entry.about_id,
        "device": entry.by_device,
        "at": entry.created_at,
    }


def of_event(event: Any) -> dict[str, Any]:
    """What the link of something else that happened to a game holds."""
    return {
        "event": event.action,
        **of_reason(event),
        "data": event.data,
        "device": event.by_device,
        "at": event.created_at,
    }


# Reasons that somebody typed, which can be erased
# --------------------------------------------------------------------

ERASED = "…"  # stands in the place of a reason


def reason_seal(reason: str) -> str:
    """What is kept beside a reason: a new salt. Nothing beside none."""
    return secrets.token_hex(16) if reason else ""


def erased_seal(row: Any) -> str:
    """What is kept beside it once it is erased: the hash that its link holds, without the salt to
    try texts on.
    """
    return ":" + _reason_hash(row)


def of_reason(row: Any) -> dict[str, str]:
    """What a link holds of a reason: a hash of it; of one without a seal the text itself."""
    seal = row.reason_seal
    if not seal or (is_erased(row) and row.reason != ERASED):
        return {"reason": row.reason}
    return {"reason_hash": seal[1:] if is_erased(row) else _reason_hash(row)}


def is_erased(row: Any) -> bool:
    """Whether the reason was erased."""
    return bool(row.reason_seal.startswith(":"))


def _reason_hash(row: Any) -> str:
    return hashlib.sha256(f"{row.reason_seal}\n{row.reason}".encode()).hexdigest()


# The head as people read it
# ---------------------------------------------------------------------------------------


def code(head: bytes | memoryview | None) -> str:
    """A head in short, as it stands on walls and on paper: "K7P3-QX2M-9ABC". Empty where there is
    none.
    """
    if head is None:
        return ""
    rest, signs = int.from_bytes(bytes(head), "big"), []
    for _ in range(LENGTH):
        rest, index = divmod(rest, len(SIGNS))
        signs.append(SIGNS[index])
    text = "".join(signs)
    return "-".join(text[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def read_code(text: str) -> str:
    """A head as somebody typed it: its signs alone, all or the first eight or more. Empty where it
    can be none.
    """
    signs = "".join(text.upper().replace("-", " ").replace("–", " ").split())
    return signs if LEAST <= len(signs) <= LENGTH and set(signs) <= set(SIGNS) else ""


def is_head(head: bytes | memoryview | None, signs: str) -> bool:
    """Whether these signs, as `read_code` gives them, are those of a head."""
    return bool(signs) and code(head).replace("-", "").startswith(signs)
