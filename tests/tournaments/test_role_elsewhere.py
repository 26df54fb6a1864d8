"""A role counts in its own club alone: an account that owns another club is, on a phone that joined
this one as a plain player, nothing but that player, at every address of clubs, people, imports,
seasons, webhooks, keys and the desk.

The owner of this club, in a browser that is no phone of it, is asked at the same addresses: what
they may shows that the others are turned away from something.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from scoring.games.access.claims import Holder
from scoring.games.permissions import ADDRESSES as OF_SCORING
from scoring.models import Claim, Device, Evening, Import, Merge, Player
from scoring.people.actions.claiming import ask
from scoring.people.actions.keys import make_key
from scoring.people.actions.merging import merge
from scoring.rules import RuleSet
from tests.addresses import patterns
from tests.scoring.clubs import a_member, a_person, an_account, an_evening
from tests.scoring.games import a_device, a_game, believable
from tests.tournaments.desks import a_desk
from tests.tournaments.roles import world as roles
from tests.tournaments.roles.ways import WAYS, written
from tests.worlds import built_once
from tournaments.permissions import ADDRESSES, DIRECTS_SOMEWHERE

pytestmark = pytest.mark.django_db

PLAYER, ELSEWHERE, OWNER = (
    "a player",
    "a player who owns another club",
    "the owner, without a phone",
)


@dataclass
class Asked:
    world: roles.World
    people: Mapping[str, Player]
    evening: Evening
    made: Import
    merged: Merge
    claim: Claim
    key: int
    clients: Mapping[str, Client]
    night: str

    @property
    def club(self) -> int:
        return self.world.tournament.club_id


def the_world() -> Asked:
    world = roles.the_world()
    club = world.tournament.club
    phone = a_device("the phone that keeps the score")
    Device.objects.filter(pk=phone.pk).update(club=club)
    phone.club = club
    names = ("Ada", "Bert", "Cleo", "Doro")
    game = a_game(names=names, rounds=believable(RuleSet.of("nanking", {}), 4, 60, 4), device=phone)
    people = {one.name: one for one in Player.listed.filter(club=club, name__in=names)}
    people["Ida"], twin = a_person(club, "Ida"), a_person(club, "Ida S.")
    merge(twin, people["Ida"], phone)
    people["Bertha"] = a_person(club, "Bertha")
    player, elsewhere = a_member(club, "plain"), a_member(club, "elsewhere")
    player.force_login(an_account(name="Player"))
    owner_of_another = an_account(name="Elsewhere")
    other = a_desk("Other owner", "Elsewhere club")
    other.club.roles.create(user=owner_of_another, name="owner")
    elsewhere.force_login(owner_of_another)
    owner = Client()
    owner.force_login(roles_owner(world))
    for client in (player, elsewhere, owner):
        client.raise_request_exception = False
    return Asked(
        world=world,
        people=people,
        evening=an_evening(club),
        made=Import.objects.create(
            club=club, form="names", at=timezone.now(), by_device=phone.pk, people=1
        ),
        merged=Merge.objects.get(person=people["Ida"].pk),
        claim=ask(people["Cleo"], Holder(phone=a_device("somebody's phone"))),
        key=make_key(roles_owner(world), "a program", ["people:read"])[0].pk,
        clients={PLAYER: player, ELSEWHERE: elsewhere, OWNER: owner},
        night=timezone.localdate(game.started_at).isoformat(),
    )


def roles_owner(world: roles.World) -> Any:
    return world.tournament.club.roles.get(name="owner").user


world = built_once(the_world)

Given = Callable[[Asked], Sequence[object]]
Form = Callable[[Asked], Mapping[str, object]]


def at_club(*more: object) -> Given:
    return lambda asked: (asked.club, *more)


def of(*names: str, more: Sequence[object] = ()) -> Given:
    return lambda asked: (*(asked.people[name].pk for name in names), *more)


NO_FORM: Form = lambda _: {}  # noqa: E731
FOUR = ("Ada", "Cleo", "Bert", "Doro")
ROWS: dict[str, tuple[Given, Form]] = {
    "club": (lambda _: (), NO_FORM),
    "club_leave": (lambda _: (), NO_FORM),
    "club_home": (at_club(), NO_FORM),
    "club_evenings": (at_club(), NO_FORM),
    "club_evening": (lambda asked: (asked.club, asked.night), NO_FORM),
    "club_people": (at_club(), NO_FORM),
    "club_figure": (at_club("games"), NO_FORM),
    "club_all_time": (at_club(), NO_FORM),
    "club_champion": (lambda asked: (asked.club, asked.people["Ada"].pk), NO_FORM),
    "club_records": (at_club(), NO_FORM),
    "club_record": (at_club("game"), NO_FORM),
    "club_year": (lambda asked: (asked.club, asked.night[:4]), NO_FORM),
    "club_evening_picture": (lambda asked: (asked.club, asked.night), NO_FORM),
    "club_ratings": (at_club(), NO_FORM),
    "club_ratings_of": (at_club("teams"), NO_FORM),
    "club_add": (at_club(), lambda _: {"name": "Zoe"}),
    "club_guests": (
        at_club(),
        lambda asked: {"shown": asked.people["Ada"].pk, "guest": asked.people["Ada"].pk},
    ),
    "club_imports": (at_club(), lambda _: {"text": "name\nZoe\nYann\n", "make": "1"}),
    "club_import_undo": (lambda asked: (asked.club, asked.made.pk), NO_FORM),
    "club_plan": (at_club(), lambda _: {"day": "2031-02-03", "at": "19:30", "every": "once"}),
    "club_change": (
        lambda asked: (asked.club, asked.evening.pk),
        lambda _: {"day": "2031-02-04", "at": "19:30", "every": "once"},
    ),
    "club_off": (lambda asked: (asked.club, asked.evening.pk), NO_FORM),
    "club_answer": (lambda asked: (asked.club, asked.evening.pk), lambda _: {"coming": "1"}),
    "club_me": (at_club(), lambda asked: {"player": asked.people["Bertha"].pk}),
    "club_setup": (at_club(), NO_FORM),
    "club_link": (at_club(), NO_FORM),
    "club_feed": (at_club(), NO_FORM),
    "club_public": (at_club(), lambda _: {"public": "1"}),
    "club_close": (at_club(), lambda _: {"day": "2031-02-03", "name": "?"}),
    "people": (lambda _: (), NO_FORM),
    "ratings": (lambda _: (), NO_FORM),
    "ratings_of": (lambda _: ("teams",), NO_FORM),
    "person": (of("Ada"), NO_FORM),
    "person_rounds": (of("Ada", more=["rounds"]), NO_FORM),
    "person_games": (of("Ada", more=["all"]), NO_FORM),
    "year": (lambda asked: (asked.people["Ada"].pk, int(asked.night[:4])), NO_FORM),
    "year_picture": (lambda asked: (asked.people["Ada"].pk, int(asked.night[:4])), NO_FORM),
    "person_with": (of("Ada", "Cleo"), NO_FORM),
    "person_against": (of(*FOUR), NO_FORM),
    "person_name": (of("Ada"), lambda _: {"shown": "hidden"}),
    "person_data": (of("Ada"), NO_FORM),
    "person_file": (of("Ada"), NO_FORM),
    "person_erase": (of("Ada"), NO_FORM),
    "person_rename": (of("Doro"), lambda _: {"name": "Dorothea"}),
    "person_merge": (of("Bert"), NO_FORM),
    "person_merge_with": (of("Bert", "Bertha"), NO_FORM),
    "person_apart": (of("Bert", "Bertha"), NO_FORM),
    "person_part": (lambda asked: (asked.people["Ida"].pk, asked.merged.pk), NO_FORM),
    "person_claim": (of("Cleo"), NO_FORM),
    "person_claim_link": (of("Doro"), NO_FORM),
    "person_claim_revoke": (of("Doro"), NO_FORM),
    "person_claim_say": (of("Bertha"), NO_FORM),
    "person_claim_answer": (
        lambda asked: (asked.people["Cleo"].pk, asked.claim.pk),
        lambda _: {"agreed": "1"},
    ),
    "person_claim_end": (lambda asked: (asked.people["Cleo"].pk, asked.claim.pk), NO_FORM),
    "my_game": (lambda _: (), NO_FORM),
    "my_rounds": (lambda _: ("rounds",), NO_FORM),
    "my_games": (lambda _: ("all",), NO_FORM),
    "my_account": (lambda asked: (asked.claim.pk,), NO_FORM),
    "my_found": (lambda asked: (asked.claim.pk,), NO_FORM),
    "my_answer": (lambda asked: (asked.evening.pk,), lambda _: {"coming": "1"}),
    "account_keys": (lambda _: (), NO_FORM),
    "account_key_revoke": (lambda asked: (asked.key,), NO_FORM),
    "api_club": (at_club(), NO_FORM),
    "api_club_evenings": (at_club(), NO_FORM),
    "api_club_evening": (lambda asked: (asked.club, asked.night), NO_FORM),
    "api_club_people": (at_club(), NO_FORM),
    "api_club_year": (lambda asked: (asked.club, int(asked.night[:4])), NO_FORM),
    "api_club_all_time": (at_club(), NO_FORM),
    "api_club_records": (at_club(), NO_FORM),
    "api_club_year_people": (lambda asked: (asked.club, int(asked.night[:4])), NO_FORM),
    "api_club_ratings": (at_club("teams"), NO_FORM),
    "api_person": (of("Ada"), NO_FORM),
    "api_person_statistics": (of("Ada"), NO_FORM),
    "api_person_year": (lambda asked: (asked.people["Ada"].pk, int(asked.night[:4])), NO_FORM),
    "api_person_with": (of("Ada", "Cleo"), NO_FORM),
    "api_person_against": (of(*FOUR), NO_FORM),
    "api_person_ratings": (of("Ada", more=["teams"]), NO_FORM),
    "api_chance": (lambda _: (), NO_FORM),
}
# What is about no club in particular: founding one, and the token in the address decides.
NOT_OF_A_CLUB = {"club_start", "club_join", "club_calendar", "claim", "api_clubs"}
OF_CLUBS = re.compile(r"^(api/v1/)?(clubs?/|people/|ratings/|me/|claim/|chance/)")
# What each of these pages offers of the account's own, wherever it is.
OWN = {"desk", "desk_board", "club_home", "club_setup", "tournaments", "desk_club", "desk_new"}


def addresses(asked: Asked) -> dict[str, tuple[str, Mapping[str, object]]]:
    found = {
        name: (reverse(name, args=[*given(asked)]), form(asked))
        for name, (given, form) in ROWS.items()
    }
    for key, way in WAYS.items():
        if ADDRESSES[key] != DIRECTS_SOMEWHERE:
            found[key] = (way.address(key, asked.world, roles.SIGNED_IN), way.form(asked.world))
    return found


def outcome(
    client: Client, method: str, address: str, form: Mapping[str, object]
) -> tuple[int, str, list[str]]:
    """The status, where it leads, and into which tables it wrote."""
    with written() as changed:
        answer = client.post(address, form) if method == "POST" else client.get(address)
    tables = sorted({match[1] for sql in changed if (match := re.search(r'"(\w+)"', sql))})
    return answer.status_code, answer.headers.get("Location", ""), tables


def test_every_address_of_clubs_and_people_has_a_row_here() -> None:
    of_clubs = {
        name for name, route in patterns(get_resolver()) if OF_CLUBS.match(route)
    } & OF_SCORING.keys()
    assert of_clubs - NOT_OF_A_CLUB == ROWS.keys() - {"account_keys", "account_key_revoke"}


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_role_in_another_club_gives_nothing_in_this_one(world: Asked, method: str) -> None:
    deviations, owners = [], []
    for key, (address, form) in addresses(world).items():
        plain, elsewhere, owner = (
            outcome(world.clients[who], method, address, form) for who in (PLAYER, ELSEWHERE, OWNER)
        )
        if plain != elsewhere:
            deviations.append(f"{method} {key}: {elsewhere}, and without a role {plain}")
        if owner[0] < 400 <= plain[0]:
            owners.append(key)
    assert "\n".join(deviations) == ""
    kept = {"club_imports", "person_data", "person_name", "person_merge"} if method == "GET" else {
        *("person_erase", "person_rename", "person_merge_with", "person_apart", "person_part",
        "person_claim_link"),
        *("person_claim_answer", "club_imports", "club_import_undo", "club_link", "club_add",
        "club_plan"),
        *("club_public", "desk_season_delete", "desk_webhooks", "desk_webhook_delete",
        "desk_enter"),
    }  # fmt: skip
    assert kept <= set(owners)


def test_pages_offer_them_what_they_offer_a_plain_player(world: Asked) -> None:
    deviations = []
    looked = 0
    for key, (address, _form) in addresses(world).items():
        answers = [world.clients[who].get(address) for who in (PLAYER, ELSEWHERE)]
        if {answer.status_code for answer in answers} != {200} or key in {"desk", "club"}:
            continue
        if not str(answers[0]["Content-Type"]).startswith("text/html"):
            continue
        looked += 1
        plain, elsewhere = (
            set(re.findall(r'(?:action|href)="(/[^"]*)"', answer.content.decode()))
            for answer in answers
        )
        deviations += [
            f"{key} offers {found}" for found in elsewhere - plain if "/desk/" not in found
        ]
    assert "\n".join(deviations) == ""
    assert looked > 30


@pytest.mark.slow  # in short: tests/scoring/pages/club/test_clubs_own_page.py
def test_the_owner_needs_no_phone_of_the_club(world: Asked) -> None:
    """Wherever a phone of the club sees something, its owner does in any browser in which they are
    signed in.
    """
    locked_out = []
    for key, (address, form) in addresses(world).items():
        if key in {"club_me", "club_leave", "club"} or key.startswith(
            ("my_", "own", "api_seasons")
        ):
            continue
        for method in ("GET", "POST"):
            seen, owner = (
                outcome(world.clients[who], method, address, form)[0] for who in (PLAYER, OWNER)
            )
            if seen < 400 <= owner:
                locked_out.append(f"{method} {key}: {owner}")
    assert locked_out == []
