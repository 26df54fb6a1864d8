"""`make run`: what it prints, and what it refuses. That it serves:
tests/site/test_running_server.py.
"""

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
import zxingcpp
from django.conf import settings
from django.core.management import CommandError, call_command
from PIL import Image

from tests.browser.servers import free_port
from tests.processes import ROOT
from tests.site.starting import as_started, start
from tichu_site import environment
from tichu_site.environment import SettingError
from tichu_site.management.commands import serve as command
from tichu_site.management.commands.serve import (
    addresses_to_print,
    authority_warning,
    check_port_is_free,
    clock_warning,
    terminal_qr,
)

MODULE = 6  # pixels
ALLOWED = """
from tichu_site.server.server import allow_many_connections
allow_many_connections()
print(resource.getrlimit(resource.RLIMIT_NOFILE))
"""


@contextmanager
def somebody_listens() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_a_busy_port_gets_one_line(tmp_path: Path) -> None:
    with somebody_listens() as port:
        answer = start(tmp_path, "manage.py", "serve", HOST="127.0.0.1", PORT=str(port))
    assert answer.returncode == 1
    assert answer.stderr == (
        f"CommandError: Port {port} is in use by another program. Try: make run PORT={port + 1}\n"
    )
    assert answer.stdout == ""


def test_all_addresses_are_busy_when_one_of_them_is() -> None:
    with somebody_listens() as port, pytest.raises(CommandError, match=rf"^Port {port} is in use"):
        check_port_is_free("0.0.0.0", port)


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-host.invalid"])
def test_an_address_of_another_machine_gets_one_line(host: str) -> None:
    with pytest.raises(
        CommandError, match=rf"^{re.escape(host)} is not an address of this machine\."
    ):
        check_port_is_free(host, 8000)


def refused(patched: pytest.MonkeyPatch, folder: Path, **variables: str) -> str:
    """What `serve` says in this process, before it has prepared anything, where it is started like
    this.
    """
    patched.setattr(command, "prepare", lambda _: pytest.fail("It was not refused."))
    for name, value in variables.items():
        patched.setenv(name, value)
    with pytest.raises((CommandError, SettingError)) as found, as_started(folder, **variables):
        call_command("serve")
    assert list(folder.glob("tichu*")) == []
    return str(found.value)


@pytest.mark.django_db
@pytest.mark.any_database
def test_ports_that_cannot_be_get_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def said(**variables: str) -> str:
        return refused(monkeypatch, tmp_path, HOST="127.0.0.1", **variables)

    assert said(PORT="http") == "PORT must be a number from 1 to 65535, not 'http'."
    same = "PORT and TLS_PORT are both 8443: https needs a port of its own."
    assert said(PORT="8443", TLS="1") == same
    with somebody_listens() as port:
        line = f"Port {port} is in use by another program. Try: make run TLS_PORT={port + 1}"
        assert said(PORT=str(free_port()), TLS="1", TLS_PORT=str(port)) == line


@pytest.mark.parametrize("vendor", ["sqlite", "postgresql"])
def test_several_processes_on_sqlite_are_refused(
    monkeypatch: pytest.MonkeyPatch, vendor: str
) -> None:
    monkeypatch.setattr(command, "connection", SimpleNamespace(vendor=vendor))
    monkeypatch.setenv("WORKERS", "2")
    if vendor == "postgresql":
        assert command.read_workers() == 2
        return
    why = "WORKERS must be 1 with SQLite: several processes need PostgreSQL to notify each other."
    with pytest.raises(CommandError, match=f"^{re.escape(why)}$"):
        command.read_workers()


def test_a_database_that_does_not_answer_gets_one_line(tmp_path: Path) -> None:
    with somebody_listens() as port:
        free = str(port)
    url = f"postgres://club:very-secret@127.0.0.1:{free}/club"
    answer = start(
        tmp_path, "manage.py", "serve", "--print-only", DATABASE_URL=url, DATABASE_WAIT="0"
    )
    assert answer.returncode == 1
    assert answer.stderr.startswith("CommandError: The database cannot be used: ")
    assert answer.stderr.count("\n") == 1
    assert "very-secret" not in answer.stderr


# What the person at the laptop reads


def test_it_prints_the_address_here_and_those_for_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "own_addresses", lambda: ["192.168.1.20", "10.0.0.7"])
    text = addresses_to_print("0.0.0.0", 8001)
    assert "On this machine:  http://localhost:8001/" in text
    assert "Phones on the same network:  http://192.168.1.20:8001/" in text
    assert "or  http://10.0.0.7:8001/" in text
    assert decoded(text) == "http://192.168.1.20:8001/"


@pytest.mark.parametrize(
    ("host", "here", "phones"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/", None),
        ("localhost", "http://localhost:8000/", None),
        ("::1", "http://[::1]:8000/", None),
        ("192.168.1.20", "http://192.168.1.20:8000/", "http://192.168.1.20:8000/"),
        ("2001:db8::7", "http://[2001:db8::7]:8000/", "http://[2001:db8::7]:8000/"),
    ],
)
def test_a_host_of_ones_own_is_the_only_address(host: str, here: str, phones: str | None) -> None:
    text = addresses_to_print(host, 8000)
    assert f"On this machine:  {here}" in text
    if phones is None:
        assert "Phones cannot reach it: HOST limits it to this machine." in text
    else:
        assert decoded(text) == phones


def test_without_a_network_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "own_addresses", list)
    assert "Phones cannot reach it: no network found." in addresses_to_print("0.0.0.0", 8000)


def test_with_https_a_phone_is_led_to_the_page_that_helps_it_to_trust(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(environment, "own_addresses", lambda: ["192.168.1.20", "10.0.0.7"])
    text = addresses_to_print("0.0.0.0", 8001, 8444, "AB:CD")
    assert "On this machine:  http://localhost:8001/" in text
    assert "On this machine:  https://localhost:8444/" in text
    assert "Phones on the same network:  http://192.168.1.20:8001/" in text
    for other in ("https://192.168.1.20:8444/", "http://10.0.0.7:8001/", "https://10.0.0.7:8444/"):
        assert f"or  {other}\n" in text
    assert "First visit on a phone: http://192.168.1.20:8001/trust/\n" in text
    assert "Fingerprint to compare there: AB:CD\n" in text
    assert decoded(text) == "http://192.168.1.20:8001/trust/"


@pytest.mark.parametrize("address", ["http://10.0.0.7:80/", "http://192.168.178.123:65535/"])
@pytest.mark.parametrize("ink", ["light on dark", "dark on light"])
def test_the_code_in_the_terminal_leads_to_the_address(address: str, ink: str) -> None:
    assert decoded(terminal_qr(address), ink) == address


def decoded(text: str, ink: str = "light on dark") -> str:
    """What a phone's camera reads from the QR code among the lines of a terminal."""
    lines = [line[4:] for line in text.splitlines() if re.fullmatch(r" {4}[█▀▄ ]{20,}", line)]
    paper, light = (0, 255) if ink == "light on dark" else (255, 0)
    picture = Image.new("L", (max(map(len, lines)) + 8, 2 * len(lines) + 8), paper)
    for y, line in enumerate(lines):
        for x, glyph in enumerate(line):
            for half, glyphs in enumerate(("█▀", "█▄")):
                picture.putpixel((x + 4, 2 * y + half + 4), light if glyph in glyphs else paper)
    picture = picture.resize(
        (picture.width * MODULE, picture.height * MODULE), Image.Resampling.NEAREST
    )
    (code,) = zxingcpp.read_barcodes(picture)
    return str(code.text)


def test_a_laptop_that_opens_few_files_at_first_opens_as_many_as_it_may() -> None:
    few = 256
    command = (
        f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({few}, {few * 2})); "
        f"{ALLOWED}"
    )
    answer = subprocess.run(
        [sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout == f"({few * 2}, {few * 2})\n"


def test_certificates_that_were_too_early_are_told_with_what_phones_must_do() -> None:
    begins = datetime(2031, 5, 2, tzinfo=UTC)
    text = clock_warning(begins, "Tichu Desk 1A2B")
    assert "made for 2031-05-02 and later, but this laptop's clock shows" in text
    assert "open /trust/ on each phone again and install “Tichu Desk 1A2B”" in text
    assert "Phones need no change" in clock_warning(begins, "")


def test_names_that_an_older_authority_may_not_vouch_for_are_told_with_the_way_out() -> None:
    text = authority_warning(["203.0.113.7", "laptop.example"])
    assert "No https at 203.0.113.7, laptop.example." in text
    assert f"delete {settings.TLS_DIR}" in text
