"""Compile the catalogues in `locale/` without the gettext programs, which a bare machine lacks."""

import os
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Compile every locale/*/LC_MESSAGES/django.po that is newer than its .mo."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, verbosity: int = 1, **options: Any) -> None:
        for po in sorted(Path(settings.LOCALE_PATHS[0]).glob("*/LC_MESSAGES/django.po")):
            mo = po.with_suffix(".mo")
            if mo.exists() and mo.stat().st_mtime >= po.stat().st_mtime:
                continue
            with po.open("rb") as source:
                catalogue = read_po(source, locale=po.parts[-3])
            # Written beside and moved into place: a server that starts meanwhile never reads half a file.
            fresh = mo.with_suffix(f".{os.getpid()}.mo")
            with fresh.open("wb") as target:
                write_mo(target, catalogue)
            fresh.replace(mo)
            if verbosity:
                self.stdout.write(f"{po.parts[-3]}: {len(catalogue)} texts")
