"""`make run`: update the data folder and serve the app to this machine and the hall."""

import socket
from argparse import ArgumentParser
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, OutputWrapper
from django.db import OperationalError, ProgrammingError, connection, connections
from django.utils import timezone

from tichu_site import environment
from tichu_site.accounts.creation import first_link_line
from tichu_site.allowed_hosts import ALL_ADDRESSES, AddressWatch
from tichu_site.backups.start_check import BadRecordsError, check_records
from tichu_site.housekeeping import Backups, Clocks
from tichu_site.management.commands.migrate import pending
from tichu_site.server.database_startup import wait_for
from tichu_site.server.file_permissions import make_private
from tichu_site.server.notify_check import notify_warning
from tichu_site.server.one_server import ServerRunsError, holding
from tichu_site.server.server import Listening, listening_socket, run, run_several
from tichu_site.static_files import collect
from tournaments.durability import WAY_ROUND, switched_off
from tournaments.exchange.slices import delete_interrupted_imports

if TYPE_CHECKING:
    from tichu_site.server.tls.local_authority import Authority, Certificates


class Command(BaseCommand):
    help = (
        "Migrate, collect static files, print the addresses, serve. Reads HOST, PORT, TLS, "
        "TLS_PORT and WORKERS."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--print-only",
            action="store_true",
            help="prepare and print the addresses, but do not serve",
        )
        parser.add_argument(
            "--prepared", action="store_true", help="only serve: everything is already prepared"
        )

    def handle(
        self, *args: Any, print_only: bool = False, prepared: bool = False, **options: Any
    ) -> None:
        host, port = read_host_and_port()
        tls_port = read_tls_port(port)
        workers = read_workers()
        try:
            wait_for("default", self.stdout.write)
            # First of all: if a server already runs, its address is more useful than "port is
            # taken".
            with holding(f"The server at http://{name_of_this_machine(host)}:{port}/"):
                check_port_is_free(host, port)
                if tls_port:
                    check_port_is_free(host, tls_port, "TLS_PORT")
                self.prepare_and_serve(
                    host, port, tls_port, workers, print_only=print_only, prepared=prepared
                )
        except (ServerRunsError, BadRecordsError) as error:
            raise CommandError(str(error)) from error
        except (OperationalError, ProgrammingError) as error:
            raise CommandError(
                f"The database cannot be used: {' '.join(str(error).split())}"
            ) from error

    def prepare_and_serve(
        self,
        host: str,
        port: int,
        tls_port: int | None,
        workers: int,
        *,
        print_only: bool,
        prepared: bool,
    ) -> None:
        """Run the whole life of a server while it holds the one-server lock."""
        tls = self._prepare(host, port, tls_port, prepared=prepared)
        connections.close_all()
        self.stdout.flush()
        if print_only:
            return
        keep_open()
        listening = [Listening(listening_socket(host, port))]
        if tls_port:
            listening.append(Listening(listening_socket(host, tls_port), **tls))
        Backups().start()
        Clocks().start()
        if host in ALL_ADDRESSES and not settings.GIVEN_HOSTS:
            cover = cover_addresses if tls_port else None
            AddressWatch(self.stdout.write, port, cover=cover).start()
        if workers > 1 and settings.METRICS_TOKEN:
            from tichu_site.server import instruments  # noqa: PLC0415  (nothing is counted without)

            instruments.share_between_processes()
        if workers == 1:
            run(listening)
        else:
            run_several(workers, listening)

    def _prepare(
        self, host: str, port: int, tls_port: int | None, *, prepared: bool
    ) -> dict[str, Path]:
        """Check the records, prepare what is not prepared yet, and print the addresses. Return the
        certificate and key of https.
        """
        make_private(settings.DATA_DIR, but=[settings.STATIC_ROOT.name])
        make_private(settings.BACKUP_DIR)
        check_records(self.stdout.write)
        if not prepared:
            prepare(self.stdout)
        delete_interrupted_imports()  # remains of a club import that was interrupted
        if off := switched_off():
            self.stdout.write(durability_warning(off))
        if late := notify_warning():
            self.stdout.write(late)
        tls, fingerprint, notice = certificate_for(host) if tls_port else ({}, "", "")
        if not prepared:
            self.stdout.write(addresses_to_print(host, port, tls_port, fingerprint))
            if notice:
                self.stdout.write(notice)
        # Also if all is prepared: on a club's server this goes to the service's log.
        scheme, number = ("https", tls_port) if tls_port else ("http", port)
        if link := first_link_line(f"{scheme}://{name_of_this_machine(host)}:{number}"):
            self.stdout.write(f"  {link}\n")
        return tls


def keep_open() -> None:
    """On SQLite, keep a connection open as long as this process lives.

    Closing the last connection removes the log beside the database, and on a full disk it could not
    be recreated: then even reads would fail.
    """
    if connection.vendor == "sqlite":
        connection.ensure_connection()


def durability_warning(off: Sequence[str]) -> str:
    """Return the warning about a database server that may lose acknowledged writes."""
    are = f"{' and '.join(off)} {'is' if len(off) == 1 else 'are'} switched off"
    so = (
        "Tournaments are played all the same"
        if settings.UNSAFE_DATABASE
        else "No tournament can be opened or begun"
    )
    how = f" ({WAY_ROUND})." if settings.UNSAFE_DATABASE else f", unless {WAY_ROUND} accepts that."
    return (
        f"  A power cut could take hands that were acknowledged: on the database server {are}. "
        f"{so}{how}"
    )


def read_host_and_port() -> tuple[str, int]:
    """Return HOST (all addresses by default) and PORT (8000 by default) from the environment."""
    host = environment.text("HOST", "0.0.0.0")  # noqa: S104  (phones in the hall are meant to reach it)
    return host, environment.whole_number("PORT", 8000, 1, 65535)


def read_tls_port(port: int) -> int | None:
    """Return the port of https beside http, or None. Raises CommandError if it equals http's."""
    if not settings.LOCAL_TLS:
        return None
    if port == settings.TLS_PORT:
        raise CommandError(f"PORT and TLS_PORT are both {port}: https needs a port of its own.")
    return int(settings.TLS_PORT)


def read_workers() -> int:
    """Return WORKERS, the number of serving processes (1 by default). Raises CommandError for more
    than one on SQLite.
    """
    workers = environment.whole_number("WORKERS", 1, 1, 64)
    if workers > 1 and connection.vendor != "postgresql":
        raise CommandError(
            "WORKERS must be 1 with SQLite: several processes need PostgreSQL to notify each other."
        )
    return workers


def prepare(stdout: OutputWrapper) -> None:
    """Update translations, database and static files, and report progress to `stdout`."""
    call_command("compile_translations", verbosity=0)
    if pending("default"):
        call_command("migrate", interactive=False, verbosity=0, stdout=stdout)
    call_command("clearsessions", verbosity=0)
    connections.close_all()
    collect()


def certificate_for(host: str) -> tuple[dict[str, Path], str, str]:
    """Return the server's certificate and key (created if missing), the authority's fingerprint,
    and any instructions.

    Raises CommandError if https cannot be served.
    """
    try:
        files, authority, notice = _certificates(
            [*settings.ALLOWED_HOSTS, *({host} - ALL_ADDRESSES)]
        )
    except ValueError as error:
        raise CommandError(str(error)) from error
    return {"certificate": files.certificate, "key": files.key}, authority.fingerprint, notice


def cover_addresses(addresses: Sequence[str]) -> str:
    """Renew the certificate for the current addresses, signed by the same authority. The server
    uses it from the next connection on.

    Returns a message, or "" if the certificate already covered them.
    """
    from tichu_site.server.tls.local_authority import SERVER_FILE  # noqa: PLC0415  (takes its time to load)

    path = settings.TLS_DIR / SERVER_FILE
    try:
        before = path.read_bytes()
        notice = _certificates([*settings.ALLOWED_HOSTS, *addresses], addresses)[2]
        if notice or path.read_bytes() == before:
            return notice
    except (OSError, ValueError) as error:
        return f"  No https at the new address: {error}\n"
    return "  https works at the new address too: phones that trust this computer need no change.\n"


def _certificates(
    names: Sequence[str], report_on: Collection[str] | None = None
) -> "tuple[Certificates, Authority, str]":
    """Return the certificates for these names, and instructions for names the authority may not
    vouch for: all of them, or only those in `report_on`.

    Raises CertificateError.
    """
    from tichu_site.server.tls.local_authority import authority_in, certificates  # noqa: PLC0415  (takes its time to load)

    files = certificates(settings.TLS_DIR, names)
    authority = authority_in(settings.TLS_DIR)
    left_out = [name for name in files.left_out if report_on is None or name in report_on]
    notice = authority_warning(left_out) if left_out else ""
    if files.too_early:
        notice += clock_warning(files.too_early, authority.name if files.other_authority else "")
    return files, authority, notice


def authority_warning(left_out: Sequence[str]) -> str:
    """Return instructions for when an earlier authority may not vouch for the machine's
    new name.
    """
    names = ", ".join(left_out)
    return (
        f"  No https at {names}. For a new authority delete {settings.TLS_DIR}; all phones must "
        "then trust the new one.\n"
    )


def clock_warning(begins: datetime, authority: str) -> str:
    """Return instructions for certificates that are not valid yet. `authority`: the new one that
    phones must trust.
    """
    now = timezone.now()
    text = (
        f"  The https certificates were made for {begins:%Y-%m-%d} and later, but this laptop's "
        "clock shows "
        f"{now:%Y-%m-%d %H:%M} UTC. New ones were made.\n  If that date is wrong, set the clock "
        "and start again.\n"
    )
    if not authority:
        return f"{text}  Phones need no change.\n"
    return (
        f"{text}  If it is right, open /trust/ on each phone again and install “{authority}”. "
        "Remove the older “Tichu Desk” certificate there.\n"
    )


def check_port_is_free(host: str, port: int, variable: str = "PORT") -> None:
    """Raise a one-line CommandError if the port is taken or the address is not this machine's.

    `variable` is the setting that chose the port.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except PermissionError as error:
        hint = f"Try: make run {variable}={8000 if variable == 'PORT' else 8443}"
        raise CommandError(f"You have no permission to use port {port}. {hint}") from error
    except OSError as error:
        if isinstance(error, socket.gaierror) or "assign" in str(error):
            raise CommandError(
                f"{host} is not an address of this machine. Leave HOST out to use all."
            ) from error
        hint = f"Try: make run {variable}={port + 1}"
        raise CommandError(f"Port {port} is in use by another program. {hint}") from error


def addresses_to_print(
    host: str, port: int, tls_port: int | None = None, fingerprint: str = ""
) -> str:
    """Return the text for the terminal: the addresses for this machine and for phones, and a QR
    code for a phone's first visit.

    With https, that code opens the page that helps a phone trust this machine and compare the
    fingerprint.
    """
    ports = {"http": port} | ({"https": tls_port} if tls_port else {})
    urls = _urls([name_of_this_machine(host)], ports)
    lines = ["", *(f"  On this machine:  {url}" for url in urls)]
    for_phones = _urls(_hosts_for_phones(host), ports)
    if for_phones:
        first, *further = for_phones
        lines += [
            f"  Phones on the same network:  {first}",
            *(f"    or  {url}" for url in further),
        ]
        if tls_port:
            first += "trust/"
            lines += [
                f"  First visit on a phone: {first}",
                f"  Fingerprint to compare there: {fingerprint}",
            ]
        lines += ["", terminal_qr(first)]
    elif host in ALL_ADDRESSES:
        lines += ["  Phones cannot reach it: no network found."]
    else:
        lines += ["  Phones cannot reach it: HOST limits it to this machine."]
    return "\n".join([*lines, f"  Records are kept in {settings.DATA_DIR}. Stop with Ctrl+C.", ""])


def _urls(hosts: Sequence[str], ports: Mapping[str, int]) -> list[str]:
    return [
        f"{scheme}://{host}:{port}{settings.BASE_PATH}"
        for host in hosts
        for scheme, port in ports.items()
    ]


def _hosts_for_phones(host: str) -> list[str]:
    if host in ALL_ADDRESSES:
        return environment.own_addresses()
    is_local = host in {"localhost", "::1"} or host.startswith("127.")
    return [] if is_local else [name_of_this_machine(host)]


def name_of_this_machine(host: str) -> str:
    """Return the host name at which a browser on this machine reaches a server that listens on
    `host`.
    """
    if host in ALL_ADDRESSES:
        return "localhost"
    return f"[{host}]" if ":" in host else host


def terminal_qr(address: str) -> str:
    """Return a QR code in half-block characters: two module rows per text line."""
    rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    # A full block is a light module: most terminals are dark, and scanners need a light frame
    # around the dark modules.
    glyphs = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = (
        "".join(glyphs[upper, lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs
    )
    return "".join(f"    {line}\n" for line in lines)
