"""A hall off paper: a line a table, the cursor in the next, saved and gone on."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, kept_out, queries, text_of
from tournaments.actions import judging
from tournaments.models import Match, SessionRound, Stage, Tournament
from tournaments.pages.public.running import running
from tournaments.pages.public.session_round import round_page
from tournaments.pages.viewer import Viewer

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

SIX_HANDS = {"target_score": None, "round_limit": 6}


def published(
    desk: desks.Desk, entrants: int = 8, preset: str = "pairs_swiss", **stage: Any
) -> SessionRound:
    rules = {"rules": SIX_HANDS} if preset == "pairs_swiss" else {}
    return desks.draw(desks.a_tournament(preset, entrants, desk=desk, **rules, **stage))


def table(row: SessionRound, number: int) -> Match:
    return Match.objects.get(session_round=row, number=number)


def papers(desk: desks.Desk, row: SessionRound, after: int = 0) -> str:
    address = at("desk_papers", row.stage.tournament, row.stage.number, row.number)
    page: str = desk.client.get(address, {"after": after} if after else {}).content.decode()
    return page


def enter(desk: desks.Desk, row: SessionRound, number: int, *sums: str) -> Response:
    typed = {f"sum_1_{index}": text for index, text in enumerate(sums)}
    line = {"hall": "1", "reason": "off paper", **typed}
    return desk.client.post(at("desk_paper", row.stage.tournament, table(row, number).pk), line)


def cursor(page: str) -> list[str]:
    """The tables in whose first field the cursor stands."""
    lines = re.findall(r'<li\s+id="t\d+".*?</li>', page, re.DOTALL)
    found = [
        re.search(r'class="no num">.*?(\d+)</b>', line, re.DOTALL)
        for line in lines
        if "autofocus" in line
    ]
    return [one[1] for one in found if one]


def test_a_saved_line_leads_to_the_next_with_the_cursor_in_it(desk: desks.Desk) -> None:
    row = published(desk)
    assert cursor(papers(desk, row)) == ["1"]
    assert "<kbd>Enter</kbd>" in papers(desk, row)
    saved = enter(desk, row, 1, "405", "195")
    here = at("desk_papers", row.stage.tournament, 1, 1)
    assert (saved.status_code, saved["Location"]) == (302, f"{here}?after=1")
    assert cursor(papers(desk, row, 1)) == ["2"]
    match = table(row, 1)
    assert (match.done, {line["score"] for line in match.result.values()}) == (True, {405, 195})
    # Not in order: it goes on behind, and after the last with the first that is open
    enter(desk, row, 3, "300", "300")
    assert cursor(papers(desk, row, 3)) == ["4"]
    enter(desk, row, 4, "-5", "605")
    page = papers(desk, row, 4)
    assert cursor(page) == ["2"]
    assert "<b>3 of 4</b> done" in page
    assert len(re.findall(r'name="sum_1_0"', page)) == 1  # what is entered loses its fields
    enter(desk, row, 2, "100", "500")
    assert (cursor(papers(desk, row, 2)), Match.objects.filter(done=False).count()) == ([], 0)


def test_a_doubt_stands_beside_what_is_entered_and_is_no_bar(desk: desks.Desk) -> None:
    row = published(desk)
    assert enter(desk, row, 1, "300", "297").status_code == 302
    assert table(row, 1).done
    page = papers(desk, row, 1)
    assert 'class="paper is-done is-odd"' in page
    assert re.search(r'<span class="odd">.*?</svg>\s*[^<]{20,}</span>', page, re.DOTALL)
    assert cursor(page) == ["2"]
    # On the page of one sheet it is asked, as before
    alone = {"sum_1_0": "300", "sum_1_1": "297", "reason": "off paper"}
    asked = desk.client.post(at("desk_paper", row.stage.tournament, table(row, 2).pk), alone)
    assert (asked.status_code, table(row, 2).done) == (422, False)


def test_what_cannot_be_read_is_said_in_its_line_and_stays(desk: desks.Desk) -> None:
    row = published(desk)
    answer = enter(desk, row, 2, "many", "")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(r'name="sum_1_0"\s+value="many"[^>]*aria-invalid="true"', page)
    assert page.count('class="error"') == 1
    assert not Match.objects.filter(done=True).exists()


def test_where_every_hand_counts_a_line_leads_to_its_sheet(desk: desks.Desk) -> None:
    row = published(desk, 8, "german_championship")
    page = papers(desk, row)
    assert 'name="sum_1_0"' not in page
    assert "<kbd>" not in page  # there is no field to go on to
    first = at("desk_paper", row.stage.tournament, table(row, 1).pk)
    assert re.search(rf'href="{first}"\s+autofocus', page)
    sheet = desk.client.get(first).content.decode()
    assert re.search(r'name="hand_1_1_0"[^>]*autofocus', sheet)
    assert sheet.count("autofocus") == 1


def test_a_table_of_five_is_a_line_with_all_its_games(desk: desks.Desk) -> None:
    row = published(desk, 9, "goettingen", format_settings={"method": "random", "odd": "fives"})
    Stage.objects.update(points="score", points_settings={})
    five = next(
        match for match in Match.objects.filter(session_round=row) if match.games.count() == 5
    )
    line = papers(desk, row).partition(f'id="t{five.pk}"')[2].partition("</li>")[0]
    assert [f"sum_{game}_{side}" for game in range(1, 6) for side in (0, 1)] == re.findall(
        r'name="(sum_\d_\d)"', line
    )


def test_a_draft_and_a_decided_table(desk: desks.Desk) -> None:
    row = published(desk)
    judging.rule_match(table(row, 1), None, {"kind": "half"}, "both left")
    assert cursor(papers(desk, row)) == ["2"]
    SessionRound.objects.update(state="draft")
    page = papers(desk, row)
    assert "This round is a draft: publish it first." in page
    assert "sum_1_0" not in page


def test_it_costs_the_same_for_many_tables_and_for_few(desk: desks.Desk) -> None:
    few, many = published(desk, 4), published(desk, 16)
    cost = [
        queries(desk.client, at("desk_papers", row.stage.tournament, 1, 1)) for row in (few, many)
    ]
    assert cost[0] == cost[1]


def test_after_the_last_sheet_the_next_step_is_there(desk: desks.Desk) -> None:
    row = published(desk, 4)
    enter(desk, row, 1, "405", "195")
    assert "Close round 1" not in papers(desk, row)
    enter(desk, row, 2, "305", "295")
    assert "Close round 1 and draw round 2" in papers(desk, row)


def test_strangers_do_not_see_it(desk: desks.Desk) -> None:
    row = published(desk)
    kept_out(at("desk_papers", row.stage.tournament, 1, 1), row.stage.tournament, post=False)


def test_board_and_round_lead_there_while_results_are_missing(desk: desks.Desk) -> None:
    row = published(desk)
    tournament: Tournament = row.stage.tournament
    address = at("desk_papers", tournament, 1, 1)
    pages = [at("desk_board", tournament), at("desk_round", tournament, 1, 1)]
    assert [f'href="{address}"' in desk.client.get(page).content.decode() for page in pages] == [
        True,
        True,
    ]
    for number in range(1, 5):
        enter(desk, row, number, "405", "195")
    assert [f'href="{address}"' in desk.client.get(page).content.decode() for page in pages] == [
        False,
        False,
    ]


def test_a_knock_out_is_typed_in_lines_too_and_says_where_somebody_has_to_go_on(
    desk: desks.Desk,
) -> None:
    row = published(desk, 4, "cup")
    assert cursor(papers(desk, row)) == ["1"]
    assert enter(desk, row, 1, "1010", "890").status_code == 302
    assert table(row, 1).winner is not None
    enter(desk, row, 2, "600", "600")
    page = papers(desk, row, 2)
    assert page.count('class="odd"') == 1
    assert "Table 2 ended level, and somebody has to go on." in page.partition('class="odd"')[2]
    assert "Decide table 2" in page


def test_a_match_of_several_games_has_them_all_in_its_line(desk: desks.Desk) -> None:
    row = published(desk, 4, "team_cup")
    assert [f"sum_{game}_0" in papers(desk, row) for game in (1, 2, 3, 4)] == [
        True,
        True,
        True,
        False,
    ]
    two_games = {"sum_1_0": "1010", "sum_1_1": "890", "sum_2_0": "1000", "sum_2_1": "500"}
    line = {"hall": "1", "reason": "off paper", **two_games}
    assert (
        desk.client.post(at("desk_paper", row.stage.tournament, table(row, 1).pk), line).status_code
        == 302
    )
    assert table(row, 1).winner == 0


def test_a_disputed_result_counts_as_done_nowhere() -> None:
    """Three results are in, one of them disputed: two of four tables are done, on every page that
    counts them.
    """
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 8, desk=desk)
    drawn = desks.draw(cup)
    for match in drawn.matches.order_by("number")[:3]:
        desks.play_match(match)
    disputed = drawn.matches.get(number=2)
    disputed.agreement = "disputed"
    disputed.save(update_fields=["agreement"])
    seen = Viewer(cup)
    assert round_page(seen, drawn.stage, 1).done == 2
    (on,) = running(Viewer(cup))
    assert (on.done, on.of) == (2, 4)
    page = desk.client.get(at("desk_papers", cup, 1, 1))
    assert "2 of 4 done" in text_of(page)
    assert "disputed" in text_of(page)
    public = Client().get(at("tournament_round", cup, 1, 1))
    assert "2 of 4 tables" in text_of(public)
