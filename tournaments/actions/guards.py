"""What was drawn on the strength of earlier results: those must not change under it."""

from scoring.rules.words import gettext_noop
from tournaments.actions.common import conflict
from tournaments.models import SessionRound, Stage
from tournaments.pairing.formats import FORMATS


def check_next_stage(stage: Stage) -> None:
    """Raises RuleError (`next_stage_begun`) where a later stage has begun: who is in it, and with
    what, is settled.
    """
    later = Stage.objects.filter(tournament=stage.tournament_id, number__gt=stage.number)
    if later.exclude(state=Stage.State.WAITING).exists():
        raise conflict(
            "next_stage_begun",
            "stage",
            gettext_noop("The next stage has begun: it rests on this one."),
        )


def check_bracket(session_round: SessionRound) -> None:
    """Raises RuleError (`later_round_drawn`) in a knock-out where a later session round has the
    winners in it.
    """
    stage = session_round.stage
    if not FORMATS[stage.format].ranks_itself:
        return
    later = (
        SessionRound.objects.filter(stage=stage, number__gt=session_round.number)
        .order_by("number")
        .first()
    )
    if later is not None:
        raise conflict(
            "later_round_drawn",
            "round",
            gettext_noop(
                "Round %(number)s is drawn already, and the winners of this one are in it: throw "
                "its draft "
                "away first. Once it is published the winners stay."
            ),
            number=later.number,
        )
