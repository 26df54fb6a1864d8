"""Carry a file between two steps of a form: the page sends it along, packed; the server stores
nothing.
"""

import base64
import binascii
import zlib


def packed(content: bytes) -> str:
    return base64.b64encode(zlib.compress(content)).decode("ascii")


def unpacked(text: str, most: int) -> bytes:
    """Unpack what `packed` packed; empty for anything else, and at most one byte more
    than `most`.
    """
    try:
        return zlib.decompressobj().decompress(base64.b64decode(text, validate=True), most + 1)
    except (binascii.Error, ValueError, zlib.error):
        return b""
