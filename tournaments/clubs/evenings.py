"""Evenings of a club: the dates of a series, and the calendar feed. Pure."""

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import count, islice, takewhile

ONCE, WEEKLY, FORTNIGHTLY, MONTHLY = "once", "weekly", "fortnightly", "monthly"
WAYS = (ONCE, WEEKLY, FORTNIGHTLY, MONTHLY)
MOST = 60  # evenings planned at once


def days_of(first: date, every: str, until: date) -> list[date]:
    """Return the dates of a series from `first` to `until`, or `MOST` + 1 if there are more."""
    if every == ONCE:
        return [first]
    days = (
        _monthly(first) if every == MONTHLY else _weekly(first, 14 if every == FORTNIGHTLY else 7)
    )
    return list(islice(takewhile(lambda day: day <= until, days), MOST + 1))


def _weekly(first: date, step: int) -> Iterator[date]:
    return (first + timedelta(days=step * number) for number in count())


def _monthly(first: date) -> Iterator[date]:
    """Yield the same weekday of each month: the third if the first date is a third, the last if it
    is a fifth.
    """
    which = (first.day - 1) // 7
    for month in count(first.year * 12 + first.month - 1):
        year, number = divmod(month, 12)
        begins, days = monthrange(year, number + 1)
        day = 1 + (first.weekday() - begins) % 7 + 7 * which
        yield date(year, number + 1, day if day <= days else day - 7)


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
