"""Corrects wrong seats that are noticed late: for all hands of a match at the same time.

The hands stay as written, by seat; the people who really sat there get the scores.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.db.models import F

from scoring.games.live import announce
from scoring.models import Device, Game, Seat
from scoring.rules import VARIANTS, Conflict
from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions.agreement_transfer import answer_disputes, reset_sides
from tournaments.actions.board_places import exchange_directions, follow_places, numbers_of
from tournaments.actions.common import check_reason, conflict, lock, lock_match, log, rule_error
from tournaments.actions.games import check_held, lock_games
from tournaments.actions.notices import notify_entrants
from tournaments.actions.sealing import log_seat_changes
from tournaments.match.agreement import locked, was_public
from tournaments.match.played_games import has_two_sides
from tournaments.match.results import count_match
from tournaments.match.stand_ins import pairs_at
from tournaments.models import Match, MatchGame, Member, Phone, Place
from tournaments.stage.history import Seated, seated_match

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

Sides = list[list[int]]
ABOVE = 1000  # more than any seat or order within a side: parking numbers during a swap


def game_to_reseat(games: Sequence[MatchGame]) -> MatchGame | None:
    """Return the game whose seats can be corrected: the last that has begun."""
    return next((row for row in reversed(games) if row.game_id), None)


def reseat(
    match: Match,
    order: Sequence[int],
    *,
    device: Device | None = None,
    by: "AbstractBaseUser | None" = None,
    reason: str = "",
    held: Collection[UUID] | None = None,
) -> Match:
    """Seat these players (ids, by seat of the last game begun) in all hands of the match.

    Other games of the match with the same seating are corrected alike. The writing phone may do it
    until the result is agreed, as long as the drawn sides stay together; the desk (`by`) in any
    order, with a reason: if persons are ranked, others were then partners, and the match is changed
    to show that. In duplicate the directions follow the seats, see `is_turned`. `held` is as in
    `games`.
    """
    with transaction.atomic():
        if held is None:
            held = list(Game.objects.filter(match_game__match=match).values_list("pk", flat=True))
            lock_games(held)
        tournament = lock(match.session_round.stage.tournament, "lead")
        match = lock_match(match)
        lifecycle.check_round("play", match.session_round)
        reason = check_reason("reseated", reason) if by is not None else ""
        if by is None:
            _check_phone(match, device)
        games = list(match.games.order_by("number"))
        last = _last_game(games, held)
        _check_one_table(last)
        notify = was_public(match)
        seated = seated_match(match)
        entrant_of = _entrants_of(seated)
        now = _players_at(last)
        _check_order(order, now, entrant_of)
        if list(order) == now:
            return match
        before, turned = list(seated.sides), is_turned(last)
        with log_seat_changes(tournament, held):
            _sit_down(match, games, last, dict(zip(now, order, strict=True)), entrant_of)
        if match.boards:
            others_play = _directions_follow(match, last, turned=turned, by_desk=by is not None)
        else:
            others_play = _sides_follow(match, games, last, seated, by_desk=by is not None)
        if others_play:
            answer_disputes((match,), by, reason)
            reset_sides(match)
        seated = seated_match(match)
        if match.ruling is None or match.boards:  # its boards are compared by direction
            count_match(seated)
        where = {"stage": match.session_round.stage.number, "round": match.session_round.number}
        line = log(
            tournament, "reseated", by, {**where, "table": match.number, "match": match.pk}, reason
        )
        if notify:
            notify_entrants(line, {who for side in before for who in side})
    return match


def _last_game(games: Sequence[MatchGame], held: Collection[UUID]) -> MatchGame:
    """Return the last game begun. Raises RuleError without one, and if another game has begun."""
    last = game_to_reseat(games)
    check_held([row.game_id for row in games if row.game_id], held, "seats")
    if last is None:
        raise conflict(
            "no_game_yet",
            "seats",
            gettext_noop("Nothing has been entered here yet: reload the page."),
        )
    return last


def _check_one_table(last: MatchGame) -> None:
    if last.boards:
        text = gettext_noop("This match is played at two tables: correct its result instead.")
        raise conflict("two_tables", "seats", text)


def _check_phone(match: Match, device: Device | None) -> None:
    mistake = locked(match)
    if mistake is not None:
        raise Conflict((mistake,))
    if device is None or not Phone.objects.filter(match=match, device=device, writes=True).exists():
        raise conflict(
            "not_the_writer",
            "seats",
            gettext_noop("Only the phone that writes this match, or the director, can do this."),
        )


def _entrants_of(seated: Seated) -> dict[int, int]:
    """Return the entrant of each player who may sit at this table."""
    members = Member.objects.filter(entrant__in=seated.everybody).order_by("active", "pk")
    found = dict(members.values_list("player_id", "entrant_id"))
    for who, pairs in pairs_at(seated.match).items():
        found.update((comes, who) for _, comes in pairs)
    return found


def _players_at(row: MatchGame) -> list[int]:
    return list(
        Seat.objects.filter(game=row.game_id).order_by("number").values_list("player_id", flat=True)
    )


def _check_order(order: Sequence[int], now: Sequence[int], entrant_of: Mapping[int, int]) -> None:
    if (
        len(order) != len(now)
        or len(set(order)) != len(order)
        or not {*order} <= {*now, *entrant_of}
    ):
        raise rule_error(
            "bad_seats",
            "seats",
            gettext_noop("Choose a different person of this table for each seat."),
        )


def _sit_down(
    match: Match,
    games: Sequence[MatchGame],
    last: MatchGame,
    instead: Mapping[int, int],
    entrant_of: Mapping[int, int],
) -> None:
    """Reseat the players: `instead` maps each player of the last game to the replacement.

    If everybody changes places between games, the other games stay: an error in one says nothing
    about the next.
    """
    for row in games:
        if row.game_id is None or (row is not last and match.plan):
            continue
        before = _players_at(row)
        after = [instead.get(player, player) for player in before]
        if row is not last and (set(before) != set(instead) or len(set(after)) != len(after)):
            continue
        old = dict(zip(before, row.seats, strict=True))
        row.seats = [entrant_of.get(player, old.get(player)) for player in after]
        row.save(update_fields=["seats"])
        _change_seats(row, after)
        Game.objects.filter(pk=row.game_id).update(version=F("version") + 1)
        announce(row.game_id, Game.objects.values_list("version", flat=True).get(pk=row.game_id))


def _change_seats(row: MatchGame, after: Sequence[int]) -> None:
    """Keep the seat rows: a player already at the table moves, a new one takes the row of one who
    leaves.
    """
    Seat.objects.filter(game=row.game_id).update(number=F("number") + ABOVE)
    seats = {seat.player_id: seat for seat in Seat.objects.filter(game=row.game_id)}
    free = [seat for player, seat in seats.items() if player not in after]
    for number, player in enumerate(after):
        seat = seats.get(player) or free.pop()
        seat.number, seat.player_id = number, player
        seat.save(update_fields=["number", "player"])


# Sides
# --------------------------------------------------------------------------------------------------


def is_turned(row: MatchGame) -> bool:
    """Whether the first seat of a game is east: not north, since the directions at its table were
    exchanged.
    """
    return row.seats[0] in row.sides[1]


def _directions_follow(match: Match, row: MatchGame, *, turned: bool, by_desk: bool) -> bool:
    """Let the directions, and with others as partners the sides and the rounds to come, follow the
    seats. Returns whether others are partners. Raises RuleError if impossible.
    """
    sides = [set(row.seats[turned::2]), set(row.seats[1 - turned :: 2])]
    drawn = [set(side) for side in row.sides]
    if sides == drawn:
        return False
    if sides == drawn[::-1]:
        exchange_directions(match)
        return False
    _check_teams(match, sides, by_desk=by_desk)
    numbers = numbers_of(match.session_round)
    _match_follows(match, [row], sides, row.seats)
    follow_places(match.session_round, numbers)
    return True


def _sides_follow(
    match: Match, games: Sequence[MatchGame], last: MatchGame, seated: Seated, *, by_desk: bool
) -> bool:
    """Change the match's sides if the real partners differ from the draw. Raises RuleError if
    impossible.

    Returns whether the whole match has other sides now. In games without fixed sides everybody
    scores alone, and any seats will do.
    """
    if not has_two_sides(match.session_round.stage.variant):
        return False
    teams = [set(last.seats[0::2]), set(last.seats[1::2])]
    if _as_drawn(teams, last.sides):
        return False
    _check_teams(match, teams, by_desk=by_desk)
    # The first person of the first side stays in it.
    first = last.sides[0][0] if last.sides and last.sides[0] else next(iter(teams[0]))
    if first not in teams[0]:
        teams.reverse()
    if match.plan:
        _game_follows(match, last, teams)
        return False
    _match_follows(match, games, teams, seated.everybody)
    return True


def _check_teams(match: Match, teams: Sequence[set[int]], *, by_desk: bool) -> None:
    """Raise RuleError if these cannot play together instead of those drawn."""
    if not by_desk:
        raise conflict(
            "sides_apart",
            "seats",
            gettext_noop(
                "This would change the partners that were drawn: only the director can do that."
            ),
        )
    size = VARIANTS[match.session_round.stage.variant].min_players // 2
    if any(len(team) != size for team in teams) or teams[0] & teams[1]:
        raise conflict(
            "entrants_apart",
            "seats",
            gettext_noop(
                "People who are ranked together would play against each other: that cannot be "
                "scored."
            ),
        )


def _as_drawn(teams: Sequence[set[int]], sides: Sequence[Sequence[int]]) -> bool:
    """Whether each team is one of the drawn sides, or the part of it that sat down."""
    drawn = [set(side) for side in sides]
    return len(drawn) == 2 and (
        (teams[0] <= drawn[0] and teams[1] <= drawn[1])
        or (teams[0] <= drawn[1] and teams[1] <= drawn[0])
    )


def _game_follows(match: Match, row: MatchGame, teams: Sequence[set[int]]) -> None:
    """Change one game of a table with changing partners: its plan shows the real sides."""
    row.sides = [_in_order(team, row.seats) for team in teams]
    row.save(update_fields=["sides"])
    match.plan = [
        row.sides if number == row.number else sides
        for number, sides in enumerate(match.plan, start=1)
    ]
    match.save(update_fields=["plan"])


def _match_follows(
    match: Match, games: Sequence[MatchGame], teams: Sequence[set[int]], order: Sequence[int]
) -> None:
    """Change the sides of the whole match, including games still to come; `order` decides who comes
    first in them.
    """
    sides = [_in_order(team, order) for team in teams]
    for row in games:
        row.sides = sides
        row.save(update_fields=["sides"])
    Place.objects.filter(match=match).update(order=F("order") + ABOVE)
    for side, people in enumerate(sides):
        for number, who in enumerate(people):
            Place.objects.filter(match=match, entrant=who).update(side=side, order=number)


def _in_order(people: set[int], order: Sequence[int]) -> list[int]:
    return sorted(people, key=list(order).index)
