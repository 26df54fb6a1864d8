"""Ratings: how strong people play, estimated from results. Pure values in and out.

`model` is the interface of all rating systems, `bradley_terry` the one in use, `elo` the oldest,
for comparison. `scale` converts skills into the numbers of pages, `replay` rates games in order.
"""

from scoring.people.ratings.bradley_terry import MODEL, VERSION
from scoring.people.ratings.model import DIGITS, Model, Result, Skill, rounded
from scoring.people.ratings.replay import Change, Played, RatedSkill, Replay
from scoring.people.ratings.scale import PROVISIONAL_UNTIL, Shown, in_a_hundred, shown

__all__ = [
    "DIGITS",
    "MODEL",
    "PROVISIONAL_UNTIL",
    "VERSION",
    "Change",
    "Model",
    "Played",
    "RatedSkill",
    "Replay",
    "Result",
    "Shown",
    "Skill",
    "in_a_hundred",
    "rounded",
    "shown",
]
