"""Processes that tests start: none sees what the tester's shell has set."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What the settings and `serve` read.
SETTINGS_VARIABLES = (
    "ALLOWED_HOSTS",
    "BACKUP_DIR",
    "DATABASE_URL",
    "DATABASE_WAIT",
    "DATA_DIR",
    "EMAIL_URL",
    "HOST",
    "HSTS_SUBDOMAINS",
    "HTTPS",
    "LOG_LEVEL",
    "MAIL_FROM",
    "OPEN_SIGNUP",
    "PORT",
    "SECRET_KEY",
    "TIME_ZONE",
    "TLS",
    "TLS_PORT",
    "UNSAFE_DATABASE",
    "WORKERS",
)


def clean_environment(**settings: str) -> dict[str, str]:
    """The environment of a process that reads these settings and no others."""
    kept = {name: value for name, value in os.environ.items() if name not in SETTINGS_VARIABLES}
    return kept | {"PYTHONUNBUFFERED": "1"} | settings
