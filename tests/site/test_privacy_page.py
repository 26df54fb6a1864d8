"""The page about privacy: made of the settings, and linked from where people are."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.scoring.games import words
from tests.tournaments import desks

pytestmark = pytest.mark.django_db


def test_it_says_what_is_set(settings: object) -> None:
    settings.DELETED_DAYS, settings.SESSION_DAYS, settings.LOG_DAYS = 23, 37, 0  # type: ignore[attr-defined]
    settings.BACKUP_DAYS, settings.PRIVACY_CONTACT = 41, ""  # type: ignore[attr-defined]
    said = words(Client(), "privacy")
    assert "A deleted game in case it is wanted back 23 days" in said
    assert "so that its owner can end it 37 days" in said
    assert "the last one of each day, for 41 days" in said
    assert "as set by the site’s owner" in said
    assert "Responsible for this site" not in said
    settings.LOG_DAYS, settings.PRIVACY_CONTACT, settings.DELETED_DAYS = 1, "Club <Bern>", 0  # type: ignore[attr-defined]
    said = words(Client(), "privacy")
    assert "came from 1 day" in said
    assert "Responsible for this site: Club &lt;Bern&gt;" in said or "Club <Bern>" in said
    assert "in case it is wanted back not at all" in said


def test_messages_are_mentioned_where_there_are_any(settings: object) -> None:
    assert "messages about a tournament" not in words(Client(), "privacy")
    settings.MESSAGES = True  # type: ignore[attr-defined]
    said = words(Client(), "privacy")
    assert "Phones and e-mail addresses that get messages about a tournament" in said
    assert "the push service of your browser’s maker, which cannot read them" in said


def test_every_kind_of_page_leads_to_it() -> None:
    cup = desks.a_tournament("pairs_swiss", 2)
    pages = [
        reverse("front"),
        reverse("tournament", args=[cup.pk]),
        reverse("register", args=[cup.pk]),
    ]
    for page in [*pages, reverse("account_login"), reverse("people")]:
        assert f'href="{reverse("privacy")}"' in Client().get(page).content.decode(), page
    with translation.override("de"):
        assert (
            "Datenschutz"
            in Client(headers={"Accept-Language": "de"}).get(reverse("privacy")).content.decode()
        )
