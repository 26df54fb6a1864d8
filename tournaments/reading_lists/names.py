"""The names in a cell: who is one person, where two are joined, whose place is open, who has called
off.
"""

import re
from collections.abc import Iterable, Sequence

PERSON, PAIR = "person", "pair"

# Signs that part people whatever stands round them, words that do where both sides look like
# people, and the words that stand inside the names of one person as well. Without the blanks round
# them, which are stripped afterwards: \s* before a sign costs a line of blanks squared.
_STRONG = re.compile(r"[/+|]")
_JOINERS = re.compile(
    r"&|(?<=\s)[-\u2013\u2014](?=\s)|(?<=\s)(?:and|und|et|oraz)(?=\s)", re.IGNORECASE
)
_SMALL = re.compile(r"(?<=\s)[ieyи](?=\s)")
_DASH = re.compile(r"\s[-\u2013\u2014]\s")
_IN_QUOTES = re.compile(r'"([^"]*)"')
_KEPT = "\ue000"  # stands for the next quoted name while the rest is taken apart
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
_CLUB_IN_BRACKETS = re.compile(r"\s\(([^()]{2,60})\)$")


def called_off(text: str) -> tuple[str, str]:
    """A line without the word that says that they do not come, and that word; "" where there is
    none.
    """
    found = _CALLED_OFF.search(text[-80:])
    if found is None:
        return text, ""
    return text[: len(text) - len(found[0])].rstrip(" ,;(-\u2013\u2014"), found[1]


def is_open(name: str) -> bool:
    """Whether a name stands for somebody who is still looked for ("N.N.", "?", "sucht noch")."""
    return bool(_OPEN.fullmatch(name.strip()))


def club_in_brackets(text: str) -> tuple[str, str]:
    """Names without the club in brackets behind them, and the club; "" where there is none."""
    found = _CLUB_IN_BRACKETS.search(text[-70:])
    if found is None or is_open(found[1]):
        return text, ""
    return text[: len(text) - len(found[0])], found[1].strip()


def split_names(text: str, unit: str, *, alone: bool = True) -> list[str]:
    """The names in a text such as "Anna / Beat", "Anna & Beat", "Anna und Beat", "Anna, Beat".

    "Antoni Puig i Cornet" is one person: a joining word parts two only where both sides look like
    whole people, or where nothing else stands in the line (`alone`). A person's one comma stays:
    "Meier, Anna"; and so do a pair's, where something else stands between the two. What stands
    between quotes is one name, and a nickname between them stays as it is: Zoë "Zack" M.
    """
    quoted = _IN_QUOTES.findall(text)
    if quoted:
        text = _IN_QUOTES.sub(_KEPT, text)
    parts = [part.strip() for part in _STRONG.split(text)]
    if len(parts) == 1:
        parts = _joined(text, unit, alone=alone)
    elif unit not in {PERSON, PAIR}:  # a team may be joined by several signs
        parts = [name for part in parts for name in _joined(part, unit, alone=False)]
    separate = {PERSON: len(parts) > 1 or text.count(",") > 1, PAIR: len(parts) == 1}
    if separate.get(unit, True):
        parts = [name.strip() for part in parts for name in part.split(",")]
    if quoted:
        parts = _with_quoted(parts, quoted)
    return [part for part in parts if part]


def _with_quoted(parts: Sequence[str], quoted: Iterable[str]) -> list[str]:
    """The parts with what stood between quotes put back; a part of its own without the quotes."""
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


def club_behind(text: str, unit: str) -> tuple[str, str]:
    """Names without the club behind them ("Anna & Beat - Bern", "Anna Meier & Beat Frei, Bern"),
    and the club.

    "" where there is none: a dash between two who are joined by nothing else joins them, and
    "Meier, Anna" is one name.
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
