"""Recognises column heads, in five languages and in the wording of form exports."""

import re
from collections.abc import Mapping

FIRST_NAME, LAST_NAME, ONE_NAME, PARTNER = "first_name", "last_name", "name", "partner"
LABEL, CLUB, SEED, TABLE, NUMBER = "label", "club", "seed", "table", "number"
IGNORED = "ignored"  # a column added by a form: known, and left out by its head
# Column heads in lower case and without spaces; the number of "Player 1" is removed first.
HEADS: Mapping[str, str] = {
    head: column
    for column, heads in {
        ONE_NAME: "name names namen player players spieler spielerin spieler/in person teilnehmer "
        "member mitglied "
        "nom noms joueur joueuse joueurs personne participant membre prénometnom nometprénom "
        "игрок игроки человек участник фио имяифамилия фамилияиимя "
        "gracz gracze zawodnik osoba uczestnik imięinazwisko nazwiskoiimię nazwa imięlubnazwa",
        FIRST_NAME: "firstname givenname vorname prénom prenom имя imię imie",
        LAST_NAME: "lastname surname familyname nachname familienname nomdefamille фамилия "
        "nazwisko",
        PARTNER: "partner partnerin partner/in mate mitspieler mitspielerin partenaire coéquipier "
        "coéquipière "
        "напарник напарница партнёр партнер partnerka",
        LABEL: "team teamname mannschaft mannschaftsname pair pairname paar paarname label équipe "
        "equipe paire "
        "nomdeléquipe nomdelapaire команда пара названиекоманды названиепары "
        "drużyna druzyna para nazwadrużyny nazwapary",
        CLUB: "club clubname klub verein vereinsname клуб",
        SEED: "seed seeding setzplatz setzliste setznummer têtedesérie tetedeserie посев "
        "rozstawienie",
        TABLE: "table fixedtable tableno tisch festertisch tischnummer tischnr стол stół stol "
        "nrstołu",
        NUMBER: "# no nr number nummer pos position n° numéro numero № номер numer lp",
    }.items()
    for head in heads.split()
}
NAME_COLUMNS = {ONE_NAME, FIRST_NAME, LAST_NAME, PARTNER}
# Words that identify a form's question; the first match counts. Whole words, or prefixes of long
# ones: a short prefix would take Mailand for mail.
_QUESTIONS = tuple(
    (column, re.compile(rf"\b(?:{words})\b"))
    for column, words in (
        (
            IGNORED,
            (
                r"e?mail|mailadresse|courriel|почт\w+|tel|telefon\w*|téléphone|phone|handy\w*|телефон\w*|zeitstempel|"
                r"timestamp|horodat\w+|sygnatura|отметка|datum|date|дата|bemerkung\w*|anmerkung\w*|comments?|notes?|"
                r"remarks?|remarques?|commentaires?|uwagi|komentarz\w*|примечан\w+|комментар\w+|adresse?|address"
            ),
        ),
        (PARTNER, r"partner\w*|partenaire\w*|mitspieler\w*|coéquipi\w+|напарни\w+|партн[её]р\w*"),
        (CLUB, r"club|klub\w*|verein\w*|клуб\w*"),
        (
            LABEL,
            r"teams?|teamname|mannschaft\w*|équipe|equipe|drużyn\w+|команд\w+|paars?|paares|pair|pary",
        ),
        (FIRST_NAME, r"vorname|prénom|prenom|imię|first"),
        (LAST_NAME, r"nachname|surname|familienname|nazwisko|фамилия|last"),
        (
            ONE_NAME,
            r"name|names|namen|nom|имя|spieler\w*|player|joueu\w+|gracz\w*|игрок\w*|участни\w+",
        ),
    )
)
MOST_WORDS = 12  # of a question in a form; anything longer is not a heading
_NUMBERED_HEAD = re.compile(r"^(.*?)([1-9])$")
_WORDS = re.compile(r"[^\W\d_]+")

Head = tuple[str, int]  # what a column holds, and which of several (0: the only one)


def head_of(cell: str) -> Head | None:
    """Return what a column holds according to its head; None if unknown."""
    plain = re.sub(r"[\s_.:-]", "", cell.casefold())
    if plain in HEADS:
        return HEADS[plain], 0
    numbered = _NUMBERED_HEAD.match(plain)
    if numbered and HEADS.get(numbered[1]) in NAME_COLUMNS:
        return HEADS[numbered[1]], int(numbered[2])
    return None


def question_of(cell: str) -> Head | None:
    """Return what a form's question asks for ("Name of your partner"); None if unknown."""
    words = _WORDS.findall(cell.casefold())
    if not words or len(words) > MOST_WORDS:
        return None
    question = " ".join(words)
    return next(((column, 0) for column, asked in _QUESTIONS if asked.search(question)), None)


def heads_of(cells: list[str]) -> list[Head | None]:
    """Return what the columns hold. Two equal heads belong to different persons.

    A form's questions count only if at least two columns are known: "Partner Meier" alone is a
    name.
    """
    found = [head_of(cell) for cell in cells]
    asked = [head or question_of(cell) for head, cell in zip(found, cells, strict=True)]
    if sum(head is not None for head in asked) > 1:
        found = asked
    counted: dict[Head, int] = {}
    for place, head in enumerate(found):
        if head is None or head[0] not in NAME_COLUMNS:
            continue
        counted[head] = counted.get(head, 0) + 1
        if counted[head] > 1:
            found[place] = head[0], counted[head]
    return found
