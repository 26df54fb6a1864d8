"""Who has won a bracket: said alike by the standings, the tree, paper, the wall, downloads and the
API.
"""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import desks
from tests.tournaments.asking_api import read
from tests.tournaments.desk_pages import csv_rows
from tests.tournaments.refusing import refused
from tournaments.actions import attendance, drawing, judging, publishing, stages
from tournaments.models import SessionRound, Stage, Tournament
from tournaments.pages.next_action import current_state
from tournaments.pages.printed.certificates import certificates
from tournaments.pages.viewer import Viewer
from tournaments.pages.wall.ranks import standings as on_the_wall
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked

pytestmark = pytest.mark.django_db


def won_by(session_round: SessionRound, *winners: int) -> None:
    """Every table of a round is won by one of these, by their numbers."""
    for match in session_round.matches.select_related("session_round__stage__tournament"):
        sides = [
            place.entrant.number
            for place in match.places.order_by("side").select_related("entrant")
        ]
        (winner,) = (side for side, number in enumerate(sides) if number in winners)
        points = ["1" if side == winner else "0" for side in (0, 1)]
        judging.rule_match(
            match, None, {"kind": "given", "points": points, "score": points}, "for a test"
        )
    publishing.close_round(session_round, None)


@pytest.fixture
def cup() -> Tournament:
    """Four pairs; 1 is unbeaten, 2 came through the losers' bracket and has won the first grand
    final.
    """
    cup = desks.a_tournament("double_elimination", 4, format_settings={"first_round": "seeds"})
    for number, winners in enumerate([(1, 2), (1, 3), (2,), (2,)], start=1):
        won_by(desks.draw(cup, number), *winners)
    return cup


def everywhere(cup: Tournament) -> dict[str, list[tuple[int, int]]]:
    """Rank and number of the entrant, wherever a rank is told."""
    stage = desks.first_stage(cup)
    number = {entrant.pk: entrant.number for entrant in cup.entrants.all()}
    page = Client().get(reverse("standings", args=[cup.pk, 1])).context["page"]
    named = {row.name: number[int(row.id)] for section in page.sections for row in section.rows}
    table = csv_rows(Client().get(reverse("standings_csv", args=[cup.pk, 1])))
    wall = on_the_wall(Viewer(cup))
    assert wall is not None
    return {
        "page": [
            (int(row.rank), number[int(row.id)])
            for section in page.sections
            for row in section.rows
        ],
        "csv": [(int(row[0]), named[row[1]]) for row in table[1:]],
        "api": [(row["rank"], row["entrant"]) for row in read(cup, "standings/1/")["rows"]],
        "wall": [(line.rank, named[line.name]) for page in wall.pages for line in page],
        "paper": [(one.rank, named[one.name]) for one in certificates(stage, 9)[0]],
    }


def alike(cup: Tournament) -> list[tuple[int, int]]:
    """What all of them say."""
    found = everywhere(cup)
    assert len({tuple(told) for told in found.values()}) == 1, found
    return found["page"]


def tree(cup: Tournament) -> dict[str, list[int | None]]:
    """Whom the tree shows as the winners of both finals."""
    number = {entrant.pk: entrant.number for entrant in cup.entrants.all()}
    trees = Client().get(reverse("bracket", args=[cup.pk, 1])).context["page"].trees
    return {
        match.name: [number[side.id] for side in match.sides if side.won and side.id]
        for tree in trees
        for one in tree.rounds
        for match in one.matches
        if "final" in match.name
    }


def notes(cup: Tournament) -> dict[int, str]:
    number = {entrant.pk: entrant.number for entrant in cup.entrants.all()}
    page = Client().get(reverse("standings", args=[cup.pk, 1])).context["page"]
    return {number[int(row.id)]: row.note for section in page.sections for row in section.rows}


def test_while_the_second_final_is_open_both_finalists_are_first_without_a_certificate(
    cup: Tournament,
) -> None:
    found = everywhere(cup)
    assert found.pop("paper") == [(3, 3), (4, 4)]
    assert {tuple(sorted(told)) for told in found.values()} == {((1, 1), (1, 2), (3, 3), (4, 4))}
    assert tree(cup) == {"Grand final": [2], "Second grand final": []}
    assert notes(cup) == {1: "still playing", 2: "still playing", 3: "", 4: ""}
    assert [row["open"] for row in read(cup, "standings/1/")["rows"]] == [True, True, False, False]


@pytest.mark.parametrize(("gone", "champion"), [(2, 1), (1, 2)])
def test_who_is_left_has_won_when_the_other_finalist_withdraws(
    cup: Tournament, gone: int, champion: int
) -> None:
    leaver = attendance.withdraw(cup.entrants.get(number=gone), None)
    expected = [(1, champion), (2, gone), (3, 3), (4, 4)]
    assert alike(cup) == expected
    assert tree(cup)["Second grand final"] == [champion]
    stages.finish_stage(desks.first_stage(cup), None)
    assert alike(cup) == expected
    attendance.reinstate(leaver, None)  # for the stage that follows; this one is over
    assert alike(cup) == expected
    assert tree(cup)["Second grand final"] == [champion]


def test_a_walkover_in_the_second_final_is_drawn_as_a_round_without_tables_and_ends_the_stage(
    cup: Tournament,
) -> None:
    leaver = attendance.withdraw(cup.entrants.get(number=2), None)
    last = desks.draw(cup, 5)
    assert [place.entrant.number for place in last.places.all()] == [1]
    won_by(last)
    attendance.reinstate(leaver, None)
    assert alike(cup) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_the_second_final_that_is_played_names_the_champion(cup: Tournament) -> None:
    won_by(desks.draw(cup, 5), 2)
    assert alike(cup) == [(1, 2), (2, 1), (3, 3), (4, 4)]
    assert tree(cup) == {"Grand final": [2], "Second grand final": [2]}


def test_who_withdraws_from_the_published_second_final_loses_it_once_it_is_drawn_anew(
    cup: Tournament,
) -> None:
    drawn = desks.draw(cup, 5)
    attendance.withdraw(cup.entrants.get(number=2), None)
    told: Any = everywhere(cup)
    assert told["page"] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert told["paper"] == [(3, 3), (4, 4)]  # nobody has said yet who won
    drawing.redraw_round(drawn, None)
    assert alike(cup) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_points_for_the_place_are_those_of_the_place_in_the_bracket(cup: Tournament) -> None:
    stage = desks.first_stage(cup)
    Stage.objects.filter(pk=stage.pk).update(criteria=["difference", "place_points"])
    csv_rows = {
        row["entrant"]: row["values"]["place_points"] for row in read(cup, "standings/1/")["rows"]
    }
    assert csv_rows == {1: 23, 2: 23, 3: 15, 4: 10}
    told = read(cup, "standings/1/?explain=3")["explained"]["criteria"][1]
    assert [(part["message"], part["number"]) for part in told["parts"]] == [("place 3", 15)]


def test_a_stage_that_ends_before_its_final_leaves_both_finalists_level(cup: Tournament) -> None:
    stage = stages.finish_stage(desks.first_stage(cup), None)
    assert stage.state == Stage.State.FINISHED
    assert sorted(alike(cup)) == [(1, 1), (1, 2), (3, 3), (4, 4)]
    assert set(notes(cup).values()) == {""}


def test_a_cup_goes_on_without_a_match_that_both_lost() -> None:
    """Both are out, their next opponent goes on without playing, and a final without anybody has no
    winner.
    """
    cup = desks.a_tournament(
        "cup", 8, format_settings={"first_round": "seeds", "third_place": True}
    )
    first = desks.draw(cup)
    by_seed = {
        min(match.places.values_list("entrant__number", flat=True)): match
        for match in first.matches.all()
    }
    judging.rule_match(by_seed[4], None, {"kind": "both_lose"}, "nobody came")
    assert "somebody has to go on" not in " ".join(
        step.label for step in current_state(cup).steps_of(first)
    )
    desks.play_round(first)
    second = desks.draw(cup, 2)
    assert second.matches.count() == 1
    assert second.places.filter(kind="bye").count() == 1
    judging.rule_match(second.matches.get(), None, {"kind": "both_lose"}, "nor here")
    publishing.close_round(second, None)
    with refused("stage_over"):
        drawing.draw_round(desks.first_stage(cup), None, 3)
    standing = ranked(history_of(desks.first_stage(cup)))
    (champion,) = [row.id for row in standing if row.rank == 1]
    assert champion == second.places.get(kind="bye").entrant_id
    assert set(second.places.filter(kind="table").values_list("entrant_id", flat=True)) <= {
        row.id for row in standing if row.rank > 1
    }
    page = Client().get(reverse("bracket", args=[cup.pk, 1]))
    assert page.status_code == 200
    assert page.content.decode().count("Nobody goes on.") == 2
    assert {round_.state for tree in page.context["page"].trees for round_ in tree.rounds} == {
        "done"
    }
