"""The form of a season: its name, dates, number of events, ranking."""

import re
from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.games.parsing import whole_of
from tournaments.models import Season
from tournaments.pages.forms import BoundedForm, DayField, WholeNumberField, one_of
from tournaments.seasons.formula import BOUNDS, KINDS, MOST_EVENTS, NO_KIND, NO_NUMBER, read
from tournaments.seasons.presets import PRESETS, USUAL, Preset

NAME = _("Name of the season")
NO_DAY = _("Enter a date.")
BETWEEN = re.compile(r"[,;\s]+")


class NewSeasonForm(BoundedForm):
    """A season's name, and the closest way of ranking."""

    name = forms.CharField(label=NAME, required=False)
    preset = forms.CharField(required=False)

    def clean_preset(self) -> Preset:
        return PRESETS.get(self.cleaned_data["preset"], USUAL)


def _number(key: str, label: Any, hint: Any = "") -> WholeNumberField:
    """Return the field of a number of the formula; empty, it has its default."""
    least, most = BOUNDS[key]
    return WholeNumberField(
        label=label, help_text=hint, least=least, most=most, message=_(NO_NUMBER), required=False
    )


class SeasonForm(BoundedForm):
    """Whatever of a season can be changed; its `formula` is one of the cleaned values."""

    name = forms.CharField(label=NAME, required=False)
    first = DayField(label=_("First day"), message=NO_DAY)
    last = DayField(label=_("Last day"), message=NO_DAY)
    planned = WholeNumberField(
        label=_("How many events the season has"),
        help_text=_("Used to work out who can still win."),
        least=1,
        most=MOST_EVENTS,
        message=_(NO_NUMBER),
    )
    kind = one_of([(kind, kind) for kind in KINDS], _(NO_KIND))
    behind = _number("behind", _("For each place behind you"))
    win = _number("win", _("Extra for the winner"))
    fixed = forms.CharField(label=_("Points for first place, second …"), required=False)
    there = _number("there", _("For attending"))
    best = _number("best", _("How many of the best results"), _("Empty: all"))
    final = _number("final", _("How many times the last event counts"))
    least = _number("least", _("Games that an evening needs to count"), _("Empty: any number"))
    fewest = _number("fewest", _("Sessions that a player needs for a rank"), _("Empty: one"))
    guests_out = forms.BooleanField(label=_("Leave out guests"), required=False)

    @classmethod
    def initial_of(cls, season: Season) -> dict[str, Any]:
        """Return the fields' current values."""
        formula = read(season.formula)
        return {
            **{key: getattr(season, key) for key in ("name", "first", "last", "planned")},
            **asdict(formula),
            "fixed": ", ".join(map(str, formula.fixed)),
            "least": formula.least or None,
            "fewest": formula.fewest or None,
        }

    def clean_fixed(self) -> list[int]:
        parts = BETWEEN.split(self.cleaned_data["fixed"])
        return [whole_of(one, -1, digits=6) for one in parts if one]

    def clean(self) -> None:
        """Read the formula: numbers that are empty have its defaults."""
        values = {key: value for key, value in self.cleaned_data.items() if value is not None}
        if "kind" in values:
            with self.collect_errors():
                self.cleaned_data["formula"] = read(values)
