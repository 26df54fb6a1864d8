"""How values and rows are shown: JSON with its lines, hashes as figures, rows as links, people as
they are called.
"""

import json
from collections.abc import Callable
from typing import Any

from django.contrib.admin.utils import display_for_field, quote
from django.db.models import BinaryField, Field, JSONField, Model
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from scoring.games.names.seat_names import somebody_word
from scoring.models import Game, Player

EMPTY = "–"


def words_of(row: Model) -> str:
    """A row in a few words. Somebody who was erased is called nothing, whatever is kept of them for
    a tournament.
    """
    if isinstance(row, Player):
        return row.called() or somebody_word(1)
    if isinstance(row, Game):
        return f"{row.variant} {localtime(row.started_at):%Y-%m-%d %H:%M}"
    return str(row)


def link_to(row: Model | None) -> SafeString | str:
    """A link to the page of a row, or its words where its table has no pages."""
    if row is None:
        return EMPTY
    try:
        name = row._meta.label_lower.replace(".", "_")  # noqa: SLF001 - Django's own way to a model's name
        address = reverse(f"admin:{name}_change", args=[quote(row.pk)])
    except NoReverseMatch:
        return words_of(row)
    return format_html('<a href="{}">{}</a>', address, words_of(row))


def linked(path: str, label: str = "") -> Callable[[Any], SafeString | str]:
    """A column of a list: the row at the end of `path` ("match__session_round"), which the list
    reads with its own.
    """

    def column(row: Any) -> SafeString | str:
        for name in path.split("__"):
            row = getattr(row, name) if row is not None else None
        return link_to(row)

    column.__name__ = f"{path}_link"
    column.short_description = label or path.rpartition("__")[2].replace("_", " ")  # type: ignore[attr-defined]
    return column


def shown(row: Model, field: "Field[Any, Any]") -> SafeString | str:
    """The value of a field on the page of a row."""
    value = getattr(row, field.name)
    if isinstance(row, Player) and field.name == "name":
        return words_of(row)
    if isinstance(value, Model):
        return link_to(value)
    if value is None or value == "":
        return EMPTY
    if isinstance(field, BinaryField):
        figures = bytes(value).hex()
        parts = ((figures[at : at + 16],) for at in range(0, len(figures), 16))
        return format_html_join(SafeString("<wbr>"), "{}", parts)
    if isinstance(field, JSONField):
        return format_html("<pre>{}</pre>", json.dumps(value, indent=2, ensure_ascii=False))
    return display_for_field(value, field, EMPTY)
