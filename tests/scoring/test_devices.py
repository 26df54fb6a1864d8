"""A phone is known by its cookie, and unknown phones are not kept."""

import uuid

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings

from scoring.games.access.devices import (
    COOKIE,
    COOKIE_AGE,
    DeviceMiddleware,
    device_of,
    hash_of,
    is_ours,
    known_device,
    new_key,
)
from scoring.models import Device, Game
from tests.scoring.games import a_client
from tests.scoring.tables import PEOPLE, phone_of, table

pytestmark = pytest.mark.django_db

START = {
    "variant": "nanking",
    "action": "start",
    **{f"name_{seat}": name for seat, name in enumerate(PEOPLE[:4])},
}


def asked(cookie: str | None = None, agent: str = "") -> HttpRequest:
    request = RequestFactory(headers={"User-Agent": agent}).get("/")
    if cookie is not None:
        request.COOKIES[COOKIE] = cookie
    return request


def test_looking_round_makes_no_device_and_sets_no_cookie(client: Client):
    for address in ("/", "/sheets/nanking/", "/nowhere/"):
        assert COOKIE not in client.get(address).cookies
    assert not Device.objects.exists()


@pytest.mark.parametrize("address", ["/new/", "/club/"])
def test_a_page_with_a_form_hands_out_one_key_and_makes_no_device(client: Client, address: str):
    cookie = client.get(address).cookies[COOKIE]
    assert is_ours(cookie.value)
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", COOKIE_AGE)
    assert client.get(address).cookies[COOKIE].value == cookie.value
    assert client.get("/new/").cookies[COOKIE].value == cookie.value
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    ("headers", "sets"),
    [
        ({}, True),  # an old browser, or plain http
        ({"Sec-Fetch-Dest": "document"}, True),
        ({"Sec-Fetch-Dest": "empty", "HX-Request": "true"}, True),
        ({"Sec-Fetch-Dest": "empty"}, False),
    ],
    ids=["old", "page", "htmx", "service worker"],
)
def test_what_the_service_worker_fetches_cannot_replace_a_key(
    client: Client, headers: dict[str, str], *, sets: bool
):
    """Seen where a phone opened the page of a handover, sent at once and was not let in."""
    assert (COOKIE in client.get("/new/", headers=headers).cookies) is sets


def test_both_taps_on_start_come_from_one_device_also_before_there_is_one(client: Client):
    key = client.get("/new/").cookies[COOKIE].value
    assert not Device.objects.exists()
    second = Client()
    second.cookies[COOKIE] = key
    start = START | {"start_id": str(uuid.uuid4())}
    answers = [client.post("/new/", start), second.post("/new/", start)]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert (Device.objects.count(), Game.objects.count()) == (1, 1)


FORGED = [
    "",
    "short",
    "x" * 43,
    "x" * 44,
    "x" * 42 + "ä",
    "x" * 42 + "\n",
    "x" * 10_000,
    f"{'x' * 43}.{'x' * 16}",
]


@pytest.mark.parametrize("key", FORGED)
def test_a_key_that_we_did_not_make_is_not_taken(client: Client, key: str):
    client.cookies[COOKIE] = key
    answer = client.post("/new/", START)
    assert Device.objects.get().key_hash != hash_of(key)
    assert is_ours(answer.cookies[COOKIE].value)


@pytest.mark.parametrize("address", ["/new/", "/club/"])
def test_a_page_hands_out_a_key_of_its_own_in_the_place_of_a_forged_one(
    client: Client, address: str
):
    client.cookies[COOKIE] = "x" * 43
    assert is_ours(client.get(address).cookies[COOKIE].value)


def test_keys_that_we_made_are_known_by_their_mark_and_only_with_the_secret_that_made_it():
    key = new_key()
    secret, _, mark = key.partition(".")
    assert is_ours(key)
    other = "B" if mark[0] == "A" else "A"
    forged = (
        secret,
        f"{secret}.{other}{mark[1:]}",
        f"{secret[:-1]}~.{mark}",
        f"{key} ",
        f"{mark}.{secret}",
    )
    assert [one for one in forged if is_ours(one)] == []
    with override_settings(SECRET_KEY="another key than before, long enough to be one"):
        assert not is_ours(key)


def test_a_phone_that_got_its_key_before_keys_bore_a_mark_goes_on_with_its_games():
    game = table(phone_of("Anna"))
    old = "x" * 43
    Device.objects.update(key_hash=hash_of(old))
    client = a_client(old)
    assert client.get(f"/games/{game.pk}/score/").status_code == 200
    client.post("/new/", START)
    assert Device.objects.count() == 1
    with override_settings(SECRET_KEY="another key than before, long enough to be one"):
        assert client.get(f"/games/{game.pk}/score/").status_code == 200


def test_a_refused_start_leaves_no_device_and_no_cookie(client: Client):
    answer = client.post("/new/", START | {"name_0": "x" * 81})
    assert (answer.status_code, COOKIE in answer.cookies) == (422, False)
    assert not Device.objects.exists()


@pytest.mark.parametrize("looked_first", [True, False])
def test_a_form_of_another_phone_leaves_no_device_and_no_cookie(client: Client, looked_first: bool):
    """This refusal comes from the records, when the device has been made already."""
    start = START | {"start_id": str(uuid.uuid4())}
    phone_of("Anna").client.post("/new/", start)
    if looked_first:
        client.get("/new/")
    answer = client.post("/new/", start)
    assert (answer.status_code, COOKIE in answer.cookies) == (409, False)
    assert Device.objects.count() == 1


def test_a_phone_that_comes_back_keeps_its_cookie_for_another_400_days():
    anna = phone_of("Anna")
    renewed = anna.client.get("/").cookies[COOKIE]
    assert (renewed.value, renewed["max-age"]) == (anna.key, COOKIE_AGE)
    assert COOKIE not in anna.client.get("/games/00000000-0000-0000-0000-000000000000/").cookies


def test_starting_a_game_makes_the_phone_known(client: Client):
    cookie = client.post("/new/", START).cookies[COOKIE]
    device = Device.objects.get()
    assert device.key_hash == hash_of(cookie.value)
    assert cookie.value not in str(Device.objects.values().get())
    assert len(cookie.value) * 6 >= 128  # bits, in base 64
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", COOKIE_AGE)
    assert Game.objects.get().device == device
    client.post("/new/", START)
    assert Device.objects.get() == device


def test_every_phone_gets_a_key_of_its_own():
    keys = {Client().post("/new/", START).cookies[COOKIE].value for _ in range(3)}
    assert len(keys) == Device.objects.count() == 3


@override_settings(HTTPS=True)
def test_behind_tls_the_cookie_is_for_tls_alone(client: Client):
    assert client.post("/new/", START, secure=True).cookies[f"__Host-{COOKIE}"]["secure"]


@pytest.mark.parametrize(
    "key", ["", "forged", "x" * 100_000, "käse", '"\\355\\240\\200"', "\x01\x02", "a=b; c=d"]
)
def test_a_forged_cookie_opens_nothing_and_breaks_nothing(key):
    game = table(phone_of("Anna"))
    client = a_client(key)
    assert client.get("/").status_code == 200
    assert client.get(f"/games/{game.pk}/score/").status_code == 404
    assert Device.objects.count() == 1


def test_the_hash_of_a_key_is_no_key():
    anna = phone_of("Anna")
    game = table(anna)
    assert a_client(anna.device.key_hash).get(f"/games/{game.pk}/score/").status_code == 404


def test_a_request_asks_for_its_device_once(django_assert_num_queries):
    anna = phone_of("Anna")
    request = asked(anna.key)
    with django_assert_num_queries(1):
        assert known_device(request) == device_of(request) == known_device(request) == anna.device
    with django_assert_num_queries(0):
        assert known_device(asked()) is None


def test_a_device_made_in_a_request_is_known_in_the_rest_of_it():
    request = asked()
    assert known_device(request) is None
    device = device_of(request)
    assert known_device(request) == device_of(request) == device
    assert Device.objects.count() == 1


def test_the_cookie_is_set_only_where_there_is_a_device():
    anna = phone_of("Anna")

    def answer(request: HttpRequest) -> HttpResponse:
        device_of(request)
        return HttpResponse()

    assert COOKIE in DeviceMiddleware(answer)(asked()).cookies
    assert DeviceMiddleware(answer)(asked(anna.key)).cookies[COOKIE].value == anna.key
    assert COOKIE not in DeviceMiddleware(lambda _: HttpResponse())(asked()).cookies


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15", "iPhone"),
        ("Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15", "iPad"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0", "Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36", "Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15", "Mac"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Linux"),
        ("curl/8.0", ""),
        ("x" * 10_000, ""),
        ("", ""),
    ],
)
def test_a_phone_is_called_what_people_call_it(agent, kind):
    assert device_of(asked(agent=agent)).kind == kind


def test_phones_of_a_kind_are_told_apart_by_three_letters():
    anna, beat = phone_of("Anna").device, phone_of("Beat").device
    assert str(anna) == f"iPhone {anna.code}"
    assert len(anna.code) == 3
    assert anna.code != beat.code
