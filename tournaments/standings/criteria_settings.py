"""Settings of single criteria."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules import Mistake, shown
from scoring.rules.settings import Setting, is_whole
from scoring.rules.words import gettext_noop
from tournaments.standings.field import KOYA_LIMIT, PLACE_POINTS, Settings
from tournaments.standings.points.kinds import Ladder
from tournaments.standings.points.scoring_system import read_settings


@dataclass(frozen=True)
class Percent(Setting):
    """An integer from 0 to 100."""

    default: int

    def mistakes(self, key: str, value: object) -> list[Mistake]:
        if is_whole(value) and 0 <= value <= 100:  # type: ignore[operator]
            return []
        text = gettext_noop("%(setting)s is %(value)s; it must be a whole number from 0 to 100.")
        return [Mistake("bad_setting", key, text, {"setting": key, "value": shown(value)})]


SETTINGS: Mapping[str, Setting] = {
    "koya_limit": Percent(KOYA_LIMIT),
    "place_points": Ladder(tuple(PLACE_POINTS)),
}
LABELS: Mapping[str, tuple[str, str]] = {
    "koya_limit": (
        gettext_noop("Koya: minimum percentage"),
        gettext_noop(
            "Opponents count if they have at least this share of the possible points. Chess "
            "uses 50."
        ),
    ),
    "place_points": (
        gettext_noop("Points by place"),
        gettext_noop("For the first, the second and so on; those after them get none."),
    ),
}


def settings_of(settings: Mapping[str, Any]) -> Settings:
    """Return these settings, already checked, as arguments of a `Field`."""
    values = read(settings)
    return {"koya_limit": values["koya_limit"], "place_points": values["place_points"]}


def without_defaults(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return what differs from the defaults, for settings without mistakes."""
    return {
        key: value
        for key, value in settings.items()
        if SETTINGS[key].frozen(value) != SETTINGS[key].default
    }


def read(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return these settings completed with defaults.

    Raises RuleError: `unknown_setting`, `bad_setting`.
    """
    return read_settings(SETTINGS, settings)
