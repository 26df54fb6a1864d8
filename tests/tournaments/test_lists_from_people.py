"""Lists of entrants as people really have them: out of a chat, a form, a spreadsheet, with half a
partner.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.reading_lists.found import Row
from tournaments.reading_lists.reading import read


def only(text: str, unit: str) -> Row:
    (row,) = read(text, unit).rows
    return row


def names_in(text: str, unit: str) -> list[tuple[str, ...]]:
    return [row.names for row in read(text, unit).rows]


def understood(text: str, unit: str) -> list[tuple[tuple[str, ...], str, str, int]]:
    """Names, label, club and open places of every entrant of a list."""
    return [(row.names, row.label, row.club_name, row.open_places) for row in read(text, unit).rows]


def test_a_small_word_in_the_names_of_one_person_joins_nobody() -> None:
    listed = (
        "Antoni Puig i Cornet; Girona\nJaume Pla i Mas; Girona\nBerta Vila; Reus\n"
        "Jan Kowalski i Nowak; Łódź"
    )
    assert understood(listed, "person") == [
        (("Antoni Puig i Cornet",), "", "Girona", 0),
        (("Jaume Pla i Mas",), "", "Girona", 0),
        (("Berta Vila",), "", "Reus", 0),
        (("Jan Kowalski i Nowak",), "", "Łódź", 0),
    ]


@pytest.mark.parametrize(
    ("line", "unit", "names"),
    [
        ("Puig i Cornet", "person", ("Puig i Cornet",)),
        ("Ortega y Gasset", "person", ("Ortega y Gasset",)),
        ("Meier und Söhne; Bern", "pair", ("Meier", "Söhne")),
        ("Antoni Puig i Cornet / Berta Vila", "pair", ("Antoni Puig i Cornet", "Berta Vila")),
        (
            "Antoni Puig i Cornet & Berta Vila i Mas",
            "pair",
            ("Antoni Puig i Cornet", "Berta Vila i Mas"),
        ),
        ("Anna Meier & Beat Frei; Bern", "pair", ("Anna Meier", "Beat Frei")),
        ("Jan Kowalski i Ewa Nowak", "pair", ("Jan Kowalski", "Ewa Nowak")),
        ("Jan i Ewa; Łódź", "pair", ("Jan", "Ewa")),
        ("Иван Петров и Ольга Смирнова", "pair", ("Иван Петров", "Ольга Смирнова")),
        ('"Puig i Cornet" / "Pla, Mas & Vila"', "pair", ("Puig i Cornet", "Pla, Mas & Vila")),
        ('"Meier und Huber"; Bern', "person", ("Meier und Huber",)),
        ('Zoë "Zack" M.', "person", ('Zoë "Zack" M.',)),
        ('Zoë "Zack" M. & Beat Frei', "pair", ('Zoë "Zack" M.', "Beat Frei")),
        ("Anna Meier und Beat Frei", "person", ("Anna Meier", "Beat Frei")),
    ],
)
def test_a_joining_word_parts_two_only_where_both_look_like_people(
    line: str, unit: str, names: tuple[str, ...]
) -> None:
    assert only(line, unit).names == names


def test_a_quoted_cell_may_go_on_in_the_next_line() -> None:
    listed = (
        '\ufeffName;Partner;Verein\n"Anna\nMeier";Beat Frei;Bern\nCarla Roth;"Dino\nGerber";Thun\n'
    )
    listed += 'Eva Lang;Finn Moser;"TC\nOlten"'
    assert understood(listed, "pair") == [
        (("Anna Meier", "Beat Frei"), "", "Bern", 0),
        (("Carla Roth", "Dino Gerber"), "", "Thun", 0),
        (("Eva Lang", "Finn Moser"), "", "TC Olten", 0),
    ]
    assert [row.line for row in read(listed, "pair").rows] == [2, 4, 6]


def test_a_quote_that_nobody_closes_takes_no_other_line_along() -> None:
    assert names_in('"Anna\nBeat\nCarla', "person") == [("Anna",), ("Beat",), ("Carla",)]
    assert names_in('Anna "Anni" Meier\nBeat "B Frei\nCarla', "person")[2] == ("Carla",)


def test_the_export_of_a_form_is_read_by_its_questions() -> None:
    listed = (
        "Zeitstempel,Dein Name,Name deines Partners,E-Mail-Adresse,Anmerkungen\n"
        '2026/10/03 7:30:01 PM MESZ,Anna Meier,Beat Frei,anna@example.org,"Kommen etwas später, '
        'ca. 19:45"\n'
        "2026/10/03 8:02:44 PM MESZ,Carla Roth,Dino Gerber,carla@example.org,\n"
        "2026/10/04 9:15:10 AM MESZ,Eva Lang,noch offen,eva@example.org,Suche Partner"
    )
    found = read(listed, "pair")
    assert understood(listed, "pair") == [
        (("Anna Meier", "Beat Frei"), "", "", 0),
        (("Carla Roth", "Dino Gerber"), "", "", 0),
        (("Eva Lang",), "", "", 1),
    ]
    assert found.left_out == ("Zeitstempel", "E-Mail-Adresse", "Anmerkungen")
    assert [doubt.code for doubt in found.doubts] == ["open_place"]


@pytest.mark.parametrize(
    ("heading", "line", "club"),
    [
        ("Timestamp,Your name,Your partner's name,Club", "x,Anna,Beat,Bern", "Bern"),
        ("Horodateur;Ton nom;Nom de ton partenaire;Club", "x;Anna;Beat;Bern", "Bern"),
        ("Sygnatura czasowa;Imię i nazwisko;Partner;Klub", "x;Anna;Beat;Bern", "Bern"),
        (
            "Отметка времени;Ваше имя и фамилия;Имя вашего партнёра;Ваш клуб",
            "x;Anna;Beat;Bern",
            "Bern",
        ),
        ("Name;Name;Verein", "Anna;Beat;Bern", "Bern"),
        ("Vorname;Nachname;Vorname;Nachname", "Anna;Meier;Beat;Frei", ""),
    ],
)
def test_headings_are_known_in_five_languages_and_twice_the_same_are_two_people(
    heading: str, line: str, club: str
) -> None:
    row = only(f"{heading}\n{line}", "pair")
    assert [name.split()[0] for name in row.names] == ["Anna", "Beat"]
    assert row.club_name == club


def test_two_who_are_called_after_what_a_form_asks_for_are_no_heading() -> None:
    assert understood("Anna Meier; Mailand\nPia Nomi; Parma", "person") == [
        (("Anna Meier",), "", "Mailand", 0),
        (("Pia Nomi",), "", "Parma", 0),
    ]


def test_three_cells_are_asked_about_and_read_as_somebody_chooses() -> None:
    listed = "Drachen;Anna Meier;Beat Frei\nHunde;Carla Roth;Dino Gerber"
    likely = read(listed, "pair")
    assert (likely.three_cells, [doubt.code for doubt in likely.doubts]) == (
        "club_first",
        ["three_cells"] * 2,
    )
    assert likely.rows[0] == Row(1, ("Anna Meier", "Beat Frei"), club_name="Drachen")
    named = read(listed, "pair", three_cells="label_first")
    assert named.rows[1] == Row(2, ("Carla Roth", "Dino Gerber"), "Hunde")
    assert read(listed, "pair", three_cells="club_last").rows[0].club_name == "Beat Frei"
    assert read("Anna Meier; Beat Frei; Bern", "pair").three_cells == "club_last"
    assert read(listed, "pair", three_cells="nonsense").three_cells == "club_first"
    assert read("Anna; Beat", "pair").three_cells == ""


def test_a_list_out_of_a_chat_loses_what_is_no_name() -> None:
    listed = (
        "Liste für Freitag 🐉\n- Anna Meier\n• Beat Frei\n✅ Carla Roth\n1️⃣ Dino Gerber\n5) Eva "
        "Lang 079 000 00 00\n"
        "6) Finn Moser finn@example.org\n7) Gita Suter (krank)\nHans Wyss - abgesagt"
    )
    found = read(listed, "person")
    assert [row.names[0] for row in found.rows] == [
        "Anna Meier", "Beat Frei", "Carla Roth", "Dino Gerber", "Eva Lang", "Finn Moser",
    ]  # fmt: skip
    assert [row.left_out for row in found.rows[4:]] == [("079 000 00 00",), ("finn@example.org",)]
    assert [(one.code, one.field, one.params["typed"]) for one in found.skipped] == [
        ("heading", "rows.1", "Liste für Freitag 🐉"),
        ("called_off", "rows.8", "Gita Suter"),
        ("called_off", "rows.9", "Hans Wyss"),
    ]
    taken = read(listed, "person", taken={1, 9})
    assert (taken.rows[0].names, taken.rows[-1].names) == (
        ("Liste für Freitag 🐉",),
        ("Hans Wyss",),
    )
    assert taken.rows[-1].left_out == ("abgesagt",)


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (["1. Anna", "2. Beat", "3. Carla"], ["Anna", "Beat", "Carla"]),
        (["1. Anna", "2. Beat", "5. Carla"], ["Anna", "Beat", "Carla"]),
        (["1. 1. FC Tichu", "2. Drachen"], ["1. FC Tichu", "Drachen"]),
        (["1. FC Tichu", "Drachen", "Hunde"], ["1. FC Tichu", "Drachen", "Hunde"]),
        (["2. Mannschaft", "1. FC Tichu", "Hunde"], ["2. Mannschaft", "1. FC Tichu", "Hunde"]),
        (["7) Anna", "Beat", "Carla"], ["Anna", "Beat", "Carla"]),
        (["1. Anna", "1. Beat", "1. Carla"], ["Anna", "Beat", "Carla"]),
        (
            ["5: Anna", "4/ Beat", "#4 Carla", "Nr. 4 Dino", "3 - Eva", "№ 8 Finn", "Nora"],
            ["Anna", "Beat", "Carla", "Dino", "Eva", "Finn", "Nora"],
        ),
        (["No. 3 Anna", "no 4: Beat", "Nora"], ["Anna", "Beat", "Nora"]),
        (["7 Zwerge", "5 - 3 Anna", "10:30 Beat"], ["7 Zwerge", "3 Anna", "10:30 Beat"]),
        (["1. Anna", "2) Beat", "Carla", "Dino", "Eva"], ["Anna", "Beat", "Carla", "Dino", "Eva"]),
        (
            ["1. Anna", "Beat", "2. Carla", "Dino", "3. Eva", "Finn", "Gina"],
            ["Anna", "Beat", "Carla", "Dino", "Eva", "Finn", "Gina"],
        ),
        (
            ["1. FC Tichu", "Drachen", "Hunde", "2. Mannschaft", "Phönix"],
            ["1. FC Tichu", "Drachen", "Hunde", "2. Mannschaft", "Phönix"],
        ),
    ],
)
def test_a_number_is_left_out_where_the_lines_count(lines: list[str], kept: list[str]) -> None:
    assert names_in("\n".join(lines), "person") == [(name,) for name in kept]
    below = read("Name\n" + "\n".join(lines), "person")
    assert [row.names for row in below.rows] == [(name,) for name in kept]


def test_a_duplicate_pair_below_two_numbered_lines_is_found_by_both_names() -> None:
    listed = (
        "1. Joan Vila / Marta Serra (Club Girona)\n2) Pere Roca & Núria Font [Figueres]\n"
        "Puig i Cornet / Anna\nRoser Bonet / Dani Riu\nJoan Vila / Marta Serra (Club Girona)"
    )
    first, second, *_others, last = read(listed, "pair").rows
    assert first.names == last.names == ("Joan Vila", "Marta Serra")
    assert (second.names, second.club_name) == (("Pere Roca", "Núria Font"), "Figueres")


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("1. Joan Vila / Marta Serra", "1."),
        ("Pere Roca [Figueres] / Núria Font", "[Figueres]"),
        ("Pere Roca / Núria Font", ""),
        ("Pere Roca / Núria Font [Figueres]", ""),
    ],
)
def test_what_may_not_belong_to_a_name_is_asked_about(line: str, part: str) -> None:
    doubts = read(f"{line}\nAnna / Beat\nCarla / Dino", "pair").doubts
    assert [one.params["part"] for one in doubts if one.code == "part_of_name"] == [part] * bool(
        part
    )


@pytest.mark.parametrize(
    "typed",
    [
        "N.N.",
        "NN",
        "?",
        "??",
        "sucht noch",
        "noch offen",
        "looking for a partner",
        "cherche partenaire",
        "szuka partnera",
        "ищет партнёра",
        "tba",
        "(N.N.)",
    ],
)
def test_a_place_that_is_open_is_nobody(typed: str) -> None:
    assert only(f"Anna Meier / {typed}", "pair") == Row(1, ("Anna Meier",), open_places=1)
    assert only(f"Name;Partner\nAnna Meier;{typed}", "pair").open_places == 1
    assert read(f"{typed} / {typed}", "pair").rows == ()


@pytest.mark.parametrize(
    ("line", "unit", "row"),
    [
        (
            "Nele Kühn / Jan Schütz (Drachen Zürich)",
            "pair",
            (("Nele Kühn", "Jan Schütz"), "", "Drachen Zürich", 0),
        ),
        (
            "Łukasz Wójcik & Żaneta Śliwa - Drachen",
            "pair",
            (("Łukasz Wójcik", "Żaneta Śliwa"), "", "Drachen", 0),
        ),
        (
            "Anna Meier & Beat Frei, Bern, a@example.org",
            "pair",
            (("Anna Meier", "Beat Frei"), "", "Bern", 0),
        ),
        (
            "Rosa Pellegrini + Ugo Conti 079 555 01 23",
            "pair",
            (("Rosa Pellegrini", "Ugo Conti"), "", "", 0),
        ),
        ("Anna Meier - TC Bern", "person", (("Anna Meier",), "", "TC Bern", 0)),
        ("Anna (Bern)", "person", (("Anna",), "", "Bern", 0)),
        ("Anna, tel. +41 79 555 01 23", "person", (("Anna",), "", "", 0)),
        ("Anna <anna@example.org>", "person", (("Anna",), "", "", 0)),
        ("Phönix 2000: Mia, Sven", "pair", (("Mia", "Sven"), "Phönix 2000", "", 0)),
        ("M. G., M. G.", "pair", (("M. G.", "M. G. (2)"), "", "", 0)),
        ("Bo, Bo", "pair", (("Bo", "Bo"), "", "", 0)),
        ("Mahjong: Laura G., Ursa, Phil", "pair", (("Laura G.", "Ursa", "Phil"), "Mahjong", "", 0)),
    ],
)
def test_what_stands_behind_the_names(
    line: str, unit: str, row: tuple[tuple[str, ...], str, str, int]
) -> None:
    assert understood(line, unit) == [row]


@given(
    st.lists(
        st.sampled_from(
            ["Anna", "Meier", "a@b.ch", "079 555 01 23", "2026-10-03 19:30", ";", "/", ","]
        ),
        max_size=12,
    )
)
def test_no_address_and_no_number_becomes_part_of_a_name(parts: list[str]) -> None:
    for unit in ("person", "pair", "team"):
        for row in read(" ".join(parts), unit).rows:
            assert not any(
                "@" in text or "555" in text for text in (*row.names, row.label, row.club_name)
            )


ADVENT = """Sign-ups (as of 27.11.)
• Anna Abel / Clara Braun; Ulm
• Dora Conrad & Emil Dietz; Ulm
3. Fritz Engel / Gerda Frank; Neu-Ulm
- Hans Gross und Jan Illig; Ulm
Nora Moser / N.N.; Blaubeuren
Quirin Popp / Rita Quast (krank); Ehingen
Sven Roth (ill) / Tina Seidel; Ulm
"""


def test_a_heading_a_number_among_bullets_and_who_is_ill_are_seen() -> None:
    found = read(ADVENT, "pair")
    assert [row.names for row in found.rows] == [
        ("Anna Abel", "Clara Braun"),
        ("Dora Conrad", "Emil Dietz"),
        ("Fritz Engel", "Gerda Frank"),
        ("Hans Gross", "Jan Illig"),
        ("Nora Moser",),
    ]
    assert [
        (one.code, one.field, one.params["typed"], one.params.get("word")) for one in found.skipped
    ] == [
        ("heading", "rows.1", "Sign-ups (as of 27.11.)", None),
        ("called_off", "rows.7", "Quirin Popp & Rita Quast", "krank"),
        ("called_off", "rows.8", "Sven Roth & Tina Seidel", "ill"),
    ]
    taken = read(ADVENT, "pair", taken={7}).rows[-1]
    assert taken == Row(7, ("Quirin Popp", "Rita Quast"), club_name="Ehingen", left_out=("krank",))


@pytest.mark.parametrize(
    ("first", "others", "unit"),
    [
        ("Sandra Brandes", ["Anna / Beat", "Carla / Dino"], "pair"),  # looks for a partner
        ("Sandra Brandes 079 555 01 23", ["Anna / Beat", "Carla / Dino"], "pair"),
        ("1. FC Tichu", ["Drachen", "Hunde"], "team"),
        ("1. FC Tichu: Anna, Beat", ["Drachen: Carla, Dino", "Hunde: Eva, Finn"], "team"),
        ("Player 1", ["Player 2", "Player 3"], "person"),
    ],
)
def test_a_first_entrant_is_no_heading(first: str, others: list[str], unit: str) -> None:
    found = read("\n".join([first, *others]), unit)
    assert (found.rows[0].line, len(found.rows), found.skipped) == (1, 3, ())
