"""Whether an entrant who leaves is among the prizes, so that the desk asks if they stay ranked."""

from tournaments.models import Entrant, Participation, Stage
from tournaments.pairing.formats import FORMATS
from tournaments.stage.drop_outs import played_by
from tournaments.stage.history import history_of
from tournaments.stage.outcomes import outcomes_of
from tournaments.stage.ranking import entered_of, ranked

PRIZES = 3  # ranks with a step on the podium


def rank_among_prizes(entrant: Entrant) -> int:
    """Return the entrant's rank in the running stage if it is among the first three, else 0.

    Also 0 before the first result, in a bracket, which ranks by itself, and if none of their
    matches would count.
    """
    row = (
        Participation.objects.filter(
            entrant=entrant, stage__state=Stage.State.RUNNING, last_round__isnull=True
        )
        .select_related("stage__tournament")
        .order_by("-stage__number")
        .first()
    )
    if row is None or FORMATS[row.stage.format].ranks_itself:
        return 0
    played = played_by(row)
    if played is not None and played.below_half:
        return 0
    history = history_of(row.stage, drafts=False)
    outcomes = outcomes_of(history)
    if not any(outcome.counts for outcome in outcomes):
        return 0
    rows = ranked(history, entered_of(history, outcomes))
    rank = next(one.rank for one in rows if one.id == entrant.pk)
    return rank if rank <= PRIZES else 0
