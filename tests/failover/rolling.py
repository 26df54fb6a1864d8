"""Old and new side by side: a rolling update from the schema of the last release.

    python -m tests.failover.rolling

The old version runs, the new one starts beside it and migrates, and phones write to both in turns,
also into the same game. Nothing may be refused or put off. It needs git's history for the old
version: in an export without it there is nothing to try, and it says so.
"""

import http.client
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from tests.browser.servers import running_site
from tests.processes import ROOT
from tests.reliability.phones import ANSWER_SECONDS, Phone, Server, all_writing
from tests.site.clusters import machine

BEFORE = "c67b6ffa^"  # the last revision with nothing but the migrations of 1.0.0
PHONES = 8
MEANWHILE, IN_TURNS = 20, 10  # rounds of each


@dataclass
class Both(Server):
    """Two servers, one after the other, as a proxy chooses them."""

    ports: Iterator[int] = field(default_factory=lambda: iter(()))

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", next(self.ports), timeout=ANSWER_SECONDS)


@contextmanager
def old_version(folder: Path) -> Iterator[Path]:
    """The code of that revision."""
    at = folder / "old"
    add = ["git", "worktree", "add", "--quiet", "--detach", str(at), BEFORE]
    subprocess.run(add, cwd=ROOT, check=True)
    try:
        yield at
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", str(at)], cwd=ROOT, check=True)


def main() -> int:
    known = ["git", "rev-parse", "--quiet", "--verify", f"{BEFORE}^{{commit}}"]
    if subprocess.run(known, cwd=ROOT, capture_output=True, check=False).returncode:
        print(f"Not tried: {BEFORE} is not in the history of this copy.")
        return 0
    with tempfile.TemporaryDirectory(prefix="tichu-rolling-") as name, machine() as its:
        folder, data = Path(name), its.folder / "data"
        its.make(data)
        with its.serving(data), old_version(folder) as at:
            url = f"postgres://postgres@{str(its.folder).replace('/', '%2F')}/postgres"
            return side_by_side(folder, url, at)


def side_by_side(folder: Path, url: str, at: Path) -> int:
    same = {"SECRET_KEY": "k" + "0123456789abcdefghijklmnopqrstuvwxyz" * 2}
    with ExitStack() as stack:
        old = stack.enter_context(running_site(folder / "one", url, empty=True, root=at, **same))
        both = Both(ports=cycle([int(old.env["PORT"])]))
        phones = [Phone(both) for _ in range(PHONES)]
        both.begins(0, phones)
        with all_writing(both, phones, MEANWHILE):
            # It migrates while they write to the old version
            new = stack.enter_context(running_site(folder / "two", url, empty=True, **same))
        both.ports = cycle([int(old.env["PORT"]), int(new.env["PORT"])])
        with all_writing(both, phones, IN_TURNS):
            both.wait_for(PHONES * (MEANWHILE + IN_TURNS))
        try:
            new.manage("verify")
        except subprocess.CalledProcessError as differs:
            print(
                f"Old and new left what verify does not accept:\n{differs.stdout}{differs.stderr}"
            )
            return 1
    print(
        f"{len(both.acknowledged)} rounds of {PHONES} games, {PHONES * IN_TURNS} of them to old "
        f"and new in turns: refused {len(both.refused)}, put off {both.put_off}."
    )
    return 1 if both.refused or both.put_off else 0


if __name__ == "__main__":
    sys.exit(main())
