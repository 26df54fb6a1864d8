"""Whether a tournament has had its last round."""

from tournaments.actions.drawing import total_rounds
from tournaments.models import SessionRound, Stage, Tournament


def all_rounds_played(tournament: Tournament) -> bool:
    """Whether no further round comes: the rounds of the last stage are closed. At most three
    queries, and a draw that is not kept in a cup.
    """
    last = tournament.stages.order_by("-number").first()
    if last is None or last.state == Stage.State.WAITING:
        return False
    if last.state == Stage.State.FINISHED:
        return True
    states = list(last.session_rounds.values_list("state", flat=True))
    if not states or set(states) != {SessionRound.State.CLOSED}:
        return False
    total = total_rounds(last)
    return total is not None and len(states) >= total
