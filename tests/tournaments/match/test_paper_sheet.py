"""A sheet on paper as it is kept: what can be read of it, and what it gives."""

from typing import Any

import pytest

from tests.tournaments import desks
from tests.tournaments.desks import result_of
from tests.tournaments.refusing import refused
from tournaments.actions import judging, paper_results, publishing
from tournaments.match.paper_sheet import mistakes_in
from tournaments.models import Match

pytestmark = pytest.mark.django_db


def one_match(preset: str = "pairs_swiss", entrants: int = 2, **stage: Any) -> Match:
    drawn = desks.draw(desks.a_tournament(preset, entrants, **stage))
    return drawn.matches.select_related("session_round__stage__tournament").get()


def hand(*scores: int, sweep: int | None = None) -> dict[str, Any]:
    return {"scores": list(scores), "sweep": sweep}


def game(*hands: dict[str, Any]) -> dict[str, Any]:
    return {"hands": list(hands), "finished": True}


def test_totals_alone_are_a_sheet() -> None:
    assert paper_results.paper_of([[480, 620]]) == [
        {"hands": [{"scores": [480, 620], "sweep": None}], "finished": True, "totals": True}
    ]
    assert paper_results.paper_of([[3, 1, 2]], ranks=True) == [
        {"hands": [{"order": [1, 2, 0]}], "finished": True, "totals": True}
    ]


@pytest.mark.parametrize("places", [[1, 1, 3], [0, 1, 2], [2, 3, 4]])
def test_places_that_are_shared_are_no_sheet(places: list[int]) -> None:
    with refused("places_shared"):
        paper_results.paper_of([places], ranks=True)


@pytest.mark.parametrize(
    "games",
    [
        None,
        [],
        "sheet",
        [{}],
        [game()],
        [{"hands": "many", "finished": True}],
        [{"hands": [{"order": 5}], "finished": True}],
        [game(hand(1))],
        [game(hand(1, 2, 3))],
        [game({"scores": [1, True]})],
        [game({"scores": [1, 2.5]})],
        [game(hand(1, 10**6))],
        [game(hand(1, 2, sweep=2))],
        [game({"order": [0, 1]})],
        [{**game(hand(1, 2)), "winner": 0}],
        [{**game(hand(1, 2)), "totals": "yes"}],
        [game(hand(1, 2)), game(hand(1, 2))],
    ],
)
def test_what_is_no_sheet_is_refused(games: Any) -> None:
    assert mistakes_in(games, [2], ranks=False)
    match = one_match()
    with refused("sheet_empty" if not games or isinstance(games, str) else "bad_sheet"):
        paper_results.enter_paper(match, None, games, "paper sheet")
    match.refresh_from_db()
    assert (match.ruling, match.result) == (None, None)


def test_a_sheet_counts_like_the_games_and_in_their_place() -> None:
    match = one_match("german_championship", 4)
    desks.play_game(publishing.open_game(match, 1, desks.table_phone()))
    played = result_of(match, "points", "score")
    sheet = [game(hand(60, 40), hand(200, 0, sweep=0), hand(35, 65), hand(50, 50))]
    paper_results.enter_paper(match, None, sheet, "paper sheet")
    # Won 2, swept 3, drawn 1
    assert result_of(match, "points", "score", "hands", "sweeps") == [
        (6, 345, 4, 1),
        (3, 155, 4, 0),
    ]
    judging.undo_ruling(match, None, "the phone was right")
    assert result_of(match, "points", "score") == played


def test_sums_have_as_many_hands_as_the_game_was_to_have() -> None:
    match = one_match(rules={"round_limit": 8, "target_score": None})
    paper_results.enter_paper(match, None, paper_results.paper_of([[500, 300]]), "paper sheet")
    assert result_of(match, "points", "hands") == [(2, 8), (0, 8)]


def test_a_match_of_three_games_is_over_after_two() -> None:
    match = one_match(best_of=3)
    paper_results.enter_paper(
        match, None, paper_results.paper_of([[1000, 300], [1050, 200]]), "paper sheet"
    )
    assert result_of(match, "points", "games_won", "games_lost") == [(2, 2, 0), (0, 0, 2)]
    assert (match.done, match.winner) == (True, 0)


def test_a_level_sheet_of_a_knock_out_names_who_goes_on() -> None:
    match = one_match("cup")
    paper_results.enter_paper(match, None, paper_results.paper_of([[500, 500]]), "paper sheet")
    match.refresh_from_db()
    assert match.winner is None
    paper_results.enter_paper(
        match, None, paper_results.paper_of([[500, 500]]), "paper sheet", winner=1
    )
    match.refresh_from_db()
    assert match.winner == 1


def test_only_another_sheet_needs_a_reason_and_all_a_published_round() -> None:
    match = paper_results.enter_paper(one_match(), None, paper_results.paper_of([[1, 2]]), " ")
    with refused("reason_missing"):
        paper_results.enter_paper(match, None, paper_results.paper_of([[2, 1]]), " ")
    drawn = desks.draw(desks.a_tournament("pairs_swiss", 2), publish=False)
    with refused("round_draft"):
        paper_results.enter_paper(
            drawn.matches.get(), None, paper_results.paper_of([[1, 2]]), "paper sheet"
        )
