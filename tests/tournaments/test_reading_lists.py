"""Lists as people paste them, and what is understood of them."""

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.work import GROWTH, grows
from tournaments.reading_lists.cells import without_contacts
from tournaments.reading_lists.columns import whole_number
from tournaments.reading_lists.found import MOST_NAMES, Reading, Row
from tournaments.reading_lists.heads import HEADS
from tournaments.reading_lists.names import _JOINERS, is_open, split_cancellation, split_names
from tournaments.reading_lists.reading import read


def names(text: str, unit: str) -> list[tuple[str, ...]]:
    return [row.names for row in read(text, unit).rows]


def only(text: str, unit: str) -> Row:
    (row,) = read(text, unit).rows
    return row


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("Anna Meier", Row(1, ("Anna Meier",))),
        ("Anna Meier; TC Bern", Row(1, ("Anna Meier",), club_name="TC Bern")),
        ("Anna Meier\tTC Bern", Row(1, ("Anna Meier",), club_name="TC Bern")),
        ("Meier, Anna", Row(1, ("Meier, Anna",))),
        ("1. Anna", Row(1, ("Anna",))),
        ("12) Anna", Row(1, ("Anna",))),
        ("(3) Anna", Row(1, ("Anna",))),
        ("7\tAnna\tBern", Row(1, ("Anna",), club_name="Bern")),
        ("  Anna  ", Row(1, ("Anna",))),
        ("\ufeffAnna", Row(1, ("Anna",))),
        ('"Meier; Anna"; Bern', Row(1, ("Meier; Anna",), club_name="Bern")),
        ('"Anna', Row(1, ("Anna",))),
        ("Anna, Beat, Carla", Row(1, ("Anna", "Beat", "Carla"))),
        ("Anna / Beat", Row(1, ("Anna", "Beat"))),
    ],
)
def test_a_line_is_a_person(line: str, row: Row) -> None:
    assert only(line, "person") == row


@pytest.mark.parametrize(
    "line",
    [
        "Anna / Beat",
        "Anna/Beat",
        "Anna & Beat",
        "Anna + Beat",
        "Anna und Beat",
        "Anna and Beat",
        "Anna UND Beat",
        "Anna et Beat",
        "Anna и Beat",
        "Anna i Beat",
        "Anna, Beat",
        "Anna - Beat",
        "Anna – Beat",
        "Anna; Beat",
        "Anna\tBeat",
        "4. Anna / Beat",
    ],
)
def test_a_line_is_a_pair_however_the_two_are_joined(line: str) -> None:
    assert only(line, "pair") == Row(1, ("Anna", "Beat"))


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("Anna; Beat; TC Bern", Row(1, ("Anna", "Beat"), club_name="TC Bern")),
        ("Anna & Beat; TC Bern", Row(1, ("Anna", "Beat"), club_name="TC Bern")),
        ("Dragons: Anna, Beat; TC Bern", Row(1, ("Anna", "Beat"), "Dragons", "TC Bern")),
        ("Dragons; Anna & Beat; TC Bern", Row(1, ("Anna", "Beat"), "Dragons", "TC Bern")),
        ("Meier, Anna / Huber, Beat", Row(1, ("Meier, Anna", "Huber, Beat"))),
        ("Anna-Maria / Jean-Luc", Row(1, ("Anna-Maria", "Jean-Luc"))),
        ("Sandra Brandes / Ferdinand", Row(1, ("Sandra Brandes", "Ferdinand"))),
        ("Anna", Row(1, ("Anna",))),
        ("Anna, Beat, Carla", Row(1, ("Anna", "Beat", "Carla"))),
    ],
)
def test_a_pair_may_have_a_name_and_a_club(line: str, row: Row) -> None:
    assert only(line, "pair") == row


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("Dragons: Anna, Beat, Carla; Bern", Row(1, ("Anna", "Beat", "Carla"), "Dragons", "Bern")),
        ("Anna, Beat & Carla", Row(1, ("Anna", "Beat", "Carla"))),
        ("Anna\tBeat\tCarla", Row(1, ("Anna", "Beat", "Carla"))),
    ],
)
def test_a_team_has_as_many_names_as_are_written(line: str, row: Row) -> None:
    assert only(line, "team") == row


def test_lines_keep_their_numbers_over_empty_ones_and_windows_ends() -> None:
    assert read("\r\nAnna\r\n\r\n   \r\nBeat\rCarla\n;;\n", "person").rows == (
        Row(2, ("Anna",)),
        Row(5, ("Beat",)),
        Row(6, ("Carla",)),
    )


@pytest.mark.parametrize(
    ("text", "unit", "rows"),
    [
        ("Name;Verein\nAnna;Bern", "person", [Row(2, ("Anna",), club_name="Bern")]),
        ("name,club,seed\nAnna,Bern,3", "person", [Row(2, ("Anna",), club_name="Bern", seed=3)]),
        ("Name\tTisch\nAnna\t12", "person", [Row(2, ("Anna",), fixed_table=12)]),
        ("Name\n1. Anna\n2) Beat", "person", [Row(2, ("Anna",)), Row(3, ("Beat",))]),
        ("Name\nAnna und Beat", "person", [Row(2, ("Anna und Beat",))]),
        ("Name;Vorname\nMeier;Anna", "person", [Row(2, ("Anna Meier",))]),
        ("First name,Last name\nAnna,Meier", "person", [Row(2, ("Anna Meier",))]),
        ("Vorname\nAnna", "person", [Row(2, ("Anna",))]),
        ("Name,Partner\nAnna,Beat", "pair", [Row(2, ("Anna", "Beat"))]),
        ("Namen;Verein\nAnna / Beat;Bern", "pair", [Row(2, ("Anna", "Beat"), club_name="Bern")]),
        (
            "Spieler 1;Spieler 2;Setzplatz\nAnna;Beat;1.\nCarla;Dino;",
            "pair",
            [Row(2, ("Anna", "Beat"), seed=1), Row(3, ("Carla", "Dino"))],
        ),
        (
            'Team,Player 1,Player 2,Player 3\n"Dragons, the",Anna,Beat,Carla',
            "team",
            [Row(2, ("Anna", "Beat", "Carla"), "Dragons, the")],
        ),
        ("Name;Spieler 1;Spieler 2\n1. FC;Anna;Beat", "team", [Row(2, ("Anna", "Beat"), "1. FC")]),
        (
            "Vorname 1;Nachname 1;Vorname 2;Nachname 2\nAnna;Meier;Beat;Huber",
            "pair",
            [Row(2, ("Anna Meier", "Beat Huber"))],
        ),
        ("Nom;Prénom;Club\nMeier;Anna;Bern", "person", [Row(2, ("Anna Meier",), club_name="Bern")]),
        (
            "№;Фамилия;Имя;Клуб\n1;Meier;Anna;Bern",
            "person",
            [Row(2, ("Anna Meier",), club_name="Bern")],
        ),
        (
            "Lp.;Imię i nazwisko;Klub;Stół\n1;Anna;Bern;3",
            "person",
            [Row(2, ("Anna",), club_name="Bern", fixed_table=3)],
        ),
        ("Équipe;Joueur 1;Joueur 2\nFoxes;Anna;Beat", "pair", [Row(2, ("Anna", "Beat"), "Foxes")]),
        ("sep=;\r\nNr.;Name\r\n1;Anna\r\n", "person", [Row(3, ("Anna",))]),
        (
            "Name;Verein\nAnna;\n;;\nNAME;VEREIN\nBeat",
            "person",
            [Row(2, ("Anna",)), Row(5, ("Beat",))],
        ),
        ("\ufeffName;Verein\nAnna;Bern", "person", [Row(2, ("Anna",), club_name="Bern")]),
        ("Name;Club\n;Bern", "person", [Row(2, (), club_name="Bern")]),
        ("Name", "person", []),
        ("", "person", []),
    ],
)
def test_a_first_line_may_name_the_columns(text: str, unit: str, rows: list[Row]) -> None:
    reading = read(text, unit)
    assert reading == Reading(tuple(rows), heading=reading.heading)


def test_columns_that_mean_nothing_here_are_named() -> None:
    assert read("Name;E-Mail;;Handy\nAnna;a@b.c;x;079", "person") == Reading(
        (Row(2, ("Anna",)),), left_out=("E-Mail", "Handy"), heading="Name;E-Mail;;Handy"
    )


@pytest.mark.parametrize("typed", ["0", "-1", "x", "1.5", "²", "10000", "9" * 900])
def test_what_is_no_seed_and_no_table_is_said_at_its_line(typed: str) -> None:
    found = read(f"Name;Seed;Table\nAnna;{typed};{typed}", "person")
    assert [(one.code, one.field) for one in found.mistakes] == [
        ("bad_number", "rows.2.seed"),
        ("bad_number", "rows.2.table"),
    ]
    assert all(one.message for one in found.mistakes)
    assert found.rows == (Row(2, ("Anna",)),)


def test_a_line_with_more_columns_than_were_named_is_said() -> None:
    (mistake,) = read("Name,Club\nMeier, Anna, Bern", "person").mistakes
    assert (mistake.code, mistake.field) == ("too_many_columns", "rows.2.names")
    assert mistake.message == "This line has 3 columns, but the first line names 2."


def test_a_line_that_goes_on_and_on_is_no_entrant() -> None:
    found = read(f"Anna\n{'Beat ' * 500}\nCarla", "person")
    assert [(one.code, one.field) for one in found.mistakes] == [("line_too_long", "rows.2.names")]
    assert found.rows == ()


@pytest.mark.parametrize(
    ("typed", "number"), [("3", 3), (" 4. ", 4), ("9999", 9999), ("", None), ("1..", None)]
)
def test_whole_numbers(typed: str, number: int | None) -> None:
    assert whole_number(typed) == number


UNITS = st.sampled_from(["person", "pair", "team"])
LISTS = st.one_of(
    st.text(max_size=400),
    st.lists(
        st.sampled_from(
            [
                *HEADS,
                "Anna",
                "1.",
                "und",
                ";",
                ",",
                "\t",
                '"',
                "\n",
                "\r",
                "\0",
                ":",
                "/",
                "7",
                "\ufeff",
            ]
        ),
        max_size=60,
    ).map("".join),
)


@given(LISTS, UNITS)
def test_nothing_that_is_pasted_stops_the_reader(text: str, unit: str) -> None:
    found = read(text, unit)
    lines = [row.line for row in found.rows]
    assert lines == sorted(set(lines))
    assert all(name.strip() == name and name for row in found.rows for name in row.names)
    assert all(mistake.message for mistake in found.mistakes)


def means_itself(text: str) -> bool:
    """Whether nothing of a text is taken for an address, initials, an open place or somebody who
    has called off.
    """
    return not (
        without_contacts(text)[1]
        or is_open(text)
        or split_cancellation(text)[1]
        or text[1:2] == "."
    )


PLAIN = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp", "Zs")),
    min_size=1,
    max_size=12,
).filter(lambda text: not text[0].isdigit() and text[0] != "(" and means_itself(text))
NUMBERS = st.none() | st.integers(1, 9999)


@given(
    st.data(),
    st.sampled_from([";", ",", "\t"]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(
        [
            ("Team", "Player {}", "Club", "Seed", "Table"),
            ("Mannschaft", "Spieler {}", "Verein", "Setzplatz", "Tisch"),
        ]
    ),
)
def test_a_written_csv_is_read_as_it_was_meant(
    data: st.DataObject, separator: str, end: str, heads: tuple[str, str, str, str, str]
) -> None:
    size = data.draw(st.integers(2, MOST_NAMES))
    rows = data.draw(
        st.lists(
            st.tuples(
                PLAIN | st.just(""),
                st.lists(PLAIN, min_size=size, max_size=size),
                PLAIN,
                NUMBERS,
                NUMBERS,
            ),
            max_size=5,
        )
    )
    written = io.StringIO()
    writer = csv.writer(written, delimiter=separator, lineterminator=end)
    label, player, club, seed, fixed = heads
    writer.writerow(
        [label, *(player.format(which) for which in range(1, size + 1)), club, seed, fixed]
    )
    for row in rows:
        writer.writerow(
            [
                row[0],
                *row[1],
                row[2],
                "" if row[3] is None else row[3],
                "" if row[4] is None else row[4],
            ]
        )
    found = read(f"\ufeff{written.getvalue()}", "team")
    assert (
        replace(found, doubts=())
        == Reading(  # a name may be of brackets alone
            tuple(
                Row(line, tuple(row[1]), row[0], *row[2:]) for line, row in enumerate(rows, start=2)
            ),
            heading=written.getvalue().splitlines()[0],
        )
    )


def test_of_a_list_beyond_all_halls_no_line_is_looked_at() -> None:
    found = read("x; y\n" * 2_501, "pair")
    assert (found.rows, [mistake.message for mistake in found.mistakes]) == (
        (),
        ["At most 2000 entrants at once; these are 2501."],
    )
    assert len(read("x / y\n\n" * 2_000, "pair").rows) == 2_000


@pytest.mark.parametrize(
    "line",
    ["a" + " " * 1_997 + "b", "a / b " * 300, ", " * 900, "und " * 400, "&" * 1_900, "7. " * 600],
)
def test_twice_as_many_lines_are_at_most_twice_and_a_half_the_work(line: str) -> None:
    for unit in ("person", "pair", "team"):
        assert grows(lambda size, unit=unit: read("\n".join([line] * size), unit), 20) <= GROWTH  # type: ignore[misc]


def test_blanks_round_a_joiner_are_not_looked_for_before_it_is_there() -> None:
    """A pattern that begins with any number of blanks looks through a line of blanks once for each
    of them.
    """
    assert r"\s*" not in _JOINERS.pattern
    assert r"\s+" not in _JOINERS.pattern
    assert split_names("Anna   /\tBeat  und   Carla  -  Dino|Eva", "team") == [
        "Anna",
        "Beat",
        "Carla",
        "Dino",
        "Eva",
    ]
    assert split_names("Anna-Lena / Undine", "pair") == ["Anna-Lena", "Undine"]


@pytest.mark.parametrize(
    ("text", "unit", "entrants"),
    [
        ("Spieler 1", "person", [("Spieler 1",)]),
        (
            "Spieler 1\nSpieler 2\nSpieler 3",
            "person",
            [("Spieler 1",), ("Spieler 2",), ("Spieler 3",)],
        ),
        ("Player 7\nAnna", "person", [("Player 7",), ("Anna",)]),
        (
            "Spieler 1, Spieler 2\nSpieler 3, Spieler 4",
            "pair",
            [("Spieler 1", "Spieler 2"), ("Spieler 3", "Spieler 4")],
        ),
        ("Spieler 1 / Spieler 2", "pair", [("Spieler 1", "Spieler 2")]),
    ],
)
def test_a_line_player_1_is_a_name_by_itself_or_above_player_2(
    text: str, unit: str, entrants: list[tuple[str, ...]]
) -> None:
    reading = read(text, unit)
    assert ([row.names for row in reading.rows], reading.heading) == (entrants, "")


@pytest.mark.parametrize(
    ("heading", "line", "unit"),
    [
        ("Spieler 1, Spieler 2", "Anna, Beat", "pair"),
        ("Spieler 1; Spieler 2; Verein", "Anna; Beat; Bern", "pair"),
        ("Spieler 1;Verein", "Anna;Bern", "person"),
        ("Spieler", "Anna", "person"),
        ("Name", "Anna", "person"),
    ],
)
def test_a_first_line_that_is_taken_for_a_heading_is_told(
    heading: str, line: str, unit: str
) -> None:
    reading = read(f"{heading}\n{line}", unit)
    assert (len(reading.rows), reading.heading) == (1, heading)
    # Below a line "Name" it is an entrant like any other; "Name" itself is the heading once more.
    below = read(f"Name\n{heading.partition(';')[0]}\nAnna", unit)
    assert len(below.rows) == (1 if heading == "Name" else 2)
