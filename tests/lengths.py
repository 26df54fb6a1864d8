"""Which of many cases `make test` runs; the others are for `make test-slow`."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def in_short(cases: Iterable[Any], short: Collection[Any]) -> list[Any]:
    """All these cases for a test's one parameter, those slow that are not in the short version."""
    return [case if case in short else pytest.param(case, marks=pytest.mark.slow) for case in cases]
