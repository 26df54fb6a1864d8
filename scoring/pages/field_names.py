"""Prefix messages with their field's name where they are shown away from it."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.pages.common import worded
from scoring.rules import Mistake

# These apply to any field: "At most 60 characters, please."
OF_ANY_FIELD = frozenset({"too_long", "name_too_long", "bad_character", "bad_number", "bad_date"})
# Fields by their last part: "rows.3.club_name" is a club. `tests/site/test_field_names.py` checks
# that none is missing.
LABELS: dict[str, str] = {
    "name": gettext_noop("Name"),
    "names": gettext_noop("Name"),
    "label": gettext_noop("Name of the pair or team"),
    "club_name": gettext_noop("Club"),
    "alias": gettext_noop("Alias"),
    "seed": gettext_noop("Seed"),
    "fixed_table": gettext_noop("Fixed table"),
    "table_name": gettext_noop("Table"),
    "title": gettext_noop("Title"),
    "place": gettext_noop("Place"),
    "words": gettext_noop("A word or two"),
    "reason": gettext_noop("Reason"),
    "text": gettext_noop("Text"),
    "answer": gettext_noop("Answer"),
    "day": gettext_noop("Day"),
    "due_on": gettext_noop("Last day"),
    "points": gettext_noop("Points"),
    "score": gettext_noop("Tichu points"),
    "percent": gettext_noop("Per cent"),
    "contact": gettext_noop("Contact"),
    "other_names": gettext_noop("Other names"),
}


def label_of(field: str) -> str:
    """Return a field's label by its name in a mistake, ignoring numbers in it. "" if unknown."""
    parts = [part.rstrip("0123456789").rstrip("_") for part in field.split(".")]
    found = next((LABELS[part] for part in reversed(parts) if part in LABELS), "")
    return _(found) if found else ""


def sentence(error: Mapping[str, Any]) -> str:
    """Return a message of `worded`, prefixed by its field where needed."""
    label = label_of(error["field"]) if error["code"] in OF_ANY_FIELD else ""
    message = str(error["message"])
    if not label or label.casefold() in message.casefold():
        return message
    return _("%(field)s: %(message)s") % {"field": label, "message": message}


def sentences(mistakes: Iterable[Mistake]) -> list[str]:
    """Return mistakes as a list above a form, in the reader's language."""
    return [sentence(error) for error in worded(mistakes)]
