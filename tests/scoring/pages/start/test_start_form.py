"""The form that starts a game: what it shows, what it starts, its buttons without JavaScript."""

import re
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scoring.games.access.devices import COOKIE
from scoring.models import Club, Device, Game, Player
from scoring.pages.house_rules import RulesForm, texts_of
from scoring.rules import PRESETS, VARIANTS, RuleSet
from tests.scoring.starting import (
    FOUR,
    NEW,
    TWELVE,
    a_game,
    a_phone,
    field_of,
    form,
    names_of,
    rules_of,
    seated,
    shown,
)

pytestmark = pytest.mark.django_db


# The form
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "seats"),
    [
        ("nanking", 4),
        ("tientsin", 6),
        ("trichu", 3),
        ("wu_wang", 3),
        ("grand_seigneur", 5),
        ("always_last", 5),
    ],
)
def test_the_form_has_a_seat_for_each_player(client: Client, variant: str, seats: int) -> None:
    page = client.get(NEW, {"variant": variant}).content.decode()
    assert len(re.findall(r'name="name_\d+"', page)) == seats
    assert not Device.objects.exists()


def test_looking_at_the_form_asks_as_little_of_sixty_names_as_of_four(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    device = a_phone(client)
    a_game(device)
    with django_assert_num_queries(3):
        client.get(NEW)
    Player.objects.bulk_create(
        Player(device=device, name=f"Guest {number}") for number in range(80)
    )
    with django_assert_num_queries(3):
        client.get(NEW)


def test_the_form_offers_the_names_of_the_phone_and_of_its_club(client: Client) -> None:
    device = a_phone(client)
    a_game(device)
    device.club = Club.objects.create(name="Tichu Bern")
    device.save()
    Player.objects.create(club=device.club, name="Zoe")
    page = client.get(NEW).content.decode()
    assert '<button class="button chip" name="pick" value="Zoe"' in page
    assert '<option value="Anna">' in page


def test_the_form_remembers_how_this_table_plays(client: Client) -> None:
    device = a_phone(client)
    names = ["Anna", "Beat", "Carla"]
    a_game(device, names, "trichu", direction=Game.Direction.LEFT, saving=Game.Saving.ASKS)
    page = client.get(NEW).content.decode()
    assert re.search(r'value="trichu" checked', page)
    assert re.search(r'name="direction" value="left" checked', page)
    assert re.search(r'name="saving" value="asks" checked', page)


def test_the_teams_are_seen_as_they_sit(client: Client) -> None:
    page = client.post(NEW, form(action="choose")).content.decode()
    seats = re.findall(r'chair at-(\d) side-(\d) taken"[^>]*>.*?<bdi[^>]*>(\w+)</bdi>', page)
    assert seats == [
        ("0", "0", "Anna"),
        ("1", "1", "Beat"),
        ("2", "0", "Carla"),
        ("3", "1", "Dino"),
    ]


def test_the_dummy_faces_its_first_partner(client: Client) -> None:
    page = client.post(NEW, form(FOUR[:3], variant="trichu", action="choose")).content.decode()
    seats = re.findall(
        r'chair at-(\d) side-(\d)( dummy| taken)"[^>]*>.*?<bdi[^>]*>([\w ]+)</bdi>', page
    )
    assert seats == [
        ("0", "0", " taken", "Anna"),
        ("1", "1", " taken", "Beat"),
        ("2", "0", " dummy", "the Table"),
        ("3", "1", " taken", "Carla"),
    ]


# The start
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_game_and_the_names_are_enough_to_start(client: Client, variant: str) -> None:
    names = TWELVE[: VARIANTS[variant].max_players]
    response = client.post(NEW, form(names, variant=variant))
    game = Game.objects.get()
    assert response.status_code == 302
    assert response.url == reverse("score", args=[game.pk])
    assert (game.variant, game.preset, game.settings) == (variant, variant, {})
    assert (game.direction, game.saving) == (Game.Direction.RIGHT, Game.Saving.ITSELF)
    assert names_of(game) == names
    assert COOKIE in response.cookies


def test_every_preset_starts_the_game_that_it_says(client: Client) -> None:
    for preset in PRESETS:
        variant = preset.rules.variant
        names = TWELVE[: VARIANTS[variant].min_players]
        response = client.post(NEW, form(names, variant=variant, preset=preset.key))
        assert response.status_code == 302, preset.key
        game = Game.objects.get()
        assert rules_of(game) == preset.rules
        assert game.preset == preset.key
        game.delete()


def test_everything_that_can_be_set_is_kept(client: Client) -> None:
    house = {
        "rule_target_score": "1'500", "rule_round_limit": "20", "rule_tichu_value": "150",
        "rule_grand_value": "300", "rule_sweep_value": "250", "rule_wish_penalty": "0",
        "rule_mercy_lead": "400", "rule_tie_at_target": "draw",
        "rule_failed_call_pays_opponents": "on", "rule_call_name_1": "blind",
        "rule_call_value_1": "400",
    }  # fmt: skip
    options = {
        "table_name": " By the stove ",
        "direction": "left",
        "saving": "asks",
        "recording": "first",
    }
    data = form(preset="nanking", rules_of="nanking", **options, **house)
    assert client.post(NEW, data).status_code == 302
    game = Game.objects.get()
    assert (game.table_name, game.direction, game.saving, game.preset) == (
        "By the stove",
        "left",
        "asks",
        "",
    )
    assert game.settings == {
        "target_score": 1500, "round_limit": 20, "tichu_value": 150, "grand_value": 300,
        "grand_allowed": False,
        "sweep_value": 250, "wish_penalty": 0, "partners_may_both_call": False,
        "tie_at_target": "draw",
        "recording": "first", "mercy_lead": 400, "failed_call_pays_opponents": True,
        "extra_calls": {"blind": 400},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("variant", "rounds", "said"),
    [
        ("trichu", "10", True),
        ("wu_wang", "8", True),
        ("trichu", "9", False),
        ("trichu", "", False),
        ("nanking", "10", False),
    ],
)
def test_three_with_a_dummy_read_that_a_number_of_rounds_is_no_multiple_of_three(
    variant: str, rounds: str, said: bool
) -> None:
    rules = RuleSet.of(variant)
    form = RulesForm(rules, texts_of(rules) | {"round_limit": rounds})
    hint = str(form["round_limit"].help_text)
    assert ("is not a multiple of three" in hint) == said


def test_the_depth_of_recording_alone_keeps_the_presets_name(client: Client) -> None:
    client.post(NEW, shown(recording="first"))
    game = Game.objects.get()
    assert (game.preset, game.settings) == ("nanking", {"recording": "first"})


def test_rules_that_were_ticked_without_being_shown_count(client: Client) -> None:
    """Without JavaScript, somebody ticks the short game and starts: the fields still show the
    official game.
    """
    client.post(NEW, shown(preset="short", rule_target_score="1000", rule_tichu_value="150"))
    assert Game.objects.get().settings == {"target_score": 500, "tichu_value": 150}


def test_a_new_player_is_in_the_clubs_list_where_the_phone_has_joined_one(client: Client) -> None:
    device = a_phone(client)
    device.club = Club.objects.create(name="Tichu Bern")
    device.save()
    client.post(NEW, form())
    game = Game.objects.get()
    assert game.club == device.club
    assert {player.club for player in Player.objects.all()} == {device.club}


def test_a_double_tap_starts_one_game(client: Client) -> None:
    a_phone(client)
    data = form(start_id=str(uuid.uuid4()))
    first, second = client.post(NEW, data), client.post(NEW, data)
    assert Game.objects.count() == 1
    assert first.url == second.url == reverse("score", args=[data["start_id"]])
    assert Player.objects.count() == 4


@pytest.mark.django_db(transaction=True)
def test_starts_at_the_same_moment_make_one_game(client: Client) -> None:
    device, game_id = a_phone(client), uuid.uuid4()

    def start(_: int) -> uuid.UUID:
        try:
            return a_game(device, game_id=game_id).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as phones:
        assert set(phones.map(start, range(6))) == {game_id}
    assert (Game.objects.count(), Player.objects.count()) == (1, 4)


def test_the_page_gives_each_form_an_id_of_its_own(client: Client) -> None:
    ids = {
        re.search(r'name="start_id" value="([^"]+)"', client.get(NEW).content.decode())[1]
        for _ in range(3)
    }
    assert len({uuid.UUID(text) for text in ids}) == 3


def test_a_form_used_on_another_phone_is_refused(client: Client) -> None:
    a_phone(client)
    data = form(start_id=str(uuid.uuid4()))
    client.post(NEW, data)
    response = Client().post(NEW, data)
    assert response.status_code == 409
    assert "another phone" in response.content.decode()
    assert data["start_id"] not in response.content.decode()  # the next try is a game of its own
    assert Game.objects.count() == 1


def test_a_form_used_again_for_other_people_does_not_lead_to_the_old_game(client: Client) -> None:
    a_phone(client)
    data = form(start_id=str(uuid.uuid4()))
    client.post(NEW, data)
    response = client.post(NEW, {**data, "name_3": "Eva"})
    assert response.status_code == 409
    assert 'value="Eva"' in field_of(response, "name_3")
    assert Game.objects.count() == 1


def test_a_forged_form_id_is_no_obstacle(client: Client) -> None:
    assert client.post(NEW, form(start_id="' OR 1=1")).status_code == 302


def test_a_start_from_another_site_is_refused() -> None:
    assert Client(enforce_csrf_checks=True).post(NEW, form()).status_code == 403
    assert not Game.objects.exists()


# The other buttons, without JavaScript
# ----------------------------------------------------------------------


def test_choosing_another_game_keeps_the_names_and_the_rules_that_were_touched(
    client: Client,
) -> None:
    data = shown(
        variant="tientsin", action="choose", rule_tichu_value="150", rule_target_score="1000"
    )
    response = client.post(NEW, data)
    assert seated(response) == [*FOUR, "", ""]
    assert 'value="150"' in field_of(response, "rule_tichu_value")
    assert 'value="300"' in field_of(response, "rule_sweep_value")
    assert "triple victory" in response.content.decode()


def test_choosing_a_game_for_fewer_keeps_the_others_at_hand(client: Client) -> None:
    response = client.post(NEW, shown(variant="trichu", action="choose"))
    assert seated(response) == FOUR[:3]
    assert 'name="pick" value="Dino"' in response.content.decode()


def test_choosing_rules_fills_the_house_rules(client: Client) -> None:
    data = shown(
        preset="german_championship",
        action="choose",
        rule_target_score="700",
        rule_sweep_value="200",
    )
    response = client.post(NEW, data)
    assert 'value=""' in field_of(response, "rule_target_score")
    assert 'value="4"' in field_of(response, "rule_round_limit")
    assert 'value="100"' in field_of(response, "rule_sweep_value")
    assert "checked" not in field_of(response, "rule_grand_allowed")


def test_the_form_alone_is_answered_to_htmx(client: Client) -> None:
    page = client.post(NEW, form(action="choose"), headers={"HX-Request": "true"}).content.decode()
    assert page.lstrip().startswith('<form id="start"')


def test_drawing_the_seats_seats_the_same_people_at_random(client: Client) -> None:
    seatings = {
        tuple(seated(client.post(NEW, form(TWELVE, variant="grand_seigneur", action="draw"))))
        for _ in range(5)
    }
    assert len(seatings) > 1
    assert all(sorted(seating) == sorted(TWELVE) for seating in seatings)


def test_drawing_without_names_says_what_to_do_first(client: Client) -> None:
    assert (
        "Type the names first"
        in client.post(NEW, form(["", "", "", ""], action="draw")).content.decode()
    )


def test_moving_changes_places_with_the_neighbour(client: Client) -> None:
    assert seated(client.post(NEW, form(action="move_down_0"))) == ["Beat", "Anna", "Carla", "Dino"]
    assert seated(client.post(NEW, form(action="move_up_3"))) == ["Anna", "Beat", "Dino", "Carla"]


def test_a_seat_can_be_added_as_long_as_the_game_has_room(client: Client) -> None:
    assert seated(client.post(NEW, form(TWELVE[:5], variant="always_last", action="add_seat"))) == [
        *TWELVE[:5],
        "",
    ]
    full = client.post(NEW, form(TWELVE[:10], variant="always_last", action="add_seat"))
    assert len(seated(full)) == 10
    assert "no seats left" in full.content.decode()


def test_a_tapped_name_takes_the_next_empty_seat(client: Client) -> None:
    assert seated(client.post(NEW, form(["Anna", "", "", "Dino"], pick="Eva"))) == [
        "Anna",
        "Eva",
        "",
        "Dino",
    ]
    assert "All seats are taken" in client.post(NEW, form(pick="Eva")).content.decode()
