"""The front page, and the same people once more."""

import json
import re
import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scoring.games.access.devices import COOKIE, hash_of
from scoring.games.access.links import follow, renew_link
from scoring.games.actions import game_state, starting, writing
from scoring.games.queries import table_of
from scoring.models import Device, Game, Link
from scoring.rules import VARIANTS, RuleSet
from tests.scoring.starting import (
    FOUR,
    NEW,
    TWELVE,
    a_game,
    a_phone,
    names_of,
    rules_of,
    write_a_round,
)

pytestmark = pytest.mark.django_db


# The front page
# ---------------------------------------------------------------------------------------------


def test_the_front_page_explains_itself_to_a_stranger_and_remembers_nothing(client: Client) -> None:
    response = client.get("/")
    page = response.content.decode()
    assert response.status_code == 200
    assert "real cards" in page
    assert "No account" in page
    assert f'href="{NEW}"' in page
    assert f'href="{reverse("table_code")}"' in page
    assert "I have a table card" in page
    assert "Same people" not in page
    assert "<title>" in page
    assert '<meta name="description"' in page
    for variant in VARIANTS:
        assert reverse("empty_sheet", args=[variant]) in page
    assert COOKIE not in response.cookies
    assert not Device.objects.exists()


def test_a_phone_finds_the_way_to_take_a_game_along_and_keeps_its_page_with_the_example(
    client: Client,
) -> None:
    assert f'href="{reverse("handover")}"' in client.get("/").content.decode()
    worker = client.get(reverse("service_worker")).content.decode()
    kept = json.loads(worker.partition("const SITE = ")[2].partition(";\n")[0])["usual"]
    assert kept == ["/", NEW, reverse("example_game"), reverse("handover")]


def test_a_first_visit_leads_to_a_finished_game_and_lists_every_game_with_its_players(
    client: Client,
) -> None:
    def rows() -> dict[str, str]:
        found = re.findall(
            r'<a href="/new/\?variant=(\w+)">(.*?)</a>', client.get("/").content.decode(), re.DOTALL
        )
        return {key: " ".join(re.sub("<[^>]+>", " ", row).split()) for key, row in found}

    assert f'href="{reverse("example_game")}"' in client.get("/").content.decode()
    assert rows().keys() == VARIANTS.keys()
    assert (rows()["nanking"], rows()["grand_seigneur"]) == (
        "Tichu Nanking 4 players",
        "Grand Seigneur 5\u201312 players",
    )
    for variant in VARIANTS:
        assert client.get(f"{NEW}?variant={variant}").context["form"].variant == variant
    a_game(a_phone(client))
    page = client.get("/").content.decode()
    assert rows() == {}
    assert reverse("example_game") not in page
    assert page.count(reverse("table_code")) == 1


def test_the_front_page_offers_the_same_people_and_the_game_that_runs(client: Client) -> None:
    game = a_game(a_phone(client))
    page = client.get("/").content.decode()
    assert reverse("play_again", args=[game.pk]) in page
    assert reverse("score", args=[game.pk]) in page
    assert "A game is running" in page
    assert all(f"<bdi>{name}</bdi>" in page for name in FOUR)


@pytest.mark.parametrize(
    ("variant", "rank"), [("grand_seigneur", "Great Lord"), ("always_last", "first among unequals")]
)
def test_of_a_game_of_ranks_it_says_who_holds_the_first_by_its_name(
    client: Client, variant: str, rank: str
) -> None:
    device = a_phone(client)
    game = a_game(device, TWELVE[:5], variant)
    assert rank not in client.get("/").content.decode()
    writing.record_round(game, uuid.uuid4(), 1, {"out": [4, 3, 2, 1]}, device)
    assert (
        f"<b><small>{rank}</small> <bdi>{TWELVE[4]}</bdi></b>" in client.get("/").content.decode()
    )


def test_four_friends_after_five_are_offered_no_empty_chair(client: Client) -> None:
    a_game(a_phone(client), [*FOUR, "Eva"], "nanking_five")
    assert client.get(NEW).context["form"].variant == "nanking"
    asked = client.get(NEW, {"variant": "nanking_five"})
    assert asked.context["form"].variant == "nanking_five"


def test_a_paused_game_can_be_gone_on_with(client: Client) -> None:
    device = a_phone(client)
    game = a_game(device)
    game_state.pause_game(game, device)
    page = client.get("/").content.decode()
    assert "A game is paused" in page
    assert reverse("score", args=[game.pk]) in page


def test_a_game_that_ended_is_listed_but_not_gone_on_with(client: Client) -> None:
    device = a_phone(client)
    game = a_game(device)
    game_state.finish_early(game, device, "last tram")
    page = client.get("/").content.decode()
    assert "finished early" in page
    assert reverse("score", args=[game.pk]) not in page
    assert reverse("play_again", args=[game.pk]) in page


def test_games_of_other_phones_stay_hidden(client: Client) -> None:
    other = Device.objects.create(key_hash=hash_of("the phone of Eva"))
    game = a_game(other)
    a_phone(client)
    assert str(game.pk) not in client.get("/").content.decode()


def test_a_game_that_came_by_a_scoring_link_can_be_gone_on_with(client: Client) -> None:
    owner = Device.objects.create(key_hash=hash_of("the phone of Eva"))
    game = a_game(owner)
    follow(renew_link(Link.Role.SCORER, owner, game=game), a_phone(client))
    assert reverse("score", args=[game.pk]) in client.get("/").content.decode()


def test_the_front_page_asks_as_little_of_eight_games_as_of_one(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    device = a_phone(client)
    write_a_round(a_game(device), device)
    with django_assert_num_queries(11):
        client.get("/")
    for _ in range(7):
        write_a_round(a_game(device), device)
    with django_assert_num_queries(11):
        page = client.get("/").content.decode()
    assert page.count("1 round") == 5  # the one that goes on, four beside it
    assert "3 more" in page
    assert "All 8 games" in page


def test_the_front_page_takes_no_post(client: Client) -> None:
    assert client.post("/").status_code == 405


# The same people once more
# ----------------------------------------------------------------------------------


def again(game: Game) -> str:
    return reverse("play_again", args=[game.pk])


def test_the_same_people_play_again_under_the_same_rules(client: Client) -> None:
    device = a_phone(client)
    rules = RuleSet.of("nanking", {"target_score": 500})
    options = {"preset": "short", "table_name": "Stove", "direction": "left", "saving": "asks"}
    game = starting.start_game(device, rules, FOUR, **options)
    write_a_round(game, device)
    response = client.post(again(game))
    new = Game.objects.exclude(pk=game.pk).get()
    assert response.status_code == 302
    assert response.url == reverse("score", args=[new.pk])
    assert names_of(new) == FOUR
    assert rules_of(new) == rules
    assert {key: getattr(new, key) for key in options} == options
    assert table_of(new).entries == []


def test_playing_again_twice_makes_one_game(client: Client) -> None:
    device = a_phone(client)
    game = a_game(device)
    write_a_round(game, device)
    assert client.post(again(game)).url == client.post(again(game)).url
    assert Game.objects.count() == 2


def test_playing_a_game_again_that_nobody_has_written_in_goes_on_with_it(client: Client) -> None:
    game = a_game(a_phone(client))
    assert client.post(again(game)).url == reverse("score", args=[game.pk])
    assert Game.objects.count() == 1


def test_a_phone_with_the_scoring_link_plays_again(client: Client) -> None:
    owner = Device.objects.create(key_hash=hash_of("the phone of Eva"))
    game = a_game(owner)
    write_a_round(game, owner)
    helper = a_phone(client)
    follow(renew_link(Link.Role.SCORER, owner, game=game), helper)
    assert client.post(again(game)).status_code == 302
    assert Game.objects.exclude(pk=game.pk).get().device == helper


def test_a_stranger_and_a_bad_id_play_nothing_again(client: Client) -> None:
    owner = Device.objects.create(key_hash=hash_of("the phone of Eva"))
    game = a_game(owner)
    write_a_round(game, owner)
    assert Client().post(again(game)).status_code == 404
    a_phone(client)
    assert client.post(again(game)).status_code == 404
    assert client.post(reverse("play_again", args=[uuid.uuid4()])).status_code == 404
    assert client.post("/again/seven/").status_code == 404
    assert Game.objects.count() == 1


def test_playing_again_by_get_is_refused(client: Client) -> None:
    game = a_game(a_phone(client))
    assert client.get(again(game)).status_code == 405
    assert Game.objects.count() == 1


def test_the_front_page_offers_the_people_of_the_newest_game(client: Client) -> None:
    device = a_phone(client)
    old, new = a_game(device), a_game(device, TWELVE[4:8])
    Game.objects.filter(pk=old.pk).update(started_at=new.started_at - timedelta(hours=1))
    page = client.get("/").content.decode()
    assert again(new) in page
    assert again(old) not in page
