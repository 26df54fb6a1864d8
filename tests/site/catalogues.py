"""The catalogues of all languages, as they are read."""

from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.pofile import read_po

from tests.processes import ROOT

CATALOGUES = sorted((ROOT / "locale").glob("*/LC_MESSAGES/django.po"))


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def forms(text: Any) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, (tuple, list)) else (text,)
