"""The server's page for its owners: clubs with their figures, accounts to switch off and on."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.models import Club, Game, Player
from tests.requests import html_of
from tests.scoring.clubs import a_club
from tests.scoring.games import a_client, a_device, a_game
from tests.tournaments.desks import (
    a_desk,
    a_tournament,
    a_user,
    an_owner,
    let_direct,
    session_of,
    signed_in,
)
from tests.tournaments.roles.world import World, the_world
from tests.worlds import built_once
from tichu_site.models import SignIn, User
from tournaments.permissions import BY_ACCOUNT

pytestmark = pytest.mark.django_db
world = built_once(the_world)


@pytest.fixture
def owner() -> Client:
    return signed_in(an_owner("Wanda"))


def a_game_of(club: Club, days_ago: int) -> Game:
    game = a_game()
    at = timezone.now() - timedelta(days=days_ago)
    Game.objects.filter(pk=game.pk).update(club=club, started_at=at)
    return game


def lines(client: Client, query: str = "") -> list[str]:
    """What is said of each club, in the order of the page."""
    page = html_of(client, f"{reverse('server')}{query}")
    found = page.split('id="found"')[1].split("</div>")[0].split('class="card"')[1:]
    return [" ".join(one.replace("<", " <").split()) for one in found]


def test_clubs_stand_by_their_last_game_with_people_games_and_tournaments(owner: Client) -> None:
    quiet, busy = a_club(name="Quiet"), a_desk("Olga", "Busy").club
    Player.objects.create(club=busy, name="Anna")
    Player.objects.create(club=busy, name="Gone", erased_at=timezone.now())
    for days in (3, 29, 31):
        a_game_of(busy, days)
    deleted = a_game_of(busy, 1)
    Game.objects.filter(pk=deleted.pk).update(deleted_at=timezone.now())
    a_game_of(quiet, 400)
    a_tournament("pairs_swiss", 0, desk=a_desk("Otto", "New"))
    new, first, last = lines(owner)
    assert "New" in new
    assert "No game yet" in new
    assert "1 tournament" in new
    assert "Busy" in first
    for said in ("1 person ", "3 games ", "0 tournaments", "2 games in 30 days"):
        assert said in first, first
    assert "Quiet" in last
    assert "0 games in 30 days" in last
    assert ["Busy" in one for one in lines(owner, "?q=%20bus")] == [True]
    assert "No club of this name." in html_of(owner, f"{reverse('server')}?q=nowhere")


def test_the_page_says_how_the_server_is(owner: Client) -> None:
    page = html_of(owner, reverse("server"))
    assert connection.display_name in page
    assert "There is no back-up yet." in page
    assert "0 webhook messages wait" in page


def test_queries_do_not_grow_with_clubs_and_accounts(owner: Client) -> None:
    def queries(name: str) -> int:
        with CaptureQueriesContext(connection) as found:
            assert owner.get(reverse(name)).status_code == 200
        return len(found)

    a_game_of(a_desk("Olga", "Harbour").club, 2)
    owner.get(reverse("server"))  # notes the session
    before = [queries(name) for name in ("server", "server_accounts")]
    for name in ("Otto", "Ida", "Ugo"):
        a_game_of(a_desk(name, f"Club of {name}").club, 2)
    assert [queries(name) for name in ("server", "server_accounts")] == before


def test_accounts_stand_with_their_roles(owner: Client) -> None:
    let_direct(a_desk("Olga", "Harbour"), "Dora")
    page = html_of(owner, reverse("server_accounts"))
    for said in (
        "Wanda",
        "owns this server",
        "Olga",
        "Harbour</bdi>: owner",
        "Harbour</bdi>: director",
    ):
        assert said in page, said
    found = html_of(owner, f"{reverse('server_accounts')}?q=dora")
    assert "Dora" in found
    assert "Olga" not in found


def switch(client: Client, user: User, active: str) -> int:
    return client.post(reverse("server_account", args=[user.pk]), {"active": active}).status_code


def test_an_account_is_switched_off_everywhere_and_on_again(owner: Client) -> None:
    desk = a_desk("Olga", "Harbour")
    at_home = signed_in(desk.user)
    assert session_of(desk.user, used=True)
    assert switch(owner, desk.user, "0") == 302
    assert not SignIn.objects.filter(user=desk.user).exists()
    assert at_home.get(reverse("account")).status_code == 302
    assert "Switched off" in html_of(owner, reverse("server_accounts"))
    assert desk.club.roles.count() == 1  # its club keeps its owner
    assert switch(owner, desk.user, "1") == 302
    assert signed_in(User.objects.get(pk=desk.user.pk)).get(reverse("account")).status_code == 200


def test_nobody_switches_themselves_off(owner: Client) -> None:
    wanda = User.objects.get(name="Wanda")
    assert switch(owner, wanda, "0") == 404
    assert User.objects.get(pk=wanda.pk).is_active
    assert "Switch off" not in html_of(owner, reverse("server_accounts"))  # no button for it
    assert switch(owner, User(pk=10**9), "0") == 404
    assert owner.get(reverse("server_account", args=[wanda.pk])).status_code == 405


def test_only_owners_of_the_server_see_it(world: World) -> None:
    user = a_user("Somebody")
    phone = a_client()
    assert a_device().pk
    for name in ("server", "server_accounts"):
        for stranger in (Client(), phone):
            assert stranger.get(reverse(name)).status_code == 302
        answered = {role: world.clients[role].get(reverse(name)).status_code for role in BY_ACCOUNT}
        assert answered == dict.fromkeys(BY_ACCOUNT, 404), name
    refused = [switch(world.clients[role], user, "0") for role in BY_ACCOUNT]
    assert refused == [404] * len(BY_ACCOUNT)
    assert User.objects.get(pk=user.pk).is_active
