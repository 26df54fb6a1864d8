"""What was typed is not lost with a session: a form that comes too late is given back, and is sent
again with a tap.
"""

import html
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tournaments import desks
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
OURS = {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}
NAMES = "\n".join(f"Player {number}, Mate {number}" for number in range(1, 61))


def strict(client: Client) -> Client:
    """The same browser, whose tokens are looked at."""
    other = Client(enforce_csrf_checks=True)
    other.cookies = client.cookies
    return other


def form_of(page: str) -> dict[str, str]:
    """The fields of the form that is given back, as a browser would send them."""
    found = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page))
    found |= dict(re.findall(r'<textarea[^>]* name="([^"]+)"[^>]*>\n(.*?)</textarea>', page, re.S))
    return {key: html.unescape(value) for key, value in found.items()}


def test_sixty_names_survive_signing_in_again_in_another_tab() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 0, desk=desk)
    browser, address = strict(desk.client), reverse("desk_enter", args=[cup.pk])
    late = browser.post(
        address, {"csrfmiddlewaretoken": "x" * 64, "names": NAMES, "go": "1"}, headers=OURS
    )
    page = late.content.decode()
    assert late.status_code == 403
    assert "no-store" in late["Cache-Control"]
    assert "what you typed is still here" in page
    assert f'action="{address}"' in page
    sent = form_of(page)
    assert (sent["names"].replace("\r\n", "\n"), sent["go"]) == (NAMES, "1")
    again = browser.post(address, sent, headers=OURS)
    assert again.status_code != 403


def test_who_is_signed_out_by_then_finds_it_too_and_signs_in_beside_it() -> None:
    cup = desks.a_tournament("pairs_swiss", 0)
    address = reverse("desk_enter", args=[cup.pk])
    answer = Client().post(address, {"names": NAMES}, headers=OURS)
    page = answer.content.decode()
    assert answer.status_code == 403
    assert form_of(page)["names"].replace("\r\n", "\n") == NAMES
    assert f'href="{reverse("account_login")}" target="_blank"' in page
    assert Client().post(address, {}, headers=OURS).status_code == 302  # nothing was typed
    assert Tournament.objects.get(pk=cup.pk).entrants.count() == 0


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "http://testserver", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
        {**OURS, "HX-Request": "true", "Accept": "application/json"},
    ],
)
def test_nothing_that_another_site_or_a_script_sent_is_given_back(headers: dict[str, str]) -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 0, desk=desk)
    address = reverse("desk_enter", args=[cup.pk])
    late = strict(desk.client).post(address, {"names": NAMES}, headers=headers)
    assert late.status_code == 403
    assert "Mate 60" not in late.content.decode()
    assert Client().post(address, {"names": NAMES}, headers=headers).status_code == 302


def test_a_password_never_comes_back_in_a_page() -> None:
    typed = {"login": "olga@example.org", "password": "correct horse battery"}
    late = Client(enforce_csrf_checks=True).post(reverse("account_login"), typed, headers=OURS)
    assert late.status_code == 403
    assert "correct horse" not in late.content.decode()
    assert "olga@example.org" not in late.content.decode()


def test_what_was_typed_is_shown_as_text_and_a_file_is_chosen_again() -> None:
    desk = desks.a_desk()
    typed: dict[str, Any] = {
        "file": SimpleUploadedFile("club.csv", b"Anna"),
        "name": '"><script>x</script>',
    }
    late = strict(desk.client).post(reverse("desk_import"), typed, headers=OURS)
    page = late.content.decode()
    assert late.status_code == 403
    assert "<script>x" not in page
    assert 'enctype="multipart/form-data"' in page
    assert re.search(r'<input type="file" id="file-1" name="file" required>', page)
    assert form_of(page)["name"] == '"><script>x</script>'


def test_every_form_of_the_desk_is_given_back() -> None:
    from tests.tournaments.roles.ways import WAYS
    from tests.tournaments.roles.world import the_world

    world = the_world()
    asked = 0
    for key, way in WAYS.items():
        form = {name: str(value) for name, value in way.form(world).items()}
        if not key.startswith("desk") or "POST" not in way.methods or not form:
            continue
        asked += 1
        late = strict(world.clients["director"]).post(
            way.address(key, world, "director"), form, headers=OURS
        )
        assert late.status_code == 403, key
        given = form_of(late.content.decode())
        assert {name: given.get(name) for name in form} == form, key
    assert asked > 12
