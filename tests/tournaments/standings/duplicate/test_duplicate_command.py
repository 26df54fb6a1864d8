"""The duplicate command: one record a line in, one answer a line out."""

import io
import json
import subprocess
import sys

from django.core.management import call_command

from tests.browser.servers import ROOT
from tests.tournaments.standings.duplicate.records import EXAMPLE
from tournaments.management.commands.duplicate import Command
from tournaments.standings.duplicate.record import answer

LINE = json.dumps(EXAMPLE).encode()


def test_every_line_of_a_file_is_answered_in_order(tmp_path):
    file = tmp_path / "records.jsonl"
    file.write_bytes(b"\n".join([LINE, b"{", LINE.replace(b'"avg"', b'"avg\\ud83d"'), LINE]))
    out = io.StringIO()
    call_command(Command(), str(file), stdout=out)
    assert out.getvalue().isascii()
    found = [json.loads(line) for line in out.getvalue().splitlines()]
    assert found[0] == found[3] == json.loads(json.dumps(answer(EXAMPLE)))
    assert [[error["code"] for error in one["errors"]] for one in found[1:3]] == [
        ["not_json"],
        ["bad_average"],
    ]


def test_stdin_is_answered_and_the_command_ends_well_whatever_is_wrong():
    done = subprocess.run(
        [sys.executable, "manage.py", "duplicate"],
        cwd=ROOT,
        input=LINE + b"\nnonsense\n",
        capture_output=True,
        check=True,
    )
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, False]
    assert done.stderr == b""
