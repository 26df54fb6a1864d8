"""Templates reach the browser without their layout: what is read in them stays."""

import re

from django.template.base import Lexer, TokenType

from tests.processes import ROOT
from tichu_site.template_files import without_layout

AS_SERVED = {
    # beside blocks and at their edges nothing is left, beside words one line end
    (
        "<ul>\n  <li>\n    one\n  </li>\n\n  <li>two</li>\n</ul>\n"
    ): "<ul><li>one</li><li>two</li></ul>",
    "<p>\n  One <b>two</b>\n  <i>three</i>,\n\n  four\n</p>": "<p>One "
    "<b>two</b>\n<i>three</i>,\nfour</p>",
    '<a\n  href="/"\n>one</a>\n<b>two</b>': '<a href="/">one</a>\n<b>two</b>',
    '<button class="a">\n  one\n  <b>two</b>\n</button> <button>three</button>': (
        '<button class="a">one\n<b>two</b></button> <button>three</button>'
    ),
    "{% if a %}\n  <p>one</p>\n{% endif %}\n{% if b %}\n  two": "{% if a %}<p>one</p>{% endif "
    "%}\n{% if b %}\ntwo",
    # a tag of the template language is left alone, and ends no element
    '{% translate "a <p> b" %}': '{% translate "a <p> b" %}',
    '<p title="{% translate "a > b" %}" {% if a > b %}hidden{% endif %}>\n one': (
        '<p title="{% translate "a > b" %}" {% if a > b %}hidden{% endif %}>one'
    ),
    "<p title='{{ a|default:\"> \" }}'> one": "<p title='{{ a|default:\"> \" }}'>one",
    # texts to translate and what keeps its lines
    "{% blocktranslate %}\n  one <p> two\n{% endblocktranslate %}": (
        "{% blocktranslate %}\n  one <p> two\n{% endblocktranslate %}"
    ),
    "<p>\n  <textarea>\n  one\n\n</textarea>\n</p>": "<p><textarea>\n  one\n\n</textarea></p>",
}


def test_white_space_goes_where_no_browser_shows_it() -> None:
    assert {text: without_layout(text) for text in AS_SERVED} == AS_SERVED


def test_nothing_but_white_space_goes() -> None:
    for path in sorted((ROOT / "templates").rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        assert parts(without_layout(text)) == parts(text), path
        assert len(without_layout(text)) <= len(text), path


def test_no_blank_comes_before_a_colon() -> None:
    """A colon in a line of its own has the end of the line before it, which a browser shows."""
    colon = re.compile(
        r"^\s*" + re.escape('{% translate ":" context "after a label" %}'), re.MULTILINE
    )
    found = [
        path
        for path in sorted((ROOT / "templates").rglob("*.html"))
        if colon.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def parts(text: str) -> list[tuple[TokenType, str]]:
    """The template's own tags as they are written, texts without white space."""
    tokens = [(token.token_type, token.contents) for token in Lexer(text).tokenize()]
    plain = [
        (kind, re.sub(r"\s+", "", words) if kind == TokenType.TEXT else words)
        for kind, words in tokens
    ]
    return [(kind, words) for kind, words in plain if words]
