"""How every address is asked for: by which methods, with what in it and what in its form. One row
an address.

The keys are those of `tournaments.permissions.ADDRESSES`; where one address does several things,
"<name> <action>". What a form holds is enough to be let in, not to be taken: whoever may gets an
answer about the form itself.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.urls import reverse

from tests.tournaments.roles.world import World

GET, SAFE, POST = ("GET",), ("GET", "HEAD"), ("POST",)
BOTH, BOTH_AND_HEAD = ("GET", "POST"), ("GET", "HEAD", "POST")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")

Given = Callable[[World], Sequence[object]]
Form = Callable[[World], Mapping[str, object]]

OF_ASKING = (
    "django_session",
    "scoring_use",
    "scoring_limithit",
    "scoring_device",
)  # what asking alone leaves: see scoring.games.access.limits


@dataclass(frozen=True)
class Way:
    """`given`: the parts of the address. `page`: whose token stands first in it (own, match, card,
    screen).
    """

    methods: Sequence[str]
    given: Given = lambda _: ()
    form: Form = lambda _: {}
    page: str = ""

    def address(self, key: str, world: World, role: str) -> str:
        token = [world.token(role, self.page)] if self.page else []
        return reverse(key.partition(" ")[0], args=[*token, *self.given(world)])


def in_season(*more: object) -> Given:
    """The season's id, somebody who plays, and what follows."""
    return lambda world: (world.season.pk, world.entrant.members.get(order=0).player_id, *more)


def of(*more: Given | object) -> Given:
    """The tournament's id, and what follows it."""
    return lambda world: (
        world.tournament.pk,
        *(one(world) if callable(one) else one for one in more),
    )


def at_round(*more: object) -> Given:
    return of(1, 1, *more)


def of_duplicate(*more: Given | object) -> Given:
    """The id of the session of duplicate, and what follows it."""
    return lambda world: (
        world.duplicate.pk,
        *(one(world) if callable(one) else one for one in more),
    )


def of_recorded(*more: object) -> Given:
    """The id of the session whose tables note their cards, and what follows it."""
    return lambda world: (world.recorded.pk, *more)


def at_match(*more: object) -> Given:
    return of(lambda world: world.played.pk, *more)


def at_entrant(*more: object) -> Given:
    return of(lambda world: world.entrant.pk, *more)


WAYS: dict[str, Way] = {
    # Everybody
    "tournaments": Way(SAFE),
    "tournament": Way(SAFE, of()),
    "tournament_picture": Way(SAFE, of()),
    "tournament_rounds": Way(SAFE, of()),
    "tournament_round": Way(SAFE, at_round()),
    "tournament_match": Way(SAFE, at_match()),
    "standings": Way(SAFE, of(1)),
    "standings_value": Way(SAFE, of(1, lambda world: world.entrant.pk, "points")),
    "standings_csv": Way(SAFE, of(1)),
    "results_csv": Way(SAFE, of()),
    "bracket": Way(SAFE, of(1)),
    "cross_table": Way(SAFE, of(1)),
    "tournament_boards": Way(SAFE, of_duplicate(1)),
    "tournament_board": Way(SAFE, of_duplicate(1, lambda world: world.board.boards[0])),
    "travellers_csv": Way(SAFE, of_duplicate(1)),
    "session_record": Way(SAFE, of_duplicate(1)),
    "entrant": Way(SAFE, at_entrant()),
    "register": Way(BOTH_AND_HEAD, of()),
    "register_row": Way(POST, of(), lambda _: {"name_0": "Zoe", "shown": "name"}),
    "table_code": Way(BOTH_AND_HEAD, form=lambda _: {"code": "AAAAAA"}),
    "seasons": Way(SAFE),
    "season": Way(SAFE, lambda world: (world.season.pk,)),
    "season_figure": Way(SAFE, lambda world: (world.season.pk, "rounds")),
    "season_person": Way(SAFE, in_season()),
    "season_person_rounds": Way(SAFE, in_season("rounds")),
    "season_person_games": Way(SAFE, in_season("all")),
    # Links
    "card": Way(SAFE, page="card"),
    "match": Way(SAFE, page="match"),
    "match_play": Way(POST, lambda _: (1,), page="match"),
    "match_stand_ins": Way(BOTH_AND_HEAD, page="match"),
    "match_date": Way(POST, page="match"),
    "match_do": Way(POST, lambda _: ("call",), lambda _: {"text": "Please come"}, page="match"),
    "own_page": Way(SAFE, page="own"),
    "own_leave": Way(BOTH_AND_HEAD, page="own"),
    "own_contacts": Way(BOTH_AND_HEAD, page="own"),
    "own_stand_ins": Way(BOTH_AND_HEAD, lambda world: (world.played.pk,), page="own"),
    "own_check_in": Way(POST, page="own", form=lambda _: {"here": "1"}),
    "own_log": Way(SAFE, page="own"),
    "own_messages": Way(POST, form=lambda _: {"do": "phone_off"}, page="own"),
    "own_manifest": Way(SAFE, page="own"),
    "own_boards": Way(SAFE, page="pair"),
    "own_cards": Way(
        BOTH_AND_HEAD,
        lambda world: (world.board.pk, world.board.boards[0]),
        lambda _: {"seat": "0"},
        page="pair",
    ),
    "own_board": Way(SAFE, lambda world: (1, world.board.boards[0]), page="pair"),
    "own_do": Way(POST, lambda _: ("agree",), lambda world: {"match": world.played.pk}, page="own"),
    "screen": Way(SAFE, page="screen"),
    # The desk
    "desk": Way(GET),
    "desk_club": Way(POST, form=lambda _: {"name": "New club"}),
    "desk_example": Way(POST),
    "desk_new": Way(BOTH_AND_HEAD, lambda world: (world.tournament.club_id,)),
    "desk_names": Way(BOTH_AND_HEAD, lambda world: (world.tournament.club_id,)),
    "desk_join": Way(BOTH_AND_HEAD, lambda world: (world.invitation,)),
    "desk_club_import": Way(BOTH_AND_HEAD),
    "desk_club_export": Way(GET, lambda world: (world.tournament.club_id,)),
    "desk_import": Way(BOTH_AND_HEAD),
    "desk_tournament": Way(GET, of()),
    "desk_about": Way(BOTH_AND_HEAD, of()),
    "desk_evening": Way(BOTH_AND_HEAD, of()),
    "desk_stage": Way(BOTH_AND_HEAD, of(1)),
    "desk_stage_add": Way(POST, of(), lambda _: {"format": "knockout"}),
    "desk_stage_remove": Way(POST, of(1)),
    "desk_turn": Way(POST, of("finish")),
    "desk_again": Way(BOTH_AND_HEAD, of()),
    "desk_log": Way(GET, of()),
    "desk_undo": Way(BOTH_AND_HEAD, of(lambda world: world.change.pk)),
    "desk_people": Way(BOTH_AND_HEAD, of(), lambda _: {"invite": "desk"}),
    "desk_roles": Way(
        BOTH_AND_HEAD, lambda world: (world.tournament.club_id,), lambda _: {"invite": "desk"}
    ),
    "desk_embed": Way(BOTH_AND_HEAD, of(), lambda _: {"sites": "https://www.club.example"}),
    "desk_delete": Way(POST, of()),
    "desk_over": Way(BOTH_AND_HEAD, of()),
    "desk_export": Way(GET, of()),
    "desk_entrants": Way(GET, of()),
    "desk_enter": Way(POST, of(), lambda _: {"name_0": "Zoe", "name_1": "Yann"}),
    "desk_list": Way(BOTH_AND_HEAD, of(), lambda _: {"list": "Zoe, Yann"}),
    "desk_seeds": Way(BOTH_AND_HEAD, of()),
    "desk_refuse_all": Way(POST, of(), lambda _: {"up_to": "99"}),
    "desk_entrant": Way(GET, at_entrant()),
    "desk_entrant_do": Way(POST, at_entrant("change")),
    "desk_all_here": Way(POST, of()),
    "desk_check_in": Way(POST, at_entrant(), lambda _: {"here": "1"}),
    "desk_missing": Way(SAFE, of()),
    "desk_stage_do": Way(POST, of(1, "finish")),
    "desk_draw": Way(GET, of()),
    "desk_round": Way(GET, at_round()),
    "desk_round_do": Way(POST, at_round("close")),
    "desk_swap": Way(
        POST,
        at_round(),
        lambda world: {"first": world.entrant.pk, "second": world.entrant.pk, "seen": "x"},
    ),
    "desk_places": Way(BOTH_AND_HEAD, at_round()),
    "desk_match": Way(GET, at_match()),
    "desk_match_do": Way(POST, at_match("rule")),
    "desk_match_do date": Way(POST, at_match("date")),
    "desk_match_do renew": Way(POST, at_match("renew")),
    "desk_paper": Way(BOTH_AND_HEAD, at_match()),
    "desk_papers": Way(GET, at_round()),
    "desk_correct": Way(BOTH_AND_HEAD, at_match()),
    "desk_hand": Way(BOTH_AND_HEAD, at_match(1, 1)),
    "desk_settle": Way(POST, at_match()),
    "desk_late": Way(POST, at_match(lambda world: world.entry.pk)),
    "desk_answer": Way(POST, of(lambda world: world.objection.pk)),
    "desk_movement": Way(GET, of_duplicate(1)),
    "desk_coming": Way(POST, of_duplicate(1)),
    "desk_played_boards": Way(BOTH_AND_HEAD, of_duplicate(lambda world: world.board.pk)),
    "desk_fouled_board": Way(BOTH_AND_HEAD, of_duplicate(1, lambda world: world.board.boards[0])),
    "desk_late_play": Way(
        BOTH_AND_HEAD,
        of_duplicate(lambda world: world.board.pk, lambda world: world.board.boards[0]),
    ),
    "desk_averages": Way(
        BOTH_AND_HEAD,
        of_duplicate(lambda world: world.board.pk),
        lambda _: {"reason": "The board was fouled"},
    ),
    "desk_deals": Way(BOTH_AND_HEAD, of_duplicate(1)),
    "desk_deal_sheets": Way(POST, of_duplicate(1), lambda _: {"first": "1", "last": "2"}),
    "desk_noted_hands": Way(
        POST,
        of_recorded(1),
        lambda world: {"which": f"{world.recorded_board.boards[0]}-1", "spectator": "on"},
    ),
    "desk_open_results": Way(POST, of_duplicate(1)),
    "desk_seats": Way(BOTH_AND_HEAD, at_match()),
    "desk_stand_ins": Way(BOTH_AND_HEAD, at_match()),
    "desk_move_result": Way(BOTH_AND_HEAD, at_match()),
    "desk_penalties": Way(BOTH, of()),
    "desk_penalty_undo": Way(POST, of(lambda world: world.ruling)),
    # The evening
    "desk_board": Way(GET, of()),
    "desk_clock": Way(POST, at_round("start"), lambda _: {"minutes": "60"}),
    "desk_extra": Way(POST, at_match(), lambda _: {"minutes": "5", "reason": "late"}),
    "desk_call": Way(POST, of(lambda world: world.call.pk)),
    "desk_phone": Way(POST, of(lambda world: world.phone.pk)),
    "desk_checks": Way(GET, of()),
    "desk_check": Way(POST, at_match()),
    "desk_wrong": Way(SAFE, of()),
    "desk_screens": Way(BOTH_AND_HEAD, of(), lambda _: {"make": "everything"}),
    "desk_screen": Way(SAFE, of(lambda world: world.screen.pk)),
    "desk_screen_do": Way(POST, of(lambda world: world.screen.pk, "unpin")),
    "desk_reveal": Way(BOTH_AND_HEAD, of(), lambda _: {"do": "unfreeze"}),
    "desk_hang": Way(SAFE, of()),
    "desk_print": Way(SAFE, of()),
    "desk_print_page": Way(SAFE, of("pairings")),
    "desk_card": Way(BOTH_AND_HEAD, of(lambda world: world.played.number)),
    # A club's seasons
    "desk_seasons": Way(
        BOTH_AND_HEAD, lambda world: (world.tournament.club_id,), lambda _: {"name": "Next year"}
    ),
    "desk_season": Way(BOTH_AND_HEAD, lambda world: (world.season.pk,)),
    "desk_season_events": Way(BOTH_AND_HEAD, lambda world: (world.season.pk,)),
    "desk_season_show": Way(POST, lambda world: (world.season.pk,), lambda _: {"public": "1"}),
    "desk_season_delete": Way(BOTH_AND_HEAD, lambda world: (world.season.pk,)),
    # A club's webhooks
    "desk_webhooks": Way(
        BOTH_AND_HEAD,
        lambda world: (world.tournament.club_id,),
        lambda _: {"address": "https://a.example/", "kinds": "round"},
    ),
    "desk_webhook": Way(BOTH_AND_HEAD, lambda world: (world.tournament.club_id, world.webhook)),
    "desk_webhook_do": Way(POST, lambda world: (world.tournament.club_id, world.webhook, "ping")),
    "desk_webhook_delete": Way(
        BOTH_AND_HEAD, lambda world: (world.tournament.club_id, world.webhook)
    ),
    # The API
    "api_tournaments": Way(SAFE),
    "api_tournament": Way(SAFE, of()),
    "api_rounds": Way(SAFE, of()),
    "api_round": Way(SAFE, at_round()),
    "api_results": Way(SAFE, at_round()),
    "api_standings": Way(SAFE, of(1)),
    "api_boards": Way(SAFE, of_duplicate(1)),
    "api_seasons": Way(SAFE),
    "api_season": Way(SAFE, lambda world: (world.season.pk,)),
    "api_season_table": Way(SAFE, lambda world: (world.season.pk,)),
}


def writes(sql: str) -> bool:
    """Whether a query changes something that nobody may change who is turned away."""
    verb, _space, rest = sql.partition(" ")
    return verb in {"INSERT", "UPDATE", "DELETE"} and not any(
        f'"{table}"' in rest for table in OF_ASKING
    )


@contextmanager
def written() -> Iterator[list[str]]:
    """What is written within the block, and kept no longer than that."""
    found: list[str] = []

    def noting(execute: Any, sql: str, *rest: Any) -> Any:
        if writes(sql):
            found.append(sql)
        return execute(sql, *rest)

    with transaction.atomic(), connection.execute_wrapper(noting):
        yield found
        # What is done to one address is none of the next one's business
        transaction.set_rollback(True)
