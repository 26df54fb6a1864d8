"""How strong people play, guessed from who won: pure values in, pure values out.

`model` is what every way of guessing has in common, `bradley_terry` the one that is used, `elo` the
oldest one, to compare it with; `scale` turns guesses into the numbers of pages, `replay` goes
through games in their order.
"""

from scoring.people.ratings.bradley_terry import MODEL, VERSION
from scoring.people.ratings.model import DIGITS, Model, Result, Skill, rounded
from scoring.people.ratings.replay import Change, Played, Replay, Standing
from scoring.people.ratings.scale import PROVISIONAL_UNTIL, Shown, in_a_hundred, shown

__all__ = [
    "DIGITS",
    "MODEL",
    "PROVISIONAL_UNTIL",
    "VERSION",
    "Change",
    "Model",
    "Played",
    "Replay",
    "Result",
    "Shown",
    "Skill",
    "Standing",
    "in_a_hundred",
    "rounded",
    "shown",
]
