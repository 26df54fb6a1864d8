"""Duplicate by two totals: what a table types for each board, and what is made of it everywhere."""

import io
import json
import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from scoring.games.actions.writing import record_round
from scoring.games.queries import table_of
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import Call, Entry, Game, Player
from scoring.people.statistics.person import Person
from scoring.rules import Round, RuleError
from tests.requests import Response
from tests.scoring.games import a_client, a_device, a_game, write
from tests.tournaments import desks
from tests.tournaments.agreeing import agree
from tests.tournaments.club_document.a_club import document_of as club_document
from tests.tournaments.desk_pages import confirm, preview, text_of
from tests.tournaments.playing import PHONE
from tournaments.actions import creating, publishing, revealing, stages
from tournaments.clubs.club_document.reading import import_club
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import text_of as document_of
from tournaments.models import Match, Tournament
from tournaments.pages.travellers import boards_of, traveller
from tournaments.plans import PRESETS
from tournaments.stage.history import history_of, seated_match

pytestmark = pytest.mark.django_db

RULES = PRESETS["duplicate_evening"].stages[0].rules | {"recording": "totals"}
UNKNOWN = -1  # of a line's calls
HANDS = ((300, 0), (60, -60), (-25, 125))


def a_session(desk: desks.Desk | None = None) -> Tournament:
    return desks.a_tournament("duplicate_evening", 4, desk=desk, awards={}, rules=RULES)


@pytest.fixture
def match() -> Match:
    return desks.tables(desks.draw(a_session()))[0]


def game_of(match: Match) -> Game:
    return publishing.open_game(match, 1, desks.table_phone())


def typed(number: int, totals: tuple[object, object], **more: Any) -> dict[str, Any]:
    """The form without script."""
    fields = {"id": uuid.uuid4(), "number": number, "sides": "0.2-1.3", "recording": "totals"}
    return fields | {f"total_{side}": total for side, total in enumerate(totals)} | more


def send(game: Game, number: int, totals: tuple[object, object], client: Client | None = None):
    client = client or a_client(PHONE)
    return client.post(reverse("record_round", args=[game.pk]), typed(number, totals))


def play(match: Match, hands: tuple[tuple[int, int], ...] = HANDS) -> Match:
    game = game_of(match)
    rounds = [Round(totals=totals, recording="totals") for totals in hands]
    write(game, rounds, desks.table_phone())
    return desks.reread(match)


def page(game: Game, name: str = "score", *more: int) -> Response:
    return a_client(PHONE).get(reverse(name, args=[game.pk, *more]))


# At the table
# --------------------------------------------------------------------------------------------------


def test_a_table_types_each_board_and_the_match_is_done(match: Match) -> None:
    game = game_of(match)
    shown = page(game).content.decode()
    assert 'name="total_1"' in shown
    assert "data-digit" in shown
    assert "Order of going out" not in shown
    for number, totals in enumerate(HANDS, start=1):
        assert send(game, number, totals).status_code == 302
    north, east = seated_match(desks.reread(match)).everybody
    lines = desks.reread(match).result or {}
    assert lines[str(north)]["boards"] == [
        [board, 0, *totals, UNKNOWN] for board, totals in zip(match.boards, HANDS, strict=True)
    ]
    assert [one[4] for one in lines[str(east)]["boards"]] == [UNKNOWN] * 3
    assert desks.reread(match).done


@pytest.mark.parametrize(
    ("totals", "problem"),
    [
        (("170", "20"), "170 : 20 is not a possible score"),
        (("51", "49"), "multiples of 5"),
        (("300", ""), "Enter a whole number for each side."),
        (("x", "40"), "Enter a whole number for each side."),
        (("", ""), "The two totals are missing"),
    ],
)
def test_what_is_impossible_is_said_and_what_was_typed_stays(
    match: Match, totals: tuple[str, str], problem: str
) -> None:
    game = game_of(match)
    answer = send(game, 1, totals)
    assert answer.status_code == 422
    assert problem in text_of(answer)
    for total in filter(None, totals):
        assert f'value="{total}"' in answer.content.decode()
    assert not Entry.objects.filter(game=game).exists()


def test_the_api_takes_them_as_the_script_sends_them(match: Match) -> None:
    game, client = game_of(match), a_client(PHONE)
    entry = {"id": str(uuid.uuid4()), "kind": "round", "number": 1, "round": {"totals": [300, 0]}}
    entry |= {"sides": [[0, 2], [1, 3]], "recording": "totals"}
    where = reverse("api_entries", args=[game.pk])
    answer = client.post(where, json.dumps(entry), content_type="application/json")
    assert answer.status_code == 201
    shown = json.loads(client.get(reverse("api_game", args=[game.pk])).content)["rounds"][0]
    assert (shown["round"], shown["scores"], shown["recording"]) == (
        {"totals": [300, 0]},
        [300, 0],
        "totals",
    )
    record = client.get(reverse("api_record", args=[game.pk]))
    assert record.status_code == 422, "a score record has no place for them"


def test_a_hand_is_corrected_and_undone_as_any_other(match: Match) -> None:
    game = game_of(match)
    send(game, 1, HANDS[0])
    seen = table_of(game).entries[0]
    form = page(game, "correct_round", 1).content.decode()
    assert 'value="300"' in form
    fields = typed(1, (200, 0), replaces=seen.pk)
    a_client(PHONE).post(reverse("correct_round", args=[game.pk, 1]), fields)
    assert table_of(game).played[0].totals == (200, 0)
    undo = {"id": uuid.uuid4(), "number": 1}
    a_client(PHONE).post(reverse("undo_round", args=[game.pk]), undo)
    assert table_of(game).entries == []


def test_another_version_of_a_hand_is_shown_beside_it(match: Match) -> None:
    game = game_of(match)
    send(game, 1, HANDS[0])
    other = a_device("another phone at the table")
    record_round(game, uuid.uuid4(), 1, {"totals": [200, 0]}, other)
    shown = text_of(page(game))
    assert "300 : 0" in shown
    assert "200 : 0" in shown


def test_the_sheet_says_that_calls_are_not_known(match: Match) -> None:
    play(match)
    shown = text_of(page(game_of(match), "game"))
    assert shown.count("calls not recorded") == len(HANDS)
    assert "calls not recorded" in text_of(page(game_of(match), "round_history", 1))


def test_the_other_side_agrees(match: Match) -> None:
    match = agree(play(match))
    assert match.agreement == Match.Agreement.AGREED


def test_a_director_corrects_a_hand_in_the_same_form() -> None:
    desk = desks.a_desk()
    match = play(desks.tables(desks.draw(a_session(desk)))[0])
    game = game_of(match)
    where = reverse("desk_hand", args=[desks.cup_of(match).pk, match.pk, 1, 1])
    form = desk.client.get(where).content.decode()
    assert 'name="total_1"' in form
    assert 'value="300"' in form
    replaces = table_of(game).entries[0].pk
    fields = typed(1, (170, 20), replaces=replaces, reason="Misread", sure="on")
    answer = desk.client.post(where, fields)
    assert answer.status_code == 422
    assert "170 : 20 is not a possible score" in text_of(answer)
    confirm(
        desk.client, preview(desk.client, where, **typed(1, (200, 0), replaces=replaces)), where
    )
    assert table_of(game).played[0].totals == (200, 0)


# What is made of it
# --------------------------------------------------------------------------------------------------


def test_unknown_calls_count_nothing_for_boldness_and_stand_on_no_traveller() -> None:
    session = a_session()
    first, second = desks.tables(desks.draw(session))
    play(first)
    by_taps = RULES | {"recording": "full"}
    desks.Stage.objects.filter(tournament=session).update(rules=by_taps)
    second = desks.reread(second)
    board = first.boards[0]
    tapped = [
        Round((0, 1, 2), {0: "tichu"} if one == board else (), (50, 50), recording="full")
        for one in second.boards
    ]
    phone = desks.table_phone()
    write(publishing.open_game(second, 1, phone), tapped, phone)
    history = history_of(desks.first_stage(session))
    here = traveller(history, {}, board, boards_of(history))
    assert [
        ([side.score for side in one.sides], [call.name for call in one.calls], one.unknown_calls)
        for one in here.results
    ] == [(["300", "0"], [], True), (["150", "50"], ["Tichu"], False)]
    on = {
        (who, one.board): one.values.boldness
        for who, own in boards_of(history).items()
        for one in own
        if one.values is not None
    }
    # The caller is compared with results of known calls alone: none but its own
    assert {key for key, value in on.items() if value} == set()
    assert len(on) == 12
    revealing.unfreeze(session, None)
    shown = text_of(Client().get(reverse("tournament_board", args=[session.pk, 1, board])))
    assert shown.count("calls not recorded") == 1


def test_a_person_has_the_points_and_no_calls_of_it() -> None:
    session = a_session()
    stage = desks.first_stage(session)
    stage.format_settings = stage.format_settings | {"rounds": 1}
    stage.save(update_fields=["format_settings"])
    drawn = desks.draw(session)
    match, *_ = (play(one) for one in desks.tables(drawn))
    north = Player.objects.get(seats__game=game_of(match), seats__number=0)
    publishing.close_round(drawn, None)
    revealing.unfreeze(session, None)
    stages.finish_stage(desks.first_stage(session), None)
    creating.finish_tournament(session, None)
    assert not Call.objects.exists()
    figures = Person(north)
    assert (figures.sums.rounds, figures.sums.own_points, figures.sums.points_of_others) == (
        *(3, sum(own for own, _ in HANDS)),
        sum(other for _, other in HANDS),
    )
    assert figures.calls.tichus.of == figures.against.tichus.of == 0
    assert figures.sums.sweeps == figures.sums.sweeps_of_others == 0
    assert (figures.out.first.of, figures.out.first_unknown) == (0, 3)
    assert list(differences_in_games(Counts())) == []


def test_a_session_of_totals_travels_as_a_document() -> None:
    desk = desks.a_desk()
    session = a_session(desk)
    for match in desks.tables(desks.draw(session)):
        play(match)
    again = import_tournament(
        desk.club, desk.user, document_of(Tournament.objects.get(pk=session.pk))
    )
    match = desks.tables(desks.first_stage(again).session_rounds.get())[0]
    assert [one.totals for one in table_of(match.games.get().game).played] == list(HANDS)
    assert [one[2:5] for one in first_line(match)] == [[*totals, UNKNOWN] for totals in HANDS]


def test_a_club_with_it_travels_and_is_the_same_bytes_again() -> None:
    with transaction.atomic():
        desk = desks.a_desk()
        for match in desks.tables(desks.draw(a_session(desk))):
            play(match)
        document = club_document(desk.club)
        transaction.set_rollback(True)
    made = import_club(io.BytesIO(document))
    assert club_document(made) == document
    assert Entry.objects.filter(data={"totals": [300, 0]}).count() == 2


def first_line(match: Match) -> list[list[Any]]:
    return list((match.result or {})[str(seated_match(match).everybody[0])]["boards"])


# Where it is offered
# --------------------------------------------------------------------------------------------------


def test_only_duplicate_can_record_two_totals() -> None:
    (swiss,) = PRESETS["pairs_swiss"].stages
    wrong = replace(swiss, rules={"recording": "totals"})
    assert [(one.code, one.field) for one in wrong.mistakes("pair")] == [
        ("bad_setting", "recording")
    ]
    (duplicate,) = PRESETS["duplicate_evening"].stages
    assert replace(duplicate, rules=RULES).mistakes("pair") == []


def test_no_game_of_friends_can() -> None:
    with pytest.raises(RuleError, match="recording is totals"):
        a_game(settings={"recording": "totals"})
    game = a_game()
    sent = a_client().post(
        reverse("table_settings", args=[game.pk]), {"recording": "totals", "saving": "asks"}
    )
    assert sent.status_code == 422
    answer = a_client().post(
        reverse("record_round", args=[game.pk]), typed(1, (300, 0)) | {"recording": "totals"}
    )
    assert answer.status_code == 422


def test_the_desk_offers_it_to_duplicate_alone() -> None:
    desk = desks.a_desk()
    for preset, offered in (("duplicate_evening", True), ("pairs_swiss", False)):
        cup = desks.a_tournament(preset, 0, desk=desk, opened=False)
        shown = text_of(desk.client.get(reverse("desk_stage", args=[cup.pk, 1])))
        assert "How much is recorded" in shown
        assert ("Two totals, calls not recorded" in shown) == offered
