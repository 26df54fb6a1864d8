"""Founding and joining a club: phones that share the names of their players."""

import re

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from pytest_django import Settings

from scoring.games.access.devices import COOKIE, hash_of
from scoring.games.access.links import live_link, renew_link, revoke_link, token_of
from scoring.games.queries import names_known_to
from scoring.models import Club, Device, Game, Link, Player
from tests.scoring.clubs import a_club, a_desk
from tests.scoring.games import a_device
from tests.scoring.starting import FOUR, NEW, a_game, a_phone, form
from tichu_site.models import User
from tournaments.models import Role
from tournaments.permissions import BY_ACCOUNT, accounts_that_may

pytestmark = pytest.mark.django_db

CLUB = "/club/"
LEADING = accounts_that_may("direct")


def a_member(client: Client, name: str = "Tichu Bern") -> Device:
    device = a_phone(client)
    device.club = Club.objects.create(name=name)
    device.save()
    return device


@pytest.fixture
def owner() -> User:
    """Whoever owns the site: without a role in any club, and with a say."""
    return User.objects.create_user("olga@club.example", name="Olga", is_owner=True)


@pytest.fixture
def leading(client: Client, owner: User) -> Client:
    """A phone whose owner is signed in and has a say."""
    client.force_login(owner)
    return client


def setup_of(club: Club) -> str:
    return reverse("club_setup", args=[club.pk])


def joining(club: Club, device: Device) -> str:
    link = renew_link(Link.Role.MEMBER, device, club=club)
    return reverse("club_join", args=[token_of(link)])


def test_the_page_explains_itself_to_a_stranger_and_remembers_nothing(client: Client) -> None:
    page = client.get(CLUB).content.decode()
    assert "can pick its players for a game" in page
    assert reverse("club_start") not in page
    assert f'href="{reverse("account_login")}?next={CLUB}"' in page
    assert not Device.objects.exists()


def test_whoever_has_a_say_starts_a_club_and_is_in_it(leading: Client) -> None:
    assert reverse("club_start") in leading.get(CLUB).content.decode()
    response = leading.post("/club/start/", {"name": " Tichu  Bern "})
    assert (response.status_code, response.url) == (302, CLUB)
    assert Device.objects.get().club == Club.objects.get()
    page = leading.get(CLUB, follow=True)
    assert page.redirect_chain == [(reverse("club_home", args=[Club.objects.get().pk]), 302)]
    assert "<bdi>Tichu Bern</bdi>" in page.content.decode()


def test_whoever_founds_a_club_owns_it(leading: Client, owner: User) -> None:
    leading.post("/club/start/", {"name": "Tichu Bern"})
    assert list(Role.objects.values_list("user", "club__name", "name")) == [
        (owner.pk, "Tichu Bern", "owner")
    ]


def test_a_phone_that_is_not_signed_in_is_sent_to_sign_in(client: Client) -> None:
    a_member(client)
    answer = client.post("/club/start/", {"name": "Tichu Bern"})
    assert (answer.status_code, answer.url) == (
        302,
        f"{reverse('account_login')}?next=/club/start/",
    )
    assert (Club.objects.count(), Link.objects.count()) == (1, 0)


@pytest.mark.parametrize("role", ["", *(name for name in BY_ACCOUNT if name not in LEADING)])
def test_an_account_without_a_say_starts_no_club_and_makes_no_link(
    client: Client, role: str
) -> None:
    """A fresh account, or one that only helps in a club: a say has who directs for a club, or owns
    the site.
    """
    device = a_member(client)
    user = User.objects.create_user("eve@club.example", name="Eve")
    if role:
        Role.objects.create(club=device.club, user=user, name=role)
    client.force_login(user)
    link = reverse("club_link", args=[device.club.pk])
    assert client.post("/club/start/", {"name": "Tichu Thun"}).status_code == 403
    assert client.post(link).status_code == 403
    assert link not in client.get(setup_of(device.club)).content.decode()
    assert (Club.objects.count(), Link.objects.count()) == (1, 0)


@pytest.mark.parametrize("role", LEADING)
def test_whoever_directs_for_any_club_founds_further_ones(client: Client, role: str) -> None:
    user = User.objects.create_user("eve@club.example", name="Eve")
    Role.objects.create(club=Club.objects.create(name="Tichu Thun"), user=user, name=role)
    client.force_login(user)
    assert client.post("/club/start/", {"name": "Tichu Bern"}).status_code == 302
    bern = Club.objects.get(name="Tichu Bern")
    assert client.post(reverse("club_link", args=[bern.pk])).status_code == 302
    assert Link.objects.get().club == bern


def test_an_owner_on_a_new_laptop_finds_their_club_and_makes_the_link_there(client: Client) -> None:
    """A club that was founded at the desk, or imported, has no phone at all."""
    thun = Club.objects.create(name="Tichu Thun")
    user = User.objects.create_user("eve@club.example", name="Eve")
    Role.objects.create(club=thun, user=user, name="owner")
    client.force_login(user)
    assert reverse("club_home", args=[thun.pk]) in client.get(CLUB).content.decode()
    assert setup_of(thun) in client.get(reverse("club_home", args=[thun.pk])).content.decode()
    link = reverse("club_link", args=[thun.pk])
    assert link in client.get(setup_of(thun)).content.decode()
    assert client.post(link, follow=True).status_code == 200
    (address,) = re.findall(
        r'value="(http[^"]+/club/join/[^"]+)"', client.get(setup_of(thun)).content.decode()
    )
    phone = Client()
    phone.post(address)
    assert thun.device_set.count() == 1
    for name in ("club_ratings", "club_imports"):
        assert client.get(reverse(name, args=[thun.pk])).status_code == 200
    assert Device.objects.count() == 1  # looking made no phone of the laptop


@pytest.mark.parametrize("typed", ["Tichu Thun", " tichu  THUN"])
def test_nobody_founds_a_second_club_of_the_same_name(client: Client, typed: str) -> None:
    user = User.objects.create_user("eve@club.example", name="Eve")
    Role.objects.create(club=Club.objects.create(name="Tichu Thun"), user=user, name="owner")
    client.force_login(user)
    for address in ("/club/start/", reverse("desk_club")):
        answer = client.post(address, {"name": typed})
        assert answer.status_code == 422
        assert "You already have a club called" in answer.content.decode()
    assert Club.objects.count() == 1
    Club.objects.create(name="Tichu Bern")  # somebody else's: theirs says nothing about yours
    assert client.post("/club/start/", {"name": "Tichu Bern"}).status_code == 302


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("", "type the club"),
        ("  ", "type the club"),
        ("x" * 61, "At most 60"),
        ("x" * 50_000, "At most 60"),
        ("a\0b", "unsupported character"),
    ],
)
def test_a_wrong_name_for_a_club_is_refused_beside_its_field(
    leading: Client, typed: str, word: str
) -> None:
    response = leading.post("/club/start/", {"name": typed})
    page = response.content.decode()
    assert response.status_code == 422
    assert word in re.search(r'id="name-error">([^<]*)<', page)[1]
    assert 'aria-describedby="name-error"' in page
    kept = typed[:200].replace("\0", "")
    assert f'value="{kept}"' in page
    assert not Club.objects.exists()
    assert not Device.objects.exists()


def test_a_double_tap_starts_one_club(leading: Client) -> None:
    a_phone(leading)
    for _ in range(2):
        leading.post("/club/start/", {"name": "Tichu Bern"})
    assert Club.objects.count() == 1


def test_a_double_tap_on_a_phone_that_was_unknown_starts_one_club(
    client: Client, owner: User
) -> None:
    key = client.get(CLUB).cookies[COOKIE].value
    for tap in (Client(), Client()):
        tap.force_login(owner)
        tap.cookies[COOKIE] = key
        tap.post("/club/start/", {"name": "Tichu Bern"})
    assert (Club.objects.count(), Device.objects.count()) == (1, 1)


def test_a_double_tap_on_join_is_one_phone(client: Client) -> None:
    member = a_member(Client())
    address = joining(member.club, member)
    key = client.get(address).cookies[COOKIE].value
    for tap in (Client(), Client()):
        tap.cookies[COOKIE] = key
        tap.post(address)
    assert member.club.device_set.count() == 2


def test_a_link_of_another_secret_key_is_not_shown_but_offered_anew(
    leading: Client, owner: User
) -> None:
    club = a_member(leading).club
    setup, link = setup_of(club), reverse("club_link", args=[club.pk])
    leading.post(link)
    with override_settings(SECRET_KEY="another key than before, long enough to be one"):
        leading.force_login(owner)
        page = leading.get(setup).content.decode()
        assert 'class="qr"' not in page
        assert "There is no link yet" in page
        leading.post(link)
        (address,) = re.findall(r'value="(http[^"]+)"', leading.get(setup).content.decode())
        assert Client().get(address).status_code == 200


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000"])
def test_on_localhost_the_page_says_that_phones_cannot_follow(
    leading: Client, host: str, settings: Settings
) -> None:
    settings.NETWORK_HOST = lambda: ""
    setup = setup_of(a_member(leading).club)
    assert (
        "other phones cannot reach" in leading.get(setup, headers={"host": host}).content.decode()
    )
    assert "other phones cannot reach" not in leading.get(setup).content.decode()


def test_leaving_keeps_the_names_that_the_phone_knows(leading: Client) -> None:
    device = a_phone(leading)
    a_game(device)
    leading.post("/club/start/", {"name": "Tichu Bern"})
    leading.post(NEW, form(["Eva", "Finn", "Gina", "Hans"]))
    response = leading.post("/club/leave/")
    assert (response.status_code, response.url) == (302, CLUB)
    device.refresh_from_db()
    assert device.club is None
    assert names_known_to(device) == FOUR
    assert Player.objects.filter(club__isnull=False).count() == 4


def test_leaving_without_a_club_changes_nothing(client: Client) -> None:
    assert client.post("/club/leave/").status_code == 302
    assert not Device.objects.exists()


def test_the_link_is_shown_after_it_was_made_and_as_a_qr_code(leading: Client) -> None:
    device = a_member(leading)
    setup = setup_of(device.club)
    assert "There is no link yet" in leading.get(setup).content.decode()
    assert leading.post(reverse("club_link", args=[device.club.pk])).url == setup
    link = Link.objects.get()
    assert (link.club, link.role) == (device.club, Link.Role.MEMBER)
    response = leading.get(setup)
    page = response.content.decode()
    assert f'value="http://testserver{reverse("club_join", args=[token_of(link)])}"' in page
    assert 'class="qr"' in page
    assert "no-store" in response["Cache-Control"]


def test_making_the_link_anew_ends_the_old_one_and_keeps_who_has_joined(leading: Client) -> None:
    device = a_member(leading)
    old = joining(device.club, device)
    other = Client()
    other.post(old)
    leading.post(reverse("club_link", args=[device.club.pk]))
    assert Client().get(old).status_code == 404
    assert Client().post(old).status_code == 404
    assert device.club.device_set.count() == 2


def test_looking_at_a_joining_link_changes_nothing(client: Client) -> None:
    member = a_member(Client())
    address = joining(member.club, member)
    response = client.get(address)
    assert "Join <bdi>Tichu Bern</bdi>" in response.content.decode()
    assert "no-store" in response["Cache-Control"]
    assert Device.objects.count() == 1


def test_joining_offers_the_clubs_names_and_takes_the_token_out_of_the_address(
    client: Client,
) -> None:
    member = a_member(Client())
    a_game(member)
    response = client.post(joining(member.club, member))
    assert (response.status_code, response.url) == (302, CLUB)
    joined = Device.objects.get(key_hash=hash_of(response.cookies[COOKIE].value))
    assert joined.club == member.club
    page = client.get(NEW).content.decode()
    assert all(f'name="pick" value="{name}"' in page for name in FOUR)


def test_joining_twice_is_joining_once(client: Client) -> None:
    member = a_member(Client())
    address = joining(member.club, member)
    for _ in range(2):
        assert client.post(address).status_code == 302
    assert member.club.device_set.count() == 2
    assert "has already joined" in client.get(address).content.decode()


def test_joining_another_club_says_which_one_is_left(client: Client) -> None:
    device = a_member(client, "Tichu Thun")
    bern = Club.objects.create(name="Tichu Bern")
    address = joining(bern, device)
    assert "It will leave <bdi>Tichu Thun</bdi>" in client.get(address).content.decode()
    client.post(address)
    device.refresh_from_db()
    assert device.club == bern


def test_a_club_shows_no_games_of_its_other_phones(client: Client) -> None:
    member = a_member(Client())
    game = a_game(member)
    client.post(joining(member.club, member))
    assert str(game.pk) not in client.get("/").content.decode()
    assert client.get(reverse("score", args=[game.pk])).status_code == 404


@pytest.mark.parametrize("method", ["get", "post"])
def test_an_unknown_or_revoked_token_leads_nowhere_and_says_so(client: Client, method: str) -> None:
    member = a_member(Client())
    address = joining(member.club, member)
    revoke_link(Link.Role.MEMBER, member, club=member.club)
    game = a_game(member)
    token_for_a_game = token_of(renew_link(Link.Role.SCORER, member, game=game))
    for wrong in (address, "/club/join/nonsense/", reverse("club_join", args=[token_for_a_game])):
        response = getattr(client, method)(wrong)
        assert response.status_code == 404
        assert "No club at this link" in response.content.decode()
    assert Device.objects.count() == 1


def test_a_token_is_long_and_not_kept(client: Client) -> None:
    device = a_member(client)
    token = token_of(renew_link(Link.Role.MEMBER, device, club=device.club))
    assert len(token) * 6 >= 128
    assert live_link(token, Link.Role.MEMBER)
    assert token not in str(list(Link.objects.values()))


@pytest.mark.parametrize("address", ["/club/start/", "/club/leave/", "club_link"])
def test_a_get_on_a_writing_address_is_refused(leading: Client, address: str) -> None:
    club = a_member(leading).club
    assert (
        leading.get(reverse(address, args=[club.pk]) if "/" not in address else address).status_code
        == 405
    )
    assert Club.objects.count() == 1


def test_a_game_of_a_member_stands_under_the_club(client: Client) -> None:
    device = a_member(client)
    client.post(NEW, form())
    assert Game.objects.get().club == device.club


def test_buttons_for_new_links_say_what_each_is_for_and_that_the_old_one_stops_working() -> None:
    club = a_club(a_device())
    desk, setup = a_desk(club), setup_of(club)
    before = desk.get(setup).content.decode()
    assert ("Make a link for phones" in before, "Make a calendar address" in before) == (True, True)
    assert "revokes the old one" not in before
    for made in ("club_link", "club_feed"):
        desk.post(reverse(made, args=[club.pk]))
    after = desk.get(setup).content.decode()
    assert ("Make a new link for phones" in after, "Make a new calendar address" in after) == (
        True,
        True,
    )
    assert after.count("revokes the old one") == 2
