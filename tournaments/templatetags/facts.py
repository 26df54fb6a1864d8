"""One line of a setup that shows a setting and can be edited in place."""

from typing import Any

from django import template
from django.utils.translation import gettext as _

register = template.Library()


@register.inclusion_tag("tournaments/_fact.html")
def fact(
    sign: str, about: str, *text: object, change: str | None = None, fixed: bool = False
) -> dict[str, Any]:
    """Return the context of the line: icon, label and value. `change` is the label of its button,
    "change" by default, no button if "". `fixed`: it cannot be changed, and is marked so.
    """
    return {
        "sign_name": sign,
        "about": about,
        "text": ", ".join(str(one) for one in text),
        "change": _("change") if change is None else change,
        "fixed": fixed,
    }
