"""Pictures to share: drawn as SVG, rendered as PNG with the bundled fonts, never cutting a name."""

import unicodedata
from dataclasses import dataclass
from pathlib import Path

import resvg_py

FONTS = Path(__file__).parents[1] / "fonts"
FILES = [str(path) for path in sorted(FONTS.rglob("*.ttf"))]
# The bundled fonts lack characters from here on (Armenian and up): use the system's
KNOWN = 0x0530
SIGNS = "\u2212\u2019\u2013\u2014\u2022\u2713\u2717"  # exceptions that the fonts do have
# The average width of a bold letter, at most, relative to its height; wide (East Asian) ones are
# square.
LETTER = 0.62


@dataclass(frozen=True)
class Text:
    """A line of text: position and font size in pixels, and its classes."""

    x: float
    y: float
    size: float
    text: str
    kind: str = ""


def width(text: str) -> float:
    """Return the maximum width of a text in multiples of its font size: no name may be cut."""
    return max(sum(1 if unicodedata.east_asian_width(char) in "WF" else LETTER for char in text), 1)


def as_png(svg: str) -> bytes:
    """Render a drawing as a PNG of its own size."""
    ours = all(ord(char) < KNOWN or char in SIGNS for char in svg)
    return resvg_py.svg_to_bytes(svg_string=svg, font_files=FILES, skip_system_fonts=ours)
