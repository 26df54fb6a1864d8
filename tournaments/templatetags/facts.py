"""A fact of a set-up: one line that says how something is, changed in its place."""

from typing import Any

from django import template
from django.utils.translation import gettext as _

register = template.Library()


@register.inclusion_tag("tournaments/_fact.html")
def fact(
    sign: str, about: str, *said: object, change: str | None = None, fixed: bool = False
) -> dict[str, Any]:
    """What the line of a fact says: its sign, what it is about, how it is. `change` is the word
    that opens it: "change" where no other is given, none where it is empty. `fixed`: it stays as it
    is, and says so.
    """
    return {
        "sign_name": sign,
        "about": about,
        "said": ", ".join(str(one) for one in said),
        "change": _("change") if change is None else change,
        "fixed": fixed,
    }
