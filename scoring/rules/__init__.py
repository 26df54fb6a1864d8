"""The rule book in plain Python: the score of a round, and the course of a game.

Start at `play` (a whole game) or at `opening` and `advance` (round by round). Each variant is a
module of its own, to be read beside the rule book; `record` reads and answers score records.
"""

from .chairs import all_chairs
from .dummies import DUMMY_NAME
from .errors import (
    Conflict,
    Mistake,
    RuleError,
    Seat,
    collect,
    first_mistakes,
    listed,
    more_mistakes,
    shown,
)
from .game import advance, opening, play, played_by, seated
from .position import NOTHING_CARRIED, Carried, Deck, GameResult, Next, Position, Push, RoundResult
from .presets import PRESETS, Preset, is_played_as, preset
from .recordings import recording_of
from .rounds import Round
from .rulesets import RuleSet
from .variant import Variant
from .variants import FAMILIES, RANK_NAMES, USUAL, VARIANTS, rank_name

__all__ = [
    "DUMMY_NAME",
    "FAMILIES",
    "NOTHING_CARRIED",
    "PRESETS",
    "RANK_NAMES",
    "USUAL",
    "VARIANTS",
    "Carried",
    "Conflict",
    "Deck",
    "GameResult",
    "Mistake",
    "Next",
    "Position",
    "Preset",
    "Push",
    "Round",
    "RoundResult",
    "RuleError",
    "RuleSet",
    "Seat",
    "Variant",
    "advance",
    "all_chairs",
    "collect",
    "first_mistakes",
    "is_played_as",
    "listed",
    "more_mistakes",
    "opening",
    "play",
    "played_by",
    "preset",
    "rank_name",
    "recording_of",
    "seated",
    "shown",
]
