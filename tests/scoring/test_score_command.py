"""The score command: one record a line in, one answer a line out."""

import io
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command, execute_from_command_line

from tests.scoring.rules.contract import GAME, LINE, answers

ROOT = Path(__file__).parents[2]


def summary(found):
    return [
        one["totals"] if one["ok"] else [error["code"] for error in one["errors"]] for one in found
    ]


def run(*arguments, content=b""):
    command = [sys.executable, "manage.py", "score", *arguments]
    return subprocess.run(
        command, cwd=ROOT, input=content, capture_output=True, check=False, timeout=60
    )


def test_every_line_is_answered_in_order(tmp_path):
    content = (
        b"\n".join([LINE, b"{", LINE, b"[]", b"\xff\xfe", b"", LINE.replace(b"35", b"30")]) + b"\n"
    )
    assert summary(answers(content, tmp_path)) == [
        [165, 35], ["not_json"], [165, 35], ["wrong_type"], ["not_json"], ["not_json"],
        ["points_sum"],
    ]  # fmt: skip


def test_an_empty_file_has_no_answers_and_an_empty_line_has_one(tmp_path):
    assert answers(b"", tmp_path) == []
    assert summary(answers(b"\n", tmp_path)) == [["not_json"]]
    assert summary(answers(LINE, tmp_path)) == [[165, 35]]


def test_line_ends_and_a_byte_order_mark_of_another_system_are_read(tmp_path):
    assert (
        summary(answers(b"\xef\xbb\xbf" + LINE + b"\r\n" + LINE + b"\r\n", tmp_path))
        == [[165, 35]] * 2
    )


def test_a_line_ends_at_a_newline_and_nowhere_else(tmp_path):
    # Text mode would also split at these.
    content = LINE.replace(b"Anna", "A\u2028n\u0085na".encode()) + b"\n"
    assert summary(answers(content, tmp_path)) == [[165, 35]]


def test_names_in_any_script_come_back(tmp_path):
    players = ["Zoë", "Ян", "勝", "🀄"]
    record = GAME | {"players": players, "rounds": [{"out": players[:3], "card_points": [50, 50]}]}
    (found,) = answers(json.dumps(record).encode(), tmp_path)
    assert found["columns"] == ["Zoë & 勝", "Ян & 🀄"]


@pytest.mark.parametrize("name", ["\ud83d", "A\0nna", "\udc04a"])
def test_half_a_surrogate_pair_and_nul_are_no_part_of_a_name(name, tmp_path):
    record = GAME | {"players": ["Zoë", "Ян", name, "🀄"], "rounds": []}
    (found,) = answers(json.dumps(record).encode(), tmp_path)
    assert [(one["field"], one["code"]) for one in found["errors"]] == [("players", "wrong_type")]


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_stdin_is_read_where_no_file_is_named(arguments, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(LINE + b"\n" + LINE)))
    out = io.StringIO()
    call_command("score", *arguments, stdout=out)
    assert summary(map(json.loads, out.getvalue().splitlines())) == [[165, 35]] * 2


@pytest.mark.parametrize("name", ["no such file", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_told_in_a_sentence(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match="Cannot read"):
        call_command("score", name)


def test_a_closed_stdin_is_told_in_a_sentence(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(CommandError, match="closed"):
        call_command("score")


def test_the_command_exits_0_when_every_line_has_an_answer():
    done = run(content=LINE + b"\nnonsense\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert summary(map(json.loads, done.stdout.splitlines())) == [[165, 35], ["not_json"]]


def test_the_command_exits_otherwise_without_a_traceback_when_there_is_no_file(capsys):
    with pytest.raises(SystemExit) as ended:
        execute_from_command_line(["manage.py", "score", "no such file", "--no-color"])
    assert ended.value.code not in {0, None}
    out, error = capsys.readouterr()
    assert out == ""
    assert error.splitlines() == [
        "CommandError: Cannot read no such file: No such file or directory."
    ]


def test_a_reader_that_goes_away_leaves_no_traceback():
    command = [sys.executable, "manage.py", "score"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdin.write(LINE + b"\n")
        process.stdin.flush()
        # Answered before the next record was sent
        assert json.loads(process.stdout.readline())["ok"]
        process.stdout.close()
        process.stdin.write((LINE + b"\n") * 100)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0
