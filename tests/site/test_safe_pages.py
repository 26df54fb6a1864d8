"""What every answer carries for safety, and what no template may contain."""

import re
from pathlib import Path

import pytest
from django.test import Client

from tests.markup import FORBIDDEN
from tests.processes import ROOT
from tests.site.starting import as_started

TEMPLATES = sorted([*(ROOT / "templates").rglob("*.html"), *ROOT.glob("*/templates/**/*.html")])
PAGES = ["/", "/new/", "/nothing-here/"]


def test_no_template_needs_what_the_policy_forbids() -> None:
    assert len(TEMPLATES) > 200
    found = {
        (str(path.relative_to(ROOT)), what): match[0]
        for path in TEMPLATES
        for what, pattern in FORBIDDEN.items()
        if (match := re.search(pattern, path.read_text(encoding="utf-8"), re.I))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a script in the page", "<script>let x</script>"),
        ("a script in the page", '<script type="module">let x</script>'),
        ("a style attribute", '<p class="a" style="color:red">'),
        ("an event attribute", "<a\nonclick='go()'>"),
        ("another host", '<img src="https://elsewhere.example/x.png">'),
    ],
)
def test_the_search_finds_what_is_forbidden(what: str, text: str) -> None:
    assert re.search(FORBIDDEN[what], text, re.I)


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES)
def test_every_answer_carries_the_headers_of_a_careful_site(client: Client, address: str) -> None:
    headers = client.get(address).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    denied = (
        headers["Permissions-Policy"].split(", ")
        if headers["Content-Type"].startswith("text/html")
        else []
    )
    assert {"microphone=()", "geolocation=()", "usb=()"} <= set(denied) or "html" not in headers[
        "Content-Type"
    ]
    assert not {
        one
        for one in denied
        if one.startswith(("camera", "screen-wake-lock", "publickey", "clipboard"))
    }


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES)
def test_the_content_policy_is_strict(client: Client, address: str) -> None:
    policy = client.get(address).headers["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";") if part.strip())
    assert directives["default-src"] == "'none'"
    assert directives["script-src"] == "'self'"
    assert directives["style-src"] == "'self'"
    assert directives["frame-ancestors"] == "'none'"
    assert directives["base-uri"] == "'none'"
    assert directives["form-action"] == "'self'"
    assert re.findall(r"unsafe|\*|https?:", policy) == []


@pytest.mark.django_db
def test_every_cookie_is_out_of_reach_of_scripts_and_of_other_sites(client: Client) -> None:
    client.get("/new/")
    client.post("/language/", {"language": "de", "next": "/"})
    assert client.cookies
    for name, cookie in client.cookies.items():
        assert (name, cookie["httponly"], cookie["samesite"]) == (name, True, "Lax")


def asked() -> tuple[dict[str, bool], str | None]:
    """The cookies of a site as it has been started, with whether they are for TLS alone, and its
    HSTS header.
    """
    client = Client(headers={"X-Forwarded-Proto": "https"})
    form = client.get("/new/")
    client.post("/language/", {"language": "de", "next": "/"})
    cookies = {name: bool(cookie["secure"]) for name, cookie in client.cookies.items()}
    return cookies, form.headers.get("Strict-Transport-Security")


def test_behind_tls_cookies_travel_encrypted_only(tmp_path: Path) -> None:
    with as_started(tmp_path, HTTPS="true", ALLOWED_HOSTS="testserver"):
        cookies, header = asked()
    assert cookies == {
        "__Host-csrftoken": True,
        "__Host-device": True,
        "__Host-django_language": True,
    }
    assert header == "max-age=31536000"


@pytest.mark.parametrize(
    ("settings", "more"),
    [
        ({"HSTS_SUBDOMAINS": "yes"}, "; includeSubDomains"),
        ({"HSTS_SUBDOMAINS": "yes", "HSTS_PRELOAD": "yes"}, "; includeSubDomains; preload"),
    ],
)
def test_names_under_the_sites_own_are_bound_to_tls_where_that_is_asked_for(
    tmp_path: Path, settings: dict[str, str], more: str
) -> None:
    with as_started(tmp_path, HTTPS="true", ALLOWED_HOSTS="testserver", **settings):
        assert asked()[1] == f"max-age=31536000{more}"


def test_in_the_hall_cookies_travel_without_tls(tmp_path: Path) -> None:
    with as_started(tmp_path, ALLOWED_HOSTS="testserver"):
        cookies, header = asked()
    assert cookies == {"csrftoken": False, "device": False, "django_language": False}
    assert header is None
