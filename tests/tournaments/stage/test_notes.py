"""Notes of draws that are kept: in the reader's language, also those whose English text was changed
since.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from tournaments.pairing.individual.proof import TEXTS
from tournaments.stage.notes import FORMER, words

APP = Path(__file__).parents[3] / "tournaments"
# A line for every text that a draw keeps. Who changes one lets the former stand in FORMER; a new
# one is added here.
KEPT = Path(__file__).with_name("kept_notes.txt")
MARKS = {"gettext_noop", "ngettext_noop"}


def marked(tree: ast.AST) -> Iterator[str]:
    """The texts for translation within a piece of code;
    of those with a number the text for many.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            text = node.args[node.func.id == "ngettext_noop"]
            assert isinstance(text, ast.Constant)
            yield str(text.value)


def pieces(tree: ast.Module) -> Iterator[ast.AST]:
    """The functions, methods and constants of a module."""
    for node in tree.body:
        yield from node.body if isinstance(node, ast.ClassDef) else [node]


def test_every_text_that_a_draw_keeps_is_noted_and_a_former_one_has_its_successor() -> None:
    # All texts in the functions and constants that make notes
    found = {text for texts in TEXTS.values() for text in texts.values()}
    for path in [*APP.glob("pairing/**/*.py"), *APP.glob("actions/*.py"), *APP.glob("stage/*.py")]:
        for piece in pieces(ast.parse(path.read_text(encoding="utf-8"))):
            if any(
                ast.unparse(node.func).split(".")[-1] == "Note"
                for node in ast.walk(piece)
                if isinstance(node, ast.Call)
            ):
                found.update(marked(piece))
    noted, now = set(KEPT.read_text(encoding="utf-8").splitlines()), found
    assert now - noted == set()
    assert noted - now == set(FORMER)
    assert set(FORMER.values()) <= now


@pytest.mark.parametrize("language", ["de", "fr", "pl", "ru"])
def test_a_note_that_was_kept_in_former_words_is_shown_in_the_reader_s_language(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    former = "%(floated)s floats once more."
    today = "%(floated)s floats the same way as in the round before; another draw may avoid it."
    monkeypatch.setattr("tournaments.stage.notes.FORMER", {former: today})
    kept = {"code": "kept", "text": former, "params": {}, "who": {"floated": [1]}}
    names = {1: "Anna & Beat"}
    with translation.override("en"):
        english = words(kept, names)
    with translation.override(language):
        shown = words(kept, names)
    assert shown not in (english, former)
    assert "%(" not in shown
    assert "Anna & Beat" in shown
