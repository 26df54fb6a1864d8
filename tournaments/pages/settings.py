"""Settings of formats and scoring systems in forms: one field for each.

Values are passed as text by setting, exactly as typed, so that nothing is lost.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from scoring.games.parsing import number_typed
from scoring.rules import Mistake, RuleError
from scoring.rules.settings import Choice, Setting, Switch
from scoring.rules.words import gettext_noop
from tournaments.standings.points.kinds import Ladder, Ladders, MarginTable

ON = "on"  # a checkbox as browsers send it; "" if unticked
LONGEST_KEPT = 200  # characters of typed text that are shown again; lists may be longer
LONGEST_LIST = 2000

Texts = dict[str, str]
Labels = Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class SettingField:
    """A field, ready to be shown.

    `kind` is "number", "switch", "choice", "line" (a list) or "lines" (several lists).
    """

    name: str
    kind: str
    label: str
    hint: str = ""
    value: str = ""
    choices: list[tuple[str, str]] = field(default_factory=list)
    error: str = ""


@dataclass(frozen=True)
class SettingGroup:
    """A group of settings with their labels; the form's fields are `prefix`_`key`."""

    prefix: str
    settings: Mapping[str, Setting]
    labels: Labels
    choices: Mapping[str, str]

    def name(self, key: str) -> str:
        return f"{self.prefix}_{key}"

    def texts(self, values: Mapping[str, Any]) -> Texts:
        """Return complete or partial settings as field texts; missing ones have their default."""
        return {
            key: text_of(setting, values.get(key, setting.thawed(setting.default)))
            for key, setting in self.settings.items()
        }

    def typed(self, data: Mapping[str, str]) -> Texts:
        """Return the fields as sent.

        A checkbox that was not sent is unticked; any other field is empty.
        """
        return {
            key: (ON if data.get(self.name(key)) else "")
            if isinstance(setting, Switch)
            else data.get(self.name(key), "")[: LONGEST_LIST if _is_list(setting) else LONGEST_KEPT]
            for key, setting in self.settings.items()
        }

    def fields(self, texts: Texts, errors: Mapping[str, str]) -> list[SettingField]:
        """Return the fields in order."""
        found = []
        for key, setting in self.settings.items():
            label, hint = self.labels[key]
            choices = (
                [(word, _(self.choices[word])) for word in setting.choices]
                if isinstance(setting, Choice)
                else []
            )
            name = self.name(key)
            found.append(
                SettingField(
                    name,
                    _kind(setting),
                    _(label),
                    _(hint),
                    texts[key],
                    choices,
                    errors.get(name, ""),
                )
            )
        return found

    def read(self, texts: Texts) -> dict[str, Any]:
        """Parse the typed settings into their JSON form.

        Raises RuleError with each error at its field.
        """
        values: dict[str, Any] = {}
        mistakes: list[Mistake] = []
        for key, setting in self.settings.items():
            try:
                values[key] = value_of(setting, texts[key])
            except ValueError:
                mistakes.append(Mistake("bad_setting", self.name(key), NO_NUMBERS[_kind(setting)]))
                continue
            # The setting's own sentence, with its label in place of its key.
            named = {"setting": _(self.labels[key][0])}
            mistakes += [
                replace(mistake, field=self.name(key), params={**mistake.params, **named})
                for mistake in setting.mistakes(key, values[key])
            ]
        if mistakes:
            raise RuleError(mistakes)
        return values


NO_NUMBERS = {
    "number": gettext_noop("Enter a number."),
    "choice": gettext_noop("Choose one of these."),
    "line": gettext_noop("Enter numbers separated by spaces, such as 3 2 1."),
    "lines": gettext_noop("Enter numbers separated by spaces, one group per line."),
}


def _kind(setting: Setting) -> str:
    if isinstance(setting, Switch):
        return "switch"
    if isinstance(setting, Choice):
        return "choice"
    if isinstance(setting, Ladder):
        return "line"
    return "lines" if isinstance(setting, (Ladders, MarginTable)) else "number"


def _is_list(setting: Setting) -> bool:
    return isinstance(setting, (Ladder, Ladders, MarginTable))


def text_of(setting: Setting, value: Any) -> str:
    """Return a setting's value as its field shows it."""
    if isinstance(setting, Switch):
        return ON if value else ""
    if value is None:
        return ""
    if isinstance(setting, Choice):
        return str(setting.frozen(value))
    if isinstance(setting, Ladder):
        return _row(value)
    if isinstance(setting, (Ladders, MarginTable)):
        return "\n".join(_row(row) for row in value)
    return _plain(value)


def value_of(setting: Setting, text: str) -> Any:
    """Parse a field into its JSON value. Raises ValueError for an invalid number."""
    if isinstance(setting, Switch):
        return text == ON
    if isinstance(setting, Choice):
        return text
    if isinstance(setting, Ladder):
        return _numbers(text)
    if isinstance(setting, (Ladders, MarginTable)):
        return [_numbers(line) for line in text.splitlines() if line.strip()]
    return number_of(text) if text.strip() else None


def number_of(text: str) -> int | float:
    """Parse a number into its JSON value. Raises ValueError if invalid."""
    exact = number_typed(text)
    if exact is None:
        raise ValueError(f"{text[:40]!r} is no number.")
    return int(exact) if exact.denominator == 1 else float(exact)


def _numbers(text: str) -> list[int | float]:
    # 2,5 is two and a half; with more commas, or a space after one, commas separate the numbers of
    # a list.
    words: list[str] = []
    for word in re.split(r"[\s;/:]+|,\s+", text.strip()):
        words += word.split(",") if word.count(",") > 1 else [word]
    return [number_of(word) for word in words if word]


def _row(numbers: Any) -> str:
    return " ".join(_plain(number) for number in numbers)


def _plain(value: Any) -> str:
    """Format a number as typed: 2, 0.5."""
    if isinstance(value, (float, Fraction)):
        return str(int(value)) if value == int(value) else str(float(value))
    return str(value)
