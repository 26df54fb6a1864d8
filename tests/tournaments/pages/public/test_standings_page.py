"""The page of the standings: ranks, groups, and a way to the sum of every number."""

import re
import uuid
from dataclasses import replace
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.games.actions.writing import record_round
from scoring.rules import Round
from tests.requests import Response
from tests.tournaments import desks
from tournaments.actions import attendance, drawing, judging, publishing, stages
from tournaments.models import Entrant, Stage, Tournament
from tournaments.pages.discs import Discs
from tournaments.pages.public.standings import standings_page
from tournaments.pages.viewer import Viewer
from tournaments.stage.history import history_of
from tournaments.stage.outcomes import outcomes_of, read_outcomes
from tournaments.stage.ranking import entered_of, ranked
from tournaments.stage.results import PLACED, Result
from tournaments.standings import CRITERIA

pytestmark = pytest.mark.django_db


def standings(tournament: Tournament, stage: int = 1) -> Response:
    return Client().get(reverse("standings", args=[tournament.pk, stage]))


def shown(tournament: Tournament, stage: int = 1) -> dict[str, list[tuple[str, str, list[str]]]]:
    """Rank, name and numbers of each row, by group."""
    return {
        section.group: [(row.rank, row.name, row.figures) for row in section.rows]
        for section in standings(tournament, stage).context["page"].sections
    }


def give(session_round: Any, *results: tuple[int, int]) -> None:
    """Type points for each table in turn, both with as many Tichu points as points; then close the
    round.
    """
    for match, (own, other) in zip(session_round.matches.all(), results, strict=True):
        ruling = {
            "kind": "given",
            "points": [str(own), str(other)],
            "score": [str(own), str(other)],
        }
        judging.rule_match(match, None, ruling, "typed for a test")
    publishing.close_round(session_round, None)


def test_who_is_level_on_everything_shares_a_rank() -> None:
    cup = desks.a_tournament("pairs_swiss", 4, criteria=["points", "difference"])
    give(desks.draw(cup), (2, 0), (2, 0))
    assert [(rank, numbers) for rank, _, numbers in shown(cup)[""]] == [
        ("1", ["2", "+2"]),
        ("1", ["2", "+2"]),
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
    assert re.search(r'<th scope="col">\s*Buchholz\s*</th>', page)
    assert "The sum of your opponents&#x27; points." in page


SHORT = ["points", "buchholz", "difference"]


@pytest.mark.parametrize(
    ("criteria", "rounds", "heads", "legend", "on_laptops"),
    [
        (SHORT, 1, ["Points", "Buchholz", "Difference"], [], []),
        (
            SHORT,
            7,
            ["Pts Points", "Bh Buchholz", "Diff Difference"],
            ["Points", "Buchholz", "Difference"],
            [],
        ),
        # Too long to stand over a column
        (
            ["points", "score_against"],
            1,
            ["Points", "Agst"],
            ["Tichu points against"],
            ["Tichu points against"],
        ),
        (
            [*SHORT, "score", "wins", "calls", "koya"],
            12,
            ["Pts", "Bh", "Diff", "Tichu", "Wins", "Calls", "Koya"],
            4,
            4,
        ),
    ],
)
def test_whole_words_stand_over_columns_where_there_is_room_and_the_others_are_explained(
    criteria: list[str],
    rounds: int,
    heads: list[str],
    legend: list[str] | int,
    on_laptops: list[str] | int,
) -> None:
    cup = desks.a_tournament("pairs_swiss", 4, criteria=criteria)
    desks.draw(cup)
    page = replace(standings_page(Viewer(cup), desks.first_stage(cup)), rounds=range(1, rounds + 1))
    context = {"page": page, "tournament": cup, "stage": page.stage}
    drawn = render_to_string("tournaments/public/_standings.html", context)
    over = drawn.partition('class="discs"')[2].partition("</thead>")[0].partition("</th>")[2]
    found = [
        re.sub(" +", " ", re.sub("<[^>]+>", " ", head)).split()
        for head in re.findall("<th.*?</th>", over, re.DOTALL)
    ]
    assert [" ".join(words) for words in found] == heads
    key = "".join(re.findall(r'<p class="legend of-columns[^"]*">.*?</p>', drawn, re.DOTALL))
    names = re.findall(r"</b>\s*([^<]+)</span>", key)
    seen = re.findall(
        r"</b>\s*([^<]+)</span>",
        re.sub(r'<span class="brief">.*?</span>', "", key, flags=re.DOTALL),
    )
    counted = [
        len(each) if isinstance(wanted, int) else each
        for each, wanted in ((names, legend), (seen, on_laptops))
    ]
    assert counted == [legend, on_laptops]
    assert ("of-columns brief" in key) is (bool(names) and not seen)


def test_a_difference_bears_its_sign_on_every_page_and_in_its_sum_and_not_in_a_spreadsheet() -> (
    None
):
    cup = desks.a_tournament("pairs_swiss", 4, criteria=["points", "difference"])
    give(desks.draw(cup), (2, 0), (1, 1))
    best, *_level, last = ranked(history_of(desks.first_stage(cup)))
    assert [numbers for _, _, numbers in shown(cup)[""]] == [
        ["2", "+2"],
        ["1", "0"],
        ["1", "0"],
        ["0", "\u22122"],
    ]
    for row, number in ((best, "+2"), (last, "\u22122")):
        value = Client().get(reverse("standings_value", args=[cup.pk, 1, row.id, "difference"]))
        assert [value.context["value"].number, value.context["value"].addends[0].number] == [
            number,
            number,
        ]
        figures = (
            Client()
            .get(reverse("entrant", args=[cup.pk, row.id]))
            .context["page"]
            .stages[0]
            .figures
        )
        assert (number, "Difference", "difference") in figures
    sheet = Client().get(reverse("standings_csv", args=[cup.pk, 1])).content.decode()
    assert re.findall(r'"(-?\+?\d+)"\r\n', sheet) == ["2", "0", "0", "-2"]


def opened(cup: Tournament, who: int, key: str, **typed: str) -> str:
    """What the page asks for where a number was tapped: its own part, with the sum in it."""
    address = reverse("standings_value", args=[cup.pk, 1, who, key])
    return Client().get(address, typed, headers={"HX-Request": "true"}).content.decode()


def in_short(cup: Tournament, who: int, key: str) -> str:
    row = opened(cup, who, key).partition('class="opened"')[2].partition("</tr>")[0]
    return " ".join(re.sub("<[^>]+>", " ", row.partition("</a>")[2]).split())


def test_the_sum_of_a_difference_has_no_second_plus() -> None:
    cup = desks.a_tournament("pairs_swiss", 4, criteria=["points", "difference"])
    give(desks.draw(cup), (2, 0), (1, 1))
    give(desks.draw(cup, 2), (2, 0), (0, 2))
    row = ranked(history_of(desks.first_stage(cup)))[0]
    assert re.search(r" \+2 round 1 \+2 round 2$", in_short(cup, row.id, "difference"))


def test_a_name_or_a_club_is_found_however_it_is_spelt_and_the_others_go() -> None:
    cup = desks.a_tournament("pairs_swiss", 10, criteria=["points"])
    desks.play_round(desks.draw(cup))
    weiss, bern = cup.entrants.all()[3], cup.entrants.all()[7]
    Entrant.objects.filter(pk=weiss.pk).update(label="J\u00f6rg Wei\u00df & Zo\u00eb <\u00d8>")
    Entrant.objects.filter(pk=bern.pk).update(club_name="Drachen Bern <b>")
    address = reverse("standings", args=[cup.pk, 1])

    def found(typed: str) -> list[str]:
        page = Client().get(address, {"q": typed}).context["page"]
        return [row.id for section in page.sections for row in section.rows]

    assert "Find a name or club" in standings(cup).content.decode()
    assert len(found("")) == len(found(" ")) == 10
    assert (found("weiss"), found("drachen b"), found("quirin")) == (
        [str(weiss.pk)],
        [str(bern.pk)],
        [],
    )
    page = Client().get(address, {"q": "joerg"}).content.decode()
    assert "<mark>J\u00f6rg</mark> Wei\u00df &amp; Zo\u00eb &lt;\u00d8&gt;" in page
    assert "1 of 10" in page
    assert f'data-url="{address}?q=joerg"' in page
    assert "<mark>Bern</mark> &lt;b&gt;" in Client().get(address, {"q": "bern"}).content.decode()
    assert "No name matches." in Client().get(address, {"q": "quirin"}).content.decode()
    few = desks.a_tournament("pairs_swiss", 8, desk=desks.a_desk("Otto", "Another club"))
    desks.draw(few)
    assert "Find a name or club" not in standings(few).content.decode()


def test_a_round_that_is_being_played_is_said_until_all_of_it_is_in() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    assert "Nothing played yet." in standings(cup).content.decode()
    session_round = desks.draw(cup)
    assert "2 of its 2 matches have no result yet" in standings(cup).content.decode()
    desks.play_match(session_round.matches.all()[0])
    assert "1 of its 2 matches have no result yet" in standings(cup).content.decode()
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
    cup = desks.a_tournament(
        "groups_and_cup", 8, criteria=["points", "head_to_head"], format_settings={"groups": 2}
    )
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


def test_in_a_round_robin_a_forfeit_counts_as_played_and_each_criterion_opens_its_sum() -> None:
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
            judging.rule_match(
                match, None, {"kind": "given", "points": points, "score": points}, "by number"
            )
        publishing.close_round(drawn, None)
    numbers = {entrant.pk: entrant.number for entrant in cup.entrants.all()}
    rows = ranked(history_of(desks.first_stage(cup)))
    found = {
        numbers[row.id]: (row.values["sonneborn_berger"], row.values["buchholz"]) for row in rows
    }
    assert [(numbers[row.id], row.points) for row in rows] == [(1, 6), (2, 4), (3, 2), (4, 0)]
    assert found == {1: (6, 6), 2: (2, 8), 3: (0, 10), 4: (0, 12)}
    for key in CRITERIA:
        address = reverse("standings_value", args=[cup.pk, 1, rows[1].id, key])
        assert Client().get(address).status_code == 200, key


def test_head_to_head_looks_at_the_own_group_alone() -> None:
    cup = desks.a_tournament(
        "groups_and_cup", 6, criteria=["points", "head_to_head"], format_settings={"groups": 2}
    )
    for number in (1, 2, 3):
        session_round = desks.draw(cup, number)
        first = {row.entrant_id: row.seed for row in history_of(session_round.stage).participations}
        for match in session_round.matches.all():
            sides = [place.entrant_id for place in match.places.all()]
            better = min(sides, key=first.__getitem__)
            points = ["1" if match_side == better else "0" for match_side in sides]
            judging.rule_match(
                match, None, {"kind": "given", "points": points, "score": points}, "by seed"
            )
        publishing.close_round(session_round, None)
    # Penalties make the first two of each group level: only their own match is left, and it was
    # theirs.
    stage = desks.first_stage(cup)
    for group in ("A", "B"):
        best = stage.participations.filter(group=group).order_by("seed")[0]
        judging.penalise(
            stage, best.entrant, None, kind="penalty", reason="to make them level", points=-1
        )
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
    attendance.withdraw(cup.entrants.all()[0], None, "ill")
    page = standings(cup)
    assert [row.note for section in page.context["page"].sections for row in section.rows].count(
        "withdrawn"
    ) == 1
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
    """What each row of the page says of the session rounds, by name, seen and unseen words
    together.
    """
    rows = re.findall(
        r"<bdi>([^<]*)</bdi>(?:(?!<tr>).)*?<td class=\"discs\">(.*?)<td>", page, re.DOTALL
    )
    return {unescape(name): re.findall(r"<i[^>]*>(.*?)</i>", discs) for name, discs in rows}


def test_each_row_tells_every_round_by_the_opponents_rank() -> None:
    cup = desks.a_tournament("pairs_swiss", 7, criteria=["points", "difference"])
    give(desks.draw(cup), (2, 0), (1, 1), (0, 2))
    second = desks.draw(cup, 2)
    first, *_ = second.matches.all()
    judging.rule_match(
        first,
        None,
        {"kind": "given", "points": ["2", "0"], "score": ["2", "0"]},
        "typed for a test",
    )
    page = standings(cup).content.decode()
    told = heard(page)
    rank = {name: int(rank) for rank, name, _ in shown(cup)[""]}
    names = {
        one.pk: " & ".join(one.members.values_list("player__name", flat=True))
        for one in cup.entrants.all()
    }
    rounds = history_of(desks.first_stage(cup)).rounds
    for number, rows in enumerate(rounds, start=1):
        for seated in rows.seated:
            for own, other in (seated.sides, seated.sides[::-1]):
                line = (seated.match.result or {}).get(str(own[0]))
                gap = 0 if line is None else line.get("points", 0) - line.get("points_against", 0)
                if not seated.match.done:
                    words = "playing against"
                else:
                    words = (
                        "drew with" if gap == 0 else "won against" if gap > 0 else "lost against"
                    )
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
    judging.rule_match(
        last, None, {"kind": "given", "points": ["0", "2"], "score": ["0", "9"]}, "typed for a test"
    )
    page = standings(cup).content.decode()
    assert "In round 2" in page
    after = {name: int(rank) for rank, name, _ in shown(cup)[""]}
    ways = re.findall(r"<tr><td>\d+<td>(.*?)<th.*?<bdi>(.*?)</bdi>", page)
    heard = {
        unescape(name): re.sub(r'<i [^>]*aria-label="([^"]+)">.*|<[^>]+>', r"\1", drawn)
        for drawn, name in ways
    }
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
    words = "Buchholz 2 The sum of your opponents&#x27; points."
    assert re.fullmatch(rf"{words} 2 Player \d &amp; Player \d", in_short(cup, row.id, "buchholz"))


def test_a_sum_opens_under_its_row_and_the_part_asks_for_it_again() -> None:
    cup = desks.a_tournament("pairs_swiss", 10, criteria=["points", "buchholz"])
    desks.play_round(desks.draw(cup))
    first, second = (row.id for row in ranked(history_of(desks.first_stage(cup)))[:2])
    part = opened(cup, first, "buchholz")
    assert part.lstrip().startswith('<div id="live"')
    assert f'data-url="{reverse("standings_value", args=[cup.pk, 1, first, "buchholz"])}"' in part
    before, _, after = part.partition('<tr class="opened">')
    assert f'href="../../entrants/{first}/"' in before
    assert f'href="../../entrants/{second}/"' in after
    assert re.findall(r'href="([^"]+)" aria-expanded="true"', part) == [f"{first}/buchholz/"]
    assert f'<a href="{first}/buchholz/">Close</a>' in after
    # What everybody asks for has none of it, before and after.
    plain = (
        Client()
        .get(reverse("standings", args=[cup.pk, 1]), headers={"HX-Request": "true"})
        .content.decode()
    )
    assert "opened" not in plain
    assert "aria-expanded" not in plain


def test_a_sum_opens_among_what_was_looked_for() -> None:
    cup = desks.a_tournament("pairs_swiss", 10, criteria=["points"])
    desks.play_round(desks.draw(cup))
    entrant = cup.entrants.all()[3]
    Entrant.objects.filter(pk=entrant.pk).update(label="J\u00f6rg & Zo\u00eb")
    part = opened(cup, entrant.pk, "points", q="joerg")
    address = reverse("standings_value", args=[cup.pk, 1, entrant.pk, "points"])
    assert f'data-url="{address}?q=joerg"' in part
    assert part.count("entrants/") == part.count('class="opened"') == 1


def test_a_sum_that_is_none_any_more_leaves_the_standings_as_they_are() -> None:
    cup = desks.a_tournament("pairs_swiss", 4, criteria=["points"])
    desks.play_round(desks.draw(cup))
    part = opened(cup, cup.entrants.all()[0].pk, "buchholz")
    assert part.count("entrants/") == 4
    assert "opened" not in part


def test_no_more_queries_for_more_entrants_and_more_rounds() -> None:
    def queries(entrants: int, rounds: int) -> int:
        cup = desks.a_tournament("pairs_swiss", entrants)
        for number in range(1, rounds + 1):
            desks.play_round(desks.draw(cup, number))
        with CaptureQueriesContext(connection) as captured:
            assert standings(cup).status_code == 200
        return len(captured)

    queries(4, 1)
    assert queries(4, 1) == queries(8, 2) == 9


def test_a_stage_that_has_not_begun_has_an_empty_table() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    assert Stage.objects.get(tournament=cup).state == Stage.State.WAITING
    assert standings(cup).context["page"].sections == []


def test_a_round_counts_its_byes_and_forfeits_once_it_counts_itself() -> None:
    """Nobody moves by being drawn: a bye, a missed round and a forfeit wait for the first match of
    their round.
    """
    cup = desks.a_tournament("pairs_swiss", 8, criteria=["points", "difference"])
    desks.play_round(desks.draw(cup))
    stage = desks.first_stage(cup)
    before = shown(cup)
    attendance.miss_round(cup.entrants.order_by("number")[5], stage, 2, None)
    first, *others = desks.draw(cup, 2).matches.all()
    judging.rule_match(first, None, {"kind": "forfeit", "winner": 0}, "did not come")
    page = standings(cup)
    assert (page.context["page"].after, shown(cup)) == (1, before)
    assert "After round 1" in page.content.decode()
    assert {line.round for one in entered_of(history_of(stage)) for line in one.lines} == {1}
    desks.play_match(others[0])
    assert standings(cup).context["page"].after == 2
    assert shown(cup) != before
    kinds = {
        line.kind for one in entered_of(history_of(stage)) for line in one.lines if line.round == 2
    }
    assert kinds == {"played", "forfeit", "absent", "bye"}


def test_standings_after_an_earlier_round_are_as_they_were_then() -> None:
    cup = desks.a_tournament("pairs_swiss", 6)
    was = {}
    for number in (1, 2, 3):
        desks.play_round(desks.draw(cup, number), number)
        was[number] = [
            (row.rank, row.name, row.figures)
            for section in standings(cup).context["page"].sections
            for row in section.rows
        ]
    address = reverse("standings", args=[cup.pk, 1])
    for number in (1, 2):
        page = Client().get(f"{address}?after={number}")
        rows = [
            (row.rank, row.name, row.figures)
            for section in page.context["page"].sections
            for row in section.rows
        ]
        assert rows == was[number]
        assert f"After round {number}" in page.content.decode()
        assert f'href="{address}"' in page.content.decode()
        assert "/points/" not in page.content.decode()  # the sums of now would be others
    assert f'href="{address}?after=2"' in standings(cup).content.decode()
    for nonsense in ("9", "x", "-1", "0"):
        assert Client().get(f"{address}?after={nonsense}").context["page"].earlier is None


def test_a_penalty_of_a_later_round_is_not_in_earlier_standings() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), number)
    address = reverse("standings", args=[cup.pk, 1]) + "?after=1"
    before = [row.figures for row in Client().get(address).context["page"].sections[0].rows]
    first = cup.entrants.get(number=1)
    judging.penalise(
        desks.first_stage(cup),
        first,
        None,
        kind="penalty",
        reason="late",
        points=-1,
        round_number=2,
    )
    assert [row.figures for row in Client().get(address).context["page"].sections[0].rows] == before


def test_a_bracket_has_no_earlier_standings() -> None:
    cup = desks.a_tournament("cup", 4)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), number)
    page = Client().get(reverse("standings", args=[cup.pk, 1]) + "?after=1").context["page"]
    assert (page.earlier, page.choices) == (None, ())


def test_shared_places_are_halves_as_everywhere() -> None:
    """Fourth and fifth are 4½ each; an evening of two games has two places in one disc."""
    drawn = Discs({}).one(Result(2, PLACED, (), (Fraction(9, 2), 1)))
    assert re.sub("<[^>]+>", "", drawn) == "Round 2: place 4½/1"
