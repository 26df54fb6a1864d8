"""The wall screen: what it shows of all six games, and who sees the link on it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.access.links import renew_link, revoke_link
from scoring.games.actions.game_state import finish_early, pause_game
from scoring.rules import RuleSet
from tests.scoring.games import PEOPLE, TWO_ROUNDS, a_client, a_game, believable, words
from tests.scoring.sharing import address, part, scorer, token

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("variant", "shown"),
    [
        ("nanking", ("Anna & Carla", "Beat & Dino", "to go", "To 1000 points.")),
        ("tientsin", ("Anna & Carla & Eva", "Beat & Dino & Franz", "to go")),
        ("trichu", ("Anna", "Beat", "Carla", "the Table", "9 rounds in all.")),
        ("wu_wang", ("Anna", "Beat", "Carla", "the Minister")),
        ("grand_seigneur", ("Great Lord", "Wretch", "was first")),
        ("always_last", ("Anna", "Beat", "was first", "last.")),
    ],
)
def test_the_wall_shows_every_game(variant: str, shown: tuple[str, ...]) -> None:
    rules = RuleSet.of(variant)
    people = {"tientsin": 6, "grand_seigneur": 5, "always_last": 5, "nanking": 4}.get(variant, 3)
    game = a_game(variant, names=PEOPLE[:people], rounds=believable(rules, people, 2))
    page = words(a_client(), "wall", game.pk)
    for text in (*shown, "Round 3", "Round 2"):
        assert text in page, text


def test_the_wall_tells_the_last_round_in_words() -> None:
    page = words(a_client(), "wall", a_game(rounds=TWO_ROUNDS, table_name="Table 7").pk)
    assert "Table 7 Round 3 To 1000 points." in page
    assert re.search(r"Round 2: .*−200 .*\+200", page)
    assert "Carla: Grand Tichu ✗ failed Double victory: Beat & Dino" in page


def test_the_wall_of_a_game_without_rounds_says_so() -> None:
    assert "Nothing entered yet." in words(a_client(), "wall", a_game().pk)


def test_the_wall_tells_a_pause_a_reason_to_stop_and_a_winner() -> None:
    paused = a_game()
    pause_game(paused, paused.device)
    assert "paused" in words(a_client(), "wall", paused.pk)
    stopped = a_game(rounds=TWO_ROUNDS)
    finish_early(stopped, stopped.device, "last tram")
    page = words(a_client(), "wall", stopped.pk)
    assert "finished early 2 rounds" in page
    assert "Finished early: last tram" in page
    won = a_game(rounds=[*TWO_ROUNDS[:1], *[TWO_ROUNDS[1]] * 5])
    page = words(a_client(), "wall", won.pk)
    assert "finished" in page
    assert page.count("✓ winner") == 1


def test_the_chart_of_a_long_game_of_ranks_shows_its_last_rounds() -> None:
    rounds = believable(RuleSet.of("grand_seigneur"), 5, 30)
    page = a_client().get(address("wall", a_game("grand_seigneur", rounds=rounds))).content.decode()
    chart = page.partition('<svg class="chart"')[2].partition("</svg>")[0]
    numbers = [int(number) for number in re.findall(r'text-anchor="middle">(\d+)<', chart)]
    assert numbers[0] > 18
    assert numbers[-1] == 30
    assert (
        max(len(points.split()) for points in re.findall(r'polyline points="([^"]*)"', chart)) == 12
    )


@pytest.mark.parametrize("made", [True, False])
def test_only_the_owners_wall_shows_the_link_where_there_is_one(made: bool) -> None:
    game = a_game()
    link = token(game, "viewer") if made else ""
    other = scorer(game)
    owners, others = (
        client.get(address("wall", game)).content.decode() for client in (a_client(), other)
    )
    assert ('class="qr"' in owners) is made
    assert ("get a link from the phone" in owners) is not made
    assert 'class="qr"' not in others
    assert "get a link from the phone" in others
    assert not link or link not in others


def test_the_owners_wall_is_sent_again_when_its_link_is_made_or_revoked() -> None:
    game = a_game()
    where = address("wall", game)
    etags = [part(a_client(), where)["ETag"]]
    for change in (renew_link, renew_link, revoke_link):
        change("viewer", game.device, game=game)
        etags.append(part(a_client(), where)["ETag"])
    assert len(set(etags[:3])) == 3


@pytest.mark.parametrize(
    ("language", "word"), [("de", "Runden"), ("fr", "manches"), ("pl", "rozd"), ("ru", "раунд")]
)
def test_a_finished_game_counts_its_rounds_by_the_words_of_the_table(
    language: str, word: str
) -> None:
    game = a_game(rounds=believable(RuleSet.of("nanking", {}), 4, 60, 4))
    client = a_client()
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    for page in ("wall", "score"):
        shown = words(client, page, game.pk)
        assert re.search(rf"\b\d+ {word}", shown), page


def test_the_wall_by_the_link_shows_the_link() -> None:
    page = Client().get(address("look_wall", a_game(rounds=TWO_ROUNDS))).content.decode()
    assert 'class="qr"' in page
    assert "href=" not in page.partition("<main")[2]


def test_the_wall_is_a_link_on_the_sheet_and_beside_the_viewing_link() -> None:
    """On the sheet that viewers see too: a television opens that link."""
    game = a_game()
    look = address("look", game)
    assert f'href="{address("look_wall", game)}"' in Client().get(look).content.decode()
    revoke_link("viewer", game.device, game=game)
    assert reverse("wall", args=[game.pk]) in a_client().get(address("game", game)).content.decode()
    share = reverse("share", args=[game.pk])
    assert "Wall screen" not in a_client().get(share).content.decode()
    link = address("look_wall", game)
    page = a_client().get(share).content.decode()
    assert page.count("Wall screen") == 1
    assert f'href="{link}"' in page
