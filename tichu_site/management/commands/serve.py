"""`make run`: bring the data folder up to date and serve the app to this machine and the hall."""

import os
import socket
import sys
from argparse import ArgumentParser
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connections

from tichu_site import environment


class Command(BaseCommand):
    help = "Migrate, collect static files, print the addresses, serve. HOST and PORT may be set."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--print-only", action="store_true", help="prepare and print the addresses, serve nothing")

    def handle(self, *args: Any, print_only: bool = False, **options: Any) -> None:
        host, port = read_host_and_port()
        refuse_busy_port(host, port)
        call_command("compile_translations", verbosity=0)
        try:
            call_command("migrate", interactive=False, verbosity=0)
        except OperationalError as error:
            raise CommandError(f"The database cannot be used: {' '.join(str(error).split())}") from error
        connections.close_all()
        call_command("collectstatic", interactive=False, verbosity=0)
        self.stdout.write(addresses_to_print(host, port))
        self.stdout.flush()
        if print_only:
            return
        command = [
            sys.executable,
            "-m",
            "granian",
            "--interface",
            "wsgi",
            "--host",
            host,
            "--port",
            str(port),
        ]
        command += ["--workers", "1", "--blocking-threads", "4", "--no-ws", "--log-level", "warning"]
        # Ctrl+C reaches the worker twice, from the terminal and from granian, which makes it wait for the last phone.
        command += ["--workers-kill-timeout", "2"]
        command += ["--working-dir", str(settings.BASE_DIR), "tichu_site.wsgi:application"]
        # The server takes this process over: one process to stop, and its signals arrive where they should.
        os.execv(sys.executable, command)  # noqa: S606


def read_host_and_port() -> tuple[str, int]:
    """HOST (all addresses by default) and PORT (8000 by default) from the environment."""
    host = environment.text("HOST", "0.0.0.0")  # noqa: S104  (phones in the hall are meant to reach it)
    return host, environment.whole_number("PORT", 8000, 1, 65535)


def refuse_busy_port(host: str, port: int) -> None:
    """Raises CommandError, one line, where another program listens on the port or the address is not ours."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except PermissionError as error:
        raise CommandError(f"Port {port} needs more rights than you have. Try: make run PORT=8000") from error
    except OSError as error:
        if isinstance(error, socket.gaierror) or "assign" in str(error):
            raise CommandError(f"{host} is not an address of this machine. Leave HOST out to use all.") from error
        raise CommandError(f"Port {port} is in use by another program. Try: make run PORT={port + 1}") from error


def addresses_to_print(host: str, port: int) -> str:
    """What the person at the laptop reads: the address here, the address for phones and its QR code."""
    everywhere = host in {"0.0.0.0", "::"}  # noqa: S104
    if everywhere:
        here, others = "localhost", environment.own_addresses()
    else:
        here = f"[{host}]" if ":" in host else host
        others = [] if host == "localhost" or host.startswith("127.") or host == "::1" else [here]
    lines = ["", f"  On this machine:  http://{here}:{port}/"]
    if others:
        address = f"http://{others[0]}:{port}/"
        lines += [f"  Phones in the same network:  {address}"]
        lines += [f"    or  http://{other}:{port}/" for other in others[1:]]
        lines += ["", terminal_qr(address)]
    elif everywhere:
        lines += ["  Phones cannot reach it: no network found."]
    else:
        lines += ["  Phones cannot reach it: HOST is this machine alone."]
    return "\n".join([*lines, f"  Records are kept in {settings.DATA_DIR}. Stop with Ctrl+C.", ""])


def terminal_qr(address: str) -> str:
    """The QR code of an address in half-block characters: two rows of its modules in a line of text."""
    rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    # Full block = light: terminals are mostly dark, and a reader wants a light frame around dark modules.
    glyphs = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ("".join(glyphs[upper, lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs)
    return "".join(f"    {line}\n" for line in lines)
