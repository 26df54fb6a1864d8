"""Templates as they are loaded from our folder: without the white space that is there for their
readers alone.
"""

import re

from django.conf import settings
from django.template import Origin
from django.template.loaders import filesystem

# Elements beside which, and at whose inner edges, a browser shows no white space. Our styles make
# none of them inline.
BLOCKS = (
    "address|article|aside|body|caption|colgroup|dd|details|div|dl|dt|fieldset|figure|footer|form|h[1-6]|head|header|html"
    "|legend|li|link|main|meta|nav|ol|option|p|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul"
)
# Tags of the template language: whatever stands in them ends no element.
CODE = r"\{%.*?%\}|\{\{.*?\}\}"
TO_END = rf"""(?=[\s>])(?>{CODE}|"(?>{CODE}|[^"])*+"|'(?>{CODE}|[^'])*+'|[^'">])*+>"""
BLOCK = rf"</?(?:{BLOCKS}){TO_END}"
# Where white space is kept, or is part of a text to translate.
KEPT = re.compile(
    r"(<(?:pre|script|textarea)\b.*?</(?:pre|script|textarea)>|\{% blocktranslate.*?\{% "
    r"endblocktranslate %\})",
    re.DOTALL,
)
BESIDE_BLOCKS = re.compile(rf"({CODE})|\s*({BLOCK})\s*")
# A button is shown as if there were none at its edges; but behind what is there for the ear alone
# it would be widened.
IN_BUTTONS = re.compile(rf"({CODE})|(<button{TO_END})\s*|\s*(</button>)")
BEFORE_END = re.compile(r"\n\s*(/?>)")
LINE_END = re.compile(r"\s*\n\s*")
IN_ELEMENTS = re.compile(rf"</?[a-z][\w-]*{TO_END}")


def without_layout(text: str) -> str:
    """The same template for a browser: lines without indent, none empty, an element on one, blocks
    that follow.
    """
    parts = KEPT.split(BEFORE_END.sub(r"\1", text))
    parts[::2] = [
        IN_BUTTONS.sub(r"\1\2\3", BESIDE_BLOCKS.sub(r"\1\2", part)) for part in parts[::2]
    ]
    # What stands between two attributes is the same everywhere: one packs better than two.
    parts[::2] = [
        IN_ELEMENTS.sub(lambda tag: LINE_END.sub(" ", tag[0]), part) for part in parts[::2]
    ]
    parts[::2] = [LINE_END.sub("\n", part) for part in parts[::2]]
    return "".join(parts)


class Loader(filesystem.Loader):
    """Django's, leaving out how a template is laid out: it means nothing, and every page would
    carry it to the phone.

    Not where mistakes are shown with their line.
    """

    def get_contents(self, origin: Origin) -> str:
        text = str(super().get_contents(origin))
        return (
            without_layout(text)
            if str(origin.name).endswith(".html") and not settings.DEBUG
            else text
        )
