"""What a button gets that htmx presses: the part of the page that changes, or the way to another
page. Never JSON.
"""

import re
import uuid
from urllib.parse import parse_qs

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.processes import ROOT
from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, number, owner_of
from tichu_site.middleware.htmx_targets import HtmxTargetMiddleware, stays_on_page
from tournaments.models import Match, Tournament

pytestmark = pytest.mark.django_db
SITE = "http://testserver"


def boosted(on: str = "/", **more: str) -> dict[str, str]:
    """What htmx says of a button that is pressed on a page."""
    headers = {
        "HX-Request": "true",
        "HX-Boosted": "true",
        "HX-Current-URL": f"{SITE}{on}",
        "Accept": "text/html",
    }
    return headers | more


def is_part(answer: Response) -> bool:
    """Whether it is a page's title and <main>, and nothing round it."""
    page = answer.content.decode()
    assert answer["Content-Type"].startswith("text/html")
    assert "no-store" in answer["Cache-Control"]
    return (
        page.count("<main") == 1
        and "<title>" in page
        and not re.search("<header class=.top|htmx-4|charset=", page)
    )


@pytest.fixture
def cup() -> Tournament:
    return desks.a_tournament("pairs_swiss", 4)


def test_a_refused_button_answers_with_the_part_and_what_was_typed(cup: Tournament) -> None:
    client, page = owner_of(cup), at("desk_entrants", cup)
    typed = {"name_0": "Anna", "name_1": "Beat", "seed": "first"}
    for headers, part in ((boosted(page), True), ({}, False)):
        answer = client.post(at("desk_enter", cup), typed, headers=headers)
        assert (answer.status_code, is_part(answer) if part else part) == (422, part)
        assert re.search(
            r'name="seed"[^>]*value="first"[^>]*aria-invalid="true"', answer.content.decode()
        )
    assert '<header class="top' in answer.content.decode()


def test_a_button_that_leads_back_to_its_page_is_followed_there(cup: Tournament) -> None:
    client, page = owner_of(cup), at("desk_entrants", cup)
    press = at("desk_check_in", cup, number(cup, 2).pk)
    answer = client.post(press, {"here": "1"}, headers=boosted(f"{page}?show=door"))
    assert answer.status_code == 302
    shown = client.get(answer["Location"], headers=boosted(page))
    assert shown.status_code == 200
    assert is_part(shown)
    assert shown.content.count(b"presence") == client.get(page).content.count(b"presence") == 4


def test_a_button_that_leads_elsewhere_sends_the_browser_there(cup: Tournament) -> None:
    client, page = owner_of(cup), at("desk_entrant", cup, number(cup, 2).pk)
    press = at("desk_entrant_do", cup, number(cup, 2).pk, "remove")
    answer = client.post(press, headers=boosted(page))
    assert (answer.status_code, answer["HX-Redirect"], answer.content) == (
        204,
        at("desk_entrants", cup),
        b"",
    )
    assert "Location" not in answer
    # Nothing of what was said is lost
    assert b"removed from the list" in client.get(at("desk_entrants", cup)).content


def test_a_deed_that_changes_what_stands_round_the_page_asks_for_all_of_it() -> None:
    """Right after opening, the menu has the public page; the name stands above every page."""
    cup = desks.a_tournament("pairs_swiss", 4, opened=False)
    client, board = owner_of(cup), at("desk_board", cup)
    assert "Public page" not in client.get(board).content.decode()
    answer = client.post(at("desk_turn", cup, "open"), headers=boosted(board))
    assert (answer.status_code, answer["HX-Redirect"]) == (204, board)
    page = client.get(board).content.decode()
    assert "Public page" in page
    assert "The tournament is open" in page  # what was said is not lost
    # Without htmx as ever
    assert client.post(at("desk_turn", cup, "finish")).status_code in {302, 409, 422}


def test_whoever_is_asked_to_sign_in_comes_back_to_the_page_and_not_to_its_button(
    cup: Tournament,
) -> None:
    page, press = (
        f"{at('desk_entrants', cup)}?show=door",
        at("desk_check_in", cup, number(cup, 2).pk),
    )
    answer = Client().post(press, {"here": "1"}, headers=boosted(page))
    assert answer.status_code == 204
    way, _, query = answer["HX-Redirect"].partition("?")
    assert (way, parse_qs(query)) == ("/account/login/", {"next": [page]})
    assert parse_qs(Client().post(press)["Location"].partition("?")[2]) == {"next": [press]}


def test_cookies_of_a_redirection_come_along() -> None:

    def leads_on(request: object) -> HttpResponse:
        answer = HttpResponse(status=302, headers={"Location": "/there/", "X-Said": "yes"})
        answer.set_cookie("who", "Anna")
        return answer

    request = RequestFactory().post("/press/", headers=boosted("/here/"))
    sent = HtmxTargetMiddleware(leads_on)(request)  # type: ignore[arg-type]
    assert (sent.status_code, sent["HX-Redirect"], sent["X-Said"]) == (204, "/there/", "yes")
    assert sent.cookies["who"].value == "Anna"


def test_which_addresses_are_the_page_that_asked() -> None:
    one, two = (reverse("desk_paper", args=[uuid.UUID(int=0), match]) for match in (1, 2))
    found = {
        (here, there): stays_on_page(RequestFactory().get("/x/", headers=boosted(here)), there)
        for here, there in [
            ("/desk/?a=1", "/desk/?b=2#c"),
            ("/desk/", f"{SITE}/desk/"),
            ("/desk/", "http://elsewhere.example/desk/"),
            ("/desk/", "/desk/new/"),
            ("/", "/nowhere/"),
            (one, two),  # a table's sheet leads on to the next
            (one, reverse("desk_correct", args=[uuid.UUID(int=0), 2])),
        ]
    }
    assert list(found.values()) == [True, True, False, False, False, True, False]


def test_paper_goes_on_to_the_next_table_in_place(cup: Tournament) -> None:
    first, second = Match.objects.filter(session_round=desks.draw(cup)).order_by("number")
    client, page = owner_of(cup), at("desk_paper", cup, first.pk)
    answer = client.post(
        page, {"reason": "paper sheet", "sum_1_0": "1000", "sum_1_1": "400"}, headers=boosted(page)
    )
    assert (answer.status_code, answer["Location"]) == (302, at("desk_paper", cup, second.pk))
    shown = client.get(answer["Location"], headers=boosted(page))
    assert is_part(shown)
    assert b"Table 1 is entered." in shown.content


@pytest.mark.parametrize("status", [403, 404, 405])
def test_whoever_is_turned_away_reads_it_in_the_page_and_a_script_in_json(
    cup: Tournament, status: int
) -> None:
    client, page = owner_of(cup), at("desk_board", cup)
    ask = {
        403: lambda **how: Client(enforce_csrf_checks=True).post(at("desk_enter", cup), **how),
        404: lambda **how: client.get(page.replace("board", "nowhere"), **how),
        405: lambda **how: client.get(at("desk_enter", cup), **how),
    }[status]
    answer = ask(headers=boosted(page))
    assert (answer.status_code, is_part_of_refusal(answer)) == (status, True)
    assert b'<header class="top' in ask().content


def is_part_of_refusal(answer: Response) -> bool:
    page = answer.content.decode()
    return (
        answer["Content-Type"].startswith("text/html")
        and "<main" in page
        and '<header class="top' not in page
    )


def test_no_attribute_of_a_page_holds_code() -> None:
    templates = [
        path for folder in ("templates", "tichu_site") for path in (ROOT / folder).rglob("*.html")
    ]
    code = re.compile(r"""hx-on|["'](?:js|javascript):|hx-trigger="[^"]*\[""")
    assert len(templates) > 150
    assert [path.name for path in templates if code.search(path.read_text(encoding="utf-8"))] == []
