"""Protects earlier results on which later draws depend."""

from scoring.rules.words import gettext_noop
from tournaments.actions.common import conflict
from tournaments.models import SessionRound, Stage
from tournaments.pairing.formats import FORMATS


def check_next_stage(stage: Stage) -> None:
    """Raise RuleError (`next_stage_begun`) if a later stage has begun: its entrants and carry-over
    are fixed.
    """
    later = Stage.objects.filter(tournament=stage.tournament_id, number__gt=stage.number)
    if later.exclude(state=Stage.State.WAITING).exists():
        raise conflict(
            "next_stage_begun",
            "stage",
            gettext_noop("The next stage, which depends on this one, has already begun."),
        )


def check_bracket(session_round: SessionRound) -> None:
    """Raise RuleError (`later_round_drawn`) if a later round of a knock-out has the winners in
    it.
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
                "Round %(number)s has already been drawn with the winners of this round: discard "
                "that draft first. Once it is published, the winners can no longer change."
            ),
            number=later.number,
            stage=stage.number,
        )
