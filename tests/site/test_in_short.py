"""A test of `make test-slow` names what `make test` runs instead: those files exist."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
IN_SHORT = re.compile(r"# (?:in|In) short: .*")
NAMED = re.compile(r"[\w/]+\.py")


def test_what_stands_for_a_slow_test_is_there() -> None:
    files = {path.relative_to(TESTS.parent).as_posix(): path for path in TESTS.rglob("test_*.py")}
    names = {path.name for path in files.values()}
    gone = []
    for path in files.values():
        comments = IN_SHORT.findall(path.read_text(encoding="utf-8"))
        gone += [
            f"{path.name}: {named}"
            for named in NAMED.findall(" ".join(comments))
            if named not in (files if "/" in named else names)
        ]
    assert gone == []
