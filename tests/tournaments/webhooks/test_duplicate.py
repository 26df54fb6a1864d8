"""Sessions of duplicate: no message tells anything of a result before everybody may know it."""

import json
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from tests.tournaments import desks
from tests.tournaments.agreeing import agree
from tests.tournaments.playing import play_matches
from tournaments.actions import creating, judging, publishing, revealing, stages
from tournaments.actions.board_places import turn_table
from tournaments.actions.board_rulings import give_averages
from tournaments.actions.deals import note_given
from tournaments.actions.fouled_boards import mark_fouled
from tournaments.actions.webhooks import make_webhook
from tournaments.models import Delivery, SessionRound, Tournament
from tournaments.pairing.duplicate.deals import DECK
from tournaments.webhooks.body import body_of
from tournaments.webhooks.events import KINDS

pytestmark = pytest.mark.django_db

OF_ROUNDS = {"round.published", "round.changed"}


@pytest.fixture
def session() -> Tournament:
    desk = desks.a_desk()
    session = desks.a_tournament("duplicate_evening", 4, desk=desk, awards={})
    make_webhook(desk.club, None, "https://a.example/", KINDS, "https://tichu.example")
    return session


def sent() -> list[dict[str, Any]]:
    """What would be sent now of everything that has happened, without ids and times."""
    found = []
    rows = Delivery.objects.select_related("webhook__club", "tournament").order_by("pk")
    for row in rows:
        body = body_of(row, timezone.now())
        if body is not None:
            message = json.loads(body)
            for moves in ("id", "timestamp", "sequence"):
                del message[moves]
            message["data"]["tournament"].pop("version")
            found.append(message)
    return found


def everything(session: Tournament, drawn: SessionRound, seed: int) -> None:
    """What tables and the director can do to results while a session is played."""
    one, other = desks.tables(drawn)
    note_given(one, one.boards[0], 0, DECK[:3])
    play_matches(drawn, seed=seed)
    agree(desks.reread(one))
    give_averages(desks.reread(one), None, {one.boards[0]: ["avg+", "avg-"]}, "A card was missing")
    turn_table(desks.reread(other), None, "They sat the other way round")
    judging.rule_match(desks.reread(other), None, {"kind": "half"}, "Cards were missing")
    judging.undo_ruling(desks.reread(other), None, "A mistake")
    publishing.close_round(drawn, None, accept=True)
    second = desks.draw(session, 2)
    desks.play_round(second, seed=seed + 1)
    on = [match for row in (drawn, second) for match in desks.tables(row)]
    board = next(one for one in on[0].boards if one in on[1].boards)
    mark_fouled(desks.first_stage(session), None, board, on[1], "Two hands were mixed")


def test_while_results_are_held_back_only_rounds_are_sent(session: Tournament) -> None:
    drawn = desks.draw(session)
    messages = []
    for seed in (1, 2):
        with transaction.atomic():
            everything(session, drawn, seed)
            kinds = set(Delivery.objects.values_list("event", flat=True))
            assert {"result.changed", "standings.changed"} <= kinds  # they wait, and are dropped
            messages.append(sent())
            transaction.set_rollback(True)
    # Other hands, and the very same messages
    assert messages[0] == messages[1]
    assert {one["type"] for one in messages[0]} <= OF_ROUNDS
    assert len(messages[0]) > 1


def test_the_end_of_a_session_that_keeps_its_results_is_sent_without_them(
    session: Tournament,
) -> None:
    drawn = desks.draw(session)
    everything(session, drawn, 1)
    stages.finish_stage(desks.first_stage(session), None)
    creating.finish_tournament(session, None)
    judging.rule_match(desks.tables(drawn)[1], None, {"kind": "half"}, "Seen too late")
    assert "tournament.corrected" in set(Delivery.objects.values_list("event", flat=True))
    assert {one["type"] for one in sent()} <= {*OF_ROUNDS, "tournament.finished"}


def test_once_results_are_shown_they_are_sent_as_an_address_to_read(session: Tournament) -> None:
    everything(session, desks.draw(session), 1)
    revealing.unfreeze(session, None)
    messages = sent()
    assert {"result.changed", "standings.changed"} <= {one["type"] for one in messages}
    for one in messages:
        assert set(one["data"]) <= {"tournament", "stage", "round", "tables", "read"}
        assert "/api/v1/tournaments/" in one["data"]["read"]
