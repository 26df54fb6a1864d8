"""What comes of tables that still play when their time is over, by the rule of the event
(`Tournament.unfinished`).

The time of a table is over when its clock says so, its extra minutes included, or when the director
ended it before. No hand is lost by it: one that comes for a game that was stopped is kept for the
director (`scoring.games.actions.late_entries`).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from scoring.games.actions.game_state import go_on_after_time, stop_for_time, stopped_for_time
from scoring.games.queries import open_rivals
from scoring.models import Game
from tournaments.actions.publishing import lay_out
from tournaments.actions.sealing import written_since
from tournaments.clock import clock_of, ends_at
from tournaments.match.agreement import locked
from tournaments.match.results import OVER, count_match
from tournaments.models import Match, MatchGame, SessionRound, Tournament
from tournaments.stage.history import seated_match

RUNS = (Game.State.RUNNING, Game.State.PAUSED)
STOPPING = frozenset({Tournament.Unfinished.HAND, Tournament.Unfinished.NOW})
ENDED = "clock_ended"  # in the log
WRITES = frozenset({"record", "choose"})  # what brings a hand to its end
ON_ITS_WAY = timedelta(seconds=10)  # a hand that was saved in time may come so much later


def time_is_up(match: Match, now: datetime) -> bool:
    """Whether the time of this match is over, its extra minutes included."""
    end = ends_at(clock_of(match.session_round), now, match.extra_minutes)
    return end is not None and now >= end


def why_stopped(match: Match, game: Game, now: datetime) -> str:
    """Why the table of a match writes no more hands of this game though it is not played to its
    end: "decided" or "time"; empty where it still does, or its end is its own. No query while it is
    played.
    """
    if match.ruling is not None or (game.state in RUNS and locked(match) is not None):
        return "decided"
    rule = match.session_round.stage.tournament.unfinished
    if game.state in RUNS:
        return "time" if rule == Tournament.Unfinished.NOW and time_is_up(match, now) else ""
    return "time" if stopped_for_time(game) else ""


def ends_by_itself(tournament: Tournament, row: SessionRound, now: datetime) -> bool:
    """Whether the clock of a session round has run down and its rule ends the time without the
    director.
    """
    grace = ON_ITS_WAY if tournament.unfinished == Tournament.Unfinished.NOW else timedelta()
    end = ends_at(clock_of(row), now)
    return tournament.unfinished in STOPPING and end is not None and now >= end + grace


def stop_at_once(match: Match, game: Game, tournament: Tournament) -> None:
    """Stop a game before its table writes more, where its time is over and the rule is to stop at
    once.

    Both the game and the tournament are locked, `match` bears its session round. What is written
    next comes too late then. A table without a hand is let write its first one, and one with two
    versions of a hand is let choose.
    """
    if (
        tournament.unfinished != Tournament.Unfinished.NOW
        or game.state not in RUNS
        or match.ruling is not None
    ):
        return
    if (
        not time_is_up(match, timezone.now() - ON_ITS_WAY)
        or not game.rounds.exists()
        or open_rivals(game).exists()
    ):
        return
    stop_for_time(game, _why(), device=tournament.desk)
    MatchGame.objects.filter(match=match, game__isnull=True).delete()
    count_match(seated_match(match))


def stop_when_time_is_up(match: Match, game: Game, action: str) -> bool:
    """Stop a table's game with the hand that was just written, where its time was over before: True
    then.

    Both the game and the tournament are locked. `match` bears its session round, stage and
    tournament as they are now; what follows in the match is not begun any more. A hand with two
    versions is waited for.
    """
    tournament = match.session_round.stage.tournament
    if (
        action not in WRITES
        or tournament.unfinished not in STOPPING
        or not time_is_up(match, timezone.now())
    ):
        return False
    if game.state in RUNS:
        if open_rivals(game).exists():
            return False
        stop_for_time(game, _why())
    if game.state not in OVER:
        return False
    MatchGame.objects.filter(match=match, game__isnull=True).delete()
    return True


def lock_games(session_round: SessionRound, states: Sequence[str] = RUNS) -> dict[Any, Game]:
    """The games of a session round in these states, locked: before the tournament, in the one order
    of locks.
    """
    found = Game.objects.filter(match_game__match__session_round=session_round, state__in=states)
    return {game.pk: game for game in found.select_for_update(of=("self",)).order_by("pk")}


def stop_tables(
    row: SessionRound, games: dict[Any, Game], tournament: Tournament, now: datetime | None
) -> list[int]:
    """Let matches of a session round count as they stand: the numbers of their tables.

    These games, all locked, are stopped; what was not begun in a match that began is not played any
    more. `now`: but for the tables that have more time. What has no hand, or a hand with two
    versions, is left to the director.
    """
    stopped: list[int] = []
    matches = Match.objects.filter(session_round=row, done=False, ruling__isnull=True).order_by(
        "number"
    )
    for match in matches.prefetch_related("games__game__rounds"):
        match.session_round = row
        begun = [one.game for one in match.games.all() if one.game is not None]
        if not begun or (now is not None and not time_is_up(match, now)):
            continue
        held = [games[game.pk] for game in begun if game.pk in games and game.rounds.all()]
        held = [game for game in held if not open_rivals(game).exists()]
        if not all(game.state in OVER or game.pk in {one.pk for one in held} for game in begun):
            continue
        for game in held:
            stop_for_time(game, _why(), device=tournament.desk)
        MatchGame.objects.filter(match=match, game__isnull=True).delete()
        if count_match(seated_match(match)).done:
            stopped.append(match.number)
    return stopped


def take_back_end(row: SessionRound, games: dict[Any, Game], tournament: Tournament) -> None:
    """Undo what an end of the time did: stopped games (all locked) go on, games left out are laid
    out again.

    A match that is ruled, or that somebody has agreed to, keeps its result.
    """
    matches = Match.objects.filter(
        session_round=row, ruling__isnull=True, games__game__isnull=False
    ).distinct()
    matches = matches.exclude(agreement=Match.Agreement.AGREED, agreed_how__gt="")
    found = list(matches.order_by("number").prefetch_related("places", "games__game"))
    lay_out(row, found)
    for match in found:
        for one in match.games.all():
            game = games.get(one.game_id)
            stopped = game and stopped_for_time(game)
            if game and stopped and written_since(ENDED, row, game, stopped.position or 0):
                go_on_after_time(game, tournament.desk)
        now = Match.objects.get(pk=match.pk)  # the one at hand has the games as they were before
        now.session_round = row
        count_match(seated_match(now))


def _why() -> str:
    return gettext("The time of the tournament's round was over.")
