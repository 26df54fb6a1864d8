"""A deal at a tournament's table is a hand in English; what belongs to the tournament itself stays
a round.
"""

import pytest
from django.utils import translation
from django.utils.translation import gettext, ngettext

from scoring.games.round_words import deal_word


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Round %(number)s", "Hand %(number)s"),
        ("After %(round)s rounds", "After %(round)s hands"),
        (
            "The tournament's round %(number)s is closed",
            "The tournament's round %(number)s is closed",
        ),
        ("around, rounded", "around, rounded"),
    ],
)
def test_a_deal_is_called_a_hand_in_english(text: str, said: str) -> None:
    with translation.override("en"):
        with deal_word("hand"):
            assert gettext(text) == said
        with deal_word("round"):
            assert gettext(text) == text
        assert gettext(text) == text


def test_several_are_hands_and_german_stays_as_it_is() -> None:
    with translation.override("en"), deal_word("hand"):
        assert [ngettext("%(n)s round", "%(n)s rounds", n) for n in (1, 2)] == [
            "%(n)s hand",
            "%(n)s hands",
        ]
    with translation.override("de"), deal_word("hand"):
        assert gettext("Round") == "Runde"
