"""The log: times that can be told from another zone's, one line for what is nobody's fault, no
flood of the same.
"""

import logging
import re

import pytest
from django.test import Client
from pytest_django import Settings

from tichu_site.server.log import OneLineFilter, RepeatLimiter, ZonedFormatter

LINE = ZonedFormatter("{message}", style="{")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d ")

pytestmark = pytest.mark.any_database


def record(
    name: str, text: str, *values: object, exc_info: BaseException | None = None
) -> logging.LogRecord:
    info = (type(exc_info), exc_info, None) if exc_info else None
    return logging.LogRecord(name, logging.ERROR, __file__, 1, text, values, info)


def test_the_two_hours_of_the_night_in_which_the_clock_goes_back_are_told_apart(
    settings: Settings,
) -> None:
    settings.TIME_ZONE = "Europe/Zurich"
    formatter = ZonedFormatter("{asctime} {message}", style="{")
    first, second = record("site", "before"), record("site", "after")
    # 2026-10-25 02:30 in Zurich, twice
    first.created, second.created = 1792888200.25, 1792891800.25
    assert [formatter.format(one) for one in (first, second)] == [
        "2026-10-25T02:30:00.250+02:00 before",
        "2026-10-25T02:30:00.250+01:00 after",
    ]


def test_the_same_is_said_once_a_minute_and_then_how_often_it_was_not() -> None:
    now = 0.0
    seldom = RepeatLimiter(60, lambda: now)
    assert [seldom.is_due("full") for _ in range(3)] == [(True, 0), (False, 1), (False, 2)]
    assert seldom.is_due("away") == (True, 0)
    now = 60.0
    assert [seldom.is_due("full") for _ in range(2)] == [(True, 2), (False, 1)]


@pytest.mark.parametrize(
    "name", ["django.security.TooManyFieldsSent", "django.security.SuspiciousOperation"]
)
def test_what_somebody_tries_is_one_line_and_said_seldom(name: str) -> None:
    only = OneLineFilter(RepeatLimiter(60, lambda: 0.0))
    records = [
        record(name, "Too many fields.", exc_info=ValueError("with a traceback")) for _ in range(10)
    ]
    assert [only.filter(one) for one in records] == [True] + [False] * 9
    assert LINE.format(records[0]).endswith("Too many fields.")


def test_each_page_that_is_refused_is_one_line_and_a_fault_keeps_its_traceback() -> None:
    only = OneLineFilter(RepeatLimiter(60, lambda: 0.0))
    refused, missing, fault = (
        record(
            "django.request",
            f"{words}: %s",
            "/desk/1/",
            exc_info=PermissionError("with a traceback"),
        )
        for words in ("Forbidden", "Not Found", "Internal Server Error")
    )
    refused.levelno = missing.levelno = logging.WARNING
    assert [only.filter(one) for one in (refused, missing, fault)] == [True] * 3
    assert LINE.format(refused).endswith("Forbidden: /desk/1/")
    assert LINE.format(missing).endswith("Not Found: /desk/1/")
    assert "with a traceback" in LINE.format(fault)


def test_six_hundred_fields_in_an_address_are_one_line_of_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    fields = "&".join(f"k{number}=1" for number in range(600))
    only = OneLineFilter(RepeatLimiter(60, lambda: 0.0))
    for _ in range(10):
        assert Client().get(f"/new/?{fields}").status_code == 400
    lines = [LINE.format(one) for one in caplog.records if only.filter(one)]
    assert len(lines) == 1
    assert "\n" not in lines[0]


def test_a_name_that_is_not_ours_is_one_short_line_however_often_it_is_asked_for() -> None:
    only = OneLineFilter(RepeatLimiter(60, lambda: 0.0))
    text = "Invalid HTTP_HOST header: %r. You may need to add %r to ALLOWED_HOSTS."
    records = [
        record(
            "django.security.DisallowedHost",
            text,
            "evil\n" * 1000,
            "x",
            exc_info=ValueError("with a traceback"),
        )
        for _ in range(3)
    ]
    assert [only.filter(one) for one in records] == [True, False, False]
    line = ZonedFormatter("{message}", style="{").format(records[0])
    assert "\n" not in line
    assert len(line) <= 300
    assert "Traceback" not in line
    fault = record("django.request", "Internal Server Error", exc_info=ValueError("ours"))
    assert only.filter(fault)
    assert fault.exc_info
