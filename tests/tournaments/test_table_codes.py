"""The code of a table's card: six characters that nobody misreads, found again however they are
typed.
"""

import re

import pytest
from django.test import override_settings

from tests.tournaments import desks
from tournaments import table_codes
from tournaments.actions import cards
from tournaments.models import Card

pytestmark = pytest.mark.django_db


def a_card(number: int = 7) -> Card:
    (card,) = cards.make_cards(desks.a_tournament(entrants=0), [number])
    return card


def test_a_code_has_six_characters_that_look_like_no_other() -> None:
    assert (
        len(table_codes.ALPHABET),
        len(set(table_codes.ALPHABET)),
        set("0O1IL") & set(table_codes.ALPHABET),
    ) == (
        31,
        31,
        set(),
    )
    code = table_codes.code_of(a_card())
    assert re.fullmatch(f"[{table_codes.ALPHABET}]{{6}}", code)
    assert table_codes.shown_code("K7P3QX") == "K7P 3QX"


def test_the_code_is_kept_nowhere() -> None:
    card = a_card()
    code = table_codes.code_of(card)
    kept = Card.objects.filter(pk=card.pk).values_list("key", "code_hash").get()
    assert [code in str(value).upper() for value in kept] == [False, False]
    with override_settings(SECRET_KEY="another secret of the site, long enough for everybody"):
        assert table_codes.code_of(card) != code
        assert table_codes.card_by_code(code) is None


@pytest.mark.parametrize("change", ["{}", " {} ", "{:.3} {:.0}", "lower", "dashes", "spaced"])
def test_a_code_is_found_however_it_is_typed(change: str) -> None:
    card = a_card()
    code = table_codes.code_of(card)
    ways = {
        "lower": code.lower(),
        "dashes": f"{code[:2]}-{code[2:4]}–{code[4:]}",
        "spaced": " ".join(code),
        "{:.3} {:.0}": table_codes.shown_code(code),
    }
    assert table_codes.card_by_code(ways.get(change) or change.format(code)) == card


@pytest.mark.parametrize(
    "typed", ["", "K7P3Q", "K7P3QXY", "K7P3Q0", "K7P3QÄ", "K7P3Q\x00", "K" * 10_000, "Ｋ7P3QX"]
)
def test_what_is_no_code_finds_nothing(typed: str) -> None:
    a_card()
    assert table_codes.card_by_code(typed) is None


def test_a_cards_token_opens_this_card_alone() -> None:
    first, second = cards.make_cards(desks.a_tournament(entrants=0), [1, 2])
    token = table_codes.token_of_card(first)
    assert table_codes.card_of(token) == first
    forged = token.replace(f"{first.pk}-", f"{second.pk}-")
    assert [
        table_codes.card_of(wrong) for wrong in (forged, "", "x", "1-", f"{10**20}-a", "١-a")
    ] == [None] * 6


def test_a_card_made_anew_makes_the_printed_one_worthless() -> None:
    card = a_card()
    token, code = table_codes.token_of_card(card), table_codes.code_of(card)
    fresh = cards.renew_card(card, desks.a_user())
    assert (table_codes.card_of(token), table_codes.card_by_code(code)) == (None, None)
    assert (
        table_codes.card_by_code(table_codes.code_of(fresh))
        == table_codes.card_of(table_codes.token_of_card(fresh))
        == fresh
    )
