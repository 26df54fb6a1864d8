"""Moves a result entered for the wrong table to the right one, and the reverse."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction

from scoring.models import Game
from scoring.rules.words import gettext_noop
from tournaments.actions.agreement_transfer import answer_disputes, move_writing_phones
from tournaments.actions.common import check_reason, conflict, lock, lock_match, log, rule_error
from tournaments.actions.games import (
    check_held,
    invalidate_ratings_after_end,
    lock_games,
    move_games,
    players_of,
    seat_others,
)
from tournaments.actions.judging import check_closed
from tournaments.actions.later_rounds import later_stages, settle_bracket
from tournaments.actions.notices import entrants_at, notify_entrants
from tournaments.actions.room_tables import SPOT, save_spots
from tournaments.actions.sealing import log_seat_changes
from tournaments.channels import bump_match
from tournaments.match.paper_sheet import is_paper
from tournaments.match.played_games import table_name
from tournaments.match.results import count_match
from tournaments.match.team_boards import has_rooms
from tournaments.models import Match, MatchGame
from tournaments.stage.history import seated_match

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def games_of_matches(*matches: Match) -> list[UUID]:
    """Return the games begun in these matches: one query."""
    rows = MatchGame.objects.filter(match__in=matches, game__isnull=False)
    return sorted(rows.values_list("game_id", flat=True))


def move_result(
    source: Match,
    target: Match,
    by: "AbstractBaseUser | None",
    reason: str,
    *,
    turned: bool = False,
    held: Collection[UUID] | None = None,
) -> Match:
    """Swap everything played or decided at two tables of the same session round.

    The first side of one takes the place of the first side of the other; `turned`: of the second.
    Writing phones move along, and so does the table if one of the two waits for one; open disputes
    are answered with the reason. A paper sheet moves alone if either table is still playing: that
    game belongs there. `held` is as in `games`. Raises RuleError without a reason, if the tables
    play differently, and if later draws depend on either.
    """
    reason = check_reason("result_moved", reason)
    with transaction.atomic():
        if held is None:
            held = games_of_matches(source, target)
            lock_games(held)
        tournament = lock(source.session_round.stage.tournament, "correct")
        source, target = lock_match(source), lock_match(target)
        check_held(games_of_matches(source, target), held, "target")
        _check(source, target, turned=turned)
        numbers = {"table": source.number, "to": target.number}
        winners = {match.pk: match.winner for match in (source, target)}
        relied = source.done and target.done
        if not _is_sheet_alone(source, target, held):
            move_writing_phones(source, target, turned=turned)
            _exchange_tables(source, target)
            with log_seat_changes(tournament, held):
                _exchange_games(source, target, turned=turned)
        _exchange_decisions(source, target, turned=turned)
        answer_disputes((source, target), by, reason)
        stage = source.session_round.stage
        with later_stages(stage, by):
            for match in (source, target):
                count_match(seated_match(match))
                settle_bracket(match, winners[match.pk], by)
                check_closed(match)
                bump_match(match.pk)
        invalidate_ratings_after_end(tournament)
        line = log(
            tournament,
            "result_moved",
            by,
            {
                "stage": stage.number,
                "round": source.session_round.number,
                **numbers,
                "match": target.pk,
            },
            reason,
        )
        if relied or source.session_round.state == "closed":
            notify_entrants(line, [*entrants_at(source), *entrants_at(target)])
    return target


def _check(source: Match, target: Match, *, turned: bool) -> None:
    if source.pk == target.pk or source.session_round_id != target.session_round_id:
        raise rule_error(
            "bad_table", "target", gettext_noop("Choose another table of the same round.")
        )
    if source.session_round.state == "draft":
        raise conflict(
            "round_draft", "target", gettext_noop("This round is a draft: publish it first.")
        )
    if all(match.result is None and match.ruling is None for match in (source, target)):
        raise conflict(
            "nothing_to_move",
            "target",
            gettext_noop("Nothing has been played or decided at either table yet."),
        )
    shape = _shape(source)
    two_sides = all(len(sides) == 2 for sides, _hands in shape)
    if shape != _shape(target) or (turned and not two_sides):
        raise rule_error(
            "bad_table",
            "target",
            gettext_noop("These two tables have different formats: decide the match instead."),
        )


def _shape(match: Match) -> list[tuple[tuple[int, ...], int | None]]:
    """Return the sizes of the sides and the number of hands of each game."""
    return [(tuple(map(len, row.sides)), row.hands) for row in match.games.order_by("number")]


def _is_sheet_alone(source: Match, target: Match, games: Collection[UUID]) -> bool:
    """Whether a sheet was entered for a table that was still playing its own game."""
    if not any(is_paper(match.ruling) for match in (source, target)):
        return False
    return Game.objects.filter(
        pk__in=games, state__in=(Game.State.RUNNING, Game.State.PAUSED)
    ).exists()


def _exchange_tables(source: Match, target: Match) -> None:
    """Swap the tables if one of two matches waits: those who played have one, the others wait."""
    if source.waits == target.waits:
        return
    spots = [[getattr(match, column) for column in SPOT] for match in (target, source)]
    for match, spot in zip((source, target), spots, strict=True):
        for column, value in zip(SPOT, spot, strict=True):
            setattr(match, column, value)
    save_spots([source, target])


def _exchange_games(source: Match, target: Match, *, turned: bool) -> None:
    """Swap games with their entries."""
    ones, others = ({row.number: row for row in match.games.all()} for match in (source, target))
    everybody = [
        who for row in (*ones.values(), *others.values()) for side in row.sides for who in side
    ]
    players = players_of(everybody)
    tables: dict[UUID, str] = {}
    for number, one in ones.items():
        other = others[number]
        swapped = (_laid(other, turned=turned), _laid(one, turned=turned))
        one.boards, other.boards = other.boards, one.boards  # in the order of play
        # First neither has a game: a game belongs to one match at any time.
        MatchGame.objects.filter(pk__in=(one.pk, other.pk)).update(game=None, seats=[])
        for row, (game_id, sides, seats), match in zip(
            (one, other), swapped, (source, target), strict=True
        ):
            own = row.sides
            row.game_id, row.seats, row.sides = game_id, seats, sides
            seat_others(row, _by_place(sides, own), players)
            row.match = match
            row.save(update_fields=["game", "sides", "seats", "boards"])
            if game_id is not None:
                tables[game_id] = table_name(row)
    games = list(Game.objects.filter(pk__in=tables))
    for game in games:
        game.table_name = tables[game.pk]
    move_games(games)


def _exchange_decisions(source: Match, target: Match, *, turned: bool) -> None:
    for match in (source, target):
        match.ruling = turned_ruling(match.ruling) if turned else match.ruling
    source.ruling, target.ruling = target.ruling, source.ruling
    if has_rooms(source.session_round.stage):  # both matches have the same boards
        source.averages, target.averages = (
            {board: pair[:: -1 if turned else 1] for board, pair in averages.items()}
            for averages in (target.averages, source.averages)
        )
    for match in (source, target):
        match.entered = None
        match.save(update_fields=["ruling", "entered", "averages"])


def _laid(row: MatchGame, *, turned: bool) -> tuple[UUID | None, list[list[int]], list[int]]:
    """Return a game with its sides in the order they get at the other table."""
    sides = list(row.sides)
    return row.game_id, sides[::-1] if turned else sides, list(row.seats)


def _by_place(sides: list[list[int]], own: list[list[int]]) -> Mapping[int, int]:
    """Map the ids of those who played at one table to the places they take over."""
    return {
        who: mine
        for theirs, ours in zip(sides, own, strict=True)
        for who, mine in zip(theirs, ours, strict=True)
    }


def turned_ruling(ruling: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return a ruling for reversed sides."""
    if ruling is None:
        return None
    found = dict(ruling)
    for key in ("winner", "said"):
        if found.get(key) in {0, 1}:
            found[key] = 1 - found[key]
    for key in ("percent", "points", "score"):
        if found.get(key):
            found[key] = found[key][::-1]
    if "games" in found:
        found["games"] = [
            {**game, "hands": [_turned_hand(hand) for hand in game["hands"]]}
            for game in found["games"]
        ]
    return found


def _turned_hand(hand: dict[str, Any]) -> dict[str, Any]:
    if "order" in hand:
        return {"order": [1 - side for side in hand["order"]]}
    sweep = hand.get("sweep")
    return {"scores": hand["scores"][::-1], "sweep": sweep if sweep is None else 1 - sweep}
