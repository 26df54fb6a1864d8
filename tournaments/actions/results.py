"""Taking results as they come: every change of a match's game is counted within the same transaction."""

from typing import Any

from scoring.actions.common import match_game_moved, refuse
from scoring.models import Game
from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions.common import lock, moved
from tournaments.history import seated_match
from tournaments.models import MatchGame, SessionRound, Tournament
from tournaments.results import count_match

# What tables do that changes no score: allowed also when the session round is closed.
HARMLESS = frozenset({"agree"})


def listen() -> None:
    """From now on every change of a match's game is taken in."""
    match_game_moved.connect(take_result, dispatch_uid="tournaments")


def take_result(*, game: Game, action: str, **_: Any) -> None:
    """Count the match of a game that has moved on.

    Raises RuleError where its session round is closed or its tournament finished: what stands there was published.
    The entry then stays on the phone that wrote it, with the reason beside it.
    """
    if action in HARMLESS:
        return
    rows = MatchGame.objects.filter(game=game)
    tournament = Tournament.objects.filter(stages__session_rounds__matches__games__game=game).first()
    tournament = lock(tournament) if tournament else None
    # Only now: while this waited for the tournament its match may have been redrawn.
    row = rows.select_related("match__session_round__stage__tournament").first()
    if row is None or tournament is None:
        raise refuse(
            "match_gone",
            "game",
            gettext_noop("This match was drawn anew, and this game belongs to none any more: ask the director."),
        )
    session_round = SessionRound.objects.get(pk=row.match.session_round_id)
    if session_round.state != SessionRound.State.PUBLISHED:
        raise refuse(
            "round_closed",
            "game",
            gettext_noop("Session round %(number)s is closed and its results stand. Ask the director to reopen it."),
            number=session_round.number,
        )
    lifecycle.check_tournament("lead", tournament)
    if row.match.ruling is None:  # while a decision stands the games are kept and count nothing
        count_match(seated_match(row.match))
    moved(tournament)
