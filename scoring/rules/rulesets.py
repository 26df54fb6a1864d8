"""A rule set: one variant with all of its settings, as an immutable value."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from .errors import Mistake, RuleError, listed, shown
from .settings import GRAND, TICHU, Choice
from .variants import VARIANTS
from .words import gettext_noop


@dataclass(frozen=True)
class RuleSet:
    """A variant and its settings. Create one with `RuleSet.of`, which validates them.

    Values are points. `target_score`, `round_limit` and `mercy_lead` are None if they do not end
    the game. `extra_calls` are pairs of name and points. Default settings are defined with the
    variant: in `point_game.point_settings` (where a Grand is 200) or `rank_game`. The defaults
    below are for settings that a variant does not have: the two rank games only have `round_limit`,
    and no calls.
    """

    variant: str
    target_score: int | None = None
    round_limit: int | None = None
    tichu_value: int = 0
    grand_value: int = 0
    grand_allowed: bool = False
    sweep_value: int = 0
    wish_penalty: int = 0
    partners_may_both_call: bool = True
    tie_at_target: str = "play_on"
    recording: str = "full"
    mercy_lead: int | None = None
    failed_call_pays_opponents: bool = False
    extra_calls: tuple[tuple[str, int], ...] = ()
    deal_passes: str | None = None
    who_sits_out: str | None = None

    @classmethod
    def of(cls, variant: object, settings: object = None) -> "RuleSet":
        """Return the rule set of a variant with these settings, and the variant's defaults for all
        others.

        Raises RuleError with every mistake: `unknown_variant`, `unknown_setting`, `bad_setting`,
        and `wrong_type` if the settings are not a mapping.
        """
        rules, mistakes = read_rules(variant, settings)
        if mistakes or rules is None:
            raise RuleError(mistakes)
        return rules

    def settings(self) -> dict[str, Any]:
        """Return the differences from the variant's defaults, in the form that
        `RuleSet.of` takes.
        """
        return {
            key: setting.thawed(value)
            for key, setting in VARIANTS[self.variant].settings.items()
            if (value := getattr(self, key)) != setting.default
        }

    def check_offered(self) -> None:
        """Raises RuleError if its level of detail is for the hands of duplicate alone."""
        setting = VARIANTS[self.variant].settings.get("recording")
        if isinstance(setting, Choice) and (
            wrong := setting.not_offered("recording", self.recording)
        ):
            raise RuleError(wrong)

    def call_values(self) -> dict[str, int]:
        """Return the points of every call in this game, Tichu first, house calls last.

        Grand Tichu is included even if it is not allowed; `Position` says who may call what.
        """
        return dict(self._calls)

    @cached_property
    def _calls(self) -> dict[str, int]:
        if VARIANTS[self.variant].is_rank_game:
            return {}
        return {TICHU: self.tichu_value, GRAND: self.grand_value, **dict(self.extra_calls)}


@cache
def default_rules(variant: str) -> RuleSet:
    """Return the official rule set of a known variant."""
    return RuleSet(
        variant, **{key: setting.default for key, setting in VARIANTS[variant].settings.items()}
    )


def read_rules(variant: object, settings: object) -> tuple[RuleSet | None, list[Mistake]]:
    """Read a rule set and its mistakes; a wrong setting is left at its default.

    None for an unknown variant.
    """
    if not isinstance(variant, str) or variant not in VARIANTS:
        text = gettext_noop("There is no variant %(variant)s; the variants are: %(known)s.")
        known = listed(VARIANTS)
        return None, [
            Mistake("unknown_variant", "variant", text, {"variant": shown(variant), "known": known})
        ]
    if settings is None or settings == {}:
        return default_rules(variant), []
    if not isinstance(settings, Mapping):
        text = gettext_noop(
            "settings must be an object that holds what differs from the usual rules."
        )
        return default_rules(variant), [Mistake("wrong_type", "settings", text)]
    known_settings = VARIANTS[variant].settings
    values = {key: setting.default for key, setting in known_settings.items()}
    found: list[Mistake] = []
    for key, value in settings.items():
        setting = known_settings.get(key)
        if setting is None:
            text = gettext_noop(
                "This variant has no setting %(setting)s; the settings are: %(known)s."
            )
            params = {"setting": shown(key), "known": listed(known_settings)}
            found.append(Mistake("unknown_setting", shown(key), text, params))
        elif wrong := setting.mistakes(key, value):
            found += wrong
        else:
            values[key] = setting.frozen(value)
    return RuleSet(variant, **values), found
