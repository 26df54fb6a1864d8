"""The page that says which sites may show a tournament, with what is to be put into theirs."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.requests import Response
from tests.tournaments.desk_pages import at, errors, text_of
from tests.tournaments.desks import Desk, a_desk, a_tournament, signed_in
from tournaments.models import Role, Tournament

pytestmark = pytest.mark.django_db

CLUB = "https://www.club.example"


def a_cup(preset: str = "pairs_swiss") -> tuple[Desk, Tournament, Client]:
    desk = a_desk()
    return desk, a_tournament(preset, 4, desk=desk), signed_in(desk.user)


def snippets(response: Response) -> list[str]:
    return [
        unescape(one).strip()
        for one in re.findall(r"readonly[^>]*>(.*?)</textarea>", response.content.decode(), re.S)
    ]


def test_the_owner_types_a_site_and_gets_what_to_put_into_its_pages() -> None:
    _, cup, client = a_cup("groups_and_cup")
    page = at("desk_embed", cup)
    assert snippets(client.get(page)) == []
    assert client.post(page, {"sites": f"{CLUB}/\r\nhttps://b.example"}).status_code == 302
    cup.refresh_from_db()
    assert cup.shown_on == [CLUB, "https://b.example"]
    found = snippets(client.get(page))
    sources = [
        unescape(match[1])
        for one in found
        if (match := re.match(r'<iframe src="([^"]+)" title="[^"]+" ', one))
    ]
    assert [one.partition(str(cup.pk))[2] for one in sources] == [
        "/rounds/?embed",
        "/standings/1/?embed",
        "/standings/2/?embed",
        "/bracket/2/?embed",
    ]
    for one in sources:
        shown = Client().get(one.removeprefix("http://testserver"))
        assert shown.status_code == 200
        assert CLUB in shown["Content-Security-Policy"]


def test_names_with_quotes_end_no_attribute() -> None:
    _, cup, client = a_cup()
    Tournament.objects.filter(pk=cup.pk).update(name='"><script>x</script>', shown_on=[CLUB])
    page = client.get(at("desk_embed", cup))
    assert "<script>x" not in page.content.decode()
    assert all("<script>x" not in one and '"&quot;&gt;&lt;script' in one for one in snippets(page))


def test_what_is_no_site_stands_beside_its_field_and_all_that_was_typed_stays() -> None:
    _, cup, client = a_cup()
    answer = client.post(at("desk_embed", cup), {"sites": f"{CLUB}\nclub.example/page"})
    assert answer.status_code == 422
    assert any("Enter https://club.example" in one for one in errors(answer))
    assert f"{CLUB}\nclub.example/page</textarea>" in answer.content.decode()
    cup.refresh_from_db()
    assert cup.shown_on == []


def test_the_list_is_emptied_by_sending_it_empty() -> None:
    _, cup, client = a_cup()
    Tournament.objects.filter(pk=cup.pk).update(shown_on=[CLUB])
    client.post(at("desk_embed", cup), {"sites": ""})
    cup.refresh_from_db()
    assert cup.shown_on == []


@pytest.mark.parametrize("role", [name for name in Role.Name.values if name != "owner"])
def test_the_way_to_it_is_shown_to_an_owner_alone(role: str) -> None:
    desk, cup, client = a_cup()
    assert at("desk_embed", cup) in client.get(at("desk_about", cup)).content.decode()
    Role.objects.filter(club=desk.club, user=desk.user.pk).update(name=role)
    assert client.get(at("desk_embed", cup)).status_code == 404
    assert client.post(at("desk_embed", cup), {"sites": CLUB}).status_code == 404
    answer = client.get(at("desk_about", cup))
    assert answer.status_code == 404 or at("desk_embed", cup) not in answer.content.decode()


def test_before_it_is_open_the_page_says_that_nothing_is_shown() -> None:
    _, cup, client = a_cup()
    Tournament.objects.filter(pk=cup.pk).update(state=Tournament.State.DRAFT)
    assert "These pages stay empty until" in text_of(client.get(at("desk_embed", cup)))
