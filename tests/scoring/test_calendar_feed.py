"""The calendar that other programs follow, read back by a library that others wrote."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import icalendar
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.clubs.evenings import WIDTH, Entry, escaped, written

ZURICH = ZoneInfo("Europe/Zurich")
CHANGED = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)
AT = datetime(2026, 12, 18, 19, 30, tzinfo=ZURICH)
# What no calendar keeps: control characters, which are left out, and other ends of lines, which
# become the one.
TEXT = st.text(
    st.characters(exclude_categories=["Cc", "Cs"], include_characters="\n,;:\\\"'"), max_size=200
)


def events(name: str, *entries: Entry) -> tuple[icalendar.Calendar, list[icalendar.Event]]:
    calendar = icalendar.Calendar.from_ical(written(name, entries))
    assert not calendar.errors
    found = calendar.walk("VEVENT")
    assert not [one.errors for one in found if one.errors]
    return calendar, found


def an_entry(**more: object) -> Entry:
    return Entry(
        **(
            {"uid": "u", "sequence": 0, "starts_at": AT, "changed_at": CHANGED, "title": "Friday"}
            | more
        )
    )


def test_an_evening_is_read_back_with_all_that_was_written() -> None:
    entry = an_entry(
        uid="0b5c",
        sequence=3,
        place="Weisser Wind; Saal 2, Zürich",
        words="Bring\\take",
        address="https://a.example/x",
    )
    calendar, (event,) = events("Tichu, Bern", entry)
    assert (calendar["VERSION"], calendar["METHOD"], calendar["NAME"]) == (
        "2.0",
        "PUBLISH",
        r"Tichu\, Bern",
    )
    assert (event["UID"], event["SEQUENCE"], event["STATUS"]) == ("0b5c", 3, "CONFIRMED")
    assert (event["SUMMARY"], event["LOCATION"]) == ("Friday", "Weisser Wind; Saal 2, Zürich")
    assert (event["DESCRIPTION"], event["URL"]) == ("Bring\\take", "https://a.example/x")
    assert event["DTSTAMP"].dt == event["LAST-MODIFIED"].dt == CHANGED


def test_half_past_seven_is_half_past_seven_on_both_sides_of_the_change_of_clocks() -> None:
    days = [datetime(2027, 3, day, 19, 30, tzinfo=ZURICH) for day in (26, 28)]
    _, found = events("Club", *(an_entry(starts_at=at) for at in days))
    assert [one["DTSTART"].dt.astimezone(ZURICH).hour for one in found] == [19, 19]
    assert [one["DTSTART"].dt.hour for one in found] == [18, 17]
    assert [one["DTSTART"].dt for one in found] == days


def test_what_is_called_off_says_so() -> None:
    _, (event,) = events("Club", an_entry(called_off=True))
    assert event["STATUS"] == "CANCELLED"


def test_without_evenings_it_is_a_calendar_all_the_same() -> None:
    assert events("Club")[1] == []


@given(name=TEXT, title=TEXT, place=TEXT, words=TEXT)
def test_any_text_comes_back_as_it_was_and_no_line_is_too_long(
    name: str, title: str, place: str, words: str
) -> None:
    text = written(name, [an_entry(title=title, place=place, words=words)])
    lines = text.split("\r\n")
    assert lines[-1] == ""
    assert max(len(line.encode()) for line in lines) <= WIDTH
    assert "\n" not in text.replace("\r\n", "")
    calendar, (event,) = events(name, an_entry(title=title, place=place, words=words))
    # What it does not know by name the library leaves as it is written; that it is written well,
    # the others say.
    assert calendar["NAME"] == calendar["X-WR-CALNAME"] == escaped(name)
    assert event["SUMMARY"] == title
    assert event.get("LOCATION", "") == place
    assert event.get("DESCRIPTION", "") == words


@pytest.mark.parametrize("letter", ["x", "ü", "€", "\U0001f98a"])
@pytest.mark.parametrize("before", range(4))
def test_long_lines_are_folded_where_they_are_full_and_no_letter_is_cut(
    letter: str, before: int
) -> None:
    text = written("Club", [an_entry(words="y" * before + letter * 200)])
    sizes = [len(line.encode()) for line in text.split("\r\n")]
    assert WIDTH - len(letter.encode()) < max(sizes) <= WIDTH
    folded = (
        text.partition("DESCRIPTION")[2]
        .partition("\r\nURL")[0]
        .partition("\r\nEND")[0]
        .split("\r\n ")
    )
    assert "".join(folded) == ":" + "y" * before + letter * 200
    assert {WIDTH - 1 - len(one.encode()) for one in folded[1:-1]} <= set(
        range(len(letter.encode()))
    )


@pytest.mark.parametrize("bad", ["\r\nBEGIN:VALARM", "\x00", "\x1b[0m", "\r"])
def test_no_text_begins_a_line_of_its_own(bad: str) -> None:
    _, (event,) = events("Club", an_entry(title=f"Friday{bad}"))
    assert "BEGIN:VALARM\r\n" not in written("Club", [an_entry(title=f"Friday{bad}")]).replace(
        "\\nBEGIN:VALARM", ""
    )
    assert event["SUMMARY"].startswith("Friday")
