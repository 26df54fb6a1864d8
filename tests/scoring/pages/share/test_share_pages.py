"""Sharing a game: what a link lets a stranger do, what it does not, and how it is taken back."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from scoring.games.access.devices import COOKIE
from scoring.games.access.links import renew_link, token_of
from scoring.games.actions.game_state import finish_early
from scoring.games.permissions import ADDRESSES, MAY
from scoring.models import Device, Game, GameEvent, Grant, Link
from scoring.urls import urlpatterns
from tests.scoring.games import TWO_ROUNDS, a_client, a_device, a_game, words
from tests.scoring.sharing import PHONE, records, token

pytestmark = pytest.mark.django_db


def write_addresses(game: Game) -> list[str]:
    """Every address that changes a game."""
    arguments = {"game_id": game.pk, "number": 1, "role": "scorer"}
    wanted = [
        pattern
        for pattern in urlpatterns
        if ADDRESSES[pattern.name] in MAY and ADDRESSES[pattern.name] != "see_game"
    ]
    return [
        reverse(pattern.name, kwargs={key: arguments[key] for key in pattern.pattern.converters})
        for pattern in wanted
    ]


# Looking on
# --------------------------------------------------------------------------------------------------


def test_a_stranger_sees_the_sheet_by_the_viewing_link_without_a_cookie() -> None:
    game = a_game(rounds=TWO_ROUNDS, table_name="Table 7")
    client = Client()
    before = records()
    page = words(client, "look", secret := token(game, "viewer"))
    assert "Table 7" in page
    assert "Anna: Tichu ✓ made" in page
    assert "Round 3 is next. Beat shuffles." in page
    assert COOKIE not in client.cookies
    after_making = records()
    client.get(reverse("look", args=[secret]))
    assert records() == after_making != before


def test_the_sheet_of_a_stranger_leads_nowhere_that_a_stranger_may_not_go() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    page = Client().get(reverse("look", args=[secret := token(game, "viewer")])).content.decode()
    links = set(re.findall(r'(?:href|action)="(/[^"]*)"', page))
    assert {link for link in links if not link.startswith("/static/")} == {
        "/",
        reverse("look_wall", args=[secret]),
        "/language/",
        "/manifest.webmanifest",
        "/privacy/",
    }
    assert "/games/" not in page  # its number, by which the page knows what it hears, opens nothing
    assert game.device.code not in page


def test_a_stranger_sees_why_a_game_ended_early() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    finish_early(game, game.device, "last tram")
    assert "Finished early: last tram" in words(Client(), "look", token(game, "viewer"))


def test_a_stranger_with_the_viewing_link_can_change_nothing() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    look = reverse("look", args=[token(game, "viewer")])
    stranger = Client()
    assert stranger.get(look).status_code == 200
    before = records()
    entry = game.entries.latest("created_at")
    fields = {
        "id": str(uuid.uuid4()), "number": "2", "reason": "ha", "turned": "1", "saving": "asks",
        "next": "sheet", "place_0": "1", "place_1": "2", "place_2": "3", "place_3": "4",
        "points": "50", "replaces": str(entry.pk),
    }  # fmt: skip
    addresses = write_addresses(game)
    assert len(addresses) > 10
    for address in addresses:
        for method in (stranger.get, stranger.post, stranger.put, stranger.patch, stranger.delete):
            assert method(address, fields).status_code in {404, 405}, (method, address)
    for method in (stranger.post, stranger.put, stranger.patch, stranger.delete):
        assert method(look, fields).status_code == 405
    assert records() == before


def test_a_grant_by_a_viewing_link_which_nobody_gets_would_open_nothing() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    Grant.objects.create(
        game=game,
        device=a_device("carla's phone"),
        link=renew_link("viewer", game.device, game=game),
    )
    viewer = a_client("carla's phone")
    before = records()
    for address in write_addresses(game):
        assert viewer.post(address, {"reason": "ha"}).status_code in {404, 405}, address
    assert records() == before


def test_the_viewing_token_does_not_open_the_scorers_door() -> None:
    secret = token(a_game(), "viewer")
    assert Client().get(reverse("join", args=[secret])).status_code == 404


def test_the_scoring_token_does_not_show_the_viewers_page() -> None:
    secret = token(a_game(), "scorer")
    assert Client().get(reverse("look", args=[secret])).status_code == 404


def test_all_rounds_cost_a_stranger_as_many_queries_as_a_few(django_assert_num_queries) -> None:
    game = a_game(rounds=TWO_ROUNDS)
    look = reverse("look", args=[token(game, "viewer")])
    # The link with its game, seats, entries, what others say of them, events
    with django_assert_num_queries(5):
        Client().get(look)


# Writing
# --------------------------------------------------------------------------------------------------


def test_following_a_scoring_link_sets_a_cookie_and_goes_on_to_the_screen() -> None:
    game = a_game()
    client = Client(**PHONE)
    answer = client.get(reverse("join", args=[token(game, "scorer")]))
    assert (answer.status_code, answer["Location"]) == (303, reverse("score", args=[game.pk]))
    cookie = answer.cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert client.get(answer["Location"]).status_code == 200


def test_who_joined_writes_and_leads_but_does_not_share() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    client = Client(**PHONE)
    client.get(reverse("join", args=[token(game, "scorer")]))
    assert client.post(reverse("pause", args=[game.pk])).status_code == 302
    assert client.get(reverse("share", args=[game.pk])).status_code == 403
    assert client.post(reverse("renew_link", args=[game.pk, "scorer"])).status_code == 403
    assert client.post(reverse("revoke_link", args=[game.pk, "scorer"])).status_code == 403


def test_following_a_scoring_link_twice_gives_one_grant() -> None:
    game = a_game()
    client = Client(**PHONE)
    address = reverse("join", args=[token(game, "scorer")])
    client.get(address)
    client.get(address)
    assert Grant.objects.count() == 1
    assert Device.objects.count() == 2


def test_the_owner_who_follows_the_own_link_stays_the_owner() -> None:
    game = a_game()
    client = a_client()
    assert client.get(reverse("join", args=[token(game, "scorer")]), **PHONE).status_code == 303
    assert not Grant.objects.exists()
    assert client.get(reverse("share", args=[game.pk])).status_code == 200


@pytest.mark.parametrize(
    "agent",
    [
        "WhatsApp/2.23.20.0",
        "TelegramBot (like TwitterBot)",
        "facebookexternalhit/1.1",
        "Slackbot-LinkExpanding 1.0",
    ],
)
def test_a_messenger_that_draws_a_preview_joins_nothing(agent: str) -> None:
    address = reverse("join", args=[token(a_game(), "scorer")])
    client = Client(headers={"user-agent": agent})
    answer = client.get(address)
    assert answer.status_code == 200
    assert COOKIE not in answer.cookies
    assert (Device.objects.count(), Grant.objects.count()) == (1, 0)


def test_who_looks_like_a_messenger_joins_by_one_more_tap() -> None:
    game = a_game()
    client = Client(headers={"user-agent": "Mozilla/5.0 (Linux; Android 10; CUBOT X20)"})
    address = reverse("join", args=[token(game, "scorer")])
    assert "Score for this table" in client.get(address).content.decode()
    assert client.post(address).status_code == 303
    assert client.get(reverse("score", args=[game.pk])).status_code == 200


def test_asking_for_the_head_of_a_scoring_link_joins_nothing() -> None:
    assert (
        Client(**PHONE).head(reverse("join", args=[token(a_game(), "scorer")])).status_code == 200
    )
    assert not Grant.objects.exists()


# Making and revoking
# ------------------------------------------------------------------------------------------


def test_looking_at_the_sharing_page_makes_no_link() -> None:
    game = a_game()
    page = words(a_client(), "share", game.pk)
    assert page.count("Make a link") == 2
    assert not Link.objects.exists()


@pytest.mark.parametrize(("role", "opens"), [("viewer", "look"), ("scorer", "join")])
def test_a_link_is_shown_as_address_and_code_once_it_is_made(role: str, opens: str) -> None:
    game, client = a_game(), a_client()
    answer = client.post(reverse("renew_link", args=[game.pk, role]))
    assert (answer.status_code, answer["Location"]) == (
        302,
        reverse("share", args=[game.pk]) + f"#{role}",
    )
    page = client.get(answer["Location"]).content.decode()
    secret = token_of(Link.objects.get(role=role))
    # As text: in a field of a phone's width it would be cut.
    assert f'dir="ltr">http://testserver/{opens}/{secret}/</p>' in page
    assert page.count('class="qr"') == 1
    assert Client(**PHONE).get(f"/{opens}/{secret}/").status_code in {200, 303}


@pytest.mark.parametrize(("role", "opens"), [("viewer", "look"), ("scorer", "join")])
def test_a_link_made_anew_shuts_the_one_before(role: str, opens: str) -> None:
    game, client = a_game(), a_client()
    old = token(game, role)
    client.post(reverse("renew_link", args=[game.pk, role]))
    new = token_of(Link.objects.get(role=role, revoked_at=None))
    assert Client(**PHONE).get(f"/{opens}/{old}/").status_code == 404
    assert Client(**PHONE).get(f"/{opens}/{new}/").status_code in {200, 303}


def test_the_page_says_how_many_phones_write_by_the_link() -> None:
    game = a_game()
    secret = token(game, "scorer")
    assert "joined" not in words(a_client(), "share", game.pk)
    for count, said in ((1, "1 phone has joined."), (2, "2 phones have joined.")):
        Client(**PHONE).get(reverse("join", args=[secret]))
        assert words(a_client(), "share", game.pk).count(said) == 1, count
    a_client().post(reverse("renew_link", args=[game.pk, "scorer"]))
    assert "joined" not in words(a_client(), "share", game.pk), "they are out"


@pytest.mark.parametrize("role", ["viewer", "scorer"])
def test_a_code_is_made_anew_or_revoked_by_a_second_tap(role: str) -> None:
    game = a_game()
    token(game, role)
    page = a_client().get(reverse("share", args=[game.pk])).content.decode()
    fold = re.search(r"<details>(.*?)</details>", page, re.DOTALL)
    assert fold
    for name in ("renew_link", "revoke_link"):
        address = reverse(name, args=[game.pk, role])
        assert page.count(f'action="{address}"') == fold[1].count(f'action="{address}"') == 1


@pytest.mark.parametrize("how", ["renew_link", "revoke_link"])
def test_a_phone_that_came_by_a_link_is_out_as_soon_as_it_is_revoked(how: str) -> None:
    game = a_game(rounds=TWO_ROUNDS)
    beat = Client(**PHONE)
    beat.get(reverse("join", args=[token(game, "scorer")]))
    assert beat.get(reverse("score", args=[game.pk])).status_code == 200
    a_client().post(reverse(how, args=[game.pk, "scorer"]))
    for name in ("score", "game", "game_print"):
        assert beat.get(reverse(name, args=[game.pk])).status_code == 404
    assert beat.post(reverse("pause", args=[game.pk])).status_code == 404


def test_revoking_twice_is_harmless_and_both_steps_stand_in_what_happened() -> None:
    game, client = a_game(), a_client()
    token(game, "viewer")
    for _ in range(2):
        assert client.post(reverse("revoke_link", args=[game.pk, "viewer"])).status_code == 302
    assert list(GameEvent.objects.values_list("action", flat=True)) == [
        "link_viewer",
        "revoke_viewer",
    ]
    page = words(client, "game", game.pk)
    assert "Viewing link made" in page
    assert "Viewing link revoked" in page


@pytest.mark.parametrize("opens", ["look", "join"])
@pytest.mark.parametrize("secret", ["x", "A" * 27, "A" * 5000, "é", "%00"])
def test_an_unknown_token_gets_a_clear_page(opens: str, secret: str) -> None:
    a_game()
    answer = Client(**PHONE).get(f"/{opens}/{secret}/")
    assert answer.status_code == 404
    assert "This link leads to no game" in answer.content.decode()
    assert COOKIE not in answer.cookies


@pytest.mark.parametrize("opens", ["look", "join"])
def test_a_revoked_token_gets_the_same_page_as_an_unknown_one(opens: str) -> None:
    game = a_game()
    role = "viewer" if opens == "look" else "scorer"
    secret = token(game, role)
    a_client().post(reverse("revoke_link", args=[game.pk, role]))
    assert (
        "This link leads to no game" in Client(**PHONE).get(f"/{opens}/{secret}/").content.decode()
    )
    if opens == "join":
        assert Client(**PHONE).post(f"/join/{secret}/").status_code == 404
        assert not Grant.objects.exists()


# The small family
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["renew_link", "revoke_link"])
def test_links_are_not_made_or_revoked_by_get(name: str) -> None:
    game = a_game()
    token(game, "viewer")
    before = records()
    assert a_client().get(reverse(name, args=[game.pk, "viewer"])).status_code == 405
    assert records() == before


@pytest.mark.parametrize("name", ["renew_link", "revoke_link"])
@pytest.mark.parametrize("role", ["member", "owner", "nobody"])
def test_there_are_links_for_two_roles_only(name: str, role: str) -> None:
    assert a_client().post(reverse(name, args=[a_game().pk, role])).status_code == 404
    assert not Link.objects.exists()


@pytest.mark.parametrize("name", ["renew_link", "revoke_link"])
def test_a_game_that_is_not_there_has_no_links(name: str) -> None:
    a_game()
    assert a_client().post(reverse(name, args=[uuid.uuid4(), "viewer"])).status_code == 404


def test_a_stranger_cannot_see_the_sharing_page() -> None:
    game = a_game()
    for client in (Client(), a_client("a stranger's phone")):
        assert client.get(reverse("share", args=[game.pk])).status_code == 404


HOSTS = ["localhost", "localhost:8000", "127.0.0.1:8000", "127.0.0.2", "[::1]", "[::1]:8000"]


@pytest.mark.parametrize("host", HOSTS)
def test_on_localhost_links_carry_the_address_that_the_machine_has_in_its_network(
    host: str, settings: Settings
) -> None:
    settings.NETWORK_HOST = lambda: "192.168.1.20"
    settings.ALLOWED_HOSTS = ["*"]
    game = a_game()
    client = a_client()
    client.post(reverse("renew_link", args=[game.pk, "viewer"]))
    page = client.get(reverse("share", args=[game.pk]), headers={"host": host}).content.decode()
    port = ":8000" if host.endswith(":8000") else ""
    assert re.search(rf"http://192\.168\.1\.20{port}/look/", page)
    assert "other phones cannot reach" not in page
    # Whoever came by a name or an address that others know hands on the same.
    for known in ("testserver", "laptop.local:8000", "192.168.1.20:8000"):
        page = client.get(
            reverse("share", args=[game.pk]), headers={"host": known}
        ).content.decode()
        assert f"http://{known}/look/" in page


@pytest.mark.parametrize("host", HOSTS)
def test_on_localhost_without_a_network_the_page_says_that_phones_cannot_follow(
    host: str, settings: Settings
) -> None:
    settings.NETWORK_HOST = lambda: ""
    settings.ALLOWED_HOSTS = ["*"]
    game = a_game()
    address = reverse("share", args=[game.pk])
    assert (
        "other phones cannot reach"
        in a_client().get(address, headers={"host": host}).content.decode()
    )
    assert "other phones cannot reach" not in a_client().get(address).content.decode()
