"""The names of cookies by the way a request came: sessions live on https alone wherever there is
https.
"""

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from pytest_django import Settings

from scoring.games.access.devices import COOKIE as DEVICE
from tests.addresses import an_address, patterns
from tests.requests import Response
from tests.scoring.tables import phone_of, table
from tests.site.accounts import EMAIL, PASSWORD, signed_in
from tests.tournaments import desks
from tests.tournaments.desk_pages import text_of
from tichu_site.middleware.https_only import OF_ACCOUNTS, needs_an_account
from tichu_site.models import User
from tichu_site.permissions import ADDRESSES
from tournaments.pages.public.remembered_entrant import COOKIE as ME

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]

SESSION, CSRF, LANGUAGE, KNOWN = "sessionid", "csrftoken", "django_language", "known"


@pytest.fixture
def hall(settings: Settings) -> None:
    """A laptop that serves http and https."""
    settings.LOCAL_TLS, settings.TLS_PORT = True, 8443


@pytest.fixture
def server(settings: Settings) -> None:
    """A club's server behind a proxy that speaks TLS."""
    settings.HTTPS = settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True


def sign_in(client: Client, *, secure: bool = True) -> Response:
    return client.post(
        reverse("account_login"), {"login": EMAIL, "password": PASSWORD}, secure=secure
    )


def host(*plain: str) -> set[str]:
    return {f"__Host-{name}" for name in plain}


# On a club's server
# ---------------------------------------------------------------------------------------------


def test_behind_a_proxy_every_cookie_bears_the_prefix_and_what_it_asks_for(
    server: None, olga: User
) -> None:
    client = Client()
    answers = [
        client.get("/new/", secure=True),
        sign_in(client),
        client.post("/language/", {"language": "de", "next": "/"}, secure=True),
    ]
    given = {name: cookie for answer in answers for name, cookie in answer.cookies.items()}
    assert set(given) == host(SESSION, CSRF, DEVICE, LANGUAGE, KNOWN)
    for cookie in given.values():
        assert (cookie["secure"], cookie["path"], cookie["domain"], cookie["httponly"]) == (
            True,
            "/",
            "",
            True,
        )
    assert client.get(reverse("account"), secure=True).status_code == 200
    assert "Wo du angemeldet bist" in client.get(reverse("account"), secure=True).content.decode()


def test_who_somebody_is_in_a_tournament_is_remembered_under_the_prefix(server: None) -> None:
    cup = desks.a_tournament("pairs_swiss", 2)
    desks.draw(cup)
    page, who = reverse("tournament", args=[cup.pk]), cup.entrants.all()[0].pk
    client = Client()
    given = client.get(page, {"who": who}, secure=True).cookies
    assert host(ME) <= set(given)
    cookie = given[f"__Host-{ME}"]
    assert (cookie["secure"], cookie["path"], cookie["httponly"], cookie["samesite"]) == (
        True,
        "/",
        True,
        "Lax",
    )
    assert 'class="card you"' in client.get(page, secure=True).content.decode()
    client.get(page, {"who": "0"}, secure=True)
    assert 'class="card you"' not in client.get(page, secure=True).content.decode()


@pytest.mark.parametrize("name", [SESSION, CSRF, KNOWN])
def test_a_cookie_that_another_name_of_the_domain_could_set_is_not_taken(
    server: None, olga: User, name: str
) -> None:
    client = Client()
    sign_in(client)
    value = client.cookies[f"__Host-{name}"].value
    thief = Client(enforce_csrf_checks=True)
    thief.cookies[name] = value
    assert thief.get(reverse("account"), secure=True).status_code == 302
    if name == CSRF:
        fields = {"language": "de", "csrfmiddlewaretoken": value}
        headers = {"Referer": "https://testserver/"}
        assert thief.post("/language/", fields, secure=True, headers=headers).status_code == 403


def test_signing_out_takes_the_cookie_away_by_its_own_name(server: None, olga: User) -> None:
    client = Client()
    sign_in(client)
    answer = client.post(reverse("account_logout"), secure=True)
    assert answer.cookies["__Host-sessionid"]["max-age"] == 0
    assert answer.cookies["__Host-sessionid"]["secure"]


def test_a_phone_of_before_the_prefix_keeps_its_games_and_its_language_and_gets_new_names(
    server: None,
) -> None:
    anna = phone_of("Anna")
    game = table(anna)
    anna.client.cookies[LANGUAGE] = "de"
    answer = anna.client.get(f"/games/{game.pk}/score/", secure=True)
    assert answer.status_code == 200
    assert '<html lang="de"' in answer.content.decode()
    assert answer.cookies["__Host-device"].value == anna.key
    assert answer.cookies[DEVICE]["max-age"] == 0  # it goes by its new name from now on
    again = Client()
    again.cookies["__Host-device"] = anna.key
    assert again.get(f"/games/{game.pk}/score/", secure=True).status_code == 200


def test_of_two_device_cookies_the_one_with_the_prefix_counts(server: None) -> None:
    anna, eve = phone_of("Anna"), phone_of("Eve")
    game = table(anna)
    client = Client()
    client.cookies["__Host-device"], client.cookies[DEVICE] = anna.key, eve.key
    assert client.get(f"/games/{game.pk}/score/", secure=True).status_code == 200


# In a hall
# --------------------------------------------------------------------------------------------------


def test_in_a_hall_sessions_are_for_https_and_a_phone_is_known_on_both(
    hall: None, olga: User
) -> None:
    client = Client()
    form = client.get("/new/", secure=True)
    assert set(form.cookies) == host(CSRF) | {DEVICE}
    assert not form.cookies[DEVICE]["secure"]  # a phone that goes back to http is still known
    assert set(sign_in(client).cookies) == host(SESSION, CSRF, KNOWN)
    assert client.get(reverse("account"), secure=True).status_code == 200
    assert set(Client().get("/new/").cookies) == {CSRF, DEVICE}


def test_in_a_hall_a_session_is_worth_nothing_over_http(hall: None, olga: User) -> None:
    client = Client()
    sign_in(client)
    thief = Client()
    value = client.cookies["__Host-sessionid"].value
    thief.cookies[SESSION] = thief.cookies["__Host-sessionid"] = value
    assert thief.get(reverse("account")).status_code == 403
    listed = thief.get(reverse("tournaments"))
    assert (listed.status_code, listed.wsgi_request.user.is_authenticated) == (200, False)
    assert client.get(reverse("tournaments"), secure=True).wsgi_request.user.is_authenticated


def test_in_a_hall_the_desk_and_accounts_say_over_http_where_to_go(hall: None, olga: User) -> None:
    answer = Client(headers={"host": "testserver:8000"}).get("/desk/?a=1")
    assert (answer.status_code, answer["Cache-Control"]) == (403, "no-store")
    assert 'href="https://testserver:8443/desk/?a=1"' in answer.content.decode()
    assert "need https" in text_of(answer)
    typed = Client().post(reverse("account_login"), {"login": EMAIL, "password": PASSWORD})
    assert typed.status_code == 403
    assert PASSWORD not in typed.content.decode()
    assert (
        Client().get("/desk/", headers={"HX-Request": "true"}).json()["errors"][0]["code"]
        == "https_only"
    )


def test_in_a_hall_what_needs_no_account_stays_on_http(hall: None) -> None:
    game = table(phone_of("Anna"))
    answered: dict[str, int] = {}
    for name, route in patterns(get_resolver()):
        answer = Client().get(an_address(route, game))
        answered[name] = answer.status_code
        page = "over_https" in str([one.name for one in answer.templates])
        says = answer.status_code == 403 and (page or b'"https_only"' in answer.content)
        action = "viewer" if "<slug:action>" in route else ""
        assert says == needs_an_account(name, action), name
    assert {
        name: answered[name] for name in ("front", "new_game", "tournaments", "table_code", "trust")
    } == {"front": 200, "new_game": 200, "tournaments": 200, "table_code": 200, "trust": 200}


def test_every_address_of_accounts_is_one_that_needs_an_account() -> None:
    assert {name for name in ADDRESSES if name.startswith(("account", "mfa_"))} | {
        "first",
        "invitation",
    } == OF_ACCOUNTS
    assert needs_an_account("desk")
    assert needs_an_account("desk_join")
    assert not needs_an_account("match_do")
    assert not needs_an_account("standings")


# On one's own machine
# -------------------------------------------------------------------------------------------


def test_without_tls_everything_is_as_it_was(olga: User) -> None:
    client = Client()
    client.get("/new/")
    sign_in(client, secure=False)
    assert set(client.cookies) == {SESSION, CSRF, DEVICE, KNOWN}
    assert signed_in(client) == olga
    assert client.get("/desk/").status_code == 200
