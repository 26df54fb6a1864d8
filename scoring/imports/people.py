"""A list of people: a name on each line, or a first name and a last name; other names; who is a guest."""

from scoring.imports.found import PersonLine, Reading, Refused
from scoring.imports.tables import Key, heads_of, sheet_of, split_names

FORM = "people"
NAME, FIRST, LAST, OTHERS, GUEST, MEMBER, NUMBER = "name", "first", "last", "others", "guest", "member", "number"
HEADS = heads_of(
    {
        NAME: "name names fullname person player people namen spieler spielerin spieler/in nom noms joueur joueuse "
        "имя имяифамилия фамилияимя фио игрок человек imięinazwisko imieinazwisko nazwiskoiimię gracz osoba",
        FIRST: "firstname givenname forename vorname prénom prenom личноеимя imię imie",
        LAST: "lastname surname familyname nachname familienname nomdefamille фамилия nazwisko",
        OTHERS: "othername othernames alias aliases nickname nicknames alsoknownas weiterename weiterenamen "
        "anderernamen anderenamen spitzname spitznamen autrenom autresnoms surnom surnoms другоеимя другиеимена "
        "прозвище прозвища псевдоним innenazwy inneimiona pseudonim pseudonimy przezwisko",
        GUEST: "guest guests gast gäste gaeste invité invite invitée гость гости gość gosc goście",
        MEMBER: "member members status mitglied mitglieder membre membres statut член участник статус "
        "członek czlonek członkowie",
        NUMBER: "# no nr number nummer pos n° numéro numero № номер numer lp",
    }
)
YES = frozenset(("x", "1", "y", "yes", "true", "j", "ja", "wahr", "o", "oui", "vrai", "да", "д", "истина", "t", "tak",
                 "prawda", "+", "✓", "✔", "☑"))  # fmt: skip
NO = frozenset(("0", "n", "no", "false", "nein", "falsch", "non", "faux", "нет", "ложь", "nie", "fałsz", "-", "–"))
GUESTS = frozenset(("guest", "gast", "invité", "invite", "invitée", "гость", "gość", "gosc"))
MEMBERS = frozenset(("member", "mitglied", "membre", "член", "участник", "członek", "czlonek"))
MOST_OTHER_NAMES = 5


def recognises(text: str) -> bool:
    """Whether a text is such a list: one of its columns holds names."""
    sheet = sheet_of(text, HEADS)
    return sheet is not None and any(sheet.has(what) for what in (NAME, FIRST, LAST))


def read(text: str) -> Reading:
    """The people of a list. Never raises."""
    refused: list[Refused] = []
    people: list[PersonLine] = []
    sheet = sheet_of(text, HEADS)
    if sheet is None:
        return Reading(FORM)
    for line, row in sheet.rows(refused):
        name = _name(row)
        if name:
            others = tuple(split_names(row.get((OTHERS, 0), ""))[:MOST_OTHER_NAMES])
            people.append(PersonLine(line, name, others, _guest(row)))
    numbered = tuple(word for word, key in zip(sheet.typed, sheet.keys, strict=True) if key and key[0] == NUMBER)
    return Reading(FORM, tuple(people), refused=tuple(refused), left_out=(*sheet.left_out, *numbered))


def _name(row: dict[Key, str]) -> str:
    first, last, whole = (row.get((what, 0), "") for what in (FIRST, LAST, NAME))
    if first and whole and not last:  # "Name; Vorname" means the family's name
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
