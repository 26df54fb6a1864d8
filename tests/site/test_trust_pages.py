"""The pages by which a phone comes to trust the laptop in the hall."""

import html
import io
import re
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import segno
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.site.starting import read_settings
from tichu_site.environment import SettingError
from tichu_site.server.tls import local_authority
from tichu_site.server.tls.local_authority import authority_in, certificates

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(tmp_path: Path, settings: Settings) -> Path:
    """A laptop that serves https on port 8443: the folder of its authority."""
    settings.LOCAL_TLS, settings.TLS_PORT, settings.TLS_DIR = True, 8443, tmp_path / "tls"
    settings.ALLOWED_HOSTS = ["*"]
    certificates(settings.TLS_DIR, ["localhost", "192.168.1.20"])
    return settings.TLS_DIR


def page(
    host: str = "192.168.1.20:8000", headers: dict[str, str] | None = None, **options: Any
) -> str:
    answer = Client(headers={"host": host} | (headers or {})).get(reverse("trust"), **options)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def code_of(address: str) -> str:
    """What draws the QR code of an address: the path of its modules."""
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(drawn, kind="svg", border=4, xmldecl=False)
    return re.findall(r' d="([^"]+)"', drawn.getvalue().decode())[-1]


def test_the_page_shows_what_a_phone_needs(hall: Path) -> None:
    shown, authority = (
        "".join(page(query_params={"step": step}) for step in (1, 2, 3)),
        authority_in(hall),
    )
    assert f'<code id="fingerprint">{authority.fingerprint}</code>' in shown
    assert f"It is called “{authority.name}”" in shown
    assert f'href="{reverse("trust_authority")}"' in shown
    assert f"{authority.fingerprint[:17]} …" in shown


ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130"


@pytest.mark.parametrize(
    ("agent", "asked", "tab", "said"),
    [
        (ANDROID, "", "Android", "tichu-desk.crt in the downloads"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
            "",
            "iPhone, iPad",
            "Certificate Trust Settings",
        ),
        ("Mozilla/5.0 (X11; Linux x86_64) Firefox/131", "", "Computer", "Keychain Access"),
        ("", "", "Computer", "Keychain Access"),
        (ANDROID, "apple", "iPhone, iPad", "Certificate Trust Settings"),
        (ANDROID, "nonsense", "Android", "tichu-desk.crt in the downloads"),
    ],
)
def test_the_own_system_is_chosen_and_another_is_a_tap_away(
    hall: Path, agent: str, asked: str, tab: str, said: str
) -> None:
    shown = page(query_params={"step": "2", "system": asked}, headers={"user-agent": agent})
    assert re.findall(r'aria-current="page">([^<]+)</a>', shown) == [tab]
    assert said in " ".join(shown.split())
    assert shown.count("<ol>") + shown.count("<ul>") == 1
    assert 'href="?step=2&system=other"' in shown


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.168.1.20:8000", "https://192.168.1.20:8443/"),
        ("tichu.local", "https://tichu.local:8443/"),
        ("[fe80::1]:8000", "https://[fe80::1]:8443/"),
    ],
)
def test_https_is_offered_under_the_name_by_which_the_phone_came(
    hall: Path, host: str, address: str
) -> None:
    shown = page(host, query_params={"step": "3"})
    assert f'<a class="button wide main" href="{address}">Continue with https</a>' in shown
    assert code_of(address) in shown
    assert code_of(f"http://{host}/trust/") in shown
    assert shown.count('class="code"') == 2


def test_another_port_of_https_is_named(hall: Path, settings: Settings) -> None:
    settings.TLS_PORT = 9443
    assert 'href="https://192.168.1.20:9443/"' in page(query_params={"step": "3"})


def test_over_https_the_page_does_not_send_phones_to_itself(hall: Path) -> None:
    shown = page("192.168.1.20:8443", secure=True)
    assert "This page came over https" in shown
    assert code_of("https://192.168.1.20:8443/") in shown
    assert shown.count('class="code"') == 1


@pytest.mark.parametrize(
    ("secure", "asked", "step", "said"),
    [
        (False, "", 1, "Download the certificate"),
        (False, "2", 2, "It is installed"),
        (False, "3", 3, "Continue with https"),
        (False, "7", 1, "Download the certificate"),
        (True, "", 3, "Continue with https"),
        (True, "1", 1, "Download the certificate"),
    ],
)
def test_one_step_is_next_with_the_red_button_and_the_others_lie_lower(
    hall: Path, secure: bool, asked: str, step: int, said: str
) -> None:
    shown = page("192.168.1.20:8443", secure=secure, query_params={"step": asked})
    assert re.findall(r'<a class="button wide main"[^>]*>([^<]+)</a>', shown) == [said]
    lower = [other for other in (1, 2, 3) if other != step]
    assert re.findall(r'card sunk" aria-labelledby="step-(\d)"', shown) == [
        str(other) for other in lower
    ]
    assert re.findall(r'class="step"\s+href="\?step=(\d)"', shown) == [
        str(other) for other in lower
    ]


@pytest.mark.parametrize(("host", "said"), [("localhost:8000", True), ("192.168.1.20:8000", False)])
def test_on_localhost_the_page_says_that_phones_cannot_follow(
    hall: Path, host: str, said: bool
) -> None:
    assert ("other phones cannot reach" in page(host)) == said


def test_the_certificate_is_handed_out_as_phones_install_it(hall: Path) -> None:
    answer = Client().get(reverse("trust_authority"))
    assert answer.content == authority_in(hall).der
    assert answer["Content-Type"] == "application/x-x509-ca-cert"
    assert answer["Content-Disposition"] == 'inline; filename="tichu-desk.crt"'


def test_a_certificate_that_is_not_valid_yet_is_named_as_such(
    hall: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "in the future by this laptop" not in page()
    earlier = datetime.now(UTC) - timedelta(days=400)
    monkeypatch.setattr(local_authority, "_now", lambda: earlier)
    assert "in the future by this laptop" in page()
    assert "restart the server, then download the certificate here" in page()


@pytest.mark.parametrize("missing", ["not asked for", "never made", "damaged"])
def test_without_https_the_page_says_what_to_do_at_the_laptop(
    hall: Path, settings: Settings, missing: str
) -> None:
    if missing == "not asked for":
        settings.LOCAL_TLS = False
    elif missing == "never made":
        settings.TLS_DIR = hall / "elsewhere"
    else:
        (hall / "authority.crt").write_bytes(b"")
    shown = page()
    assert "start it again with “make run TLS=1”" in shown
    assert 'class="code"' not in shown
    assert reverse("trust_authority") not in shown
    answer = Client().get(reverse("trust_authority"))
    assert answer.status_code == 404
    assert "This machine does not serve https" in answer.content.decode()


def test_on_a_clubs_server_there_is_nothing_to_do() -> None:
    shown = page("testserver", secure=True)
    assert "there is nothing to do" in shown
    assert "make run" not in shown


@pytest.mark.parametrize("name", ["trust", "trust_authority"])
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_the_pages_are_for_reading_only(hall: Path, name: str, method: str) -> None:
    assert getattr(Client(), method)(reverse(name)).status_code == 405


def test_looking_at_the_pages_leaves_no_cookie(hall: Path) -> None:
    client = Client()
    client.get(reverse("trust_authority"))
    assert not client.cookies


def test_no_key_can_be_downloaded(hall: Path) -> None:
    for name in ("authority.pem", "server.pem", "authority.key", "../tls/authority.pem"):
        assert Client().get(f"/trust/{name}").status_code == 404


# One phone, http and https
# ------------------------------------------------------------------------------------


def form_token(client: Client, *, secure: bool, host: str) -> str:
    form = client.get(reverse("new_game"), secure=secure, headers={"host": host}).content.decode()
    return re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', form)[0]


@pytest.mark.parametrize("origin", ["http://192.168.1.20:8000", "https://192.168.1.20:8443"])
def test_a_form_is_taken_by_http_and_by_https_of_another_port(hall: Path, origin: str) -> None:
    scheme, host = origin.split("://")
    secure = scheme == "https"
    phone = Client(enforce_csrf_checks=True)
    fields = {
        "csrfmiddlewaretoken": form_token(phone, secure=secure, host=host),
        "variant": "nanking", "action": "start", "id": str(uuid.uuid4()),
        "name_0": "Anna", "name_1": "Beat", "name_2": "Carla", "name_3": "Dino",
    }  # fmt: skip
    for headers in ({"origin": origin}, {"referer": f"{origin}/new/"}):
        answer = phone.post(
            reverse("new_game"), fields, secure=secure, headers={"host": host} | headers
        )
        assert answer.status_code == 302, headers


@pytest.mark.parametrize(
    "origin", ["https://192.168.1.20:8444", "https://evil.example:8443", "http://192.168.1.20:8443"]
)
def test_a_form_of_another_site_is_not_taken_by_https(hall: Path, origin: str) -> None:
    host = "192.168.1.20:8443"
    phone = Client(enforce_csrf_checks=True)
    fields = {"csrfmiddlewaretoken": form_token(phone, secure=True, host=host)}
    for headers in ({"origin": origin}, {"referer": f"{origin}/new/"}):
        answer = phone.post(
            reverse("new_game"), fields, secure=True, headers={"host": host} | headers
        )
        assert answer.status_code == 403, headers


def test_a_phone_s_own_cookie_goes_both_ways_and_https_is_not_made_a_habit(hall: Path) -> None:
    """Else a phone that once came by https could not come back by http:
    the other phones still do.
    """
    phone = Client()
    answer = phone.get(reverse("new_game"), secure=True, headers={"host": "192.168.1.20:8443"})
    assert {name: bool(cookie["secure"]) for name, cookie in phone.cookies.items()} == {
        "__Host-csrftoken": True,
        "device": False,
    }
    assert "Strict-Transport-Security" not in answer.headers


# Settings
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variables", "shown"),
    [
        ({}, (False, 8443)),
        ({"TLS": "1"}, (True, 8443)),
        ({"TLS": "1", "TLS_PORT": "443"}, (True, 443)),
    ],
)
def test_https_in_the_hall_is_asked_for_by_the_environment(
    tmp_path: Path, variables: dict[str, str], shown: tuple[bool, int]
) -> None:
    read = read_settings(tmp_path, **variables)
    assert (*shown, tmp_path / "tls") == (read.LOCAL_TLS, read.TLS_PORT, read.TLS_DIR)


@pytest.mark.parametrize(
    ("variables", "line"),
    [
        ({"TLS": "perhaps"}, "TLS must be true or false, not 'perhaps'."),
        ({"TLS_PORT": "https"}, "TLS_PORT must be a number from 1 to 65535, not 'https'."),
        (
            {"TLS": "1", "HTTPS": "1"},
            "HTTPS is for a server behind TLS and TLS for a hall without: set one of the two.",
        ),
    ],
)
def test_a_wrong_wish_for_https_stops_the_start_with_one_line(
    tmp_path: Path, variables: dict[str, str], line: str
) -> None:
    with pytest.raises(SettingError) as refused:
        read_settings(tmp_path, **variables)
    assert str(refused.value) == line
