"""Sort names alphabetically, as readers of a language expect. No Django.

Databases cannot do it: SQLite sorts by code points (Ömer after Zoe, Łukasz after both), PostgreSQL
by the language it was set up with. `sort_key` follows the Unicode collation as far as names need
it: first the letters, then their accents, then capitals. A letter with an accent sorts beside its
base letter (Ö beside O: DIN 5007, part 1), unless the language gives it a place of its own (Ż after
Z in Polish, Ö after Z in Swedish). Numbers sort by value. The language's script comes first, then
Latin, Greek, Cyrillic, and all others by code point.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import groupby

Weight = tuple[int, int]
Key = tuple[tuple[Weight, ...], str, str, str]

LATIN = "abcdefghijklmnopqrstuvwxyz"
GREEK = "αβγδεζηθικλμνξοπρστυφχψω"
CYRILLIC = "абвгґдђѓеєжзѕиіїйјклљмнњопрстћќуўфхцчџшщъыьэюя"
# What Unicode does not decompose: letters with a stroke, and ligatures.
SPELT = {
    "ł": "l",
    "ø": "o",
    "đ": "d",
    "ħ": "h",
    "ŧ": "t",
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
    "ð": "d",
    "ı": "i",
}
# Letters with a place of their own, after the letter that they follow.
OWN: dict[str, str] = {
    "pl": "aą cć eę lł nń oó sś zźż",
    "es": "nñ",
    "sv": "zåäö",
    "fi": "zåäö",
    "da": "zæøå",
    "nb": "zæøå",
    "nn": "zæøå",
}
IN_CYRILLIC = frozenset({"be", "bg", "mk", "ru", "sr", "uk"})
SPACE, NUMBER, FIRST, SECOND, THIRD, OTHERS = range(6)
APART = 10  # between two letters of an alphabet: room for a language's own letters


def sort_key(text: str, language: str = "en") -> Key:
    """Return the sort key of a name for a language ("de", "pl", also "de-ch"). Distinct names have
    distinct keys.
    """
    weights: list[Weight] = []
    marks = []
    alphabet = _alphabet(language.partition("-")[0])
    folded = unicodedata.normalize("NFC", text.casefold())
    for is_number, chars in groupby(folded, str.isdecimal):
        if is_number:
            weights.append((NUMBER, _number(chars)))
            continue
        for char in chars:
            if char in alphabet:
                weights.append(alphabet[char])
            else:
                weights += _weights_of_plain(char, alphabet)
                marks.append(f"{len(weights):03}{unicodedata.normalize('NFD', char)}")
    return tuple(weights), "".join(marks), text.swapcase(), text


def _number(digits: Iterable[str]) -> int:
    number = 0
    for digit in digits:
        number = number * 10 + unicodedata.decimal(digit)
    return number


def _weights_of_plain(char: str, alphabet: Mapping[str, Weight]) -> list[Weight]:
    """Return the weights of the plain letters of a character that is not in the alphabet."""
    found = []
    for letter in _plain(char):
        if letter in alphabet:
            found.append(alphabet[letter])
        elif unicodedata.combining(letter) == 0:
            found.append((OTHERS, ord(letter)) if letter.isalnum() else (SPACE, 0))
    return found


def plain(text: str) -> str:
    """Return a text as people search for it: lower case, without accents and strokes (ö as o, ł as
    l).
    """
    return "".join(
        one for char in text.casefold() for one in _plain(char) if not unicodedata.combining(one)
    )


def _plain(char: str) -> str:
    """Return the letters that make up this one, with its accents."""
    return "".join(
        SPELT.get(one, one) for one in unicodedata.normalize("NFKD", SPELT.get(char, char))
    )


@cache
def _alphabet(language: str) -> dict[str, Weight]:
    """Return the weights of all letters with a place of their own."""
    scripts = [LATIN, GREEK, CYRILLIC]
    if language in IN_CYRILLIC:
        scripts.insert(0, scripts.pop())
    elif language == "el":
        scripts.insert(0, scripts.pop(1))
    found = {
        letter: (group, place * APART)
        for group, letters in zip((FIRST, SECOND, THIRD), scripts, strict=True)
        for place, letter in enumerate(letters)
    }
    for letters in OWN.get(language, "").split():
        group, place = found[letters[0]]
        found |= {letter: (group, place + after) for after, letter in enumerate(letters)}
    return found
