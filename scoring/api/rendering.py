"""Render JSON for any client."""

from rest_framework.renderers import JSONRenderer


class PlainJSON(JSONRenderer):
    """JSON in ASCII: a name in a record may contain half a surrogate pair, which UTF-8 cannot
    encode.
    """

    ensure_ascii = True
