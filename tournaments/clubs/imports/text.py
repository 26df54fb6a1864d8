"""Decode text files from any program, and parse dates and times in them."""

import re
from collections.abc import Iterable
from datetime import date, datetime, timedelta

from scoring.rules import Mistake, RuleError, shown
from scoring.rules.words import gettext_noop

UTF_8, UTF_16 = b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")
# Legacy encodings are ambiguous. These are the letters of German and French in Windows-1252, which
# Excel still writes; any other would be a wrong guess for Polish or Russian names.
WESTERN = frozenset("äöüÄÖÜßéèêëàâîïôùûçÉÈÊÀÂÎÔÛÇñ’–€«»\u00a0")
LATEST_YEAR, EARLIEST_YEAR = 2200, 1991  # Tichu was published in 1991

_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", re.ASCII)
_POINTS = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2}(?!\d))", re.ASCII)
_SLASHES = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4}|\d{2}(?!\d))", re.ASCII)
_TIME = re.compile(
    r"(\d{1,2})[:.h](\d{2})(?::\d{2})?(?:\s*(?:uhr|h|([ap])\.?m\.?))?", re.ASCII | re.IGNORECASE
)
_SERIAL = re.compile(r"(\d{5})(?:[.,](\d{1,12}))?", re.ASCII)
FIRST_SERIAL_DAY = date(1899, 12, 30)  # day 0 of spreadsheets


def decoded(content: bytes) -> str:
    """Decode a file, without its byte order mark. Raises RuleError if it is not text or its
    encoding is ambiguous.
    """
    if b"\0" in content and content[:2] not in UTF_16:
        raise RuleError(
            [
                Mistake(
                    "no_text",
                    "file",
                    gettext_noop("This is not text: save it as CSV or JSON first."),
                )
            ]
        )
    try:
        if content[:2] in UTF_16:
            return content.decode("utf-16")
        return content.removeprefix(UTF_8).decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
        if content[:2] not in UTF_16 and {char for char in text if ord(char) > 127} <= WESTERN:
            return text
    words = gettext_noop("Its encoding is unclear: save it as “CSV UTF-8” and choose that file.")
    raise RuleError([Mistake("bad_encoding", "file", words)])


def moment(typed: str) -> datetime | date:
    """Parse a date or time in ISO 8601: 2024-05-03, 2024-05-03T19:30:00Z. Raises RuleError for
    anything else.
    """
    text = typed.strip()[:40]
    try:
        found: datetime | date = (
            date.fromisoformat(text) if len(text) <= 10 else datetime.fromisoformat(text)
        )
    except ValueError as error:
        raise no_day(typed) from error
    return _in_time(found, typed)


def day_first(typed: Iterable[str]) -> bool | None:
    """Return whether 3/5/2024 means the third of May, judging by the whole column. None
    if unclear.
    """
    for text in typed:
        found = _SLASHES.match(text.strip()[:40])
        if found and int(found[1]) > 12:
            return True
        if found and int(found[2]) > 12:
            return False
    return None


def typed_moment(day: str, time: str, *, days_first: bool | None) -> datetime | date:
    """Parse date and time as in spreadsheets: 2024-05-03, 3.5.2024, 3.5.24, 3/5/2024, 45415 (days
    since 1899); 19:30 or 7:30 pm, also after the date.

    Raises RuleError for an invalid date, and for an ambiguous one with slashes.
    """
    text = day.strip()[:40]
    if serial := _SERIAL.fullmatch(text):
        text = _serial_day(serial)
    year, month, number, rest = _parts(text, day, days_first=days_first)
    clock = time.strip()[:20] or rest.strip(" T,")
    try:
        found = date(year, month, number)
        # Midnight in a spreadsheet means that the time is unknown
        if not clock or clock in {"00:00", "00:00:00", "0:00"}:
            return _in_time(found, day)
        hours = _TIME.fullmatch(clock)
        if hours is None:
            raise no_time(clock)
        return _in_time(datetime(year, month, number, _hour(hours), int(hours[2])), day)  # noqa: DTZ001 - local
    except ValueError as error:
        raise no_day(day) from error


def _serial_day(found: re.Match[str]) -> str:
    """Return the date, with its time if any, of a spreadsheet's serial number."""
    day = FIRST_SERIAL_DAY + timedelta(days=int(found[1]))
    minutes = round(float(f"0.{found[2] or 0}") * 24 * 60)
    return (
        f"{day.isoformat()} {minutes // 60 % 24:02}:{minutes % 60:02}"
        if minutes
        else day.isoformat()
    )


def _hour(clock: re.Match[str]) -> int:
    """Return an hour of 0 to 23. Raises ValueError for 13 pm."""
    hour = int(clock[1])
    if not clock[3]:
        return hour
    if not 1 <= hour <= 12:
        raise ValueError(hour)
    return hour % 12 + (12 if clock[3] in "pP" else 0)


def _year(typed: str) -> int:
    """Return the year; two digits mean one since Tichu exists."""
    year = int(typed)
    if len(typed) > 2:
        return year
    return year + (1900 if year >= EARLIEST_YEAR % 100 else 2000)


def _parts(text: str, day: str, *, days_first: bool | None) -> tuple[int, int, int, str]:
    if found := _ISO.match(text):
        return int(found[1]), int(found[2]), int(found[3]), text[found.end() :]
    if found := _POINTS.match(text):
        return _year(found[3]), int(found[2]), int(found[1]), text[found.end() :]
    found = _SLASHES.match(text)
    if found is None:
        raise no_day(day)
    if days_first is None and found[1] != found[2]:
        words = gettext_noop("%(typed)s could mean two dates: write dates as 2024-05-03.")
        raise RuleError([Mistake("bad_date", "date", words, {"typed": shown(day)})])
    first, second = int(found[1]), int(found[2])
    month, number = (second, first) if days_first else (first, second)
    return _year(found[3]), month, number, text[found.end() :]


def _in_time(found: datetime | date, typed: str) -> datetime | date:
    if not EARLIEST_YEAR <= found.year <= LATEST_YEAR:
        raise no_day(typed)
    return found


def no_day(typed: str) -> RuleError:
    text = gettext_noop("%(typed)s is not a date: write dates as 2024-05-03.")
    return RuleError([Mistake("bad_date", "date", text, {"typed": shown(typed)})])


def no_time(typed: str) -> RuleError:
    text = gettext_noop("%(typed)s is not a time: write times as 19:30.")
    return RuleError([Mistake("bad_date", "time", text, {"typed": shown(typed)})])
