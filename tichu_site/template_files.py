"""Template loader that strips white space meant for the template's readers only."""

import re

from django.conf import settings
from django.template import Origin
from django.template.loaders import filesystem

# Elements around and directly inside which browsers collapse white space. Our styles make none of
# them inline.
BLOCKS = (
    "address|article|aside|body|caption|colgroup|dd|details|div|dl|dt|fieldset|figure|footer|form|h[1-6]|head|header|html"
    "|legend|li|link|main|meta|nav|ol|option|p|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul"
)
# Template tags: text inside them never ends an element.
CODE = r"\{%.*?%\}|\{\{.*?\}\}"
TO_END = rf"""(?=[\s>])(?>{CODE}|"(?>{CODE}|[^"])*+"|'(?>{CODE}|[^'])*+'|[^'">])*+>"""
BLOCK = rf"</?(?:{BLOCKS}){TO_END}"
# Where white space is significant, or part of a text to translate.
KEPT = re.compile(
    r"(<(?:pre|script|textarea)\b.*?</(?:pre|script|textarea)>|\{% blocktranslate.*?\{% "
    r"endblocktranslate %\})",
    re.DOTALL,
)
BESIDE_BLOCKS = re.compile(rf"({CODE})|\s*({BLOCK})\s*")
# A button shows no white space at its edges, but next to screen-reader-only text it would get
# wider.
IN_BUTTONS = re.compile(rf"({CODE})|(<button{TO_END})\s*|\s*(</button>)")
BEFORE_END = re.compile(r"\n\s*(/?>)")
LINE_END = re.compile(r"\s*\n\s*")
IN_ELEMENTS = re.compile(rf"</?[a-z][\w-]*{TO_END}")


def without_layout(text: str) -> str:
    """Return the template without indentation, blank lines or line breaks inside elements, and with
    adjacent blocks joined.
    """
    parts = KEPT.split(BEFORE_END.sub(r"\1", text))
    parts[::2] = [
        IN_BUTTONS.sub(r"\1\2\3", BESIDE_BLOCKS.sub(r"\1\2", part)) for part in parts[::2]
    ]
    # The same white space between attributes everywhere compresses better.
    parts[::2] = [
        IN_ELEMENTS.sub(lambda tag: LINE_END.sub(" ", tag[0]), part) for part in parts[::2]
    ]
    parts[::2] = [LINE_END.sub("\n", part) for part in parts[::2]]
    return "".join(parts)


class Loader(filesystem.Loader):
    """Django's loader without the layout of templates, which every page would otherwise send to the
    phone.

    Not in debug mode, where errors are shown with their line.
    """

    def get_contents(self, origin: Origin) -> str:
        text = str(super().get_contents(origin))
        return (
            without_layout(text)
            if str(origin.name).endswith(".html") and not settings.DEBUG
            else text
        )
