"""States put straight into the records of a running server: by functions of ours, in one process
kept open beside it.

    hall = records(halls.a_table, hands=4)      # what it gives comes back as JSON does

To start `manage.py shell` for each takes longer than most of what is asked of it.
"""

import json
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from typing import Any

from tests.browser.servers import ROOT, Site

ANSWER = "from tests.browser.records import answer; answer()"


class Records:
    """Functions of modules, called in a process with the server's settings and database."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def __call__(self, what: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """Call this function there. Raises RuntimeError with its own words where it fails."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        print(
            json.dumps([what.__module__, what.__qualname__, given, named]), file=stdin, flush=True
        )
        said = stdout.readline()
        if not said:
            raise RuntimeError(
                f"The process for the records ended before {what.__qualname__} answered."
            )
        answer = json.loads(said)
        if "failed" in answer:
            raise RuntimeError(answer["failed"])
        return answer["gave"]


@contextmanager
def kept_open(site: Site) -> Iterator[Records]:
    """The records of this server, until the block ends."""
    command = [sys.executable, str(ROOT / "manage.py"), "shell", "-v", "0", "-c", ANSWER]
    with subprocess.Popen(
        command, cwd=ROOT, env=site.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Records(process)
        assert process.stdin is not None
        process.stdin.close()  # nothing more is asked: it ends


def answer() -> None:
    """In that process: answer each line with one, until there are no more."""
    for line in sys.stdin:
        module, name, given, named = json.loads(line)
        try:
            with redirect_stdout(sys.stderr):
                gave = getattr(import_module(module), name)(*given, **named)
            said = json.dumps({"gave": gave})
        except Exception:  # noqa: BLE001  (whatever it is, the test is told)
            said = json.dumps({"failed": traceback.format_exc()})
        print(said, flush=True)
