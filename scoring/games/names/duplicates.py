"""Find names in a list that may be one person's: similar, a letter apart, or with the surname
abbreviated. No Django.

Only names are compared. Whether two people played at one table, or were said to be two people, is
for the caller to check.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from scoring.games.names.alphabet import plain

SPELLED_ALIKE, A_LETTER_APART, SHORTENED = "spelled alike", "a letter apart", "shortened"
LONG_ENOUGH = 5  # letters: in shorter names a different letter is no typing error
MOST_OF_ONE = 12  # more names with this much in common belong to several people: they are skipped


@dataclass(frozen=True, order=True)
class Double:
    """Two people of a list, by their keys, the longer name first, and what their names have in
    common.
    """

    stays: int
    goes: int
    why: str


def doubles(people: Mapping[int, str]) -> list[Double]:
    """Return pairs of these people who may be the same, likeliest first. Linear in the names'
    letters.

    A name that matches two others is skipped: "Anna" among several Annas.
    """
    rows = []
    for pair, why in _similar({pk: _words(name) for pk, name in people.items()}).items():
        stays, goes = sorted(pair, key=lambda pk: (-len(people[pk]), pk))
        rows.append(Double(stays, goes, why))
    shortened = [pk for row in rows if row.why == SHORTENED for pk in (row.stays, row.goes)]
    order = (SPELLED_ALIKE, A_LETTER_APART, SHORTENED)
    sure = [row for row in rows if row.why != SHORTENED or shortened.count(row.goes) == 1]
    return sorted(sure, key=lambda row: (order.index(row.why), row.stays, row.goes))


def _similar(words: Mapping[int, tuple[str, ...]]) -> dict[tuple[int, int], str]:
    """Return each pair of people with similar names, and the strongest reason."""
    found: dict[tuple[int, int], str] = {}
    for why, keys in ((SPELLED_ALIKE, _whole), (A_LETTER_APART, _one_less), (SHORTENED, _short)):
        for one, other in _sharing(words, keys):
            if _fits(words[one], words[other], why):
                found.setdefault((one, other), why)
    return found


def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name in lower case without accents; initials without their point."""
    letters = (char if char.isalnum() else " " for char in plain(name))
    return tuple("".join(letters).split())


Keys = Callable[[tuple[str, ...]], Iterable[str]]


def _sharing(words: Mapping[int, tuple[str, ...]], keys: Keys) -> Iterator[tuple[int, int]]:
    by_key: dict[str, list[int]] = defaultdict(list)
    for pk, own in words.items():
        for key in set(keys(own)):
            by_key[key].append(pk)
    for sharing in by_key.values():
        if 1 < len(sharing) <= MOST_OF_ONE:
            yield from combinations(sorted(sharing), 2)


def _whole(words: tuple[str, ...]) -> Iterable[str]:
    return ["".join(words)] if words else []


def _one_less(words: tuple[str, ...]) -> Iterable[str]:
    """Yield the name, and the name without each of its letters: two that share one are at most
    about a letter apart.
    """
    name = "".join(words)
    if len(name) < LONG_ENOUGH or name.isdecimal():
        return []
    return [name, *(name[:at] + name[at + 1 :] for at in range(len(name)))]


def _short(words: tuple[str, ...]) -> Iterable[str]:
    return [words[0]] if words and len(words[0]) > 1 else []


def _fits(one: tuple[str, ...], other: tuple[str, ...], why: str) -> bool:
    if why == A_LETTER_APART:
        return _numbers(one) == _numbers(other) and _a_letter_apart("".join(one), "".join(other))
    if why == SHORTENED:
        short, long = sorted((one[1:], other[1:]), key=lambda rest: sum(map(len, rest)))
        if not short or not long:
            return short != long
        return (
            len(short) == len(long) == 1
            and len(short[0]) == 1 < len(long[0])
            and long[0].startswith(short[0])
        )
    return True


def _numbers(words: tuple[str, ...]) -> list[str]:
    """Return numbers and single letters, which are there to tell people apart."""
    return [word for word in words if word.isdecimal() or len(word) == 1]


def _a_letter_apart(one: str, other: str) -> bool:
    """Return whether one letter was added, removed or replaced, or two neighbours were swapped."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    left, right = one[start:], other[start:]
    swapped = left[:2] == right[1::-1] and left[2:] == right[2:] and len(left) > 1
    return left[1:] == right or left == right[1:] or left[1:] == right[1:] or swapped
