"""No place outside the rule book knows a game by its name:
whatever it needs, it asks the variant.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from scoring.rules import VARIANTS
from tests.processes import ROOT

PLACES = ("scoring", "tournaments", "tichu_site", "templates")
SCRIPTS = {".html", ".txt", ".js", ".css"}
RULE_BOOK = ROOT / "scoring" / "rules"
# Where a game may be named, and why.
NAMED = {
    "tournaments/plans/presets.py": "ready-made events: each is of one game",
    "scoring/pages/sheet/views.py": "the finished game that a first visit may look at",
    "tournaments/standings/duplicate/possible_scores.py": "duplicate is played by one game's rules",
    "tournaments/migrations/0001_initial.py": "what the column's default was when it was made",
}
KEY = re.compile(rf"\b({'|'.join(VARIANTS)})\b")


def files() -> Iterator[Path]:
    for place in PLACES:
        for path in sorted((ROOT / place).rglob("*")):
            if path.suffix in SCRIPTS | {".py"} and RULE_BOOK not in path.parents:
                yield path


def named_in(path: Path, text: str) -> list[tuple[int, str]]:
    """The lines in which a game is named, and by which key. Python's docstrings and comments are
    for people.
    """
    if path.suffix != ".py":
        return [
            (number, key)
            for number, line in enumerate(text.splitlines(), 1)
            for key in KEY.findall(line)
        ]
    if not KEY.search(text.lower()):
        return []
    tree = ast.parse(text)
    spoken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = []
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in spoken
        ):
            found += [(node.lineno, key) for key in KEY.findall(node.value)]
        if isinstance(node, ast.ImportFrom):
            words = [node.module or "", *(name.name.lower() for name in node.names)]
            found += [(node.lineno, key) for word in words for key in KEY.findall(word)]
    return found


def test_no_game_is_known_by_its_name_outside_the_rule_book() -> None:
    found = {
        f"{path.relative_to(ROOT)}:{line} {key}"
        for path in files()
        if str(path.relative_to(ROOT)) not in NAMED
        for line, key in named_in(path, path.read_text(encoding="utf-8"))
    }
    assert not found


def test_what_may_name_a_game_does() -> None:
    assert all(named_in(ROOT / name, (ROOT / name).read_text(encoding="utf-8")) for name in NAMED)


def test_the_scan_sees_every_kind_of_naming() -> None:
    source = (
        '"""Trichu, and trichu."""\n'
        "# nanking\n"
        'is_ours = variant in {"nanking", "tientsin"}\n'
        'sort = "of wu_wang"\n'
        "from scoring.rules.trichu import TRICHU\n"
    )
    found = named_in(Path("page.py"), source)
    assert set(found) == {(3, "nanking"), (3, "tientsin"), (4, "wu_wang"), (5, "trichu")}
    assert named_in(Path("page.js"), 'if (variant === "trichu")') == [(1, "trichu")]
