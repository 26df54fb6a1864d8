"""House rules as form fields: one per setting of the variant.

In between, values are plain text by setting, exactly as typed, so that no input is lost.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.games.names.validation import clean_text
from scoring.games.parsing import number_typed
from scoring.rules import VARIANTS, Mistake, RuleError, RuleSet
from scoring.rules.settings import (
    GRAND,
    LARGEST_VALUE,
    TICHU,
    Choice,
    Limit,
    OwnCalls,
    Setting,
    Switch,
)
from scoring.rules.words import gettext_noop

OWN_CALLS = 3  # fields for house calls
LONGEST_CALL = 20  # characters
LONGEST_KEPT = 200  # characters of input that are shown again
MOST_ROUNDS = 1000
ON = "on"  # a switch as browsers send it; "" for off
OFF_VALUES = {"", "off", "no", "false", "0"}

NO_NUMBER = gettext_noop("Enter a whole number from %(least)s to %(most)s.")
NO_CALL_NAME = gettext_noop("Please name this call.")
CALL_TWICE = gettext_noop("There is already a call with this name. Choose another.")

Texts = dict[str, str]

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
}
TRIPLE = gettext_lazy("Value of a triple victory")  # where sides of three play
CHOICES: dict[str, str | Promise] = {
    "play_on": gettext_lazy("play another round"),
    "draw": gettext_lazy("a draw"),
    "left": gettext_lazy("against the direction of play"),
    "right": gettext_lazy("in the direction of play"),
}


@dataclass(frozen=True)
class RuleField:
    """A field of the house rules, ready for the template."""

    name: str
    kind: str  # "number", "switch" or "choice"
    label: str | Promise
    hint: str | Promise
    value: str
    choices: list[tuple[str, str | Promise]] = field(default_factory=list)
    error: str = ""


def name_of(key: str) -> str:
    """Return the form field's name of a setting. The level of detail is outside the fold-out."""
    return key if key == "recording" else f"rule_{key}"


def texts_of(rules: RuleSet) -> Texts:
    """Return a rule set as texts for the fields."""
    texts: Texts = {}
    for key, setting in VARIANTS[rules.variant].settings.items():
        value = getattr(rules, key)
        if isinstance(setting, OwnCalls):
            pairs = [*value, *[("", "")] * OWN_CALLS][:OWN_CALLS]
            for number, (name, points) in enumerate(pairs):
                texts[f"call_name_{number}"], texts[f"call_value_{number}"] = name, str(points)
        elif isinstance(setting, Switch):
            texts[key] = ON if value else ""
        else:
            texts[key] = "" if value is None else str(value)
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
    if is_switch(variant, key) and was_shown:
        sent = sent or ""  # an unticked box is not sent, nor is one that was never shown
    if sent is None:
        return None
    if is_switch(variant, key):
        return "" if sent.strip().casefold() in OFF_VALUES else ON
    return sent[:LONGEST_KEPT]


def is_switch(variant: str, key: str) -> bool:
    return isinstance(VARIANTS[variant].settings.get(key), Switch)


def fields_of(variant: str, texts: Texts, errors: Mapping[str, str]) -> list[RuleField]:
    """Return the fields in rule-book order, without house calls."""
    fields = []
    for key, setting in VARIANTS[variant].settings.items():
        if key not in WORDS:
            continue
        label, hint = WORDS[key]
        if key == "sweep_value" and VARIANTS[variant].side_size == 3:
            label = TRIPLE
        if key == "round_limit" and VARIANTS[variant].has_dummy:
            hint = _in_threes(texts[key])
        kind, choices = _kind_of_field(setting)
        name = name_of(key)
        fields.append(RuleField(name, kind, label, hint, texts[key], choices, errors.get(name, "")))
    return fields


def _kind_of_field(setting: Setting) -> tuple[str, list[tuple[str, str | Promise]]]:
    """Return the kind of a setting's field, and the values to choose from, if any."""
    if isinstance(setting, Switch):
        return "switch", []
    if isinstance(setting, Choice):
        return "choice", [(word, CHOICES[word]) for word in setting.choices]
    return "number", []


def _in_threes(text: str) -> str:
    """Return the hint for three people and a dummy: only a multiple of three rounds is
    fair to all.
    """
    if text.isdecimal() and int(text) % 3:
        return _(
            "%(rounds)s is not a multiple of three, so players will not lead equally often."
        ) % {"rounds": text}
    return _("Empty: no limit. With a multiple of three, everyone leads equally often.")


def read_rules(variant: str, texts: Texts) -> RuleSet:
    """Parse the typed rule set. Raises RuleError with every mistake, each with its field."""
    settings: dict[str, object] = {}
    mistakes: list[Mistake] = []
    for key, setting in VARIANTS[variant].settings.items():
        try:
            settings[key] = (
                _own_calls(texts)
                if isinstance(setting, OwnCalls)
                else _value(key, setting, texts[key])
            )
        except RuleError as error:
            mistakes += error.mistakes
    if mistakes:
        raise RuleError(mistakes)
    return RuleSet.of(variant, settings)


def _value(key: str, setting: Setting, text: str) -> object:
    name = name_of(key)
    if isinstance(setting, Switch):
        return text == ON
    if isinstance(setting, Choice):
        if text not in setting.choices:
            raise RuleError([Mistake("bad_setting", name, gettext_noop("Choose one of these."))])
        return text
    if isinstance(setting, Limit) and not text.strip():
        return None
    return _number(name, text, *number_limits(key, setting))


def number_limits(key: str, setting: Setting) -> tuple[int, int]:
    """Return the bounds that the form accepts for a number; for house calls, of each
    one's value.
    """
    if isinstance(setting, Limit):
        return 1, MOST_ROUNDS if key == "round_limit" else LARGEST_VALUE
    return 0, LARGEST_VALUE


def _number(name: str, text: str, least: int, most: int) -> int:
    number = number_typed(text)
    if number is not None and number.denominator == 1 and least <= number <= most:
        return number.numerator
    raise RuleError([Mistake("bad_setting", name, NO_NUMBER, {"least": least, "most": most})])


def _own_calls(texts: Texts) -> dict[str, int]:
    calls: dict[str, int] = {}
    mistakes: list[Mistake] = []
    for number in range(OWN_CALLS):
        name_field, value_field = f"rule_call_name_{number}", f"rule_call_value_{number}"
        points = texts[f"call_value_{number}"]
        try:
            name = clean_text(texts[f"call_name_{number}"], name_field, most=LONGEST_CALL)
            if not name and not points.strip():
                continue
            if not name:
                raise RuleError([Mistake("bad_setting", name_field, NO_CALL_NAME)])
            if name.casefold() in {TICHU, GRAND} | {known.casefold() for known in calls}:
                raise RuleError([Mistake("bad_setting", name_field, CALL_TWICE)])
            calls[name] = _number(value_field, points, 0, LARGEST_VALUE)
        except RuleError as error:
            mistakes += error.mistakes
    if mistakes:
        raise RuleError(mistakes)
    return calls


def own_call_rows(
    texts: Texts, errors: Mapping[str, str] | None = None
) -> list[tuple[RuleField, RuleField]]:
    """Return the fields for house calls, name and points; none for variants without calls."""
    rows: list[tuple[RuleField, RuleField]] = []
    if "call_name_0" not in texts:
        return rows
    errors = errors or {}
    for number in range(OWN_CALLS):
        pair = []
        for part, label in (("name", _("Name")), ("value", _("Points"))):
            name = name_of(f"call_{part}_{number}")
            pair.append(
                RuleField(
                    name,
                    "text",
                    label,
                    "",
                    texts[f"call_{part}_{number}"],
                    [],
                    errors.get(name, ""),
                )
            )
        rows.append((pair[0], pair[1]))
    return rows
