"""Compile the catalogues in `locale/` without the gettext programs, which a bare machine lacks.

For a country with its own spelling, a catalogue with only the differences is derived from the
language's; Django falls back to the language for the rest.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand

# By language: countries with their own spelling, and the conversion. Switzerland does not use ß.
SPELT: dict[str, dict[str, Callable[[str], str]]] = {
    "de": {"de_CH": lambda text: text.replace("ß", "ss")}
}


class Command(BaseCommand):
    help = "Compile every locale/*/LC_MESSAGES/django.po that is newer than its .mo."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, verbosity: int = 1, **options: Any) -> None:
        folder = Path(settings.LOCALE_PATHS[0])
        for po in sorted(folder.glob("*/LC_MESSAGES/django.po")):
            language = po.parts[-3]
            compiled = {
                locale: folder / locale / "LC_MESSAGES" / "django.mo"
                for locale in _locales(language)
            }
            if all(
                mo.exists() and mo.stat().st_mtime >= po.stat().st_mtime for mo in compiled.values()
            ):
                continue
            with po.open("rb") as source:
                catalogue = read_po(source, locale=language)
            for locale, mo in compiled.items():
                _write(catalogue if locale == language else _respelled(catalogue, locale), mo)
            if verbosity:
                self.stdout.write(f"{language}: {len(catalogue)} texts")


def _locales(language: str) -> Iterator[str]:
    """Yield the language and the countries with their own spelling."""
    yield language
    yield from SPELT.get(language, ())


def _respelled(catalogue: Catalog, locale: str) -> Catalog:
    """Return the messages that a country spells differently."""
    spell = SPELT[catalogue.locale_identifier][locale]
    found = Catalog(locale=locale)
    for message in catalogue:
        texts = (
            tuple(message.string)
            if isinstance(message.string, (tuple, list))
            else (str(message.string),)
        )
        spelt = tuple(spell(text) for text in texts)
        if message.id and spelt != texts:
            found.add(message.id, spelt if len(spelt) > 1 else spelt[0], context=message.context)
    return found


def _write(catalogue: Catalog, mo: Path) -> None:
    """Write beside the file, then move into place: a server that starts at this moment never reads
    half a file.
    """
    mo.parent.mkdir(parents=True, exist_ok=True)
    fresh = mo.with_suffix(f".{os.getpid()}.mo")
    with fresh.open("wb") as target:
        write_mo(target, catalogue)
    fresh.replace(mo)
