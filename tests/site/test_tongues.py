"""Plurals, numbers, dates and the pages of errors, in every language."""

import datetime
from fractions import Fraction

import pytest
import time_machine
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format, number_format
from django.utils.translation import ngettext

from scoring.games.round_words import figure
from scoring.templatetags.figures import month_of, pts, short_day, short_night

TONGUES = [code for code, _name in settings.LANGUAGES]
COUNTS = (0, 1, 2, 5, 11, 21, 22, 25, 101)
# The English text, and by language what is said of each count.
COUNTED = [
    ("%(n)s game", "%(n)s games", {
        "en": "games game games games games games games games games",
        "de": "Partien Partie Partien Partien Partien Partien Partien Partien Partien",
        "fr": "partie partie parties parties parties parties parties parties parties",
        "pl": "partii partia partie partii partii partii partie partii partii",
        "ru": "партий партия партии партий партий партия партии партий партия",
    }),
    ("%(n)s round", "%(n)s rounds", {
        "fr": "manche manche manches manches manches manches manches manches manches",
        "pl": "rozdań rozdanie rozdania rozdań rozdań rozdań rozdania rozdań rozdań",
        "ru": "раундов раунд раунда раундов раундов раунд раунда раундов раунд",
    }),
    ("%(n)s person", "%(n)s people", {
        "fr": "personne personne personnes personnes personnes personnes personnes personnes "
        "personnes",
        "pl": "osób osoba osoby osób osób osób osoby osób osób",
        "ru": "человек человек человека человек человек человек человека человек человек",
    }),
    ("%(points)s point", "%(points)s points", {
        "fr": "point point points points points points points points points",
        "pl": "punktów punkt punkty punktów punktów punktów punkty punktów punktów",
        "ru": "очков очко очка очков очков очко очка очков очко",
    }),
]  # fmt: skip
# Written as: the day, in figures, without its year, short, its month; a moment; a number with
# thousands, points.
WRITTEN = {
    "de": ("3. November 2026", "03.11.2026", "3. November", "3. Nov", "Nov 2026",
    "3. November 2026 09:05", "1.234,5"),
    "fr": ("3 novembre 2026", "03/11/2026", "3 novembre", "3 nov.", "nov. 2026",
    "3 novembre 2026 09:05", "1\xa0234,5"),
    "fr-ca": ("3 novembre 2026", "2026-11-03", "3 novembre", "3 nov.", "nov. 2026",
              "3 novembre 2026, 09\xa0h\xa005", "1\xa0234,5"),
    "pl": ("3 listopada 2026", "03.11.2026", "3 listopada", "3 lis", "lis 2026",
    "3 listopada 2026 09:05",
           "1\xa0234,5"),
    "ru": ("3 ноября 2026", "03.11.2026", "3 ноября", "3 ноя", "ноя 2026", "3 ноября 2026, 09:05",
    "1\xa0234,5"),
}  # fmt: skip


@pytest.mark.parametrize(("one", "many", "said"), COUNTED, ids=[one for one, _, _ in COUNTED])
def test_every_count_has_its_form(one: str, many: str, said: dict[str, str]) -> None:
    for language, words in said.items():
        with translation.override(language):
            found = [ngettext(one, many, n).partition("s ")[2] for n in COUNTS]
        assert found == words.split(), language


@pytest.mark.parametrize("written", WRITTEN)
def test_dates_and_numbers_are_those_of_the_language(written: str) -> None:
    moment = datetime.datetime(2026, 11, 3, 9, 5, tzinfo=datetime.UTC)
    the_day = datetime.date(2026, 11, 3)
    with translation.override(written), time_machine.travel(moment, tick=False):
        found = (
            *(
                date_format(the_day, form)
                for form in ("DATE_FORMAT", "SHORT_DATE_FORMAT", "MONTH_DAY_FORMAT")
            ),
            short_day(moment),
            month_of(moment),
            date_format(moment, "DATETIME_FORMAT"),
            number_format(1234.5, 1, force_grouping=True),
        )
        assert figure(Fraction(10, 3)) == "3,33"
    assert found == WRITTEN[written]


@pytest.mark.parametrize(
    ("written", "in_may", "alone"),
    [
        ("en", "29 May", "May 2026"),
        ("de", "29. Mai", "Mai 2026"),
        ("fr", "29 mai", "mai 2026"),
        ("pl", "29 maja", "maj 2026"),
        ("ru", "29 мая", "май 2026"),
    ],
)
def test_may_is_too_short_to_be_cut_and_is_declined_beside_a_day(
    written: str, in_may: str, alone: str
) -> None:
    moment = datetime.datetime(2026, 5, 29, 9, 5, tzinfo=datetime.UTC)
    with translation.override(written), time_machine.travel(moment, tick=False):
        assert (short_day(moment), month_of(moment)) == (in_may, alone)
        assert short_night(moment.date()).endswith(in_may)


@pytest.mark.parametrize("page", ["400.html", "500.html"])
def test_a_page_of_a_fault_speaks_every_language_without_a_request(page: str) -> None:
    text = render_to_string(page)
    said = [
        part.split(">", 2)[2].strip().split("<")[0] for part in text.split("<section lang=")[1:]
    ]
    assert len({*said}) == len(TONGUES)
    assert all(f'<section lang="{code}">' in text for code in TONGUES)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["/nothing/", "/club/99/", "/tournaments/8ab1e277-ca63-4e17-bca2-a8f6cc5318e7/", "/desk/99/"],
)
def test_what_is_not_there_is_said_in_the_reader_s_language(address: str) -> None:
    page = Client().get(address, headers={"Accept-Language": "de"})
    words = page.content.decode()
    assert (page.status_code, "Hier sitzt niemand" in words) == (404, True)
    assert "matches the given query" not in words


@pytest.mark.django_db
def test_the_switch_offers_every_language_and_marks_the_one_that_is_read() -> None:
    page = Client().get("/", headers={"Accept-Language": "pl"}).content.decode()
    assert [f'lang="{code}"' in page for code in TONGUES] == [True] * len(TONGUES)
    assert page.count('aria-current="true"') == 1
    assert "Polski" in page


def test_a_single_point_is_one() -> None:
    assert [pts(points) for points in ("1", "\N{MINUS SIGN}1", "0", "½", "21")] == [
        "1 point",
        "\N{MINUS SIGN}1 point",
        "0 pts",
        "½ pts",
        "21 pts",
    ]
    with translation.override("de"):
        assert [pts("1"), pts("2")] == ["1 Punkt", "2 P."]
