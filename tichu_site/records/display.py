"""How values and rows are displayed: formatted JSON, hashes in hexadecimal, rows as links, people
by name.
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

from scoring.games.names.seat_names import erased_name
from scoring.models import Game, Player

EMPTY = "–"


def label_of(row: Model) -> str:
    """Return a short text for a row. An erased person has no name, whatever a tournament still
    keeps.
    """
    if isinstance(row, Player):
        return row.called() or erased_name(1)
    if isinstance(row, Game):
        return f"{row.variant} {localtime(row.started_at):%Y-%m-%d %H:%M}"
    return str(row)


def link_to(row: Model | None) -> SafeString | str:
    """Return a link to a row's page, or its text if its table has no pages."""
    if row is None:
        return EMPTY
    try:
        name = row._meta.label_lower.replace(".", "_")  # noqa: SLF001 - Django's own way to a model's name
        address = reverse(f"admin:{name}_change", args=[quote(row.pk)])
    except NoReverseMatch:
        return label_of(row)
    return format_html('<a href="{}">{}</a>', address, label_of(row))


def linked(path: str, label: str = "") -> Callable[[Any], SafeString | str]:
    """Return a list column that links to the row at the end of `path` ("match__session_round"),
    fetched with select_related.
    """

    def column(row: Any) -> SafeString | str:
        for name in path.split("__"):
            row = getattr(row, name) if row is not None else None
        return link_to(row)

    column.__name__ = f"{path}_link"
    column.short_description = label or path.rpartition("__")[2].replace("_", " ")  # type: ignore[attr-defined]
    return column


def shown(row: Model, field: "Field[Any, Any]") -> SafeString | str:
    """Return a field's value for the row's page."""
    value = getattr(row, field.name)
    if isinstance(row, Player) and field.name == "name":
        return label_of(row)
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
