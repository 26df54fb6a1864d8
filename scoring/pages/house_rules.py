"""House rules as a form: a field for each setting of the variant, and some for house calls."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.games.parsing import number_typed
from scoring.pages.forms import (
    LONGEST_KEPT,
    ON,
    SettingField,
    SettingsForm,
    ShortTextField,
    Texts,
    text_of,
)
from scoring.rules import VARIANTS, RuleSet
from scoring.rules.settings import GRAND, LARGEST_VALUE, TICHU, Setting
from scoring.rules.words import gettext_noop

OWN_CALLS = 3  # fields for house calls
LONGEST_CALL = 20  # characters
MOST_ROUNDS = 1000
OFF_VALUES = {"", "off", "no", "false", "0"}

NO_NUMBER = gettext_noop("Enter a whole number from %(least)s to %(most)s.")
NO_CALL_NAME = gettext_noop("Please name this call.")
CALL_TWICE = gettext_noop("There is already a call with this name. Choose another.")

# The label of each setting, and its help text.
WORDS: dict[str, tuple[str | Promise, str | Promise]] = {
    "target_score": (gettext_lazy("Points to reach"), gettext_lazy("Empty: no target.")),
    "round_limit": (gettext_lazy("Number of rounds"), gettext_lazy("Empty: no limit.")),
    "tichu_value": (gettext_lazy("Value of Tichu"), ""),
    "grand_value": (gettext_lazy("Value of Grand Tichu"), ""),
    "grand_allowed": (gettext_lazy("Grand Tichu may be called"), ""),
    "sweep_value": (
        gettext_lazy("Value of a double victory"),
        gettext_lazy("A whole side is out first."),
    ),
    "wish_penalty": (
        gettext_lazy("Wish not fulfilled"),
        gettext_lazy("The opponents get this, and the round ends."),
    ),
    "partners_may_both_call": (gettext_lazy("Partners may both call in one round"), ""),
    "tie_at_target": (gettext_lazy("Equal totals at the end"), ""),
    "mercy_lead": (
        gettext_lazy("Win by lead"),
        gettext_lazy("The lead that ends the game, for example 400. Empty: not played."),
    ),
    "failed_call_pays_opponents": (gettext_lazy("A failed call pays the opponents"), ""),
    "deal_passes": (gettext_lazy("The deal passes on"), ""),
    "who_sits_out": (gettext_lazy("Who sits out"), ""),
}
TRIPLE = gettext_lazy("Value of a triple victory")  # where sides of three play
CHOICES: dict[str, str | Promise] = {
    "play_on": gettext_lazy("play another round"),
    "draw": gettext_lazy("a draw"),
    "left": gettext_lazy("against the direction of play"),
    "right": gettext_lazy("in the direction of play"),
    "in_turn": gettext_lazy("each in turn, by seat"),
    "last_out": gettext_lazy("whoever was last out in the previous round"),
    "tapped": gettext_lazy("chosen at the table"),
}


def name_of(key: str) -> str:
    """Return the form field's name of a setting. The level of detail is outside the fold-out."""
    return key if key == "recording" else f"rule_{key}"


def texts_of(rules: RuleSet) -> Texts:
    """Return a rule set as texts for the fields."""
    texts: Texts = {}
    for key, setting in VARIANTS[rules.variant].settings.items():
        value = getattr(rules, key)
        if setting.kind == "calls":
            pairs = [*value, *[("", "")] * OWN_CALLS][:OWN_CALLS]
            for number, (name, points) in enumerate(pairs):
                texts[f"call_name_{number}"], texts[f"call_value_{number}"] = name, str(points)
        else:
            texts[key] = text_of(setting, value)
    return texts


def typed_texts(
    data: Mapping[str, str], rules: RuleSet, shown: RuleSet | None, *, choosing: bool
) -> Texts:
    """Return the fields as sent, completed from the chosen rules.

    `shown` are the rules that filled the form when it was shown, None if there was no form.
    Untouched fields follow the choice; edited ones stay, unless rules that differ in them are just
    being chosen (`choosing`).
    """
    texts = texts_of(rules)
    before = texts_of(shown) if shown else {}
    for key, chosen in texts.items():
        sent = _sent(data, rules.variant, key, was_shown=key in before)
        if sent is None:
            continue
        touched = sent != before.get(key)
        if before.get(key, chosen) != chosen and (choosing or not touched):
            continue
        texts[key] = sent
    if shown and shown.variant != rules.variant:
        _drop_unknown_recording(texts, rules)
    return texts


def _drop_unknown_recording(texts: Texts, rules: RuleSet) -> None:
    """Replace a level of detail that the newly chosen game does not have by that of its rules."""
    if "recording" in texts:
        known = VARIANTS[rules.variant].settings["recording"]
        if known.mistakes("recording", texts["recording"]):
            texts["recording"] = rules.recording


def _sent(data: Mapping[str, str], variant: str, key: str, *, was_shown: bool) -> str | None:
    """Return a field as sent, None if it was not."""
    sent = data.get(name_of(key))
    setting = VARIANTS[variant].settings.get(key)  # None for the fields of house calls
    if setting is None or setting.kind != "switch":
        return None if sent is None else sent[:LONGEST_KEPT]
    if sent is None and not was_shown:
        return None  # an unticked box is not sent, nor is one that was never shown
    return "" if (sent or "").strip().casefold() in OFF_VALUES else ON


def number_limits(key: str, setting: Setting) -> tuple[int, int]:
    """Return the bounds that the form accepts for a number; for house calls, of each
    one's value.
    """
    if setting.kind == "limit":
        return 1, MOST_ROUNDS if key == "round_limit" else LARGEST_VALUE
    return 0, LARGEST_VALUE


def whole_number(text: str, least: int, most: int) -> int:
    """Parse a number within these bounds. Raises ValidationError."""
    number = number_typed(text)
    if number is not None and number.denominator == 1 and least <= number <= most:
        return number.numerator
    raise ValidationError(_(NO_NUMBER) % {"least": least, "most": most})


class RuleField(SettingField):
    """The field of a house rule, with narrower bounds for limits than the rules have."""

    def __init__(self, key: str, setting: Setting, **kwargs: Any) -> None:
        super().__init__(setting, CHOICES, **kwargs)
        self.limits = number_limits(key, setting)

    def to_python(self, value: Any) -> Any:
        if self.setting.kind == "points" or (self.setting.kind == "limit" and value.strip()):
            return whole_number(value, *self.limits)
        return super().to_python(value)

    def validate(self, value: Any) -> None:
        if self.setting.mistakes("", value):
            raise ValidationError(_("Choose one of these."))


class RulesForm(SettingsForm):
    """House rules: as typed, if there are `texts`, otherwise as they are."""

    def __init__(self, rules: RuleSet, texts: Texts | None = None) -> None:
        texts = texts_of(rules) if texts is None else texts
        self.variant = VARIANTS[rules.variant]
        fields: dict[str, forms.Field] = {}
        for key, setting in self.variant.settings.items():
            if setting.kind == "calls":
                for number in range(OWN_CALLS):
                    fields[f"call_name_{number}"] = ShortTextField(
                        label=pgettext("of a thing", "Name"), most=LONGEST_CALL, required=False
                    )
                    fields[f"call_value_{number}"] = forms.Field(label=_("Points"), required=False)
            else:
                label, hint = WORDS.get(key, ("", ""))
                fields[key] = RuleField(key, setting, label=label, help_text=hint)
        if self.variant.side_size == 3 and "sweep_value" in fields:
            fields["sweep_value"].label = TRIPLE
        if self.variant.turns:
            fields["round_limit"].help_text = _in_laps(texts["round_limit"], self.variant.turns)
        if self.variant.has_dummy:
            fields["round_limit"].help_text = _in_threes(texts["round_limit"])
        super().__init__("rule", texts, fields)

    def add_prefix(self, field_name: str) -> str:
        return name_of(field_name)

    @property
    def settings(self) -> list[forms.BoundField]:
        """Return the fields in rule-book order, without the level of detail and house calls."""
        return [self[key] for key in self.fields if key in WORDS]

    @property
    def own_calls(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return the fields for house calls, name and points; none for variants without calls."""
        return [
            (self[f"call_name_{number}"], self[f"call_value_{number}"])
            for number in range(OWN_CALLS)
            if f"call_name_{number}" in self.fields
        ]

    def clean(self) -> None:
        """Read the house calls: name -> points."""
        calls: dict[str, int] = {}
        for name, points in self.own_calls:
            call = self.cleaned_data.get(name.name)
            if call is None or not (call or points.data.strip()):
                continue
            if not call:
                self.add_error(name.name, _(NO_CALL_NAME))
            elif call.casefold() in {TICHU, GRAND, *map(str.casefold, calls)}:
                self.add_error(name.name, _(CALL_TWICE))
            else:
                try:
                    calls[call] = whole_number(points.data, 0, LARGEST_VALUE)
                except ValidationError as error:
                    self.add_error(points.name, error)
        self.cleaned_data["extra_calls"] = calls

    def rule_set(self) -> RuleSet:
        """Return the typed rule set. Raises RuleError with every mistake, each with its field."""
        values = self.read()
        return RuleSet.of(self.variant.key, {key: values[key] for key in self.variant.settings})


def _in_laps(text: str, turns: int) -> str:
    """Return the hint for games in which some sit out: everybody plays as often only in whole
    laps.
    """
    if text.isdecimal() and int(text) % turns:
        return _("Not a multiple of %(turns)s: not everybody plays equally often.") % {
            "turns": turns
        }
    return _("Empty: no limit. With a multiple of %(turns)s, everybody plays equally often.") % {
        "turns": turns
    }


def _in_threes(text: str) -> str:
    """Return the hint for three people and a dummy, whose rules have a multiple of three rounds."""
    if text.isdecimal() and int(text) % 3:
        return _("%(rounds)s is not a multiple of three, which the rules ask for.") % {
            "rounds": text
        }
    return _("Empty: no limit. The rules ask for nine rounds, or another multiple of three.")
