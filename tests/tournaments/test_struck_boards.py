"""Duplicate: a struck-out board counts for nobody, and counts again if that is taken back."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.requests import get, page_of
from tests.tournaments import desks
from tests.tournaments.board_records import agrees_with_the_record
from tests.tournaments.desk_pages import confirm, kept_out, preview, text_of
from tests.tournaments.sessions import begun
from tests.worlds import built_once
from tournaments.actions import revealing
from tournaments.actions.board_rulings import give_averages
from tournaments.actions.fouled_boards import mark_fouled
from tournaments.actions.integrity import undo
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import text_of as document_of
from tournaments.log_actions import ACTIONS
from tournaments.models import Change, Entrant, LogLine, Match, Stage, Tournament
from tournaments.pages.log_lines import log_lines
from tournaments.pages.travellers import boards_of
from tournaments.stage.history import history_of, seated_match
from tournaments.stage.ranking import Ranked, ranked
from tournaments.standings.criteria.boards import values_of
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

shared = built_once(
    lambda: {
        "pairs": begun("duplicate_evening", 5),
        "people": begun("individual_duplicate", 8, rounds=4, boards=2),
    }
)


@pytest.fixture(params=["pairs", "people"])
def session(request: pytest.FixtureRequest, shared: dict[str, Tournament]) -> Tournament:
    """Two rounds are played, the first is closed."""
    return Tournament.objects.get(pk=shared[request.param].pk)


@pytest.fixture
def pairs(shared: dict[str, Tournament]) -> Tournament:
    return Tournament.objects.get(pk=shared["pairs"].pk)


def played_on(session: Tournament) -> tuple[int, list[Match]]:
    """The first board that several tables have played, with their matches."""
    on: dict[int, list[Match]] = {}
    for match in Match.objects.filter(session_round__stage__tournament=session, done=True):
        for board in match.boards:
            on.setdefault(board, []).append(match)
    return next((board, found) for board, found in sorted(on.items()) if len(found) > 1)


def strike(session: Tournament, board: int) -> None:
    address = reverse("desk_fouled_board", args=[session.pk, 1, board])
    client = desks.desk_of(session.club).client
    assert confirm(client, preview(client, address, start="0"), address).status_code == 302


def rows(session: Tournament) -> list[Ranked]:
    return [*ranked(history_of(desks.first_stage(session)))]


def show_all(session: Tournament) -> None:
    """Results of duplicate are held back until the desk shows them."""
    revealing.unfreeze(session, None)
    Stage.objects.filter(tournament=session).update(
        format_settings={**desks.first_stage(session).format_settings, "others": "traveller"}
    )


# What counts
# --------------------------------------------------------------------------------------------------


def test_the_others_are_ranked_as_if_nobody_had_played_it(session: Tournament) -> None:
    board, _matches = played_on(session)
    agrees_with_the_record(session)
    before = rows(session)
    strike(session, board)
    agrees_with_the_record(session, without=[board])
    assert rows(session) != before
    for own in boards_of(history_of(desks.first_stage(session))).values():
        for one in own:
            if one.board == board:
                values = values_of(one)
                assert (values.others, values.percent) == (0, None)
                assert not any(
                    (
                        values.matchpoints,
                        values.difference,
                        values.log_difference,
                        values.imps,
                        values.boldness,
                    )
                )
    assert desks.first_stage(session).fouled_boards == {str(board): []}


def test_averages_do_not_count_either(session: Tournament) -> None:
    board, (match, *_) = played_on(session)
    give_averages(match, None, {board: ["avg++", "avg--"]}, "A card was missing")
    agrees_with_the_record(session)
    strike(session, board)
    agrees_with_the_record(session, without=[board])


def test_totals_of_those_who_had_it_are_scaled_and_say_why(session: Tournament) -> None:
    """Sums are scaled as for any board that was not played, and the line of the board is there."""
    board, (match, *_) = played_on(session)
    show_all(session)
    criteria = ["board_percent", "matchpoints", "imps"]
    Stage.objects.filter(tournament=session).update(criteria=criteria)
    strike(session, board)
    who = seated_match(match).everybody[0]
    for key in criteria:
        answer = get(Client(), "standings_value", session.pk, 1, who, key)
        line = f"board {board}, round {match.session_round.number}: "
        assert f"{line}struck out" in text_of(answer)
        assert f"{line}nothing to compare" not in text_of(answer)


def test_it_is_taken_back_without_a_trace(session: Tournament) -> None:
    board, _matches = played_on(session)
    results = list(Match.objects.order_by("pk").values_list("pk", "result"))
    before = rows(session)
    strike(session, board)
    line = LogLine.objects.get(action="board_fouled")
    assert line.params == {"stage": 1, "board": board, "struck": True}
    undo(Change.objects.select_related("line__tournament").get(line=line), None, "it was right")
    assert rows(session) == before
    assert desks.first_stage(session).fouled_boards == {}
    assert list(Match.objects.order_by("pk").values_list("pk", "result")) == results


def test_the_desk_counts_it_again(session: Tournament) -> None:
    board, _matches = played_on(session)
    before = rows(session)
    strike(session, board)
    client = desks.desk_of(session.club).client
    address = reverse("desk_fouled_board", args=[session.pk, 1, board])
    assert 'value="0" selected' in client.get(address).content.decode()
    assert confirm(client, preview(client, address, start=""), address).status_code == 302
    assert rows(session) == before
    said = [line.sentence for line in log_lines(session)]
    assert f"Board {board} counts again." in said
    assert f"Struck out board {board}: no result on it counts." in said


def test_a_board_that_had_other_cards_can_be_struck_out_and_comes_back(pairs: Tournament) -> None:
    board, (_first, later, *_) = played_on(pairs)
    mark_fouled(desks.first_stage(pairs), None, board, later, "They fell on the floor")
    split, before = desks.first_stage(pairs).fouled_boards, rows(pairs)
    strike(pairs, board)
    agrees_with_the_record(pairs, without=[board])
    undo(Change.objects.select_related("line__tournament").latest("pk"), None, "it was right")
    assert (desks.first_stage(pairs).fouled_boards, rows(pairs)) == (split, before)


def test_a_document_keeps_it(session: Tournament) -> None:
    board, _matches = played_on(session)
    strike(session, board)
    copy = import_tournament(desks.a_desk("Ben", "Another club").club, None, document_of(session))
    assert desks.first_stage(copy).fouled_boards == {str(board): []}
    assert [(row.rank, row.points, row.values) for row in rows(copy)] == [
        (row.rank, row.points, row.values) for row in rows(session)
    ]
    assert document_of(copy) == document_of(session)


# What is shown
# --------------------------------------------------------------------------------------------------


def test_the_traveller_keeps_the_scores_without_matchpoints(session: Tournament) -> None:
    board, matches = played_on(session)
    show_all(session)
    client = desks.desk_of(session.club).client
    before = client.get(reverse("tournament_board", args=[session.pk, 1, board]))
    assert "Strike the board out" in text_of(before)
    scores = [[side.score for side in one.sides] for one in before.context["page"].results]
    strike(session, board)
    for reader in (client, Client()):
        answer = reader.get(reverse("tournament_board", args=[session.pk, 1, board]))
        text, page = text_of(answer), answer.context["page"]
        assert "Struck out: no result of this board counts." in text
        assert sorted(one[0] for one in scores) == sorted(
            one.sides[0].score for one in page.results
        )
        assert len(page.results) == len(matches)
        assert {side.percent for one in page.results for side in one.sides} == {""}
        assert 'class="why"' not in answer.content.decode()
        assert 'class="percent"' not in answer.content.decode()
        assert ("Count the board again" in text) is (reader is client)
        assert "Strike the board out" not in text
    listed = page_of(Client(), "tournament_boards", session.pk, 1)
    assert listed.count("struck out") == 1


def test_a_private_score_says_so(session: Tournament) -> None:
    board, (match, *_) = played_on(session)
    show_all(session)
    entrant = Entrant.objects.get(pk=seated_match(match).everybody[0])
    count = own_score(entrant)["count"]
    strike(session, board)
    answer = Client().get(reverse("own_boards", args=[token_of(entrant)]))
    assert text_of(answer).count("struck out") == 1
    assert own_score(entrant)["count"] == count - 1
    traveller = Client().get(reverse("own_board", args=[token_of(entrant), 1, board]))
    assert "Struck out: no result of this board counts." in text_of(traveller)


def own_score(entrant: Entrant) -> dict[str, Any]:
    (score,) = Client().get(reverse("own_boards", args=[token_of(entrant)])).context["scores"]
    return {"count": score.count, "percent": score.percent}


# Who may
# --------------------------------------------------------------------------------------------------


def test_only_those_who_rule_strike_a_board_out(pairs: Tournament) -> None:
    board, _matches = played_on(pairs)
    address = reverse("desk_fouled_board", args=[pairs.pk, 1, board])
    kept_out(address, pairs, {"start": "0"}, page=True)
    desk = desks.desk_of(pairs.club)
    assert desks.in_role(desk, "desk").post(address, {"start": "0"}).status_code == 404
    assert desks.in_role(desk, "referee").post(address, {"start": "0"}).status_code == 200
    assert desk.client.get(f"{address}?strike=1").context["form"]["start"].value() == 0
    assert desks.first_stage(pairs).fouled_boards == {}


def test_it_needs_a_reason(pairs: Tournament) -> None:
    board, _matches = played_on(pairs)
    address = reverse("desk_fouled_board", args=[pairs.pk, 1, board])
    client = desks.desk_of(pairs.club).client
    client.post(address, {"start": "0", "sure": "1", "reason": ""})
    assert desks.first_stage(pairs).fouled_boards == {}
    assert ACTIONS["board_fouled"].needs_reason
