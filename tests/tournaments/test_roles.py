"""Every role at every address by every method: let in or turned away, as the tables of permissions
say.

What is expected is worked out from `permissions.MAY` and `permissions.ADDRESSES` alone; how an
address is asked for stands in `tests.tournaments.roles.ways`. An address without a row there fails,
and so does a row without its address.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import NoReverseMatch, Resolver404, resolve, reverse

from tests.lengths import in_short
from tests.requests import Response
from tests.tournaments.roles.ways import METHODS, WAYS, Way, written
from tests.tournaments.roles.world import EVERYBODY, NOBODY, OTHER, World, the_world
from tests.worlds import built_once
from tournaments.models import Tournament
from tournaments.permissions import (
    ADDRESSES,
    BY_ACCOUNT,
    BY_LINK,
    DIRECTS_SOMEWHERE,
    EVERYONE,
    IN_CLUB,
    KNOWN,
    MAY,
    OF_CLUB,
    PERSONAL,
    PUBLIC,
    SIGNED_IN,
    TABLE,
    WALL,
    action_at,
    may,
)

pytestmark = pytest.mark.django_db

LET_IN, NOT_THERE, SIGN_IN, NO_METHOD = "let in", "not there", "asked to sign in", "no such method"
TURNED_AWAY = "turned away"
LINKS = (TABLE, PERSONAL, WALL)
WITHOUT_ACCOUNT = (*LINKS, NOBODY)
# Of somebody who was let in, whatever the form held
ANSWERS = {200, 201, 204, 302, 303, 304, 409, 422, 429}


world = built_once(the_world)


def expected(role: str, key: str, method: str) -> str:
    """What the tables say."""
    action = ADDRESSES[key]
    if method not in WAYS[key].methods:
        return NO_METHOD
    if action == EVERYONE:
        return LET_IN
    if action == OF_CLUB:
        return LET_IN if role in BY_ACCOUNT else NOT_THERE
    if action in {IN_CLUB, KNOWN}:
        return LET_IN if may(role, "attend") else NOT_THERE
    if action in BY_LINK:
        return LET_IN if may(role, action) else NOT_THERE
    if action == "see":
        return LET_IN if may(role if role in BY_ACCOUNT else PUBLIC, "see") else NOT_THERE
    if role in WITHOUT_ACCOUNT:
        return SIGN_IN
    if action == SIGNED_IN:
        # A new tournament is made in a club: by who sets up there.
        of_club = {"desk_new", "desk_names", "desk_club_export"}
        return LET_IN if key not in of_club or role in MAY["direct"] else NOT_THERE
    if action == DIRECTS_SOMEWHERE:
        return LET_IN if role in {*MAY["direct"], OTHER} else TURNED_AWAY
    return LET_IN if role in MAY[action] else NOT_THERE


def what_happened(answer: Response, address: str) -> str:
    """The outcome of an answer, or the answer itself where it is none of those that there should
    be.
    """
    if answer.status_code == 405:
        return NO_METHOD
    if answer.status_code == 404:
        return NOT_THERE
    if answer.status_code == 403:
        return TURNED_AWAY
    if answer.status_code == 302 and answer["Location"].startswith(reverse("account_login")):
        back = unquote(answer["Location"]) == f"{reverse('account_login')}?next={unquote(address)}"
        return SIGN_IN if back else f"asked to sign in for {answer['Location']}"
    return LET_IN if answer.status_code in ANSWERS else f"answer {answer.status_code}"


def ask(client: Client, address: str, way: Way, method: str, world: World) -> Any:
    form = dict(way.form(world)) if method == "POST" else {}
    if method == "POST":
        return client.post(address, form)
    return getattr(client, method.lower())(address)


# The tables
# --------------------------------------------------------------------------------------------------


def test_every_address_has_a_way_to_be_asked_and_every_way_its_address() -> None:
    assert [key for key in ADDRESSES if key not in WAYS] == []
    assert [key for key in WAYS if key not in ADDRESSES] == []


def test_every_action_belongs_to_roles_that_there_are() -> None:
    of_no_role = {EVERYONE, IN_CLUB, KNOWN, OF_CLUB, SIGNED_IN, DIRECTS_SOMEWHERE}
    assert {action for action in ADDRESSES.values() if action not in of_no_role} == set(MAY)
    assert set().union(*MAY.values()) == {*BY_ACCOUNT, *LINKS, PUBLIC}


def test_each_role_of_the_desk_may_what_the_one_below_may_but_for_the_screens() -> None:
    of_role = {role: {action for action in MAY if may(role, action)} for role in BY_ACCOUNT}
    assert of_role == {
        "owner": {"see", "attend", "check_in", "enter_results", "rule", "direct", "own", "hang"},
        "director": {"see", "attend", "check_in", "enter_results", "rule", "direct", "hang"},
        "referee": {"see", "attend", "check_in", "enter_results", "rule"},
        "desk": {"see", "attend", "check_in", "enter_results"},
        "screen": {"see", "hang"},
    }


def test_what_of_the_desk_is_open_to_others_than_directors() -> None:
    """Said once more, beside the table: all other tests of roles go by it."""
    needs = {key: action for key, action in ADDRESSES.items() if key.startswith("desk")}
    assert {key for key, action in needs.items() if action == "rule"} == {
        *(
            "desk_match_do",
            "desk_wrong",
            "desk_hand",
            "desk_averages",
            "desk_fouled_board",
            "desk_late_play",
            "desk_played_boards",
            "desk_settle",
            "desk_late",
            "desk_answer",
            "desk_seats",
            "desk_stand_ins",
            "desk_move_result",
            "desk_extra",
        ),
        *("desk_penalties", "desk_penalty_undo"),
    }
    assert {
        key for key, action in needs.items() if action in {"attend", "check_in", "enter_results"}
    } == {
        *(
            "desk_tournament",
            "desk_log",
            "desk_entrants",
            "desk_entrant",
            "desk_draw",
            "desk_movement",
            "desk_open_results",
            "desk_round",
            "desk_match",
        ),
        *(
            "desk_check_in",
            "desk_all_here",
            "desk_missing",
            "desk_match_do date",
            "desk_paper",
            "desk_papers",
            "desk_correct",
            "desk_board",
        ),
        *("desk_call", "desk_phone", "desk_checks", "desk_check", "desk_print", "desk_print_page"),
    }
    assert {key for key, action in needs.items() if action in {SIGNED_IN, DIRECTS_SOMEWHERE}} == {
        *(
            "desk",
            "desk_club",
            "desk_example",
            "desk_names",
            "desk_new",
            "desk_join",
            "desk_import",
        ),
        *("desk_club_import", "desk_club_export"),
    }
    assert {key for key, action in needs.items() if action in {"see", EVERYONE, "hang"}} == {
        "desk_hang"
    }
    assert {key for key, action in needs.items() if action == "own"} == {
        *(
            "desk_people",
            "desk_roles",
            "desk_delete",
            "desk_embed",
            "desk_over",
            "desk_season_show",
        ),
    }


# Everybody at every address
# ---------------------------------------------------------------------------------------


BELOW = {"director": "referee", "referee": "desk"}
OUTSIDERS = [role for role in EVERYBODY if role not in BY_ACCOUNT]


def asked(key: str, role: str) -> Sequence[str]:
    """The methods by which `make test` asks an address in a role. `make test-slow` asks by all in
    every role.

    An owner asks by GET and POST and by one of the others: what is refused to them as no such
    method lets nobody in, and HEAD is a GET to every page. What lets in who is not signed in is
    asked by the owner, by nobody, and by those who may do least. Where the role below gets in as
    well, a director or a referee opens every other page. Where none of those who have no say here
    gets in, each of them asks by one method, and the next of them by the other.
    """
    nth = list(WAYS).index(key)
    if role == "owner":
        return ["GET", "POST", ("HEAD", "PUT", "PATCH", "DELETE")[nth % 4]]
    below = BELOW.get(role)
    if below and all(expected(below, key, one) == LET_IN for one in WAYS[key].methods):
        return ["GET"] if "GET" in WAYS[key].methods and nth % 2 == 0 else []
    methods = [one for one in WAYS[key].methods if one != "HEAD"]
    if role in OUTSIDERS and not any(
        expected(each, key, one) == LET_IN for each in OUTSIDERS for one in methods
    ):
        return methods[(nth + OUTSIDERS.index(role)) % len(methods) :][:1]
    least = {NOBODY, "screen", "desk"}  # of them that such a page offers something to
    open_to_all = role not in least and all(
        expected(NOBODY, key, one) == LET_IN for one in WAYS[key].methods
    )
    return [] if open_to_all else methods


def offered(page: str) -> set[str]:
    """What the links and forms of a page would do, as rows of the table of addresses, with the
    first of each.
    """
    return {
        does_at(address) for address in re.findall(r'(?:href|action|formaction)="(/[^"#?]*)', page)
    } - {""}


@cache
def does_at(address: str) -> str:
    """The row of the table of addresses for this one, or nothing. Most pages lead to the same."""
    try:
        match = resolve(address)
    except Resolver404:
        return ""
    name, action = str(match.url_name), str(match.kwargs.get("action", ""))
    return f"{name} {action}".strip() if name in ADDRESSES else ""


def too_much(role: str, page: str) -> list[str]:
    """What a page offers that the role may not do."""
    needed = {does: action_at(*does.partition(" ")[::2]) for does in offered(page)}
    return sorted(
        does
        for does, needs in needed.items()
        if needs in MAY and needs not in BY_LINK and not may(role, needs)
    )


@pytest.mark.parametrize("whole", in_short((False, True), (False,)))
def test_a_role_gets_in_where_the_tables_say_so_and_nowhere_else_and_is_offered_nothing_else(
    world: World, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Who gets as far as making the example is let in: it plays three rounds, for each of them
    if not whole:
        monkeypatch.setattr(
            "tournaments.pages.desk.views.make_example", lambda _by: world.tournament
        )
    # On a busy machine this takes longer than after what time it is noted that somebody is here
    # still.
    monkeypatch.setattr("tichu_site.accounts.sessions.NOTED_EVERY", float("inf"))
    deviations = []
    looked: Counter[str] = Counter()
    for key, role in product(WAYS, EVERYBODY):
        try:
            address = WAYS[key].address(key, world, role)
        except NoReverseMatch:
            deviations.append(f"{key}: no address of this name")
            continue
        for method in METHODS if whole else asked(key, role):
            with written() as changed:
                answer = ask(world.clients[role], address, WAYS[key], method, world)
                happened = what_happened(answer, address)
            wanted = expected(role, key, method)
            if happened != wanted:
                deviations.append(f"{role}: {method} {key}: {happened}, not {wanted}")
            elif changed and wanted != LET_IN:
                deviations.append(f"{role}: {method} {key}: {wanted}, and {changed}")
            of_the_desk = role in BY_ACCOUNT and ADDRESSES[key] not in BY_LINK
            if of_the_desk and (method, answer.status_code) == ("GET", 200) and is_page(answer):
                looked[role] += 1
                deviations += [
                    f"{role}: {key} offers {does}"
                    for does in too_much(role, answer.content.decode())
                ]
    assert "\n".join(deviations) == ""
    assert all(looked[role] >= 15 for role in ("owner", "director", "referee", "desk"))
    assert looked["screen"] >= 4


def is_page(answer: Any) -> bool:
    return str(answer["Content-Type"]).startswith("text/html")


def test_no_form_is_taken_without_its_token(world: World) -> None:
    careful = Client(enforce_csrf_checks=True)
    deviations = []
    for key, way in WAYS.items():
        role = {"match": TABLE, "card": TABLE, "own": PERSONAL, "screen": WALL}.get(
            way.page, "owner"
        )
        careful.cookies = world.clients[role].cookies
        try:
            address = way.address(key, world, role)
        except NoReverseMatch:
            deviations.append(f"{key}: no address of this name")
            continue
        with written() as changed:
            answer = ask(careful, address, way, "POST", world)
        # The API reads alone, and needs none
        refused = {403} if "POST" in way.methods else {403, 405}
        if answer.status_code not in refused or changed:
            deviations.append(f"{key}: {answer.status_code} {changed}")
    assert "\n".join(deviations) == ""


def test_a_tournament_in_preparation_is_seen_by_its_people_alone(world: World) -> None:
    Tournament.objects.filter(club=world.tournament.club).update(state=Tournament.State.DRAFT)
    deviations = []
    of_one = [
        key for key, action in ADDRESSES.items() if action == "see" and WAYS[key].given(world)
    ]
    for key in of_one:
        for role in (*BY_ACCOUNT, *WITHOUT_ACCOUNT, "signed in", "director of another club"):
            address = WAYS[key].address(key, world, role)
            method = "GET" if "GET" in WAYS[key].methods else "POST"
            happened = what_happened(
                ask(world.clients[role], address, WAYS[key], method, world), address
            )
            if happened != (LET_IN if role in BY_ACCOUNT else NOT_THERE):
                deviations.append(f"{role} at {key}: {happened}")
    assert len(of_one) > 10
    assert "\n".join(deviations) == ""
