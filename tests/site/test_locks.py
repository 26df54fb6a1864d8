"""The lock files: everything pinned, everything with hashes, no package host named."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.processes import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RUNTIME, TEST = "requirements.lock", "requirements-test.lock"
LOCKS = (RUNTIME, TEST)


def entries(lock: str) -> list[str]:
    """A lock file's requirements, each with its hashes on one line."""
    text = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line.strip()]


def pinned(lock: str) -> dict[str, str]:
    """Which version a lock file names for each distribution."""
    found = [Requirement(entry.split("--hash", maxsplit=1)[0].strip()) for entry in entries(lock)]
    return {canonicalize_name(one.name): str(one.specifier).removeprefix("==") for one in found}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_pinned_with_hashes(lock: str) -> None:
    assert entries(lock)
    pattern = r"[\w.\[\],-]+==[\w.+!-]+( ; [^#]+?)?(\s+--hash=sha256:[0-9a-f]{64})+\s*"
    assert [entry for entry in entries(lock) if not re.fullmatch(pattern, entry)] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_no_host_is_named(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert re.findall(r"://|index-url|find-links|trusted-host| @ ", text) == []


@pytest.mark.parametrize("lock", LOCKS)
def test_what_the_project_needs_is_locked(lock: str) -> None:
    needed = [Requirement(text) for text in PROJECT["dependencies"]]
    if lock == TEST:
        needed += [Requirement(text) for text in PROJECT["optional-dependencies"]["test"]]
    versions = pinned(lock)
    missing = [
        str(one)
        for one in needed
        if not one.specifier.contains(versions.get(canonicalize_name(one.name), "0"))
    ]
    assert missing == []


def test_tests_run_on_the_versions_that_are_served() -> None:
    test = pinned(TEST)
    assert {name: test.get(name) for name in pinned(RUNTIME)} == pinned(RUNTIME)
