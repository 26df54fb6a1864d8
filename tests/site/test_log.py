"""The log: times that can be told from another zone's, one line for what is nobody's fault, no flood of the same."""

import logging
import re
from typing import Any

import pytest

from tichu_site.log import Line, OneLine, Seldom

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d ")

pytestmark = pytest.mark.any_database


def record(name: str, text: str, *values: object, exc_info: BaseException | None = None) -> logging.LogRecord:
    info = (type(exc_info), exc_info, None) if exc_info else None
    return logging.LogRecord(name, logging.ERROR, __file__, 1, text, values, info)


def test_the_two_hours_of_the_night_in_which_the_clock_goes_back_are_told_apart(
    settings: Any,
) -> None:
    settings.TIME_ZONE = "Europe/Zurich"
    formatter = Line("{asctime} {message}", style="{")
    first, second = record("site", "before"), record("site", "after")
    first.created, second.created = 1792888200.25, 1792891800.25  # 2026-10-25 02:30 in Zurich, twice
    assert [formatter.format(one) for one in (first, second)] == [
        "2026-10-25T02:30:00.250+02:00 before",
        "2026-10-25T02:30:00.250+01:00 after",
    ]


def test_the_same_is_said_once_a_minute_and_then_how_often_it_was_not() -> None:
    now = 0.0
    seldom = Seldom(60, lambda: now)
    assert [seldom.is_due("full") for _ in range(3)] == [(True, 0), (False, 1), (False, 2)]
    assert seldom.is_due("away") == (True, 0)
    now = 60.0
    assert [seldom.is_due("full") for _ in range(2)] == [(True, 2), (False, 1)]


def test_a_name_that_is_not_ours_is_one_short_line_however_often_it_is_asked_for() -> None:
    only = OneLine(Seldom(60, lambda: 0.0))
    text = "Invalid HTTP_HOST header: %r. You may need to add %r to ALLOWED_HOSTS."
    records = [
        record(OneLine.NAME, text, "evil\n" * 1000, "x", exc_info=ValueError("with a traceback")) for _ in range(3)
    ]
    assert [only.filter(one) for one in records] == [True, False, False]
    line = Line("{message}", style="{").format(records[0])
    assert "\n" not in line
    assert len(line) <= 300
    assert "Traceback" not in line
    fault = record("django.request", "Internal Server Error", exc_info=ValueError("ours"))
    assert only.filter(fault)
    assert fault.exc_info
