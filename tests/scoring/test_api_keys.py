"""Keys of programs: what each opens, and when it opens nothing."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from scoring.games.access.keys import NOTED_EVERY, SCOPE_OF, SCOPES, WRONG_KEYS
from scoring.games.access.limits import LIMITS, Limit
from scoring.models import ApiKey, Club
from scoring.people.actions.keys import revoke_key
from tests.addresses import patterns
from tests.scoring.reading_api import (
    NOT_FOUND,
    V1,
    World,
    a_key,
    a_world,
    by_key,
    refused,
    statuses,
)
from tournaments.models import Role

pytestmark = pytest.mark.django_db

BAD_KEY = (401, [("bad_key", "")])


def test_each_scope_opens_its_addresses_and_no_others(world: World) -> None:
    routes = {name for name, route in patterns(get_resolver()) if route.startswith("api/v1/")}
    assert set(SCOPE_OF) <= routes
    assert set(SCOPE_OF.values()) == set(SCOPES)
    addresses = world.addresses()
    tournaments = {name for name in SCOPE_OF if name not in addresses}
    assert {SCOPE_OF[name] for name in tournaments} == {"seasons:read", "tournaments:read"}
    addresses |= {"api_seasons": f"{V1}seasons/", "api_tournaments": f"{V1}tournaments/"}
    for scope in SCOPES:
        client = by_key(a_key(world.olga, scope))
        for name, address in addresses.items():
            answer = client.get(address)
            if SCOPE_OF[name] == scope:
                assert answer.status_code == 200, (scope, name)
            else:
                assert refused(answer) == (403, [("scope_missing", "")]), (scope, name)


def test_a_key_without_the_scope_learns_nothing_about_what_is_there(world: World) -> None:
    client = by_key(a_key(world.olga, "seasons:read"))
    answers = {
        client.get(f"{V1}people/{pk}/").content for pk in (world.people["Anna"].pk, 987654321)
    }
    assert len(answers) == 1


def ended(key: ApiKey) -> None:
    ApiKey.objects.filter(pk=key.pk).update(expires_at=timezone.now())


def switched_off(key: ApiKey) -> None:
    type(key.account).objects.filter(pk=key.account_id).update(is_active=False)


def gone(key: ApiKey) -> None:
    key.account.delete()


@pytest.mark.parametrize("stop", [revoke_key, ended, switched_off, gone])
def test_a_key_that_is_over_opens_nothing_not_even_what_everybody_sees(
    world: World, stop: Callable[[ApiKey], None]
) -> None:
    Club.objects.update(public=True)
    client = world.key
    assert client.get(world.addresses()["api_club"]).status_code == 200
    stop(ApiKey.objects.get())
    for address in world.addresses().values():
        answer = client.get(address)
        assert refused(answer) == BAD_KEY
        assert answer["WWW-Authenticate"] == "Key"


def test_what_is_no_key_is_none_and_another_word_is_another_way_to_ask(world: World) -> None:
    good = a_key(world.olga)
    wrong = (
        "",
        "x",
        good[:-1],
        good + "x",
        good[3:],
        f"{good} {good}",
        good.swapcase(),
        "tk_" + "\u00e4" * 43,
        "tk_%s",
    )
    for text in wrong:
        answer = Client(headers={"Authorization": f"Key {text}"}).get(f"{V1}clubs/")
        assert refused(answer) == BAD_KEY, text
    # Another way to ask: there it is nobody's
    device = Client(headers={"Authorization": f"Device {good}"})
    assert device.get(f"{V1}clubs/").json()["clubs"] == []
    assert (
        Client(headers={"Authorization": f"kEY   {good} "}).get(f"{V1}clubs/").json()["clubs"] != []
    )


@pytest.mark.parametrize(
    "header", ["Bearer {key}", "Token {key}", "{key}", "bearer", "Api-Key {key}"]
)
def test_a_wrong_scheme_is_refused_with_a_hint_and_not_answered_as_nobody(
    world: World, header: str
) -> None:
    client = Client(headers={"Authorization": header.format(key=a_key(world.olga))})
    for address in world.addresses().values():
        answer = client.get(address)
        assert refused(answer) == (401, [("wrong_scheme", "")])
        assert "Authorization: Key <key>" in answer.json()["errors"][0]["message"]
        assert answer["WWW-Authenticate"] == "Key"
    assert client.get("/clubs/").status_code == 404  # pages for people know no header


def test_what_a_proxy_in_front_asks_for_is_not_ours(world: World) -> None:
    client = Client()
    for scheme in ("Basic dTpw", "Digest username=u", "Negotiate abc"):
        answer = client.get(f"{V1}clubs/", headers={"Authorization": scheme})
        assert answer.status_code == 200


def test_a_key_is_kept_as_its_hash_alone(world: World) -> None:
    secret = a_key(world.olga)
    assert secret not in str(ApiKey.objects.values())
    assert secret[3:] not in str(ApiKey.objects.values())
    assert ApiKey.objects.get().prefix == secret[:9]


def test_wrong_keys_are_counted_by_their_address_and_right_ones_go_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, WRONG_KEYS, Limit(3, 600, "address", "a test"))
    client = by_key("tk_" + "x" * 43)
    answers = [refused(client.get(f"{V1}clubs/")) for _ in range(5)]
    assert answers == [BAD_KEY] * 3 + [(429, [("too_many", "")])] * 2
    assert world.key.get(f"{V1}clubs/").status_code == 200


def test_a_key_may_at_each_moment_what_its_account_may(world: World) -> None:
    client, address = world.key, f"{V1}clubs/{world.club.pk}/people/"
    assert client.get(address).status_code == 200
    Role.objects.update(name="screen")
    assert refused(client.get(address)) == NOT_FOUND
    Role.objects.update(name="owner")
    assert client.get(address).status_code == 200
    Role.objects.all().delete()
    assert refused(client.get(address)) == NOT_FOUND


def test_a_key_for_one_club_is_nobody_s_in_another(world: World) -> None:
    other = a_world("Tichu Basel")
    Role.objects.create(club=other.club, user=world.olga, name="owner")
    client = by_key(a_key(world.olga, club=world.club))
    assert set(statuses(client, world).values()) == {200}
    found = statuses(client, other)
    assert found.pop("api_clubs") == 200
    assert set(found.values()) == {404}
    assert [one["id"] for one in client.get(f"{V1}clubs/").json()["clubs"]] == [world.club.pk]
    # Not even where the site is the account's: a key takes away, and never gives.
    type(world.olga).objects.update(is_owner=True)
    assert refused(client.get(f"{V1}clubs/{other.club.pk}/people/")) == NOT_FOUND
    Club.objects.update(public=True)
    assert client.get(f"{V1}clubs/{other.club.pk}/").json()["people"] is None
    assert client.get(f"{V1}clubs/{world.club.pk}/").json()["people"] == 5


def test_with_a_key_no_cookie_is_heard(world: World) -> None:
    other = a_world("Tichu Basel")
    client = other.phone
    client.force_login(other.olga)
    headers = {"Authorization": f"Key {a_key(world.olga)}"}
    found = client.get(f"{V1}clubs/", headers=headers).json()["clubs"]
    assert [one["id"] for one in found] == [world.club.pk]
    assert refused(client.get(f"{V1}clubs/{other.club.pk}/people/", headers=headers)) == NOT_FOUND


def test_a_key_of_an_account_writes_nothing_and_opens_no_game(world: World) -> None:
    client = world.key
    game = f"{V1}games/{world.game.pk}/"
    for answer in (
        client.get(game),
        client.post(f"{game}entries/", {}, content_type="application/json"),
    ):
        assert refused(answer) == (401, [("wrong_scheme", "")])
    for name, address in world.addresses().items():
        answer = client.post(address, {}, content_type="application/json")
        assert refused(answer) == (405, [("method_not_allowed", "")]), name


def test_when_a_key_was_used_is_written_once_an_hour(world: World) -> None:
    client, key = world.key, ApiKey.objects
    client.get(f"{V1}clubs/")
    first = key.get().used_at
    assert first is not None
    client.get(f"{V1}clubs/")
    assert key.get().used_at == first
    key.update(used_at=first - NOTED_EVERY)
    client.get(f"{V1}clubs/")
    assert key.get().used_at > first - NOTED_EVERY


def test_no_log_has_a_key(world: World, caplog: pytest.LogCaptureFixture) -> None:
    secret = a_key(world.olga)
    client = by_key(secret)
    client.get(f"{V1}clubs/987654/")
    client.get(f"{V1}clubs/{secret}/")  # in the wrong place
    by_key(secret[:-1]).get(f"{V1}clubs/")
    assert "/clubs/" in caplog.text
    assert secret not in caplog.text
    assert secret[:-1] not in caplog.text
