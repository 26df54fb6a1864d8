"""Taking results as they come: every change of a match's game is counted within the same
transaction.
"""

from typing import Any

from scoring.games.actions.common import conflict
from scoring.models import Game
from scoring.rules import Conflict, Mistake
from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions.common import lock, moved
from tournaments.actions.judging import where
from tournaments.actions.outbox import tell
from tournaments.actions.sealing import seal_alone, seal_game
from tournaments.actions.time_up import stop_at_once, stop_when_time_is_up
from tournaments.channels import match_moved
from tournaments.match.agreement import locked
from tournaments.match.results import count_match
from tournaments.models import Match, MatchGame, Tournament
from tournaments.stage.history import seated_match
from tournaments.webhooks.events import AGREED

# What tables do that changes no score: allowed also when the result is locked.
HARMLESS = frozenset({"agree"})
LATE = "late"  # kept beside what counts, or left out: see scoring.games.actions.late_entries
TAKEN = "take_late"  # by the director, who has the last word


def why_locked(game: Game) -> Mistake | None:
    """Why the match of a game takes nothing from its table any more; None where it does. Locks its
    tournament.

    A match that was redrawn since is not locked: `take_result` refuses what comes for it.
    """
    row, _tournament = _match_of(game)
    return locked(row.match) if row is not None else None


def stop_in_time(game: Game) -> None:
    """Stop a game whose time is over, where the rule of its event is to stop at once. Locks its
    tournament.
    """
    row, tournament = _match_of(game)
    if row is not None and tournament is not None:
        stop_at_once(row.match, game, tournament)


def take_result(game: Game, action: str) -> None:
    """Count the match of a game that has moved on.

    Raises RuleError where the result is locked, for all but entries (those are kept as late ones,
    and come here as such); and where the match was redrawn.
    """
    if action in HARMLESS:
        if game.has_grown:
            seal_alone(game)
        return
    row, tournament = _match_of(game)
    if row is None or tournament is None:
        raise conflict(
            "match_gone",
            "game",
            gettext_noop(
                "This match was redrawn, and this game no longer belongs to any: ask the director."
            ),
        )
    if action == LATE:
        match_moved(row.match.pk)
        moved(tournament, **seal_game(tournament, game))
        return
    if action != TAKEN and (mistake := locked(row.match)):
        raise Conflict((mistake,))
    lifecycle.check_tournament("lead", tournament)
    stop_when_time_is_up(row.match, game, action)
    if row.match.ruling is None:  # while a decision stands the games are kept and count nothing
        stood = _stands(row.match)
        counted = count_match(seated_match(row.match))
        if action != TAKEN and _stands(counted) != stood:
            tell(tournament, AGREED, where(counted))
    moved(tournament, **seal_game(tournament, game))


def _stands(match: Match) -> dict[str, Any] | None:
    """The result that others may rely on: none before it is agreed, or where tables are trusted
    before it is over.
    """
    return match.result if match.agreement == Match.Agreement.AGREED else None


def _match_of(game: Game) -> tuple[MatchGame | None, Tournament | None]:
    """The match of a game as it is now, with its tournament locked; None where it belongs to none
    any more.

    Asked again for the same locked row of the game it needs no query: the locks hold until the
    transaction ends.
    """
    if game.held is None:
        game.held = _locked_match_of(game)
    found: tuple[MatchGame | None, Tournament | None] = game.held
    return found


def _locked_match_of(game: Game) -> tuple[MatchGame | None, Tournament | None]:
    tournament = Tournament.objects.filter(
        stages__session_rounds__matches__games__game=game
    ).first()
    if tournament is None:
        return None, None
    tournament = lock(tournament)
    # Only now: while this waited for the tournament its match may have been redrawn.
    rows = MatchGame.objects.filter(game=game)
    return rows.select_related("match__session_round__stage__tournament").first(), tournament
