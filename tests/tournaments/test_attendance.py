"""Coming late, missing a round, leaving, sending a substitute: history stays as it was."""

import pytest

from scoring.games.queries import table_of
from scoring.rules import Round
from tests.scoring.games import write
from tests.tournaments import desks
from tests.tournaments.refusing import refused
from tournaments.actions import attendance, drawing, publishing, stages
from tournaments.models import Match, MatchGame, SessionRound, Stage, Tournament
from tournaments.pages.hall.queries import hall_of
from tournaments.pages.round_tables import round_board
from tournaments.stage.history import history_of
from tournaments.stage.ranking import entered_of

pytestmark = pytest.mark.django_db


def lines(tournament: Tournament, number: int) -> list[tuple[int, str, object]]:
    """Session round, kind and points of each line of the entrant with this number."""
    who = tournament.entrants.get(number=number).pk
    (entered,) = (
        one for one in entered_of(history_of(desks.first_stage(tournament))) if one.id == who
    )
    return [(line.round, line.kind, line.points) for line in entered.lines]


def played(
    preset: str = "pairs_swiss", entrants: int = 4, rounds: int = 1, **more: object
) -> Tournament:
    cup = desks.a_tournament(preset, entrants, **more)  # type: ignore[arg-type]
    for number in range(1, rounds + 1):
        desks.play_round(desks.draw(cup, number), number)
    return cup


def test_who_withdraws_is_drawn_no_more_and_keeps_what_was_played() -> None:
    cup = played(entrants=5)
    before = lines(cup, 1)
    leaver = attendance.withdraw(cup.entrants.get(number=1), None, "last tram")
    drawn = desks.draw(cup, 2)
    assert not drawn.places.filter(entrant=leaver).exists()
    assert lines(cup, 1) == before  # the round counts once one of its matches does
    desks.play_round(drawn, 2)
    assert lines(cup, 1) == [*before, (2, "absent", 0)]


def test_who_comes_back_is_drawn_again() -> None:
    cup = played(entrants=5)
    leaver = attendance.withdraw(cup.entrants.get(number=1), None)
    desks.play_round(desks.draw(cup, 2))
    attendance.reinstate(leaver, None)
    assert desks.draw(cup, 3).places.filter(entrant=leaver).exists()
    with refused("not_withdrawn"):
        attendance.reinstate(leaver, None)


# Who leaves when a round is published and nobody has played it
# ---------------------------------------------------


def seated(session_round: SessionRound) -> set[int]:
    """The numbers of those who have any place in a session round."""
    return set(session_round.places.values_list("entrant__number", flat=True))


@pytest.mark.parametrize(
    "preset", ["pairs_swiss", "german_championship", "round_robin", "cup", "double_elimination"]
)
def test_who_leaves_before_a_published_round_begins_is_not_drawn_again(preset: str) -> None:
    cup = desks.a_tournament(preset, 9, rules={"round_limit": 4, "target_score": None})
    stage = desks.first_stage(cup)
    drawn = desks.draw(cup)
    leaver = attendance.withdraw(cup.entrants.get(number=3), None)
    assert [row.last_round for row in stage.participations.filter(entrant=leaver)] == [0]
    drawing.redraw_round(drawn, None)
    assert seated(drawn) == {1, 2, 4, 5, 6, 7, 8, 9}
    board = round_board(SessionRound.objects.select_related("stage__tournament").get(pk=drawn.pk))
    assert [card.warnings for card in board.cards] == [[]] * len(board.cards)
    assert [ask.kind for ask in hall_of(cup).asks] == []
    desks.play_round(drawn)
    assert 3 not in seated(desks.draw(cup, 2))


def test_who_leaves_while_other_tables_play_is_not_drawn_again_and_those_tables_stay() -> None:
    cup = desks.a_tournament("pairs_swiss", 8)
    drawn = desks.draw(cup)
    begun, waiting = drawn.matches.order_by("number")[:2]
    desks.play_game(publishing.open_game(begun, 1, desks.table_phone()))
    gone = waiting.places.order_by("side")[0].entrant
    attendance.withdraw(gone, None)
    kept = set(begun.places.values_list("entrant", flat=True))
    drawing.redraw_round(drawn, None)
    assert seated(drawn) == set(range(1, 9)) - {gone.number}
    assert set(begun.places.values_list("entrant", flat=True)) == kept
    assert drawn.places.filter(kind="bye").count() == 1
    assert lines(cup, gone.number) == [(1, "absent", 0)]


@pytest.mark.parametrize(
    ("preset", "entrants"), [("german_championship", 8), ("trichu", 6), ("grand_seigneur", 10)]
)
def test_the_others_at_the_table_have_a_bye_where_too_few_are_left_for_one(
    preset: str, entrants: int
) -> None:
    cup = desks.a_tournament(preset, entrants)
    drawn = desks.draw(cup)
    begun, waiting = drawn.matches.order_by("number")
    desks.play_game(publishing.open_game(begun, 1, desks.table_phone()))
    there = set(waiting.places.values_list("entrant", flat=True))
    gone = waiting.places.order_by("side", "order")[0].entrant
    attendance.withdraw(gone, None)
    drawing.redraw_round(drawn, None)
    assert set(drawn.places.filter(kind="bye").values_list("entrant", flat=True)) == there - {
        gone.pk
    }
    assert [match.pk for match in drawn.matches.all()] == [begun.pk]
    assert SessionRound.objects.get(pk=drawn.pk).warnings[0]["code"] == "byes"


def test_who_leaves_a_table_that_has_begun_stays_at_it_in_a_new_draw_of_the_others() -> None:
    cup = desks.a_tournament("pairs_swiss", 8)
    drawn = desks.draw(cup)
    match = drawn.matches.get(number=1)
    desks.play_game(publishing.open_game(match, 1, desks.table_phone()))
    gone = match.places.order_by("side")[0].entrant
    attendance.withdraw(gone, None)
    assert desks.first_stage(cup).participations.get(entrant=gone).last_round == 1
    drawing.redraw_round(drawn, None)
    assert seated(drawn) == set(range(1, 9))
    assert gone.places.get(session_round=drawn).match_id == match.pk


def test_who_leaves_and_comes_back_before_the_round_begins_is_drawn_again() -> None:
    cup = desks.a_tournament("pairs_swiss", 8)
    drawn = desks.draw(cup)
    leaver = attendance.withdraw(cup.entrants.get(number=3), None)
    drawing.redraw_round(drawn, None)
    attendance.reinstate(leaver, None)
    drawing.redraw_round(drawn, None)
    assert seated(drawn) == set(range(1, 9))


def test_who_leaves_a_league_sits_in_none_of_its_published_rounds_once_these_are_drawn_anew() -> (
    None
):
    cup = desks.a_tournament("pairs_league", 5)
    stage = stages.begin_stage(desks.first_stage(cup), None)
    drawing.draw_all(stage, None)
    first, *later = publishing.publish_all(stage, None)
    desks.play_round(first)
    desks.play_match(later[2].matches.get(number=1))  # played before its time
    sat = set(later[2].matches.get(number=1).places.values_list("entrant__number", flat=True))
    leaver = min(set(range(1, 6)) - sat)
    attendance.withdraw(cup.entrants.get(number=leaver), None)
    for row in later[:2]:
        drawing.redraw_round(row, None)
        assert leaver not in seated(row)


def test_who_left_a_stage_that_is_over_and_came_back_is_there_when_it_is_reopened() -> None:
    cup = played(entrants=5)
    stage = desks.first_stage(cup)
    gone, stays = cup.entrants.get(number=1), cup.entrants.get(number=2)
    attendance.withdraw(gone, None)
    stages.finish_stage(stage, None)
    attendance.reinstate(gone, None)
    attendance.withdraw(stays, None)
    stages.reopen_stage(stage, None)
    assert seated(desks.draw(cup, 2)) == {1, 3, 4, 5}


def test_a_missed_round_counts_what_was_settled_and_nobody_is_asked_twice() -> None:
    cup = played(awards={**desks.AWARDS, "absent_points": 1, "absent_score": 100}, entrants=5)
    stage = desks.first_stage(cup)
    attendance.miss_round(cup.entrants.get(number=2), stage, 2, None)
    drawn = desks.draw(cup, 2)
    assert drawn.places.get(entrant__number=2).kind == "absent"
    with refused("round_published"):
        attendance.miss_round(cup.entrants.get(number=3), stage, 2, None)
    desks.play_round(drawn, 2)
    assert lines(cup, 2)[-1] == (2, "absent", 1)


def test_an_absence_is_taken_back_before_the_draw() -> None:
    cup = played()
    entrant, stage = cup.entrants.get(number=2), desks.first_stage(cup)
    attendance.miss_round(entrant, stage, 2, None)
    attendance.miss_round(entrant, stage, 2, None, missing=False)
    assert desks.draw(cup, 2).places.get(entrant=entrant).kind == "table"


@pytest.mark.parametrize(
    ("rule", "points"),
    [("nothing", 0), ("absent", 1), ("average", 2)],
    ids=["nothing", "as absent", "own average"],
)
def test_the_rounds_somebody_missed_by_coming_late_count_as_the_director_said(
    rule: str, points: int
) -> None:
    cup = played(
        awards={
            "bye_points": 2,
            "bye_score": 0,
            "absent_points": 1,
            "absent_score": 0,
            "late_entry": rule,
        }
    )
    late = desks.enter(cup, 2, first=50)
    drawn = desks.draw(cup, 2)
    match = drawn.places.get(entrant=late[0]).match
    assert match is not None
    game = publishing.open_game(match, 1, desks.table_phone())
    seat = MatchGame.objects.get(game=game).seats.index(late[0].pk) % 2
    # A sweep with a Grand Tichu, three times: the late ones win by 1200.
    write(game, [Round(out=(seat, seat + 2), calls={seat: "grand"})] * 3, desks.table_phone())
    assert lines(cup, late[0].number)[0] == (1, "absent", points)


def test_a_substitute_plays_on_and_the_games_before_keep_their_people() -> None:
    cup = desks.a_tournament("pairs_swiss", 2)
    first = desks.draw(cup)
    before = table_of(publishing.open_game(first.matches.get(), 1, desks.table_phone())).names
    desks.play_round(first)
    entrant = cup.entrants.get(number=1)
    leaver = entrant.members.get(order=0)
    attendance.substitute(entrant, None, "Zoe", instead_of=leaver, reason="flu")
    game = publishing.open_game(desks.draw(cup, 2).matches.get(), 1, desks.table_phone())
    assert "Zoe" in table_of(game).names
    assert leaver.player.name not in table_of(game).names
    assert sorted(table_of(first.matches.get().games.get().game).names) == sorted(before)
    assert [member.player.name for member in entrant.members.filter(active=True)] == [
        "Zoe",
        "Player 2",
    ]


def test_a_substitute_is_nobody_who_plays_already() -> None:
    cup = desks.a_tournament("pairs_swiss", 2)
    entrant = cup.entrants.get(number=1)
    with refused("duplicate_person"):
        attendance.substitute(entrant, None, "Player 3", instead_of=entrant.members.get(order=0))
    with refused("side_full"):
        attendance.substitute(entrant, None, "Zoe")
    with refused("not_a_member"):
        other = cup.entrants.get(number=2).members.get(order=0)
        attendance.substitute(entrant, None, "Zoe", instead_of=other)
    with refused("empty_name"):
        attendance.substitute(entrant, None, "  ")
    assert entrant.members.filter(active=True).count() == 2


def test_a_team_takes_a_third_who_plays_in_turn() -> None:
    cup = desks.a_tournament("team_cup", 2)
    entrant = cup.entrants.get(number=1)
    attendance.substitute(entrant, None, "Zoe")
    assert entrant.members.filter(active=True).count() == 3


def test_who_comes_and_goes_in_an_open_day_is_ranked_by_points_a_round() -> None:
    cup = desks.a_tournament("open_day", 9)
    stage = desks.first_stage(cup)
    for number in range(1, 6):
        desks.play_round(desks.draw(cup, number), number)
        attendance.withdraw(cup.entrants.get(number=number), None)
        desks.enter(cup, 1, first=100 + number)
    assert Stage.objects.get(pk=stage.pk).participations.count() == 13
    drawn = drawing.draw_round(stage, None, 6)
    there = set(drawn.places.values_list("entrant__number", flat=True))
    assert there == set(range(6, 15))
    assert not Match.objects.filter(session_round=drawn, number__lt=1).exists()
