"""What the tests of held-back results share: a round of duplicate in which only the scores of the
first table differ, everybody who might ask, and what every address answers them.

An address gives a result away if its answer depends on it. The same round is therefore played
twice, with other scores at the first table, and the answers are compared: that finds scores,
percentages, ranks and totals alike, in pages, tables, pictures and JSON.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import time_machine
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse
from django.utils import timezone

from scoring.models import Claim, Device, Game
from scoring.rules import Round
from tests.addresses import patterns
from tests.requests import Response
from tests.scoring.games import a_client, a_device, write
from tests.scoring.reading_api import a_key, by_key
from tests.tournaments import desks
from tests.tournaments.agreeing import agree
from tests.tournaments.roles.ways import WAYS
from tests.tournaments.roles.world import EVERYBODY, NOBODY, World, the_world
from tests.worlds import undone
from tournaments.actions import publishing
from tournaments.match.team_boards import has_rooms
from tournaments.models import Match, MatchGame, Phone, Role, Tournament
from tournaments.pages.printed.contents import PAGES
from tournaments.permissions import PERSONAL, TABLE, WALL
from tournaments.tokens import token_of

PLAYS = "director who plays"
# At the table whose scores differ: its phone and one of its pairs. The roles of the world with a
# table's link and a personal link are those of the other table.
THERE, THERE_OWN = "phone of that table", "pair of that table"
OF_THE_CLUB, KEY, KEY_PLAYS = (
    "phone of the club",
    "key of a director",
    "key of a director who plays",
)
BY_LINK = {TABLE, PERSONAL, WALL, NOBODY, THERE, THERE_OWN}  # without an account
ALL = (*EVERYBODY, PLAYS, THERE, THERE_OWN, OF_THE_CLUB, KEY, KEY_PLAYS)

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)

# Tichu on both sides: 215 : -115 on each board of the first table, or -60 : 160
CALLS = ((0, "tichu"), (1, "tichu"))
AHEAD = Round(out=(0, 1, 2, 3), card_points=(115, -15), calls=CALLS)
BEHIND = Round(out=(1, 0, 3, 2), card_points=(40, 60), calls=CALLS)
ELSEWHERE = Round(out=(0, 1, 2, 3), card_points=(60, 40))

# Their answers differ each time: they make codes
BY_CHANCE = {"api_session", "handover", "mfa_add_webauthn"}
CODES = {"cards", "own"}
# Parts of addresses that lists of figures and records have
FIGURES = ("rounds", "all", "tichu", "calls")
# What differs between two answers without a reason, in their order
CHANCE = re.compile(
    rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    rb'|(?<=csrfmiddlewaretoken" value=")[^"]+|(?<=X-CSRFToken": ")[^"]+|(?<=nonce=")[^"]+'
    rb'|<span class="sealed">.*?</span>'
)

Answers = Mapping[tuple[str, str], bytes]


@dataclass
class Evening:
    """A world whose first table of duplicate has yet to play, and another table of its round."""

    world: World
    there: Match
    elsewhere: Match

    @property
    def session(self) -> Tournament:
        return self.world.duplicate


def an_evening(preset: str, entrants: int) -> Evening:
    """The world of the roles about a session: its first round is published, and two tables have
    begun, each on its own phone.
    """
    world = the_world()
    desk = desks.desk_of(world.duplicate.club)
    session = desks.a_tournament(preset, entrants, desk=desk, awards={})
    there, elsewhere = desks.tables(desks.draw(session))[:2]
    for match, role in ((there, THERE), (elsewhere, TABLE)):
        for row in match.games.all():
            device = phone_of(role, row.number)
            about = {"side": 0, "writes": True, "heard_at": timezone.now()}
            room = row.number if has_rooms(match.session_round.stage) else 0
            Phone.objects.create(match=match, device=device, room=room, **about)
            publishing.open_game(match, row.number, device)
    begun = Game.objects.filter(match_game__match__in=(there, elsewhere))
    begun.update(started_at=timezone.now() - timedelta(hours=1))  # nobody was hasty
    Device.objects.filter(pk=a_device(OF_THE_CLUB).pk).update(club=desk.club)
    player = desks.a_user("Dora Director")
    Role.objects.create(club=desk.club, user=player, name="director")
    pair, pair_there = (one.places.all()[0].entrant for one in (elsewhere, there))
    about = {"club": desk.club, "account": player, "agreed_at": "2026-11-01T12:00Z"}
    Claim.objects.create(player=pair.members.all()[0].player, **about)
    clients = world.clients | {
        PLAYS: desks.signed_in(player),
        THERE: a_client(f"{THERE} 1"),
        TABLE: a_client(f"{TABLE} 1"),
        THERE_OWN: Client(raise_request_exception=False),
        OF_THE_CLUB: a_client(OF_THE_CLUB),
        KEY: by_key(a_key(desk.user)),
        KEY_PLAYS: by_key(a_key(player)),
    }
    pages = ("own", "pair", "match", "card", "screen")
    links = world.links | {
        THERE: {"match": token_of(there)},
        TABLE: {"match": token_of(elsewhere)},
        THERE_OWN: dict.fromkeys(pages, token_of(pair_there)),
        PERSONAL: dict.fromkeys(pages, token_of(pair)),
    }
    session.refresh_from_db()
    return Evening(
        replace(
            world,
            tournament=session,
            played=there,
            playing=elsewhere,
            entrant=pair_there,
            duplicate=session,
            board=there,
            links=links,
            clients=clients,
        ),
        there,
        elsewhere,
    )


def phone_of(role: str, number: int) -> Device:
    """The phone on which this game of a table is written."""
    return a_device(f"{role} {number}")


def game_of(match: Match, number: int = 1) -> Game:
    game: Game = MatchGame.objects.select_related("game").get(match=match, number=number).game
    return game


def play(match: Match, role: str, played: Round, boards: int, *, number: int = 1) -> None:
    """Write this hand on so many boards of a game, on its table's phone."""
    write(game_of(match, number), [played] * boards, phone_of(role, number))


def settle(match: Match) -> None:
    """Agree to a result for the other side."""
    agree(desks.reread(match), 1)


# Every address
# --------------------------------------------------------------------------------------------------

Asked = tuple[str, str, str, Any]  # the address's name, the method, the address and the form


def of_tournaments(evening: Evening, role: str, *, posts: bool = False) -> Iterator[Asked]:
    """Every address of tournaments as this role asks for it."""
    world = evening.world
    for what in [one for one in PAGES if one not in CODES]:
        yield (
            f"print {what}",
            "GET",
            reverse("desk_print_page", args=[evening.session.pk, what]),
            {},
        )
    for key, way in WAYS.items():
        try:
            address = way.address(key, world, role)
        except NoReverseMatch:
            continue
        for method in {"GET", "POST"} & {*way.methods} if posts else {"GET"} & {*way.methods}:
            yield key, method, address, dict(way.form(world))


def of_the_site(evening: Evening) -> Iterator[Asked]:
    """Every other address, about the first table, its game and its people."""
    about = _about(evening)
    for name, route in patterns(get_resolver()):
        if name in WAYS or name in BY_CHANCE or name.startswith("admin:"):
            continue
        names = re.findall(r"<\w+:(\w+)>", route)
        for number, figure in enumerate(FIGURES if "figure" in names else ("",)):
            given = {one: about.get(one, figure or 1) for one in names}
            try:
                yield f"{name}/{number}" if number else name, "GET", reverse(name, kwargs=given), {}
            except NoReverseMatch:
                continue


def _about(evening: Evening) -> dict[str, object]:
    """The parts of addresses by their names."""
    there, today = evening.there, timezone.localdate()
    seats = list(game_of(there).seats.order_by("number").values_list("player", flat=True))
    people = dict(zip(("player_id", "third_id", "partner_id", "fourth_id"), seats, strict=True))
    return people | {
        "person_id": seats[0],
        "other_id": seats[1],
        "game_id": game_of(there).pk,
        "club_id": evening.session.club_id,
        "night": today.isoformat(),
        "year": today.year,
        "family": "teams",
        "variant": "nanking",
        "number": 1,
        "key": "most_points",
        "token": "1-AAAAAAAAAAAAAAAA",
        "tournament_id": evening.session.pk,
        "season_id": evening.world.season.pk,
    }


def answers(evening: Evening, role: str, asked: Iterable[Asked]) -> Answers:
    """What these addresses answer a role, by the address and the method."""
    client, found = evening.world.clients[role], {}
    for key, method, address, form in asked:
        with transaction.atomic():
            answer = client.post(address, form) if method == "POST" else client.get(address)
            found[key, method] = _without_chance(answer)
            transaction.set_rollback(True)
    return found


def every_address(evening: Evening, role: str) -> Iterator[Asked]:
    yield from of_tournaments(evening, role, posts=True)
    yield from of_the_site(evening)


def some_addresses(evening: Evening, role: str) -> Iterator[Asked]:
    """Those of tournaments that this role alone is answered: without an account nothing at the
    desk, and by a link its pages.
    """
    for one in of_tournaments(evening, role):
        name = one[0]
        by_link = name in WAYS and bool(WAYS[name].page)
        if role not in BY_LINK or (
            by_link if role in evening.world.links else not name.startswith(("desk", "print"))
        ):
            yield one


def told(
    evening: Evening,
    roles: Iterable[str],
    evenings: Callable[[Round], None],
    addresses: Callable[[Evening, str], Iterable[Asked]],
) -> dict[str, set[str]]:
    """By role the addresses whose answers depend on the scores of the first table: `evenings` plays
    with this hand there.
    """
    roles, found = list(roles), []
    with time_machine.travel(NOW, tick=False):
        for hand in (AHEAD, BEHIND):
            cache.clear()
            with undone():
                evenings(hand)
                every = {one: answers(evening, one, addresses(evening, one)) for one in roles}
            found.append(every)
    first, second = found
    assert all(first[role].keys() == second[role].keys() for role in roles)
    return {
        role: {key for key, how in one if one[key, how] != second[role][key, how]}
        for role, one in first.items()
    }


def _without_chance(answer: Response) -> bytes:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    seen: dict[bytes, bytes] = {}
    where = str(answer.get("Location", "")).encode()
    return b"%d %s\n" % (answer.status_code, where) + CHANCE.sub(
        lambda found: seen.setdefault(found[0], b"#%d" % len(seen)), where + b"\n" + content
    )
