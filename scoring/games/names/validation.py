"""Clean and validate names and other short texts as typed."""

import unicodedata
from collections.abc import Iterator, Sequence

from django.utils.translation import get_language

from scoring.games.names.alphabet import Key, sort_key
from scoring.rules import DUMMY_NAME, VARIANTS, Mistake, RuleError, Variant
from scoring.rules.words import gettext_noop

LONGEST_NAME = 80  # characters; shortened only when shown
LONGEST_TABLE = 40  # characters of a table's name
# Texts are cut to ten times their limit first: composing thousands of accents on one letter takes
# Python quadratic time.
ROOM = 10
JOINERS = "\u200c\u200d"
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols to Unicode, but invisible
TOO_LONG = gettext_noop("At most %(most)s characters, please.")
TWICE = gettext_noop("There is already a %(name)s at this table: add a letter to tell them apart.")
RESERVED = gettext_noop("This name is reserved for the dummy: choose another.")
NUL_REFUSED = gettext_noop("This text has an unsupported character: type it again.")


def tidy(text: str) -> str:
    """Return a text in one line, trimmed, composed, and without invisible characters, so that texts
    that look equal are equal.

    Direction marks are removed (an unbalanced one would turn the page around it); the joiners that
    emoji and several scripts need stay.
    """
    kept = (
        " " if char.isspace() else char
        for char in text
        if char.isspace()
        or char in JOINERS
        or unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co"}
    )
    text = unicodedata.normalize("NFC", " ".join("".join(kept).split())).strip(JOINERS + " ")
    return text if any(is_visible(char) for char in text) else ""


def is_visible(char: str) -> bool:
    """Return whether a character is visible by itself. Emoji newer than this Python count as
    symbols.
    """
    kind = unicodedata.category(char)
    return char not in BLANKS and (kind == "Cn" or kind[0] in "LNPS")


def alike(name: str) -> str:
    """Return the key by which people take two names for the same: without case, width
    and joiners.
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(
        char for char in plain if char not in JOINERS and not "\ufe00" <= char <= "\ufe0f"
    )


def alphabetical(name: str) -> Key:
    """Return the sort key of a name for the reader's language."""
    return sort_key(name, get_language() or "en")


def clean_text(text: str, field: str, *, most: int) -> str:
    """Return a short text, tidied. Raises RuleError if it is longer than `most` characters."""
    short = tidy(text[: most * ROOM])
    if "\0" in text:
        raise RuleError((Mistake("bad_character", field, NUL_REFUSED),))
    if len(short) > most:
        raise RuleError((Mistake("too_long", field, TOO_LONG, {"most": most}),))
    return short


def check_names(variant: str, typed: Sequence[str]) -> list[str]:
    """Return the names of a game's players, tidied, in seating order; "" for an unnamed seat.

    Raises RuleError with one mistake per wrong field `name_0`, `name_1` ..., or for `names` if
    their number is wrong. Empty fields beyond the game's seats are ignored.
    """
    # A name cut here is still too long, and refused.
    names = [tidy(name[: LONGEST_NAME * ROOM]) for name in typed]
    kind = VARIANTS[variant]
    while names and not names[-1] and len(names) > kind.max_players:
        names.pop()
    mistakes = [*_count_mistakes(kind, len(names)), *_name_mistakes(names, typed)]
    if mistakes:
        raise RuleError(tuple(mistakes))
    return names


def _count_mistakes(kind: Variant, count: int) -> Iterator[Mistake]:
    if kind.min_players <= count <= kind.max_players:
        return
    params = {"least": kind.min_players, "most": kind.max_players, "count": count}
    text = (
        gettext_noop("The game is for %(least)s players, not for %(count)s.")
        if kind.min_players == kind.max_players
        else gettext_noop("The game is for %(least)s to %(most)s players, not for %(count)s.")
    )
    yield Mistake("player_count", "names", text, params)


def _name_mistakes(names: Sequence[str], typed: Sequence[str]) -> Iterator[Mistake]:
    """Yield at most one mistake per name. `names` are tidied, `typed` are not."""
    seen: set[str] = set()
    for seat, name in enumerate(names):
        field = f"name_{seat}"
        if "\0" in typed[seat]:
            yield Mistake("bad_character", field, NUL_REFUSED)
        elif not name:
            continue
        elif len(name) > LONGEST_NAME:
            yield Mistake("name_too_long", field, TOO_LONG, {"most": LONGEST_NAME})
        elif alike(name) == DUMMY_NAME:
            yield Mistake("reserved_name", field, RESERVED)
        elif alike(name) in seen:
            yield Mistake("duplicate_player", field, TWICE, {"name": name})
        seen.add(alike(name))
