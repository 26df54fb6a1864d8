"""Numbers that pages send and people type are read in one way."""

from fractions import Fraction

from scoring.games.parsing import number_typed, whole_of


def test_a_page_sends_digits_and_nothing_else() -> None:
    assert [whole_of(text, None) for text in ("0", "12", "007", "9" * 15)] == [
        0,
        12,
        7,
        999_999_999_999_999,
    ]
    for text in ("", " 1", "-1", "+1", "1.0", "1e3", "²", "٣", "\0", "9" * 16, "9" * 9000):
        assert whole_of(text, -1) == -1
    assert (whole_of("999", 0, digits=3), whole_of("1000", 0, digits=3)) == (999, 0)


def test_people_type_halves_decimals_thousands_and_any_minus() -> None:
    for text, number in {
        "0": 0, "12": 12, " 3 ": 3, "+3": 3, "-1": -1, "\u22121": -1, "1 000": 1000, "1'000": 1000,
        "1’000": 1000, "2.5": Fraction(5, 2), "2,5": Fraction(5, 2), "2½": Fraction(5, 2),
        "½": Fraction(1, 2), "\u2212½": Fraction(-1, 2), "-2½": Fraction(-5, 2), "4.0": 4,
        "0.25": Fraction(1, 4), "999999999": 999_999_999,
    }.items():  # fmt: skip
        assert number_typed(text) == number
    for text in ("", " ", "-", "x", "½½", "½2", "1.", ".5", "1.2.3", "1,2,3", "1e3", "²", "٣",
    "--1", "1" * 10,
                 "0.12345", "\0", "1" + " " * 40, "NaN", "1/2"):  # fmt: skip
        assert number_typed(text) is None
