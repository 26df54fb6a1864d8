"""A game that starts from a score: its numbers and its end, and everything that follows from it."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games import chain
from scoring.games.actions.chaining import seats_of
from scoring.games.actions.deleting import start_again
from scoring.games.actions.setup_changes import Setup, change_table_settings, put_back, put_right
from scoring.games.actions.starting import rematch, start_game
from scoring.games.queries import never_begun, table_of
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import Game, Player, RatingChange, Score
from scoring.people.milestones.finished_game import Ended
from scoring.people.rated.lists import bring_up_to_date
from scoring.people.statistics.personal_data import Kept
from scoring.rules import Carried, RuleSet
from tests.scoring.tables import (
    GRAND_SWEEP,
    PEOPLE,
    PLAIN,
    SWEEP,
    Phone,
    correcting,
    record,
    refused,
    stop,
    told,
    totals,
    undo,
    write,
)

NANKING = RuleSet.of("nanking")
FOUR = PEOPLE[:4]
THREE_ROUNDS = Carried(3, (415, 185))


def carrying(phone: Phone, carried: Carried = THREE_ROUNDS) -> Game:
    """A game of Nanking on this phone that starts from this score."""
    return start_game(phone.device, NANKING, FOUR, carried=carried)


# A game
# --------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_rounds_go_on_from_the_score_and_end_the_game(anna: Phone) -> None:
    game = carrying(anna)
    with refused(game, ("round_out_of_turn", "number")):
        record(game, 1, SWEEP)
    record(game, 4, PLAIN)
    record(game, 5, GRAND_SWEEP)
    assert (totals(game), Game.objects.get().state) == ((880, 220), "running")
    undo(game, 5)
    record(game, 5, GRAND_SWEEP)
    correcting.correct_round(
        game,
        uuid.uuid4(),
        4,
        {"out": [0, 1, 2, 3], "card_points": [100, 0]},
        anna.device,
        replaces=table_of(game).entry_of(4).pk,
    )
    with refused(game, ("round_unknown", "number")):
        correcting.correct_round(game, uuid.uuid4(), 3, PLAIN, anna.device, replaces=uuid.uuid4())
    record(game, 6, {"out": [0, 1, 2, 3], "card_points": [90, 10]})
    game.refresh_from_db()
    assert (totals(game), game.state) == ((1005, 195), "finished")
    assert list(Score.objects.filter(column=0).order_by("round").values_list("total", "lead")) == [
        (515, 330),
        (915, 730),
        (1005, 810),
    ]
    assert list(differences_in_games(Counts())) == []


@pytest.mark.django_db
def test_a_second_phone_may_write_the_same_round(anna: Phone) -> None:
    game = carrying(anna)
    record(game, 4, PLAIN)
    assert record(game, 4, PLAIN).entry.outcome == "same"
    assert record(game, 4, SWEEP).entry.outcome == "rival"
    assert totals(game) == (480, 220)
    assert list(differences_in_games(Counts())) == []


@pytest.mark.django_db
def test_the_chain_begins_with_the_score(anna: Phone) -> None:
    game, plain = carrying(anna), start_game(anna.device, NANKING, FOUR)
    seats = seats_of(game)
    first = chain.opening(game, "nanking", {}, {"rounds": 3, "totals": [415, 185]}, seats)
    assert (bytes(game.chain_head or b""), game.chain_length) == (first, 0)
    assert first != chain.opening(game, "nanking", {}, {}, seats)
    for changed in ({}, {"rounds": 3, "totals": [420, 185]}):
        Game.objects.filter(pk=game.pk).update(carried=changed)
        (found,) = differences_in_games(Counts())
        assert "first score" in str(found)
    assert plain.carried == {}


def corrected(phone: Phone, game: Game, carried: Carried, **options: Any) -> Any:
    rules = RuleSet.of(game.variant, game.settings)
    return put_right(game, phone.device, Setup(rules, FOUR, carried=carried), **options)


@pytest.mark.django_db
def test_the_score_is_corrected_and_taken_back(anna: Phone) -> None:
    game = carrying(anna)
    write(game, PLAIN)
    done = corrected(anna, game, Carried(3, (425, 175)))
    game.refresh_from_db()
    assert (totals(game), Score.objects.get(column=0).total) == ((490, 210), 490)
    assert list(differences_in_games(Counts())) == []
    put_back(game, done.event.pk, anna.device, {})
    game.refresh_from_db()
    assert (totals(game), Score.objects.get(column=0).total) == ((480, 220), 480)
    assert list(differences_in_games(Counts())) == []
    change_table_settings(game, anna.device, saving="asks")
    assert table_of(game).carried == THREE_ROUNDS


@pytest.mark.django_db
def test_a_correction_that_the_rounds_rule_out_is_refused(anna: Phone) -> None:
    game = carrying(anna)
    corrected(anna, game, Carried(4, (415, 185)))  # nothing is recorded yet
    game.refresh_from_db()
    write(game, PLAIN, PLAIN)
    with refused(game, ("rounds_fixed", "carried_rounds")):
        corrected(anna, game, Carried(3, (415, 185)))
    with refused(game, ("ended_before", "carried")):
        corrected(anna, game, Carried(4, (940, 185)))
    with refused(game, ("carried_over", "carried")):
        corrected(anna, game, Carried(4, (1000, 185)))
    with refused(game, ("ends_now", "ends")):
        corrected(anna, game, Carried(4, (870, 185)))
    with refused(game, ("carried_over", "carried")):
        put_right(
            game,
            anna.device,
            Setup(
                RuleSet.of("nanking", {"target_score": 400}), FOUR, carried=Carried(4, (415, 185))
            ),
        )
    corrected(anna, game, Carried(4, (870, 185)), ends=True)
    game.refresh_from_db()
    assert (game.state, list(differences_in_games(Counts()))) == ("finished", [])


@pytest.mark.django_db
def test_a_rematch_takes_the_score_along_if_it_is_asked_to(anna: Phone) -> None:
    game = carrying(anna)
    write(game, PLAIN)
    stop(game)
    plain, onward = rematch(game, anna.device), rematch(game, anna.device, onward=True)
    assert (plain.carried, onward.carried) == ({}, {"rounds": 4, "totals": [480, 220]})
    assert rematch(game, anna.device, onward=True) == onward  # a second tap
    assert rematch(game, anna.device) == plain
    again = start_again(onward, anna.device)
    assert table_of(again).carried == Carried(4, (480, 220))


@pytest.mark.django_db
def test_a_score_that_ended_its_game_is_not_taken_along(anna: Phone) -> None:
    game = carrying(anna)
    write(game, GRAND_SWEEP, SWEEP)
    with refused(game, ("carried_over", "carried")):
        rematch(game, anna.device, onward=True)


@pytest.mark.django_db
@pytest.mark.parametrize(("carried", "rated"), [(1, True), (2, False), (3, False), (0, True)])
def test_a_game_is_rated_if_most_rounds_were_recorded_here(
    anna: Phone, carried: int, rated: bool
) -> None:
    game = carrying(anna, Carried(carried, (200, 100)))
    write(game, GRAND_SWEEP, GRAND_SWEEP)
    bring_up_to_date()
    assert (Game.objects.get().state, RatingChange.objects.exists()) == ("finished", rated)


@pytest.mark.django_db
def test_a_come_back_begins_with_the_score(anna: Phone) -> None:
    game = carrying(anna, Carried(6, (100, 700)))
    write(game, GRAND_SWEEP, GRAND_SWEEP, GRAND_SWEEP)
    ended = Ended(table_of(Game.objects.get()))
    assert ended.winner is not None
    assert ended.deficit(ended.winner) == 600


@pytest.mark.django_db
def test_what_is_kept_of_a_person_says_what_was_before(anna: Phone) -> None:
    write(carrying(anna), PLAIN)
    (game,) = Kept(Player.objects.get(name="Beat")).games()
    assert (game.rounds_before, game.points_before, len(game.rounds)) == (3, 185, 1)


@pytest.mark.django_db
def test_a_game_without_names_is_kept_for_its_score(anna: Phone) -> None:
    nobody = [""] * 4
    start_game(anna.device, NANKING, nobody, carried=THREE_ROUNDS)
    empty = start_game(anna.device, NANKING, nobody)
    assert list(Game.objects.filter(never_begun())) == [empty]


# The API
# --------------------------------------------------------------------------------------------------


def start(client: Client, **more: Any) -> Any:
    body = {"variant": "nanking", "players": FOUR, **more}
    return client.post(reverse("api_games"), json.dumps(body), content_type="application/json")


@pytest.mark.django_db
def test_the_api_starts_from_a_score_and_shows_it(anna: Phone) -> None:
    carried = {"rounds": 3, "totals": [415, 185]}
    shown = start(anna.client, carried=carried).json()
    assert (shown["carried"], shown["next"], shown["totals"]) == (carried, 4, [415, 185])
    game = Game.objects.get()
    assert anna.write(game, 4, PLAIN).status_code == 201
    assert [each["number"] for each in anna.read(game)["rounds"]] == [4]
    assert start(anna.client, carried=None).json()["carried"] == {}


@pytest.mark.django_db
def test_a_start_that_is_sent_again_returns_the_game_unless_its_score_differs(anna: Phone) -> None:
    begun = {"id": str(uuid.uuid4()), "carried": {"rounds": 3, "totals": [415, 185]}}
    assert start(anna.client, **begun).json()["id"] == start(anna.client, **begun).json()["id"]
    answer = start(anna.client, **begun | {"carried": {"rounds": 3, "totals": [415, 190]}})
    assert (answer.status_code, told(answer)) == (409, [("id_used", "start_id")])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("carried", "fields"),
    [
        ({"rounds": 3, "totals": [1000, 185]}, ["carried"]),
        ({"rounds": 3, "totals": [411, 185]}, ["carried_0"]),
        ({"rounds": 3, "totals": [10**9, 185]}, ["carried.totals.0"]),
        ({"rounds": "3", "totals": [415, 185]}, ["carried.rounds"]),
        ({"totals": [415, 185]}, ["carried.rounds"]),
        ([], ["carried"]),
    ],
)
def test_the_api_refuses_a_score_that_cannot_be(
    anna: Phone, carried: object, fields: list[str]
) -> None:
    answer = start(anna.client, carried=carried)
    assert (answer.status_code, [field for _code, field in told(answer)]) == (422, fields)
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_there_is_no_score_record_of_it(anna: Phone) -> None:
    game = carrying(anna)
    write(game, PLAIN)
    answer = anna.get("api_record", game)
    assert (answer.status_code, told(answer)) == (409, [("score_carried", "carried")])
    assert "started from a score" in answer.content.decode()
