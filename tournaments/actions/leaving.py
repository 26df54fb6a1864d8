"""Entrants who withdraw on their own page, and change their minds before the next draw."""

from scoring.rules.words import gettext_noop
from tournaments.actions.attendance import reinstate, withdraw
from tournaments.actions.common import conflict
from tournaments.actions.integrity import carry_out
from tournaments.actions.last_round import all_rounds_played
from tournaments.lifecycle import TOURNAMENT
from tournaments.models import Entrant, LogLine, Match, SessionRound, Stage
from tournaments.stage.drop_outs import ends_at_half


def leave(entrant: Entrant, *, plays_on: bool = False) -> None:
    """Withdraw by one's own will, as a director withdraws an entrant. `plays_on`: the match of the
    round being played is still played.

    Raises RuleError if the tournament does not let players do that, or is not open.
    """
    if not entrant.tournament.may_leave:
        raise conflict(
            "director_withdraws",
            "entrant",
            gettext_noop("Only a director can withdraw you here: ask them."),
        )
    carry_out(entrant.tournament, lambda: withdraw(entrant, None, plays_on=plays_on))


def come_back(entrant: Entrant) -> None:
    """Take one's own withdrawal back. Raises RuleError once a round was drawn since."""
    if not may_come_back(entrant):
        raise conflict(
            "drawn_since",
            "entrant",
            gettext_noop("A round was drawn since: ask a director to let you play again."),
        )
    carry_out(entrant.tournament, lambda: reinstate(entrant, None))


def may_leave(entrant: Entrant) -> bool:
    """Whether an entrant can withdraw on their own page. At most a few queries."""
    tournament = entrant.tournament
    return (
        tournament.may_leave
        and entrant.state == Entrant.State.ENTERED
        and tournament.state in TOURNAMENT["enter"]
        and not all_rounds_played(tournament)
    )


def may_come_back(entrant: Entrant) -> bool:
    """Whether an entrant withdrew on their own page, and no round was drawn since. Two queries."""
    tournament = entrant.tournament
    if entrant.state != Entrant.State.WITHDRAWN or tournament.state not in TOURNAMENT["enter"]:
        return False
    lines = LogLine.objects.filter(
        tournament=tournament, action__in=("withdrawn", "came_back"), params__entrant=entrant.pk
    )
    line = lines.order_by("-pk").first()
    if line is None or line.action != "withdrawn" or line.by_id is not None:
        return False
    drawn = SessionRound.objects.filter(stage__tournament=tournament, drawn_at__gt=line.at)
    return not drawn.exists()


def match_to_play(entrant: Entrant) -> Match | None:
    """Return the unfinished match of an entrant that they may still play before they leave; None in
    a schedule, whose matches are forfeits then. One query.
    """
    matches = Match.objects.filter(
        places__entrant=entrant,
        done=False,
        session_round__state=SessionRound.State.PUBLISHED,
        session_round__stage__state=Stage.State.RUNNING,
    ).select_related("session_round__stage")
    found = [one for one in matches if not ends_at_half(one.session_round.stage)]
    return found[0] if found else None
