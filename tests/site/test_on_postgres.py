"""The run on PostgreSQL: what is chosen for it is there, and so is what runs nowhere else."""

import re
from pathlib import Path

from tests.on_postgres import CHOSEN, chosen

TESTS = Path(__file__).parents[1]


def test_every_choice_is_there() -> None:
    assert [path for path in CHOSEN if not (TESTS / path).exists()] == []


def test_whatever_asks_for_postgresql_runs_there() -> None:
    files = {
        path.relative_to(TESTS).as_posix(): path.read_text(encoding="utf-8")
        for path in TESTS.rglob("test_*.py")
    }
    asks = re.compile(r'reason="[^"]*PostgreSQL')
    assert (
        sorted(path for path, text in files.items() if asks.search(text) and not chosen(path)) == []
    )
