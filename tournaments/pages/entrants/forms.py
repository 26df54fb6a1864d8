"""Forms for entrants, at the desk and for self-registration."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.pages.common import by_field
from scoring.rules import Mistake, RuleError, collect
from scoring.rules.words import gettext_noop
from tournaments.actions.new_entrants import SIZES, NewEntrant
from tournaments.models import Entrant
from tournaments.reading_lists.columns import whole_number
from tournaments.reading_lists.found import LARGEST_NUMBER
from tournaments.reading_lists.names import is_open

LONGEST_ECHO = 1000  # characters of typed text that are shown again with its error
BY_NAME, BY_ALIAS, BY_NUMBER = "name", "alias", "number"  # how the public pages show a person
NO_NUMBER = gettext_noop("Enter a whole number from 1 to %(most)s, or nothing.")
NO_ALIAS = gettext_noop("Enter the name for the public pages, or choose another answer.")


@dataclass(frozen=True)
class NameField:
    """A name field. `needed` if an entrant is incomplete without it."""

    key: str
    number: int
    needed: bool
    typed: str = ""
    error: str = ""


@dataclass
class Fields:
    """The fields of a form: texts as typed, with their errors."""

    typed: Mapping[str, Any] = field(default_factory=dict)
    wrong: dict[str, str] = field(default_factory=dict)

    @classmethod
    def refused(cls, post: Mapping[str, str], mistakes: Iterable[Mistake]) -> "Fields":
        """Return a rejected form, with everything that was typed."""
        typed = {key: value[:LONGEST_ECHO].replace("\0", "") for key, value in post.items()}
        return cls(typed, by_field(mistakes))

    def names(self, unit: str) -> list[NameField]:
        """Return the name fields for a person, a pair or a team."""
        least, most = SIZES[unit]
        return [
            NameField(
                key := f"name_{number}",
                number + 1,
                number < least,
                str(self.typed.get(key, "")),
                self.wrong.get(key, ""),
            )
            for number in range(most)
        ]

    def elsewhere(self, unit: str) -> list[str]:
        """Return messages that belong to none of the fields."""
        own = {one.key for one in self.names(unit)} | {
            "label",
            "club_name",
            "seed",
            "fixed_table",
            "alias",
        }
        return [message for key, message in self.wrong.items() if key not in own]


def parse_entrant(post: Mapping[str, str], unit: str) -> NewEntrant:
    """Parse an entrant typed at the desk; "N.N." is an open place.

    Raises RuleError for invalid numbers.
    """
    mistakes: list[Mistake] = []
    seed = _number(post, "seed", mistakes)
    if mistakes:
        raise RuleError(mistakes)
    typed = _names(post, unit)
    names = tuple("" if is_open(name) else name for name in typed)
    open_places = len([name for name in typed if is_open(name)])
    label, club = _text(post, "label"), _text(post, "club_name")
    return NewEntrant(names, label, club, seed, open_places=open_places)


def parse_registration(post: Mapping[str, str], unit: str) -> NewEntrant:
    """Parse a self-registration. Raises RuleError if the alias is missing."""
    return NewEntrant(
        _names(post, unit), _text(post, "label"), _text(post, "club_name"), **_shown_as(post)
    )


def parse_changes(post: Mapping[str, str]) -> dict[str, object]:
    """Parse the desk's changes to an entrant. Raises RuleError with all errors."""
    mistakes: list[Mistake] = []
    seed, table = _number(post, "seed", mistakes), _number(post, "fixed_table", mistakes)
    shown: dict[str, Any] = {}
    with collect(mistakes):
        shown = _shown_as(post)
    if mistakes:
        raise RuleError(mistakes)
    return {
        "label": _text(post, "label"),
        "club_name": _text(post, "club_name"),
        "seed": seed,
        "fixed_table": table,
        "five": post.get("five") == "1",
        **shown,
    }


def current_values(entrant: Entrant) -> Fields:
    """Return the form with an entrant's current values."""
    return Fields(
        {
            "label": entrant.label,
            "club_name": entrant.club_name,
            "seed": entrant.seed or "",
            "fixed_table": entrant.fixed_table or "",
            "five": "1" if entrant.five else "",
            "alias": entrant.alias,
            "shown": BY_ALIAS if entrant.alias else BY_NUMBER if entrant.hidden else BY_NAME,
        }
    )


def _text(post: Mapping[str, str], key: str) -> str:
    return post.get(key, "")


def _names(post: Mapping[str, str], unit: str) -> tuple[str, ...]:
    return tuple(_text(post, f"name_{number}") for number in range(SIZES[unit][1]))


def _number(post: Mapping[str, str], key: str, mistakes: list[Mistake]) -> int | None:
    typed = _text(post, key).strip()
    number = whole_number(typed)
    if typed and number is None:
        mistakes.append(Mistake("bad_number", key, NO_NUMBER, {"most": LARGEST_NUMBER}))
    return number


def _shown_as(post: Mapping[str, str]) -> dict[str, Any]:
    how = _text(post, "shown")
    alias = _text(post, "alias").strip() if how == BY_ALIAS else ""
    if how == BY_ALIAS and not alias:
        raise RuleError((Mistake("alias_missing", "alias", NO_ALIAS),))
    return {"alias": alias, "hidden": how == BY_NUMBER}
