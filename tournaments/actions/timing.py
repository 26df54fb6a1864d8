"""The clock of a session round: starting, pausing and ending it, and what comes of tables that still play then.

A table that plays when the time is over loses no hand: what it wrote counts. Nothing is stopped before the director
has ended the round.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.actions.leading import go_on_after_time, stop_for_time, stopped_for_time
from scoring.models import Game
from scoring.queries import open_rivals
from scoring.rules.words import gettext_noop
from tournaments import channels
from tournaments.actions.common import lock, log, refuse, the_match, the_round
from tournaments.actions.publishing import lay_out
from tournaments.actions.reasons import a_reason
from tournaments.actions.sealing import seal_grown, written_since
from tournaments.clock import clock_of, ends_at, is_going
from tournaments.match.results import OVER, count_match
from tournaments.models import Match, MatchGame, SessionRound, Tournament
from tournaments.stage.history import seated_match

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

MOST_MINUTES = 600  # of a session round
MOST_EXTRA = 120  # of one table, on top
RUNS = (Game.State.RUNNING, Game.State.PAUSED)
STOPPING = frozenset({Tournament.Unfinished.HAND, Tournament.Unfinished.NOW})
CLOCK = ("clock_started_at", "clock_paused_at", "clock_paused_seconds", "last_hand_at", "clock_ended_at")
ENDED = "clock_ended"  # in the log
WRITES = frozenset({"record", "choose"})  # what brings a hand to its end


def start_clock(
    session_round: SessionRound,
    by: "AbstractBaseUser | None",
    *,
    minutes: int | None = None,
    at: datetime | None = None,
) -> SessionRound:
    """Start the clock of a published session round: now, or at a time that lies ahead.

    `minutes` by default as they were set for it, else those of its stage; typed ones are its stage's from now on, see
    `_typed`. Starting a clock that goes changes nothing; one that has not begun yet may be planned anew. Raises
    RuleError where nobody said how many minutes.
    """
    with transaction.atomic():
        tournament, row, now = _held(session_round)
        if row.clock_started_at is not None and (row.clock_started_at <= now or row.clock_ended_at is not None):
            return row
        row.minutes = _typed(row, minutes) if minutes is not None else _minutes(row.minutes or row.stage.minutes)
        row.clock_started_at = max(at, now) if at else now
        return _kept(
            tournament, row, "clock_started", by, minutes=row.minutes, when=at.isoformat() if at and at > now else ""
        )


def pause_clock(session_round: SessionRound, by: "AbstractBaseUser | None") -> SessionRound:
    """Let the clock stand still. Raises RuleError where it does not go; pausing twice changes nothing."""
    with transaction.atomic():
        tournament, row, now = _going(session_round)
        if row.clock_paused_at is not None:
            return row
        row.clock_paused_at = now
        return _kept(tournament, row, "clock_paused", by)


def go_on_clock(session_round: SessionRound, by: "AbstractBaseUser | None") -> SessionRound:
    """Let the clock go on after a pause, or after it was ended too early: what was left then is left now.

    An end that is taken back stops nobody: games that it stopped go on, and those that it left out can be played. Only
    what the director decided or a side agreed to since stays as it is. A clock that goes stays as it is.
    """
    with transaction.atomic():
        games = _lock_games(session_round, (Game.State.STOPPED,))
        tournament, row, now = _held(session_round)
        stood = row.clock_ended_at or row.clock_paused_at
        if row.clock_started_at is None:
            raise _not_started()
        if stood is None:
            return row
        row.clock_paused_seconds += round(max(now - stood, timedelta()).total_seconds())
        if row.clock_ended_at is not None:
            _take_back_end(row, games, tournament)
            row.clock_ended_at, row.last_hand_at = None, None
        row.clock_paused_at = None
        return _kept(tournament, row, "clock_went_on", by, games.values())


def set_minutes(session_round: SessionRound, by: "AbstractBaseUser | None", minutes: int | None) -> SessionRound:
    """Give the session round so many minutes from its start, before it or while it is played."""
    with transaction.atomic():
        tournament, row, _now = _held(session_round)
        minutes = _typed(row, minutes)
        if row.minutes == minutes:
            return row
        row.minutes = minutes
        return _kept(tournament, row, "clock_minutes", by, minutes=minutes)


def call_last_hand(session_round: SessionRound, by: "AbstractBaseUser | None") -> SessionRound:
    """Tell all tables that the hand they play is the last. Calling twice changes nothing."""
    with transaction.atomic():
        tournament, row, now = _going(session_round)
        if row.last_hand_at is not None:
            return row
        row.last_hand_at = now
        return _kept(tournament, row, "last_hand", by)


def end_clock(session_round: SessionRound, by: "AbstractBaseUser | None") -> SessionRound:
    """End the time of a session round. What tables do that still play was chosen beforehand: Tournament.unfinished.

    "hand": each stops by itself with the next hand it writes, see `stop_when_time_is_up`. "now": games are stopped as
    they stand, but at tables that were given more time. Otherwise nothing is stopped. Ending twice changes nothing.
    """
    with transaction.atomic():
        games = _lock_games(session_round)
        tournament, row, now = _going(session_round, again=True)
        if row.clock_ended_at is not None:
            return row
        if row.clock_paused_at is not None:
            row.clock_paused_seconds += round(max(now - row.clock_paused_at, timedelta()).total_seconds())
        row.clock_paused_at, row.clock_ended_at = None, now
        stopped: list[int] = []
        if tournament.unfinished == Tournament.Unfinished.NOW:
            stopped = _stop(row, games, tournament, now)
        elif tournament.unfinished == Tournament.Unfinished.HAND:
            stopped = _stop(row, {}, tournament, now)  # those between two of their games
        return _kept(tournament, row, ENDED, by, games.values(), tables=stopped)


def stop_rest(session_round: SessionRound, by: "AbstractBaseUser | None") -> SessionRound:
    """After the end: let every match that still plays count as it stands, also at tables that were given more time.

    A table at which nothing was written is left to the director's decision.
    """
    with transaction.atomic():
        games = _lock_games(session_round)
        tournament, row, _now = _held(session_round)
        if row.clock_ended_at is None:
            raise refuse("clock_not_ended", "clock", gettext_noop("The clock is still going: end the time first."))
        stopped = _stop(row, games, tournament, None)
        return _kept(tournament, row, "clock_stopped_rest", by, games.values(), tables=stopped)


def give_minutes(match: Match, by: "AbstractBaseUser | None", minutes: int, reason: str = "") -> Match:
    """Give one table more minutes than the clock, or take some of them back. They add up."""
    reason = a_reason("extra_minutes", reason)
    with transaction.atomic():
        tournament = lock(match.session_round.stage.tournament, "lead")
        match = the_match(match)
        the_round(match.session_round, "play")
        if not minutes or not 0 <= match.extra_minutes + minutes <= MOST_EXTRA:
            raise refuse(
                "extra_minutes",
                "minutes",
                gettext_noop("A table can have between 0 and %(most)s extra minutes in all."),
                most=MOST_EXTRA,
            )
        match.extra_minutes += minutes
        match.save(update_fields=["extra_minutes"])
        channels.match_moved(match.pk)
        params = _where(match.session_round) | {"table": match.number, "match": match.pk, "minutes": minutes}
        log(tournament, "extra_minutes", by, params, reason)
    return match


def reset_clock(row: SessionRound) -> None:
    """The clock as if it had never been started, and no table with more time: the session round is a draft again."""
    row.clock_started_at = row.clock_paused_at = row.clock_ended_at = row.last_hand_at = None
    row.clock_paused_seconds = 0
    row.save(update_fields=[*CLOCK])
    Match.objects.filter(session_round=row).update(extra_minutes=0)


# When a table writes after the end --------------------------------------------------------------------------------


def stop_when_time_is_up(match: Match, game: Game, action: str) -> bool:
    """Stop a table's game with the hand that was just written, where its time was ended before: True then.

    Both the game and the tournament are locked. `match` bears its session round, stage and tournament as they are now;
    what follows in the match is not begun any more. A hand with two versions is waited for.
    """
    tournament = match.session_round.stage.tournament
    if action not in WRITES or tournament.unfinished not in STOPPING or not time_is_up(match, timezone.now()):
        return False
    if game.state in RUNS:
        if open_rivals(game).exists():
            return False
        stop_for_time(game, _reason())
    if game.state not in OVER:
        return False
    MatchGame.objects.filter(match=match, game__isnull=True).delete()
    return True


def time_is_up(match: Match, now: datetime) -> bool:
    """Whether the director has ended the time of this match, its extra minutes included."""
    clock = clock_of(match.session_round)
    if clock.ended_at is None:
        return False
    end = ends_at(clock, now, match.extra_minutes)
    return end is not None and now >= end


# Inside ----------------------------------------------------------------------------------------------------------


def _held(session_round: SessionRound) -> tuple[Tournament, SessionRound, datetime]:
    """The session round as it is now, its tournament locked. Raises RuleError where it is not being played."""
    tournament = lock(session_round.stage.tournament, "lead")
    row = the_round(session_round, "play")
    row.stage.tournament = tournament
    return tournament, row, timezone.now()


def _going(session_round: SessionRound, *, again: bool = False) -> tuple[Tournament, SessionRound, datetime]:
    """The same of a session round whose clock goes; `again`: or is ended already."""
    tournament, row, now = _held(session_round)
    if row.clock_started_at is None or row.clock_started_at > now:
        raise _not_started()
    if not again and not is_going(clock_of(row)):
        raise refuse("clock_ended", "clock", gettext_noop("The time of this round is over already."))
    return tournament, row, now


def _not_started() -> Exception:
    return refuse("clock_not_started", "clock", gettext_noop("The clock has not been started yet."))


def _minutes(minutes: int | None) -> int:
    if minutes is None or not 1 <= minutes <= MOST_MINUTES:
        raise refuse(
            "clock_minutes",
            "minutes",
            gettext_noop("Please say how many minutes the round has: 1 to %(most)s."),
            most=MOST_MINUTES,
        )
    return minutes


def _typed(row: SessionRound, minutes: int | None) -> int:
    """Minutes as a director typed them: also what the next rounds of the stage begin with."""
    minutes = _minutes(minutes)
    if row.stage.minutes != minutes:
        row.stage.minutes = minutes
        row.stage.save(update_fields=["minutes"])
    return minutes


def _where(row: SessionRound) -> dict[str, Any]:
    return {"stage": row.stage.number, "round": row.number}


def _kept(
    tournament: Tournament,
    row: SessionRound,
    action: str,
    by: "AbstractBaseUser | None",
    games: Iterable[Game] = (),
    **params: Any,
) -> SessionRound:
    """Keep the clock, write it down, and wake whoever looks at it: the hall and the phones at the tables.

    `games` are those that were stopped or go on: in the tournament's chain they come after the line that says why.
    """
    row.save(update_fields=["minutes", *CLOCK])
    channels.matches_moved(row.pk)
    log(tournament, action, by, _where(row) | params)
    seal_grown(tournament, games)
    return row


def _reason() -> str:
    return gettext("The time of the tournament's round was over.")


def _lock_games(session_round: SessionRound, states: Sequence[str] = RUNS) -> dict[Any, Game]:
    """The games of a session round in these states, locked: before the tournament, in the one order of locks."""
    found = Game.objects.filter(match_game__match__session_round=session_round, state__in=states)
    return {game.pk: game for game in found.select_for_update(of=("self",)).order_by("pk")}


def _take_back_end(row: SessionRound, games: dict[Any, Game], tournament: Tournament) -> None:
    """Undo what an end of the time did: stopped games (all locked) go on, games left out are laid out again.

    A match that is ruled, or that somebody has agreed to, keeps its result.
    """
    matches = Match.objects.filter(session_round=row, ruling__isnull=True, games__game__isnull=False).distinct()
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


def _stop(row: SessionRound, games: dict[Any, Game], tournament: Tournament, now: datetime | None) -> list[int]:
    """Let matches of a session round count as they stand: the numbers of their tables.

    These games, all locked, are stopped; what was not begun in a match that began is not played any more. `now`: but
    for the tables that have more time. What has no hand, or a hand with two versions, is left to the director.
    """
    stopped: list[int] = []
    matches = Match.objects.filter(session_round=row, done=False, ruling__isnull=True).order_by("number")
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
            stop_for_time(game, _reason(), device=tournament.desk)
        MatchGame.objects.filter(match=match, game__isnull=True).delete()
        if count_match(seated_match(match)).done:
            stopped.append(match.number)
    return stopped
