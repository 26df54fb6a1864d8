"""A site under a path of a shared host, `https://club.example/tichu/`: nothing leads out of it."""

import http.client
import re
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import get_script_prefix, reverse, set_script_prefix

from scoring.games.access.devices import COOKIE
from scoring.pages.common import match_of
from tests.browser.records import kept_open
from tests.browser.servers import Site, running_site
from tests.lengths import in_short
from tests.site.starting import as_started, read_settings
from tests.tournaments import looks
from tichu_site.environment import SettingError
from tournaments.webhook_sender import Sender

HOST, BASE = "club.example", "/tichu/"
UNDER_A_PATH = {"BASE_PATH": BASE, "HTTPS": "true", "ALLOWED_HOSTS": HOST}
# The setting


@pytest.mark.any_database
@pytest.mark.parametrize("value", ["/tichu/", "/a/b-2/", "/Tichu.Desk/", "/"])
def test_a_path_is_taken_over(tmp_path: Path, value: str) -> None:
    found = read_settings(tmp_path, BASE_PATH=value, HTTPS="true")
    assert (value, f"{value}static/") == (found.BASE_PATH, found.STATIC_URL)
    assert getattr(found, "FORCE_SCRIPT_NAME", "") == value.rstrip("/")


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("value", "words"),
    [
        *[
            (value, f"must be a path such as /tichu/, with a slash at both ends, not {value!r}.")
            for value in ("tichu", "/tichu", "tichu/", "//", "/../", "/a b/", "/ü/", "/a/" * 5)
        ],
        ("/" + 31 * "a" + "/", "must be a path such as"),
        ("/club/card/", "must not contain 'card', which this site's links use."),
    ],
)
def test_a_wrong_path_stops_the_start(tmp_path: Path, value: str, words: str) -> None:
    with pytest.raises(SettingError) as refused:
        read_settings(tmp_path, BASE_PATH=value, HTTPS="true")
    assert str(refused.value).startswith(f"BASE_PATH {words}")


@pytest.mark.any_database
def test_a_path_needs_https_where_our_cookies_have_names_of_their_own(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"^BASE_PATH is for a host that this site shares"):
        read_settings(tmp_path, BASE_PATH=BASE)


# Requests, and what is made without one


@pytest.fixture
def under_a_path(tmp_path: Path) -> Iterator[None]:
    """This process as such a start, in requests and outside."""
    before = get_script_prefix()
    with as_started(tmp_path, **UNDER_A_PATH):
        set_script_prefix(BASE)
        yield
    set_script_prefix(before)


@pytest.mark.django_db
@pytest.mark.usefixtures("under_a_path")
def test_cookies_stay_below_the_path_and_those_of_other_programs_are_left_alone() -> None:
    client = Client(headers={"host": HOST})
    client.cookies["sessionid"] = client.cookies["csrftoken"] = client.cookies[COOKIE] = "theirs"
    client.post("/new/", {"variant": "nanking"}, secure=True)
    answer = client.post("/language/", {"language": "de"}, secure=True)
    client.get("/new/", secure=True)
    given = {name: one for name, one in client.cookies.items() if one.value != "theirs"}
    assert set(given) >= {"__Secure-django_language", "__Secure-csrftoken"}
    assert {(one["path"], one["secure"]) for one in given.values()} == {(BASE, True)}
    assert set(answer.cookies) <= set(given)


@pytest.mark.any_database
@pytest.mark.usefixtures("under_a_path")
def test_messages_that_no_request_sends_lead_below_the_path() -> None:
    found: list[str] = []

    def send(_now: object) -> bool:
        found.append(reverse("front"))
        sender.stop()
        return False

    sender = Sender(send=send)
    sender.start()
    sender.join()
    assert found == [BASE]


@pytest.mark.any_database
@pytest.mark.usefixtures("under_a_path")
def test_the_site_finds_its_own_addresses_again() -> None:
    assert reverse("front") == BASE
    found = match_of("/tichu/language/")
    assert found is not None
    assert found.url_name == "set_language"
    assert match_of("/language/") is match_of("/tichu/nothing/") is None


# Everything that a page leads to

# Pages that need no records, and all that an evening has
WORLD = in_short(["empty", "evening"], ["empty"])
OF_EVERYBODY = ["", "new/", "sw.js", "manifest.webmanifest", "offline/", "here/", "language/"]
ATTRIBUTE = re.compile(r"""\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
QUOTED = re.compile(r"""(?<!=)["'`](/[a-z][^"'`\s<>\\]*)["'`]""")
IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+)["']""")
OF_STYLES = re.compile(r"""url\(["']?([^"')]+)["']?\)""")
NOBODY = re.compile("00000000-0000|token_|/0/")  # in an address that a script fills in
FORM = "/print/round/"  # a form whose fields say which pages
LISTS = {"hx-get", "hx-post", "hx-sse:connect", "href", "src", "action", "formaction"}


class Visitor:
    """Somebody who opens pages of the site through its proxy."""

    def __init__(self, site: Site, session: str) -> None:
        self.site, self.session = site, session
        self.seen: dict[str, int] = {}
        self.strays: list[tuple[str, str]] = []

    def get(self, path: str, phone: str = "", **headers: str) -> tuple[int, str, str]:
        """Status, kind and content; follows nothing."""
        cookies = f"__Secure-sessionid={self.session}; __Secure-{COOKIE}={phone}"
        asked = {"Host": HOST, "X-Forwarded-Proto": "https", "Cookie": cookies} | headers
        port = int(self.site.env["PORT"])
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as line:
            line.request("GET", path, headers=asked)
            answer = line.getresponse()
            leads = answer.headers.get("Location")
            if leads:
                self.look(path, leads)
            kind = answer.headers.get("Content-Type", "")
            if kind.startswith("text/event-stream"):
                return answer.status, kind, ""
            return answer.status, kind, answer.read().decode("utf-8", "replace")

    def look(self, page: str, address: str) -> str:
        """Note an address that leaves the path. Returns its path, "" for one on another host."""
        there = urlsplit(urljoin(f"https://{HOST}{page}", address))
        if there.scheme not in {"http", "https"} or there.netloc != HOST:
            return ""
        if not there.path.startswith(BASE) or there.path.startswith(BASE + BASE[1:]):
            self.strays.append((page, address))
            return ""
        return there._replace(scheme="", netloc="", fragment="").geturl()

    def open(self, page: str, phone: str = "") -> set[str]:
        """Open a page: where it leads to."""
        status, kind, text = self.get(page, phone)
        self.seen[page] = status
        return {path for one in addresses(kind, text) if (path := self.look(page, unescape(one)))}


def addresses(kind: str, text: str) -> Iterator[str]:
    """Every address in an answer, whatever it is."""
    yield from re.findall(rf"https://{HOST}[^\s\"'<>\\]*", text)
    if kind.startswith("text/html"):
        for name, *values in ATTRIBUTE.findall(text):
            value = "".join(values)
            if name in LISTS or re.match(r"/[a-z]", value):
                yield from value.split(" ") if "/static/" in value else [value]
        yield from QUOTED.findall(text)
    elif kind.startswith("text/css"):
        yield from (one for one in OF_STYLES.findall(text) if not one.startswith(("data:", "#")))
    else:
        yield from QUOTED.findall(text)
        if "javascript" in kind:
            yield from IMPORTED.findall(text)


def shape(path: str) -> str:
    """Addresses of the same view look alike; a file stands for itself."""
    if "/static/" in path:
        return path
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d+", "0", path.partition("?")[0])


@pytest.mark.parametrize("world", WORLD)
def test_every_link_form_and_file_of_every_page_is_below_the_path_and_there(
    tmp_path: Path, world: str
) -> None:
    with running_site(tmp_path, **UNDER_A_PATH) as site:
        evening: dict[str, Any] = {"session": "", "pages": {}}
        if world == "evening":
            with kept_open(site) as records:
                evening = records(looks.an_evening)
        visitor = Visitor(site, evening["session"])
        leads: dict[str, tuple[str, str]] = {}
        pages = [*evening["pages"].values(), *[(BASE + path, "") for path in OF_EVERYBODY]]
        for address, phone in pages:
            assert address.startswith(BASE)
            for path in visitor.open(address, phone):
                leads.setdefault(shape(path), (path, phone))
        files: set[str] = set()
        for path, phone in leads.values():
            if path not in visitor.seen and not NOBODY.search(path):
                more = visitor.open(path, phone)
                files |= {one for one in more if "/static/" in one}
        for path in files - set(visitor.seen):
            visitor.open(path)
        assert visitor.strays == []
        missing = {
            path: status
            for path, status in visitor.seen.items()
            if status in {404, 500} and not path.endswith(FORM)
        }
        assert missing == {}
        assert len(visitor.seen) > (300 if world == "evening" else 50)
        # Nothing of it is outside; monitoring passes the proxy by
        outside = ["/tichu", "/", "/new/", "/%74ichu/new/", "/healthz", "/tichu/healthz"]
        assert [visitor.get(path)[0] for path in outside] == [307, 307, 404, 404, 200, 200]
    assert f"http://127.0.0.1:{site.env['PORT']}{BASE}" in site.log
    assert "Traceback" not in site.log
