"""The results that are kept for the prize-giving are told nowhere; the desk sees them all."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments import desks
from tests.tournaments.refusing import refused
from tests.tournaments.visitors import REASON, TELLTALE, every_page, telling
from tests.worlds import built_once
from tournaments.actions import creating, judging, publishing, revealing, stages
from tournaments.models import LogLine, Match, SessionRound, Stage, Tournament
from tournaments.stage import frozen_results
from tournaments.stage.history import history_of
from tournaments.stage.ranking import Ranked

pytestmark = pytest.mark.django_db


def an_evening() -> Tournament:
    """Two session rounds played, and in the last one each match given a result that is known by its
    figures.
    """
    criteria = ["points", "score", "difference", "buchholz"]
    cup = desks.a_tournament("pairs_swiss", 5, criteria=criteria)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), seed=number)
    tell(desks.draw(cup, 3))
    cup.refresh_from_db()
    return cup


shared = built_once(an_evening)


@pytest.fixture
def evening(shared: Tournament) -> Tournament:
    return Tournament.objects.get(pk=shared.pk)


@pytest.fixture
def desk(shared: Tournament) -> desks.Desk:
    return desks.desk_of(shared.club)


def tell(session_round: SessionRound) -> None:
    matches = Match.objects.filter(session_round=session_round).select_related(
        "session_round__stage__tournament"
    )
    for at, match in enumerate(matches):
        score = [73105 + 105 * at, 73110 + 105 * at]
        judging.rule_match(
            match, None, {"kind": "given", "points": [74001, 74003], "score": score}, REASON
        )
    entrant = session_round.places.filter(match__isnull=False)[0].entrant
    stage = desks.first_stage(session_round.stage.tournament)
    judging.penalise(
        stage,
        entrant,
        None,
        kind="penalty",
        reason=REASON,
        points=-1,
        score=-73215,
        round_number=session_round.number,
    )
    publishing.close_round(session_round, None)


def test_nothing_of_a_frozen_round_is_told_on_any_page_in_any_download_or_by_the_api(
    desk: desks.Desk, evening: Tournament
) -> None:
    cup = evening
    everywhere = every_page(cup, Client())
    assert len(telling(everywhere)) > 30  # the control: unfrozen it is there
    for part in (
        "standings/1/",
        "standings.csv",
        "results.csv",
        "/cross-table/",
        "/matches/",
        "/entrants/",
        "/results/",
    ):
        assert [one for one in telling(everywhere) if part in one], part
    revealing.freeze(cup, desk.user, 1, 3)
    frozen = every_page(cup, Client())
    assert telling(frozen) == []
    address = reverse("standings", args=[cup.pk, 1])
    # Those are the newest that are told
    assert set(everywhere) - set(frozen) == {f"{address}?after=2"}
    assert not set(frozen) - set(everywhere)
    assert TELLTALE.search(desk.client.get(address).content.decode())
    revealing.unfreeze(cup, desk.user)
    assert telling({address: Client().get(address).content.decode()}) == [address]


def test_frozen_standings_are_those_after_the_round_before() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 5, desk=desk)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), seed=number)
    cells = r'<td>(\d+)<td>(.*?)<th scope="row"[^>]*><a[^>]*><bdi>(.*?)</bdi></a>((?:(?!<tr>).)*)'
    address = reverse("standings", args=[cup.pk, 1])
    before = re.findall(cells, Client().get(address).content.decode())
    table = Client().get(reverse("standings_csv", args=[cup.pk, 1])).content
    tell(desks.draw(cup, 3))
    revealing.freeze(cup, desk.user, 1, 3)
    assert len(before) == 5
    page = Client().get(address).content.decode()
    assert re.findall(cells, page) == before
    assert "Frozen after round 2 until the prize-giving." in page
    assert Client().get(reverse("standings_csv", args=[cup.pk, 1])).content == table
    assert re.findall(cells, desk.client.get(address).content.decode()) != before


def test_who_sits_where_stays_visible_while_results_are_kept(
    desk: desks.Desk, evening: Tournament
) -> None:
    cup = evening
    address = reverse("tournament_round", args=[cup.pk, 1, 3])
    seated = re.findall(r"<h3>.*?</h3>|<bdi>.*?</bdi>", Client().get(address).content.decode())
    revealing.freeze(cup, desk.user, 1, 3)
    page = Client().get(address).content.decode()
    kept = re.findall(r"<h3>.*?</h3>|<bdi>.*?</bdi>", page)
    assert [one for one in kept if "<bdi>" in one] == [one for one in seated if "<bdi>" in one]
    assert "Its results are held back for the prize-giving." in page
    assert "over</small>" not in page


def test_a_frozen_round_tells_programs_that_it_is(desk: desks.Desk, evening: Tournament) -> None:
    cup = evening
    revealing.freeze(cup, desk.user, 1, 2)
    asked: Any = [
        Client().get(reverse("api_results", args=[cup.pk, 1, number])).json()
        for number in (1, 2, 3)
    ]
    assert [one["frozen"] for one in asked] == [False, True, True]
    assert {(match["done"], tuple(match["entrants"])) for match in asked[2]["matches"]} == {
        (False, ())
    }
    assert {game["state"] for match in asked[1]["matches"] for game in match["games"]} == {
        "waiting"
    }
    assert Client().get(reverse("api_standings", args=[cup.pk, 1])).json()["frozen_from"] == 2
    assert desk.client.get(reverse("api_standings", args=[cup.pk, 1])).json()["frozen_from"] is None


def test_a_finished_tournament_names_no_winners_while_they_are_kept(
    desk: desks.Desk, evening: Tournament
) -> None:
    cup = evening
    revealing.freeze(cup, desk.user, 1, 3)
    stages.finish_stage(desks.first_stage(cup), desk.user)
    creating.finish_tournament(cup, desk.user)
    address = reverse("tournament", args=[cup.pk])
    assert 'class="best card"' not in Client().get(address).content.decode()
    revealing.unfreeze(cup, desk.user)
    assert 'class="best card"' in Client().get(address).content.decode()


def test_hides_says_what_own_pages_leave_out(evening: Tournament) -> None:
    cup = evening
    assert not frozen_results.hides(cup, 1, 3)
    cup = revealing.freeze(cup, None, 1, 2)
    assert [frozen_results.hides(cup, 1, number) for number in (1, 2, 3)] == [False, True, True]
    assert [frozen_results.hides(cup, 2, 1), frozen_results.hides(cup, 7, 1)] == [
        False,
        False,
    ]  # no such stage


def test_a_knock_out_is_kept_only_as_long_as_no_draw_tells() -> None:
    cup = _knock_out()
    desks.play_round(desks.draw(cup))
    cup = revealing.freeze(cup, None, 1, 1)
    bracket = Client().get(reverse("bracket", args=[cup.pk, 1])).content.decode()
    assert 'class="side won"' not in bracket
    final = desks.draw(cup, 2)
    assert [frozen_results.hides(cup, 1, number) for number in (1, 2)] == [False, True]
    bracket = Client().get(reverse("bracket", args=[cup.pk, 1])).content.decode()
    assert bracket.count('class="side won"') == 2
    desks.play_round(final)
    assert (
        Client()
        .get(reverse("bracket", args=[cup.pk, 1]))
        .content.decode()
        .count('class="side won"')
        == 2
    )
    with refused("draw_tells"):
        revealing.freeze(cup, None, 1, 1)


def _knock_out() -> Tournament:
    cup = desks.a_tournament("pairs_swiss", 0)
    Stage.objects.filter(tournament=cup).update(format="knockout", format_settings={})
    desks.enter(cup, 4)
    return cup


def test_freezing_is_refused_in_words() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    for stage, number, code in (
        (1, 0, "no_such_round"),
        (1, 2, "no_such_round"),
        (2, 1, "not_the_last_stage"),
    ):
        with refused(code):
            revealing.freeze(cup, None, stage, number)
    assert not LogLine.objects.filter(tournament=cup, action="frozen").exists()
    cup = revealing.freeze(cup, None, 1, 1)
    assert (cup.frozen_stage, cup.frozen_round, cup.revealed) == (1, 1, None)
    line = LogLine.objects.get(tournament=cup, action="frozen")
    assert line.params == {"stage": 1, "round": 1}


def rows(*ranks: int) -> list[Ranked]:
    return [Ranked(rank, number, "", 0, {}) for number, rank in enumerate(ranks)]


def test_ranks_are_told_from_the_bottom_up_level_ones_together_the_first_three_one_by_one() -> None:
    found = frozen_results.steps(rows(1, 2, 3, 4, 4, 6, 7, 7, 7, 10))
    assert [[row.rank for row in level] for level in found] == [
        [10],
        [7, 7, 7],
        [6],
        [4, 4],
        [3],
        [2],
        [1],
    ]
    assert frozen_results.counts(found) == [1, 4, 5, 7, 8, 9, 10]
    # A document from before the order was recorded: never half of a level group
    told = [
        len(frozen_results.announced(Tournament(revealed=count), found))
        for count in (0, 1, 2, 3, 4, 10)
    ]
    assert told == [0, 1, 1, 1, 2, 7]
    singly = frozen_results.to_announce(found, [], "up")
    assert [frozen_results.next_steps(found, singly[at:], 1) for at in range(8)] == [
        *([number] for number in range(7)),
        [],
    ]
    assert frozen_results.next_steps(found, singly, 5) == [0, 1, 2]
    assert frozen_results.next_steps(found, singly[3:], 5) == [3]
    assert frozen_results.next_steps(found, singly[4:], 5) == [4]


def test_ranks_can_come_from_the_fourth_down_and_then_the_podium() -> None:
    found = frozen_results.steps(rows(1, 2, 3, 4, 4, 6, 7, 7, 7, 10))
    order = frozen_results.to_announce(found, [], "podium")
    assert [found[step][0].rank for step in order] == [4, 6, 7, 10, 3, 2, 1]
    assert frozen_results.next_steps(found, order, 5) == order[:3]
    assert frozen_results.next_steps(found, order[3:], 5) == order[3:4]
    # What was announced out of turn does not come again.
    left = frozen_results.to_announce(found, [order[1], order[-1]], "podium")
    assert [found[step][0].rank for step in left] == [4, 7, 10, 3, 2]
    # The podium is whoever has one of the first three ranks.
    level = frozen_results.steps(rows(1, 2, 2, 2, 5))
    assert [level[step][0].rank for step in frozen_results.to_announce(level, [], "podium")] == [
        *(5, 2, 1)
    ]


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=12),
    st.sampled_from(["up", "podium"]),
    st.data(),
)
def test_every_order_announces_every_step_once(
    ties: list[int], order: str, data: st.DataObject
) -> None:
    ranks = [1 + sum(ties[:at]) for at, size in enumerate(ties) for _ in range(size)]
    found = frozen_results.steps(rows(*ranks))
    told: list[int] = []
    while left := frozen_results.to_announce(found, told, order):
        tapped = data.draw(st.none() | st.sampled_from(left))
        more = frozen_results.next_steps(found, left, data.draw(st.sampled_from([1, 5])))
        told += more if tapped is None else [tapped]
        cup = Tournament(announced=[frozen_results.counts(found)[step] for step in told])
        assert frozen_results.announced(cup, found) == told
    assert sorted(told) == list(range(len(ties)))


@pytest.mark.parametrize(
    ("one_by_one", "told"),
    [
        (2, [[9, 9, 9, 9], [5, 5, 5, 5], [4, 3], [2], [1]]),
        (4, [[9, 9, 9, 9], [5, 5, 5, 5], [4], [3], [2], [1]]),
        (8, [[9, 9, 9, 9], [5], [5], [5], [5], [4], [3], [2], [1]]),
    ],
)
def test_the_best_of_a_cup_are_told_one_by_one_the_others_by_how_far_they_came(
    one_by_one: int, told: list[list[int]]
) -> None:
    found = frozen_results.steps(rows(1, 2, 3, 4, 5, 5, 5, 5, 9, 9, 9, 9), one_by_one)
    assert [[row.rank for row in level] for level in found] == told
    shared_third = frozen_results.steps(rows(1, 2, 3, 3), one_by_one)
    assert [len(level) for level in shared_third] == (
        [2, 1, 1] if one_by_one == 2 else [1, 1, 1, 1]
    )


def test_what_is_shown_instead_leaves_the_rows_that_were_read_as_they_are(
    evening: Tournament,
) -> None:
    revealing.freeze(evening, None, 1, 3)
    evening.refresh_from_db()
    stage = desks.first_stage(evening)
    history = history_of(stage)
    before = [dict(vars(seated.match)) for rows in history.rounds for seated in rows.seated]
    shown = frozen_results.cut_history(evening, history)
    bare = frozen_results.without_results(history.rounds[2], reasons=False)
    assert [dict(vars(seated.match)) for rows in history.rounds for seated in rows.seated] == before
    for seated in (*shown.rounds[2].seated, *bare.seated):
        match = seated.match
        assert (match.result, match.ruling, match.winner, match.entered, match.done) == (
            None,
            None,
            None,
            None,
            False,
        )
    assert [seated.match.reasons for seated in bare.seated] == [[] for _ in bare.seated]
    assert [seated.match.result for seated in shown.rounds[1].seated] == [
        seated.match.result for seated in history.rounds[1].seated
    ]


def test_a_round_that_is_kept_is_not_said_to_have_not_begun(evening: Tournament) -> None:
    revealing.freeze(evening, None, 1, 3)
    overview = Client().get(reverse("tournament", args=[evening.pk])).content.decode()
    page = Client().get(reverse("tournament_round", args=[evening.pk, 1, 3])).content.decode()
    assert "not begun" not in overview + page
    assert re.search(r">\s*held back\s*<", page)
