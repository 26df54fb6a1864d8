"""Templates as they are loaded from our folder."""

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENT = re.compile(r"\n[ \t]+")


class Loader(filesystem.Loader):
    """Django's, leaving out how far lines are indented: it means nothing, and every page would carry it to the phone.

    Lines keep their numbers, for messages about mistakes. White space that means something, in a text area, comes from
    values and not from a template.
    """

    def get_contents(self, origin: Origin) -> str:
        text = str(super().get_contents(origin))
        return INDENT.sub("\n", text) if str(origin.name).endswith(".html") else text
