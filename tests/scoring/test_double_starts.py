"""Two taps at the same moment on a phone that nobody knows yet, on real threads and real
connections.
"""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from scoring.games.access.devices import COOKIE
from scoring.models import Club, Device, Game, Player
from tests.scoring.racing import at_once
from tests.scoring.starting import form
from tichu_site.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def tapping(
    key: str, address: str, fields: dict[str, Any], user: User | None = None
) -> Callable[[], HttpResponse]:
    """A tap in a browser that holds this cookie, which no other thread uses, with somebody signed
    in or nobody.
    """
    signed_in = Client()
    if user:
        signed_in.force_login(user)

    def tap() -> HttpResponse:
        client = Client(raise_request_exception=False)
        client.cookies.update(signed_in.cookies)
        client.cookies[COOKIE] = key
        return client.post(address, fields)

    return tap


@pytest.mark.parametrize("evening", range(3))
def test_taps_on_start_at_once_from_an_unknown_phone_make_one_game(evening: int) -> None:
    key = Client().get("/new/").cookies[COOKIE].value
    fields = form(start_id=str(uuid.uuid4()))
    answers = at_once(*[tapping(key, "/new/", fields)] * 4)
    assert {(answer.status_code, answer.get("Location")) for answer in answers} == {
        (302, f"/games/{fields['start_id']}/score/")
    }
    # Whoever comes after the device was made is known already, and needs no cookie.
    assert {answer.cookies[COOKIE].value for answer in answers if COOKIE in answer.cookies} <= {key}
    assert (Game.objects.count(), Device.objects.count(), Player.objects.count()) == (1, 1, 4)
    mine = Client()
    mine.cookies[COOKIE] = key
    assert mine.get(answers[0]["Location"]).status_code == 200


def test_taps_at_once_from_an_unknown_phone_start_one_club() -> None:
    owner = User.objects.create_user("olga@club.example", name="Olga", is_owner=True)
    key = Client().get("/club/").cookies[COOKIE].value
    answers = at_once(*[tapping(key, "/club/start/", {"name": "Tichu Bern"}, owner)] * 4)
    assert {answer.status_code for answer in answers} == {302}
    assert (Club.objects.count(), Device.objects.count()) == (1, 1)
