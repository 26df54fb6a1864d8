"""The picture of a game that is sent to friends: what it shows, who may have it, and that nothing
leaves its frame.
"""

import html
import io
import re
from xml.etree import ElementTree as ET

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from scoring.games.pictures import width
from scoring.games.queries import table_of
from scoring.games.round_words import figure
from scoring.models import Game
from scoring.pages.end_card import Ending, RankEnding, ending_of
from scoring.pages.share.picture import Picture, RankPicture, png, svg
from scoring.rules import Round, RuleSet
from tests.scoring.games import PEOPLE, TWO_ROUNDS, a_client, a_game, believable
from tests.scoring.sharing import token

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
WIDTH, HEIGHT = 1080, 1350
SWEEP = Round(out=(0, 2), calls={0: "grand"})


def drawn(game: Game) -> Picture:
    return Picture(Ending(table_of(game)))


def texts(game: Game, language: str = "en") -> list[str]:
    """All that stands in the picture, by its drawing."""
    with translation.override(language):
        drawing = ET.fromstring(svg(ending_of(table_of(game))))
    return [
        " ".join((each.text or "").split()) for each in drawing.iter() if each.tag.endswith("text")
    ]


def test_the_picture_tells_what_the_card_tells() -> None:
    said = texts(a_game(rounds=[SWEEP] * 3))
    for text in (
        "Anna &",
        "Carla",
        "against Beat & Dino",
        "1200",
        "0",
        "+400 in round 3",
        "3 of 3",
        "won",
    ):
        assert text in said


def test_it_is_a_png_of_its_size_with_the_winners_colours() -> None:
    game = a_game(rounds=[SWEEP] * 3)
    answer = a_client().get(reverse("game_picture", args=[game.pk]))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert picture.size == (WIDTH, HEIGHT)
        colours = {colour for _, colour in picture.convert("RGB").getcolors(1 << 20) or ()}
    for token_of_side in ((0x00, 0x56, 0x8F), (0xA3, 0x27, 0x1D), (0xFF, 0xFD, 0xF7)):
        assert token_of_side in colours


def test_it_is_asked_for_again_only_where_the_game_has_changed() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    client, address = a_client(), reverse("game_picture", args=[game.pk])
    tag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    a_client().post(reverse("finish_early", args=[game.pk]), {"reason": "last tram"})
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_whoever_watches_by_a_link_has_it_and_a_stranger_has_not() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    assert Client().get(reverse("game_picture", args=[game.pk])).status_code == 404
    secret = token(game, "viewer")
    address = reverse("look_picture", args=[secret])
    page = Client().get(reverse("look", args=[secret])).content.decode()
    assert f'<meta property="og:image" content="http://testserver{address}">' in page
    watched = Client().get(address)
    assert (watched.status_code, watched["Cache-Control"]) == (200, "no-store")
    assert Client().get(reverse("look_picture", args=["nonsense"])).status_code == 404


def previewed(game: Game) -> dict[str, str]:
    """What a messenger reads of the link."""
    page = Client().get(reverse("look", args=[token(game, "viewer")])).content.decode()
    found = re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page)
    return {
        name: html.unescape(content) for name, content in found if name in {"title", "description"}
    }


def test_a_link_that_is_shared_names_the_players_and_the_score() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    first, second = (
        " & ".join(names) for names in ((PEOPLE[0], PEOPLE[2]), (PEOPLE[1], PEOPLE[3]))
    )
    ours, theirs = map(figure, table_of(game).position.totals)
    title = f"{first} {ours} : {theirs} {second}"
    assert previewed(game) == {"title": title, "description": "Tichu Nanking · 2 rounds"}
    a_client().post(reverse("finish_early", args=[game.pk]), {"reason": "last tram"})
    game.refresh_from_db()
    assert previewed(game) == {"title": title, "description": ending_of(table_of(game)).in_a_line}


@pytest.mark.parametrize(
    ("variant", "title"), [("trichu", "{0} 0, {1} 0, {2} 0, "), ("grand_seigneur", "{0}, {1}, ")]
)
def test_so_does_one_of_more_than_two_who_score_and_of_ranks(variant: str, title: str) -> None:
    assert previewed(a_game(variant))["title"].startswith(title.format(*PEOPLE))


@pytest.mark.parametrize("variant", ["nanking", "grand_seigneur"])
def test_where_there_is_nothing_to_draw_there_is_no_picture(variant: str) -> None:
    game = a_game(variant)
    assert a_client().get(reverse("game_picture", args=[game.pk])).status_code == 404


def test_a_picture_takes_no_post() -> None:
    assert (
        a_client().post(reverse("game_picture", args=[a_game(rounds=TWO_ROUNDS).pk])).status_code
        == 405
    )


NAMES = st.lists(
    st.text(st.sampled_from("AaMmWwIiß-éЖжΩŁ李王ا& <>\"'"), min_size=1, max_size=40)
    .map(str.strip)
    .filter(bool),
    min_size=4,
    max_size=4,
    unique_by=str.casefold,
)


@settings(max_examples=8, deadline=None)
@given(NAMES, st.integers(1, 3))
def test_no_name_breaks_the_drawing_or_leaves_the_card(names: list[str], rounds: int) -> None:
    """Texts are taken to be as wide as their widest letters would make them."""
    table = table_of(a_game(rounds=[SWEEP] * rounds))
    table.__dict__["names"] = names
    ending = Ending(table)
    picture = Picture(ending)
    for line in (*picture.heading, *picture.against, *picture.rows):
        assert 60 < line.y < HEIGHT - 100
        assert line.size >= 8
    assert picture.chart_y + picture.chart_height < HEIGHT - 120
    assert png(ending).startswith(b"\x89PNG")


def test_of_a_game_of_ranks_it_shows_who_is_first_and_all_names_at_their_lines() -> None:
    game = a_game(
        "grand_seigneur",
        names=PEOPLE[:5],
        rounds=[Round(out=(0, 1, 2, 3, 4))] + [Round(out=(2, 0, 1, 4, 3))] * 2,
    )
    said = texts(game)
    assert said[:2] == ["Carla", "Great Lord for 2 rounds"]
    assert [text for text in said[2:] if text in PEOPLE] == ["Carla", "Anna", "Beat", "Eva", "Dino"]
    assert "won" not in said
    answer = a_client().get(reverse("game_picture", args=[game.pk]))
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert picture.size == (WIDTH, HEIGHT)


@settings(max_examples=5, deadline=None)
@given(NAMES)
def test_no_name_leaves_the_picture_of_a_game_of_ranks(names: list[str]) -> None:
    table = table_of(
        a_game("grand_seigneur", names=PEOPLE[:5], rounds=[Round(out=(0, 1, 2, 3, 4))] * 2)
    )
    table.__dict__["names"] = [*names, "Eva"]
    ending = RankEnding(table)
    picture = RankPicture(ending)
    for line in (*picture.heading, *picture.against):
        assert 60 < line.y < picture.chart_y
        assert line.x + line.size * width(line.text) < WIDTH - 60
    for end in picture.line_ends:
        assert end.x + end.size * width(end.text) <= ending.chart.width
    assert png(ending).startswith(b"\x89PNG")


@pytest.mark.parametrize("variant", ["nanking", "tientsin", "trichu", "wu_wang"])
def test_every_game_with_points_has_its_picture_in_german_too(variant: str) -> None:
    players = {"nanking": 4, "tientsin": 6}.get(variant, 3)
    game = a_game(
        variant, names=PEOPLE[:players], rounds=believable(RuleSet.of(variant), players, 4)
    )
    said = texts(game, "de")
    assert "Beste Runde" in said
    assert not [text for text in said if re.search(r"%\(|None", text)]


def test_its_words_are_drawn_with_the_bundled_fonts() -> None:
    ending = ending_of(table_of(a_game(rounds=[SWEEP] * 3)))
    picture = Image.open(io.BytesIO(png(ending))).convert("L")
    heading = picture.crop((100, 100, 700, 300))
    assert sum(heading.histogram()[:90]) > 2000  # dark pixels: letters
