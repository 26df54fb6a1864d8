"""The types of settings: valid values, and the message for invalid ones."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from .bounds import LONGEST_CALL, MOST_OWN_CALLS
from .errors import Mistake, shown
from .words import gettext_noop, ngettext_noop

LARGEST_VALUE = 1_000_000  # points
TICHU = "tichu"
GRAND = "grand"
TOTALS = "totals"  # a level of detail: what each side scored in all


class Setting(ABC):
    """One setting of a variant: its default, and the values it accepts.

    `kind` is what it holds: "points", "limit", "switch", "choice" or "calls" here; elsewhere also
    another "number", or a "list" or "lists" of them.
    """

    default: Any
    kind: ClassVar[str] = "number"

    @abstractmethod
    def mistakes(self, key: str, value: object) -> list[Mistake]:
        """Return what is wrong with the value; empty if it is valid."""

    def frozen(self, value: Any) -> Any:
        """Return the value as a rule set stores it."""
        return value

    def thawed(self, value: Any) -> Any:
        """Return the value as settings write it, the reverse of `frozen`."""
        return value


def is_whole(value: object) -> bool:
    """Return whether the value is an integer. `True` is not one, although Python treats it as 1."""
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True)
class PointValue(Setting):
    """A number of points from 0 to a million."""

    default: int
    kind = "points"

    def mistakes(self, key: str, value: object) -> list[Mistake]:
        if is_whole(value) and 0 <= value <= LARGEST_VALUE:  # type: ignore[operator]
            return []
        text = gettext_noop(
            "%(setting)s is %(value)s; it must be a whole number from 0 to %(largest)s."
        )
        return [
            Mistake(
                "bad_setting",
                key,
                text,
                {"setting": key, "value": shown(value), "largest": LARGEST_VALUE},
            )
        ]


@dataclass(frozen=True)
class Limit(Setting):
    """A number from 1 upwards, or None for no limit."""

    default: int | None
    kind = "limit"

    def mistakes(self, key: str, value: object) -> list[Mistake]:
        if value is None or (is_whole(value) and value > 0):  # type: ignore[operator]
            return []
        text = gettext_noop(
            "%(setting)s is %(value)s; it must be a whole number from 1, or null for none."
        )
        return [Mistake("bad_setting", key, text, {"setting": key, "value": shown(value)})]


@dataclass(frozen=True)
class Switch(Setting):
    """Yes or no."""

    default: bool
    kind = "switch"

    def mistakes(self, key: str, value: object) -> list[Mistake]:
        if isinstance(value, bool):
            return []
        text = gettext_noop("%(setting)s is %(value)s; it must be true or false.")
        return [Mistake("bad_setting", key, text, {"setting": key, "value": shown(value)})]


@dataclass(frozen=True)
class Choice(Setting):
    """One of a few words; the first is the default. `elsewhere` is valid too, and offered only
    where it makes sense: see `RuleSet.check_offered`.
    """

    choices: tuple[str, ...]
    elsewhere: tuple[str, ...] = ()
    kind = "choice"

    @property
    def default(self) -> str:
        """The first of the choices."""
        return self.choices[0]

    def mistakes(self, key: str, value: object) -> list[Mistake]:
        if isinstance(value, str) and value in (*self.choices, *self.elsewhere):
            return []
        return self.not_offered(key, value)

    def not_offered(self, key: str, value: object) -> list[Mistake]:
        """Return the mistake of a value that is none of the choices, if it is none."""
        if value in self.choices:
            return []
        text = gettext_noop("%(setting)s is %(value)s; it must be one of: %(choices)s.")
        params = {"setting": key, "value": shown(value), "choices": ", ".join(self.choices)}
        return [Mistake("bad_setting", key, text, params)]


@dataclass(frozen=True)
class OwnCalls(Setting):
    """House calls: name -> points. Stored as pairs, cheapest first."""

    default: tuple[tuple[str, int], ...] = ()
    kind = "calls"

    def mistakes(self, key: str, value: object) -> list[Mistake]:
        if not isinstance(value, Mapping):
            text = gettext_noop(
                "%(setting)s must be an object of names and points, such as %(example)s."
            )
            return [
                Mistake("bad_setting", key, text, {"setting": key, "example": '{"blind": 400}'})
            ]
        if len(value) > MOST_OWN_CALLS:
            text = ngettext_noop(
                "%(setting)s has %(found)s custom call; at most %(most)s are allowed.",
                "%(setting)s has %(found)s custom calls; at most %(most)s are allowed.",
                "found",
            )
            params = {"setting": key, "found": len(value), "most": MOST_OWN_CALLS}
            return [Mistake("bad_setting", key, text, params)]
        found: list[Mistake] = []
        for name, points in value.items():
            if not isinstance(name, str) or not name.strip() or name in {TICHU, GRAND}:
                text = gettext_noop(
                    "A custom call is named %(name)s; it needs a name other than tichu and grand."
                )
                found.append(Mistake("bad_setting", key, text, {"name": shown(name)}))
            elif len(name) > LONGEST_CALL:
                text = gettext_noop("The name of a custom call has more than %(most)s characters.")
                found.append(Mistake("bad_setting", key, text, {"most": LONGEST_CALL}))
            found += PointValue(0).mistakes(key, points)
        return found

    def frozen(self, value: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
        return tuple(sorted(value.items(), key=lambda pair: (pair[1], pair[0])))

    def thawed(self, value: tuple[tuple[str, int], ...]) -> dict[str, int]:
        return dict(value)
