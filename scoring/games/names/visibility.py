"""How visitors see a name: in full, first name and initial, an alias, or not at all. No Django."""

import re
import unicodedata
from dataclasses import dataclass

FULL, INITIAL, ALIAS, HIDDEN = "full", "initial", "alias", "hidden"
AS_THE_CLUB = ""  # as the club decides for its people

PARTICLES = frozenset(
    (
        *(
            "af",
            "al",
            "and",
            "av",
            "da",
            "dal",
            "de",
            "del",
            "den",
            "der",
            "des",
            "di",
            "do",
            "dos",
            "du",
            "el",
            "het",
        ),
        *(
            "la",
            "las",
            "le",
            "les",
            "los",
            "och",
            "of",
            "op",
            "ten",
            "ter",
            "the",
            "und",
            "van",
            "vom",
            "von",
            "zu",
        ),
        *("zum", "zur"),
    )
)
ELIDED = re.compile(r"(?:d|l|dell|all|'t|’t)['’](?=\w)", re.IGNORECASE)
LEAST_INSIDE = 4  # letters of a word that is also searched for inside others
# No space between family and given name: Han, Kana, Hangul
RUNS_ON = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
# The arguments of `person`, for values_list
COLUMNS = ("name", "shown", "alias", "minor", "club__shown")


@dataclass(frozen=True)
class Person:
    """A name and how visitors see it: `how` is the person's choice, else the club's."""

    name: str
    how: str = FULL
    alias: str = ""
    minor: bool = False

    @property
    def seen(self) -> str:
        """The name as visitors see it, "" if hidden."""
        return seen_by_visitors(self.name, self.how, alias=self.alias, minor=self.minor)

    @property
    def shielded(self) -> bool:
        """Whether further details would reveal who it is."""
        return self.how in {ALIAS, HIDDEN}


def person(name: str, shown: str, alias: str, minor: bool, of_club: str | None) -> Person:
    """Build a Person from a player's row: see `COLUMNS`."""
    return Person(name, shown or of_club or FULL, alias, minor)


def seen_by_visitors(name: str, how: str, *, alias: str = "", minor: bool = False) -> str:
    """Return what visitors see of a name, "" if nothing. A minor's name is never shown in full."""
    if how == HIDDEN:
        return ""
    if how == ALIAS:
        return alias
    return name if how == FULL and not minor else first_and_initial(name)


def first_and_initial(name: str) -> str:
    """ "Łucja Wiśniewska" as "Łucja W."; one name alone stays. A number at the end stays too: it is
    nobody's name.
    """
    words, numbers = _split_numbers(_given_name_first(name).split())
    while len(words) > 2 and words[0].endswith(".") and len(words[0]) > 2:  # Dr., Prof.
        words.pop(0)
    if not words:
        return ""
    if len(words) == 1:
        shown = f"{words[0][0]}…" if RUNS_ON.match(words[0]) and len(words[0]) > 1 else words[0]
    else:
        shown = f"{words[0]} {_initial(words[-1])}"
    return " ".join([shown, *numbers])


def _split_numbers(words: list[str]) -> tuple[list[str], list[str]]:
    """Return the words of a name, and the numbers after them. The first is a word in any case."""
    end = len(words)
    while end > 1 and not any(char.isalpha() for char in words[end - 1]):
        end -= 1
    return words[:end], words[end:]


def _given_name_first(name: str) -> str:
    """Turn round a name as in lists: "Wiśniewska, Łucja"."""
    family, comma, given = name.partition(",")
    return f"{given} {family}" if comma else name


def _initial(word: str) -> str:
    """Return the first letter of a word with its marks: "H." of "Hürlimann", "A." of
    "d'Artagnan".
    """
    word = ELIDED.sub("", word, count=1)
    at = next((at for at, char in enumerate(word) if char.isalpha()), 0)
    end = at + 1
    while end < len(word) and unicodedata.category(word[end]) in {"Mn", "Mc"}:
        end += 1
    return f"{word[at:end].title()}."


def reveals_name(text: str, one: Person) -> bool:
    """Return whether a text, such as a team's name, has a word of a name that visitors must not
    see.

    Also in inflected or compound forms: "Hürlimanns", "Wiśniewskich".
    """
    public_words = set(_words(one.seen))
    secret = [
        word
        for word in _words(one.name)
        if word not in public_words and word not in PARTICLES and len(word) > 1
    ]
    if not secret:
        return False
    words = _words(text)
    whole = "".join(words)
    return any(
        word in words or (len(word) >= LEAST_INSIDE and _stem(word) in whole) for word in secret
    )


def _stem(word: str) -> str:
    return word[:-1] if len(word) > LEAST_INSIDE + 1 else word


def _words(text: str) -> list[str]:
    """Return the words of a text without case and marks."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return re.findall(r"\w+", "".join(char for char in plain if not unicodedata.combining(char)))
