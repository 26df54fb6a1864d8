"""A list of people: one name per line, or columns with names, aliases and whether a guest."""

import re
from dataclasses import replace

from scoring.rules import Mistake, shown
from scoring.rules.words import gettext_noop
from tournaments.clubs.imports.found import PersonLine, Reading, Refused
from tournaments.clubs.imports.tables import (
    LONGEST_LINE,
    Key,
    Sheet,
    folded,
    heads_of,
    lines_of,
    sheet_of,
    split_names,
)

FORM = "people"
NAME, FIRST, LAST, OTHERS, GUEST, MEMBER, NUMBER = (
    "name",
    "first",
    "last",
    "others",
    "guest",
    "member",
    "number",
)
HEADS = heads_of(
    {
        NAME: "name names fullname person player people namen spieler spielerin spieler/in nom "
        "noms joueur joueuse "
        "имя имяифамилия фамилияимя фио игрок человек imięinazwisko imieinazwisko nazwiskoiimię "
        "gracz osoba",
        FIRST: "firstname givenname forename vorname prénom prenom личноеимя imię imie",
        LAST: "lastname surname familyname nachname familienname nomdefamille фамилия nazwisko",
        OTHERS: "othername othernames alias aliases nickname nicknames alsoknownas weiterename "
        "weiterenamen "
        "anderernamen anderenamen spitzname spitznamen autrenom autresnoms surnom surnoms "
        "другоеимя другиеимена "
        "прозвище прозвища псевдоним innenazwy inneimiona pseudonim pseudonimy przezwisko",
        GUEST: "guest guests gast gäste gaeste invité invite invitée гость гости gość gosc goście",
        MEMBER: "member members status mitglied mitglieder membre membres statut член участник "
        "статус "
        "członek czlonek członkowie",
        NUMBER: "# no nr number nummer pos n° numéro numero № номер numer lp",
    }
)
YES = frozenset(("x", "1", "y", "yes", "true", "j", "ja", "wahr", "o", "oui", "vrai", "да", "д",
"истина", "t", "tak",
                 "prawda", "+", "✓", "✔", "☑"))  # fmt: skip
NO = frozenset(
    (
        "0",
        "n",
        "no",
        "false",
        "nein",
        "falsch",
        "non",
        "faux",
        "нет",
        "ложь",
        "nie",
        "fałsz",
        "-",
        "–",
    )
)
GUESTS = frozenset(("guest", "gast", "invité", "invite", "invitée", "гость", "gość", "gosc"))
MEMBERS = frozenset(("member", "mitglied", "membre", "член", "участник", "członek", "czlonek"))
MOST_OTHER_NAMES = 5
COLUMNS = "Name; Other names; Guest"
MOST_WORDS = 6  # in a name, if no header says that the lines are names
NOT_A_NAME = gettext_noop(
    "This is not just a name. Put one name on each line, or start with a line of column names: "
    "%(columns)s."
)
TWICE = gettext_noop(
    "%(name)s is already in line %(line)s. If they are two people, write %(name)s (2) here."
)
_ITEM = re.compile(r"(?:[-*\u2013\u2014\u2022\u00b7]|\d{1,4}[.)])\s+")
_PARTED = re.compile(r"[;,\t/&+@{}\[\]<>=|\"]")


def recognises(text: str) -> bool:
    """Return whether a text is such a list: it has a column of names, or nearly every line is a
    name.
    """
    if _sheet(text) is not None:
        return True
    names = [_plain_name(line) for _number, line in lines_of(text)]
    likely = [bool(name) and len(name.split()) <= MOST_WORDS for name in names]
    return len(likely) > 1 and sum(likely) * 3 > len(likely) * 2


def read(text: str) -> Reading:
    """Return the people of a list. Never raises."""
    sheet = _sheet(text)
    reading = _plain(text) if sheet is None else _columns(sheet)
    return _without_repeats(reading)


def _sheet(text: str) -> Sheet | None:
    """Return the sheet if the first line names a column of names. "Player 1" is one seat of a game,
    not such a column.
    """
    sheet = sheet_of(text, HEADS)
    named = sheet is not None and any((what, 0) in sheet.keys for what in (NAME, FIRST, LAST))
    return sheet if named else None


def _plain(text: str) -> Reading:
    people: list[PersonLine] = []
    refused: list[Refused] = []
    for number, line in lines_of(text):
        if name := _plain_name(line):
            people.append(PersonLine(number, name))
        else:
            refused.append(
                Refused(number, Mistake("not_a_name", "name", NOT_A_NAME, {"columns": COLUMNS}))
            )
    return Reading(FORM, tuple(people), refused=tuple(refused))


def _plain_name(line: str) -> str:
    """Return the name on a line without its bullet or number, or "" if the line is not a plain
    name.
    """
    if len(line) > LONGEST_LINE:
        return ""
    text = line.replace("\u00a0", " ").strip("\ufeff ")
    name = _ITEM.sub("", text, count=1) if _ITEM.match(text) else text
    return "" if _PARTED.search(name) or not any(char.isalpha() for char in name) else name


def _without_repeats(reading: Reading) -> Reading:
    """Reject a second line with the same name: whether it is the same person is not for us to
    decide.
    """
    lines: dict[str, int] = {}
    people: list[PersonLine] = []
    refused = list(reading.refused)
    for person in reading.people:
        before = lines.setdefault(folded(person.name), person.line)
        if before == person.line:
            people.append(person)
            continue
        params = {"name": shown(person.name), "line": before}
        refused.append(Refused(person.line, Mistake("name_twice", "name", TWICE, params)))
    refused.sort(key=lambda one: one.line or 0)
    return replace(reading, people=tuple(people), refused=tuple(refused))


def _columns(sheet: Sheet) -> Reading:
    refused: list[Refused] = []
    people: list[PersonLine] = []
    for line, row in sheet.rows(refused):
        name = _name(row)
        if name:
            others = tuple(split_names(row.get((OTHERS, 0), ""))[:MOST_OTHER_NAMES])
            people.append(PersonLine(line, name, others, _guest(row)))
    numbered = tuple(
        word for word, key in zip(sheet.typed, sheet.keys, strict=True) if key and key[0] == NUMBER
    )
    return Reading(
        FORM, tuple(people), refused=tuple(refused), left_out=(*sheet.left_out, *numbered)
    )


def _name(row: dict[Key, str]) -> str:
    first, last, whole = (row.get((what, 0), "") for what in (FIRST, LAST, NAME))
    if first and whole and not last:  # in "Name; Vorname", "Name" is the family name
        last, whole = whole, ""
    return whole or f"{first} {last}".strip()


def _guest(row: dict[Key, str]) -> bool | None:
    for column, means in ((GUEST, True), (MEMBER, False)):
        word = row.get((column, 0), "").casefold()
        if word in GUESTS:
            return True
        if word in MEMBERS:
            return False
        if word in YES:
            return means
        if word in NO:
            return not means
    return None
