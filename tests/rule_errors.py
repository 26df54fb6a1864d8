"""What a call is refused with."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.rules import RuleError


def mistakes_of(call: Callable[..., Any], /, *args: Any, **more: Any) -> list[tuple[str, str]]:
    """Code and field of each mistake."""
    with pytest.raises(RuleError) as caught:
        call(*args, **more)
    return [(mistake.code, mistake.field) for mistake in caught.value.mistakes]


def codes_of(call: Callable[..., Any], /, *args: Any, **more: Any) -> list[str]:
    return [code for code, _field in mistakes_of(call, *args, **more)]
