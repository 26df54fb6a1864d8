"""A stage's configuration as values: presets, and its description in plain words."""

from .plan import StagePlan
from .presets import PRESETS, Preset

__all__ = ["PRESETS", "Preset", "StagePlan"]
