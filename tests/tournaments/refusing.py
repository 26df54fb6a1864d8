"""Asking actions for what they must refuse."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from scoring.rules import RuleError
from tournaments.models import LogLine

NONSENSE = [
    "",
    "\0",
    "-1",
    "9" * 400,
    "²",
    "x" * 5000,
    "1e9",
    "\u202e<b>&%s%(name)s",
    "\ufeff0",
    "None",
    "½",
    "1.5",
]


@contextmanager
def refused(*codes: str) -> Iterator[None]:
    """What is tried is refused with these codes and no others, in words, and nothing of it is
    written down.
    """
    before = LogLine.objects.count()
    with pytest.raises(RuleError) as caught:
        yield
    assert [mistake.code for mistake in caught.value.mistakes] == list(codes)
    assert all(mistake.message for mistake in caught.value.mistakes)
    assert LogLine.objects.count() == before
