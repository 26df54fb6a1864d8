"""A file between two steps of a form: the page sends it along, packed, and nothing of it is kept
here.
"""

import base64
import binascii
import zlib


def packed(content: bytes) -> str:
    return base64.b64encode(zlib.compress(content)).decode("ascii")


def unpacked(text: str, most: int) -> bytes:
    """What `packed` packed; nothing where it was not packed here, and never more than a byte above
    `most`.
    """
    try:
        return zlib.decompressobj().decompress(base64.b64decode(text, validate=True), most + 1)
    except (binascii.Error, ValueError, zlib.error):
        return b""
