"""What a stage is made of, as values: ready-made ones, and the paragraph of plain words that says
it back.
"""

from .plan import StagePlan
from .presets import PRESETS, Preset

__all__ = ["PRESETS", "Preset", "StagePlan"]
