"""Names as people type them: what is kept, what is tidied away, what is refused."""

import pytest
from django.test import Client

from scoring.games.names.validation import check_names, clean_text, tidy
from scoring.models import Game, Player
from scoring.rules import RuleError
from tests.scoring.starting import FOUR, NEW, TWELVE, field_of, form, names_of, refused

pytestmark = pytest.mark.django_db

# One emoji out of three, held together by joiners
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"


def codes(variant: str, names: list[str]) -> list[tuple[str, str]]:
    with pytest.raises(RuleError) as caught:
        check_names(variant, names)
    return [(mistake.field, mistake.code) for mistake in caught.value.mistakes]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Anna \n Maria ", "Anna Maria"),
        ("Rene\u0301", "Ren\u00e9"),
        (FAMILY, FAMILY),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("\u05d3\u05d9\u05e0\u05d4", "\u05d3\u05d9\u05e0\u05d4"),
        ("\u202eannA", "annA"),  # turns the rest of a line round
        ("An\u00adna\ufeff", "Anna"),
        ("Anna \u200d", "Anna"),
        ("\u0001Anna\x7f", "Anna"),
        ("\U0001f9cc", "\U0001f9cc"),
        ("Jo\tAnn\u00a0X", "Jo Ann X"),
        ("7", "7"),
    ],
)
def test_a_name_is_kept_as_it_looks(typed: str, kept: str) -> None:
    assert tidy(typed) == kept
    assert tidy(kept) == kept


@pytest.mark.parametrize(
    "typed", ["", "   ", "\u200b\u200d", "\u3164", "\u2800", "\ufe0f", "\u0301", "\u202e\u202c"]
)
def test_what_nobody_can_see_is_no_name(typed: str) -> None:
    assert tidy(typed) == ""
    assert check_names("nanking", ["Anna", typed, "Carla", "Dino"]) == ["Anna", "", "Carla", "Dino"]


@pytest.mark.parametrize(
    "twin",
    [
        "Anna",
        "anna",
        "ANNA",
        " Anna",
        "An\u200dna",
        "Anna\ufe0f",
        "\uff21\uff4e\uff4e\uff41",
        "Anna\u200f",
    ],
)
def test_two_people_cannot_look_alike(twin: str) -> None:
    assert codes("nanking", ["Anna", "Beat", twin, "Dino"]) == [("name_2", "duplicate_player")]


@pytest.mark.parametrize(
    ("variant", "names", "wrong"),
    [
        ("nanking", FOUR[:3], [("names", "player_count")]),
        ("nanking", TWELVE[:5], [("names", "player_count")]),
        ("tientsin", FOUR, [("names", "player_count")]),
        ("grand_seigneur", FOUR, [("names", "player_count")]),
        ("grand_seigneur", [*TWELVE, "Max"], [("names", "player_count")]),
        ("always_last", TWELVE[:11], [("names", "player_count")]),
        ("nanking", ["Anna", "dummy", "Carla", "Dino"], [("name_1", "reserved_name")]),
        ("nanking", ["Anna", "Be\0at", "Carla", "Dino"], [("name_1", "bad_character")]),
        ("nanking", ["Anna", "x" * 81, "Carla", "Dino"], [("name_1", "name_too_long")]),
        ("nanking", ["Anna", "x" * 1_000_000, "Carla", "Dino"], [("name_1", "name_too_long")]),
    ],
)
def test_wrong_names_are_refused_by_their_seat(
    variant: str, names: list[str], wrong: list[tuple[str, str]]
) -> None:
    assert codes(variant, names) == wrong


def test_a_name_may_have_eighty_characters_of_any_kind() -> None:
    names = ["x" * 80, "\U0001f98a" * 80, "\u05d3" * 80, "Dino"]
    assert check_names("nanking", names) == names


def test_empty_fields_beyond_the_seats_of_the_game_are_passed_over() -> None:
    assert check_names("nanking", [*FOUR, "", " "]) == FOUR
    assert check_names("always_last", [*TWELVE[:6], "", " "]) == [*TWELVE[:6], "", ""]


@pytest.mark.parametrize("typed", ["x" * 41, "x" * 1_000_000, "a\0b"])
def test_a_short_text_is_refused_where_it_is_none(typed: str) -> None:
    with pytest.raises(RuleError):
        clean_text(typed, "table_name", most=40)


# Through the form
# ---------------------------------------------------------------------------------------------


def test_a_name_as_long_as_a_form_is_refused(client: Client) -> None:
    response = client.post(NEW, form(["x" * 50_000, *FOUR[1:]]))
    refused(response, "name_0", "At most 80")
    assert len(response.content) < 60_000  # it is not sent back
    assert 'value="Beat"' in field_of(response, "name_1")


def test_more_than_a_form_of_ours_can_be_is_refused(client: Client) -> None:
    assert client.post(NEW, form(["x" * 64_000, *FOUR[1:]])).status_code == 413
    assert not Game.objects.exists()


def test_nul_in_a_name_is_refused(client: Client) -> None:
    response = client.post(NEW, form(["An\0na", *FOUR[1:]]))
    refused(response, "name_0", "unsupported character")
    assert b"\0" not in response.content


@pytest.mark.parametrize("twin", ["Anna", "anna "])
def test_a_name_twice_is_refused_and_stays(client: Client, twin: str) -> None:
    response = client.post(NEW, form(["Anna", "Beat", twin, "Dino"]))
    refused(response, "name_2", "already")
    assert f'value="{twin}"' in field_of(response, "name_2")


@pytest.mark.parametrize(
    ("variant", "count"), [("nanking", 5), ("always_last", 11), ("grand_seigneur", 13)]
)
def test_too_many_names_are_refused_and_stay(client: Client, variant: str, count: int) -> None:
    response = client.post(NEW, form([*TWELVE, "Max"][:count], variant=variant))
    refused(response, "names", f"players, not for {count}.")
    assert f'value="{[*TWELVE, "Max"][count - 1]}"' in field_of(response, f"name_{count - 1}")


def test_markup_in_a_name_is_text(client: Client) -> None:
    name = '<b onclick="x">'
    page = client.post(NEW, form([name, *FOUR[1:3], "Beat"])).content.decode()
    assert name not in page
    assert "&lt;b onclick=" in page


def test_emoji_and_names_from_right_to_left_play_along(client: Client) -> None:
    names = [
        f"Carla {FAMILY}",
        "\u05d3\u05d9\u05e0\u05d4",
        "\u0645\u062d\u0645\u062f",
        "\U0001f98a",
    ]
    assert client.post(NEW, form(names)).status_code == 302
    assert names_of(Game.objects.get()) == names
    page = client.get("/").content.decode()
    assert all(f"<bdi>{name}</bdi>" in page for name in names)


def test_a_name_typed_again_is_the_same_player(client: Client) -> None:
    client.post(NEW, form())
    client.post(NEW, form([" Anna ", *FOUR[1:3], "Eva"]))
    assert Game.objects.count() == 2
    assert sorted(player.name for player in Player.objects.all()) == [
        "Anna",
        "Beat",
        "Carla",
        "Dino",
        "Eva",
    ]
