"""Names for unnamed seats, the compass at a table of four and numbers elsewhere, and for erased
people.

These words are not stored: each reader sees them in their own language.
"""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.games.names.validation import LONGEST_NAME, alike, check_names, tidy
from scoring.rules import VARIANTS

# Seen from above, north at the top: the next in play sits to the right, or to the left.
COMPASS = {
    "right": (
        gettext_noop("North"),
        gettext_noop("West"),
        gettext_noop("South"),
        gettext_noop("East"),
    ),
    "left": (
        gettext_noop("North"),
        gettext_noop("East"),
        gettext_noop("South"),
        gettext_noop("West"),
    ),
}


def has_compass(variant: str) -> bool:
    """Return whether exactly four people play, so the sides of the table have names."""
    kind = VARIANTS[variant]
    return kind.min_players == kind.max_players == 4


def seat_word(variant: str, direction: str, number: int) -> str:
    """Return the name of seat `number` (from 0). `direction` is that of play: "right" or "left"."""
    if has_compass(variant) and number < 4:
        return _(COMPASS[direction][number])
    return _("Seat %(number)s") % {"number": number + 1}


def shown_names(
    variant: str, direction: str, given: Sequence[str], erased: Collection[int] = ()
) -> list[str]:
    """Return the names at a table by seat, with a word for those not given: none empty, no two the
    same.

    `erased` are the seats of erased people.
    """
    taken = {alike(name) for name in given if name}
    erased_numbers = {number: at for at, number in enumerate(sorted(erased), start=1)}
    shown = []
    for number, name in enumerate(given):
        at = erased_numbers.get(number, 0)
        word = name or (erased_name(at) if at else seat_word(variant, direction, number))
        while not name and alike(word) in taken:  # a player has that name
            word = f"{word} {number + 1}"
        shown.append(word)
    return shown


def erased_name(number: int = 1) -> str:
    """Return the name shown for an erased person: the first of several, the second ..."""
    word = _("Somebody")
    return word if number == 1 else f"{word} {number}"


def is_seat_word(variant: str, number: int, typed: str) -> bool:
    """Return whether the text typed for a seat is just the seat's own name, which names nobody."""
    kind = VARIANTS[variant]
    return number < kind.max_players and alike(tidy(typed)) in {
        alike(seat_word(variant, direction, number)) for direction in COMPASS
    }


def names_by_seat(variant: str, typed: Sequence[str]) -> list[str]:
    """Return names as `check_names` does, without those that just repeat the seat. Raises RuleError
    too.
    """
    own = [is_seat_word(variant, number, name[:LONGEST_NAME]) for number, name in enumerate(typed)]
    return check_names(
        variant, ["" if word else name for word, name in zip(own, typed, strict=True)]
    )
