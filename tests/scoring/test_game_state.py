"""The buttons of the score sheet: which it offers to whom in which state, and what pressing them
does.
"""

import re
import uuid
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.access.links import follow, renew_link
from scoring.games.actions.game_state import finish_early, pause_game
from scoring.models import Game, GameEvent
from tests.requests import post
from tests.scoring.games import PEOPLE, TWO_ROUNDS, a_client, a_device, a_game, words

pytestmark = pytest.mark.django_db

LEADING = ("pause", "resume", "finish_early", "reopen", "rematch")


def scorer(game: Game, key: str = "beat's phone") -> Client:
    """A phone that followed the scoring link."""
    client = a_client(key)
    follow(renew_link("scorer", game.device, game=game), a_device(key, "Android phone"))
    return client


# What it offers
# -----------------------------------------------------------------------------------------------


def offered(client: Client, game: Game) -> set[str]:
    """The addresses of this game that the sheet has links and forms to."""
    page = client.get(reverse("game", args=[game.pk])).content.decode()
    found = re.findall(rf'(?:href|action)="/games/{game.pk}/([a-z]+)/', page)
    return set(found)


EVERYBODY_SEES = {"rounds", "print", "wall"}


def state_of(game: Game) -> str:
    return Game.objects.get(pk=game.pk).state


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("running", {"score", "undo", "pause", "finish", "setup", "share"}),
        ("paused", {"undo", "resume", "finish", "setup", "share"}),
        ("finished", {"undo", "rematch", "setup", "share"}),
        ("stopped", {"reopen", "rematch", "setup", "share"}),
    ],
)
def test_the_buttons_follow_from_the_state(state: str, expected: set[str]) -> None:
    game = a_game(rounds=TWO_ROUNDS)
    Game.objects.filter(pk=game.pk).update(state=state)
    assert offered(a_client(), game) == expected | EVERYBODY_SEES


def test_who_came_by_the_scoring_link_has_all_buttons_but_sharing() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    assert offered(scorer(game), game) == offered(a_client(), game) - {"share"}


def test_nothing_is_to_be_undone_before_the_first_round() -> None:
    assert "undo" not in offered(a_client(), a_game())


def test_undo_from_the_sheet_takes_back_one_round_and_comes_back_to_the_sheet() -> None:
    game, client = a_game(rounds=TWO_ROUNDS), a_client()
    page = client.get(reverse("game", args=[game.pk])).content.decode()
    form = page.split("/undo/")[1].split("</form>")[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    for _ in range(2):  # a double tap
        answer = client.post(reverse("undo_round", args=[game.pk]), fields)
        assert (answer.status_code, answer["Location"]) == (302, reverse("game", args=[game.pk]))
    assert game.rounds.count() == 1


# Leading a game
# -----------------------------------------------------------------------------------------------


def test_pause_and_resume() -> None:
    game, client = a_game(), a_client()
    answer = post(client, "pause", game.pk)
    assert (answer.status_code, answer["Location"]) == (302, reverse("game", args=[game.pk]))
    assert state_of(game) == "paused"
    answer = post(client, "resume", game.pk)
    assert (answer.status_code, answer["Location"]) == (302, reverse("score", args=[game.pk]))
    assert state_of(game) == "running"


def test_finish_early_with_a_reason_then_reopen() -> None:
    game, client = a_game(rounds=TWO_ROUNDS), a_client()
    assert post(client, "finish_early", game.pk, reason="  Last tram 🚋 ").status_code == 302
    assert state_of(game) == "stopped"
    page = words(client, "game", game.pk)
    assert page.count("Finished early: Last tram 🚋") == 2  # also among what else happened
    assert post(client, "reopen", game.pk).status_code == 302
    assert state_of(game) == "running"
    page = words(client, "game", game.pk)
    assert page.count("Finished early: Last tram 🚋") == 1
    assert "Reopened" in page


def test_a_game_is_finished_early_without_saying_why() -> None:
    game, client = a_game(rounds=TWO_ROUNDS), a_client()
    sheet = client.get(reverse("game", args=[game.pk])).content.decode()
    assert "Why? (optional)" in sheet
    assert "required" not in sheet.split('id="finish"')[1].split("</form>")[0]
    assert post(client, "finish_early", game.pk).status_code == 302
    assert state_of(game) == "stopped"
    assert "finished early" in words(client, "game", game.pk)


@pytest.mark.parametrize(
    ("reason", "message"),
    [
        ("x" * 201, "At most 200 characters"),
        ("last\0tram", "unsupported character"),
    ],
)
def test_a_bad_reason_is_answered_beside_the_field_and_what_was_typed_stays(
    reason: str, message: str
) -> None:
    game = a_game()
    answer = post(a_client(), "finish_early", game.pk, reason=reason)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert state_of(game) == "running"
    assert f'value="{reason.replace(chr(0), "")}"' in page
    assert 'aria-describedby="reason-hint reason-error" aria-invalid="true"' in page
    assert message in page.split('id="reason-error">')[1].split("</p>")[0]
    assert not GameEvent.objects.filter(game=game).exists()


@pytest.mark.parametrize(
    ("name", "state", "message"),
    [
        ("pause", "paused", "The game is paused: resume it first."),
        ("pause", "finished", "The game is finished"),
        ("resume", "running", "The game is running"),
        ("finish_early", "stopped", "The game was finished early: reopen it first."),
        ("reopen", "running", "The game is running"),
        ("reopen", "finished", "The game is finished"),
    ],
)
def test_what_the_state_does_not_allow_is_answered_with_the_sheet_and_why(
    name: str, state: str, message: str
) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(state=state)
    answer = post(a_client(), name, game.pk, reason="last tram")
    assert answer.status_code == 409
    assert state_of(game) == state
    assert message in unescape(answer.content.decode().split('role="alert">')[1].split("</div>")[0])


def test_a_rematch_seats_the_same_people_and_a_double_tap_makes_one() -> None:
    game, client = a_game(rounds=TWO_ROUNDS, table_name="Table 7"), a_client()
    finish_early(game, game.device, "enough")
    answers = [post(client, "rematch", game.pk) for _ in range(2)]
    twin = Game.objects.get(rematch_of=game)
    assert [answer["Location"] for answer in answers] == [reverse("score", args=[twin.pk])] * 2
    assert [seat.player.name for seat in twin.seats.select_related("player")] == list(PEOPLE[:4])
    assert twin.table_name == "Table 7"


def test_a_rematch_with_new_partners_makes_the_teams_that_the_sheet_says() -> None:
    game, client = a_game(), a_client()
    finish_early(game, game.device, "enough")
    assert "New partners: Anna & Dino – Carla & Beat" in words(client, "game", game.pk)
    post(client, "rematch", game.pk, turned="1")
    twin = Game.objects.get(rematch_of=game)
    assert "Anna & Dino" in words(client, "game", twin.pk)
    assert "Carla & Beat" in words(client, "game", twin.pk)


def test_new_partners_are_offered_only_where_there_are_partners() -> None:
    game = a_game("grand_seigneur")
    finish_early(game, game.device, "enough")
    page = words(a_client(), "game", game.pk)
    assert "Rematch, same seats" in page
    assert "new partners" not in page.lower()


# Who may
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEADING)
def test_who_came_by_the_scoring_link_may_lead(name: str) -> None:
    game = a_game()
    client = scorer(game)
    if name in {"resume", "reopen"}:
        (pause_game if name == "resume" else lambda g, d: finish_early(g, d, "x"))(
            game, game.device
        )
    assert post(client, name, game.pk, reason="last tram").status_code == 302


@pytest.mark.parametrize("name", [*LEADING, "game", "game_print"])
def test_a_stranger_finds_nothing(name: str) -> None:
    game = a_game()
    for client in (Client(), a_client("a stranger's phone")):
        address = reverse(name, args=[game.pk])
        assert (client.post if name in LEADING else client.get)(address).status_code == 404
    assert state_of(game) == "running"


@pytest.mark.parametrize("name", [*LEADING, "game", "game_print"])
def test_a_game_that_is_not_there(name: str) -> None:
    a_game()
    client, address = a_client(), reverse(name, args=[uuid.uuid4()])
    assert (client.post if name in LEADING else client.get)(address).status_code == 404


@pytest.mark.parametrize("name", LEADING)
def test_leading_by_get_is_refused(name: str) -> None:
    game = a_game()
    assert a_client().get(reverse(name, args=[game.pk])).status_code == 405
    assert state_of(game) == "running"


@pytest.mark.parametrize("name", ["game", "game_print"])
def test_pages_take_no_post(name: str) -> None:
    assert a_client().post(reverse(name, args=[a_game().pk])).status_code == 405


def test_leading_without_the_forms_token_is_refused() -> None:
    game = a_game()
    client = Client(enforce_csrf_checks=True)
    client.cookies.update(a_client().cookies)
    assert post(client, "pause", game.pk).status_code == 403
    assert state_of(game) == "running"
