"""The sheets of signs that pages take theirs from (`{% sign "undo" %}`): Lucide's icons under the
names of what they mean here. `make vendor` writes it; a test compares.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from scoring.templatetags.signs import PUBLIC
from tests.processes import ROOT

ICONS = ROOT / "scoring" / "static" / "vendor" / "lucide-static" / "icons"
SHEETS = ROOT / "scoring" / "static" / "scoring"
# What a sign means: the icon that is drawn for it.
SIGNS = {
    "absent": "user-x",
    "add": "plus",
    "alert": "triangle-alert",
    "back": "chevron-left",
    "bell": "bell",
    "bracket": "network",
    "bye": "coffee",
    "calendar": "calendar",
    "card": "qr-code",
    "chart": "chart-line",
    "check": "check",
    "clock": "clock",
    "close": "x",
    "copy": "copy",
    "count": "copy-plus",
    "crown": "crown",
    "down": "arrow-down",
    "download": "download",
    "draw": "shuffle",
    "edit": "pencil",
    "error": "circle-alert",
    "eye": "eye",
    "facts": "list",
    "file": "file-text",
    "flag": "flag",
    "flip": "arrow-down-up",
    "good": "circle-check",
    "hand": "hand",
    "home": "house",
    "info": "info",
    "language": "globe",
    "link": "link",
    "lock": "lock",
    "log": "scroll-text",
    "mail": "mail",
    "medal": "medal",
    "menu": "ellipsis-vertical",
    "minus": "minus",
    "next": "arrow-right",
    "offline": "wifi-off",
    "on": "chevron-right",
    "pause": "pause",
    "people": "users",
    "phone": "smartphone",
    "place": "map-pin",
    "play": "play",
    "print": "printer",
    "ranks": "list-ordered",
    "rematch": "refresh-cw",
    "rules": "book-open",
    "search": "search",
    "scale": "scale",
    "seat": "armchair",
    "settings": "settings",
    "share": "share",
    "sheet": "sheet",
    "signin": "log-in",
    "spread": "chart-no-axes-column",
    "star": "star",
    "swap": "arrow-left-right",
    "table": "layout-grid",
    "tap": "pointer",
    "target": "target",
    "trophy": "trophy",
    "undo": "undo-2",
    "up": "arrow-up",
    "upload": "upload",
    "wall": "monitor",
    "wish": "message-square-x",
}
# What the set has not: our own, by the same pen.
OWN = {
    "deal": '<rect x="3" y="6" width="9.5" height="14" rx="2"/><path d="m15 5.5 4.4.8a2 2 0 0 1 '
    '1.6 2.3l-1.8 9.9"/>',
}
# Those of the places of a tournament's public pages, and of a search that only a laptop shows, in
# the order of `--nth` in public.css.
PLACES = ("home", "spread", "rematch", "bracket", "sheet", "table", "calendar", "search")
LINES = (
    'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" '
    'stroke-linejoin="round"'
)


def sheets() -> dict[Path, str]:
    """The files: a symbol a sign."""
    drawn = {name: _inside(ICONS / f"{icon}.svg") for name, icon in SIGNS.items()} | OWN
    return {
        SHEETS / "signs.svg": _sheet(drawn),
        SHEETS / "public_signs.svg": _sheet({name: drawn[name] for name in PUBLIC}),
        SHEETS / "places.svg": _strip([drawn[name] for name in PLACES]),
    }


def _sheet(drawn: Mapping[str, str]) -> str:
    symbols = "".join(
        f'<symbol id="{name}" viewBox="0 0 24 24" {LINES}>{inside}</symbol>\n'
        for name, inside in sorted(drawn.items())
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg">\n'
        f"<!-- Signs of Lucide, ISC licence. -->\n{symbols}</svg>\n"
    )


def _strip(drawn: Sequence[str]) -> str:
    """Side by side, for styles to cut one out."""
    signs = "".join(
        f'<g transform="translate({24 * at})">{inside}</g>\n' for at, inside in enumerate(drawn)
    )
    wide = 24 * len(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} 24" width="{wide}" '
        'height="24" '
        f"{LINES.replace('currentColor', '#000')}>\n<!-- Signs of Lucide, ISC licence. "
        f"-->\n{signs}</svg>\n"
    )


def _inside(path: Path) -> str:
    """What an icon draws, without its own element and the white space between."""
    drawn = re.search(r"<svg[^>]*>(.*)</svg>", path.read_text(encoding="utf-8"), re.DOTALL)
    if drawn is None:
        raise ValueError(f"{path} is no icon")
    return re.sub(r"\s*(<[^>]*?)\s*/>\s*", r"\1/>", drawn[1].strip())


def write() -> None:
    """Make the sheets anew."""
    for path, text in sheets().items():
        path.write_text(text, encoding="utf-8")
