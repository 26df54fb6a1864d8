"""Bringing the games of one phone to another: the code, the QR code, and cutting a phone off."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from time_machine import travel

from scoring.games.access.devices import hash_of, new_key
from scoring.games.access.limits import LIMITS, Limit
from scoring.games.access.phone_codes import WRONG_CODES
from scoring.models import Device, Game, PhoneCode, PhoneKey, Use
from tests.requests import Response, get, page_of, post
from tests.scoring.games import TWO_ROUNDS, a_client, a_device, a_game, said, words

pytestmark = pytest.mark.django_db

READ = ("my_phones", "my_phones_print", "bring_games", "brought")
ANDROID = "Mozilla/5.0 (Linux; Android 15)"


@pytest.fixture
def game() -> Game:
    """A game on Anna's old phone."""
    return a_game(rounds=TWO_ROUNDS)


@pytest.fixture
def old(game: Game) -> Client:
    return a_client()


def a_new_phone() -> Client:
    return Client(headers={"User-Agent": ANDROID})


def recovery_code(old: Client) -> str:
    """What the old phone shows after its button was pressed."""
    assert post(old, "my_phones_code").status_code == 302
    (code,) = re.findall(r"(?:[0-9A-HJKMNP-TV-Z]{4} ?){4}", said(page_of(old, "my_phones_print")))[
        :1
    ]
    return str(code).strip()


def qr_address(old: Client) -> str:
    assert post(old, "my_phones_qr").status_code == 302
    (address,) = re.findall(r"http://testserver(/bring/[^<\"]+/)", page_of(old, "my_phones"))
    return str(address)


def typed(client: Client, code: str, **more: str) -> Response:
    return post(client, "bring_games", code=code, **more)


def opens(client: Client, game: Game) -> bool:
    return get(client, "score", game.pk).status_code == 200


# Coming
# --------------------------------------------------------------------------------------------------


def test_a_typed_code_brings_games_and_people_and_both_phones_go_on(old: Client, game: Game):
    new = a_new_phone()
    assert "Bring my games here" in words(new, "front")
    assert not opens(new, game)
    answer = typed(new, recovery_code(old))
    assert answer.headers["Location"] == reverse("brought")
    page = words(new, "brought")
    assert "1 game, 4 people" in page
    assert "They are also on: iPhone" in page
    for client in (old, new):
        assert opens(client, game)
        assert "Anna" in words(client, "people")
    assert Device.objects.count() == 1


def test_the_key_of_the_new_phone_is_its_own_and_stored_hashed(old: Client):
    new = a_new_phone()
    page_of(new, "bring_games")
    key = new.cookies["device"].value
    typed(new, recovery_code(old))
    assert new.cookies["device"].value == key != old.cookies["device"].value
    row = PhoneKey.objects.get()
    assert (row.key_hash, row.kind, row.device) == (hash_of(key), "Android", a_device())


def test_a_code_may_be_typed_as_it_is_read(old: Client, game: Game):
    code = recovery_code(old)
    sloppy = code.lower().replace(" ", "-").replace("0", "o").replace("1", "l")
    new = a_new_phone()
    typed(new, f" {sloppy} ")
    assert opens(new, game)


def test_a_code_opens_again_and_again_until_it_is_replaced_or_revoked(old: Client, game: Game):
    first = recovery_code(old)
    for client in (a_new_phone(), a_new_phone()):
        typed(client, first)
        assert opens(client, game)
    second = recovery_code(old)
    assert first != second
    assert typed(a_new_phone(), first).status_code == 422
    assert post(old, "my_phones_revoke").status_code == 302
    assert typed(a_new_phone(), second).status_code == 422
    assert get(old, "my_phones_print").headers["Location"] == reverse("my_phones")
    assert PhoneKey.objects.count() == 2


def test_wrong_codes_get_one_answer_whatever_is_wrong_with_them(old: Client):
    revoked = recovery_code(old)
    post(old, "my_phones_revoke")
    pages = set()
    for code in (revoked, "0000 0000 0000 0000", "short", "", "UUUU UUUU UUUU UUUU"):
        answer = typed(a_new_phone(), code)
        assert answer.status_code == 422
        page = re.sub(r'csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
        pages.add(page.replace(f'value="{code}"', ""))
    assert len(pages) == 1
    assert Device.objects.count() == 1
    assert not PhoneKey.objects.exists()


def test_after_too_many_wrong_codes_a_right_one_opens_nothing_but_a_qr_code_does(
    old: Client, game: Game, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(LIMITS, WRONG_CODES, Limit(2, 600, "address", "a test"))
    code = recovery_code(old)
    for _ in range(2):
        assert typed(a_new_phone(), "0000 0000 0000 0000").status_code == 422
    new = a_new_phone()
    answer = typed(new, code)
    assert (answer.status_code, opens(new, game)) == (429, False)
    assert "Too many wrong codes" in said(answer.content.decode())
    assert int(answer.headers["Retry-After"]) > 0
    new.post(qr_address(old))
    assert opens(new, game)
    Use.objects.all().delete()
    assert typed(a_new_phone(), code).status_code == 302


def test_the_code_is_in_no_table(old: Client):
    code = recovery_code(old).replace(" ", "")
    token = qr_address(old).split("/")[-2]
    for row in PhoneCode.objects.all():
        stored = f"{row.code_hash} {row.salt}"
        assert code not in stored
        assert token not in stored
        assert len(row.code_hash) == 64


def test_a_code_written_down_opens_after_the_secret_of_the_site_has_changed(
    old: Client, game: Game, settings
):
    code = recovery_code(old)
    settings.SECRET_KEY = "another secret of the site, as after a move"
    page = words(old, "my_phones")
    assert "it cannot be shown again" in page
    assert code not in page
    new = a_new_phone()
    typed(new, code)
    assert opens(new, game)


# The QR code
# --------------------------------------------------------------------------------------------------


def test_a_qr_code_opens_once_and_looking_does_not_use_it_up(old: Client, game: Game):
    address = qr_address(old)
    new, late = a_new_phone(), a_new_phone()
    for _ in range(2):
        page = said(new.get(address).content.decode())
        assert "Bring these games to this phone?" in page
        assert "1 game, 4 people" in page
    assert not opens(new, game)
    assert new.post(address).headers["Location"] == reverse("brought")
    assert opens(new, game)
    assert new.post(address).headers["Location"] == reverse("brought")  # the second of two taps
    assert late.get(address).status_code == late.post(address).status_code == 404
    assert not opens(late, game)


def test_a_qr_code_opens_for_ten_minutes_and_until_there_is_a_newer_one(old: Client, game: Game):
    with travel("2026-12-01T20:00:00Z", tick=False):
        first, second = qr_address(old), qr_address(old)
        assert a_new_phone().get(first).status_code == 404
        assert a_new_phone().get(second).status_code == 200
    with travel("2026-12-01T20:09:59Z", tick=False):
        assert a_new_phone().get(second).status_code == 200
        assert "It works once, until" in words(old, "my_phones")
    with travel("2026-12-01T20:10:00Z", tick=False):
        assert a_new_phone().get(second).status_code == 404
        assert "It works once, until" not in words(old, "my_phones")


def test_the_old_phone_that_scans_its_own_code_hears_that_it_has_the_games(old: Client):
    address = qr_address(old)
    assert "This phone has these games already." in said(old.get(address).content.decode())
    old.post(address)
    assert not PhoneKey.objects.exists()
    assert PhoneCode.objects.count() == 1  # and the code is not used up


# Cutting off
# --------------------------------------------------------------------------------------------------


def test_the_old_phone_is_told_until_somebody_has_read_it(old: Client):
    new = a_new_phone()
    typed(new, recovery_code(old))
    assert "Another phone has your games now Android" in words(old, "front")
    assert "Another phone has your games now" not in words(new, "front")
    post(new, "my_phones_noted")  # not by the one that joined
    assert "Another phone has your games now" in words(old, "front")
    assert post(old, "my_phones_noted", back="front").headers["Location"] == reverse("front")
    assert "Another phone has your games now" not in words(old, "front")


def test_a_phone_is_cut_off_with_the_codes_that_it_could_show(old: Client, game: Game):
    code, new = recovery_code(old), a_new_phone()
    typed(new, code)
    qr = qr_address(old)
    key = PhoneKey.objects.get()
    assert "Android since" in words(old, "my_phones")
    post(old, "my_phones_remove", key.pk)
    assert not opens(new, game)
    assert opens(old, game)
    assert typed(a_new_phone(), code).status_code == 422
    assert a_new_phone().get(qr).status_code == 404
    a_third = post(new, "new_game", variant="nanking", action="start")
    assert a_third.status_code == 302  # it goes on as a phone of its own
    assert Game.objects.exclude(device=a_device()).count() == 1


def test_a_lost_first_phone_is_cut_off_by_the_new_one(old: Client, game: Game):
    key = new_key()
    Device.objects.update(key_hash=hash_of(key))
    old = a_client(key)
    new = a_new_phone()
    typed(new, recovery_code(old))
    post(new, "my_phones_remove", 0)
    assert not opens(old, game)
    assert opens(new, game)
    assert "iPhone" not in words(new, "my_phones")
    page_of(old, "new_game")  # and it gets another key there
    assert old.cookies["device"].value != key
    post(old, "new_game", variant="nanking", action="start")
    assert not opens(old, game)
    assert opens(new, game)


def test_no_phone_cuts_off_itself_or_that_of_another(old: Client, game: Game):
    new, stranger = a_new_phone(), a_client("beat's phone")
    a_game(device=a_device("beat's phone"))
    typed(new, recovery_code(old))
    key = PhoneKey.objects.get().pk
    post(new, "my_phones_remove", key)
    post(old, "my_phones_remove", 0)
    post(stranger, "my_phones_remove", key)
    post(Client(), "my_phones_remove", key)
    post(old, "my_phones_remove", 10**9)
    assert opens(new, game)
    assert opens(old, game)


# Who may, and the pages
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["my_phones_code", "my_phones_revoke", "my_phones_qr", "my_phones_remove", "my_phones_noted"],
)
def test_buttons_are_no_links_and_do_nothing_for_a_phone_without_games(name: str, old: Client):
    args = [0] if name == "my_phones_remove" else []
    assert get(old, name, *args).status_code == 405
    assert post(Client(), name, *args).status_code == 302
    assert not PhoneCode.objects.exists()
    assert Device.objects.count() == 1


def test_a_phone_without_games_is_led_to_where_it_can_bring_some():
    client = Client()
    assert "Bring my games here" in words(client, "my_phones")
    assert get(client, "brought").headers["Location"] == reverse("bring_games")
    assert client.get("/bring/nothing/").status_code == 404
    assert client.post("/bring/nothing/").status_code == 404
    assert not Device.objects.exists()


def test_secrets_are_neither_cached_nor_indexed(old: Client):
    recovery_code(old)
    address = qr_address(old)
    for answer in (
        old.get(address),
        get(old, "my_phones"),
        get(old, "my_phones_print"),
        get(old, "bring_games"),
    ):
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Robots-Tag"] == "noindex"


def test_the_pages_need_few_queries(
    old: Client, django_assert_max_num_queries: DjangoAssertNumQueries
):
    recovery_code(old)
    qr_address(old)
    for _ in range(3):
        new = a_new_phone()
        new.post(qr_address(old))
    with django_assert_max_num_queries(8):
        page_of(old, "my_phones")


def test_my_page_leads_there(old: Client):
    assert reverse("my_phones") in page_of(old, "my_game")
    assert reverse("my_phones") in page_of(old, "front")
