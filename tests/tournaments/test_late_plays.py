"""Duplicate: a board that a table left open is played later, and counts as if in its round."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.actions.game_state import finish_early
from scoring.games.queries import table_of
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import Game
from scoring.rules import Round, RuleError
from tests.requests import Response
from tests.scoring.games import a_device
from tests.tournaments import desks
from tests.tournaments.board_records import agrees_with_the_record
from tests.tournaments.desk_pages import confirm, errors, kept_out, preview, text_of
from tests.tournaments.racing import hands
from tests.tournaments.sessions import kept
from tests.worlds import built_once
from tournaments.actions import drawing, judging, publishing, revealing, stages
from tournaments.actions.board_order import set_boards
from tournaments.actions.board_rulings import give_averages
from tournaments.actions.fouled_boards import mark_fouled
from tournaments.actions.integrity import undo
from tournaments.actions.late_plays import play_late
from tournaments.actions.paper_results import enter_paper
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import text_of as document_of
from tournaments.models import Change, Entrant, LogLine, Match, SessionRound, Stage, Tournament
from tournaments.stage.history import seated_match
from tournaments.tokens import token_of
from tournaments.verifying import differences_in_tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

# North is out first, and north and south have 70 card points
HAND = {"place_0": "1", "place_1": "2", "place_2": "3", "place_3": "4", "points": "70"}


def left_open(preset: str, entrants: int, **settings: int) -> Tournament:
    """All rounds drawn. In the first the first table was too slow for its last board or boards; it
    is closed, and the second is being played.
    """
    session = desks.a_tournament(preset, entrants, awards={}, format_settings=settings)
    stage = desks.first_stage(session)
    stages.begin_stage(stage, None)
    first, second, *_ = drawing.draw_all(stage, None)
    row = publishing.publish_round(first, None)
    slow, *others = desks.tables(row)
    game = publishing.open_game(slow, 1, a_device("a slow phone"))
    hands(game, 1)
    finish_early(Game.objects.get(pk=game.pk), a_device("a slow phone"))
    for match in others:
        desks.play_match(match)
    publishing.close_round(row, None)
    published = publishing.publish_round(SessionRound.objects.get(pk=second.pk), None)
    for match in desks.tables(published):
        desks.play_match(match, seed=match.number)
    return session


shared = built_once(
    lambda: {
        "pairs": left_open("duplicate_evening", 5),
        "people": left_open("individual_duplicate", 8, rounds=4, boards=2),
    }
)


@pytest.fixture(params=["pairs", "people"])
def session(request: pytest.FixtureRequest, shared: dict[str, Tournament]) -> Tournament:
    return Tournament.objects.get(pk=shared[request.param].pk)


@pytest.fixture
def pairs(shared: dict[str, Tournament]) -> Tournament:
    return Tournament.objects.get(pk=shared["pairs"].pk)


def slow_table(session: Tournament) -> Match:
    row = SessionRound.objects.get(stage__tournament=session, number=1)
    return desks.reread(desks.tables(row)[0])


def game_of(match: Match) -> Game:
    return Game.objects.get(match_game__match=match)


def desk_client(session: Tournament) -> Client:
    return desks.desk_of(session.club).client


def address(match: Match, board: int) -> str:
    session = match.session_round.stage.tournament
    return reverse("desk_late_play", args=[session.pk, match.pk, board])


def fields_of(client: Client, where: str) -> dict[str, str]:
    """What the form sends as it stands."""
    page = client.get(where).content.decode()
    form = page.partition('class="plain card"')[2].partition("</form>")[0]
    typed = re.findall(r'<input\b[^>]*?\bname="([^"]+)"[^>]*?\bvalue="([^"]*)"', form)
    return {name: value for name, value in typed if name != "csrfmiddlewaretoken"}


def enter(match: Match, board: int, **fields: str) -> Response:
    """Enter a board by the form of the desk, and confirm its preview."""
    client, where = desk_client(match.session_round.stage.tournament), address(match, board)
    shown = preview(client, where, **(fields_of(client, where) | HAND | fields))
    return confirm(client, shown, where)


def tried(match: Match, board: int) -> Response:
    client, where = desk_client(match.session_round.stage.tournament), address(match, board)
    return client.post(where, fields_of(client, where) | HAND)


def open_boards(session: Tournament) -> list[tuple[int, int, int]]:
    page = desk_client(session).get(reverse("desk_movement", args=[session.pk, 1]))
    return [(one.board, one.round, one.table) for one in page.context["open"]]


def own_results(match: Match) -> dict[str, list[Any]]:
    found = desks.reread(match).result
    assert found is not None
    return {who: line["boards"] for who, line in found.items()}


def no_difference() -> bool:
    return not [*differences_in_games(Counts()), *differences_in_tournaments(Counts())]


# What it does
# --------------------------------------------------------------------------------------------------


def test_the_desk_enters_each_open_board_while_the_next_round_is_played(
    session: Tournament,
) -> None:
    match = slow_table(session)
    first, *still_open = match.boards
    assert open_boards(session) == [(board, 1, 1) for board in still_open]
    before, others = own_results(match), kept(session)["results"]
    # The last one first
    for at, board in enumerate(reversed(still_open), start=1):
        shown = text_of(desk_client(session).get(reverse("desk_movement", args=[session.pk, 1])))
        assert "Late play" in shown
        assert enter(match, board).status_code == 302
        now = own_results(match)
        for who, results in now.items():
            assert results[:1] == before[who]
            assert [one[0] for one in results] == [first, *still_open[::-1][:at]]
    assert open_boards(session) == []
    assert {tuple(sorted(one[2:4])) for own in now.values() for one in own[1:]} == {(30, 70)}
    assert [one for one in kept(session)["results"] if one[0] != match.pk] == [
        one for one in others if one[0] != match.pk
    ]
    match = desks.reread(match)
    assert (match.done, match.agreement, match.agreed_how) == (True, "agreed", "desk")
    assert game_of(match).state == "stopped"
    agrees_with_the_record(session)
    assert no_difference()


def test_the_log_says_so(session: Tournament) -> None:
    match = slow_table(session)
    board = match.boards[1]
    enter(match, board)
    line = LogLine.objects.get(action="board_played_late")
    assert (line.params["board"], line.params["table"], line.params["round"]) == (board, 1, 1)
    text = text_of(desk_client(session).get(reverse("desk_log", args=[session.pk])))
    assert f"Entered board {board} of table 1 in round 1, played late." in text


@pytest.mark.parametrize("which", [1, -1])
def test_it_is_undone_without_a_trace_and_can_be_entered_again(
    session: Tournament, which: int
) -> None:
    match = slow_table(session)
    board, before = match.boards[which], kept(session)
    for _ in range(2):
        enter(match, board)
        assert kept(session) != before
        undo(Change.objects.select_related("line__tournament").latest("pk"), None, "another board")
        assert kept(session) == before
        assert game_of(match).state == "stopped"
        assert (board, 1, 1) in open_boards(session)
        assert no_difference()
    page = desk_client(session).get(reverse("desk_match", args=[session.pk, match.pk]))
    assert "Came after" not in text_of(page)
    enter(match, board)
    assert (board, 1, 1) not in open_boards(session)


def test_after_another_late_board_the_first_is_undone_second(pairs: Tournament) -> None:
    match = slow_table(pairs)
    before = kept(pairs)
    for board in match.boards[1:]:
        enter(match, board)
    first, second = Change.objects.select_related("line__tournament").order_by("pk")
    with pytest.raises(RuleError, match="undo that first"):
        undo(first, None, "the wrong way round")
    undo(second, None, "it was right")
    undo(first, None, "it was right")
    assert kept(pairs) == before


def test_averages_come_later_and_go_again(session: Tournament) -> None:
    match = slow_table(session)
    board = match.boards[1]
    enter(match, board)
    played = own_results(match)
    give_averages(desks.reread(match), None, {board: ["avg+", "avg-"]}, "A card was missing")
    assert own_results(match) != played
    agrees_with_the_record(session)
    give_averages(desks.reread(match), None, {}, "It was not")
    assert own_results(match) == played


def test_averages_stay_if_the_late_board_is_undone(session: Tournament) -> None:
    match = slow_table(session)
    board, before = match.boards[1], own_results(match)
    enter(match, board)
    give_averages(desks.reread(match), None, {board: ["avg+", "avg-"]}, "A card was missing")
    undo(
        Change.objects.select_related("line__tournament").get(line__action="board_played_late"),
        None,
        "another board",
    )
    assert {tuple(own[1][2:]) for own in own_results(match).values()} == {("avg+",), ("avg-",)}
    agrees_with_the_record(session)
    give_averages(desks.reread(match), None, {}, "There was none")
    assert own_results(match) == before
    assert (board, 1, 1) in open_boards(session)


def test_a_hand_that_was_entered_late_is_corrected_like_any_other(pairs: Tournament) -> None:
    match = slow_table(pairs)
    enter(match, match.boards[1])
    client = desk_client(pairs)
    where = reverse("desk_hand", args=[pairs.pk, match.pk, 1, 2])
    shown = preview(client, where, **(fields_of(client, where) | HAND | {"points": "50"}))
    assert confirm(client, shown, where).status_code == 302
    assert {tuple(own[1][2:4]) for own in own_results(match).values()} == {(50, 50)}
    changes = Change.objects.select_related("line__tournament")
    change = changes.get(line__action="board_played_late")
    with pytest.raises(RuleError, match="changed since"):
        undo(change, None, "too late")


def test_a_document_keeps_it(session: Tournament) -> None:
    match = slow_table(session)
    enter(match, match.boards[-1])
    copy = import_tournament(desks.a_desk("Ben", "Another club").club, None, document_of(session))
    assert document_of(copy) == document_of(session)
    assert slow_table(copy).boards == desks.reread(match).boards
    assert no_difference()


def test_two_totals_are_typed_where_no_calls_are_recorded(pairs: Tournament) -> None:
    stage = desks.first_stage(pairs)
    match = slow_table(pairs)
    game = game_of(match)
    Game.objects.filter(pk=game.pk).update(settings=game.settings | {"recording": "totals"})
    Stage.objects.filter(pk=stage.pk).update(rules=stage.rules | {"recording": "totals"})
    client, where = desk_client(pairs), address(match, match.boards[1])
    fields = fields_of(client, where)
    assert {"total_0", "total_1"} <= {*fields}
    wrong = client.post(where, fields | {"total_0": "63", "total_1": "40"})
    assert wrong.status_code == 422
    shown = preview(client, where, **(fields | {"total_0": "160", "total_1": "40"}))
    confirm(client, shown, where)
    found = {tuple(own[1][2:]) for own in own_results(match).values()}
    assert found == {(160, 40, -1), (40, 160, -1)}


def test_while_its_round_lasts_the_phone_of_the_table_goes_on_itself(pairs: Tournament) -> None:
    publishing.close_round(SessionRound.objects.get(stage__tournament=pairs, number=2), None)
    third = SessionRound.objects.get(stage__tournament=pairs, number=3)
    match, *_ = desks.tables(publishing.publish_round(third, None))
    phone = Client()
    phone.post(reverse("match_play", args=[token_of(match), 1]), {"side": "0"})
    game = game_of(match)
    hands(game, 1)
    assert phone.post(reverse("finish_early", args=[game.pk])).status_code == 302
    still_open = [(board, 3, match.number) for board in match.boards[1:]]
    assert [one for one in open_boards(pairs) if one[1] == 3] == still_open
    assert phone.post(reverse("reopen", args=[game.pk])).status_code == 302
    hands(game, len(still_open))
    assert not [one for one in open_boards(pairs) if one[1] == 3]
    assert desks.reread(match).done


# What a pair sees before
# --------------------------------------------------------------------------------------------------


def test_who_plays_a_board_late_has_not_seen_its_traveller(pairs: Tournament) -> None:
    match = slow_table(pairs)
    stage = desks.first_stage(pairs)
    settings = stage.format_settings | {"others": "traveller"}
    Stage.objects.filter(pk=stage.pk).update(format_settings=settings)
    entrant = Entrant.objects.get(pk=seated_match(match).everybody[0])
    first, later = (
        reverse("own_board", args=[token_of(entrant), 1, board]) for board in match.boards[:2]
    )
    assert [Client().get(one).status_code for one in (first, later)] == [200, 404]
    enter(match, match.boards[1])
    assert Client().get(later).status_code == 200
    revealing.unfreeze(pairs, None)
    mine = text_of(Client().get(reverse("own_boards", args=[token_of(entrant)])))
    assert re.search(rf"\b{match.boards[1]} (70 : 30|30 : 70)\b", mine)


# What is refused
# --------------------------------------------------------------------------------------------------


def test_a_pair_that_has_played_the_board_elsewhere_is_named(pairs: Tournament) -> None:
    """They took the wrong board in the second round: it counts there, and not late."""
    match = slow_table(pairs)
    board = match.boards[1]
    both = {*seated_match(match).everybody}
    row = SessionRound.objects.get(stage__tournament=pairs, number=2)
    elsewhere = next(
        one
        for one in desks.tables(row)
        if both & {*seated_match(one).everybody} and board not in one.boards
    )
    others = {*seated_match(elsewhere).everybody} - both
    first = SessionRound.objects.get(stage__tournament=pairs, number=1)
    assert not any(
        board in one.boards and others & {*seated_match(one).everybody}
        for one in desks.tables(first)
    )
    set_boards(elsewhere, None, [board, *elsewhere.boards[1:]], "They took the wrong one")
    before = kept(pairs)
    answer = tried(match, board)
    assert answer.status_code == 409
    assert f"has board {board} at another table" in text_of(answer)
    assert kept(pairs) == before
    agrees_with_the_record(pairs)
    page = desk_client(pairs).get(reverse("tournament_board", args=[pairs.pk, 1, board]))
    results = page.context["page"].results
    assert elsewhere.pk in {one.match_id for one in results}
    assert match.pk in {one.match_id for one in page.context["page"].open}


def test_only_an_open_board_is_entered(session: Tournament) -> None:
    match = slow_table(session)
    played, board = match.boards[:2]
    for where in (address(match, 99), address(match, 0)):
        assert desk_client(session).get(where).status_code == 404
    assert "is not open at this table" in text_of(desk_client(session).get(address(match, played)))
    assert tried(match, played).status_code == 409
    give_averages(match, None, {board: ["avg", "avg"]}, "They were slow")
    answer = tried(match, board)
    assert answer.status_code == 409
    assert "take them back first" in text_of(answer)
    give_averages(match, None, {}, "They have time")
    mark_fouled(desks.first_stage(session), None, board, None, "All fouled", strike=True)
    assert (board, 1, 1) not in open_boards(session)
    answer = tried(match, board)
    assert answer.status_code == 409
    assert "is struck out" in text_of(answer)
    enter_again = mark_fouled(desks.first_stage(session), None, board, None, "It was not")
    assert enter_again.fouled_boards == {}
    assert tried(match, board).status_code == 200


def test_an_impossible_hand_is_refused_at_its_field(pairs: Tournament) -> None:
    match = slow_table(pairs)
    before = kept(pairs)
    client, where = desk_client(pairs), address(match, match.boards[1])
    answer = client.post(where, fields_of(client, where) | HAND | {"place_1": "1"})
    assert answer.status_code == 422
    assert errors(answer)
    assert 'name="place_1"' in answer.content.decode()
    assert kept(pairs) == before


def test_a_table_that_plays_enters_its_boards_itself(pairs: Tournament) -> None:
    row = SessionRound.objects.get(stage__tournament=pairs, number=2)
    publishing.close_round(row, None)
    third = SessionRound.objects.get(stage__tournament=pairs, number=3)
    match, *_ = desks.tables(publishing.publish_round(third, None))
    assert desk_client(pairs).get(address(match, match.boards[0])).status_code == 404
    hands(publishing.open_game(match, 1, a_device("a phone")), 1)
    answer = tried(match, match.boards[1])
    assert answer.status_code == 409
    assert "still playing" in text_of(answer)


def test_hands_that_do_not_count_take_no_late_board(pairs: Tournament) -> None:
    match = slow_table(pairs)
    judging.rule_match(match, None, {"kind": "not_played"}, "They could not play")
    answer = tried(match, match.boards[1])
    assert answer.status_code == 409
    assert "Undo that first" in text_of(answer)
    shown = text_of(desk_client(pairs).get(reverse("desk_movement", args=[pairs.pk, 1])))
    assert "Late play" not in shown


def test_a_sheet_from_paper_is_entered_again_with_the_board(pairs: Tournament) -> None:
    match = slow_table(pairs)
    sheet = {"hands": [{"scores": [70, 30]}], "finished": True}
    enter_paper(match, None, [sheet], "They wrote on paper")
    page = desk_client(pairs).get(reverse("desk_movement", args=[pairs.pk, 1]))
    assert reverse("desk_paper", args=[pairs.pk, match.pk]) in page.content.decode()
    assert address(match, match.boards[1]) not in page.content.decode()


def test_sent_twice_it_counts_once(pairs: Tournament) -> None:
    match = slow_table(pairs)
    client, where = desk_client(pairs), address(match, match.boards[1])
    fields = fields_of(client, where) | HAND | {"sure": "1"}
    assert client.post(where, fields).status_code == 302
    assert client.post(where, fields).status_code == 409
    assert len(table_of(game_of(match)).entries) == 2


def test_a_form_that_showed_other_partners_is_refused(pairs: Tournament) -> None:
    match = slow_table(pairs)
    played = Round.from_data({"out": [0, 1, 2, 3], "card_points": [70, 30]})
    with pytest.raises(RuleError, match="partners changed"):
        play_late(match, game_of(match), None, match.boards[1], played, "", sides=[[0, 1], [2, 3]])


# Who may
# --------------------------------------------------------------------------------------------------


def test_only_those_who_rule_enter_a_board_late(pairs: Tournament) -> None:
    match = slow_table(pairs)
    where = address(match, match.boards[1])
    kept_out(where, pairs, HAND, page=True)
    desk = desks.desk_of(pairs.club)
    at_desk, referee = (desks.in_role(desk, role) for role in ("desk", "referee"))
    assert at_desk.post(where, HAND).status_code == 404
    movement = reverse("desk_movement", args=[pairs.pk, 1])
    assert "Late play" not in text_of(at_desk.get(movement))
    assert "Late play" in text_of(referee.get(movement))
    assert referee.post(where, fields_of(referee, where) | HAND).status_code == 200
    assert len(table_of(game_of(match)).entries) == 1
