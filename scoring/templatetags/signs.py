"""Signs on pages, out of the one sheet of them (signs.svg; tests/signs.py says where they come
from).
"""

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.rules.words import gettext_noop

register = template.Library()

# Those of a tournament's public pages have a sheet of their own besides, a third as heavy: most
# people open no other.
PUBLIC = frozenset(
    {
        *(
            "bracket",
            "calendar",
            "check",
            "download",
            "edit",
            "flag",
            "home",
            "next",
            "on",
            "people",
            "rematch",
            "rules",
        ),
        *("scale", "search", "sheet", "spread", "star", "table"),
    }
)


@register.simple_tag(takes_context=True)
def sign(context: Context, name: str) -> SafeString:
    """The sign of this name, as tall as a letter's line; it says nothing to a screen reader, words
    beside it do.

    A page that says so (`public_signs`) takes it from the light sheet, where it is there.
    """
    sheet = "public_signs" if context.get("public_signs") and name in PUBLIC else "signs"
    return format_html(
        '<svg class="sign" aria-hidden="true"><use href="{}#{}"/></svg>',
        static(f"scoring/{sheet}.svg"),
        name,
    )


# Sides on paper differ by form and by fill, so that a copy of a copy keeps both.
ON_PAPER = {
    0: ("", "M5 .3a4.7 4.7 0 1 0 0 9.4 4.7 4.7 0 1 0 0-9.4z", gettext_noop("first side")),
    1: (" open", "M5 1.1 9.2 9H.8z", gettext_noop("second side")),
}


@register.simple_tag
def paper_side(side: int | str) -> SafeString:
    """The sign of a side on paper: a filled disc, an open triangle. Whatever else is named stands
    as it is.
    """
    if not isinstance(side, int):
        return conditional_escape(side)
    kind, path, words = ON_PAPER[side]
    return format_html(
        '<svg class="on-paper{}" viewBox="0 0 10 10" aria-hidden="true"><path d="{}"/></svg>'
        '<span class="unseen">{} </span>',
        *(kind, path, _(words)),
    )
