"""People to be entered: as typed, tidied, and what is wrong with them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.games.names.validation import LONGEST_NAME, ROOM, alike, clean_text, tidy
from scoring.games.names.visibility import person
from scoring.rules import DUMMY_NAME, Mistake, RuleError, collect, shown
from scoring.rules.words import gettext_noop
from tournaments.models import Entrant, Member, Tournament
from tournaments.names import COLUMNS_OF_MEMBERS
from tournaments.reading_lists.reading import MOST_ROWS

LONGEST_LABEL = 80
MOST_AT_ONCE = MOST_ROWS
MOST_IN_A_TEAM = 8
S = Entrant.State
PENDING = (S.ASKED, S.WAITING)  # for an answer
TAKING_PART = (S.ENTERED, S.WITHDRAWN)  # has played, or may have
# Entrants shown by name: the others must not be discoverable by registering, either.
SHOWN: dict[str, Any] = {"alias": "", "hidden": False}
SHOWN_BY_MEMBER = {f"entrant__{key}": value for key, value in SHOWN.items()}
SIZES = {"person": (1, 1), "pair": (2, 2), "team": (2, MOST_IN_A_TEAM)}


@dataclass(frozen=True)
class NewEntrant:
    """An entrant to add: names as typed, the name of the pair or team, and other details.

    `open_places` is the number of members still wanted: a pair may be entered with one, and plays
    once complete.
    """

    names: tuple[str, ...]
    label: str = ""
    club_name: str = ""
    seed: int | None = None
    fixed_table: int | None = None
    alias: str = ""
    hidden: bool = False
    five: bool = False
    open_places: int = 0
    line: int = 0  # of a pasted list, for the errors; 0 without one


@dataclass(frozen=True)
class Tidied:
    """A normalised row, its own mistakes, and the keys that make names look alike.

    `alike` holds the field of each name with its key; empty if a name is invalid by itself: it gets
    no further errors.
    """

    row: NewEntrant
    mistakes: tuple[Mistake, ...]
    alike: tuple[tuple[str, str], ...]


def check_rows(tournament: Tournament, rows: Sequence[NewEntrant]) -> list[Mistake]:
    """Return all mistakes that prevent these entries, for the preview of a list: two queries."""
    try:
        return mistakes_in(tournament, tidied_rows(tournament.unit, rows))
    except RuleError as error:
        return list(error.mistakes)


def check_among(unit: str, rows: Sequence[NewEntrant]) -> list[Mistake]:
    """Return all mistakes of the first entries of a tournament not created yet: no query."""
    try:
        return _mistakes_among(tidied_rows(unit, rows), {})
    except RuleError as error:
        return list(error.mistakes)


def tidied_rows(unit: str, rows: Sequence[NewEntrant]) -> list[Tidied]:
    """Normalise rows before taking a lock. Raises RuleError if there are too many."""
    if len(rows) > MOST_AT_ONCE:
        text = gettext_noop("At most %(most)s entrants at once; these are %(found)s.")
        raise RuleError(
            [Mistake("too_many_rows", "names", text, {"most": MOST_AT_ONCE, "found": len(rows)})]
        )
    return [_tidy_row(unit, row) for row in rows]


def _tidy_row(unit: str, row: NewEntrant) -> Tidied:
    least, most = SIZES[unit]
    mistakes: list[Mistake] = []
    names: list[str] = []
    likes: list[tuple[str, str]] = []
    # For a line with a thousand names only their number is reported.
    for number, typed in enumerate(row.names[: MOST_IN_A_TEAM + 1]):
        name = tidy(typed[: LONGEST_NAME * ROOM])
        if not name:
            continue
        field, like = f"name_{number}", alike(name)
        wrong = _wrong_name(typed, name, like, field)
        if wrong is not None:
            mistakes.append(_in_line(wrong, row))
        names.append(name)
        likes.append((field, "" if wrong is not None else like))
    count = len(names) + sum(1 for typed in row.names[MOST_IN_A_TEAM + 1 :] if typed.strip())
    open_places = row.open_places if count else 0
    if not least <= count + open_places <= most:
        mistakes.append(_wrong_size(unit, row, count, least, most))
    texts, wrong_texts = _tidy_texts(row)
    mistakes += [_in_line(mistake, row) for mistake in wrong_texts]
    return Tidied(replace(row, names=tuple(names), **texts), tuple(mistakes), tuple(likes))


def _tidy_texts(row: NewEntrant) -> tuple[dict[str, Any], list[Mistake]]:
    """Return the other texts of a row, and the mistakes in them."""
    texts: dict[str, Any] = {}
    mistakes: list[Mistake] = []
    for key in ("label", "club_name", "alias"):
        with collect(mistakes):
            texts[key] = clean_text(getattr(row, key), key, most=LONGEST_LABEL)
    return texts, mistakes


def _wrong_name(typed: str, name: str, like: str, field: str) -> Mistake | None:
    """Return the mistake in a name by itself."""
    if "\0" in typed:
        text = gettext_noop("This text has an unsupported character: type it again.")
        return Mistake("bad_character", field, text)
    if len(name) > LONGEST_NAME:
        text = gettext_noop("%(name)s is too long: names have at most %(most)s characters.")
        return Mistake("name_too_long", field, text, {"name": shown(name), "most": LONGEST_NAME})
    if like == DUMMY_NAME:
        text = gettext_noop("This name is reserved for the dummy: choose another.")
        return Mistake("reserved_name", field, text)
    return None


def mistakes_in(
    tournament: Tournament, rows: Sequence[Tidied], *, public: bool = False
) -> list[Mistake]:
    """Return all mistakes in the rows, given existing entrants.

    `public`: ignore those not shown by name.
    """
    members = Member.objects.filter(tournament=tournament, active=True)
    if public:
        found = [
            person(*one)
            for one in members.filter(**SHOWN_BY_MEMBER).values_list(*COLUMNS_OF_MEMBERS)
        ]
        names = [one.name for one in found if one.seen == one.name]
    else:
        names = list(members.exclude(player__name="").values_list("player__name", flat=True))
    return _mistakes_among(rows, dict.fromkeys(map(alike, names), 0))


def _mistakes_among(rows: Sequence[Tidied], known: dict[str, int]) -> list[Mistake]:
    """Return all mistakes in the rows; `known` are existing names, updated with these."""
    mistakes: list[Mistake] = []
    for tidied in rows:
        mistakes += tidied.mistakes
        row, own = tidied.row, set[str]()
        for name, (field, like) in zip(row.names, tidied.alike, strict=True):
            if like and (like in known or like in own):
                mistakes.append(
                    _in_line(_twice(name, known.get(like, 0) if row.line else 0, field), row)
                )
            own.add(like)
        for like in own:
            known.setdefault(like, row.line or 1)
    return mistakes


def _twice(name: str, line: int, field: str) -> Mistake:
    """`line`: of the pasted list, where the same name occurs first; 0 if it does not."""
    if line:
        text = gettext_noop(
            "%(name)s is already in line %(line)s. If this is another person, add a letter; if "
            "not, remove one of the two."
        )
        return Mistake("duplicate_person", field, text, {"name": shown(name), "line": line})
    text = gettext_noop(
        "%(name)s is already in the list. If this is another person, add a letter; if not, remove "
        "one of the two."
    )
    return Mistake("duplicate_person", field, text, {"name": shown(name)})


def _wrong_size(unit: str, row: NewEntrant, found: int, least: int, most: int) -> Mistake:
    texts = {
        "person": gettext_noop("Everyone plays for themselves here: enter one name."),
        "pair": gettext_noop(
            "A pair needs two names; this line has %(found)s. Three or more play as a team."
        )
        if found > most
        else gettext_noop("A pair needs two names. If the partner is not known yet, write N.N."),
        "team": gettext_noop("A team has %(least)s to %(most)s names; this line has %(found)s."),
    }
    params = {"found": found, "least": least, "most": most}
    return _in_line(Mistake("wrong_size", f"name_{max(found, 1) - 1}", texts[unit], params), row)


def _in_line(mistake: Mistake, row: NewEntrant) -> Mistake:
    return replace(mistake, field=f"rows.{row.line}.{mistake.field}") if row.line else mistake
