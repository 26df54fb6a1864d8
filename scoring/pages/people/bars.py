"""A share drawn as a stroke within its doubt, on a scale that is the same wherever people are compared. Pure."""

from dataclasses import dataclass

from scoring.statistics.shares import Share

FROM, TO = 20, 80  # percent at the ends of the scale
EDGE = 1  # percent of the bar at either end where a stroke beyond it stands


@dataclass(frozen=True)
class Bar:
    """`mean` is everybody's share, where it is to be compared. What is drawn is in percent of the bar's length."""

    share: Share
    mean: Share | None = None
    even: float = 0.5  # the share by chance alone

    @property
    def start(self) -> str:
        return _text(_along(self.share.range[0]))

    @property
    def length(self) -> str:
        low, high = self.share.range
        return _text(_along(high) - _along(low))

    @property
    def at(self) -> str:
        return _text(_inside(self.share.value))

    @property
    def even_at(self) -> str:
        return _text(_along(self.even))

    @property
    def mean_at(self) -> str:
        """Where everybody's share stands; empty where there is none."""
        return _text(_inside(self.mean.value)) if self.mean and self.mean.of else ""


def _along(value: float) -> float:
    return (100 * value - FROM) / (TO - FROM) * 100


def _inside(value: float) -> float:
    return min(max(_along(value), EDGE), 100 - EDGE)


def _text(percent: float) -> str:
    """For an attribute of an SVG, whatever the language."""
    return f"{percent:.1f}%"
