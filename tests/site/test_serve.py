"""`make run`: what it prints, what it refuses, and that it serves."""

import gzip
import http.client
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import zxingcpp
from django.conf import settings
from django.core.management.base import CommandError
from PIL import Image

from tests.browser.servers import START_SECONDS, STOP_SECONDS, free_port, running_site
from tests.processes import ROOT, clean_environment
from tichu_site import environment
from tichu_site.management.commands.serve import addresses_to_print, new_authority_needed, refuse_busy_port, terminal_qr

MODULE = 6  # pixels
ALLOWED = """
from tichu_site.server import allow_many_connections
allow_many_connections()
print(resource.getrlimit(resource.RLIMIT_NOFILE))
"""


def serve(folder: Path, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "manage.py", "serve", *arguments],
        cwd=ROOT,
        env=clean_environment(DATA_DIR=str(folder)) | variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=START_SECONDS,  # where it serves instead of refusing
    )


@contextmanager
def somebody_listens() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_a_busy_port_gets_one_line(tmp_path: Path) -> None:
    with somebody_listens() as port:
        answer = serve(tmp_path, HOST="127.0.0.1", PORT=str(port))
    assert answer.returncode == 1
    assert answer.stderr == (f"CommandError: Port {port} is in use by another program. Try: make run PORT={port + 1}\n")
    assert answer.stdout == ""


def test_all_addresses_are_busy_when_one_of_them_is() -> None:
    with somebody_listens() as port, pytest.raises(CommandError, match=rf"^Port {port} is in use"):
        refuse_busy_port("0.0.0.0", port)


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-host.invalid"])
def test_an_address_of_another_machine_gets_one_line(host: str) -> None:
    with pytest.raises(CommandError, match=rf"^{re.escape(host)} is not an address of this machine\."):
        refuse_busy_port(host, 8000)


def test_a_port_that_is_no_port_gets_one_line(tmp_path: Path) -> None:
    answer = serve(tmp_path, PORT="http")
    assert (answer.returncode, answer.stderr) == (1, "PORT must be a number from 1 to 65535, not 'http'.\n")


def test_https_on_a_busy_port_gets_one_line(tmp_path: Path) -> None:
    with somebody_listens() as port:
        answer = serve(tmp_path, HOST="127.0.0.1", PORT=str(free_port()), TLS="1", TLS_PORT=str(port))
    assert (answer.returncode, answer.stderr) == (
        1,
        f"CommandError: Port {port} is in use by another program. Try: make run TLS_PORT={port + 1}\n",
    )


def test_http_and_https_cannot_share_a_port(tmp_path: Path) -> None:
    answer = serve(tmp_path, TLS="1", PORT="8443")
    assert answer.returncode == 1
    assert answer.stderr == "CommandError: PORT and TLS_PORT are both 8443: https needs a port of its own.\n"


def test_several_processes_on_sqlite_are_refused(tmp_path: Path) -> None:
    answer = serve(tmp_path, WORKERS="2")
    assert (answer.returncode, answer.stderr) == (
        1,
        "CommandError: WORKERS must be 1 with SQLite: several processes hear of each other through PostgreSQL.\n",
    )


def test_a_database_that_does_not_answer_gets_one_line(tmp_path: Path) -> None:
    with somebody_listens() as port:
        free = str(port)
    url = f"postgres://club:very-secret@127.0.0.1:{free}/club"
    answer = serve(tmp_path, "--print-only", DATABASE_URL=url, DATABASE_WAIT="0")
    assert answer.returncode == 1
    assert answer.stderr.startswith("CommandError: The database cannot be used: ")
    assert answer.stderr.count("\n") == 1
    assert "very-secret" not in answer.stderr


# What the person at the laptop reads


def test_it_prints_the_address_here_and_those_for_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "own_addresses", lambda: ["192.168.1.20", "10.0.0.7"])
    text = addresses_to_print("0.0.0.0", 8001)
    assert "On this machine:  http://localhost:8001/" in text
    assert "Phones in the same network:  http://192.168.1.20:8001/" in text
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
        assert "Phones cannot reach it: HOST is this machine alone." in text
    else:
        assert decoded(text) == phones


def test_without_a_network_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "own_addresses", list)
    assert "Phones cannot reach it: no network found." in addresses_to_print("0.0.0.0", 8000)


def test_with_https_a_phone_is_led_to_the_page_that_helps_it_to_trust(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "own_addresses", lambda: ["192.168.1.20", "10.0.0.7"])
    text = addresses_to_print("0.0.0.0", 8001, 8444, "AB:CD")
    assert "On this machine:  http://localhost:8001/" in text
    assert "On this machine:  https://localhost:8444/" in text
    assert "Phones in the same network:  http://192.168.1.20:8001/" in text
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
    picture = picture.resize((picture.width * MODULE, picture.height * MODULE), Image.Resampling.NEAREST)
    (code,) = zxingcpp.read_barcodes(picture)
    return str(code.text)


# What it serves


def test_it_serves_the_front_page_compressed_and_static_files_for_ever(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        request = urllib.request.Request(f"{site.url}/", headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            page = gzip.decompress(answer.read()).decode()
        style = re.search(r'href="(/static/scoring/base\.[0-9a-f]{12}\.css)"', page)
        assert style, page
        request = urllib.request.Request(site.url + style[1], headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            assert "immutable" in answer.headers["Cache-Control"]
    assert site.process.returncode == 0, site.log
    assert "Traceback" not in site.log


def test_ctrl_c_ends_it_while_a_phone_is_connected(tmp_path: Path) -> None:
    with running_site(tmp_path, start_new_session=True) as site:
        phone = http.client.HTTPConnection(urlsplit(site.url).netloc)
        phone.request("GET", "/")
        phone.getresponse().read()
        # A terminal sends it to all processes of the server.
        os.killpg(site.process.pid, signal.SIGINT)
        assert site.process.wait(STOP_SECONDS) == 0
        phone.close()
    assert "Traceback" not in site.log


def test_http_and_https_are_served_by_one_process(tmp_path: Path) -> None:
    port = free_port()
    with running_site(tmp_path, TLS="1", TLS_PORT=str(port)) as site:
        trusted = ssl.create_default_context(cafile=str(tmp_path / "data" / "tls" / "authority.crt"))
        with urllib.request.urlopen(f"https://127.0.0.1:{port}/", context=trusted) as secure:
            assert secure.status == 200
        with urllib.request.urlopen(site.url) as plain:
            assert plain.status == 200
    assert site.process.returncode == 0, site.log


def test_a_laptop_that_opens_few_files_at_first_opens_as_many_as_it_may() -> None:
    few = 256
    command = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({few}, {few * 2})); {ALLOWED}"
    answer = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=True)
    assert answer.stdout == f"({few * 2}, {few * 2})\n"


def test_a_second_start_keeps_the_records_and_the_key(tmp_path: Path) -> None:
    first = serve(tmp_path, "--print-only")
    assert first.returncode == 0, first.stderr
    key = (tmp_path / "secret_key").read_text(encoding="ascii")
    second = serve(tmp_path, "--print-only")
    assert second.returncode == 0, second.stderr
    assert (tmp_path / "secret_key").read_text(encoding="ascii") == key
    assert {file.name for file in tmp_path.iterdir()} >= {"secret_key", "static", "tichu.sqlite3"}


def test_names_that_an_older_authority_may_not_vouch_for_are_told_with_the_way_out() -> None:
    text = new_authority_needed(["203.0.113.7", "laptop.example"])
    assert "No https under 203.0.113.7, laptop.example." in text
    assert f"remove {settings.TLS_DIR}" in text
