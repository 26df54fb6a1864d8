"""By which methods an address is asked: told before anything is looked up, so that what is not
there says no more.
"""

import uuid

import pytest
from django.test import Client
from django.urls import get_resolver

from tests.addresses import an_address, patterns
from tests.scoring.tables import phone_of, table, told

pytestmark = pytest.mark.django_db

STRANGE = ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PURGE")
OURS = {"GET", "HEAD", "POST"}


def test_no_address_takes_another_method_whether_something_is_there_or_not() -> None:
    game = table(phone_of("Anna"))
    client, answered = Client(headers={"HX-Request": "true"}), {}
    for number, (name, route) in enumerate(patterns(get_resolver())):
        address = an_address(route, game).replace(str(game.pk), str(uuid.UUID(int=number)))
        method = STRANGE[number % len(STRANGE)]  # each address by one of them: they go one way
        answer = client.generic(method, address, b"{}", content_type="application/json")
        allowed = set(answer.headers.get("Allow", "?").split(", "))
        answered[name, method] = (answer.status_code, allowed <= OURS)
    assert {key: found for key, found in answered.items() if found != (405, True)} == {}
    assert {method for _, method in answered} == set(STRANGE)


@pytest.mark.parametrize("method", ["POST", *STRANGE])
def test_the_api_says_by_the_address_alone_which_methods_it_takes(method: str) -> None:
    game = table(phone_of("Anna"))
    for pk in (game.pk, uuid.uuid4()):
        answer = Client().generic(
            method, f"/api/v1/games/{pk}/", b"{}", content_type="application/json"
        )
        assert (answer.status_code, told(answer)) == (405, [("method_not_allowed", "")])
        assert answer["Allow"] == "GET, HEAD"


@pytest.mark.parametrize("method", ["GET", "POST", *STRANGE])
def test_what_is_no_address_is_not_there_by_any_method(method: str) -> None:
    answer = Client().generic(method, "/api/v1/nowhere/", b"{}", content_type="application/json")
    assert (answer.status_code, told(answer)) == (404, [("not_found", "")])
    assert (
        Client().generic(method, "/nowhere/", b"{}", content_type="application/json").status_code
        == 404
    )
