"""Duplicate: others sat at a table than the movement has, or in the other direction. Their numbers
and the rounds to come follow, and nobody may have played a board twice.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F

from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions.coming_rounds import not_begun, seat_again
from tournaments.actions.common import check_reason, conflict, lock, lock_match, log, match_params
from tournaments.actions.moving_results import turned_ruling
from tournaments.actions.notices import notify_entrants
from tournaments.channels import bump_match
from tournaments.match import agreement
from tournaments.match.board_results import boards_taken
from tournaments.match.results import count_match
from tournaments.models import Match, Phone, Place, SessionRound
from tournaments.pairing.duplicate.seating import key_of, numbers_of_key, pair_numbers
from tournaments.stage.history import History, history_of, seated_match

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

NORTH_SOUTH, EAST_WEST = 0, 1
ABOVE = 1000  # more than any side: parking numbers during a swap


def numbers_of(session_round: SessionRound) -> dict[int, int]:
    """Return everybody's number as drawn."""
    return pair_numbers([rows.as_drawn() for rows in history_of(session_round.stage).rounds])


def follow_places(session_round: SessionRound, numbers: Mapping[int, int]) -> None:
    """Seat the rounds to come after two entrants have changed places in a round; `numbers` are
    those before.

    They keep their numbers, unless it is the first round and nothing was played after it: then
    they exchange them, and no board is lost. Raises RuleError if somebody has played a board twice.
    """
    history = history_of(session_round.stage)
    check_boards(history, session_round.number)
    coming = [row for row in not_begun(session_round.stage) if row.number > session_round.number]
    last = history.rounds[-1].session_round.number
    if session_round.number > 1 or last - len(coming) > 1:
        for seated in history.by_number[session_round.number].seated:
            seated.match.fixture = key_of(numbers.get(who, 0) for who in seated.everybody)
            seated.match.save(update_fields=["fixture"])
    seat_again(coming)


def check_boards(history: History, number: int) -> None:
    """Raise RuleError if somebody has played a board in two rounds, up to this one or the last that
    has begun. Rounds to come are seated without it. A board that a table left open was not played.
    """
    coming = {row.pk for row in not_begun(history.stage) if row.number > number}
    rounds = [rows for rows in history.rounds if rows.session_round.pk not in coming]
    numbers = pair_numbers([rows.as_drawn() for rows in history.rounds])
    seen: dict[tuple[int, int], int] = {}
    for rows in rounds:
        for seated in rows.seated:
            for who in seated.everybody:
                for board in boards_taken(seated.match):
                    before = seen.setdefault((who, board), rows.session_round.number)
                    if before != rows.session_round.number:
                        _twice(numbers[who], board, before, rows.session_round.number)


def _twice(who: int, board: int, before: int, number: int) -> None:
    raise conflict(
        "twice_on_board",
        "second",
        gettext_noop(
            "Number %(number)s would have played board %(board)s twice, in rounds %(before)s and "
            "%(round)s. Only the first result can count: give averages instead."
        ),
        number=who,
        board=board,
        before=before,
        round=number,
    )


def check_nowhere_else(match: Match, board: int) -> None:
    """Raise RuleError if somebody at this table has this board in another match."""
    history = history_of(match.session_round.stage)
    both = {*seated_match(match).everybody}
    for rows in history.rounds:
        for seated in rows.seated:
            again = both.intersection(seated.everybody)
            if seated.match.pk == match.pk or not again or board not in boards_taken(seated.match):
                continue
            number = numbers_of(match.session_round)[min(again)]
            text = gettext_noop(
                "Number %(number)s has board %(board)s at another table: it cannot count here too."
            )
            raise conflict("twice_on_board", "board", text, number=number, board=board)


# Directions
# --------------------------------------------------------------------------------------------------


def turn_table(match: Match, by: "AbstractBaseUser | None", reason: str) -> Match:
    """Exchange the directions at a table: the sides sat the other way round. Each keeps its score.

    Raises RuleError without a reason, and if the round is a draft.
    """
    reason = check_reason("directions_changed", reason)
    with transaction.atomic():
        tournament = lock(match.session_round.stage.tournament, "lead")
        match = lock_match(match)
        lifecycle.check_round("rule", match.session_round)
        public = agreement.was_public(match)
        exchange_directions(match)
        seated = seated_match(match)
        match = count_match(seated)
        bump_match(match.pk)
        line = log(tournament, "directions_changed", by, match_params(match), reason)
        if public:
            notify_entrants(line, seated.everybody)
    return match


def exchange_directions(match: Match) -> None:
    """Let the sides of a match change places, with their phones and with what the director decided
    for each of them. What was written stays.
    """
    places = Place.objects.filter(match=match)
    places.update(side=F("side") + ABOVE)
    places.update(side=EAST_WEST + ABOVE - F("side"))
    for row in match.games.all():
        row.sides = row.sides[::-1]
        row.save(update_fields=["sides"])
    Phone.objects.filter(match=match, side__isnull=False).update(side=EAST_WEST - F("side"))
    numbers = numbers_of_key(match.fixture)
    match.fixture = key_of([*numbers[len(numbers) // 2 :], *numbers[: len(numbers) // 2]])
    match.entered = None
    if match.agreed_side is not None:
        match.agreed_side = EAST_WEST - match.agreed_side
    match.ruling = turned_ruling(match.ruling)
    match.averages = {board: pair[::-1] for board, pair in match.averages.items()}
    match.save(update_fields=["fixture", "entered", "agreed_side", "ruling", "averages"])
