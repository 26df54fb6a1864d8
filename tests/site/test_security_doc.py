"""The table of security names every point of the standard's first level, and no test that there is
not.
"""

import re

from tests.processes import ROOT

TEXT = (ROOT / "docs/security.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.split(" | ")]
    for line in TEXT.splitlines()
    if line.startswith("| V")
]
# How many points of level 1 each section of ASVS 5.0.0 has, by their numbers.
FIRST_LEVEL = {
    *(f"V1.2.{n}" for n in range(1, 6)), "V1.3.1", "V1.3.2", "V1.5.1",
    "V2.1.1", "V2.2.1", "V2.2.2", "V2.3.1",
    "V3.2.1", "V3.2.2", "V3.3.1", "V3.4.1", "V3.4.2", "V3.5.1", "V3.5.2", "V3.5.3",
    "V4.1.1", "V4.4.1",
    "V5.2.1", "V5.2.2", "V5.3.1", "V5.3.2",
    "V6.1.1", *(f"V6.2.{n}" for n in range(1, 9)), "V6.3.1", "V6.3.2", "V6.4.1", "V6.4.2",
    *(f"V7.2.{n}" for n in range(1, 5)), "V7.4.1", "V7.4.2",
    "V8.1.1", "V8.2.1", "V8.2.2", "V8.3.1",
    "V9.1.1", "V9.1.2", "V9.1.3", "V9.2.1",
    *(f"V10.4.{n}" for n in range(1, 6)),
    "V11.3.1", "V11.3.2", "V11.4.1",
    "V12.1.1", "V12.2.1", "V12.2.2",
    "V13.4.1",
    "V14.2.1", "V14.3.1",
    "V15.1.1", "V15.2.1", "V15.3.1",
}  # fmt: skip


def test_every_point_of_the_first_level_stands_in_the_table_once() -> None:
    points = [row[0].removeprefix("| ") for row in ROWS]
    assert len(points) == len(set(points))
    assert {row[0].removeprefix("| ") for row in ROWS if row[1] == "1"} == FIRST_LEVEL
    assert len(FIRST_LEVEL) == 70


def test_every_place_that_the_table_names_is_there() -> None:
    places = set(re.findall(r"`((?:docs|deploy|scoring|tichu_site|tournaments)/[^` ]*)`", TEXT))
    assert places
    assert {place for place in places if not (ROOT / place).exists()} == set()


def test_every_point_is_shown_by_a_test_that_is_there_or_says_what_is_missing() -> None:
    tests = {
        f"{path.name}::{name}"
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    named = {row[0]: set(re.findall(r"`(test_\w+\.py::test_\w+)`", row[-1])) for row in ROWS}
    assert {point: found - tests for point, found in named.items() if found - tests} == {}
    silent = [
        row[0]
        for row in ROWS
        if not named[row[0]] and not re.search(r"missing|nothing to test", row[-1])
    ]
    assert silent == []
