"""Setting for an integer within limits."""

from dataclasses import dataclass

from scoring.rules import Mistake, shown
from scoring.rules.settings import Setting, is_whole
from scoring.rules.words import gettext_noop


@dataclass(frozen=True)
class Whole(Setting):
    """An integer from `least` to `most`. `open_` allows None: another setting decides."""

    default: int | None
    least: int
    most: int
    open_: bool = False

    def mistakes(self, key: str, value: object) -> list[Mistake]:
        if value is None and self.open_:
            return []
        if is_whole(value) and self.least <= value <= self.most:  # type: ignore[operator]
            return []
        text = gettext_noop(
            "%(setting)s is %(value)s; it must be a whole number from %(least)s to %(most)s."
        )
        params = {"setting": key, "value": shown(value), "least": self.least, "most": self.most}
        return [Mistake("bad_setting", key, text, params)]
