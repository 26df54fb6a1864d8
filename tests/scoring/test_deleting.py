"""Deleting one's own game: gone from everything, brought back for two weeks, then gone for good;
starting it again.
"""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import Model
from django.urls import reverse
from django.utils import timezone

from scoring.games.access.handover import pass_for
from scoring.games.access.links import renew_link, token_of
from scoring.games.actions.chairs import choose_chair
from scoring.games.actions.deleting import (
    delete_for_good,
    delete_game,
    restore_game,
    restore_period,
    start_again,
)
from scoring.games.actions.starting import start_game
from scoring.games.queries import table_of
from scoring.models import Entry, Game, GameEvent, Grant, Link, Player, Round, Seat
from scoring.rules import Round as PlayedRound
from scoring.rules import RuleSet
from tests.scoring.games import said
from tests.scoring.tables import (
    PLAIN,
    SWEEP,
    Phone,
    agree,
    an_entry,
    at,
    choose,
    correct,
    let_in,
    phone_of,
    record_on,
    refused,
    state,
    stop,
    table,
    told,
    totals,
    undo,
    write,
)

pytestmark = pytest.mark.django_db


def delete(game: Game, *, days_ago: int = 0) -> None:
    delete_game(game, game.device)
    Game.objects.filter(pk=game.pk).update(deleted_at=timezone.now() - timedelta(days=days_ago))
    game.refresh_from_db()


# Deleted, and brought back
# ----------------------------------------------------------------------------------------


@pytest.mark.any_database
def test_a_deleted_game_is_gone_from_every_list_and_address(
    anna: Phone, beat: Phone, game: Game
) -> None:
    write(game, PLAIN)
    links = {
        role: token_of(renew_link(role, anna.device, game=game)) for role in ("viewer", "scorer")
    }
    let_in(beat, game, "scorer")
    delete(game)
    for phone in (anna, beat):
        for name in (
            "game",
            "score",
            "game_print",
            "wall",
            "put_right",
            "api_game",
            "api_record",
            "table_state",
        ):
            if phone is anna or name != "put_right":
                assert phone.get(name, game).status_code == 410, name
        assert (
            str(game.pk) not in phone.client.get("/").content.decode().partition('id="deleted"')[0]
        )
    assert anna.client.get(f"/look/{links['viewer']}/").status_code == 404
    assert anna.client.get(f"/look/{links['viewer']}/wall/").status_code == 404
    assert anna.client.get(f"/join/{links['scorer']}/").status_code == 404
    assert anna.client.post(reverse("play_again", args=[game.pk])).status_code == 404
    assert phone_of("Eva").get("game", game).status_code == 404  # a stranger learns nothing


@pytest.mark.any_database
def test_what_a_phone_still_sends_is_answered_with_a_code_and_changes_nothing(
    anna: Phone, beat: Phone, game: Game
) -> None:
    let_in(beat, game, "scorer")
    pass_ = pass_for(game, beat.device)
    delete(game)
    for phone in (anna, beat):
        answer = phone.write(game, 1, PLAIN)
        assert (answer.status_code, told(answer)) == (410, [("game_deleted", "")])
        assert "restore it" in answer.json()["errors"][0]["message"]
    carried = {"game": str(game.pk), "pass": pass_, "entries": [an_entry(1, PLAIN)]}
    answer = phone_of("Eva").client.post(
        "/api/v1/handover/", json.dumps(carried), content_type="application/json"
    )
    assert answer.json()["entries"][0]["errors"][0]["code"] == "game_deleted"
    assert not Entry.objects.exists()
    restore_game(game, anna.device)
    assert beat.write(game, 1, PLAIN).status_code == 201


@pytest.mark.any_database
def test_the_owner_brings_it_back_from_the_front_page_or_its_own_address(
    anna: Phone, beat: Phone, game: Game
) -> None:
    write(game, PLAIN, SWEEP)
    assert anna.send("delete_game", game, {}).url == "/#deleted"
    front = anna.client.get("/").content.decode()
    assert at("restore_game", game) in front
    assert at("restore_game", game) in anna.get("game", game).content.decode()
    assert at("restore_game", game) not in beat.get("game", game).content.decode()
    assert beat.send("restore_game", game, {}).status_code == 403
    assert anna.send("restore_game", game, {}).url == at("game", game)
    assert totals(game) == (265, 35)
    assert beat.get("score", game).status_code == 200
    told_of = list(
        GameEvent.objects.filter(game=game).order_by("created_at").values_list("action", flat=True)
    )
    assert told_of == ["link_scorer", "delete", "restore"]
    assert "Restored" in said(anna.get("game", game).content.decode())


def test_every_step_moves_the_version_and_a_second_tap_changes_nothing(game: Game) -> None:
    versions = [Game.objects.get().version]
    for step in (delete_game, delete_game, restore_game, restore_game):
        step(game, game.device)
        versions.append(Game.objects.get().version)
    assert [version - versions[0] for version in versions] == [0, 1, 1, 2, 2]
    assert GameEvent.objects.count() == 2


def test_a_game_of_a_match_is_its_tournaments(anna: Phone) -> None:
    game = start_game(
        anna.device, RuleSet.of("nanking"), ["Anna", "Beat", "Carla", "Dino"], of_match=True
    )
    for step in (delete_game, start_again):
        with refused(game, ("rules_of_match", "game")):
            step(game, anna.device)


# For good
# --------------------------------------------------------------------------------------------------


def count(*models: type[Model]) -> list[int]:
    return [model._default_manager.count() for model in models]


def test_after_two_weeks_all_of_it_is_gone_and_nothing_else(
    anna: Phone, beat: Phone, game: Game
) -> None:
    """With corrections, versions, choices, agreements, what was taken back, links, and a game that
    followed.
    """
    write(game, PLAIN, PLAIN, PLAIN)
    correct(game, 1, SWEEP)
    rival = record_on(beat, game, 2, SWEEP)
    choose(game, 2, rival)
    agree(game, 1, beat)
    undo(game, 3)
    other = table(anna, names=["Anna", "Beat", "Eva", "Finn"])
    write(other, PLAIN)
    stop(game)
    again = start_game(anna.device, RuleSet.of("nanking"), ["Anna", "", "", ""], rematch_of=game)
    delete(game, days_ago=15)
    recent = table(anna, names=["Gina", "", "", ""])
    delete(recent, days_ago=13)
    assert delete_for_good() == 1
    assert {each.pk for each in Game.objects.all()} == {other.pk, again.pk, recent.pk}
    assert count(Round, Entry, Seat, Link, Grant) == [1, 1, 12, 0, 0]
    assert sorted(player.name for player in Player.objects.all()) == [
        "Anna",
        "Beat",
        "Eva",
        "Finn",
        "Gina",
    ]
    assert totals(other) == (65, 35)
    again.refresh_from_db()
    assert again.rematch_of is None
    assert delete_for_good() == 0


def test_a_chair_that_was_chosen_keeps_no_game(anna: Phone) -> None:
    game = table(anna, "always_last")
    write(game, PlayedRound(out=[3, 1, 0, 4, 2]).to_data())
    choose_chair(game, table_of(game).entries[-1].pk, 0, anna.device)
    delete(game, days_ago=15)
    assert delete_for_good() == 1
    assert count(Game, Round, Entry, GameEvent) == [0, 0, 0, 0]


def test_a_game_that_is_not_there_any_more_comes_back_for_nobody(anna: Phone, game: Game) -> None:
    delete(game, days_ago=15)
    delete_for_good()
    assert anna.send("restore_game", game, {}).status_code == 404


@pytest.mark.any_database
def test_the_command_says_what_it_did(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    delete(game, days_ago=restore_period().days + 1)
    call_command("delete_for_good")
    assert (
        capsys.readouterr().out
        == "1 game that was deleted more than 14 days ago is gone for good.\n"
    )
    call_command("delete_for_good")
    assert (
        capsys.readouterr().out
        == "0 games that were deleted more than 14 days ago are gone for good.\n"
    )


@pytest.mark.any_database
def test_the_server_does_it_by_itself(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from tichu_site.housekeeping import Backups

    monkeypatch.setattr("tichu_site.housekeeping.connections.close_all", lambda: None)
    monkeypatch.setattr(
        "tournaments.actions.backing_up.back_up_tournaments", lambda *_, **__: 1 / 0
    )
    delete(game, days_ago=15)
    Backups().run_once()
    assert not Game.objects.exists()


# Starting again
# --------------------------------------------------------------------------------------------------


def test_a_game_without_rounds_is_deleted_and_begins_anew(anna: Phone) -> None:
    game = start_game(
        anna.device, RuleSet.of("nanking", {"target_score": 500}), ["Anna", "", "", "Dino"],
        preset="short", table_name="Stove", direction="left", saving="asks",
    )  # fmt: skip
    again = start_again(game, anna.device)
    assert table_of(again).people == ["Anna", "", "", "Dino"]
    same = ("settings", "preset", "table_name", "direction", "saving", "state")
    assert [getattr(again, key) for key in same] == [getattr(game, key) for key in same]
    game.refresh_from_db()
    assert game.deleted_at is not None
    assert start_again(game, anna.device) == again  # a second tap


@pytest.mark.any_database
def test_a_game_with_rounds_is_finished_early_and_says_why(anna: Phone, game: Game) -> None:
    write(game, PLAIN)
    answer = anna.send("start_again", game, {})
    again = Game.objects.exclude(pk=game.pk).get()
    assert answer.url == at("score", again)
    assert (state(game), state(again)) == ("stopped", "running")
    assert "Finished early: started again" in said(anna.get("game", game).content.decode())
    assert anna.send("start_again", game, {}).url == at("score", again)
    write(again, PLAIN)
    assert anna.send("start_again", game, {}).status_code == 409


@pytest.mark.any_database
def test_the_table_of_a_phone_that_waits_keeps_what_it_wrote(
    anna: Phone, beat: Phone, game: Game
) -> None:
    write(game, PLAIN)
    start_again(game, anna.device)
    answer: Any = beat.write(game, 2, PLAIN)
    assert (answer.status_code, told(answer)) == (409, [("game_stopped", "game")])
