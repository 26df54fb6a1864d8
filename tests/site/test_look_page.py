"""The page of parts: there for whoever works on the pages, and for nobody else."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.processes import ROOT
from tichu_site.style_guide import TOKENS

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_it_is_there_while_debugging_alone(settings: Settings) -> None:
    address = reverse("look_of_parts")
    assert Client().get(address).status_code == 404
    settings.LOG_LEVEL = "DEBUG"
    page = Client().get(address).content.decode()
    for part in ("button main", "note warn", "call-sign grand", "small-chart", "aria-invalid"):
        assert part in page
    assert "style=" not in page
    assert Client().post(address).status_code == 405


def test_it_shows_every_tone_that_there_is() -> None:
    base = (ROOT / "scoring" / "static" / "scoring" / "base.css").read_text(encoding="utf-8")
    tones = set(re.findall(r"--([\w-]+): (?:#|var\(--day, #)", base)) - {
        "on-seal",
        "on-side",
        "on-chosen",
        "fourth",
    }
    assert tones == set(TOKENS)


def test_what_is_done_looks_alike_on_all_pages() -> None:
    # It would colour the words of a message on its pages alone
    bare = re.compile(r"^\.good\b", re.MULTILINE)
    styles = [path for path in ROOT.glob("*/static/**/*.css") if "vendor" not in path.parts]
    assert [path.name for path in styles if bare.search(path.read_text(encoding="utf-8"))] == []
    assert len(styles) > 50
    rows = re.compile(r"{% for (\w+) in messages %}(.*?){% endfor %}", re.DOTALL)
    told = [
        one[2]
        for path in (ROOT / "templates").rglob("*.html")
        for one in rows.finditer(path.read_text("utf-8"))
    ]
    assert len(told) > 2
    assert [one for one in told if "note" not in one or "good" not in one] == []
