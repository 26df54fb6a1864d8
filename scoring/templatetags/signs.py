"""Signs on pages, out of the one sheet of them (signs.svg; tests/signs.py says where they come from)."""

from django import template
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.rules.words import gettext_noop

register = template.Library()


@register.simple_tag
def sign(name: str) -> SafeString:
    """The sign of this name, as tall as a letter's line; it says nothing to a screen reader, words beside it do."""
    return format_html(
        '<svg class="sign" aria-hidden="true"><use href="{}#{}"/></svg>', static("scoring/signs.svg"), name
    )


# Sides on paper differ by form and by fill, so that a copy of a copy keeps both.
ON_PAPER = {
    0: ("", "M5 .3a4.7 4.7 0 1 0 0 9.4 4.7 4.7 0 1 0 0-9.4z", gettext_noop("first side")),
    1: (" open", "M5 1.1 9.2 9H.8z", gettext_noop("second side")),
}


@register.simple_tag
def paper_side(side: int | str) -> SafeString:
    """The sign of a side on paper: a filled disc, an open triangle. Whatever else is named stands as it is."""
    if not isinstance(side, int):
        return conditional_escape(side)
    kind, path, words = ON_PAPER[side]
    return format_html(
        '<svg class="on-paper{}" viewBox="0 0 10 10" aria-hidden="true"><path d="{}"/></svg>'
        '<span class="unseen">{} </span>',
        *(kind, path, _(words)),
    )
