"""What every answer carries for safety, and what no template may contain."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from tests.browser.servers import ROOT

TEMPLATES = sorted([*(ROOT / "templates").rglob("*.html"), *ROOT.glob("*/templates/**/*.html")])
FORBIDDEN = {
    "a script in the page": r"<script\b(?![^>]*\bsrc=)(?![^>]*\btype=\"application/json\")",
    "a style in the page": r"<style\b",
    "a style attribute": r"<[^>]*\sstyle\s*=",
    "an event attribute": r"<[^>]*\son[a-z]+\s*=",
    "another host": r"(?<!xmlns=['\"])https?://",
    "an address in a javascript: link": r"javascript:",
    "a text taken for safe": r"\|\s*safe\b|{%\s*autoescape\s+off",
}
PAGES = ["/", "/new/", "/nothing-here/"]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_template_needs_what_the_policy_forbids(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    found = {what: match[0] for what, pattern in FORBIDDEN.items() if (match := re.search(pattern, text, re.I))}
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


@pytest.mark.django_db
def test_behind_tls_cookies_travel_encrypted_only() -> None:
    """Asked of a process of its own that was started with HTTPS: the flags are read once, at the start."""
    code = """
import django; django.setup()
from django.test import Client, RequestFactory
from django.conf import settings
from django.http import HttpResponse
from scoring.devices import DeviceMiddleware
client = Client(headers={"X-Forwarded-Proto": "https"})
answer = client.post("/language/", {"language": "de", "next": "/"})
def with_key(request):
    request.new_device_key = "k" * 43
    return HttpResponse()
ours = DeviceMiddleware(with_key)(RequestFactory().get("/"))
cookies = answer.cookies | ours.cookies
print(sorted(cookies), all(cookie["secure"] for cookie in cookies.values()), settings.CSRF_COOKIE_SECURE)
"""
    environment = os.environ | {
        "HTTPS": "true",
        "ALLOWED_HOSTS": "testserver",
        "DJANGO_SETTINGS_MODULE": "tichu_site.settings",
    }
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "['device', 'django_language'] True True"
