"""A round in words, the same on every page: calls and their outcome, sweeps, missed wishes."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext, trans_real

from scoring.games.queries import Table
from scoring.rules import VARIANTS
from scoring.rules.bombs import FOUR, Bomb
from scoring.rules.settings import TOTALS, Choice
from scoring.rules.words import PLURALS

# Not a tournament's round, which its texts name so, and not the name of a placeholder
ROUND = re.compile(r"(?<!tournament's )(?<!%\()\b([Rr])ound(s?)\b")


def _in_english(text: str) -> str:
    return ROUND.sub(lambda found: ("Hand" if found[1] == "R" else "hand") + found[2], text)


# Per language: turns a text about rounds into one about hands.
TRANSLATORS: dict[str, Callable[[str], str]] = {"en": _in_english}


class HandTranslations:
    """A language's translations, with its word for hand in place of round."""

    def __init__(self, texts: Any, to_hands: Callable[[str], str]) -> None:
        self.texts, self.to_hands = texts, to_hands

    def __getattr__(self, name: str) -> Any:
        return getattr(self.texts, name)

    def gettext(self, message: str) -> str:
        found: str = self.texts.gettext(message)
        # A text with a context that has no translation comes back with the context: strip it.
        return self.to_hands(found.rpartition("\x04")[2])

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self.to_hands(self.texts.ngettext(one, many, number).rpartition("\x04")[2])


@contextmanager
def deal_word(deal: str) -> Iterator[None]:
    """Use the word "round" or "hand" in all texts until the block ends."""
    # Django's store of the active language is private, and is replaced when a test sets its
    # settings.
    active = trans_real._active  # type: ignore[attr-defined]  # noqa: SLF001
    before = getattr(active, "value", None)
    texts = before or trans_real.translation(settings.LANGUAGE_CODE)
    to_hands = TRANSLATORS.get(texts.to_language().partition("-")[0])
    if deal == "round" or to_hands is None or isinstance(texts, HandTranslations):
        yield
        return
    active.value = HandTranslations(texts, to_hands)
    try:
        yield
    finally:
        active.value = before


MINUS = "\u2212"
# How much a table records.
RECORDINGS = {
    "full": gettext_noop("Full order and points"),
    "first": gettext_noop("First out and points"),
    "points": gettext_noop("Points only"),
    TOTALS: gettext_noop("Two totals, calls not recorded"),
}


def recordings_of(variant: str, *, duplicate: bool = False) -> list[tuple[str, str]]:
    """Return a game's levels of detail as pairs of key and label; none in games without points."""
    setting = VARIANTS[variant].settings.get("recording")
    if not isinstance(setting, Choice):
        return []
    offered = (*setting.choices, *(setting.elsewhere if duplicate else ()))
    return [(key, _(RECORDINGS[key])) for key in offered]


def in_words(text: str) -> str:
    """Translate a text of the rule book; an empty one stays empty."""
    return _(text) if text else ""


def in_form(text: str, values: Mapping[str, object]) -> str:
    """Translate a marked text in the plural form for its number; values are not filled in."""
    if text not in PLURALS:
        return _(text)
    one, number = PLURALS[text]
    try:
        count = plural(Fraction(str(values[number])))
    except (KeyError, ValueError):  # stored by an older version, or abbreviated: "10^30"
        count = 2
    return ngettext(one, text, count)


def call_name(call: str) -> str:
    """Return the name of a call; a house call keeps the name it was given."""
    return {"tichu": _("Tichu"), "grand": _("Grand Tichu")}.get(call, call)


def side_caller(names: Sequence[str]) -> str:
    """Return the caller of a call of which only the side is known."""
    return _("%(names)s (who: not recorded)") % {"names": " & ".join(names)}


def call_letters(calls: Sequence[str]) -> dict[str, str]:
    """Return a distinct letter for each call: T and G; for house calls, whose names may be long,
    the first free one of their letters, or else a digit.
    """
    known = {"tichu": "T", "grand": "G"}
    taken = {"T", "G"} & {call[0].upper() for call in calls if call in known}
    found = {}
    for call in calls:
        free = (
            letter
            for letter in [*filter(str.isalnum, call.upper()), *"123456789"]
            if letter not in taken
        )
        found[call] = known.get(call) or next(free, "?")
        taken.add(found[call])
    return found


def names_with_dummy(table: Table) -> list[str]:
    """Return the names of all seats: the players and, in three-player games, the dummy."""
    variant = VARIANTS[table.game.variant]
    return [*table.names, _(variant.dummy_name)] if variant.has_dummy else table.names


def column_names(table: Table) -> list[str]:
    """Return the headings of the score columns: the names of a team, a player, or the dummy."""
    names = names_with_dummy(table)
    return [" & ".join(names[seat] for seat in column) for column in table.position.columns]


def bomb_faces() -> str:
    """Return the letters of jack, queen, king and ace."""
    return pgettext("cards", "J Q K A")


def bomb_in_words(bomb: Bomb, names: Sequence[str]) -> str:
    """Return a bomb as it was noted: "Anna: bomb 4 × K", "Anna: bomb 5–10", "Anna: bomb (6)"."""
    seat, length, high = bomb
    text = _("%(name)s: bomb") % {"name": names[seat]}
    if not length:
        return text
    if not high:
        return f"{text}\N{NO-BREAK SPACE}({length})"
    if length == FOUR:
        return f"{text}\N{NO-BREAK SPACE}4\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{_card(high)}"
    return f"{text}\N{NO-BREAK SPACE}{_card(high - length + 1)}–{_card(high)}"


def _card(rank: int) -> str:
    return bomb_faces().split()[rank - 11] if rank > 10 else str(rank)


def sweep_size(sides: Sequence[Sequence[int]]) -> int:
    """Return how many of one side, out first, make a sweep: all of them. 0 in games
    without sides.
    """
    return max((len(side) for side in sides), default=0)


def sweep_name(sides: Sequence[Sequence[int]]) -> str:
    """Return the name of a sweep: a double victory, or a triple one with sides of three."""
    return (
        _("Triple victory")
        if sides and min(len(side) for side in sides) == 3
        else _("Double victory")
    )


def figure(value: float | Fraction) -> str:
    """Format a number: "12", "2½"; others with the language's decimal sign, "3.1", "3.33".

    The minus is a real one: as wide as the digits, and read out as "minus". Data for programs uses
    decimal points.
    """
    if isinstance(value, int):
        return str(value).replace("-", MINUS)
    exact = Fraction(str(value))  # a float as it is printed: 0.1 is a tenth
    if exact.denominator == 1:
        return figure(exact.numerator)
    if exact.denominator == 2:
        return f"{MINUS if exact < 0 else ''}{abs(exact.numerator) // 2 or ''}½"
    digits = 1 if (exact * 10).denominator == 1 else 2
    return number_format(
        round(Decimal(exact.numerator) / exact.denominator, digits), digits
    ).replace("-", MINUS)


def plural(value: float | Fraction) -> int:
    """Return the number that selects the plural form after a figure: a fraction takes
    the plural.
    """
    return abs(int(value)) if value == int(value) else 2


def points_word(value: float | Fraction) -> str:
    """Return the word after a figure of points: "point", "points"."""
    return ngettext("point", "points", plural(value))


def labelled(label: object, text: object) -> str:
    """Return "label: text", with the language's space before the colon."""
    colon = pgettext("after a label", ":")
    return f"{label}{colon} {text}"


def signed(value: float | Fraction) -> str:
    """Format points with their sign, including the plus."""
    return f"+{figure(value)}" if value > 0 else figure(value)
