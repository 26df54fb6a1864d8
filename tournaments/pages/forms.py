"""What Django's forms need at the desk: bounded text, and the errors of actions at their fields."""

from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.games.parsing import number_typed
from scoring.pages.common import by_field, status_of
from scoring.pages.forms import (
    LONGEST_KEPT,
    LONGEST_LIST,
    ON,
    SettingField,
    SettingsForm,
    text_of,
)
from scoring.rules import RuleError
from scoring.rules.settings import Setting


class BoundedForm(forms.Form):
    """A form that cuts what is sent before anything reads it; the rest is shown again.

    `kept` has the number of characters of fields whose texts may be longer than `LONGEST_KEPT`.
    """

    kept: ClassVar[Mapping[str, int]] = {}

    def __init__(self, data: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        if data is not None:
            data = {
                name: data.get(name, "").replace("\0", "")[: self.kept.get(name, LONGEST_KEPT)]
                for name in self.base_fields
            }
        super().__init__(data, **kwargs)
        self.refusal: RuleError | None = None

    @contextmanager
    def collect_errors(self) -> Iterator[None]:
        """Show the errors of the action within, in place of raising them."""
        try:
            yield
        except RuleError as error:
            self.refuse(error)

    def refuse(self, error: RuleError) -> None:
        """Show an action's errors at their fields, and the others above the form."""
        self.refusal = error
        for field, message in by_field(error.mistakes).items():
            self.add_error(field if field in self.fields else None, message)

    @property
    def messages(self) -> dict[str, str]:
        """Return the errors by field, as `by_field` does for those of an action."""
        return {field: " ".join(map(str, texts)) for field, texts in self.errors.items()}

    @property
    def status(self) -> int:
        """Return the status of the page that shows the form."""
        return status_of(self.refusal) if self.refusal else 422 if self.errors else 200


class WholeNumberField(forms.IntegerField):
    """A whole number with one message for everything else, with its bounds `least` and `most`, if
    there are any.
    """

    def __init__(
        self, *, message: Any, least: int | None = None, most: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(min_value=least, max_value=most, **kwargs)
        self.message, self.bounds = message, {"least": least, "most": most}

    def to_python(self, value: Any) -> int | None:
        if not str(value).strip():
            return None
        number = number_typed(str(value))
        if number is None or number.denominator != 1:
            raise ValidationError(self.message)
        return number.numerator

    def clean(self, value: Any) -> Any:
        try:
            return super().clean(value)
        except ValidationError as error:
            raise ValidationError(self.message, params=self.bounds) from error


class DayField(forms.DateField):
    """A day as date fields send it, with one message for everything else."""

    def __init__(self, *, message: Any, years: Container[int] | None = None, **kwargs: Any) -> None:
        messages = {"required": message, "invalid": message}
        super().__init__(input_formats=["%Y-%m-%d"], error_messages=messages, **kwargs)
        self.years = years

    def to_python(self, value: Any) -> date | None:
        day = super().to_python(value)
        if day and self.years is not None and day.year not in self.years:
            raise ValidationError(self.error_messages["invalid"])
        return day

    def prepare_value(self, value: Any) -> Any:
        return value.isoformat() if isinstance(value, date) else value


class RegulationForm(SettingsForm):
    """Settings of a format, a scoring system or a ranking: those `sent`, or else stored `values`.

    `values` may be partial; missing ones have their defaults.
    """

    def __init__(
        self,
        prefix: str,
        settings: Mapping[str, Setting],
        labels: Mapping[str, tuple[str, str]],
        choices: Mapping[str, str],
        *,
        sent: Mapping[str, str] | None = None,
        values: Mapping[str, Any] | None = None,
    ) -> None:
        stored = {
            **{key: one.thawed(one.default) for key, one in settings.items()},
            **(values or {}),
        }
        texts = {
            key: text_of(setting, stored[key])
            if sent is None
            else _sent_text(setting, sent.get(f"{prefix}_{key}", ""))
            for key, setting in settings.items()
        }
        words = {key: _(word) for key, word in choices.items()}
        fields = {
            key: SettingField(setting, words, label=_(labels[key][0]), help_text=_(labels[key][1]))
            for key, setting in settings.items()
        }
        super().__init__(prefix, texts, fields)


def _sent_text(setting: Setting, text: str) -> str:
    if setting.kind == "switch":
        return ON if text else ""
    return text[: LONGEST_LIST if setting.kind in {"list", "lists"} else LONGEST_KEPT]


def one_of(choices: Any, message: Any) -> forms.ChoiceField:
    """Return a required choice with one message, whether nothing or something else was chosen."""
    return forms.ChoiceField(
        choices=choices, error_messages={"required": message, "invalid_choice": message}
    )
