"""Every text of the code and the templates is in every language,
with the same values to fill in.
"""

import ast
import gettext
import os
import re
from pathlib import Path

import pytest
from babel.messages import Catalog
from django.conf import settings as django_settings
from django.core.management import call_command
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from tests.processes import ROOT
from tests.site.catalogues import CATALOGUES, forms, read
from tichu_site.management.commands.messages import (
    KEYWORDS,
    SOURCES,
    collect,
    is_translated,
    marked,
)

LANGUAGES = [path.parts[-3] for path in CATALOGUES]
# A text, called within braces
MAY_HIDE_ONE = re.compile(rf"\{{[^{{}}\n]*\b(?:{'|'.join(map(re.escape, KEYWORDS))})\(")
# Values without a form for one: limits fixed in the code, targets of games, names, "own points 3
# times their points 4".
NO_COUNT = {"most", "largest", "target", "name", "entrants", "second", "own"}
# Further texts whose number is fixed, or after which another noun comes than the one counted.
ALWAYS_MANY = {
    "The game is for %(least)s players, not for %(count)s.",
    "%(n)s games or more",
    "Needs %(n)s games together. Closest: %(name)s with %(games)s.",
    "Needs %(n)s games with two people. %(name)s has them; next is %(next)s with %(games)s.",
    "Needs %(n)s games with two people. %(name)s has them.",
    "A lead of %(lead)s wins at once.",
    "Duplicate needs at least %(least)s pairs; there are %(count)s.",
    "One pack, %(cards)s cards.",
    "Two packs, %(cards)s cards.",
}
BARE_COLON = re.compile(r"\{% (?:translate [^%]*|endblocktranslate) %\}:(?=\s|<|\{)")
PLACE = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


@pytest.fixture(scope="module")
def collected() -> Catalog:
    return collect(ROOT)


@pytest.fixture(scope="module", params=CATALOGUES, ids=LANGUAGES)
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    return read(request.param)


def test_german_is_there_and_offered_beside_english() -> None:
    assert "de" in LANGUAGES
    assert {"en", "de"} <= {code for code, _name in django_settings.LANGUAGES}


def test_every_text_is_in_the_catalogue(collected: Catalog, catalogue: Catalog) -> None:
    missing = [one.id for one in collected if one.id and catalogue.get(one.id, one.context) is None]
    assert missing == [], "make messages brings them in"


def test_a_text_inside_an_f_string_is_collected_as_well(collected: Catalog) -> None:
    """Before Python 3.12 an f-string is one word to whoever collects texts: what is called inside
    is not seen.
    """
    unseen = [
        f"{path.name}:{call.lineno}"
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*.py")
        for source in [path.read_text(encoding="utf-8")]
        if MAY_HIDE_ONE.search(source)
        for joined in ast.walk(ast.parse(source))
        if isinstance(joined, ast.JoinedStr)
        for call in ast.walk(joined)
        if isinstance(call, ast.Call)
        and getattr(call.func, "id", "") in KEYWORDS
        and isinstance(call.args[0], ast.Constant)
        and collected.get(str(call.args[0].value)) is None
    ]
    assert unseen == []


def test_a_colon_after_a_label_is_translated_too() -> None:
    """French has a space before it."""
    plain = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for found in BARE_COLON.finditer(path.read_text(encoding="utf-8"))
    ]
    assert plain == []


def test_no_text_is_left_that_nothing_uses(collected: Catalog, catalogue: Catalog) -> None:
    left = [one.id for one in catalogue if one.id and collected.get(one.id, one.context) is None]
    assert left == [], "make messages removes them"


def test_every_text_is_translated(catalogue: Catalog) -> None:
    assert [one.id for one in catalogue if one.id and not is_translated(one)] == []


def test_translations_fill_in_the_same_values(catalogue: Catalog) -> None:
    differing = []
    for message in catalogue:
        wanted = [set(PLACE.findall(text.replace("%%", ""))) for text in forms(message.id)]
        given = [set(PLACE.findall(text.replace("%%", ""))) for text in forms(message.string)]
        # "One round" may leave its number out, in any language; the form for many may not.
        singular = all(wanted[0] <= form <= wanted[-1] for form in given[:-1])
        translated = message.id and is_translated(message)
        if translated and not (singular and given[-1] == wanted[-1]):
            differing.append((message.id, message.string))
    assert differing == []


def test_plural_forms_are_as_many_as_the_language_has(catalogue: Catalog) -> None:
    plural = [one for one in catalogue if one.id and isinstance(one.id, (tuple, list))]
    assert [one.id for one in plural if len(forms(one.string)) != catalogue.num_plurals] == []


def test_a_noun_after_a_number_has_its_plural_forms(collected: Catalog) -> None:
    """The nouns are those that have forms elsewhere: what differs between a text for one and the
    text for many.
    """
    nouns = {"people"}
    for message in collected:
        if isinstance(message.id, tuple):
            one, many = (set(re.findall(r"\b[a-z]+", text)) for text in message.id)
            nouns |= {word for word in many - one if word.endswith("s") and word != "has"}
    assert {"points", "rounds", "times", "minutes"} <= nouns
    after_a_number = re.compile(rf"%\((\w+)\)s (?:\w+ )?(?:{'|'.join(sorted(nouns))})\b")
    without = {
        message.id
        for message in collected
        if isinstance(message.id, str) and set(after_a_number.findall(message.id)) - NO_COUNT
    }
    assert without - ALWAYS_MANY == set()
    assert ALWAYS_MANY - without == set(), "these need no exception any more"


def test_what_is_read_differently_for_many_is_a_text_of_its_own() -> None:
    """Catalogues know a text by its form for one:
    two texts that share it share their translation.
    """
    found: dict[tuple[str, str | None], set[tuple[str, ...]]] = {}
    for _path, text, _comments, context in marked(ROOT):
        if isinstance(text, tuple):
            found.setdefault((text[0], context), set()).add(text)
    assert [texts for texts in found.values() if len(texts) > 1] == []


def test_a_text_is_either_for_one_or_for_any_number() -> None:
    """A plural text is not found without its number: such a text stayed English."""
    kinds: dict[tuple[str, str | None], set[bool]] = {}
    for _path, text, _comments, context in marked(ROOT):
        is_plural = isinstance(text, tuple)
        kinds.setdefault((text[0] if is_plural else text, context), set()).add(is_plural)
    assert [key for key, both in kinds.items() if len(both) > 1] == []


# The commands


def test_texts_are_found_wherever_they_are_written(tmp_path: Path) -> None:
    for folder in ("scoring", "templates", "scoring/migrations"):
        (tmp_path / folder).mkdir()
    (tmp_path / "scoring" / "words.py").write_text(
        "a = gettext_noop('marked')\n"
        "b = _('called %(name)s')\n"
        "c = ngettext('%d round', '%d rounds', n)\n"
        "d = pgettext('a card', 'King')\n",
        encoding="utf-8",
    )
    (tmp_path / "scoring" / "migrations" / "0001.py").write_text(
        "_('not for people')", encoding="utf-8"
    )
    (tmp_path / "templates" / "page.html").write_text(
        "<main>\n"
        '    <p>{% load i18n %}{% translate "It\'s plain" %}</p>\n'
        "  <p title=\"{% translate 'King' context 'a player' %}\">don't (</p>\n"
        "{% blocktranslate count n=n trimmed %}\n    {{ n }} card\n{% plural %}\n"
        "    {{ n }} cards\n{% endblocktranslate %}\n"
        "      {# a comment #}{{ _('in a variable') }}\n"
        "</main>",
        encoding="utf-8",
    )
    found = {(forms(one.id), one.context) for one in collect(tmp_path) if one.id}
    assert found == {
        (("marked",), None),
        (("called %(name)s",), None),
        (("%d round", "%d rounds"), None),
        (("King",), "a card"),
        (("It's plain",), None),
        (("in a variable",), None),
        (("King",), "a player"),
        (("%(n)s card", "%(n)s cards"), None),
    }


PO = (
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    'msgid "Round"\nmsgstr "{word}"\n'
)


def test_catalogues_are_compiled_when_they_are_newer(tmp_path: Path, settings: Settings) -> None:
    settings.LOCALE_PATHS = [tmp_path]
    po = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    po.parent.mkdir(parents=True)
    mo = po.with_suffix(".mo")

    def word() -> str:
        with mo.open("rb") as file:
            return gettext.GNUTranslations(file).gettext("Round")

    po.write_text(PO.format(word="Runde"), encoding="utf-8")
    call_command("compile_translations", verbosity=0)
    assert word() == "Runde"
    made = mo.stat().st_mtime_ns
    call_command("compile_translations", verbosity=0)
    assert mo.stat().st_mtime_ns == made
    po.write_text(PO.format(word="Durchgang"), encoding="utf-8")
    os.utime(po, ns=(made + 10**9, made + 10**9))
    call_command("compile_translations", verbosity=0)
    assert word() == "Durchgang"
    assert sorted(path.name for path in po.parent.iterdir()) == ["django.mo", "django.po"]


@pytest.mark.parametrize("time", ["first", "second"])
@pytest.mark.django_db
def test_no_test_reads_in_the_language_of_the_one_before_it(client: Client, time: str) -> None:
    assert translation.get_language() == "en"
    client.get("/", headers={"accept-language": "de"})
    assert translation.get_language() == "de", (
        "the client leaves its language behind: what this test is about"
    )
