"""An id for each request: every line of its log has it, and the page of an error shows how it
begins. No line has a token or a name.
"""

import io
import json
import logging
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from logging.config import DictConfigurator
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

from scoring.games.log import about_request, note
from tests.site.starting import read_settings
from tichu_site.server.log import AboutFilter, frames_of

pytestmark = pytest.mark.any_database
NAME, TOKEN = "Annegret Muster", "1-dgfh3kq7hmp2wz4x"
GAME, TOURNAMENT = uuid.uuid4(), uuid.uuid4()
logger = logging.getLogger("tichu_site.tested")


def broken(request: HttpRequest, **_kwargs: Any) -> HttpResponse:
    """Fails with what was typed, for a reason that has it too, after a line of its own."""
    logger.error("About to fail.")
    try:
        raise KeyError(request.POST["name"])
    except KeyError as error:
        raise ValueError(f"No place for {request.POST['name']!r}") from error


urlpatterns = [
    path("join/<str:token>/", broken),
    path("games/<uuid:game_id>/", broken),
    path("tournaments/<uuid:tournament_id>/", broken),
    path("api/v1/games/<uuid:game_id>/entries/", broken),
]
handler500 = "tichu_site.views.went_wrong"


@contextmanager
def logged(folder: Path, **variables: str) -> Iterator[io.StringIO]:
    """What a site that is started like this writes into its log."""
    config = read_settings(folder, **variables).LOGGING
    handler, made = config["handlers"]["console"], DictConfigurator(config)
    stream = io.StringIO()
    writing = logging.StreamHandler(stream)
    writing.setFormatter(made.configure_formatter(config["formatters"][handler["formatter"]]))
    for name in handler["filters"]:
        writing.addFilter(made.configure_filter(config["filters"][name]))
    # Alone: an earlier handler's filters would change the same records
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(logging.getLogger(), "handlers", [writing])
        yield stream


@pytest.fixture
def client(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Client:
    from tichu_site.urls import urlpatterns as of_the_site

    settings.ROOT_URLCONF = __name__
    monkeypatch.setattr(f"{__name__}.urlpatterns", [*urlpatterns, *of_the_site])
    client = Client()
    client.raise_request_exception = False
    return client


def failed(client: Client, address: str, **headers: str) -> HttpResponse:
    answer: HttpResponse = client.post(address, {"name": NAME}, headers=headers)
    assert answer.status_code == 500
    return answer


def number_on(answer: HttpResponse) -> str:
    """The number that a page asks to report, the same in all languages."""
    (number,) = set(re.findall(r"\b[0-9a-f]{8}\b", answer.content.decode()))
    return number


@pytest.mark.parametrize("kind", ["line", "json"])
def test_the_log_of_a_fault_has_its_number_and_neither_name_nor_token(
    client: Client, tmp_path: Path, kind: str
) -> None:
    with logged(tmp_path, LOG_FORMAT=kind) as log:
        answer = failed(client, f"/join/{TOKEN}/")
    number, text = number_on(answer), log.getvalue()
    assert NAME not in text
    assert TOKEN not in text
    assert "/join/…/" in text
    # Both lines: the view's own, and Django's after the last middleware
    assert text.count(number) == 2
    # Where it happened and why, by the classes
    assert text.index("builtins.KeyError") < text.index("which led to")
    assert text.index("which led to") < text.index("builtins.ValueError")
    assert "in broken" in text


def test_a_line_is_json_with_the_ids_of_game_and_tournament(client: Client, tmp_path: Path) -> None:
    with logged(tmp_path, LOG_FORMAT="json") as log:
        failed(client, f"/games/{GAME}/")
        failed(client, f"/tournaments/{TOURNAMENT}/")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [(line.get("game"), line.get("tournament")) for line in lines] == [
        (str(GAME), None),
        (str(GAME), None),
        (None, str(TOURNAMENT)),
        (None, str(TOURNAMENT)),
    ]
    assert len({line["request"] for line in lines}) == 2
    own, django = lines[:2]
    assert (own["level"], own["logger"], own["message"]) == (
        "ERROR",
        "tichu_site.tested",
        "About to fail.",
    )
    assert "traceback" not in own
    assert django["traceback"].endswith("builtins.ValueError")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d", own["time"])


def test_a_plain_line_has_the_same_ids(client: Client, tmp_path: Path) -> None:
    with logged(tmp_path) as log:
        failed(client, f"/games/{GAME}/")
        logger.error("Of no request.")
    first, *_rest, last = log.getvalue().splitlines()
    ids = rf"tichu_site\.tested \[[0-9a-f]{{16}} game={GAME}\]: About to fail\."
    assert re.search(ids, first)
    assert last.endswith(" ERROR tichu_site.tested: Of no request.")


def test_on_a_machine_of_one_s_own_exceptions_may_say_more(tmp_path: Path, client: Client) -> None:
    with logged(tmp_path, LOG_LEVEL="DEBUG") as log:
        failed(client, f"/games/{GAME}/")
    assert f"ValueError: No place for '{NAME}'" in log.getvalue()


def test_a_program_gets_the_number_in_the_errors_of_the_house(client: Client) -> None:
    answer = failed(client, f"/api/v1/games/{GAME}/entries/")
    (error,) = json.loads(answer.content)["errors"]
    assert (error["code"], error["field"]) == ("server_error", "")
    assert re.search(r"report error [0-9a-f]{8}\.", error["message"])


@pytest.mark.parametrize(
    ("https", "given", "taken"),
    [
        (True, "0123456789abcdef0123456789abcdef", True),
        (True, "01234567-89ab-cdef-0123-456789abcdef", True),
        (False, "0123456789abcdef0123456789abcdef", False),
        (True, "0123456789ABCDEF forged\n", False),
        (True, "0" * 37, False),
    ],
)
def test_a_proxy_s_id_is_taken_over_and_nobody_else_s(
    client: Client, settings: Settings, https: bool, given: str, taken: bool
) -> None:
    settings.HTTPS = https
    answer = failed(client, f"/games/{GAME}/", **{"X-Request-ID": given})
    assert (number_on(answer) == given[:8]) is taken


def test_what_a_link_leads_to_is_noted_and_forgotten_with_the_request() -> None:
    note(game=GAME)
    assert about_request.get() is None
    before = about_request.set({"request": "1"})
    note(game=GAME)
    record = logging.LogRecord("site", logging.ERROR, __file__, 1, "text", (), None)
    AboutFilter().filter(record)
    assert record.about == f" [1 game={GAME}]"
    about_request.reset(before)
    AboutFilter().filter(record)
    assert record.about == ""


def test_causes_without_end_end() -> None:
    error: BaseException = ValueError()
    for _ in range(20):
        deeper = ValueError()
        deeper.__cause__ = error
        error = deeper
    assert frames_of(error).count("builtins.ValueError") == 5
