"""Icons from the sprite sheet (signs.svg; tests/signs.py documents their source)."""

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.rules.words import gettext_noop

register = template.Library()

# Public pages of tournaments also have a sheet of their own, a third the size: most visitors load
# no other.
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
    """Return the icon of this name, one line high. Screen readers skip it: the words beside it
    suffice.

    Pages with `public_signs` take it from the light sheet if it is there.
    """
    sheet = "public_signs" if context.get("public_signs") and name in PUBLIC else "signs"
    return format_html(
        '<svg class="sign" aria-hidden="true"><use href="{}#{}"/></svg>',
        static(f"scoring/{sheet}.svg"),
        name,
    )


# Sides on paper differ by form and fill, so that even a copy of a copy tells them apart.
ON_PAPER = {
    0: ("", "M5 .3a4.7 4.7 0 1 0 0 9.4 4.7 4.7 0 1 0 0-9.4z", gettext_noop("first side")),
    1: (" open", "M5 1.1 9.2 9H.8z", gettext_noop("second side")),
}


@register.simple_tag
def paper_side(side: int | str) -> SafeString:
    """Return a side's sign for paper: a filled disc, an open triangle. Other names are returned as
    is.
    """
    if not isinstance(side, int):
        return conditional_escape(side)
    kind, path, words = ON_PAPER[side]
    return format_html(
        '<svg class="on-paper{}" viewBox="0 0 10 10" aria-hidden="true"><path d="{}"/></svg>'
        '<span class="unseen">{} </span>',
        *(kind, path, _(words)),
    )
