"""Asking the desk's pages: addresses, messages, and who is kept out."""

import re
import uuid
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.tournaments.desks import a_desk, a_user, signed_in
from tournaments.models import Tournament


def at(name: str, tournament: Tournament, *rest: object) -> str:
    """The address of a page of this tournament."""
    return reverse(name, args=[tournament.pk, *rest])


def text_of(response: Any) -> str:
    """What a page says, without its marks, in one line."""
    page = re.sub(r"<(head|script|style)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def said(client: Client, response: Any) -> list[str]:
    """The messages on the page that an answer leads to."""
    page = client.get(response["Location"])
    assert page.status_code == 200, page.content
    notes = re.findall(r'<p class="note" role="status">(.*?)</p>', page.content.decode())
    return [unescape(note) for note in notes]


def errors(response: Any) -> list[str]:
    """What a page says is wrong: above it, and beside its fields."""
    page = response.content.decode()
    above = re.findall(r'<div class="errors".*?</div>', page, flags=re.DOTALL)
    lines = re.findall(r"<li>(.*?)</li>", "".join(above))
    return [unescape(line) for line in lines + re.findall(r'<p class="error"[^>]*>(.*?)</p>', page)]


def kept_out(address: str, tournament: Tournament, data: dict[str, Any] | None = None, *, post: bool = True) -> None:
    """A stranger, another club's director and who is not signed in get nowhere; neither does a wrong id."""
    stranger, other = signed_in(a_user("Stranger")), a_desk("Otto", "Another club").client
    answers = [_ask(client, address, data, post=post) for client in (stranger, other)]
    assert [answer.status_code for answer in answers] == [404, 404]
    anonymous = _ask(Client(), address, data, post=post)
    assert (anonymous.status_code, anonymous["Location"]) == (302, f"{reverse('account_login')}?next={address}")
    wrong = address.replace(str(tournament.pk), str(uuid.UUID(int=7)))
    assert _ask(stranger, wrong, data, post=post).status_code == 404
    assert not post or stranger.get(address).status_code == 405


def _ask(client: Client, address: str, data: dict[str, Any] | None, *, post: bool) -> Any:
    return client.post(address, data or {}) if post else client.get(address)
