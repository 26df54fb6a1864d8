"""What `deploy/` proposes is what this version understands."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml
from django.core.management import get_commands
from django.db import connection

from tests.databases import database_under_test, fresh_database, postgres_programs, with_name
from tests.processes import ROOT, SETTINGS_VARIABLES, clean_environment
from tichu_site.management.commands import serve

EXAMPLE = dict(
    line.split("=", 1)
    for line in (ROOT / "deploy" / "environment.example").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
)
SERVICE = (ROOT / "deploy" / "tichu.service").read_text(encoding="utf-8")
BACKUP = (ROOT / "deploy" / "tichu-backup.service").read_text(encoding="utf-8")
TIMER = (ROOT / "deploy" / "tichu-backup.timer").read_text(encoding="utf-8")
UNITS = sorted((ROOT / "deploy").glob("*.service"))
EXPOSURE = 3.0  # of ten, as systemd counts


def run(*command: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    env = clean_environment(**variables)
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )


def test_the_example_sets_what_the_settings_read() -> None:
    assert set(EXAMPLE) <= set(SETTINGS_VARIABLES)


def test_the_example_is_fit_for_production(tmp_path: Path) -> None:
    variables = EXAMPLE | {"DATA_DIR": str(tmp_path)}
    answer = run("manage.py", "check", "--deploy", "--fail-level", "WARNING", **variables)
    assert answer.returncode == 0, answer.stderr


def test_the_service_keeps_its_data_where_the_example_says() -> None:
    assert f"/var/lib/{re.findall(r'(?m)^StateDirectory=(.+)$', SERVICE)[0]}" == EXAMPLE["DATA_DIR"]


def test_both_units_may_write_where_back_ups_are_kept() -> None:
    named = re.findall(
        r"(?m)^#BACKUP_DIR=(.+)$", (ROOT / "deploy" / "environment.example").read_text("utf-8")
    )
    for unit in (SERVICE, BACKUP):
        # Backups/ in it is the default
        assert re.findall(r"(?m)^StateDirectory=(.+)$", unit) == ["tichu"]
        assert re.findall(r"(?m)^ReadWritePaths=-(.+)$", unit) == named
        assert "ProtectSystem=strict" in unit
    assert "OnCalendar=*-*-* 04:30:00" in TIMER


@pytest.mark.skipif(database_under_test() != "postgres", reason="pg_dump is of PostgreSQL")
@pytest.mark.django_db
def test_the_command_of_the_backup_s_unit_makes_a_copy_and_its_way_back_leads_there(
    tmp_path: Path,
) -> None:
    (command,) = re.findall(r"(?m)^ExecStart=(.+)$", BACKUP)
    _python, *words = shlex.split(command)
    path = f"{postgres_programs()}{os.pathsep}{os.environ['PATH']}"
    url = with_name(os.environ["TEST_DATABASE_URL"], connection.settings_dict["NAME"])
    variables = EXAMPLE | {"DATA_DIR": str(tmp_path), "DATABASE_URL": url, "PATH": path}
    answer = run(*words, **variables)
    assert answer.returncode == 0, answer.stderr
    (dump,) = (tmp_path / "backups").glob("tichu-000001-*.pgdump")
    assert f"Everything: {dump} (" in answer.stdout
    assert dump.stat().st_mode & 0o777 == 0o600
    (way_back,) = re.findall(r"manage\.py (restore) ", BACKUP)
    with fresh_database(os.environ["TEST_DATABASE_URL"], "test_way_back", empty=True) as empty:
        answer = run("manage.py", way_back, str(dump), **variables | {"DATABASE_URL": empty})
        assert answer.returncode == 0, answer.stderr
        with psycopg.connect(empty) as restored:
            assert restored.execute("SELECT count(*) FROM scoring_game").fetchone() == (0,)
            migrated = "SELECT count(*) FROM django_migrations WHERE app = 'scoring'"
            files = [*(ROOT / "scoring" / "migrations").glob("0*.py")]
            assert restored.execute(migrated).fetchone() == (len(files),)


def test_the_service_calls_the_server_with_options_that_it_has() -> None:
    (command,) = re.findall(r"(?m)^ExecStart=(.+)$", SERVICE)
    _python, *words = shlex.split(command)
    assert words[:2] == ["manage.py", "serve"]
    known = serve.Command().create_parser("manage.py", "serve").format_help()
    assert [word for word in words if word.startswith("--") and word not in known] == []


def test_the_service_calls_commands_that_exist() -> None:
    commands = re.findall(r"manage\.py (\w+)", SERVICE + BACKUP)
    assert commands == [
        "compile_translations",
        "migrate",
        "collectstatic",
        "serve",
        "restore",
        "backup",
    ]
    assert set(commands) <= set(get_commands())


# Units


def systemd_analyze(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    """What systemd says of a unit. `.ci/run` installs it; it need not run."""
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed (Debian: apt install systemd)")
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_is_exposed_to_little(unit: Path) -> None:
    said = systemd_analyze("security", "--offline=true", unit)
    (exposure,) = re.findall(r"Overall exposure level for \S+: (\d+\.\d)", said.stdout)
    assert float(exposure) < EXPOSURE, said.stdout


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_a_unit_and_its_timer(unit: Path, tmp_path: Path) -> None:
    text = unit.read_text(encoding="utf-8")
    # Where nothing is installed
    text = text.replace("/opt/tichu/.venv/bin/python", sys.executable)
    text = text.replace("/opt/tichu", str(ROOT))
    units = [tmp_path / unit.name]
    units[0].write_text(text)
    if (timer := unit.with_suffix(".timer")).exists():
        units.append(Path(shutil.copy(timer, tmp_path)))
    said = systemd_analyze("verify", "--man=false", *units)
    # What it finds in other units of this machine is not ours
    assert [line for line in said.stderr.splitlines() if "tichu" in line] == []


# Containers

CONTAINERFILE = ROOT / "deploy" / "Containerfile"
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf-8"))


def test_hadolint_finds_no_fault() -> None:
    program = Path(sys.executable).with_name("hadolint")
    said = subprocess.run([program, CONTAINERFILE], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout + said.stderr) == (0, "")


def test_the_image_has_all_that_the_program_reads() -> None:
    text = CONTAINERFILE.read_text(encoding="utf-8")
    copied = {
        name for line in re.findall(r"(?m)^COPY ([^-].*) \S+$", text) for name in line.split()
    }
    allowed = set(re.findall(r"(?m)^!(.+)$", (ROOT / ".dockerignore").read_text("utf-8")))
    assert copied == allowed
    packages = {path.parent.name for path in ROOT.glob("*/apps.py")}
    assert {"manage.py", "locale", "templates", *packages} <= copied
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_the_containers_are_given_what_they_read() -> None:
    app, database = COMPOSE["services"]["app"], COMPOSE["services"]["database"]
    assert set(app["environment"]) <= set(SETTINGS_VARIABLES)
    assert database["environment"]["POSTGRES_INITDB_ARGS"] == "--data-checksums"
    for service in COMPOSE["services"].values():
        files = [one.split(":")[0] for one in service.get("volumes", ()) if one.startswith("./")]
        assert [file for file in files if not (ROOT / "deploy" / file).exists()] == []
    text = (ROOT / "deploy" / "compose.yaml").read_text("utf-8")
    named = (ROOT / "deploy" / "compose.env.example").read_text("utf-8")
    asked = set(re.findall(r"\$\{(\w+)", text))
    assert asked == set(re.findall(r"(?m)^#?([A-Z_]+)=", named))


@pytest.mark.parametrize("name", ["app", "pgbouncer", "caddy"])
def test_a_container_of_the_site_may_little(name: str) -> None:
    service = COMPOSE["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
