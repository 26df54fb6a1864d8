"""The page on which an account makes keys for programs, sees them once, and revokes them."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.games.access.keys import SCOPES
from scoring.models import ApiKey, Club
from scoring.people.actions.keys import LONGEST_LIFE, MOST_KEYS, make_key, revoke_key
from scoring.rules import RuleError
from tests.requests import Response
from tests.scoring.clubs import a_club
from tests.scoring.games import said
from tests.scoring.reading_api import V1, by_key
from tests.site.accounts import PASSWORD
from tichu_site.accounts.deletion import delete_account
from tichu_site.models import User
from tournaments.models import Role

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]

SECRET = re.compile(r'value="(tk_[\w-]{43})"')
NEW = {"name": "Our web site", "scope": ["people:read", "clubs:read"], "days": "30"}


@pytest.fixture
def browser(olga: User) -> Client:
    """One in which Olga has just signed in, and once more."""
    client = Client()
    client.force_login(olga)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def made(browser: Client, **changed: Any) -> Response:
    return browser.post(reverse("account_key_new"), NEW | changed)


def test_a_key_is_made_shown_once_used_and_revoked(browser: Client, olga: User) -> None:
    club = a_club()
    Role.objects.create(club=club, user=olga, name="desk")
    assert reverse("account_keys") in browser.get(reverse("account")).content.decode()
    assert "No key yet." in said(browser.get(reverse("account_keys")).content.decode())
    answer = made(browser, club=str(club.pk))
    (secret,) = SECRET.findall(answer.content.decode())
    assert "no-store" in answer["Cache-Control"]
    key = ApiKey.objects.get()
    assert (key.account_id, key.name, key.scopes, key.club) == (
        olga.pk,
        "Our web site",
        ["clubs:read", "people:read"],
        club,
    )
    assert key.expires_at is not None
    assert timedelta(days=29) < key.expires_at - timezone.now() <= timedelta(days=30)
    assert by_key(secret).get(f"{V1}clubs/").json()["clubs"] == [
        {"id": club.pk, "name": "Tichu Bern", "public": False}
    ]
    page = browser.get(reverse("account_keys")).content.decode()
    assert secret not in page
    assert all(
        part in said(page)
        for part in ("Our web site", secret[:9], "only in Tichu Bern", "Last used on")
    )
    for _tap in range(2):
        answer = browser.post(reverse("account_key_revoke", args=[key.pk]), follow=True)
        assert "The key no longer works." in answer.content.decode()
    assert "revoked on" in said(answer.content.decode())
    assert by_key(secret).get(f"{V1}clubs/").status_code == 401


def test_making_one_asks_to_sign_in_once_more(olga: User) -> None:
    client = Client()
    client.force_login(olga)  # some time ago
    for answer in (client.get(reverse("account_key_new")), made(client)):
        assert answer["Location"].startswith(reverse("account_reauthenticate"))
    assert not ApiKey.objects.exists()


def test_keys_are_their_owner_s_alone(browser: Client, olga: User) -> None:
    made(browser)
    key = ApiKey.objects.get()
    eve = Client()
    eve.force_login(User.objects.create_user("eve@club.example", name="Eve"))
    assert eve.post(reverse("account_key_revoke", args=[key.pk])).status_code == 404
    assert "Our web site" not in eve.get(reverse("account_keys")).content.decode()
    for client, status in ((Client(), 302), (browser, 405)):
        assert client.get(reverse("account_key_revoke", args=[key.pk])).status_code in {status, 405}
    assert browser.post(reverse("account_key_revoke", args=[987654])).status_code == 404
    assert browser.post(f"/account/keys/{'9' * 30}/revoke/").status_code == 404
    for name in ("account_keys", "account_key_new"):
        assert Client().get(reverse(name))["Location"].startswith(reverse("account_login"))
    key.refresh_from_db()
    assert key.revoked_at is None


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"name": " "}, "Enter a name."),
        ({"name": "x" * 61}, "60"),
        ({"name": "a\0b"}, "character"),
        ({"scope": []}, "Please choose what the key is for."),
        ({"scope": ["clubs:write"]}, "Please choose what the key is for."),
        ({"scope": ["clubs:read", "\0"]}, "Please choose what the key is for."),
        ({"days": "0"}, "Please type a number of days, or none."),
        ({"days": "-3"}, "Please type a number of days, or none."),
        ({"days": str(LONGEST_LIFE + 1)}, "Please type a number of days, or none."),
        ({"days": "9" * 50}, "Please type a number of days, or none."),
        ({"days": "soon"}, "Please type a number of days, or none."),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(
    browser: Client, changed: dict[str, Any], words: str
) -> None:
    answer = made(browser, **changed)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert words in page
    assert not ApiKey.objects.exists()
    assert SECRET.search(page) is None
    if "scope" not in changed:
        assert 'value="people:read" checked' in re.sub(r"\s+", " ", page)


def test_a_key_for_a_club_of_others_is_not_made_for_all(browser: Client) -> None:
    other = Club.objects.create(name="Theirs")
    for club in (str(other.pk), "x", "0", "\0"):
        assert made(browser, club=club).status_code == 404
    assert not ApiKey.objects.exists()
    assert "Theirs" not in browser.get(reverse("account_key_new")).content.decode()


def test_without_days_it_lasts(browser: Client) -> None:
    made(browser, days="")
    assert ApiKey.objects.get().expires_at is None


def test_so_many_keys_and_no_more_open_something(olga: User) -> None:
    keys = [make_key(olga, "x", list(SCOPES))[0] for _ in range(MOST_KEYS)]
    with pytest.raises(RuleError):
        make_key(olga, "x", list(SCOPES))
    revoke_key(keys[0])
    make_key(olga, "x", list(SCOPES))


def test_with_the_account_and_with_the_club_go_their_keys(olga: User) -> None:
    other = User.objects.create_user("eve@club.example", name="Eve")
    club = a_club()
    make_key(other, "x", list(SCOPES))
    make_key(olga, "for the club", list(SCOPES), club=club)
    delete_account(other)
    assert [key.name for key in ApiKey.objects.all()] == ["for the club"]
    club.delete()  # a key for it alone must not become one for all
    assert not ApiKey.objects.exists()


def test_a_page_with_many_keys_takes_as_many_queries(
    browser: Client, olga: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(MOST_KEYS):
        make_key(olga, f"x {number}", list(SCOPES), club=a_club(name=f"Club {number}"))
    with django_assert_max_num_queries(6):
        browser.get(reverse("account_keys"))
