"""A whole session of duplicate, from the draw to the standings."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.queries import table_of
from scoring.models import Rating
from scoring.people.rated.lists import up_to_date
from scoring.people.statistics.games import counted_games
from scoring.rules import Round, RuleError
from scoring.rules.rounds import SideCall
from tests.lengths import in_short
from tests.scoring.games import write
from tests.tournaments.desks import (
    a_desk,
    a_tournament,
    draw,
    first_stage,
    play_round,
    table_phone,
    tables,
)
from tests.tournaments.refusing import refused
from tournaments.actions import creating, drawing, judging, publishing, revealing, stages
from tournaments.actions.board_rulings import give_averages
from tournaments.exchange.document_shape import given_averages
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.shapes import Found
from tournaments.exchange.writing import text_of
from tournaments.models import Absence, MatchGame, Place, Stage, Tournament
from tournaments.pages.travellers import boards_of, traveller
from tournaments.pages.viewer import Viewer
from tournaments.pairing.duplicate import movement
from tournaments.plans import PRESETS
from tournaments.stage.corrections import corrections_of
from tournaments.stage.history import History, history_of, seated_match
from tournaments.stage.ranking import entered_of, ranked, ranking_settings
from tournaments.standings.duplicate.record import read_record
from tournaments.standings.ranking import explain

pytestmark = pytest.mark.django_db

SEATS = ("north", "east", "south", "west")


def play_session(tournament: Tournament, rounds: int | None = None) -> None:
    """Draw, publish, play and close all rounds, or so many."""
    for number in range(1, (rounds or drawing.total_rounds(first_stage(tournament)) or 0) + 1):
        play_round(draw(tournament, number), seed=number)


def record_of(tournament: Tournament) -> dict[str, Any]:
    """The session as a duplicate record, from the hands as they were written."""
    results = []
    rows = MatchGame.objects.filter(match__session_round__stage__tournament=tournament)
    for row in rows.select_related("match", "game").order_by("match__session_round__number", "pk"):
        (north_south,), (east_west,) = row.sides
        for board, line in zip(row.match.boards, table_of(row.game).lines, strict=True):
            own, other = line.result.scores[:2]
            calls = {SEATS[seat]: call for seat, call in line.played.calls}
            wish = line.played.wish_violation
            results.append(
                {
                    "board": board,
                    "ns": str(north_south),
                    "ew": str(east_west),
                    "score": {"ns": own, "ew": other},
                    "calls": calls,
                    **({} if wish is None else {"wish": SEATS[wish]}),
                }
            )
    seeds = [str(row.entrant_id) for row in history_of(first_stage(tournament)).participations]
    return {
        "format": "tichu-duplicate-record",
        "version": 1,
        "pairs": seeds,
        "grand_allowed": False,
        "results": results,
    }


def test_nine_pairs_are_ranked_as_the_record_ranks_them() -> None:
    tournament = a_tournament("duplicate_evening", 9, awards={})
    play_session(tournament)
    stage = first_stage(tournament)
    assert stage.session_rounds.count() == 9
    assert [len(tables(one)) for one in stage.session_rounds.all()] == [4] * 9
    record = record_of(tournament)
    answer = read_record(record).answer()
    assert len(record["results"]) == 9 * 4 * 3
    shown = [
        (row.rank, str(row.id), {key: round(float(value), 6) for key, value in row.values.items()})
        for row in ranked(history_of(stage))
    ]
    assert shown == [
        (
            one["rank"],
            one["pair"],
            {
                "board_percent": round(one["values"]["percent"], 6),
                "log_difference": round(one["values"]["log_difference"], 6),
                "matchpoints": round(one["values"]["matchpoints"], 6),
            },
        )
        for one in answer["standings"]
    ]


# The criteria, each with the name of its value in a record
VALUES = {
    "board_percent": "percent",
    "matchpoints": "matchpoints",
    "board_difference": "difference",
    "log_difference": "log_difference",
    "imps": "imps",
    "boldness": "boldness",
}


@pytest.mark.parametrize("first", VALUES)
def test_every_value_ranks_as_in_the_record_and_its_sum_opens(first: str) -> None:
    """After three rounds of five pairs some have sat out: their sums are scaled up."""
    tournament = a_tournament("duplicate_evening", 5, awards={})
    play_session(tournament, 3)
    stage = first_stage(tournament)
    stage.criteria = [first, *(key for key in VALUES if key != first)]
    stage.save(update_fields=["criteria"])
    history = history_of(Stage.objects.select_related("tournament").get(pk=stage.pk))
    rows, entered = ranked(history), entered_of(history)
    found = read_record(record_of(tournament)).answer()["standings"]
    expected = {one["pair"]: one["values"] for one in found}
    way = ranking_settings(history)
    for row in rows:
        for key, name in VALUES.items():
            value = float(row.values[key])
            assert value == pytest.approx(expected[str(row.id)][name], abs=1e-6), (key, row.id)
            parts = explain(entered, stage.criteria, row.id, key, **way)
            assert float(sum(part.number for part in parts)) == pytest.approx(value, abs=1e-9)
            assert all(part.message for part in parts)
    best_first = [float(row.values[first]) for row in rows]
    assert best_first == sorted(best_first, reverse=True)
    page = Client().get(reverse("standings", args=[tournament.pk, 1]))
    assert page.status_code == 200


@pytest.mark.parametrize("pairs", in_short(range(4, 13), {4, 7}))
def test_each_number_of_pairs_is_seated_as_the_movement_says(pairs: int) -> None:
    tournament = a_tournament("duplicate_evening", pairs, awards={})
    stages.begin_stage(first_stage(tournament), None)
    drawn = drawing.draw_all(first_stage(tournament), None)
    expected = movement(pairs)
    number: dict[int, int] = {}  # of each entrant, as the first round tells it
    for match, seat in zip(tables(drawn[0]), expected.rounds[0], strict=True):
        number |= zip(seated_match(match).everybody, seat.numbers, strict=True)
    for place in Place.objects.filter(session_round=drawn[0], kind=Place.Kind.BYE):
        number[place.entrant_id] = expected.sit_out[0][0]
    assert sorted(number.values()) == list(range(1, pairs + 1))
    for one, seats, sit_out in zip(drawn, expected.rounds, expected.sit_out, strict=True):
        assert [
            (match.number, *(number[who] for who in seated_match(match).everybody), *match.boards)
            for match in tables(one)
        ] == [(seat.table, *seat.numbers, *seat.boards) for seat in seats]
        byes = Place.objects.filter(session_round=one, kind=Place.Kind.BYE)
        assert [number[place.entrant_id] for place in byes] == sit_out


@pytest.mark.parametrize(("pairs", "code"), [(3, "too_few"), (41, "too_many")])
def test_there_are_movements_for_so_many_pairs(pairs: int, code: str) -> None:
    tournament = a_tournament("duplicate_evening", pairs, awards={})
    with pytest.raises(RuleError) as refused:
        draw(tournament)
    assert [one.code for one in refused.value.mistakes] == [code]


def test_results_are_held_back_until_the_director_shows_them() -> None:
    tournament = a_tournament("duplicate_evening", 4, awards={})
    play_round(draw(tournament))
    tournament.refresh_from_db()
    assert (tournament.frozen_stage, tournament.frozen_round) == (1, 1)
    assert not any(row.values["matchpoints"] for row in ranked(public_history(tournament)))


def public_history(tournament: Tournament) -> History:
    return Viewer(tournament).history(first_stage(tournament))


def test_a_session_travels_as_a_document_and_is_the_same_again() -> None:
    desk = a_desk()
    tournament = a_tournament("duplicate_evening", 5, desk=desk, awards={})
    play_session(tournament, 2)
    match = tables(first_stage(tournament).session_rounds.all()[0])[0]
    give_averages(match, None, {match.boards[0]: ["avg+", "avg-"]}, "A card was missing")
    written = text_of(Tournament.objects.get(pk=tournament.pk))
    again = import_tournament(desk.club, desk.user, written)
    assert [
        (row.rank, {key: round(float(value), 6) for key, value in row.values.items()})
        for row in ranked(history_of(first_stage(again)))
    ] == [
        (row.rank, {key: round(float(value), 6) for key, value in row.values.items()})
        for row in ranked(history_of(first_stage(tournament)))
    ]
    table = json.loads(written)["stages"][0]["session_rounds"][0]["tables"][0]
    assert (len(table["boards"]), table["averages"]) == (
        3,
        {str(match.boards[0]): ["avg+", "avg-"]},
    )
    # The rest is drawn by the same movement
    assert [tuple(one.boards) for one in tables(draw(again, 3))] == [
        tuple(one.boards) for one in tables(draw(tournament, 3))
    ]


@pytest.mark.parametrize(
    "averages", [{"x": ["avg", "avg"]}, {"1": ["avg"]}, {"1": ["best", "avg"]}, [], {"1": None}]
)
def test_a_document_with_other_averages_is_refused(averages: Any) -> None:
    found = Found()
    given_averages(averages, "averages", found)
    assert found.count


def test_duplicate_is_not_rated_and_counts_in_statistics() -> None:
    desk = a_desk()
    tournament = a_tournament("duplicate_evening", 4, desk=desk, awards={})
    play_session(tournament)
    revealing.unfreeze(tournament, None)
    stages.finish_stage(first_stage(tournament), None)
    creating.finish_tournament(tournament, None)
    assert counted_games().filter(club=desk.club).count() == 6
    rated = up_to_date(desk.club, "teams")
    assert Rating.objects.filter(in_list=rated).count() == 0


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"points": "match"}, "points_mismatch"),
        ({"criteria": ("points",)}, "criterion_mismatch"),
        ({"best_of": 3}, "bad_setting"),
        ({"carry": "matches"}, "bad_setting"),
    ],
)
def test_duplicate_needs_what_compares_boards(change: dict[str, Any], code: str) -> None:
    (plan,) = PRESETS["duplicate_evening"].stages
    assert plan.mistakes("pair") == []
    assert code in [one.code for one in replace(plan, **change).mistakes("pair")]


def test_what_compares_boards_needs_duplicate() -> None:
    (plan,) = PRESETS["pairs_swiss"].stages
    wrong = replace(plan, points="boards", criteria=("board_percent", "points"))
    assert [one.code for one in wrong.mistakes("pair")] == ["points_mismatch", "criterion_mismatch"]


def test_a_game_has_a_hand_for_each_board() -> None:
    (plan,) = PRESETS["duplicate_evening"].stages
    four = replace(plan, format_settings={"boards": 4})
    assert four.columns()["rules"] == {
        "target_score": None,
        "round_limit": 4,
        "grand_allowed": False,
    }


def test_a_pair_that_is_missing_leaves_its_opponents_free() -> None:
    tournament = a_tournament("duplicate_evening", 6, awards={})
    play_session(tournament, 1)
    second = draw(tournament, 2, publish=False)
    match = tables(second)[0]
    gone, other = seated_match(match).everybody
    drawing.discard_draft(second, None)
    Absence.objects.create(stage=first_stage(tournament), entrant_id=gone, round_number=2)
    second = draw(tournament, 2)
    byes = Place.objects.filter(session_round=second, kind=Place.Kind.BYE)
    assert [place.entrant_id for place in byes] == [other]
    assert len(tables(second)) == 2
    assert [note["code"] for note in second.warnings] == ["opponent_away"]


RULINGS: list[tuple[dict[str, Any], list[list[str]]]] = [
    ({"kind": "half"}, [["avg", "avg"]] * 3),
    ({"kind": "both_average", "percent": [60, 40]}, [["avg+", "avg-"]] * 3),
    ({"kind": "forfeit", "winner": 1}, [["avg-", "avg+"]] * 3),
    ({"kind": "both_lose"}, [["avg-", "avg-"]] * 3),
    ({"kind": "not_played"}, []),
]


@pytest.mark.parametrize(("ruling", "averages"), RULINGS)
def test_a_ruling_on_a_match_is_averages_on_its_boards(
    ruling: dict[str, Any], averages: list[list[str]]
) -> None:
    tournament = a_tournament("duplicate_evening", 4, awards={})
    match = tables(draw(tournament))[0]
    judging.rule_match(match, None, ruling, "A pair left")
    match.refresh_from_db()
    first, second = (
        (match.result or {})[str(who)].get("boards", []) for who in seated_match(match).everybody
    )
    assert [[one[2], other[2]] for one, other in zip(first, second, strict=True)] == averages


def test_nobody_gets_an_average_on_a_board_that_they_have_at_another_table() -> None:
    tournament = a_tournament("duplicate_evening", 4, awards={})
    play_session(tournament, 2)
    first, second = first_stage(tournament).session_rounds.order_by("number")
    before, match = tables(first)[0], tables(second)[0]
    again = before.boards[0]
    match.boards = [*match.boards[:-1], again]
    match.save(update_fields=["boards"])
    with refused("twice_on_board"):
        give_averages(match, None, {again: ["avg+", "avg"]}, "They had played it")
    give_averages(match, None, {match.boards[0]: ["avg+", "avg"]}, "A card was missing")


def test_averages_can_be_given_after_the_end_and_are_a_correction() -> None:
    tournament = a_tournament("duplicate_evening", 4, awards={})
    play_session(tournament)
    stages.finish_stage(first_stage(tournament), None)
    creating.finish_tournament(tournament, None)
    match = tables(first_stage(tournament).session_rounds.get(number=1))[0]
    give_averages(match, None, {match.boards[0]: ["avg+", "avg-"]}, "A card was missing")
    tournament.refresh_from_db()
    (line,) = corrections_of([tournament])[tournament.pk]
    assert line.action == "boards_ruled"


def test_a_table_may_enter_card_points_and_calls_by_side() -> None:
    """How much is recorded: points only."""
    tournament = a_tournament("duplicate_evening", 4, awards={})
    stage = first_stage(tournament)
    stage.rules = stage.rules | {"recording": "points"}
    stage.save(update_fields=["rules"])
    match = tables(draw(tournament))[0]
    phone = table_phone()
    calls = (SideCall(1, "tichu", False),)
    hands = [
        Round(recording="points", card_points=(60, 40), side_calls=calls),
        Round(recording="points", card_points=(25, 75)),
        Round(recording="points", sweep=0),
    ]
    write(publishing.open_game(match, 1, phone), hands, phone)
    match.refresh_from_db()
    north, east = seated_match(match).everybody
    lines = match.result or {}
    first, second, third = match.boards
    assert lines[str(north)]["boards"] == [
        [first, 0, 60, -60, 0],
        [second, 0, 25, 75, 0],
        [third, 0, 200, 0, 0],
    ]
    assert [one[4] for one in lines[str(east)]["boards"]] == [1, 0, 0]
    history = history_of(first_stage(tournament))
    page = traveller(history, {}, first, boards_of(history))
    assert [(one.side, one.made) for one in page.results[0].calls] == [(1, False)]
