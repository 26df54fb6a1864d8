"""Writing JSON that anybody may read."""

from rest_framework.renderers import JSONRenderer


class PlainJSON(JSONRenderer):
    """JSON in ASCII: a name in a record may hold half a surrogate pair,
    which UTF-8 cannot write.
    """

    ensure_ascii = True
