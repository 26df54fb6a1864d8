"""Which of many cases `make test` runs; the others are for `make test-slow`."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

import pytest
from hypothesis import given, settings


def in_short(cases: Iterable[Any], short: Collection[Any]) -> list[Any]:
    """All these cases for a test's one parameter, those slow that are not in the short version."""
    return [case if case in short else pytest.param(case, marks=pytest.mark.slow) for case in cases]


def examples(
    short: int, long: int, *drawn: Any, **named: Any
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Hypothesis' `given` with so many examples in the short version, and with so many in the slow
    one.

    `drawn` and `named` are the strategies; the test takes nothing beside them.
    """

    def of(test: Callable[..., None]) -> Callable[..., None]:
        @pytest.mark.parametrize("count", [short, pytest.param(long, marks=pytest.mark.slow)])
        def counted(count: int) -> None:
            settings(max_examples=count)(given(*drawn, **named)(test))()

        counted.__name__, counted.__doc__ = test.__name__, test.__doc__
        return counted

    return of
