"""Re-pairs a published session round by hand, including tables where the wrong people have
begun.
"""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction

from scoring.models import Game
from scoring.rules import Conflict
from scoring.rules.words import gettext_noop
from tournaments.actions.board_places import follow_places, numbers_of
from tournaments.actions.common import check_reason, conflict, lock, lock_round, log, rule_error
from tournaments.actions.draft_changes import (
    places_of_two,
    refresh_warnings,
    replace_in_plan,
    swap_places,
)
from tournaments.actions.games import check_held, lock_games, move_games, players_of, seat_others
from tournaments.actions.sealing import log_seat_changes
from tournaments.channels import bump_match
from tournaments.match import agreement
from tournaments.match.results import count_match
from tournaments.models import Entrant, Match, MatchGame, Place, SessionRound
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import seated_match

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def games_at(session_round: SessionRound, *entrants: Entrant) -> list[UUID]:
    """Return the games begun at these entrants' tables: one query."""
    matches = Place.objects.filter(session_round=session_round, entrant__in=entrants).values(
        "match"
    )
    rows = MatchGame.objects.filter(match__in=matches, game__isnull=False)
    return sorted(rows.values_list("game_id", flat=True))


def change_places(
    session_round: SessionRound,
    by: "AbstractBaseUser | None",
    first: Entrant,
    second: Entrant,
    reason: str,
    *,
    held: Collection[UUID] | None = None,
) -> SessionRound:
    """Swap two entrants in a published session round; one of them may have a bye or be absent.

    What was written stays with its table: those who sat down at the wrong one stay there, and the
    draw follows them. `held` is as in `games`. Raises RuleError without a reason, and if one of the
    tables is done; in duplicate not, but if somebody has played a board twice.
    """
    reason = check_reason("changed_places", reason)
    with transaction.atomic():
        if held is None:
            held = games_at(session_round, first, second)
            lock_games(held)
        tournament = lock(session_round.stage.tournament, "lead")
        session_round = lock_round(session_round, "play")
        games = games_at(session_round, first, second)
        check_held(games, held, "second")
        one, other = places_of_two(session_round, first, second)
        if one.match_id == other.match_id and (one.match_id is None or one.side == other.side):
            raise rule_error(
                "cannot_swap",
                "second",
                gettext_noop("Swapping these two changes nothing: they sit together."),
            )
        ids = [pk for pk in (one.match_id, other.match_id) if pk is not None]
        matches = list(
            Match.objects.select_related("session_round__stage__tournament").filter(pk__in=ids)
        )
        compares = FORMATS[session_round.stage.format].compares_boards
        numbers = numbers_of(session_round) if compares else {}
        for match in matches:
            if not compares:
                _check_not_done(match)
        swap_places(one, other)
        with log_seat_changes(tournament, games):
            _swap_at_tables(matches, first, second)
        move_games(Game.objects.filter(pk__in=games))
        refresh_warnings(session_round)
        if compares:
            follow_places(session_round, numbers)
        for match in Match.objects.select_related("session_round__stage__tournament").filter(
            pk__in=ids
        ):
            count_match(seated_match(match))
            bump_match(match.pk)
        log(
            tournament,
            "changed_places",
            by,
            {
                "stage": session_round.stage.number,
                "round": session_round.number,
                "entrants": [first.pk, second.pk],
            },
            reason,
        )
    return session_round


def _swap_at_tables(matches: Sequence[Match], first: Entrant, second: Entrant) -> None:
    """Swap two in the plans and games of these matches."""
    who = {first.pk: second.pk, second.pk: first.pk}
    players = players_of(list(who))
    for match in matches:
        replace_in_plan(match, who)
        for row in match.games.all():
            seat_others(row, who, players)
            row.save(update_fields=["sides", "seats"])


def _check_not_done(match: Match) -> None:
    mistake = agreement.locked(match)
    if mistake is not None:
        raise Conflict((mistake,))
    if match.done:
        raise conflict(
            "match_done",
            "second",
            gettext_noop(
                "Table %(table)s already has a result: move the result, or decide the match."
            ),
            table=match.number,
        )
