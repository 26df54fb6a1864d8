"""What Django's forms need here: bounded text, and the errors of actions at their fields."""

from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError

from scoring.games.names.validation import clean_text
from scoring.games.parsing import number_typed
from scoring.pages.common import by_field, status_of
from scoring.rules import Mistake, RuleError
from tournaments.pages.settings import LONGEST_KEPT


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
    def mistakes(self) -> list[Mistake]:
        """Return the errors as those of an action, for a form that has this one as a part."""
        return [
            Mistake("invalid", field, text.replace("%", "%%"))
            for field, text in self.messages.items()
        ]

    @property
    def status(self) -> int:
        """Return the status of the page that shows the form."""
        return status_of(self.refusal) if self.refusal else 422 if self.errors else 200


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


class WholeNumberField(forms.IntegerField):
    """A whole number with one message for everything else, with its bounds `least` and `most`."""

    def __init__(self, *, least: int, most: int, message: Any, **kwargs: Any) -> None:
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


def one_of(choices: Any, message: Any) -> forms.ChoiceField:
    """Return a required choice with one message, whether nothing or something else was chosen."""
    return forms.ChoiceField(
        choices=choices, error_messages={"required": message, "invalid_choice": message}
    )
