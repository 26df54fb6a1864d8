"""Tables that write, open and begin while the desk moves on: nothing is lost, nobody waits for
ever.
"""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from scoring.games.queries import table_of
from scoring.models import Game, Link
from tests.scoring.tables import Phone
from tests.tournaments import desks
from tests.tournaments.racing import (
    CLOSED,
    DRAFT,
    PUBLISHED,
    Press,
    a_phone,
    at_once,
    begun,
    check_whole,
    game_at,
    hands,
    posting,
    pressing_round,
    refusals,
    statuses,
    turns,
    writing_hand,
)
from tournaments import tokens
from tournaments.actions import publishing
from tournaments.models import (
    Match,
    MatchGame,
    SessionRound,
)
from tournaments.stage.history import history_of

pytestmark = pytest.mark.django_db(transaction=True)


# Tables that write while the desk moves on
# ------------------------------------------------------------------------


def last_table(desk: desks.Desk) -> tuple[SessionRound, Callable[[str], Press]]:
    """A published round of four hands a table, in which one hand is missing; and what sends it, by
    a new phone.
    """
    drawn = desks.draw(begun(desk, 8, "german_championship"))
    for match in drawn.matches.all():
        game = publishing.open_game(match, 1, desks.table_phone())
        hands(game, 4 if match.number == 1 else 3)

    def sends(name: str) -> Press:
        phone = a_phone(name)
        return writing_hand(phone, game_at(drawn.matches.get(number=2), phone), 4)

    return drawn, sends


@pytest.mark.parametrize("turn", turns(6))
def test_a_round_closed_while_the_last_hand_is_written_has_that_hand_or_stays_open(
    desk: desks.Desk, turn: int
) -> None:
    drawn, sends = last_table(desk)
    tries = [pressing_round(desk.client, drawn, "close"), sends("Anna")]
    answers = at_once(*(tries if turn % 2 else tries[::-1]))
    closing, writing = answers if turn % 2 else answers[::-1]
    drawn.refresh_from_db()
    match = drawn.matches.get(number=2)
    # The hand comes in either way: a round with a table that has no result yet cannot be closed
    # before it.
    assert writing.status_code == 201
    assert (match.done, sum(line.get("points", 0) for line in match.result.values())) == (True, 16)
    assert (closing.status_code, drawn.state) in {(302, CLOSED), (409, PUBLISHED)}


@pytest.mark.parametrize("turn", turns(6))
def test_a_round_closed_while_a_hand_is_taken_back_is_closed_with_it_or_stays_open_without(
    desk: desks.Desk, turn: int
) -> None:
    drawn, sends = last_table(desk)
    sends("Anna")()
    anna = a_phone("Anna")
    game = game_at(drawn.matches.get(number=2), anna)
    undo = {"id": str(uuid.uuid4()), "number": 4, "kind": "undo"}
    tries: list[Press] = [
        pressing_round(desk.client, drawn, "close"),
        lambda: anna.post("api_entries", game, undo),
    ]
    answers = at_once(*(tries if turn % 2 else tries[::-1]))
    closing, undoing = answers if turn % 2 else answers[::-1]
    drawn.refresh_from_db()
    found = (
        closing.status_code,
        undoing.json()["outcome"],
        drawn.state,
        len(table_of(game).entries),
    )
    assert found in {(302, "late", CLOSED, 4), (409, "counted", PUBLISHED, 3)}
    assert drawn.matches.get(number=2).done == (drawn.state == CLOSED)


@pytest.mark.parametrize("turn", turns(6))
def test_a_table_that_writes_its_first_hand_during_a_redraw_is_kept_or_told_so(
    desk: desks.Desk, turn: int
) -> None:
    tournament = begun(desk)
    drawn = desks.draw(tournament)
    match = drawn.matches.get(number=1)
    anna = a_phone("Anna")
    game = game_at(match, anna)
    tries = [
        pressing_round(desk.client, drawn, "redraw", reason="somebody is missing", sure="1"),
        writing_hand(anna, game, 1),
    ]
    answers = at_once(*(tries if turn % 2 else tries[::-1]))
    redrawing, writing = answers if turn % 2 else answers[::-1]
    assert redrawing.status_code == 302
    kept = Match.objects.filter(pk=match.pk).exists()
    found = (writing.status_code, *refusals([writing]), kept, len(table_of(game).entries))
    assert found in {(201, True, 1), (409, "match_gone", False, 0)}
    drawn.refresh_from_db()
    check_whole(drawn)
    assert drawn.places.count() == 8


@pytest.mark.parametrize("turn", turns(4))
def test_a_round_made_a_draft_again_while_a_table_begins_is_a_draft_without_games_or_stays(
    desk: desks.Desk, turn: int
) -> None:
    drawn = desks.draw(begun(desk))
    anna = a_phone("Anna")
    game = game_at(drawn.matches.get(number=1), anna)
    tries = [
        pressing_round(desk.client, drawn, "unpublish", reason="too early", sure="1"),
        writing_hand(anna, game, 1),
    ]
    answers = at_once(*(tries if turn % 2 else tries[::-1]))
    taking_back, writing = answers if turn % 2 else answers[::-1]
    drawn.refresh_from_db()
    found = (taking_back.status_code, writing.status_code, *refusals([writing]), drawn.state)
    assert found in {(409, 201, PUBLISHED), (302, 409, "match_gone", DRAFT)}
    check_whole(drawn)


@pytest.mark.parametrize("turn", turns(6))
def test_a_result_and_a_decision_at_once_leave_the_decision_and_all_hands(
    desk: desks.Desk, turn: int
) -> None:
    drawn, sends = last_table(desk)
    match = drawn.matches.get(number=2)
    deciding = posting(
        desk.client,
        "desk_match_do",
        drawn.stage.tournament_id,
        match.pk,
        "rule",
        kind="half",
        reason="time is up",
    )
    tries = [deciding, sends("Anna")]
    answers = sorted(statuses(at_once(*(tries if turn % 2 else tries[::-1]))))
    match.refresh_from_db()
    if answers == [200, 201]:  # the last hand came first: the director looks at the change before
        assert (match.ruling, match.games.get().game.rounds.count()) == (None, 4)
        return
    assert answers == [201, 302]
    assert (match.done, match.ruling["kind"], match.games.get().game.rounds.count()) == (
        True,
        "half",
        4,
    )
    assert (
        len({(line.get("points", 0), line.get("score", 0)) for line in match.result.values()}) == 1
    )


def test_all_tables_of_a_round_write_all_their_hands_at_once_while_the_desk_looks_on(
    desk: desks.Desk,
) -> None:
    tournament = begun(desk, 16, "german_championship")
    drawn = desks.draw(tournament)
    phones = [(a_phone(f"table {match.number}"), match) for match in drawn.matches.all()]
    games = [(phone, game_at(match, phone)) for phone, match in phones]

    def evening(phone: Phone, game: Game) -> Callable[[], list[Any]]:
        return lambda: [writing_hand(phone, game, number)() for number in range(1, 5)]

    def looking() -> list[Any]:
        where = reverse("desk_round", args=(tournament.pk, 1, 1))
        return [desk.client.get(where) for _ in range(4)]

    *written, looked = at_once(*[evening(*pair) for pair in games], looking)
    assert statuses([answer for some in written for answer in some]) == {201: 16}
    assert statuses(looked) == {200: 4}
    assert [match.done for match in drawn.matches.all()] == [True] * 4
    publishing.close_round(drawn, None)


# Opening a table's game
# -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", turns(4))
def test_of_phones_that_open_a_match_at_once_one_writes_and_the_others_may_ask(
    desk: desks.Desk, turn: int
) -> None:
    drawn = desks.draw(begun(desk))
    match = drawn.matches.get(number=1)
    phones = [a_phone(name) for name in ("Anna", "Beat", "Carla", "Dino")]
    answers = at_once(
        *[posting(phone.client, "match_play", tokens.token_of(match), 1) for phone in phones]
    )
    assert statuses(answers) == {303: 1, 409: 3}
    writer = next(
        phone for phone, answer in zip(phones, answers, strict=True) if answer.status_code == 303
    )
    asking = [answer.content.decode() for answer in answers if answer.status_code == 409]
    assert all(reverse("match_do", args=[tokens.token_of(match), "ask"]) in page for page in asking)
    game = Game.objects.get()
    assert match.games.get().game == game
    assert Link.objects.filter(game=game, revoked_at__isnull=True).count() == 1
    # Nobody was let in by a link that was made anew a moment later.
    assert [writing_hand(phone, game, 1)().status_code for phone in phones if phone != writer] == [
        404
    ] * 3
    assert writing_hand(writer, game, 1)().status_code == 201


@pytest.mark.parametrize("turn", turns(4))
def test_a_match_opened_during_a_redraw_is_a_game_of_the_new_draw_or_gone(
    desk: desks.Desk, turn: int
) -> None:
    drawn = desks.draw(begun(desk))
    token = tokens.token_of(drawn.matches.get(number=1))
    tries = [
        posting(a_phone("Anna").client, "match_play", token, 1),
        pressing_round(desk.client, drawn, "redraw", reason="somebody is missing", sure="1"),
    ]
    answers = at_once(*(tries if turn % 2 else tries[::-1]))
    opening, redrawing = answers if turn % 2 else answers[::-1]
    assert (opening.status_code, redrawing.status_code) in {(303, 302), (404, 302)}
    check_whole(drawn)
    # An empty game is not begun: it was drawn away with its table.
    assert not MatchGame.objects.filter(game__isnull=False).exists()


@pytest.mark.parametrize("turn", turns(4))
def test_a_match_decided_during_a_redraw_is_kept_with_the_decision_or_gone(
    desk: desks.Desk, turn: int
) -> None:
    drawn = desks.draw(begun(desk))
    match = drawn.matches.get(number=1)
    where = (drawn.stage.tournament_id, match.pk, "rule")
    tries = [
        posting(desk.client, "desk_match_do", *where, kind="half", reason="time is up"),
        pressing_round(
            desks.let_direct(desk, "Otto"), drawn, "redraw", reason="somebody is missing", sure="1"
        ),
    ]
    answers = at_once(*(tries if turn % 2 else tries[::-1]))
    deciding, redrawing = answers if turn % 2 else answers[::-1]
    kept = Match.objects.filter(pk=match.pk, ruling__isnull=False).exists()
    assert (deciding.status_code, redrawing.status_code, kept) in {
        (302, 302, True),
        (404, 302, False),
    }
    check_whole(drawn)


# Everything together
# ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", turns(3))
def test_a_desk_and_its_tables_that_do_everything_at_once_are_never_stuck(
    desk: desks.Desk, turn: int
) -> None:
    drawn, sends = last_table(desk)
    tournament = drawn.stage.tournament
    otto = desks.let_direct(desk, "Otto")
    match = drawn.matches.get(number=2)
    first = drawn.matches.get(number=1)
    anna = a_phone("Anna")
    game = game_at(first, anna)
    correction = {
        "id": str(uuid.uuid4()),
        "number": 1,
        "kind": "correction",
        "replaces": str(table_of(game).entries[0].pk),
        "round": {"out": [1, 0, 2, 3], "card_points": [20, 80]},
    }
    tries: list[Press] = [
        pressing_round(desk.client, drawn, "close"),
        sends("Beat"),
        sends("Carla"),
        lambda: anna.post("api_entries", game, correction),
        posting(
            otto, "desk_match_do", tournament.pk, match.pk, "rule", kind="half", reason="time is up"
        ),
        posting(desks.let_direct(desk, "Olaf"), "desk_round_do", tournament.pk, 1, 2, "draw"),
        posting(a_phone("Dino").client, "match_play", tokens.token_of(first), 1),
        posting(desks.let_direct(desk, "Oda"), "desk_enter", tournament.pk, name_0="Zoe"),
    ]
    answers = at_once(*(tries[turn:] + tries[:turn]))
    assert not [answer for answer in answers if answer.status_code >= 500]
    drawn.refresh_from_db()
    if drawn.state == CLOSED:
        assert not drawn.matches.filter(done=False).exists()
    assert connection.in_atomic_block is False
    assert history_of(drawn.stage).rounds
