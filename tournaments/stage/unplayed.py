"""Duplicate: the boards whose results somebody at the desk may not see yet, because they play."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scoring.models import Device
from tournaments.models import LogLine, Stage, Tournament
from tournaments.pairing.formats import FORMATS
from tournaments.stage.deals import ALL_ROUNDS, boards_played, own_entrants
from tournaments.stage.frozen_results import cut_of, is_frozen
from tournaments.stage.history import history_of

Unplayed = Mapping[int, frozenset[int]]  # boards by the number of their stage
NOTHING_UNPLAYED: Unplayed = MappingProxyType({})
OPENED = "results_opened"  # in the log


def unplayed_boards(tournament: Tournament, user: Any, device: Device | None) -> Unplayed:
    """Return the boards that this account or phone has yet to play, by the number of the stage:
    only of stages that are being played, whose results are held back, and whose results this
    account has not opened. No query unless results are held back.
    """
    if not is_frozen(tournament):
        return {}
    found = {}
    for stage in Stage.objects.filter(tournament=tournament, state=Stage.State.RUNNING):
        stage.tournament = tournament
        held_back = cut_of(tournament, stage, ALL_ROUNDS) is not None
        if not held_back or not FORMATS[stage.format].compares_boards:
            continue
        own = own_entrants(stage, user, device)
        if not own or has_opened(stage, user):
            continue
        history = history_of(stage)
        drawn = {
            board for rows in history.rounds for one in rows.seated for board in one.match.boards
        }
        if left := drawn - boards_played(history, own):
            found[stage.number] = frozenset(left)
    return found


def has_opened(stage: Stage, user: Any) -> bool:
    """Whether this account has opened the results of a stage in which it plays."""
    lines = LogLine.objects.filter(tournament=stage.tournament, action=OPENED, by=user.pk)
    return any(one.params.get("stage") == stage.number for one in lines)
