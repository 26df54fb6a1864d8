"""What happens to tables still playing when time is up, by the event's rule
(`Tournament.unfinished`).

A table's time is up when its clock, including extra minutes, has run out, or when the director
ended it. No hand is lost: one that arrives for a stopped game is kept for the director
(`scoring.games.actions.late_entries`).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from scoring.games.actions.game_state import reopen_after_time, stop_for_time, stopped_for_time
from scoring.games.queries import open_rivals
from scoring.models import Game
from tournaments.actions.publishing import lay_out
from tournaments.clock import clock_of, clock_of_match, ends_at
from tournaments.match.agreement import locked
from tournaments.match.results import OVER, count_match
from tournaments.models import Match, MatchGame, SessionRound, Tournament
from tournaments.stage.history import seated_match

RUNS = (Game.State.RUNNING, Game.State.PAUSED)
STOPPING = frozenset({Tournament.Unfinished.HAND, Tournament.Unfinished.NOW})
ENDED = "clock_ended"  # in the log
WRITES = frozenset({"record", "choose"})  # actions that complete a hand
GRACE_PERIOD = timedelta(seconds=10)  # grace period for a hand saved in time


def time_is_up(match: Match, now: datetime) -> bool:
    """Whether the time of this match is up, including extra minutes."""
    end = ends_at(clock_of_match(match), now, match.extra_minutes)
    return end is not None and now >= end


def stop_reason(match: Match, game: Game, now: datetime) -> str:
    """Return why a table may not write more hands of an unfinished game: "decided" or "time".

    Empty if it may, or if the game ended by itself. No query while it is played.
    """
    if match.ruling is not None or (game.state in RUNS and locked(match) is not None):
        return "decided"
    rule = match.session_round.stage.tournament.unfinished
    if game.state in RUNS:
        return "time" if rule == Tournament.Unfinished.NOW and time_is_up(match, now) else ""
    return "time" if stopped_for_time(game) else ""


def ends_by_itself(tournament: Tournament, row: SessionRound, now: datetime) -> bool:
    """Whether a session round's clock has run out and its rule ends the time automatically."""
    grace = GRACE_PERIOD if tournament.unfinished == Tournament.Unfinished.NOW else timedelta()
    end = ends_at(clock_of(row), now)
    return tournament.unfinished in STOPPING and end is not None and now >= end + grace


def stop_at_once(match: Match, game: Game, tournament: Tournament) -> None:
    """Stop a game before its table writes more, if its time is up and the rule is to stop
    immediately.

    Game and tournament are locked, `match` has its session round loaded. Later entries are too late
    then. A table without a hand may still write its first one, and one with two versions of a hand
    may choose.
    """
    if (
        tournament.unfinished != Tournament.Unfinished.NOW
        or game.state not in RUNS
        or match.ruling is not None
    ):
        return
    if (
        not time_is_up(match, timezone.now() - GRACE_PERIOD)
        or not game.rounds.exists()
        or open_rivals(game).exists()
    ):
        return
    stop_for_time(game, _why(), device=tournament.desk)
    _drop_unstarted(match)
    count_match(seated_match(match))


def stop_when_time_is_up(match: Match, game: Game, action: str) -> bool:
    """Stop a game after the hand just written, if its time was up; return whether it was stopped.

    Game and tournament are locked. `match` has its current session round, stage and tournament
    loaded; its remaining games are not started any more. A hand with two versions is waited for.
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
    _drop_unstarted(match)
    return True


def _drop_unstarted(match: Match) -> None:
    """Delete the games of a match that have not begun, but not those of its second table."""
    MatchGame.objects.filter(match=match, game__isnull=True, boards=[]).delete()


def lock_games(
    session_round: SessionRound, states: Sequence[str] = RUNS, match: Match | None = None
) -> dict[Any, Game]:
    """Lock the games of a session round, or of one match, in these states: before the tournament,
    in the common order.
    """
    found = Game.objects.filter(match_game__match__session_round=session_round, state__in=states)
    if match is not None:
        found = found.filter(match_game__match=match)
    return {game.pk: game for game in found.select_for_update(of=("self",)).order_by("pk")}


def stop_tables(
    row: SessionRound, games: dict[Any, Game], tournament: Tournament, now: datetime | None
) -> list[int]:
    """Count matches of a session round as they are; return their table numbers.

    These games, all locked, are stopped; games not started in a match that has begun are dropped.
    `now`: skip tables that have more time. Matches without a hand, or with two versions of one, are
    left to the director.
    """
    stopped: list[int] = []
    matches = Match.objects.filter(session_round=row, done=False, ruling__isnull=True).order_by(
        "number"
    )
    for match in matches.prefetch_related("games__game__rounds"):
        match.session_round = row
        if now is not None and not time_is_up(match, now):
            continue
        stoppable = _stoppable(match, games)
        if stoppable is None:
            continue
        for game in stoppable:
            stop_for_time(game, _why(), device=tournament.desk)
        _drop_unstarted(match)
        if count_match(seated_match(match)).done:
            stopped.append(match.number)
    return stopped


def _stoppable(match: Match, games: Mapping[Any, Game]) -> list[Game] | None:
    """Return the running games of a match that can be stopped; None leaves it to the director.

    That is a match that has not begun, or at one of its two tables, or with a running game that is
    not locked, has no hand, or has two versions of one.
    """
    begun = [one.game for one in match.games.all() if one.game is not None]
    left = [game for game in begun if game.state not in OVER]
    if not begun or any(one.boards and one.game is None for one in match.games.all()):
        return None
    if not all(game.pk in games and _has_clear_hands(game) for game in left):
        return None
    return [games[game.pk] for game in left]


def _has_clear_hands(game: Game) -> bool:
    """Whether the game has a hand, and no two versions of one."""
    return bool(game.rounds.all()) and not open_rivals(game).exists()


def take_back_end(
    row: SessionRound,
    games: dict[Any, Game],
    tournament: Tournament,
    since: datetime,
    match: Match | None = None,
) -> None:
    """Undo an end of time, of all tables or of one match: resume games (all locked) stopped `since`
    then, and recreate dropped ones.

    A table may have written its last hand before the server ended the clock. A match that is ruled
    on, or that a side has agreed to, keeps its result.
    """
    matches = Match.objects.filter(
        session_round=row, ruling__isnull=True, games__game__isnull=False
    ).distinct()
    matches = matches.exclude(agreement=Match.Agreement.AGREED, agreed_how__gt="")
    if match is not None:
        matches = matches.filter(pk=match.pk)
    found = list(matches.order_by("number").prefetch_related("places", "games__game"))
    lay_out(row, found)
    for ended in found:
        for one in ended.games.all():
            game = games.get(one.game_id)
            stopped = game and stopped_for_time(game)
            if game and stopped and stopped.created_at >= since:
                reopen_after_time(game, tournament.desk)
        now = Match.objects.get(pk=ended.pk)  # the loaded one has the games as they were before
        now.session_round = row
        count_match(seated_match(now))


def _why() -> str:
    return gettext("The time for the tournament's round was over.")
