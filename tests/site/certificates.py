"""Certificates of the local authority: read, served, and checked as a phone checks them."""

import contextlib
import datetime
import ipaddress
import socket
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from tichu_site.server.tls import local_authority
from tichu_site.server.tls.certificate_names import to_general_names
from tichu_site.server.tls.local_authority import Certificates

HALL = ("localhost", "127.0.0.1", "[::1]", "laptop", "laptop.local", "192.168.1.20")
DAY = datetime.timedelta(days=1)


def loaded(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def accepted(made: Certificates, name: str, server: x509.Certificate | None = None) -> bool:
    """Whether somebody who trusts the authority alone takes the server for `name`."""
    try:
        subject: x509.GeneralName = x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        subject = x509.DNSName(name)
    verifier = PolicyBuilder().store(Store([loaded(made.authority)])).build_server_verifier(subject)
    try:
        verifier.verify(server or loaded(made.certificate), [])
    except VerificationError:
        return False
    return True


def issued_by_theft(folder: Path, *names: str) -> local_authority.Pair:
    """What somebody who stole the authority's key could make: a certificate for names outside of
    the hall.
    """
    stolen = local_authority._read(folder / "authority.pem")
    assert stolen is not None
    return local_authority._server(stolen, to_general_names(names))


@contextlib.contextmanager
def served(made: Certificates, context: ssl.SSLContext | None = None) -> Iterator[int]:
    """A server on 127.0.0.1 that shows the certificate, or what `context` has, to whoever comes:
    its port.
    """
    if context is None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(made.certificate, made.key)

    def answer() -> None:
        while True:
            try:
                visitor, _ = listener.accept()
            except OSError:
                return  # the test is over
            with (
                visitor,
                contextlib.suppress(OSError),
                context.wrap_socket(visitor, server_side=True) as secured,
            ):
                secured.recv(1)

    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=answer)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


def shake_hands(port: int, authority: Path | None, name: str) -> str:
    """Connect as somebody who asks for `name` and trusts the authority, or nobody: the version of
    TLS.

    Raises ssl.SSLCertVerificationError where the server is not taken for the one that was asked
    for.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    if authority:
        context.load_verify_locations(authority)
    with (
        socket.create_connection(("127.0.0.1", port)) as plain,
        context.wrap_socket(plain, server_hostname=name) as secured,
    ):
        return str(secured.version())
