"""The page of parts: there for whoever works on the pages, and for nobody else."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.processes import ROOT
from tichu_site.look import TOKENS

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_it_is_there_while_debugging_alone(settings: Any) -> None:
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
    by_day = base[: base.index("@media (prefers-color-scheme: dark)")]
    tones = set(re.findall(r"--([\w-]+): #", by_day)) - {"on-seal", "on-side", "on-chosen", "fourth"}
    assert tones == set(TOKENS)
