"""Dates, times and numbers are written as the reader's country writes them, in the language that
was chosen.
"""

import datetime
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format

from scoring.games.round_words import figure
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tichu_site.middleware.countries import LIKE, OTHERS, locale_for
from tournaments.models import Tournament

THE_DAY = datetime.date(2026, 11, 3)


@pytest.mark.parametrize(
    ("language", "accepted", "written"),
    [
        ("de", "de-CH,de;q=0.9,en;q=0.8", "de-ch"),
        ("de", "de-Latn-CH", "de-ch"),
        ("de", "de-LI", "de-ch"),
        ("de", "de,en;q=0.5", "de"),
        ("de", "de-AT,de;q=0.9", "de"),
        ("de", "en-GB,en;q=0.5", "de"),
        ("en", "de-CH,en-US;q=0.5", "en-us"),
        ("en", "en-US,en;q=0.9", "en-us"),
        ("en", "en-NZ,en;q=0.9", "en-gb"),
        ("en", "", "en"),
        ("en", "en-xx-yy-zz, ;;q=x, en-\N{SNOWMAN}", "en"),
    ],
)
def test_the_country_comes_from_the_browser_and_the_language_from_the_reader(
    language: str, accepted: str, written: str
) -> None:
    assert locale_for(language, accepted) == written


def test_a_browser_that_says_many_countries_makes_no_catalogue_for_each() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    languages = ("de", "en", "fr")
    met = {
        locale_for(language, f"{language}-{a}{b}")
        for language in languages
        for a in letters
        for b in letters
    }
    assert met <= {*LIKE.values(), *OTHERS.values(), *languages}


@pytest.mark.parametrize(
    ("written", "day", "short", "at", "points"),
    [
        ("en", "3 November 2026", "3 Nov 2026", "3 November 2026, 19:30", "3.33"),
        ("en-gb", "3 November 2026", "03/11/2026", "3 November 2026, 19:30", "3.33"),
        ("en-us", "November 3, 2026", "11/03/2026", "November 3, 2026, 7:30 PM", "3.33"),
        ("en-ca", "November 3, 2026", "2026-11-03", "November 3, 2026, 7:30 PM", "3.33"),
        ("de", "3. November 2026", "03.11.2026", "3. November 2026 19:30", "3,33"),
        ("de-ch", "3. November 2026", "03.11.2026", "3. November 2026 19:30", "3.33"),
    ],
)
def test_each_country_has_its_forms(
    written: str, day: str, short: str, at: str, points: str
) -> None:
    moment = datetime.datetime(2026, 11, 3, 19, 30, tzinfo=datetime.UTC)
    with translation.override(written):
        assert [date_format(THE_DAY, form) for form in ("DATE_FORMAT", "SHORT_DATE_FORMAT")] == [
            day,
            short,
        ]
        assert date_format(moment, "DATETIME_FORMAT") == at
        assert figure(Fraction(10, 3)) == points


@pytest.mark.django_db
def test_pages_are_written_for_the_country_and_bear_its_language() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament(desk=desk)
    Tournament.objects.filter(pk=cup.pk).update(starts_on=THE_DAY)
    evening = datetime.datetime(2026, 11, 3, 19, 30, tzinfo=timezone.get_default_timezone())
    cup.entrants.filter(number=1).update(checked_in_at=evening)
    for accepted, language, day, time in (
        ("de-CH,de;q=0.9", "de-ch", "3. November 2026", "seit 19:30"),
        ("en-GB,en;q=0.9", "en-gb", "3 November 2026", "since 19:30"),
        ("en-US,en;q=0.9", "en-us", "November 3, 2026", "since 7:30 PM"),
    ):
        page = Client().get(
            reverse("tournament", args=[cup.pk]), headers={"Accept-Language": accepted}
        )
        assert day in text_of(page), accepted
        assert f'<html lang="{language}"' in page.content.decode()
        assert "Accept-Language" in page["Vary"]
        # The language that is read now stands out in the switch, whatever the country.
        chosen = f'value="{language[:2]}" lang="{language[:2]}" aria-current="true"'
        assert chosen in page.content.decode()
        entrant = cup.entrants.get(number=1)
        there = desk.client.get(
            at("desk_entrant", cup, entrant.pk), headers={"Accept-Language": accepted}
        )
        assert time in text_of(there), accepted


def test_swiss_german_has_no_sharp_s_and_is_german_otherwise(client: Client) -> None:
    with translation.override("de-ch"):
        swiss = [translation.gettext(text) for text in ("Grand Tichu", "Close", "Table")]
    with translation.override("de"):
        german = [translation.gettext(text) for text in ("Grand Tichu", "Close", "Table")]
    assert swiss == [text.replace("ß", "ss") for text in german]
    assert any("ß" in text for text in german)
