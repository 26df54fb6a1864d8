"""Names of people on pages."""

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def people(name: str) -> SafeString:
    """A side's names, escaped, each person in a piece of their own: the styles break a line between
    them alone.
    """
    *others, last = conditional_escape(name).split(" &amp; ")
    pieces = [*(f"{one}\N{NO-BREAK SPACE}&amp;" for one in others), last]
    return mark_safe(" ".join(f"<span>{one}</span>" for one in pieces) if others else last)  # noqa: S308 - escaped
