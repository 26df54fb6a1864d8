"""`manage.py` before the first start:
the tables are made, or one sentence says what to do first.
"""

import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.lengths import in_short
from tests.processes import ROOT, clean_environment
from tests.site.starting import start
from tichu_site.command_line import MAKING

pytestmark = pytest.mark.any_database

OURS = {"scoring", "tichu_site", "tournaments"}
# What makes the tables by itself, or needs none.
WITHOUT_RECORDS = {
    "compile_translations",
    "duplicate",
    "messages",
    "migrate",
    "restore",
    "score",
    "serve",
    "standings",
}
ON_RECORDS = {
    "backup": (),
    "delete_for_good": (),
    "export_club": ("1",),
    "export_tournament": ("8ab1e277-ca63-4e17-bca2-a8f6cc5318e7",),
    "import_games": ("--club", "1", "no such file"),
    "rebuild_ratings": (),
    "rebuild_record": (),
    "verify": (),
}
# What these say next shows that they found their tables.
WHEN_READY = {
    "demo": (
        ("--owner", "nobody@club.example"),
        "There is no account with the address nobody@club.example",
    ),
    "import_club": (("no such file",), "no such file"),
    "import_tournament": (("1", "no such file"), "There is no club 1"),
    "simulate": (("--owner", "nobody@club.example"), "nobody@club.example"),
}


def test_every_command_is_known_here() -> None:
    assert WHEN_READY.keys() == MAKING
    ours = {name for name, app in get_commands().items() if app in OURS}
    assert ours == WITHOUT_RECORDS | ON_RECORDS.keys() | MAKING


def test_the_version_is_the_released_one_and_needs_no_database(tmp_path: Path) -> None:
    released = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "version"
    ]
    answer = start(tmp_path, "manage.py", "--version")
    assert (answer.returncode, answer.stdout) == (0, f"{released}\n")


@pytest.mark.parametrize("command", in_short(sorted(ON_RECORDS), {"verify"}))
def test_a_command_on_records_says_in_one_sentence_what_to_do_first(
    tmp_path: Path, command: str
) -> None:
    answer = start(tmp_path, "manage.py", command, *ON_RECORDS[command])
    assert (answer.returncode, answer.stderr.count("\n")) == (1, 1)
    assert "manage.py migrate" in answer.stderr


@pytest.mark.parametrize("command", in_short(sorted(MAKING), {"demo"}))
def test_a_command_that_makes_records_makes_their_tables_first(
    tmp_path: Path, command: str
) -> None:
    arguments, said = WHEN_READY[command]
    answer = start(tmp_path, "manage.py", command, *arguments)
    assert answer.returncode == 1
    assert said in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_database_that_does_not_answer_is_one_sentence(tmp_path: Path) -> None:
    answer = start(
        tmp_path,
        "manage.py",
        "rebuild_record",
        DATABASE_URL="sqlite:////no/such/folder/tichu.sqlite3",
    )
    assert answer.returncode == 1
    assert answer.stderr.startswith("The database cannot be used: ")
    assert answer.stderr.count("\n") == 1


# Where nobody reads on, as behind `| head`


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with records in which nothing was written yet."""
    folder = tmp_path_factory.mktemp("records")
    assert start(folder, "manage.py", "migrate", "--verbosity", "0").returncode == 0
    return folder


def unread(folder: Path, *command: str, unbuffered: str = "") -> tuple[int, str]:
    """How a command ends whose reader has gone, and what it says of it. A pipe is written to in
    blocks, or line by line where it is `unbuffered`.
    """
    env = clean_environment(DATA_DIR=str(folder)) | {"PYTHONUNBUFFERED": unbuffered}
    arguments = [sys.executable, "manage.py", *command]
    with subprocess.Popen(
        arguments, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        said = process.stderr.read().decode()
    return process.returncode, said


PRINTING = {
    ("backup",),
    ("delete_for_good",),
    ("help",),
    ("migrate",),
    ("rebuild_ratings",),
    ("rebuild_record",),
    ("serve", "--print-only"),
    ("verify",),
}


@pytest.mark.slow  # in short: what a command complains of
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", in_short(sorted(PRINTING), {("verify",)}))
def test_a_list_that_nobody_reads_to_its_end_is_no_error(
    prepared: Path, command: Sequence[str], unbuffered: str
) -> None:
    code, said = unread(prepared, *command, unbuffered=unbuffered)
    assert code in {0, 1}
    assert "Traceback" not in said
    assert "BrokenPipe" not in said


def test_what_a_command_has_to_complain_of_is_said_all_the_same(prepared: Path) -> None:
    """It ends itself then, with lines that are not written yet."""
    code, said = unread(prepared, "verify", "--head", "K7P3-QX2M-9ABC")
    assert code == 1
    assert (
        said == "CommandError: This head was not found: the records are not those that it was "
        "shown for.\n"
    )
