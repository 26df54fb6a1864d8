"""A text that is marked in the rule book takes the form that its number asks for, in English and in
any language.
"""

from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation

from scoring.games.round_words import in_form
from scoring.pages.common import worded
from scoring.rules.errors import more_mistakes
from scoring.rules.words import in_english, ngettext_noop
from tournaments.pages.public.score_breakdown import fill_sentence
from tournaments.stage.notes import words
from tournaments.stage.words import sentences

# As pages say it, so it is translated
PAIRS = ngettext_noop("%(count)s pair", "%(count)s pairs", "count")


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "1 pair"),
        ("1", "1 pair"),
        (-1, "-1 pair"),
        (0, "0 pairs"),
        (2, "2 pairs"),
        (Fraction(1, 2), "1/2 pairs"),
        ("10^30", "10^30 pairs"),
        (None, "None pairs"),
    ],
)
def test_english_has_a_form_for_one_and_a_form_for_many(count: Any, said: str) -> None:
    values = {"count": count}
    assert in_english(PAIRS, values) == said
    assert in_form(PAIRS, values) % values == said


@pytest.mark.parametrize(("count", "said"), [(1, "1 para"), (3, "3 pary"), (25, "25 par")])
def test_every_way_to_a_page_has_the_forms_of_its_language(count: int, said: str) -> None:
    values = {"count": count}
    # As a draw's note comes out of the database
    kept = {"code": "many", "text": str(PAIRS), "params": values}
    with translation.override("pl"):
        assert in_form(PAIRS, values) % values == said
        assert words(kept, {}) == said
        assert sentences([(PAIRS, values)]) == [said]
        assert fill_sentence(PAIRS, values, {}) == said


def test_a_value_that_is_missing_is_no_reason_to_fail() -> None:
    assert in_form(PAIRS, {}) == "%(count)s pairs"
    assert words({"text": PAIRS}, {}) == PAIRS


def test_one_more_mistake_is_one() -> None:
    assert more_mistakes(1).message == "There is 1 more mistake. Correct these first."
    assert [one["message"] for one in worded([more_mistakes(1), more_mistakes(3)])] == [
        "There is 1 more mistake. Correct these first.",
        "There are 3 more mistakes. Correct these first.",
    ]
