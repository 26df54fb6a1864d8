"""Counts results as they arrive: every change of a match's game, within the same transaction."""

from typing import Any

from django.db.models import UUIDField

from scoring.games.actions.common import conflict
from scoring.games.prepared import Given, Prepared
from scoring.games.queries import Table
from scoring.models import Game
from scoring.rules import Conflict, Mistake
from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions.common import bump_version, lock, match_params
from tournaments.actions.messages import queue_dispute
from tournaments.actions.outbox import queue_event
from tournaments.actions.sealing import seal_alone, seal_game
from tournaments.actions.time_up import stop_at_once, stop_when_time_is_up
from tournaments.channels import bump_match
from tournaments.match.agreement import locked
from tournaments.match.results import count_match
from tournaments.models import Match, MatchGame, Tournament
from tournaments.stage.history import seated_match
from tournaments.webhooks.events import AGREED

# Actions at a table that change no score: allowed even if the result is locked.
HARMLESS = frozenset({"agree"})
DISPUTED = Match.Agreement.DISPUTED
LATE = "late"  # kept beside what counts, or left out: see scoring.games.actions.late_entries
TAKEN = "take_late"  # by the director, who has the last word


def lock_reason(game: Game) -> Mistake | None:
    """Return why a game's match accepts nothing more from its table; None if it does. Locks its
    tournament.

    A redrawn match is not locked: `take_result` refuses what arrives for it.
    """
    row, _tournament = _match_of(game)
    return locked(row.match) if row is not None else None


def stop_in_time(game: Game) -> None:
    """Stop a game whose time is up, if its event stops games immediately. Locks its tournament."""
    row, tournament = _match_of(game)
    if row is not None and tournament is not None:
        stop_at_once(row.match, game, tournament)


def take_result(game: Game, action: str, table: Table | None = None) -> None:
    """Count the match of a game that has changed; `table` is the game as it is now, if known.

    Raises RuleError if the result is locked, except for entries (which are kept as late ones, and
    arrive here as such); and if the match was redrawn.
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
            gettext_noop("This match was redrawn without this game: ask the director."),
        )
    if action == LATE:
        bump_match(row.match.pk)
        bump_version(tournament, **seal_game(tournament, game))
        return
    if action != TAKEN and (mistake := locked(row.match)):
        raise Conflict((mistake,))
    lifecycle.check_tournament("correct" if action == TAKEN else "lead", tournament)
    stop_when_time_is_up(row.match, game, action)
    if row.match.ruling is None:  # under a ruling games are kept but do not count
        _count(row.match, tournament, action, table)
    bump_version(tournament, **seal_game(tournament, game))


def _count(match: Match, tournament: Tournament, action: str, table: Table | None) -> None:
    """Count the match, and queue what became of it for those who follow."""
    before, agreement = _reliable_result(match), match.agreement
    counted = count_match(seated_match(match), table)
    if counted.agreement == DISPUTED != agreement:
        queue_dispute(counted)
    if action != TAKEN and _reliable_result(counted) != before:
        queue_event(tournament, AGREED, match_params(counted))


def _reliable_result(match: Match) -> dict[str, Any] | None:
    """Return the result others may rely on: none until agreed, or if tables are trusted, until
    over.
    """
    return match.result if match.agreement == Match.Agreement.AGREED else None


def _match_of(game: Game) -> tuple[MatchGame | None, Tournament | None]:
    """Return the current match of a game, with its tournament locked; None if it no longer has one.

    A second call for the same locked row of the game needs no query: the locks last until the
    transaction ends.
    """
    if game.held is None:
        game.held = _locked_match_of(game)
    found: tuple[MatchGame | None, Tournament | None] = game.held
    return found


def _locked_match_of(game: Game) -> tuple[MatchGame | None, Tournament | None]:
    tournament = _TOURNAMENT_OF.first(game=game.pk)
    if tournament is None:
        return None, None
    tournament = lock(tournament)
    # Only now: while this waited for the tournament, its match may have been redrawn.
    return _MATCH_OF.first(game=game.pk), tournament


_GAME = Given("game", UUIDField())
_TOURNAMENT_OF = Prepared(
    lambda: Tournament.objects.filter(stages__session_rounds__matches__games__game=_GAME).only("pk")
)
_MATCH_OF = Prepared(
    lambda: MatchGame.objects.filter(game=_GAME).select_related(
        "match__session_round__stage__tournament"
    )
)
