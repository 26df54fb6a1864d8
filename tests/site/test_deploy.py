"""What `deploy/` proposes is what this version understands."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.browser.servers import ROOT, SETTINGS_VARIABLES, clean_environment

EXAMPLE = dict(
    line.split("=", 1)
    for line in (ROOT / "deploy" / "environment.example").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
)
SERVICE = (ROOT / "deploy" / "tichu.service").read_text(encoding="utf-8")


def run(*command: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    env = clean_environment(**variables)
    return subprocess.run([sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_the_example_sets_what_the_settings_read() -> None:
    assert set(EXAMPLE) <= set(SETTINGS_VARIABLES)


def test_the_example_is_fit_for_production(tmp_path: Path) -> None:
    variables = EXAMPLE | {"DATA_DIR": str(tmp_path)}
    answer = run("manage.py", "check", "--deploy", "--fail-level", "WARNING", **variables)
    assert answer.returncode == 0, answer.stderr


def test_the_service_keeps_its_data_where_the_example_says() -> None:
    assert f"/var/lib/{re.findall(r'(?m)^StateDirectory=(.+)$', SERVICE)[0]}" == EXAMPLE["DATA_DIR"]


def test_the_service_calls_the_server_with_options_that_it_has(tmp_path: Path) -> None:
    (command,) = re.findall(r"(?m)^ExecStart=(.+)$", SERVICE)
    _python, *words = shlex.split(command)
    assert words[:2] == ["manage.py", "serve"]
    known = run("manage.py", "serve", "--help", DATA_DIR=str(tmp_path)).stdout
    assert [word for word in words if word.startswith("--") and word not in known] == []


def test_the_service_calls_commands_that_exist(tmp_path: Path) -> None:
    commands = re.findall(r"manage\.py (\w+)", SERVICE)
    assert commands == ["compile_translations", "migrate", "collectstatic", "serve"]
    known = run("manage.py", "help", "--commands", DATA_DIR=str(tmp_path)).stdout.split()
    assert set(commands) <= set(known)
