"""Django's forms here: short texts, and settings with a field each.

The texts of settings are passed by setting, exactly as typed, so that nothing is lost.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms.utils import ErrorDict, ErrorList
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from scoring.games.names.validation import clean_text
from scoring.games.parsing import number_typed
from scoring.pages.common import by_field
from scoring.rules import Mistake, RuleError
from scoring.rules.settings import Choice, Setting
from scoring.rules.words import gettext_noop

ON = "on"  # a checkbox as browsers send it; "" if unticked
LONGEST_KEPT = 200  # characters of typed text that are shown again; lists may be longer
LONGEST_LIST = 2000
WIDGETS: dict[str, type[forms.Widget]] = {
    "switch": forms.CheckboxInput,
    "choice": forms.Select,
    "list": forms.TextInput,
    "lists": forms.Textarea,
}
NO_NUMBER = gettext_noop("Enter a number.")
NO_NUMBERS = {
    "list": gettext_noop("Enter numbers separated by spaces, such as 3 2 1."),
    "lists": gettext_noop("Enter numbers separated by spaces, one group per line."),
}

Texts = dict[str, str]


class ShortTextField(forms.CharField):
    """A line of at most `most` characters, tidied."""

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.most = most

    def to_python(self, value: Any) -> str:
        try:
            return clean_text(super().to_python(value) or "", "text", most=self.most)
        except RuleError as error:
            raise ValidationError(list(by_field(error.mistakes).values())) from error


def mistakes_of(form: forms.Form) -> list[Mistake]:
    """Return a form's errors as those of an action, for a form that has this one as a part."""
    errors = form.errors
    return [
        Mistake("bad_setting", form.add_prefix(key), str(text).replace("%", "%%"))
        for key in (*form.fields, NON_FIELD_ERRORS)
        for text in errors.get(key, ())
    ]


class SettingField(forms.Field):
    """The field of a setting, which also says what is wrong."""

    def __init__(
        self, setting: Setting, choices: Mapping[str, str | Promise], **kwargs: Any
    ) -> None:
        widget = WIDGETS.get(setting.kind, forms.NumberInput)
        super().__init__(required=False, widget=widget, **kwargs)
        self.setting = setting
        words = setting.choices if isinstance(setting, Choice) else ()
        self.choices = [(word, choices.get(word, word)) for word in words]

    def to_python(self, value: Any) -> Any:
        try:
            return value_of(self.setting, value)
        except ValueError as error:
            raise ValidationError(_(NO_NUMBERS.get(self.setting.kind, NO_NUMBER))) from error

    def validate(self, value: Any) -> None:
        """Raise the setting's own message, with its label in place of its key."""
        named = [
            replace(mistake, params={**mistake.params, "setting": self.label})
            for mistake in self.setting.mistakes("", value)
        ]
        if named:
            raise ValidationError(list(by_field(named).values()))


class SettingsForm(forms.Form):
    """A form of settings, always with texts: those typed, or those of stored values."""

    def __init__(self, prefix: str, texts: Texts, fields: Mapping[str, forms.Field]) -> None:
        self.prefix, self.texts = prefix, texts
        super().__init__({self.add_prefix(key): text for key, text in texts.items()})
        self.fields = dict(fields)

    def add_prefix(self, field_name: str) -> str:
        return f"{self.prefix}_{field_name}"

    def read(self) -> dict[str, Any]:
        """Return the values, as JSON has them. Raises RuleError with each error at its field."""
        if mistakes := mistakes_of(self):
            raise RuleError(mistakes)
        return self.cleaned_data

    def show(self, errors: Mapping[str, str]) -> None:
        """Show these errors, by the fields' names, in place of the form's own; read it before."""
        names = {key: self.add_prefix(key) for key in self.fields}
        self._errors = ErrorDict(
            {key: ErrorList([errors[name]]) for key, name in names.items() if name in errors}
        )


def text_of(setting: Setting, value: Any) -> str:
    """Return a setting's value as its field shows it."""
    match setting.kind:
        case "switch":
            return ON if value else ""
        case "choice":
            return str(value)
        case "list":
            return _row(value)
        case "lists":
            return "\n".join(_row(row) for row in value)
    return "" if value is None else _plain(value)


def value_of(setting: Setting, text: str) -> Any:
    """Parse a field into its JSON value. Raises ValueError for an invalid number."""
    match setting.kind:
        case "switch":
            return bool(text)
        case "choice":
            return text
        case "list":
            return _numbers(text)
        case "lists":
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
