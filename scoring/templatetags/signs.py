"""Signs on pages, out of the one sheet of them (signs.svg; tests/signs.py says where they come from)."""

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

# Those of a tournament's public pages have a sheet of their own besides, a third as heavy: most people open no other.
PUBLIC = frozenset({
    *("bracket", "calendar", "check", "download", "edit", "flag", "home", "next", "on", "people", "rematch", "rules"),
    *("scale", "sheet", "spread", "star", "table"),
})  # fmt: skip


@register.simple_tag(takes_context=True)
def sign(context: Context, name: str) -> SafeString:
    """The sign of this name, as tall as a letter's line; it says nothing to a screen reader, words beside it do.

    A page that says so (`public_signs`) takes it from the light sheet, where it is there.
    """
    sheet = "public_signs" if context.get("public_signs") and name in PUBLIC else "signs"
    return format_html(
        '<svg class="sign" aria-hidden="true"><use href="{}#{}"/></svg>', static(f"scoring/{sheet}.svg"), name
    )
