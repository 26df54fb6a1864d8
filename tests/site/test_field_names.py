"""A message that stands away from its field names it, and no field of a text is without a name."""

import ast
import re

import pytest

from scoring.pages.field_names import label_of, sentence, sentences
from scoring.rules import Mistake
from tests.processes import ROOT
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, owner_of

pytestmark = pytest.mark.django_db
LONG = "x" * 83
# Texts that always stand beside their own field, which is alone on its form.
BESIDE = {"typed", "content", "key"}


def fields_of_texts() -> set[str]:
    """The fields that are tidied as texts anywhere, by their names in the source."""
    found = set()
    for app in ("scoring", "tournaments", "tichu_site"):
        for path in sorted((ROOT / app).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "clean_text":
                    field = node.args[1] if len(node.args) > 1 else None
                    if isinstance(field, ast.Constant) and isinstance(field.value, str):
                        found.add(field.value)
    return found


def test_every_field_of_a_text_has_a_name() -> None:
    found = fields_of_texts()
    assert {"name", "reason", "text", "table_name", "alias", "place"} <= found
    assert [field for field in sorted(found - BESIDE) if not label_of(field)] == []


@pytest.mark.parametrize(
    ("field", "label"),
    [
        ("club_name", "Club"),
        ("rows.3.club_name", "Club"),
        ("name_0", "Name"),
        ("names.2", "Name"),
        ("nothing", ""),
    ],
)
def test_a_field_is_known_by_its_last_part(field: str, label: str) -> None:
    assert label_of(field) == label


def test_a_message_that_names_its_field_itself_is_left_alone() -> None:
    error = {"code": "name_taken", "field": "club_name", "message": "Anna is already in the list."}
    assert sentence(error) == error["message"]
    error = {"code": "name_too_long", "field": "names.1", "message": "Zoe is too long a name."}
    assert sentence(error) == error["message"]
    assert sentences([Mistake("too_long", "club_name", "At most 60 characters, please.")]) == [
        "Club: At most 60 characters, please."
    ]


def test_a_club_of_83_letters_in_a_list_says_that_it_is_the_club() -> None:
    cup = desks.a_tournament("pairs_swiss", 0)
    page = (
        owner_of(cup).post(at("desk_list", cup), {"list": f"Anna & Beat; {LONG}"}).content.decode()
    )
    said = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "At most 80 characters" in said
    assert "Club: At most 80 characters" in said
