"""Parses the names in a cell: single persons, joined names, open places, cancellations."""

import re
from collections.abc import Iterable, Sequence

PERSON, PAIR = "person", "pair"

# Signs that always separate people, words that do if both sides look like people, and words that
# also occur inside one person's name. Without the surrounding blanks, which are stripped
# afterwards: \s* before a sign costs quadratic time on a line of blanks.
_STRONG = re.compile(r"[/+|]")
_JOINERS = re.compile(
    r"&|(?<=\s)[-\u2013\u2014](?=\s)|(?<=\s)(?:and|und|et|oraz)(?=\s)", re.IGNORECASE
)
_SMALL = re.compile(r"(?<=\s)[ieyи](?=\s)")
_DASH = re.compile(r"\s[-\u2013\u2014]\s")
_IN_QUOTES = re.compile(r'"([^"]*)"')
_KEPT = "\ue000"  # placeholder for the next quoted name while the rest is split
_OPEN = re.compile(
    r"\(?(?:n\.?\s?n\.?|\?{1,3}|tba|tbd|x{2,3}|(?:noch\s)?(?:offen|frei|gesucht)|sucht(?:\snoch)?(?:\spartner(?:in)?)?|"
    r"(?:suche|sucht)\s(?:noch\s)?partner(?:in)?|(?:partner\s)?(?:open|wanted)|looking\sfor\s(?:a\s)?partner|"
    r"cherche(?:\s(?:un|une))?\spartenaire|à\strouver|szuka(?:m)?\spartnera|ищет\sпартн[её]ра|ищу\sпартн[её]ра)\)?",
    re.IGNORECASE,
)
_CALLED_OFF = re.compile(
    r"[\s,;(\u2013\u2014-]*(?<!\w)(krank|sick|ill|abgesagt|absage|cancell?ed|can't "
    r"come|malade|annulé|désistement|"
    r"chory|chora|odwołan[eoy]|rezygnuje|болен|больна|болеет|отменил[аи]?|отказал(?:ся|ась))(?!\w)[\s).!]*$",
    re.IGNORECASE,
)
_CLUB_IN_BRACKETS = re.compile(r"\s(?:\(([^()]{2,60})\)|\[([^\[\]]{2,60})\])$")


def split_cancellation(text: str) -> tuple[str, str]:
    """Return a line without the word that calls the entrant off, and that word; "" if there is
    none.
    """
    found = _CALLED_OFF.search(text[-80:])
    if found is None:
        return text, ""
    return text[: len(text) - len(found[0])].rstrip(" ,;(-\u2013\u2014"), found[1]


def is_open(name: str) -> bool:
    """Whether a name means a person still wanted ("N.N.", "?", "sucht noch")."""
    return bool(_OPEN.fullmatch(name.strip()))


def split_bracketed_club(text: str) -> tuple[str, str]:
    """Return names without the club in brackets at the end, and the club; "" if there is none."""
    found = _CLUB_IN_BRACKETS.search(text[-70:])
    club = (found[1] or found[2]) if found else ""
    if found is None or is_open(club):
        return text, ""
    return text[: len(text) - len(found[0])], club.strip()


def split_names(text: str, unit: str, *, alone: bool = True) -> list[str]:
    """Split a text such as "Anna / Beat", "Anna & Beat", "Anna und Beat" or "Anna, Beat" into
    names.

    "Antoni Puig i Cornet" is one person: a joining word separates two only if both sides look like
    whole people, or if nothing else is on the line (`alone`). A single person's comma stays:
    "Meier, Anna"; so do a pair's if something else separates the two. Quoted text is one name, and
    a quoted nickname stays as it is: Zoë "Zack" M.
    """
    quoted = _IN_QUOTES.findall(text)
    if quoted:
        parts = _split(_IN_QUOTES.sub(_KEPT, text), unit, alone=alone)
        return list(filter(None, _with_quoted(parts, quoted)))
    return list(filter(None, _split(text, unit, alone=alone)))


def _split(text: str, unit: str, *, alone: bool) -> list[str]:
    """Split a text without quotes as `split_names`; parts may be empty."""
    parts = [part.strip() for part in _STRONG.split(text)]
    if len(parts) == 1:
        parts = _joined(text, unit, alone=alone)
    elif unit not in {PERSON, PAIR}:  # a team may be joined by several signs
        parts = [name for part in parts for name in _joined(part, unit, alone=False)]
    separate = {PERSON: len(parts) > 1 or text.count(",") > 1, PAIR: len(parts) == 1}
    if separate.get(unit, True):
        parts = [name.strip() for part in parts for name in part.split(",")]
    return parts


def _with_quoted(parts: Sequence[str], quoted: Iterable[str]) -> list[str]:
    """Return the parts with quoted text restored; without quotes if it is a part of its own."""
    names = iter(quoted)
    return [
        next(names, "")
        if part == _KEPT
        else re.sub(_KEPT, lambda _found: f'"{next(names, "")}"', part)
        for part in parts
    ]


def _joined(text: str, unit: str, *, alone: bool) -> list[str]:
    for joiner in (_JOINERS, _SMALL):
        parts = [part.strip() for part in joiner.split(text)]
        words = [len(part.split()) for part in parts]
        people = min(words) > 1 or (max(words) == 1 and not (joiner is _SMALL and unit == PERSON))
        if len(parts) > 1 and (people or (alone and unit != PERSON)):
            return parts
    return [text.strip()]


def split_trailing_club(text: str, unit: str) -> tuple[str, str]:
    """Return names without the club after them, and the club.

    Examples: "Anna & Beat - Bern", "Anna Meier & Beat Frei, Bern". The club is "" if there is none:
    a dash between two who are not otherwise joined joins them, and "Meier, Anna" is one name.
    """
    found = list(_DASH.finditer(text))
    if found and (unit == PERSON or _parted(text[: found[-1].start()])):
        return text[: found[-1].start()].strip(), text[found[-1].end() :].strip()
    if unit != PERSON and text.count(",") == 1 and _parted(text):
        names, club = text.split(",")
        if len(names.split()) > 1 and _parted(names) and len(_parts(names)[-1].split()) > 1:
            return names.strip(), club.strip()
    return text, ""


def _parted(text: str) -> bool:
    return len(_parts(text)) > 1


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[/+|&]|(?<=\s)(?:and|und|et|oraz)(?=\s)", text)]
