"""Each form by tables of made-up samples: what is read, what is refused and where."""

import pytest

from tests.scoring.imports.readings import FOUR, HEAD, code_of, wrong
from tournaments.clubs.imports import PersonLine, read
from tournaments.clubs.imports.people import HEADS as PEOPLE
from tournaments.clubs.imports.rounds import HEADS as ROUNDS

# People
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Name;Other names;Guest\nAnna Meier;Anni;x\n",
        "name,other names,guest\nAnna Meier,Anni,yes\n",
        "Vorname\tNachname\tSpitzname\tGast\nAnna\tMeier\tAnni\tja\n",
        "\ufeffPrénom;Nom de famille;Surnom;Statut\r\nAnna;Meier;Anni;invitée\r\n",
        "Имя и фамилия;Прозвище;Член\nAnna Meier;Anni;нет\n",
        'sep=;\nImię i nazwisko;Pseudonim;Gość\n"Anna Meier";Anni;tak\n\n;;\n',
        'name,alias,guest\n="Anna Meier",\'Anni,1\n',
    ],
)
def test_a_list_of_people_is_read_in_five_languages_and_as_spreadsheets_save_it(text: str) -> None:
    reading = read(text.encode())
    assert reading.form == "people"
    assert [(one.name, one.other_names, one.guest) for one in reading.people] == [
        ("Anna Meier", ("Anni",), True)
    ]
    assert reading.refused == ()


def test_what_a_list_of_people_does_not_say_stays_open_and_what_nobody_keeps_is_named() -> None:
    reading = read(b"No;Name;Phone\n7;Anna;031\n8;Beat;\n")
    assert reading.people == (PersonLine(2, "Anna"), PersonLine(3, "Beat"))
    assert reading.left_out == ("Phone", "No")


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ('=HYPERLINK("http://a.example")', "formula"),
        ("@SUM(A1)", "formula"),
        ("+41 31", "formula"),
        ("x" * 2001, "line_too_long"),
        ("Anna;;;x", "too_many_columns"),
    ],
)
def test_a_line_that_is_a_trap_is_refused_with_its_number_and_no_other(
    cell: str, code: str
) -> None:
    cell = f'"{cell}"' if '"' not in cell and ";" not in cell else cell.replace('"', "")
    reading = read(f"Name;Guest\nBeat;\n{cell}\nCarla;\n".encode())
    assert [one.name for one in reading.people] == ["Beat", "Carla"]
    assert wrong(reading) == [(3, "line", code)]


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("Name\nJürg Müller\n".encode("cp1252"), "Jürg Müller"),
        ("Name\nŁucja Żak\n".encode("utf-16"), "Łucja Żak"),
        ("\ufeffName\nЖанна\n".encode(), "Жанна"),
    ],
)
def test_letters_are_what_they_were_in_the_encodings_of_spreadsheets(
    content: bytes, name: str
) -> None:
    assert [one.name for one in read(content).people] == [name]


@pytest.mark.parametrize(
    "content", ["Name\nŁucja Żak\n".encode("cp1250"), "Имя\nЖанна\n".encode("cp1251")]
)
def test_letters_that_nobody_can_tell_are_not_guessed(content: bytes) -> None:
    assert code_of(content) == "bad_encoding"


def test_each_head_has_five_languages() -> None:
    for heads in (PEOPLE, ROUNDS):
        assert all(word == word.casefold() for word in heads)
        cyrillic = {
            what for word, what in heads.items() if any("а" <= char <= "я" for char in word)
        }
        assert set(heads.values()) - {"number"} <= cyrillic, heads


# A plain list, and results without rounds
# ----------------------------------------------------------------------------


def test_a_name_on_each_line_is_a_list_of_people() -> None:
    reading = read(
        (
            "1. Anna Meier\n\n• Beat Frei\nCarla O’Neill\nanna  meier\nDino; Bern\nPeter Müller (2)"
        ).encode()
    )
    assert reading.form == "people"
    assert [(one.line, one.name, one.guest) for one in reading.people] == [
        (1, "Anna Meier", None),
        (3, "Beat Frei", None),
        (4, "Carla O’Neill", None),
        (7, "Peter Müller (2)", None),
    ]
    assert wrong(reading) == [(5, "name", "name_twice"), (6, "name", "not_a_name")]
    assert reading.refused[0].mistake.params == {"name": "anna  meier", "line": 1}


@pytest.mark.parametrize(
    "content", ["hello", "hello & <goodbye>\nyou", '"a"\n"b"', "1\n2\n3", "a b c d e f g\n" * 3]
)
def test_what_is_no_list_of_names_is_not_taken_for_one(content: str) -> None:
    assert code_of(content.encode()) == "unknown_form"


def test_two_lines_of_one_name_are_not_made_one_person() -> None:
    reading = read("Name;Guest\nPeter Müller;x\nPeter müller;\n".encode())
    assert [one.line for one in reading.people] == [2]
    assert wrong(reading) == [(3, "name", "name_twice")]


@pytest.mark.parametrize(
    "content",
    [
        (
            "Date,Player 1,Player 2,Player 3,Player 4,Points A,Points "
            "B\n2024-05-03,Anna,Beat,Carla,Dino,1005,640"
        ),
        (
            "Datum;Spieler 1;Spieler 2;Spieler 3;Spieler 4;Punkte 1;Punkte "
            "2\n3.5.2024;Anna;Beat;Carla;Dino;1005;640"
        ),
        f"{HEAD};points 1;points 2\n{FOUR};1005;640\n{FOUR};500;1010",
    ],
)
@pytest.mark.parametrize("form", ["", "rounds"])
def test_results_without_rounds_say_what_is_wanted(content: str, form: str) -> None:
    reading = read(content.encode(), form)
    assert (reading.form, reading.people, reading.games) == ("rounds", (), ())
    assert wrong(reading) == [(None, "file", "no_rounds")]
    assert "player 4; first" in str(reading.refused[0].mistake)


@pytest.mark.parametrize("points", ["65;35", "65;", "125;-25"])
def test_card_points_alone_are_rounds(points: str) -> None:
    reading = read(f"{HEAD};points 1;points 2\n{FOUR};{points}".encode())
    assert (len(reading.games), reading.refused) == (1, ())


# Nonsense
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b" \n\xef\xbb\xbf", "empty"),
        (b"PK\x03\x04\0\0", "no_text"),
        (b"hello", "unknown_form"),
        (b"{}", "unknown_form"),
        (b"\xff\xfe\x00", "bad_encoding"),
    ],
)
def test_what_is_no_list_of_ours_is_refused_in_a_word(content: bytes, code: str) -> None:
    assert code_of(content) == code
