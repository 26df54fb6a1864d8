"""Each measurement in a smoke run: it still works, and what it measures is answered as it should
be.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.servers import NO_BROWSER, chromium_path
from tests.processes import ROOT, clean_environment

FILES = sorted(Path(__file__).parent.glob("bench_*.py"))
IN_BROWSER = {"bench_saving"}


def smoke(file: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(file), "--smoke"]
    env = clean_environment(PYTHONPATH=str(ROOT))
    return subprocess.run(
        command,
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "file",
    [pytest.param(file, marks=[pytest.mark.browser] * (file.stem in IN_BROWSER)) for file in FILES],
    ids=[file.stem for file in FILES],
)
def test_a_measurement_runs_and_is_answered(file: Path) -> None:
    if file.stem in IN_BROWSER and chromium_path() is None:
        pytest.skip(NO_BROWSER)
    done = smoke(file)
    assert done.returncode == 0, done.stdout
    assert done.stdout.strip()


@pytest.mark.slow
def test_a_measurement_whose_phone_is_not_known_fails(tmp_path: Path) -> None:
    """What once went unseen: every entry was answered 404, and counted."""
    strange = tmp_path / "one" / "two" / "bench_strange.py"
    strange.parent.mkdir(parents=True)
    text = (Path(__file__).parent / "bench_writes.py").read_text(encoding="utf-8")
    assert "followed.key" in text
    strange.write_text(text.replace("followed.key", "'of nobody'"), encoding="utf-8")
    done = smoke(strange)
    assert done.returncode != 0
    assert "AssertionError: 404" in done.stdout
