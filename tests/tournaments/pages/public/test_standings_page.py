"""The page of the standings: ranks, groups, and a way to the sum of every number."""

import re
import uuid
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.actions import record_round
from scoring.rules import Round
from tests.tournaments import desks
from tournaments.actions import drawing, judging, publishing, stages, taking_part
from tournaments.models import Stage, Tournament
from tournaments.stage.history import history_of
from tournaments.stage.outcomes import outcomes_of, read_outcomes
from tournaments.stage.ranking import ranked
from tournaments.standings import CRITERIA

pytestmark = pytest.mark.django_db


def standings(tournament: Tournament, stage: int = 1) -> Any:
    return Client().get(reverse("standings", args=[tournament.pk, stage]))


def shown(tournament: Tournament, stage: int = 1) -> dict[str, list[tuple[str, str, list[str]]]]:
    """Rank, name and numbers of each row, by group."""
    return {
        section.group: [(row.rank, row.name, re.findall(r">([^<]+)</a>", row.cells)) for row in section.rows]
        for section in standings(tournament, stage).context["page"].sections
    }


def give(session_round: Any, *results: tuple[int, int]) -> None:
    """Type points for each table in turn, both with as many Tichu points as points; then close the round."""
    for match, (own, other) in zip(session_round.matches.all(), results, strict=True):
        ruling = {"kind": "given", "points": [str(own), str(other)], "score": [str(own), str(other)]}
        judging.rule_match(match, None, ruling, "typed for a test")
    publishing.close_round(session_round, None)


def test_who_is_level_on_everything_shares_a_rank() -> None:
    cup = desks.a_tournament("pairs_swiss", 4, criteria=["points", "difference"])
    give(desks.draw(cup), (2, 0), (2, 0))
    assert [(rank, numbers) for rank, _, numbers in shown(cup)[""]] == [
        ("1", ["2", "2"]),
        ("1", ["2", "2"]),
        ("3", ["0", "\u22122"]),
        ("3", ["0", "\u22122"]),
    ]


def test_every_number_leads_to_its_sum() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    address = reverse("standings", args=[cup.pk, 1])
    page = standings(cup).content.decode()
    links = re.findall(r'<td><a href="([^"]+)">([^<]+)</a>', page)
    assert len(links) == 4 * len(desks.first_stage(cup).criteria)
    for link, number in links:
        value = Client().get(address + link)
        assert value.status_code == 200
        assert value.context["value"].number == number


def test_columns_have_their_sentences() -> None:
    cup = desks.a_tournament("pairs_swiss", 4, criteria=["points", "buchholz"])
    desks.draw(cup)
    page = standings(cup).content.decode()
    assert '<abbr title="Buchholz">Bh</abbr>' in page
    assert "The points of all your opponents together." in page
    legend = page.partition('class="legend of-columns"')[2].partition("</p>")[0]
    assert "<b>Bh</b> Buchholz</span>" in legend


def test_a_round_that_is_being_played_is_said_until_all_of_it_is_in() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    assert "Nothing is played yet." in standings(cup).content.decode()
    session_round = desks.draw(cup)
    assert "2 of its 2 matches are not in yet" in standings(cup).content.decode()
    desks.play_match(session_round.matches.all()[0])
    assert "1 of its 2 matches are not in yet" in standings(cup).content.decode()
    desks.play_round(session_round)
    assert "not in yet" not in standings(cup).content.decode()


def test_a_draft_changes_nothing() -> None:
    cup = desks.a_tournament("pairs_swiss", 5)
    desks.play_round(desks.draw(cup))
    before = shown(cup)
    desks.draw(cup, 2, publish=False)
    assert shown(cup) == before
    assert standings(cup).context["page"].rounds == [1]


def test_each_group_is_ranked_by_itself() -> None:
    cup = desks.a_tournament("groups_and_cup", 8, criteria=["points", "head_to_head"], format_settings={"groups": 2})
    for number in (1, 2, 3):
        # Two in each group win two of three, and one of them has beaten the other.
        session_round = desks.draw(cup, number)
        give(session_round, *[(2, 0)] * 4)
    groups = shown(cup)
    assert set(groups) == {"A", "B"}
    rows = {row.id: row for row in ranked(history_of(desks.first_stage(cup)))}
    for group, lines in groups.items():
        assert lines[0][0] == "1"
        assert [len(lines), sorted(int(numbers[0]) for _, _, numbers in lines)] == [
            4,
            sorted(row.points for row in rows.values() if row.group == group),
        ]


def test_in_a_round_robin_a_forfeit_counts_like_a_played_match_and_every_criterion_opens_its_sum() -> None:
    cup = desks.a_tournament("round_robin", 4, criteria=list(CRITERIA), unplayed="fide_2023")
    stage = stages.begin_stage(desks.first_stage(cup), None)
    for drawn in drawing.draw_all(stage, None):
        publishing.publish_round(drawn, None)
        for match in drawn.matches.all():
            numbers = [place.entrant.number for place in match.places.order_by("side")]
            winner = numbers.index(min(numbers))
            if set(numbers) == {1, 4}:
                judging.rule_match(match, None, {"kind": "forfeit", "winner": winner}, "not there")
                continue
            points = ["2" if side == winner else "0" for side in (0, 1)]
            judging.rule_match(match, None, {"kind": "given", "points": points, "score": points}, "by number")
        publishing.close_round(drawn, None)
    numbers = {entrant.pk: entrant.number for entrant in cup.entrants.all()}
    rows = ranked(history_of(desks.first_stage(cup)))
    found = {numbers[row.id]: (row.values["sonneborn_berger"], row.values["buchholz"]) for row in rows}
    assert [(numbers[row.id], row.points) for row in rows] == [(1, 6), (2, 4), (3, 2), (4, 0)]
    assert found == {1: (6, 6), 2: (2, 8), 3: (0, 10), 4: (0, 12)}
    for key in CRITERIA:
        address = reverse("standings_value", args=[cup.pk, 1, rows[1].id, key])
        assert Client().get(address).status_code == 200, key


def test_head_to_head_looks_at_the_own_group_alone() -> None:
    cup = desks.a_tournament("groups_and_cup", 6, criteria=["points", "head_to_head"], format_settings={"groups": 2})
    for number in (1, 2, 3):
        session_round = desks.draw(cup, number)
        first = {row.entrant_id: row.seed for row in history_of(session_round.stage).participations}
        for match in session_round.matches.all():
            sides = [place.entrant_id for place in match.places.all()]
            better = min(sides, key=first.__getitem__)
            points = ["1" if match_side == better else "0" for match_side in sides]
            judging.rule_match(match, None, {"kind": "given", "points": points, "score": points}, "by seed")
        publishing.close_round(session_round, None)
    # Penalties make the first two of each group level: only their own match is left, and it was theirs.
    stage = desks.first_stage(cup)
    for group in ("A", "B"):
        best = stage.participations.filter(group=group).order_by("seed")[0]
        judging.penalise(stage, best.entrant, None, kind="penalty", reason="to make them level", points=-1)
    for lines in shown(cup).values():
        assert [(rank, numbers) for rank, _, numbers in lines] == [
            ("1", ["1", "1"]),
            ("2", ["1", "0"]),
            ("3", ["0", "0"]),
        ]


def test_stages_are_a_tap_from_each_other() -> None:
    cup = desks.a_tournament("groups_and_cup", 8)
    page = standings(cup).content.decode()
    assert reverse("standings", args=[cup.pk, 2]) in page
    assert standings(cup, 2).status_code == 200


def test_who_withdrew_stays_in_the_table_and_is_marked() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    taking_part.withdraw(cup.entrants.all()[0], None, "ill")
    page = standings(cup)
    assert [row.note for section in page.context["page"].sections for row in section.rows].count("withdrawn") == 1
    assert "withdrawn" in page.content.decode()


@pytest.mark.parametrize("preset", ["pairs_swiss", "german_championship", "round_robin"])
def test_outcomes_read_by_themselves_are_those_of_the_whole_history(preset: str) -> None:
    cup = desks.a_tournament(preset, 9)
    desks.play_round(desks.draw(cup))
    session_round = desks.draw(cup, 2)
    first, second = session_round.matches.all()[:2]
    desks.play_match(first)
    begun = publishing.open_game(second, 1, desks.table_phone())
    record_round(begun, uuid.uuid4(), 1, Round(out=(1, 3)).to_data(), desks.table_phone())
    second.refresh_from_db()
    assert (second.done, bool(second.result)) == (False, True)
    stage = desks.first_stage(cup)
    assert outcomes_of(history_of(stage)) == read_outcomes(stage)
    judging.rule_match(second, None, {"kind": "not_played"}, "gone")
    assert outcomes_of(history_of(stage)) == read_outcomes(stage)


def heard(page: str) -> dict[str, list[str]]:
    """What each row of the page says of the session rounds, by name, seen and unseen words together."""
    rows = re.findall(r"<bdi>([^<]*)</bdi>(?:(?!<tr>).)*?<td class=\"discs\">(.*?)<td>", page, re.DOTALL)
    return {unescape(name): re.findall(r"<i[^>]*>(.*?)</i>", discs) for name, discs in rows}


def test_each_row_tells_every_round_by_the_opponents_rank() -> None:
    cup = desks.a_tournament("pairs_swiss", 7, criteria=["points", "difference"])
    give(desks.draw(cup), (2, 0), (1, 1), (0, 2))
    second = desks.draw(cup, 2)
    first, *_ = second.matches.all()
    judging.rule_match(first, None, {"kind": "given", "points": ["2", "0"], "score": ["2", "0"]}, "typed for a test")
    page = standings(cup).content.decode()
    told = heard(page)
    rank = {name: int(rank) for rank, name, _ in shown(cup)[""]}
    names = {one.pk: " & ".join(one.members.values_list("player__name", flat=True)) for one in cup.entrants.all()}
    rounds = history_of(desks.first_stage(cup)).rounds
    for number, rows in enumerate(rounds, start=1):
        for seated in rows.seated:
            for own, other in (seated.sides, seated.sides[::-1]):
                line = (seated.match.result or {}).get(str(own[0]))
                gap = 0 if line is None else line.get("points", 0) - line.get("points_against", 0)
                if not seated.match.done:
                    words = "playing against"
                else:
                    words = "level with" if gap == 0 else "won against" if gap > 0 else "lost against"
                spoken = re.sub("<[^>]+>", "", told[names[own[0]]][number - 1])
                assert spoken == f"{words} rank {rank[names[other[0]]]}"
        (free,) = rows.byes
        assert "bye" in told[names[free]][number - 1]


def test_movement_is_the_way_from_the_rank_before_the_newest_round() -> None:
    cup = desks.a_tournament("pairs_swiss", 6, criteria=["points", "difference"])
    give(desks.draw(cup), (2, 0), (1, 1), (0, 2))
    before = {name: int(rank) for rank, name, _ in shown(cup)[""]}
    page = standings(cup).content.decode()
    assert "After round 1" in page
    assert "class=up" not in page
    second = desks.draw(cup, 2)
    # Who wins at the last table had a point at most, and passes somebody, whoever was drawn.
    last = list(second.matches.all())[-1]
    judging.rule_match(last, None, {"kind": "given", "points": ["0", "2"], "score": ["0", "9"]}, "typed for a test")
    page = standings(cup).content.decode()
    assert "In round 2" in page
    after = {name: int(rank) for rank, name, _ in shown(cup)[""]}
    ways = re.findall(r"<tr><td>\d+<td>(.*?)<th.*?<bdi>(.*?)</bdi>", page)
    heard = {unescape(name): re.sub(r'<i [^>]*aria-label="([^"]+)">.*|<[^>]+>', r"\1", drawn) for drawn, name in ways}
    assert heard == {
        name: f"{before[name] - rank} up"
        if rank < before[name]
        else f"{rank - before[name]} down"
        if rank > before[name]
        else "as before"
        for name, rank in after.items()
    }
    assert any("up" in way for way in heard.values())


def test_an_opened_sum_has_it_in_short() -> None:
    cup = desks.a_tournament("pairs_swiss", 4, criteria=["points", "buchholz"])
    give(desks.draw(cup), (2, 0), (1, 1))
    row = ranked(history_of(desks.first_stage(cup)))[-1]
    page = Client().get(reverse("standings_value", args=[cup.pk, 1, row.id, "buchholz"])).content.decode()
    short = " ".join(re.sub("<[^>]+>", " ", page.partition('id="in-short"')[2].partition("</p>")[0]).split())
    assert re.fullmatch(r"hidden> 2 Player \d &amp; Player \d", short)


def test_no_more_queries_for_more_entrants_and_more_rounds() -> None:
    def queries(entrants: int, rounds: int) -> int:
        cup = desks.a_tournament("pairs_swiss", entrants)
        for number in range(1, rounds + 1):
            desks.play_round(desks.draw(cup, number))
        with CaptureQueriesContext(connection) as captured:
            assert standings(cup).status_code == 200
        return len(captured)

    queries(4, 1)
    assert queries(4, 1) == queries(8, 2) == 8


def test_a_stage_that_has_not_begun_has_an_empty_table() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    assert Stage.objects.get(tournament=cup).state == Stage.State.WAITING
    assert standings(cup).context["page"].sections == []
