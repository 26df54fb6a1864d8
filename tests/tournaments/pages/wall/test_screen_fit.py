"""How a list fills a screen: columns, pages, and one size for all names."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.names import family_and_given
from tournaments.pages.wall.screen_fit import (
    FITS,
    MEASURED,
    MOST_LINES,
    Fit,
    fit,
    paginate,
    people_of,
    width,
    wrap_text,
)

NAMES = (
    st.text(alphabet="abcijlmrtwABCMW -&Öß", min_size=1, max_size=40).map(str.strip).filter(bool)
)


def test_every_length_of_a_list_has_its_place() -> None:
    for places in FITS.values():
        assert [place.most for place in places] == sorted(place.most for place in places)
        assert places[-1].most >= 10_000


def test_pages_are_evenly_filled_and_columns_equally_high() -> None:
    # How many lines: columns, lines in each, and how many lines the pages have.
    for many, columns, rows, pages in (
        (12, 1, 12, [12]),
        (13, 2, 7, [13]),
        (24, 2, 12, [24]),
        (25, 2, 7, [14, 11]),
        (200, 2, 12, [24] * 8 + [8]),
    ):
        found = fit("standings", many, [["Anna Ott"]] * many)
        assert (found.columns, found.rows) == (columns, rows), many
        cut = paginate(range(many), found)
        assert [len(page) for page in cut] == pages, many
        assert [line for page in cut for line in page] == list(range(many))
        for page in cut:
            assert {len(column) for column in found.cut(page)} == {rows}
            assert [
                line for column in found.cut(page) for line in column if line is not None
            ] == list(page)


def test_few_short_names_are_not_broken_and_a_long_one_only_where_all_become_larger() -> None:
    assert fit("tables", 4, [["Anna Ott", "Beat Ott"]]).lines == 2
    assert fit("standings", 24, [["Hans-Jürgen Schwarzenbach-Oberhänsli", "Eva Ott"]]).lines == 2
    narrow = fit("tables", 14, [["Hans-Jürgen Schwarzenbach-Oberhänsli", "Eva Ott"]])
    assert narrow.broken(["Hans-Jürgen Schwarzenbach-Oberhänsli"]) == [
        "Hans-Jürgen",
        "Schwarzenbach-",
        "Oberhänsli",
    ]
    assert narrow.lines == 4


@given(
    st.sampled_from(sorted(FITS)),
    st.lists(st.lists(NAMES, min_size=1, max_size=2), min_size=1, max_size=30),
)
def test_no_line_is_wider_than_said_and_no_name_has_more_lines_or_other_letters(
    kind: str, names: list[list[str]]
) -> None:
    found = fit(kind, len(names), names)
    broken = [found.broken(name) for name in names]
    assert max(map(len, broken)) <= found.lines <= MOST_LINES
    lines = [line for name in broken for line in name]
    assert (
        list(map(width, found.longest.split("\n")))
        == sorted(map(width, set(lines)), reverse=True)[:MEASURED]
    )
    for name, in_lines in zip(names, broken, strict=True):
        assert "".join(in_lines).replace(" ", "") == "".join(name).replace(" ", "")


@given(NAMES, st.integers(300, 3_000))
def test_a_line_is_wider_than_asked_only_where_it_cannot_be_broken(name: str, most: int) -> None:
    for line in wrap_text(name, most):
        assert width(line) <= most or not any(char in line.rstrip("-")[:-1] for char in " -"), line


def test_two_people_have_a_line_each_and_more_share_two() -> None:
    assert people_of("Anna Ott & Beat Li") == ["Anna Ott", "Beat Li"]
    assert people_of("The foxes") == ["The foxes"]
    assert people_of("A & B & C") == ["A & B &", "C"]
    assert Fit(em=8).broken(people_of("Anna & Beat & Carla & Dino")) == [
        "Anna & Beat &",
        "Carla & Dino",
    ]


def test_people_are_looked_for_by_their_family_name() -> None:
    for name, family, other in (
        ("Anna Ott", "Ott", "Anna"),
        ("Ida von der Mühll", "Mühll", "Ida von der"),
        ("Ида Петрова", "Петрова", "Ида"),
        ("Antoni Puig i Cornet", "Puig i Cornet", "Antoni"),
        ("Puig i Cornet", "Puig i Cornet", ""),
        ("José Ortega y Gasset", "Ortega y Gasset", "José"),
        ("Ana i M.", "Ana i M.", ""),
        ("Anna", "Anna", ""),
        ("Anna M.", "Anna M.", ""),
        ("Anna O", "Anna O", ""),
        ("Player 7", "Player 7", ""),
    ):
        assert family_and_given(name) == (family, other)
