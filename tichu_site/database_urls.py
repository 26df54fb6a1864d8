"""Database settings from the URLs in environment variables: SQLite, PostgreSQL with one host or
several, and the way past a pooler.
"""

import re
from typing import Any
from urllib.parse import unquote, urlsplit

import dj_database_url

from tichu_site import environment

DATABASE_SCHEMES = {"sqlite", "postgres", "postgresql"}
# A database URL with several hosts, which `urlsplit` does not read
SEVERAL_HOSTS = re.compile(
    r"(?P<before>\w+://([^@/?#]*@)?)(?P<hosts>[^@/?#]*,[^@/?#]*)(?P<after>([/?#].*)?)"
)
HOST_AND_PORT = re.compile(
    r"(?P<host>\[[0-9a-f:.]+\]|[^:\[\]]+)(:(?P<port>\d{1,5}))?", re.IGNORECASE
)
POSTGRESQL_PORT = "5432"
POSTGRESQL = "django.db.backends.postgresql"
DATABASE_ADDRESS = ("HOST", "PORT", "USER", "PASSWORD", "NAME")  # of Django's settings


def database(name: str, default: str) -> dict[str, Any]:
    """Return Django's settings for a database URL. A PostgreSQL URL may list several hosts, for
    fail-over: `postgres://user:password@a:5432,b:5432/name?target_session_attrs=read-write`.

    Raises SettingError if it is neither SQLite nor PostgreSQL, without showing the URL: it may
    contain a password.
    """
    value = environment.text(name, default)
    several = SEVERAL_HOSTS.fullmatch(value)
    if several:
        value = several["before"] + several["hosts"].partition(",")[0] + several["after"]
    try:
        address = urlsplit(value)
        settings = dict(dj_database_url.parse(value, conn_max_age=60, conn_health_checks=True))
        understood = address.scheme in DATABASE_SCHEMES and bool(settings["NAME"])
        if several:
            settings["HOST"], settings["PORT"] = hosts_and_ports(several["hosts"])
    except (ValueError, dj_database_url.ParseError, dj_database_url.UnknownSchemeError):
        understood = False
    if not understood:
        raise environment.SettingError(
            f"{name} must look like postgres://user:password@host/name or sqlite:////folder/file."
        )
    return settings


def direct_database(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the part of Django's settings that differs on the way past a pooler. `options` are
    those that the URL does not give.

    Raises SettingError if the URL is not PostgreSQL's.
    """
    settings = database(name, "")
    if settings["ENGINE"] != POSTGRESQL:
        raise environment.SettingError(f"{name} must look like postgres://user:password@host/name.")
    return {part: settings[part] for part in DATABASE_ADDRESS} | {
        "OPTIONS": options | settings.get("OPTIONS", {})
    }


def hosts_and_ports(text: str) -> tuple[str, str]:
    """Return the hosts of a fail-over address and their ports, each as the list that libpq reads.

    Raises ValueError if a host is missing or a port is not a number.
    """
    found = [HOST_AND_PORT.fullmatch(one) for one in text.split(",")]
    if not all(found):
        raise ValueError(text)
    parts = [one for one in found if one]
    hosts = [unquote(one["host"].strip("[]")) for one in parts]
    return ",".join(hosts), ",".join(one["port"] or POSTGRESQL_PORT for one in parts)
