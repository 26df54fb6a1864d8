"""Where webhooks may be sent: users must not reach, through this server, anything that is closed to
them (SSRF).

Both the typed URL and the addresses its name resolves to are checked; the latter for each message,
because DNS may change in between.
"""

import ipaddress
import re
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop

LONGEST = 500  # characters
PORTS = {"https": 443, "http": 80}
LEAST_PORT = 1024  # except the default ports: mail servers and the like take no webhooks
PRINTABLE = re.compile(r"[!-~]+")
NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?", re.IGNORECASE)
NOT_AN_ADDRESS = gettext_noop(
    "Enter a whole address, as your browser shows it, beginning with https://."
)
NOT_ENCRYPTED = gettext_noop(
    "Only https:// addresses are accepted. The site's owner can allow http:// with the setting "
    "WEBHOOK_PRIVATE=true."
)
HOLDS_PASSWORD = gettext_noop("The address must not have a name and password before an @.")
BAD_PORT = gettext_noop("This port is not allowed: leave it out, or use one from 1024 on.")
NOT_OUTSIDE = gettext_noop(
    "This address is in a private network. The site's owner can allow these with the setting "
    "WEBHOOK_PRIVATE=true."
)

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

# Metadata services hand out a machine's credentials: never allowed, whatever the settings.
METADATA = frozenset(
    map(
        ipaddress.ip_address,
        ("168.63.129.16", "fd00:ec2::254", "fd00:ec2::23", "fd00:ec2::123", "fd20:ce::254"),
    )
)
# The only part of IPv6 that is allocated, without embedded IPv4 addresses and documentation
# prefixes.
GLOBAL_6 = ipaddress.ip_network("2000::/3")
NOT_GLOBAL_6 = tuple(
    map(ipaddress.ip_network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"))
)
# IPv4 ranges that Python's is_global misses in some versions: protocol assignments, 6to4 relays
NOT_GLOBAL_4 = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24")))
INSIDE = tuple(
    map(
        ipaddress.ip_network,
        ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7"),
    )
)


@dataclass(frozen=True)
class Target:
    """A parsed URL. `path` includes the query; `host` is a name, or an address without brackets."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def name(self) -> str:
        """The host as in the `Host` header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def target_of(typed: str, *, inside: bool) -> Target:
    """Parse a typed URL. `inside`: allow plain http and private networks.

    Raises RuleError if it is invalid, not encrypted, contains a password, or is a forbidden
    destination.
    """
    try:
        parts = _http_url(typed)
        usual = PORTS[parts.scheme]
        port = usual if parts.port is None else parts.port
    except ValueError:
        raise _refused("bad_address", NOT_AN_ADDRESS) from None
    if parts.scheme != "https" and not inside:
        raise _refused("not_encrypted", NOT_ENCRYPTED)
    if "@" in parts.netloc:
        raise _refused("holds_password", HOLDS_PASSWORD)
    if port < LEAST_PORT and port != usual:
        raise _refused("bad_port", BAD_PORT)
    host = parts.hostname or ""
    literal = _literal(host)
    if literal and is_refused(literal, inside=inside):
        raise _refused("not_outside", NOT_OUTSIDE)
    return Target(parts.scheme, host, port, _path_of(parts))


def _path_of(parts: SplitResult) -> str:
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.path or '/'}{query}"


def _http_url(typed: str) -> SplitResult:
    """Split a URL. Raises ValueError unless it is http or https with a valid host."""
    if not PRINTABLE.fullmatch(typed) or len(typed) > LONGEST or "\\" in typed:
        raise ValueError(typed)
    parts = urlsplit(typed)
    host = parts.hostname or ""
    is_name = NAME.fullmatch(host) and "[" not in parts.netloc
    if parts.scheme not in PORTS or "%" in host or not (is_name or _literal(host)):
        raise ValueError(typed)
    return parts


def is_refused(address: Address, *, inside: bool, own: Collection[Address] = ()) -> bool:
    """Return whether nothing may be sent to an address. `inside`: allow private networks and this
    machine; `own`: the machine's addresses.
    """
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_refused(address.ipv4_mapped, inside=inside, own=own)
        # Drop the scope id (interface)
        address = ipaddress.IPv6Address(int(address))
    if address in METADATA:
        return True
    if any(address in network for network in INSIDE):
        return not inside
    return (address in own and not inside) or not _is_public(address)


def _is_public(address: Address) -> bool:
    """Return whether the address is public."""
    if address.is_multicast or address.is_reserved or not address.is_global:
        return False
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in network for network in NOT_GLOBAL_4)
    return address in GLOBAL_6 and not any(address in network for network in NOT_GLOBAL_6)


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _refused(code: str, text: str) -> RuleError:
    return RuleError([Mistake(code, "address", text)])
