"""Pictures to send: drawn as SVG, made a PNG with our own fonts, in which nobody's name is cut."""

import unicodedata
from dataclasses import dataclass
from pathlib import Path

import resvg_py

FONTS = Path(__file__).parent / "fonts"
FILES = [str(path) for path in sorted(FONTS.rglob("*.ttf"))]
# Characters from here on (Armenian and what follows) are not in our fonts: the system's are asked
KNOWN = 0x0530
SIGNS = "\u2212\u2019\u2013\u2014\u2022\u2713\u2717"  # of those that are
# What a bold letter is wide at most, on average, by its height; a wide one (East Asia's) is as wide
# as high.
LETTER = 0.62


@dataclass(frozen=True)
class Text:
    """A line of text: where it begins, how high its letters are, its classes. In pixels of the
    picture.
    """

    x: float
    y: float
    size: float
    text: str
    kind: str = ""


def width(text: str) -> float:
    """How wide a text is at most, in heights of its letters: nobody's name may be cut."""
    return max(sum(1 if unicodedata.east_asian_width(char) in "WF" else LETTER for char in text), 1)


def as_png(svg: str) -> bytes:
    """A drawing as a PNG of its size."""
    ours = all(ord(char) < KNOWN or char in SIGNS for char in svg)
    return resvg_py.svg_to_bytes(svg_string=svg, font_files=FILES, skip_system_fonts=ours)
