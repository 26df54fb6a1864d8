"""What a button does. Every action is one transaction: all of it stands, or nothing.

All refuse by RuleError, with mistakes a person can read.
"""

from scoring.actions.leading import change_table_settings, finish_early, pause_game, reopen_game, resume_game
from scoring.actions.starting import rematch, start_game
from scoring.actions.writing import Recorded, correct_round, record_round, undo_round

__all__ = [
    "Recorded",
    "change_table_settings",
    "correct_round",
    "finish_early",
    "pause_game",
    "record_round",
    "rematch",
    "reopen_game",
    "resume_game",
    "start_game",
    "undo_round",
]
