"""Names stand in lists as the alphabet of the reader's language has them, on whatever database."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.names.alphabet import LATIN, sort_key

# Each list is in order, as dictionaries and the standards of its language have it.
ORDERS = {
    # DIN 5007, part 1: ä as a, ß as ss; without the accent first where nothing else differs.
    "de": ["Oda", "Ömer", "Otto", "Ötzi", "Strass", "Straß", "Strasser", "Uli", "Ünal", "Zoe"],
    "de-ch": ["Muller", "Müller", "Muller Anna", "Müller-Beck", "Mullerin"],
    # Foreign letters stand beside the ones they come from.
    "en": [
        "Lena",
        "Łukasz",
        "Lutz",
        "Øyvind",
        "Zaneta",
        "Żaneta",
        "Zoe",
        "Ωmega",
        "Борис",
        "Яна",
        "王",
    ],
    # Słownik języka polskiego: ł after l, ź and ż after z, each a letter of its own.
    "pl": ["Lutz", "Łada", "Mąka", "Ola", "Ósma", "Pola", "Zyta", "Źrebak", "Żaneta"],
    "sv": ["Zoe", "Åke", "Ärla", "Öberg"],
    "da": ["Zoe", "Ærø", "Øster", "Åse"],
    # Cyrillic comes first; ё beside е, й after и.
    "ru": ["Егор", "Ёлка", "Ерёма", "Жанна", "Илья", "Йорг", "Катя", "Яна", "Anna"],
    "uk": ["Гнат", "Ґава", "Дар", "Евген", "Єва", "Ждан", "Иван", "Ілля", "Їжак", "Йосип"],
}
NAMES = st.text("aAäÄbzłŁżö ßøиЁйя'-0129王é", max_size=12)


@pytest.mark.parametrize("language", ORDERS)
def test_names_stand_as_the_language_has_them(language: str) -> None:
    mixed = ORDERS[language].copy()
    for seed in range(5):
        random.Random(seed).shuffle(mixed)
        assert sorted(mixed, key=lambda name: sort_key(name, language)) == ORDERS[language]


def test_numbers_stand_by_their_value_and_capitals_beside_small_letters() -> None:
    names = [
        "7 up",
        "anna",
        "Anna",
        "Anna 2",
        "anna B",
        "Annabel",
        "No. 2",
        "No. 10",
        "O'Neil",
        "Oneil",
        "von Arx",
    ]
    mixed = [*names[5:], *names[:5]]
    assert sorted(mixed, key=sort_key) == names


@given(st.text(LATIN, max_size=8), st.text(LATIN, max_size=8))
def test_plain_words_stand_as_in_any_dictionary(one: str, other: str) -> None:
    for language in ORDERS:
        if language not in {"ru", "uk"}:
            assert (sort_key(one, language) < sort_key(other, language)) == (one < other)


@given(NAMES | st.text(max_size=20), NAMES | st.text(max_size=20))
def test_names_that_differ_have_an_order(one: str, other: str) -> None:
    for language in ORDERS:
        assert (sort_key(one, language) == sort_key(other, language)) == (one == other)
