"""What a button does. Every action is one transaction: all of it stands, or nothing.

All refuse by RuleError, with mistakes a person can read.
"""

from scoring.actions.chairs import choose_chair
from scoring.actions.correcting import correct_round
from scoring.actions.entries import Recorded
from scoring.actions.leading import change_table_settings, finish_early, pause_game, reopen_game, resume_game
from scoring.actions.starting import rematch, start_game
from scoring.actions.versions import agree_to, choose_version, mark_seen
from scoring.actions.writing import record_round, undo_round

__all__ = [
    "Recorded",
    "agree_to",
    "change_table_settings",
    "choose_chair",
    "choose_version",
    "correct_round",
    "finish_early",
    "mark_seen",
    "pause_game",
    "record_round",
    "rematch",
    "reopen_game",
    "resume_game",
    "start_game",
    "undo_round",
]
