"""The standings command: one record a line in, one answer a line out."""

import io
import json
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.browser.servers import ROOT
from tournaments.management.commands.standings import Command

RECORD = {
    "format": "tichu-standings-record",
    "version": 1,
    "entrants": ["Anna", "Beat"],
    "rounds": [[{"a": "Anna", "b": "Beat", "points": [0, 2], "score": [380, 620]}]],
    "criteria": ["points"],
}
LINE = json.dumps(RECORD).encode()


def summary(found: list[dict[str, Any]]) -> list[list[str]]:
    return [
        [row["entrant"] for row in one["standings"]]
        if one["ok"]
        else [error["code"] for error in one["errors"]]
        for one in found
    ]


def test_every_line_is_answered_in_order(tmp_path):
    content = b"\xef\xbb\xbf" + b"\r\n".join(
        [LINE, b"{", LINE, b"[]", b"\xff\xfe", b"", LINE.replace(b'"points"]', b'"x"]')]
    )
    file = tmp_path / "records.jsonl"
    file.write_bytes(content)
    out = io.StringIO()
    call_command(Command(), str(file), stdout=out)
    assert summary([json.loads(line) for line in out.getvalue().splitlines()]) == [
        ["Beat", "Anna"],
        ["not_json"],
        ["Beat", "Anna"],
        ["wrong_type"],
        ["not_json"],
        ["not_json"],
        ["unknown_criterion"],
    ]


def test_answers_are_ascii_whatever_the_names(tmp_path):
    file = tmp_path / "records.jsonl"
    file.write_bytes(LINE.replace(b"Anna", "Zoë\u2028".encode()).replace(b"Beat", "🀄".encode()))
    out = io.StringIO()
    call_command(Command(), str(file), stdout=out)
    assert out.getvalue().isascii()
    assert summary([json.loads(out.getvalue())]) == [["🀄", "Zoë\u2028"]]


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_stdin_is_read_where_no_file_is_named(arguments, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(LINE + b"\n" + LINE)))
    out = io.StringIO()
    call_command(Command(), *arguments, stdout=out)
    assert (
        summary([json.loads(line) for line in out.getvalue().splitlines()])
        == [["Beat", "Anna"]] * 2
    )


@pytest.mark.parametrize("name", ["no such file", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_told_in_a_sentence(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match="Cannot read"):
        call_command(Command(), name)


def test_the_command_answers_as_it_reads_and_a_reader_that_goes_away_leaves_no_traceback():
    command = [sys.executable, "manage.py", "standings"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(LINE + b"\nnonsense\n")
        process.stdin.flush()
        # answered before the next record was sent
        assert summary([json.loads(process.stdout.readline()) for _ in range(2)]) == [
            ["Beat", "Anna"],
            ["not_json"],
        ]
        process.stdout.close()
        process.stdin.write((LINE + b"\n") * 100)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0  # every line had an answer
