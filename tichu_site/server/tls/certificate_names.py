"""Host names and IP addresses in certificates, and which of them an authority may vouch for."""

import ipaddress
import re
from collections.abc import Iterable

from cryptography import x509

LABEL = r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?"
HOST_NAME = re.compile(rf"(\*\.)?{LABEL}(\.{LABEL})*")
PRIVATE_NAMES = ("localhost", "local")  # including their subdomains
PRIVATE_NETWORKS = (
    *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
    *("::1/128", "fc00::/7", "fe80::/10"),
)


def to_general_names(names: Iterable[str]) -> list[x509.GeneralName]:
    """Return the names in certificate form, without duplicates or names a certificate cannot hold
    (a bare `*`).
    """
    return list(dict.fromkeys(one for name in names for one in _understood(name)))


def format_name(name: x509.GeneralName) -> str:
    """Format a host name or an IP address for people."""
    return str(name.value)


def name_constraints(names: Iterable[x509.GeneralName]) -> list[x509.GeneralName]:
    """Return the name constraints of a new authority: everything private, and each of the names
    that is not.
    """
    subtrees: list[x509.GeneralName] = [x509.DNSName(name) for name in PRIVATE_NAMES]
    subtrees += [x509.IPAddress(ipaddress.ip_network(network)) for network in PRIVATE_NETWORKS]
    for name in names:
        if not any(_covers(subtree, name) for subtree in subtrees):
            subtrees.append(_narrowest(name))
    return subtrees


def permits(authority: x509.Certificate, name: x509.GeneralName) -> bool:
    """Return whether the authority's name constraints permit a name.

    Raises x509.ExtensionNotFound if the certificate has none.
    """
    subtrees = authority.extensions.get_extension_for_class(
        x509.NameConstraints
    ).value.permitted_subtrees
    return any(_covers(subtree, name) for subtree in subtrees or ())


def _understood(name: str) -> list[x509.GeneralName]:
    text = name.strip("[]").lower().rstrip(".")
    try:
        return [x509.IPAddress(ipaddress.ip_address(text.split("%")[0]))]
    except ValueError:
        pass  # a host name
    if text.startswith("."):  # in ALLOWED_HOSTS: the name and all its subdomains
        return [*_understood(text[1:]), *_understood(f"*{text}")]
    try:
        ascii_name = text.encode("idna").decode("ascii")
    except UnicodeError:
        return []
    return [x509.DNSName(ascii_name)] if HOST_NAME.fullmatch(ascii_name) else []


def _narrowest(name: x509.GeneralName) -> x509.GeneralName:
    if isinstance(name, x509.IPAddress):
        return x509.IPAddress(ipaddress.ip_network(format_name(name)))
    return x509.DNSName(format_name(name).removeprefix("*."))


def _covers(subtree: x509.GeneralName, name: x509.GeneralName) -> bool:
    if isinstance(subtree, x509.IPAddress) and isinstance(name, x509.IPAddress):
        return ipaddress.ip_address(format_name(name)) in ipaddress.ip_network(format_name(subtree))
    if isinstance(subtree, x509.DNSName) and isinstance(name, x509.DNSName):
        return f".{name.value}".endswith(f".{subtree.value}")
    return False
