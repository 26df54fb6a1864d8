"""A knock-out as a tree: who goes on, who is out, what is played, and who will come."""

import re
from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse

from tests.requests import get
from tests.tournaments import desks
from tests.tournaments.desk_pages import text_of
from tournaments.actions import publishing, revealing, stages
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked

pytestmark = pytest.mark.django_db


def test_who_wins_goes_on_and_who_loses_is_out() -> None:
    cup = desks.a_tournament("cup", 4)
    desks.play_round(desks.draw(cup))
    main, third = get(Client(), "bracket", cup.pk, 1).context["page"].trees
    first, second = main.rounds
    assert [(one.name, one.state, one.halves) for one in main.rounds] == [
        ("Semi-finals", "done", True),
        ("Final", "coming", False),
    ]
    assert [match.name for match in first.matches] == ["Semi-final 1", "Semi-final 2"]
    assert [sum(side.won for side in match.sides) for match in first.matches] == [1, 1]
    assert [sum(side.lost for side in match.sides) for match in first.matches] == [1, 1]
    winners = [next(side for side in match.sides if side.won) for match in first.matches]
    (final,) = second.matches
    assert (final.name, [side.name for side in final.sides], final.table) == (
        "Final",
        [one.name for one in winners],
        None,
    )
    assert {row.id for row in ranked(history_of(desks.first_stage(cup))) if row.rank == 1} == {
        one.id for one in winners
    }
    (last,) = third.rounds[0].matches
    assert {side.id for side in last.sides} == {
        side.id for match in first.matches for side in match.sides if side.lost
    }


@pytest.mark.parametrize(("drawn", "seeds"), [("seeds", [1, 4, 2, 3]), ("lot", [None] * 4)])
def test_seeds_stand_beside_the_names_where_the_draw_went_by_them(
    drawn: str, seeds: list[int | None]
) -> None:
    """The order of the lots is nobody's strength, and read as a rank."""
    cup = desks.a_tournament("cup", 4, format_settings={"first_round": drawn, "third_place": True})
    desks.draw(cup)
    main, _third = get(Client(), "bracket", cup.pk, 1).context["page"].trees
    assert [side.seed for match in main.rounds[0].matches for side in match.sides] == seeds


def test_the_round_that_is_on_is_the_chosen_one_and_the_final_once_all_is_over() -> None:
    cup = desks.a_tournament("cup", 4)

    def chosen() -> list[str]:
        return re.findall(
            r'href="#tree-1-\d+"\s+aria-current="true"\s*>([^<]+)<',
            get(Client(), "bracket", cup.pk, 1).content.decode(),
        )

    drawn = desks.draw(cup)
    assert chosen() == ["Semi-finals"]
    desks.play_round(drawn)
    assert chosen() == ["Final"]
    desks.play_round(desks.draw(cup, 2))
    assert get(Client(), "bracket", cup.pk, 1).context["page"].trees[0].rounds[-1].state == "done"
    assert chosen() == ["Final"]


def test_before_the_first_draw_the_tree_waits() -> None:
    cup = desks.a_tournament("cup", 4)
    stages.begin_stage(desks.first_stage(cup), None)
    first, second = get(Client(), "bracket", cup.pk, 1).context["page"].trees[0].rounds
    assert len(first.matches) == 2
    assert [side.name for side in second.matches[0].sides] == [
        "the winner of semi-final 1",
        "the winner of semi-final 2",
    ]
    page = get(Client(), "bracket", cup.pk, 1).content.decode()
    assert "href" not in page.partition('class="tree')[2].partition("</div>")[0]


def test_a_bye_is_a_name_and_what_is_played_says_so() -> None:
    cup = desks.a_tournament("cup", 6)
    session_round = desks.draw(cup)
    first, *_ = get(Client(), "bracket", cup.pk, 1).context["page"].trees[0].rounds
    byes = {place.entrant_id for place in session_round.places.filter(kind="bye")}
    assert {match.bye.id for match in first.matches if match.walkover} == byes
    assert len(byes) == 2
    match = session_round.matches.order_by("number")[0]
    desks.play_match(match)
    page = get(Client(), "bracket", cup.pk, 1)
    assert text_of(page).count("goes on") == 1
    assert text_of(page).count("not begun") == 1
    assert reverse("tournament_match", args=[cup.pk, match.pk]) in page.content.decode()


def test_each_entrant_stands_where_the_table_has_them() -> None:
    cup = desks.a_tournament("cup", 8)
    session_round = desks.draw(cup)
    for one in get(Client(), "bracket", cup.pk, 1).context["page"].trees[0].rounds[0].matches:
        places = {
            place.entrant_id: place.side
            for place in session_round.matches.get(pk=one.table.match_id).places.all()
        }
        assert {side.id: side.at for side in one.sides} == places


def test_two_losses_and_out_is_a_tree_for_winners_one_for_losers_and_the_grand_final() -> None:
    cup = desks.a_tournament("double_elimination", 8)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), seed=number)
    trees = get(Client(), "bracket", cup.pk, 1).context["page"].trees
    assert [tree.name for tree in trees] == ["Winners’ bracket", "Losers’ bracket", "Grand final"]
    sizes = [[len(one.matches) for one in tree.rounds] for tree in trees]
    assert sizes[:2] == [[4, 2, 1], [2, 2, 1, 1]]
    assert [one.halves for one in trees[1].rounds] == [False, True, False, False]


def test_nothing_is_told_that_is_kept_and_an_own_match_is_marked() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("cup", 4, desk=desk)
    session_round = desks.draw(cup)
    revealing.freeze(cup, desk.user, 1, 1)
    desks.play_round(session_round, close=False)
    assert not re.search(r'class="side won"', get(Client(), "bracket", cup.pk, 1).content.decode())
    assert re.search(r'class="side won"', get(desk.client, "bracket", cup.pk, 1).content.decode())
    publishing.close_round(session_round, None)
    own = cup.entrants.all()[0].pk
    client = Client()
    client.get(reverse("tournament", args=[cup.pk]), {"who": own})
    assert (
        f'<bdi aria-current="true" data-entrant="{own}"'
        in get(client, "bracket", cup.pk, 1).content.decode()
    )


def test_a_stage_without_a_bracket_says_so_and_a_tournament_with_one_leads_to_it() -> None:
    cup = desks.a_tournament("groups_and_cup", 8)
    assert "There is no bracket." in text_of(get(Client(), "bracket", cup.pk, 1))
    overview = Client().get(reverse("tournament", args=[cup.pk])).content.decode()
    assert reverse("bracket", args=[cup.pk, 2]) in overview
    swiss = desks.a_tournament("pairs_swiss", 4, desk=desks.a_desk("Otto", "Another club"))
    assert "/bracket/" not in Client().get(reverse("tournament", args=[swiss.pk])).content.decode()


@pytest.mark.parametrize(("preset", "stage"), [("cup", 1), ("double_elimination", 1)])
def test_no_heading_leaves_out_a_level(preset: str, stage: int) -> None:
    cup = desks.a_tournament(preset, 4)
    desks.play_round(desks.draw(cup))
    page = get(Client(), "bracket", cup.pk, stage).content.decode()
    found = re.findall(r'<h([1-6])(?: [^>]*?aria-level="(\d)")?', page)
    levels = [int(level or tag) for tag, level in found]
    assert levels[0] == 1
    assert max(after - before for before, after in pairwise(levels)) == 1
