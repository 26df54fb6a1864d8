"""Asking actions for what they must refuse."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from scoring.rules import RuleError
from tournaments.models import LogLine


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
