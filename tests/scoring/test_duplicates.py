"""Which names of a list may be one person's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.names.duplicates import A_LETTER_APART, SHORTENED, SPELLED_ALIKE, Double, doubles

LETTERS = st.text("abcä é", min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("Ida Schwarz", "ida  schwarz", SPELLED_ALIKE),
        ("Łucja Wiśniewska", "Lucja Wisniewska", SPELLED_ALIKE),
        ("Anna-Katharina Hürlimann", "Anna Katharina Hürlimann", SPELLED_ALIKE),
        ("Hürlimann", "Hürliman", A_LETTER_APART),
        ("Beat Zürcher", "Beat Zürchre", A_LETTER_APART),
        ("Carla Meier", "Karla Meier", A_LETTER_APART),
        ("Ida Schwarz", "Ida S.", SHORTENED),
        ("Ida Schwarz", "Ida", SHORTENED),
        ("Ida Schwarz", "Ida Meier", ""),
        ("Ida Schwarz", "Ida M.", ""),
        ("Ida S.", "Ida M.", ""),
        ("Anna", "Anne", ""),  # short names: a letter makes another
        ("Gast 11", "Gast 12", ""),
        ("Peter Meier A", "Peter Meier B", ""),
        ("Maria Sara Frei", "Maria S.", ""),
        ("🎲", "🎲🎲", ""),
    ],
)
def test_two_names(one: str, other: str, why: str) -> None:
    first, second = sorted(((1, one), (2, other)), key=lambda row: -len(row[1]))
    found = doubles({1: one, 2: other})
    assert found == ([Double(first[0], second[0], why)] if why else [])


def test_a_short_name_that_fits_two_is_nobody_s() -> None:
    assert doubles({1: "Ida Schwarz", 2: "Ida Steiner", 3: "Ida S."}) == []
    assert doubles({1: "Ida Schwarz", 2: "Ida Meier", 3: "Ida S."}) == [Double(1, 3, SHORTENED)]


@given(st.lists(LETTERS, max_size=9))
def test_each_pair_is_found_that_two_names_alone_are_spelled_alike(names: list[str]) -> None:
    """Looking at every pair, which the list as a whole is not searched by."""
    everybody = dict(enumerate(names))
    found = {frozenset((row.stays, row.goes)): row.why for row in doubles(everybody)}
    for one in everybody:
        for other in range(one):
            alone = [row.why for row in doubles({one: names[one], other: names[other]})]
            sure = [why for why in alone if why != SHORTENED]
            assert found.get(frozenset((one, other)), SHORTENED) == (sure or [SHORTENED])[0]


def test_many_names_are_looked_through_quickly() -> None:
    """A club with as many people as a list shows; nobody is compared with everybody."""
    assert len(doubles({n: f"Player{n:04} Name{n:04}" for n in range(2000)})) == 0
