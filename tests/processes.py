"""Processes that tests start: none sees what the tester's shell has set."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What the settings and `serve` read.
SETTINGS_VARIABLES = (
    "ALLOWED_HOSTS",
    "BACKUP_DAYS",
    "BACKUP_DIR",
    "BACKUP_HOURS",
    "BASE_PATH",
    "DATABASE_DIRECT_URL",
    "DATABASE_URL",
    "DATABASE_WAIT",
    "DATA_DIR",
    "DELETED_DAYS",
    "EMAIL_URL",
    "HOST",
    "HSTS_PRELOAD",
    "HSTS_SUBDOMAINS",
    "HTTPS",
    "LOG_DAYS",
    "LOG_FORMAT",
    "LOG_LEVEL",
    "MAIL_FROM",
    "MESSAGES",
    "METRICS_TOKEN",
    "OPEN_SIGNUP",
    "PORT",
    "PRIVACY_CONTACT",
    "PUSH_SERVICES",
    "SECRET_KEY",
    "SESSION_DAYS",
    "TIME_ZONE",
    "TLS",
    "TLS_PORT",
    "UNSAFE_DATABASE",
    "WEBHOOK_DAYS",
    "WEBHOOK_PRIVATE",
    "WORKERS",
)


def clean_environment(**settings: str) -> dict[str, str]:
    """The environment of a process that reads these settings and no others."""
    kept = {name: value for name, value in os.environ.items() if name not in SETTINGS_VARIABLES}
    return kept | {"PYTHONUNBUFFERED": "1"} | settings
