"""Configuration from the machine: environment variables, the secret key in the data folder, and its
own addresses.
"""

import os
import re
import secrets
import socket
import zoneinfo
from collections.abc import Collection
from pathlib import Path

import ifaddr
from babel.localtime import get_localzone

from scoring.games.log import TOKEN
from tichu_site.server.file_permissions import FOLDER, private_folder

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}
# A host name or address, IPv6 in brackets. A leading dot covers all subdomains.
HOST = re.compile(r"\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\]", re.IGNORECASE)
LEAST_KEY = 32  # characters: 192 bits with the 64 characters keys are made of
LEAST_SIGNS = 10  # different ones: 32 random characters almost always have twenty
# Placeholders from instructions
NO_KEY = re.compile(r"change.?me|choose|secret.?key|insecure|example|password", re.IGNORECASE)
BASE_PATH = re.compile(r"/([a-z0-9][a-z0-9._~-]{0,29}/){0,4}", re.IGNORECASE)
ADDRESS = re.compile(r"[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+")


class SettingError(SystemExit):
    """An environment variable has an invalid value. Exits with one line that names the variable."""


def text(name: str, default: str = "") -> str:
    """Return the variable's value, stripped. An empty value counts as not set."""
    return os.environ.get(name, "").strip() or default


def yes_or_no(name: str, default: bool) -> bool:
    """Return a boolean. Raises SettingError if the value is neither yes nor no."""
    value = text(name).lower()
    if not value:
        return default
    if value not in TRUE | FALSE:
        raise SettingError(f"{name} must be true or false, not {value!r}.")
    return value in TRUE


def whole_number(name: str, default: int, low: int, high: int) -> int:
    """Return an integer. Raises SettingError unless the value is one from `low` to `high`."""
    value = text(name, str(default))
    if not (
        value.isdecimal() and value.isascii() and len(value) < 10 and low <= int(value) <= high
    ):
        raise SettingError(f"{name} must be a number from {low} to {high}, not {value!r}.")
    return int(value)


def one_of(name: str, default: str, choices: Collection[str]) -> str:
    """Return one of the choices, which are upper case. Raises SettingError for any other value."""
    value = text(name, default).upper()
    if value not in choices:
        raise SettingError(f"{name} must be one of {', '.join(choices)}, not {value!r}.")
    return value


def names(name: str) -> list[str]:
    """Return the names in a comma-separated list."""
    return [part for part in (part.strip() for part in text(name).split(",")) if part]


def host_names(name: str) -> list[str]:
    """Return the host names in a comma-separated list, as browsers send them.

    Raises SettingError with the first one that no browser could send or that would allow any host.
    """
    given = names(name)
    for one in given:
        if not HOST.fullmatch(one):
            raise SettingError(
                f"{name} must be names such as tichu.example, with commas between them and without "
                "http://, port, path "
                f"or *, not {one!r}."
            )
    return given


def base_path(name: str) -> str:
    """Return the path at which a host has this site, "/" if the host is its own.

    Raises SettingError if it is no such path, or if the log would take its words for links with
    tokens and show the wrong part of them.
    """
    value = text(name, "/")
    if not BASE_PATH.fullmatch(value):
        raise SettingError(
            f"{name} must be a path such as /tichu/, with a slash at both ends, not {value!r}."
        )
    if found := TOKEN.search(f"{value}token"):
        word = found[1].strip("/")
        raise SettingError(f"{name} must not contain {word!r}, which this site's links use.")
    return value


def secret(name: str, without: str = "generate one in DATA_DIR") -> str:
    """Return a key or token, or "" if none is given. `without`: what leaving it out is for.

    Raises SettingError, without showing the key, if it could be guessed.
    """
    value = text(name)
    if value and (len(value) < LEAST_KEY or len(set(value)) < LEAST_SIGNS or NO_KEY.search(value)):
        raise SettingError(
            f"{name} must be at least {LEAST_KEY} random, secret characters. Leave it out to "
            f"{without}."
        )
    return value


def mail_address(name: str, default: str) -> str:
    """Return an e-mail address, plain or as in "Club <desk@tichu.example>". Raises SettingError if
    it is invalid.
    """
    value = text(name)
    if value and not ADDRESS.fullmatch(value):
        raise SettingError(
            f"{name} must be an e-mail address such as desk@tichu.example, not {value!r}."
        )
    return value or default


def folder(name: str, default: Path) -> Path:
    """Return a writable folder, created if missing and accessible to its owner only.

    Raises SettingError if that is not possible.
    """
    path = Path(text(name, str(default))).expanduser().resolve()
    try:
        path.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise SettingError(
            f"{name} must be a folder: {path} cannot be created ({error.strerror})."
        ) from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise SettingError(f"{name} must be a writable folder, but {path} is not writable.")
    private_folder(path)
    return path


def own_zone() -> str:
    """Return the name of the machine's time zone, or UTC."""
    try:
        zone = get_localzone()
    except (LookupError, OSError):
        return "UTC"
    if name := getattr(zone, "key", None):
        return str(name)
    # The zone file does not contain its name; the path the link points to does.
    file = Path(os.environ.get("TZ", "").removeprefix(":") or "/etc/localtime").resolve().as_posix()
    name = file.rpartition("/zoneinfo/")[2]
    return name if name in zoneinfo.available_timezones() else "UTC"


def time_zone(name: str) -> str:
    """Return the variable's time zone, else the machine's own. Raises SettingError for an unknown
    zone.
    """
    value = text(name)
    if not value:
        return own_zone()
    try:
        zoneinfo.ZoneInfo(value)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise SettingError(
            f"{name} must be a time zone such as Europe/Zurich, not {value!r}."
        ) from error
    return value


def kept_secret(path: Path) -> str:
    """Return the secret stored in `path`, created for the owner's eyes only if missing.

    Raises SettingError if the file is empty.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        # Write a complete file first, then link it: of two simultaneous starts one wins, and
        # neither reads half a key.
        fresh = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            path.hardlink_to(fresh)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    secret = path.read_text(encoding="ascii").strip()
    if not secret:
        raise SettingError(f"{path} is empty: delete it and start again to create a new key.")
    return secret


def own_addresses() -> list[str]:
    """Return the IPv4 addresses other machines may reach this one at, the likeliest first."""
    addresses = {
        str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4
    }
    reachable = [ip for ip in addresses if not ip.startswith(("127.", "169.254."))]
    # Home and hall networks first, those of containers and tunnels last.
    return sorted(
        reachable, key=lambda ip: (not ip.startswith("192.168."), ip.startswith("172."), ip)
    )


def interface_hosts() -> list[str]:
    """Return every address of this machine's interfaces, as browsers write it in a URL."""
    ips = [
        ip.ip if isinstance(ip.ip, str) else ip.ip[0]
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]
    return [f"[{ip.partition('%')[0]}]" if ":" in ip else ip for ip in ips]


def own_hosts() -> list[str]:
    """Return the host names a browser may use for this machine, for `ALLOWED_HOSTS` in the hall."""
    name = socket.gethostname().lower()
    short = name.split(".")[0]
    hosts = ["localhost", "127.0.0.1", "[::1]", name, short, f"{short}.local", *own_addresses()]
    return list(dict.fromkeys(host for host in hosts if host))
