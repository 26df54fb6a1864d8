"""The hash chain over a game's log: the contents of a link and how links are chained. No database.

A link is the SHA-256 of the link before it and its own content. Changing, removing, inserting or
swapping a row changes its link and all that follow, so the last one, the head, stands for the whole
log. It is not keyed, so anyone can recompute it on any machine: a log that was changed has another
head than the one that was shown on screens and on paper.

What may lawfully change later is not included: names (they are in `Player` alone), what settled a
rival, and when a round was seen. The phone that wrote a row is included as a number, which stays if
the phone itself is erased. A typed reason is included as a salted hash: without its salt the text
can be erased, and everything else is still covered.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

VERSION = 1  # of a link's contents: another version must be told apart from this one
START = b""
# Without 0 and O, 1, I and L, which look alike on paper
SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 12  # 31 ** 12: 59 bits
GROUP = 4
LEAST = 8  # characters of a head needed to search for it


def linked(before: bytes, content: Mapping[str, Any]) -> bytes:
    """Return the link for this content after the link `before`."""
    return hashlib.sha256(bytes(before) + b"\n" + canonical(content)).digest()


def canonical(content: Mapping[str, Any]) -> bytes:
    """Serialise content to the same bytes, whichever database it was read from."""
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
        return int(value)  # PostgreSQL returns 100000 for a stored 1e5
    return value


# Contents of a game's links


def opening(
    game: Any,
    variant: str,
    settings: Mapping[str, Any],
    carried: Mapping[str, Any],
    seats: Sequence[int | None],
) -> bytes:
    """Return the first link of a game, at position 0: its initial rules, the score that it started
    with, and the players by seat.
    """
    content = {
        "v": VERSION,
        "game": game.pk,
        "variant": variant,
        "settings": settings,
        **({"carried": carried} if carried else {}),
        "seats": list(seats),
    }
    return linked(START, content)


def of_entry(entry: Any) -> dict[str, Any]:
    """Return the content of an entry's link."""
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
    """Return the content of an event's link."""
    return {
        "event": event.action,
        **of_reason(event),
        "data": event.data,
        "device": event.by_device,
        "at": event.created_at,
    }


# Typed reasons, which can be erased

ERASED = "…"  # replaces a reason


def reason_seal(reason: str) -> str:
    """Return a new salt to store beside a reason; "" for an empty one."""
    return secrets.token_hex(16) if reason else ""


def erased_seal(row: Any) -> str:
    """Return what is stored beside a reason once it is erased: the hash in its link.

    The salt is gone, so texts cannot be tried against the hash.
    """
    return ":" + _reason_hash(row)


def of_reason(row: Any) -> dict[str, str]:
    """Return a link's content for a reason: its hash, or the text if it has no seal."""
    seal = row.reason_seal
    if not seal or (is_erased(row) and row.reason != ERASED):
        return {"reason": row.reason}
    return {"reason_hash": seal[1:] if is_erased(row) else _reason_hash(row)}


def is_erased(row: Any) -> bool:
    """Return whether the reason was erased."""
    return bool(row.reason_seal.startswith(":"))


def _reason_hash(row: Any) -> str:
    return hashlib.sha256(f"{row.reason_seal}\n{row.reason}".encode()).hexdigest()


# The head as people read it


def code(head: bytes | memoryview | None) -> str:
    """Return a head as shown on screens and paper: "K7P3-QX2M-9ABC". Empty if there is none."""
    if head is None:
        return ""
    rest, signs = int.from_bytes(bytes(head), "big"), []
    for _ in range(LENGTH):
        rest, index = divmod(rest, len(SIGNS))
        signs.append(SIGNS[index])
    text = "".join(signs)
    return "-".join(text[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def read_code(text: str) -> str:
    """Parse a typed head into its characters, all or at least the first eight. Empty if it is
    invalid.
    """
    signs = "".join(text.upper().replace("-", " ").replace("–", " ").split())
    return signs if LEAST <= len(signs) <= LENGTH and set(signs) <= set(SIGNS) else ""


def is_head(head: bytes | memoryview | None, signs: str) -> bool:
    """Return whether these characters, from `read_code`, match a head."""
    return bool(signs) and code(head).replace("-", "").startswith(signs)
