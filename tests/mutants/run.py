"""Puts each fault of `faults.py` into a copy of the code, runs the tests that should catch it, says
whether one did.

`make mutants`, or `python -m tests.mutants.run [--at-once N] [name ...]` for some. It ends with 1
where a fault was not caught, where its place is not found once, and where the tests fail without
any fault.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter
from typing import NamedTuple

from tests.mutants.fault import Fault
from tests.mutants.faults import FAULTS

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 300  # seconds for the tests of one fault: they may wait for ever for what it took away
TO_CLEAN_UP = 30  # seconds, for servers and browsers, once that is over
FAILED = 1  # how pytest ends where tests failed; other numbers say that they did not run
FIRST = re.compile(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", re.MULTILINE)
# The same examples every time: a fault is caught or not caught, and never both.
PYTEST = (
    "-m",
    "pytest",
    "-x",
    "-q",
    "-m",
    "not slow",
    "-p",
    "no:cacheprovider",
    "--hypothesis-seed=0",
)


class Ran(NamedTuple):
    """How tests ended: pytest's number, None where they were not done in time, and what it said."""

    number: int | None
    said: str


class Verdict(NamedTuple):
    """Whether a test failed with a fault; which one, or why none; after how many seconds."""

    fault: Fault
    caught: bool
    what: str
    seconds: float = 0


def copied(folder: Path) -> Path:
    """What git keeps, as it is now, in this folder."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):  # taken away, and git does not know it yet
            shutil.copy2(ROOT / name, folder / name)
    (folder / ".venv").symlink_to((ROOT / ".venv").resolve())
    return folder


def run_tests(
    where: Path, database: str, tests: Sequence[str], *more: str, seconds: float | None = None
) -> Ran:
    """Run these in a copy until the first fails."""
    # Bytecode is kept, for speed: what has a fault is younger than any, and comes back with its own
    # time.
    environment = {
        key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
    }
    command = [sys.executable, *PYTEST, *more, *tests]
    environment["TEST_DATABASE"] = database
    out = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=where, env=environment, stdout=out, stderr=subprocess.STDOUT, text=True
    ) as run:
        try:
            return Ran(None, run.communicate(timeout=seconds)[0])._replace(number=run.returncode)
        except subprocess.TimeoutExpired:
            run.send_signal(signal.SIGINT)  # as by hand: it ends its servers and browsers
            with suppress(subprocess.TimeoutExpired):
                run.wait(TO_CLEAN_UP)
            run.kill()
            return Ran(None, "")


def tried(fault: Fault, where: Path) -> Verdict:
    """Put a fault into a copy, run its tests, take it out."""
    file = where / fault.path
    text = file.read_text("utf-8") if file.is_file() else ""
    if text.count(fault.old) != 1:
        return Verdict(
            fault,
            False,
            f"its place is found {text.count(fault.old)} times in {fault.path}, not once",
        )
    file.write_text(text.replace(fault.old, fault.new), "utf-8")
    begun = perf_counter()
    try:
        number, said = run_tests(where, fault.database, fault.tests, seconds=LONGEST)
    finally:
        shutil.copy2(ROOT / fault.path, file)
    first = FIRST.search(said)
    if number == FAILED and first:
        return Verdict(fault, True, first[1], perf_counter() - begun)
    why = {0: "all of them pass", None: f"not done in {LONGEST} s"}.get(
        number, f"pytest ended with {number}"
    )
    return Verdict(fault, False, f"{why}: {' '.join(fault.tests)}", perf_counter() - begun)


def pass_without(faults: Sequence[Fault], where: Path, at_once: int) -> bool:
    """Whether the tests of all these pass where there is no fault."""
    for database in sorted({fault.database for fault in faults}):
        tests = sorted(
            {test for fault in faults if fault.database == database for test in fault.tests}
        )
        print(f"without any fault, on {database}: {len(tests)} files", flush=True)
        number, said = run_tests(
            where, database, tests, *(("-n", str(at_once)) if at_once > 1 else ())
        )
        if number != 0:
            print(said)
            return False
    return True


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "names", nargs="*", metavar="name", help="of the faults to try; without any all of them"
    )
    parser.add_argument(
        "--at-once",
        type=int,
        default=1,
        metavar="N",
        help="so many at a time, in copies of their own",
    )
    asked = parser.parse_args()
    if unknown := set(asked.names) - {fault.name for fault in FAULTS}:
        parser.error(f"There is no fault {', '.join(sorted(unknown))}.")
    faults = [fault for fault in FAULTS if not asked.names or fault.name in asked.names]
    missed: list[str] = []
    with tempfile.TemporaryDirectory(prefix="tichu-mutants-") as folder:
        copies = [copied(Path(folder) / str(number)) for number in range(max(1, asked.at_once))]
        if not pass_without(faults, copies[0], asked.at_once):
            return 1
        free: SimpleQueue[Path] = SimpleQueue()
        for copy in copies:
            free.put(copy)

        def in_a_free_one(fault: Fault) -> Verdict:
            where = free.get()
            try:
                return tried(fault, where)
            finally:
                free.put(where)

        with ThreadPoolExecutor(len(copies)) as pool:
            for done in as_completed([pool.submit(in_a_free_one, fault) for fault in faults]):
                fault, caught, what, seconds = done.result()
                print(
                    f"{'caught' if caught else 'NOT CAUGHT'}  {fault.name}  {seconds:.0f} s  "
                    f"{what}",
                    flush=True,
                )
                missed += [] if caught else [fault.name]
    print(
        f"{len(faults) - len(missed)} of {len(faults)} caught."
        + (f" Not: {', '.join(missed)}." if missed else "")
    )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
