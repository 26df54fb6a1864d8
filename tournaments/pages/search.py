"""The search field of a list, which filters while typing: templates/tournaments/_search.html."""

from django.http import HttpRequest
from django.utils.safestring import SafeString

from scoring.games.names.alphabet import plain
from tournaments.names import BETWEEN
from tournaments.pages.rendering import highlighted, joined

LONGEST_SEARCH = 60
SPELT_OUT = ("ae", "oe", "ue")  # how ä, ö and ü are typed on keyboards without them


def looked_for(request: HttpRequest) -> str:
    """Return the text of `?q=`, cut to the maximum length of a search."""
    return request.GET.get("q", "").replace("\0", "")[:LONGEST_SEARCH]


def found_in(name: str, text: str) -> bool:
    """Whether a name contains this text, ignoring spelling: ß is ss, ö is o and oe.

    An empty text matches nothing.
    """
    wanted, _ = _folded(text.strip())
    return bool(wanted) and wanted in _folded(name)[0]


def with_marks(name: str, text: str) -> SafeString:
    """Return a side's names as HTML, with the text marked in each person's."""
    return joined((_marked(person, text) for person in name.split(BETWEEN)), BETWEEN)


def _marked(name: str, text: str) -> str:
    wanted, _ = _folded(text.strip())
    folded, places = _folded(name)
    at = folded.find(wanted) if wanted else -1
    if at < 0:
        return name
    start, end = places[at], places[at + len(wanted) - 1] + 1
    return highlighted(name, start, end)


def _folded(text: str) -> tuple[str, list[int]]:
    """Return a text as it is compared, and the original position of each of its letters."""
    letters = [(letter, place) for place, char in enumerate(text) for letter in plain(char)]
    kept: list[tuple[str, int]] = []
    for letter, place in letters:
        if not (kept and kept[-1][0] + letter in SPELT_OUT):
            kept.append((letter, place))
    return "".join(letter for letter, _ in kept), [place for _, place in kept]
