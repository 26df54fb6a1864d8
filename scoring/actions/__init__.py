"""What a button does. Every action is one transaction: all of it stands, or nothing.

All refuse by RuleError, with mistakes a person can read.
"""

from scoring.actions.chairs import choose_chair
from scoring.actions.correcting import correct_round
from scoring.actions.deleting import delete_for_good, delete_game, drop_never_begun, restore_game, start_again
from scoring.actions.entries import Recorded
from scoring.actions.erasing import erase
from scoring.actions.leading import finish_early, pause_game, reopen_game, resume_game
from scoring.actions.merging import keep_apart, merge, part
from scoring.actions.putting_right import Setup, change_table_settings, put_back, put_right
from scoring.actions.showing import show_club, show_person
from scoring.actions.starting import rematch, start_game
from scoring.actions.versions import agree_to, choose_version, mark_seen
from scoring.actions.writing import record_round, undo_round

__all__ = [
    "Recorded",
    "Setup",
    "agree_to",
    "change_table_settings",
    "choose_chair",
    "choose_version",
    "correct_round",
    "delete_for_good",
    "delete_game",
    "drop_never_begun",
    "erase",
    "finish_early",
    "keep_apart",
    "mark_seen",
    "merge",
    "part",
    "pause_game",
    "put_back",
    "put_right",
    "record_round",
    "rematch",
    "reopen_game",
    "restore_game",
    "resume_game",
    "show_club",
    "show_person",
    "start_again",
    "start_game",
    "undo_round",
]
