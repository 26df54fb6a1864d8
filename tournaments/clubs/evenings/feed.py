"""An iCalendar feed (RFC 5545). Pure, no Django.

Times are written in UTC, so an evening at half past seven stays at half past seven on both sides of
a daylight saving change, and no time zone rules need to be included.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

TYPE = "text/calendar; charset=utf-8"
WIDTH = 75  # octets per line, without its end
# Evenings have no end time; calendars need a duration
LASTS = timedelta(hours=4)
ESCAPED = {"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"}


@dataclass(frozen=True)
class Entry:
    """A calendar event. `uid` never changes; `sequence` grows with every change."""

    uid: str
    sequence: int
    starts_at: datetime
    changed_at: datetime
    title: str
    place: str = ""
    words: str = ""
    address: str = ""
    called_off: bool = False


def written(name: str, entries: Iterable[Entry]) -> str:
    """Return the whole calendar."""
    return "".join(f"{folded(line)}\r\n" for line in _lines(name, entries))


def _lines(name: str, entries: Iterable[Entry]) -> Iterator[str]:
    yield from (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Tichu Desk//Evenings//EN",
        "METHOD:PUBLISH",
    )
    # Programs support one or the other
    yield from (f"NAME:{escaped(name)}", f"X-WR-CALNAME:{escaped(name)}")
    yield from ("REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H")
    for entry in entries:
        yield from _event(entry)
    yield "END:VCALENDAR"


def _event(entry: Entry) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{entry.uid}"
    yield f"SEQUENCE:{entry.sequence}"
    yield f"DTSTAMP:{moment(entry.changed_at)}"
    yield f"LAST-MODIFIED:{moment(entry.changed_at)}"
    yield f"DTSTART:{moment(entry.starts_at)}"
    yield f"DTEND:{moment(entry.starts_at + LASTS)}"
    yield f"STATUS:{'CANCELLED' if entry.called_off else 'CONFIRMED'}"
    yield f"SUMMARY:{escaped(entry.title)}"
    if entry.place:
        yield f"LOCATION:{escaped(entry.place)}"
    if entry.words:
        yield f"DESCRIPTION:{escaped(entry.words)}"
    if entry.address:
        yield f"URL:{entry.address}"
    yield "END:VEVENT"


def moment(at: datetime) -> str:
    """Format a time in UTC."""
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """Escape a text for a value: one line, no control characters."""
    plain = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", text.replace("\r\n", "\n").replace("\r", "\n"))
    return re.sub(r"[\\;,\n]", lambda found: ESCAPED[found[0]], plain)


def folded(line: str) -> str:
    """Fold a line into pieces of at most 75 octets, each but the first after a space, without
    splitting a character.
    """
    pieces, piece, room = [], "", WIDTH
    for letter in line:
        size = len(letter.encode())
        if size > room:
            pieces.append(piece)
            piece, room = "", WIDTH - 1  # minus the space before it
        piece += letter
        room -= size
    return "\r\n ".join([*pieces, piece])
