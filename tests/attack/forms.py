"""Forms as large as are let in: every field that a view asks for is there, and holds as much as
fits.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import pytest
from django.utils.datastructures import MultiValueDict

FORM = "application/x-www-form-urlencoded"
MOST_FIELDS = 480  # Django reads 500

Fields = dict[str, str | list[str]]
# What a field may hold of `size` characters, where `count` fields share the form.
FILLED: dict[str, Callable[[int], str]] = {
    "one word": lambda size: "x" * size,
    "words": lambda size: "x " * (size // 2),
    "digits": lambda size: "9" * size,
    "lines": lambda size: "Ann & Bo, C\n" * (size // 12),
    "brackets": lambda size: "[" * size,
    "numbers in JSON": lambda size: '{"out": [' + "0," * (size // 2) + "0]}",
    "spaces": lambda size: "a" + " " * size + "b",
    "signs": lambda size: "\N{SNOWMAN}\N{COMBINING ACUTE ACCENT}" * (size // 4),
}


@contextmanager
def asked_for(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The names of fields that are looked up meanwhile, in any form and any address."""
    names: set[str] = set()

    def listening(name: str) -> None:
        before = getattr(MultiValueDict, name, None) or getattr(dict, name)

        def heard(self: Any, key: Any, *args: Any, **kwargs: Any) -> Any:
            if isinstance(key, str):
                names.add(key)
            return before(self, key, *args, **kwargs)

        patch.setattr(MultiValueDict, name, heard)

    with monkeypatch.context() as patch:
        for name in ("__getitem__", "__contains__", "get", "_getlist"):
            listening(name)
        yield names


def body(fields: Fields, names: set[str], kind: str, size: int) -> bytes:
    """A form of about `size` bytes: what it has to hold, and all that is asked for besides, filled.

    `many values` gives each name as often as a form may hold fields.
    """
    free = sorted(names - set(fields) - {"csrfmiddlewaretoken"}) or ["text"]
    if kind == "many values":
        return urlencode(
            [*fields.items(), *((free[n % len(free)], "1") for n in range(size))], doseq=True
        ).encode()
    each = FILLED[kind](200)
    length = size * 200 // (len(free) * len(urlencode({"": each})))
    return urlencode({**fields, **dict.fromkeys(free, FILLED[kind](length))}, doseq=True).encode()[
        :size
    ]
