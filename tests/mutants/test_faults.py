"""The table of faults fits the code: what `make mutants` would stumble over is told with the other
tests.
"""

import re
from pathlib import Path

from tests.mutants.faults import FAULTS

ROOT = Path(__file__).resolve().parents[2]
LEAST = 56


def test_every_fault_has_one_place_in_the_code_and_tests_that_are_there() -> None:
    texts = {path: (ROOT / path).read_text("utf-8") for path in {fault.path for fault in FAULTS}}
    assert [fault.name for fault in FAULTS if texts[fault.path].count(fault.old) != 1] == []
    assert [fault.name for fault in FAULTS if fault.old == fault.new] == []
    files = [(test, ROOT / test.partition("::")[0]) for fault in FAULTS for test in fault.tests]
    assert [test for test, path in files if not path.exists()] == []
    named = [
        (path, test.partition("::")[2].partition("[")[0]) for test, path in files if "::" in test
    ]
    found = [
        (name, re.search(rf"((?:^@.*\n)*)def {name}\(", path.read_text("utf-8"), re.M))
        for path, name in named
    ]
    assert [name for name, place in found if place is None] == []
    assert [
        name
        for name, place in found
        if place and "mark.slow" in place[1].partition("parametrize")[0]
    ] == []


def test_there_are_enough_of_them_each_with_a_name_and_few_tests() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= LEAST
    assert [fault.name for fault in FAULTS if not 1 <= len(fault.tests) <= 3] == []
    assert {fault.database for fault in FAULTS} == {"sqlite", "postgres"}
