"""Signs on pages, out of the one sheet of them (signs.svg; tests/signs.py says where they come from)."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def sign(name: str) -> SafeString:
    """The sign of this name, as tall as a letter's line; it says nothing to a screen reader, words beside it do."""
    return format_html(
        '<svg class="sign" aria-hidden="true"><use href="{}#{}"/></svg>', static("scoring/signs.svg"), name
    )
