"""All games of a phone: what is pinned on the front page, the list of all, its search, and what is
dropped.
"""

import re
import uuid
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.games.access.devices import hash_of
from scoring.games.access.links import follow, renew_link
from scoring.games.actions import game_state, writing
from scoring.games.actions.deleting import drop_never_begun
from scoring.models import Device, Entry, Game, Link, PhoneOwner, Player
from scoring.people.actions import erasing
from tests.scoring.starting import FOUR, a_game, a_phone, write_a_round
from tichu_site.housekeeping import Backups

pytestmark = pytest.mark.django_db

NOBODY = ["", "", "", ""]


def played(
    device: Device,
    *,
    days_ago: float = 0,
    names: list[str] = FOUR,
    over: bool = True,
    **options: Any,
) -> Game:
    """A game of one round, written so many days ago; finished then, or running still."""
    game = a_game(device, names, **options)
    write_a_round(game, device)
    if over:
        game_state.finish_early(game, device, "")
    written_at(game, timezone.now() - timedelta(days=days_ago))
    return game


def written_at(game: Game, at: datetime) -> None:
    Entry.objects.filter(game=game).update(created_at=at)


def only_started(
    device: Device, *, hours_ago: float = 0, names: list[str] = NOBODY, **options: Any
) -> Game:
    game = a_game(device, names, **options)
    Game.objects.filter(pk=game.pk).update(started_at=timezone.now() - timedelta(hours=hours_ago))
    return game


def listed(client: Client, **query: object) -> list[uuid.UUID]:
    """The games in the order of the page."""
    page = client.get(reverse("all_games"), query).content.decode()
    return [uuid.UUID(pk) for pk in re.findall(r'data-game="([^"]+)"', page)]


# The front page
# -------------------------------------------------------------------------------------------------


def test_nine_games_that_were_only_started_hide_no_paused_one(client: Client) -> None:
    device = a_phone(client)
    paused = played(device, days_ago=7, over=False)
    game_state.pause_game(paused, device)
    for _ in range(9):
        only_started(device)
    page = client.get("/").content.decode()
    assert "Not finished" in page
    assert reverse("score", args=[paused.pk]) in page
    assert page.count('class="state-') == 1  # those that were only started are listed nowhere


def test_the_front_page_pins_what_is_not_finished_and_lists_the_last_three_by_when_they_were_played(
    client: Client,
) -> None:
    device = a_phone(client)
    begun_first = played(device, days_ago=0.1)  # begun before all others, played last
    over = [played(device, days_ago=days) for days in (1, 2, 3)]
    running = [played(device, days_ago=days, over=False) for days in range(10, 16)]
    context = client.get("/").context
    assert context["open"].game == running[0]
    own = context["own"]
    assert [row.game for row in own.pinned] == running[1:5]
    assert own.more_open == 1
    assert [row.game for row in own.over] == [begun_first, *over[:2]]
    assert own.count == 10


def test_a_game_that_was_just_started_can_be_gone_on_with_and_counts_as_none(
    client: Client,
) -> None:
    device = a_phone(client)
    game = only_started(device)
    page = client.get("/").content.decode()
    assert reverse("score", args=[game.pk]) in page
    assert f'href="{reverse("all_games")}"' not in page


# All games
# --------------------------------------------------------------------------------------------------


def test_what_is_not_finished_comes_first_then_what_was_played_last(client: Client) -> None:
    device = a_phone(client)
    old, new = played(device, days_ago=40), played(device, days_ago=1)
    paused, running = (
        played(device, days_ago=60, over=False),
        played(device, days_ago=50, over=False),
    )
    game_state.pause_game(paused, device)
    only_started(device)
    named = only_started(device, hours_ago=24 * 80, names=["Anna", "", "", ""])
    match = only_started(device, hours_ago=24 * 90, of_match=True)
    assert listed(client) == [each.pk for each in (running, paused, named, match, new, old)]


@override_settings(TIME_ZONE="Europe/Berlin")
def test_months_go_by_the_last_round_where_the_reader_is_and_say_how_many_there_were(
    client: Client,
) -> None:
    device = a_phone(client)
    berlin = ZoneInfo("Europe/Berlin")
    for at in (
        datetime(2026, 10, 31, 23, 30, tzinfo=berlin),
        datetime(2026, 11, 1, 0, 30, tzinfo=berlin),
    ):
        written_at(played(device), at)
    with timezone.override(berlin):
        months = [
            (month.name, month.n_games)
            for month in client.get(reverse("all_games")).context["page"].months
        ]
    assert months == [("November 2026", 1), ("October 2026", 1)]


def test_thirty_games_a_page_then_the_earlier_ones(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    device = a_phone(client)
    games = [played(device, days_ago=days / 100).pk for days in range(33)]
    with django_assert_max_num_queries(7):
        first = client.get(reverse("all_games"))
    assert listed(client) == games[:30]
    assert "Earlier games" in first.content.decode()
    assert first.context["page"].n_earlier == 3
    assert listed(client, page=2) == games[30:]
    assert listed(client, page=999) == games[30:]
    assert listed(client, page="x") == games[:30]


@pytest.mark.parametrize(
    "typed", ["elif", "ELIF", "Élif", "elif mira", "tientsin", "Attic", "october 2024", "2024"]
)
def test_a_search_finds_names_games_and_months(client: Client, typed: str) -> None:
    device = a_phone(client)
    names = ["Elif", "Mira", "Sofia", "Jonas", "Tim", "Dino"]
    found = a_game(device, names, "tientsin", table_name="Attic")
    writing.record_round(found, uuid.uuid4(), 1, {"out": [0, 2, 4]}, device)
    game_state.finish_early(found, device, "")
    written_at(found, datetime(2024, 10, 10, 20, tzinfo=ZoneInfo("UTC")))
    played(device, days_ago=1)
    assert listed(client, q=typed) == [found.pk]


def test_a_search_says_how_many_of_the_games_the_phones_owner_won(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    device = a_phone(client)
    win = {"out": [0, 2]}
    for rounds, names in (
        ([win], FOUR),  # Anna and Carla win
        ([win], ["Beat", "Anna", "Dino", "Carla"]),  # they lose
        ([win], ["Anna", "Beat", "Elif", "Dino"]),
        ([win, {"out": [1, 3]}], FOUR),  # level: nobody wins
        ([win], ["Beat", "Carla", "Dino", "Elif"]),  # Anna was not there
    ):
        game = a_game(device, names)
        for number, each in enumerate(rounds, start=1):
            writing.record_round(game, uuid.uuid4(), number, each, device)
        game_state.finish_early(game, device, "")

    def told(typed: str) -> str:
        with django_assert_max_num_queries(12):
            return " ".join(client.get(reverse("all_games"), {"q": typed}).content.decode().split())

    assert "you won" not in told("Anna"), "nobody said whose phone this is"
    PhoneOwner.objects.create(device=device, player=Player.objects.get(name="Anna"))
    assert "4 games: Anna" in told("Anna")
    assert "you won 2" in told("Anna")
    assert "you won 1" in told("Carla")
    assert "you won 0" in told("Elif Carla")
    assert "you won" not in told("")


def test_the_foot_says_how_many_games_are_not_listed(client: Client) -> None:
    device = a_phone(client)
    played(device)
    assert "not listed" not in client.get(reverse("all_games")).content.decode()
    for number, said in ((1, "1 such game is not listed."), (2, "2 such games are not listed.")):
        only_started(device, hours_ago=number)
        assert said in " ".join(client.get(reverse("all_games")).content.decode().split())
    only_started(device, names=FOUR)
    assert "2 such games are not listed." in " ".join(
        client.get(reverse("all_games")).content.decode().split()
    )


def test_a_search_without_a_hit_says_so_and_is_harmless_markup(client: Client) -> None:
    played(a_phone(client))
    page = client.get(reverse("all_games"), {"q": "<b>Elf"}).content.decode()
    assert (
        "No game with <bdi>&lt;b&gt;Elf</bdi>. Names are spelled as they were typed."
        in " ".join(page.split())
    )
    assert client.get(reverse("all_games"), {"q": "x" * 10_000 + "\0"}).status_code == 200


def test_a_name_that_was_erased_is_found_no_more(client: Client) -> None:
    device = a_phone(client)
    game = played(device)
    assert listed(client, q="Carla") == [game.pk]
    erasing.erase(Player.objects.get(name="Carla"), device, None)
    assert listed(client, q="Carla") == []


def test_only_games_in_which_the_phone_may_write_are_its_own(client: Client) -> None:
    other = Device.objects.create(key_hash=hash_of("the phone of Eva"))
    theirs, shared = played(other), played(other)
    assert listed(client) == []  # a browser that is no phone of ours
    device = a_phone(client)
    assert listed(client) == []
    follow(renew_link(Link.Role.SCORER, other, game=shared), device)
    follow(renew_link(Link.Role.VIEWER, other, game=theirs), device)
    assert listed(client) == [shared.pk]
    assert client.post(reverse("all_games")).status_code == 405


# What is dropped
# ------------------------------------------------------------------------------------------------


@pytest.mark.any_database
def test_a_game_in_which_nothing_was_written_is_dropped_after_a_day_and_no_other(
    client: Client,
) -> None:
    device = a_phone(client)
    only_started(device, hours_ago=25)
    stays = [
        only_started(device, hours_ago=23),
        only_started(device, hours_ago=25, names=["", "Anna", "", ""]),
        only_started(device, hours_ago=25, of_match=True),
    ]
    written = only_started(device, hours_ago=25)
    write_a_round(written, device)
    assert drop_never_begun() == 1
    assert {game.pk for game in Game.objects.all()} == {game.pk for game in [*stays, written]}
    assert drop_never_begun() == 0


def test_the_housekeeping_drops_them(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    only_started(a_phone(client), hours_ago=25)
    monkeypatch.setattr(Backups, "_write", lambda _: None)
    monkeypatch.setattr("tichu_site.housekeeping.connections.close_all", lambda: None)
    Backups().run_once()
    assert not Game.objects.exists()
