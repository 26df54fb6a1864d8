"""Names of people on pages."""

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def people(name: str) -> SafeString:
    """Escape a side's names and wrap each person, so that lines only break between people."""
    *others, last = conditional_escape(name).split(" &amp; ")
    pieces = [*(f"{one}\N{NO-BREAK SPACE}&amp;" for one in others), last]
    return mark_safe(" ".join(f"<span>{one}</span>" for one in pieces) if others else last)  # noqa: S308 - escaped
