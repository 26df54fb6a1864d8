"""Starts of the program: real ones, and what one would read from its environment, found in the
test's own process.
"""

import runpy
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.test import override_settings

from tests.processes import ROOT, SETTINGS_VARIABLES, clean_environment

# What the tests need as they have it, whatever the environment says.
KEPT = {
    "BACKUP_DIR",
    "CACHES",
    "DATABASES",
    "DATABASE_WAIT",
    "LOGGING",
    "PASSWORD_HASHERS",
    "STORAGES",
}


def read_settings(folder: Path, **variables: str) -> SimpleNamespace:
    """What a start with these variables reads, its data in `folder`. Raises SettingError where that
    would end it.
    """
    with pytest.MonkeyPatch.context() as patched:
        for name in SETTINGS_VARIABLES:
            patched.delenv(name, raising=False)
        for name, value in ({"DATA_DIR": str(folder)} | variables).items():
            patched.setenv(name, value)
        return SimpleNamespace(**runpy.run_path(str(ROOT / "tichu_site" / "settings.py")))


@contextmanager
def as_started(folder: Path, **variables: str) -> Iterator[None]:
    """Within it, this process has the settings of such a start, but for its database."""
    read = {
        name: value
        for name, value in vars(read_settings(folder, **variables)).items()
        if name.isupper()
    }
    nothing = object()
    other = {
        name: value for name, value in read.items() if getattr(settings, name, nothing) != value
    }
    with override_settings(**{name: value for name, value in other.items() if name not in KEPT}):
        yield


def start(folder: Path, *command: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Run Python in a process of its own, with these settings and no others."""
    env = clean_environment(DATA_DIR=str(folder)) | variables
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
