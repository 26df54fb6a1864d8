"""Nobody sees a card or the seed of a session before its time, by any address, in any role.

Every address of tournaments is asked about a session whose boards the app deals, and about one
whose tables deal and note their cards. Nothing can be shown that was not read: so what is looked
for is a query that reads the seed, or cards that players noted, and then the seed and the hands in
every answer.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import NoReverseMatch

from scoring.models import Claim
from scoring.rules import RuleError
from tests.lengths import in_short
from tests.tournaments import desks
from tests.tournaments.dealing import a_session, finish, play_on, recorded_session, seed_of
from tests.tournaments.roles.ways import WAYS
from tests.tournaments.roles.world import EVERYBODY, NOBODY, World, the_world
from tests.worlds import built_once
from tichu_site.records.site import records
from tournaments.actions import deals
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import text_of
from tournaments.models import DealSeed, DealtHand, GivenCards, Member, Role, Stage, Tournament
from tournaments.pairing.duplicate.deals import deal, hash_of
from tournaments.permissions import BY_ACCOUNT, PERSONAL, may
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

PLAYS = "director who plays"
SEED, GIVEN = '"tournaments_dealseed"."seed"', '"tournaments_givencards"'
DEALT = '"tournaments_dealthand"."cards"'
CARDS = (SEED, GIVEN, DEALT)
SHEETS = {"first": "1", "last": "9", "spectator": "on"}
# Those who differ in what they are shown; all of them in the slow version
SOME = ("owner", PLAYS, PERSONAL, NOBODY)


def a_world() -> World:
    """The world of the roles, in which every address is about its session of duplicate."""
    return about_duplicate(the_world())


def a_recorded_world() -> World:
    """Such a world in which every address is about the session whose tables note their cards. All
    hands of a board that was played are noted, and of one that is still to be played.
    """
    world = the_world()
    session, match = world.recorded, world.recorded_board
    coming = desks.tables(desks.draw(session, 2))[0]
    for one in (match, desks.reread(coming)):
        for seat, cards in enumerate(deal(bytes(32), 1)):
            deals.note_hand(one, one.boards[0], seat, cards)
    entrant = match.places.select_related("entrant__tournament").order_by("side")[0].entrant
    personal = {**world.links[PERSONAL], "pair": token_of(entrant)}
    links = {**world.links, PERSONAL: personal}
    return about_duplicate(replace(world, duplicate=session, board=match, links=links))


def about_duplicate(world: World) -> World:
    """The world with a director who plays, and its session of duplicate in place of the other
    tournament.
    """
    desk = desks.desk_of(world.duplicate.club)
    player = desks.a_user("Dora Director")
    Role.objects.create(club=desk.club, user=player, name="director")
    member = Member.objects.filter(entrant__places__match=world.board)[0]
    about = {"club": desk.club, "account": player, "agreed_at": "2026-11-01T12:00Z"}
    Claim.objects.create(player=member.player, **about)
    clients = world.clients | {PLAYS: desks.signed_in(player)}
    clients[PLAYS].raise_request_exception = False
    seat = world.board.places.all()[0].side
    for given, board in enumerate(world.board.boards[:2]):
        cards = ["star-2", "star-3", f"star-{4 + given}"]
        GivenCards.objects.create(match=world.board, board=board, seat=seat, cards=cards)
    entrant = world.board.places.select_related("entrant__tournament")[0].entrant
    return replace(
        world,
        tournament=world.duplicate,
        played=world.board,
        playing=world.board,
        entrant=entrant,
        clients=clients,
        links={**world.links, PLAYS: {}},
    )


world = built_once(a_world)
recorded = built_once(a_recorded_world)


@contextmanager
def reading() -> Iterator[list[str]]:
    """The queries within the block that read a seed or noted cards; what it wrote is taken back."""
    found: list[str] = []

    def noting(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith("SELECT"):
            found.extend(one for one in CARDS if one in sql)
        return execute(sql, *rest)

    with transaction.atomic(), connection.execute_wrapper(noting):
        yield found
        transaction.set_rollback(True)


def all_asked(world: World, roles: Any) -> set[tuple[str, str, str]]:
    """Ask every address in these roles by GET and POST. Return where something was read: the
    address, the role, and what.
    """
    found = set()
    row = DealSeed.objects.filter(stage__tournament=world.duplicate).first()
    seed = bytes(row.seed).hex().encode() if row and row.seed else None
    for key, role in product(WAYS, roles):
        try:
            address = WAYS[key].address(key, world, role)
        except NoReverseMatch:
            continue
        for method in {"GET", "POST"} & {*WAYS[key].methods}:
            form = SHEETS if key == "desk_deal_sheets" else dict(WAYS[key].form(world))
            with reading() as queries:
                client: Client = world.clients[role]
                answer = client.post(address, form) if method == "POST" else client.get(address)
                content = b"".join(answer.streaming_content) if answer.streaming else answer.content
            found |= {(key, role, one) for one in queries}
            told = (seed and seed in content) or b'class="hand"' in content
            assert not told or {SEED, DEALT} & {*queries}, (key, role)
            if (key, method) == ("desk_deals", "GET"):
                assert b'class="hand"' not in content, "it lists boards without their cards"
    return found


@pytest.mark.parametrize("roles", in_short([SOME, (*EVERYBODY, PLAYS)], [SOME]))
def test_no_address_reads_the_seed_before_its_time(world: World, roles: Any) -> None:
    read = all_asked(world, roles)
    prints = {PLAYS, *(role for role in BY_ACCOUNT if may(role, "direct"))} & {*roles}
    assert {(key, role) for key, role, what in read if what == SEED} == {
        ("desk_deal_sheets", role) for role in prints
    }
    assert {(key, role) for key, role, what in read if what == GIVEN} <= {("own_cards", PERSONAL)}


@pytest.mark.parametrize("roles", in_short([SOME, (*EVERYBODY, PLAYS)], [SOME]))
def test_no_address_reads_the_hands_that_players_noted_before_its_time(
    recorded: World, roles: Any
) -> None:
    read = all_asked(recorded, roles)
    directs = {PLAYS, *(role for role in BY_ACCOUNT if may(role, "direct"))} & {*roles}
    of_desk = {"desk_deals", "desk_deal_sheets", "desk_movement", "desk_noted_hands"}
    assert {(key, role) for key, role, what in read if what == DEALT} == {
        *product(of_desk, directs),
        ("own_cards", PERSONAL),
    }
    assert SEED not in {what for _key, _role, what in read}


@pytest.mark.parametrize("secret", [False, True])
def test_at_the_end_noted_hands_are_public_unless_the_club_keeps_them(
    recorded: World, secret: bool
) -> None:
    session = recorded.duplicate
    settings = {"others": "traveller", "dealing": "recorded", "deals_secret": secret}
    Stage.objects.filter(tournament=session).update(format_settings=settings)
    play_on(session, 3)
    finish(session)
    read = {(key, what) for key, role, what in all_asked(recorded, ["owner", PERSONAL])}
    of_desk = {"desk_deals", "desk_deal_sheets", "desk_movement", "desk_noted_hands"}
    shown = {"tournament_board", "own_board", "own_cards", "desk_export"}
    assert {key for key, what in read if what == DEALT} == of_desk | (set() if secret else shown)


@pytest.mark.parametrize("secret", [False, True])
def test_at_the_end_boards_show_their_cards_unless_the_club_keeps_them(
    world: World, secret: bool
) -> None:
    session = world.duplicate
    settings = {"others": "traveller", "dealing": "app", "deals_secret": secret}
    Stage.objects.filter(tournament=session).update(format_settings=settings)
    play_on(session, 3)
    finish(session)
    read = {(key, what) for key, role, what in all_asked(world, ["owner", PERSONAL])}
    shown = {"tournament_boards", "tournament_board", "own_board", "desk_export", "desk_deals"}
    assert {key for key, what in read if what == SEED} == {
        "desk_deal_sheets",
        *(() if secret else shown),
    }


def test_what_is_stored_of_cards_is_in_no_list_of_records() -> None:
    assert not {DealSeed, DealtHand, GivenCards} & set(records._registry)


# Documents
# --------------------------------------------------------------------------------------------------


def test_a_document_has_the_hash_at_once_and_the_seed_at_the_end() -> None:
    desk = desks.a_desk()
    session = a_session(desk)
    play_on(session, 3)
    seed = seed_of(session)
    for over in (False, True):
        if over:
            finish(session)
        written = text_of(Tournament.objects.get(pk=session.pk))
        seal = json.loads(written)["stages"][0]["deals"]
        assert (seal["hash"], seal["seed"]) == (hash_of(seed), seed.hex() if over else None)
        assert (seed.hex() in written) is over
        again = import_tournament(desk.club, desk.user, written)
        row = DealSeed.objects.get(stage__tournament=again)
        assert row.seed_hash == hash_of(seed)
        assert (bytes(row.seed) if row.seed else None) == (seed if over else None)
        assert json.loads(text_of(again))["stages"][0]["deals"] == seal


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seed": "00" * 32}, "bad_seed"),
        ({"seed": "00"}, "wrong_type"),
        ({"hash": None}, "wrong_type"),
        ({"sealed_at": "yesterday"}, "wrong_type"),
    ],
)
def test_a_document_with_another_seed_is_refused(change: dict[str, Any], code: str) -> None:
    desk = desks.a_desk()
    session = a_session(desk)
    deals.seal_deals(desks.first_stage(session), None)
    document = json.loads(text_of(session))
    document["stages"][0]["deals"] |= change
    with pytest.raises(RuleError) as refused:
        import_tournament(desk.club, desk.user, json.dumps(document))
    assert code in [one.code for one in refused.value.mistakes]


@pytest.mark.parametrize("secret", [False, True])
def test_a_document_has_noted_hands_once_they_are_public(secret: bool) -> None:
    desk = desks.a_desk()
    session = recorded_session(desk)
    match = desks.reread(desks.tables(desks.draw(session))[0])
    board, hands = match.boards[0], deal(bytes(32), 1)
    for seat in (0, 3):
        deals.note_hand(match, board, seat, hands[seat])
    settings = {"others": "traveller", "dealing": "recorded", "deals_secret": secret}
    Stage.objects.filter(tournament=session).update(format_settings=settings)
    assert json.loads(text_of(session))["stages"][0]["hands"] == []
    play_on(session, 3)
    finish(session)
    written = text_of(Tournament.objects.get(pk=session.pk))
    (stage,) = json.loads(written)["stages"]
    assert [(one["board"], one["deal"], one["seat"]) for one in stage["hands"]] == (
        [] if secret else [(board, 1, 0), (board, 1, 3)]
    )
    again = import_tournament(desk.club, desk.user, written)
    rows = DealtHand.objects.filter(stage__tournament=again).order_by("seat")
    assert [(one.seat, {*one.cards}) for one in rows] == (
        [] if secret else [(seat, {*hands[seat]}) for seat in (0, 3)]
    )
    assert json.loads(text_of(again))["stages"][0]["hands"] == stage["hands"]


HAND = {"board": 1, "deal": 1, "seat": 0, "cards": list(deal(bytes(32), 1)[0])}


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        ([HAND, HAND], "bad_hand"),
        ([HAND | {"cards": HAND["cards"][:13]}], "bad_hand"),
        ([HAND | {"cards": [*HAND["cards"][:13], HAND["cards"][0]]}], "bad_hand"),
        ([HAND | {"cards": [*HAND["cards"][:13], "star-1"]}], "unknown_choice"),
        ([HAND | {"seat": 4}], "out_of_range"),
        ([HAND | {"board": None}], "wrong_type"),
        ([{"board": 1}], "missing_key"),
        (None, "wrong_type"),
    ],
)
def test_a_document_with_other_hands_is_refused(hands: Any, code: str) -> None:
    desk = desks.a_desk()
    document = json.loads(text_of(recorded_session(desk)))
    document["stages"][0]["hands"] = hands
    with pytest.raises(RuleError) as refused:
        import_tournament(desk.club, desk.user, json.dumps(document))
    assert code in [one.code for one in refused.value.mistakes]
    del document["stages"][0]["hands"]
    assert import_tournament(desk.club, desk.user, json.dumps(document))
