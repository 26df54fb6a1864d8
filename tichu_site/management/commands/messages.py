"""Update the catalogues in `locale/` from the texts in code and templates."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import templatize

KEYWORDS: dict[str, Any] = {
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "_": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "ngettext_noop": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "pgettext_noop": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
CALL = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\s*\(")
TO_TRANSLATORS = "Translators:"
SOURCES = ("scoring", "tournaments", "tichu_site", "templates")


class Command(BaseCommand):
    help = "Collect all texts and merge them into locale/*/LC_MESSAGES/django.po."

    def handle(self, *args: Any, **options: Any) -> None:
        found = collect(Path(settings.BASE_DIR))
        for po in sorted(Path(settings.LOCALE_PATHS[0]).glob("*/LC_MESSAGES/django.po")):
            with po.open("rb") as file:
                catalogue = read_po(file, locale=po.parts[-3])
            made = catalogue.creation_date
            catalogue.update(found, no_fuzzy_matching=True, update_header_comment=False)
            catalogue.obsolete.clear()
            # Otherwise every run would change the file by its date alone.
            catalogue.creation_date = made
            with po.open("wb") as file:
                write_po(
                    file,
                    catalogue,
                    width=100,
                    no_location=True,
                    sort_output=True,
                    ignore_obsolete=True,
                )
            missing = sum(1 for message in catalogue if message.id and not is_translated(message))
            self.stdout.write(
                f"{po.parts[-3]}: {len(catalogue)} texts, {missing} without a translation"
            )


def is_translated(message: Any) -> bool:
    """Return whether every form of a message is translated and none is marked fuzzy."""
    texts = message.string if isinstance(message.string, tuple) else (message.string,)
    return all(texts) and not message.fuzzy


def collect(root: Path) -> Catalog:
    """Collect every text marked for translation in the project's code and templates."""
    catalogue = Catalog(charset="utf-8")
    for path, text, comments, context in marked(root):
        flags = ["python-format"] if path.suffix == ".html" and "%(" in str(text) else []
        catalogue.add(text, auto_comments=comments, context=context, flags=flags)
    return catalogue


def marked(root: Path) -> Iterator[tuple[Path, Any, list[str], str | None]]:
    """Yield each marked text with its file, translators' comments and context; a plural
    as a tuple.
    """
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*")):
            source = _as_python(path)
            if not CALL.search(source):
                continue
            for _line, text, comments, context in extract(
                "python",
                io.BytesIO(source.encode()),
                keywords=KEYWORDS,
                comment_tags=(TO_TRANSLATORS,),
            ):
                yield path, text, comments, context


def _as_python(path: Path) -> str:
    """Return a module's source, or a template's calls as Python; empty for any other file."""
    if path.suffix == ".py" and "migrations" not in path.parts:
        return path.read_text(encoding="utf-8")
    if path.suffix not in {".html", ".txt"}:
        return ""
    # The rest of a template is not valid Python. Without indentation it can at least be tokenized,
    # and without calls there is nothing to find.
    plain = templatize(path.read_text(encoding="utf-8"), origin=str(path))
    return "\n".join(
        line.lstrip() for line in plain.split("\n") if "(" in line or TO_TRANSLATORS in line
    )
