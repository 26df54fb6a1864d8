"""Requests by the names of the addresses."""

from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

    Response = _MonkeyPatchedWSGIResponse
else:
    Response = HttpResponse


def get(client: Client, name: str, /, *args: object, **query: Any) -> Response:
    return client.get(reverse(name, args=args), query)


def post(client: Client, name: str, /, *args: object, **fields: Any) -> Response:
    return client.post(reverse(name, args=args), fields)


def page_of(client: Client, name: str, /, *args: object, **query: Any) -> str:
    """The HTML of a page that is there."""
    return html_of(client, reverse(name, args=args, query=query))


def html_of(client: Client, address: str) -> str:
    """The same by its address."""
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()
